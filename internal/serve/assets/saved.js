// The saved games: searched, opened, tagged, deleted and brought back.
import { t, time } from './language.js';
import { h, $, attempt, enter, toast, capital, download } from './util.js';
import { about, get, post } from './transport.js';
import { Filter } from './filter.js';
import { Library } from './library.js';
import { Pager } from './pager.js';
import { editTags, tagList } from './tags.js';
import { levelName } from './setup.js';

// resultText writes a result, nothing for a game that goes on.
export const resultText = result => ({ '1/2-1/2': '½–½', '1-0': '1–0', '0-1': '0–1' })[result] || '';

const left = { q: '', from: 0, wanted: {} }; // what was looked at last

// lookForSaved lists the saved games with a position.
export function lookForSaved(wanted) {
  Object.assign(left, { q: '', from: 0, wanted });
  location.hash = '#/saved';
}

export async function saved(view, _, signal) {
  await new Saved(signal).open(view);
}

class Saved {
  constructor(signal) {
    Object.assign(this, { signal, asking: 0, deleted: new Map() });
    this.search = h('input', { type: 'search', id: 'find', placeholder: t('Player, game, date, result, tag'), 'aria-label': t('Search saved games'), value: left.q, oninput: () => this.searched() });
    this.tags = h('div.chips', { role: 'group', 'aria-label': t('Tags') });
    this.none = h('p.soft');
    this.pager = new Pager(40, g => this.row(g), 'button', () => attempt(() => this.load()));
    this.pager.from = left.from;
    this.filter = new Filter(left.wanted, () => this.searched());
  }

  async open(view) {
    await this.load();
    view.replaceChildren(h('section.saved.listed', {}, h('h1', {}, t('Saved games')), this.search, this.filter.el, this.tags, this.none, this.pager.el, this.carrying(), await about()));
  }

  // carrying takes all games elsewhere in one file, and brings those of a file back.
  carrying() {
    const input = h('input', { type: 'file', accept: '.pgn,.txt', hidden: true, 'aria-label': t('A PGN file whose games are to be saved'), onchange: () => { if (input.files.length) attempt(() => this.bring(input.files[0])); } });
    return h('p.tools', {}, input,
      h('button', { onclick: () => attempt(async () => download('heterodox-games.pgn', await get('/api/saved/all'), 'application/x-chess-pgn')) }, t('Download all as PGN')),
      h('button', { onclick: () => input.click() }, t('Save the games of a PGN file …')));
  }

  async bring(file) {
    const library = new Library(file), refused = [];
    let kept = 0;
    while (!library.done) {
      const from = library.games.length;
      await library.step();
      for (const g of library.games.slice(from)) {
        try {
          await post('/api/saved/import', { text: await library.text(g) });
          kept++;
        } catch (error) {
          refused.push(error.message);
        }
      }
      toast(t('{0} saved …', kept));
    }
    toast(refused.length ? t('{0} saved; refused: {1}: {2}', kept, refused.length, refused[0]) : t('{0} saved', kept), refused.length > 0);
    await this.load();
  }

  searched() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.pager.from = 0; attempt(() => this.load()); }, 150);
  }

  async load() {
    const mine = ++this.asking, q = this.search.value.trim();
    const { wanted } = this.filter, some = q || Object.keys(wanted).length > 0;
    const answer = await get(`/api/saved?${new URLSearchParams({ ...wanted, q, from: this.pager.from })}`);
    if (mine !== this.asking || this.signal.aborted) return;
    this.pager.from = answer.from;
    Object.assign(left, { q, from: answer.from, wanted });
    if (answer.left) this.load(); // it goes on reading the games
    this.pager.show(answer.games, answer.total);
    this.none.textContent = answer.left ? t('{0} {0|game is|games are} still to be read', answer.left) : answer.total ? '' : some ? t('No saved game matches.') : t('None yet. Every game is saved after each move.');
    this.none.hidden = !this.none.textContent;
    this.tags.replaceChildren(...answer.tags.slice(0, 20).map(tag => h('button.chip', { 'aria-pressed': String(tag === q), onclick: () => { this.search.value = tag === q ? '' : tag; this.pager.from = 0; attempt(() => this.load()); } }, tag)));
    this.tags.hidden = !answer.tags.length;
  }

  // names says who played: a name, the engine, or the player of this browser.
  names(g) {
    const name = (p, i) => p.name || (p.level ? t('Engine, {0} ({1})', levelName(p.level), p.level) : g.players[1 - i].level ? t('You') : t('{0?White|Black}', i));
    if (!g.players.some(p => p.name || p.level)) return g.study ? t('Analysis') : t('Two players');
    return g.players.map(name).join(' – ');
  }

  row(g) {
    const names = this.names(g), li = h('li');
    const about = [g.variant, g.event, g.study && names !== t('Analysis') ? t('analysis') : '', time(new Date(g.time)), g.fault ? capital(g.fault) : t('{0} {0|move|moves}', Math.ceil(g.moves / 2))].filter(Boolean).join(' · ');
    li.append(h('button.row-main', { onclick: () => attempt(() => this.enter(g)) },
      g.picture ? h('img', { src: g.picture, alt: '', loading: 'lazy' }) : h('span.blank'),
      h('b', {}, g.fault && !g.variant ? g.file : names), h('span.result', {}, resultText(g.result)), h('span.soft.about', {}, about, ' ', tagList(g.tags))),
    h('span.row-tools', {}, h('button', { 'aria-label': t('Tags of {0}', names), title: t('Tags'), onclick: () => editTags(li, g.tags, list => this.tag(g, list)) }, t('Tags')),
      h('button', { 'aria-label': t('Delete {0}', names), title: t('Delete'), onclick: () => attempt(() => this.remove(g, li)) }, '✕')));
    return li;
  }

  async enter(g) { enter(await post('/api/saved', { file: g.file })); }

  async tag(g, list) {
    const { tags } = await post('/api/saved/tags', { file: g.file, tags: list });
    return { row: this.row({ ...g, tags }), tags };
  }

  // remove deletes a game; its row stays, to undo that.
  async remove(g, li) {
    await post('/api/saved/delete', { file: g.file });
    const undo = h('button', { onclick: () => attempt(async () => {
      await post('/api/saved/delete', { file: g.file, restore: true });
      const row = this.row(g);
      gone.replaceWith(row);
      this.pager.rove();
      $('button', row).focus();
    }) }, t('Undo'));
    const gone = h('li.gone', {}, h('span', {}, t('{0} is deleted.', this.names(g))), undo);
    li.replaceWith(gone);
    this.pager.rove();
    undo.focus();
    toast(t('Deleted'));
  }
}
