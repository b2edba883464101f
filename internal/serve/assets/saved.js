// The saved games: searched, opened, tagged, deleted and brought back.
import { h, $, attempt, enter, toast, capital, say, download } from './util.js';
import { about, get, post } from './transport.js';
import { Library } from './library.js';
import { Pager } from './pager.js';
import { levelName } from './setup.js';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

// resultText writes a result, nothing for a game that goes on.
export const resultText = result => ({ '1/2-1/2': '½–½', '1-0': '1–0', '0-1': '0–1' })[result] || '';

const left = { q: '', from: 0 }; // what was looked at last

export async function saved(view, _, signal) {
  await new Saved(signal).open(view);
}

class Saved {
  constructor(signal) {
    Object.assign(this, { signal, asking: 0, deleted: new Map() });
    this.search = h('input', { type: 'search', id: 'find', placeholder: 'Player, game, date, result, tag', 'aria-label': 'Search saved games', value: left.q, oninput: () => this.searched() });
    this.tags = h('div.chips', { role: 'group', 'aria-label': 'Tags' });
    this.none = h('p.soft');
    this.pager = new Pager(40, g => this.row(g), 'button', () => attempt(() => this.load()));
    this.pager.from = left.from;
  }

  async open(view) {
    await this.load();
    view.replaceChildren(h('section.saved.listed', {}, h('h1', {}, 'Saved games'), this.search, this.tags, this.none, this.pager.el, this.carrying(), await about()));
  }

  // carrying takes all games elsewhere in one file, and brings those of a file back.
  carrying() {
    const input = h('input', { type: 'file', accept: '.pgn,.txt', hidden: true, 'aria-label': 'A PGN file to save the games of', onchange: () => { if (input.files.length) attempt(() => this.bring(input.files[0])); } });
    return h('p.tools', {}, input,
      h('button', { onclick: () => attempt(async () => download('heterodox-games.pgn', await get('/api/saved/all'), 'application/x-chess-pgn')) }, 'Download all as PGN'),
      h('button', { onclick: () => input.click() }, 'Save the games of a PGN file …'));
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
      toast(`${kept} saved …`);
    }
    toast(`${kept} saved` + (refused.length ? `; refused: ${refused.length}: ${refused[0]}` : ''), refused.length > 0);
    await this.load();
  }

  searched() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.pager.from = 0; attempt(() => this.load()); }, 150);
  }

  async load() {
    const mine = ++this.asking, q = this.search.value.trim();
    const answer = await get(`/api/saved?q=${encodeURIComponent(q)}&from=${this.pager.from}`);
    if (mine !== this.asking || this.signal.aborted) return;
    this.pager.from = answer.from;
    Object.assign(left, { q, from: answer.from });
    this.pager.show(answer.games, answer.total);
    this.none.textContent = answer.total ? '' : q ? `No saved game has “${q}”.` : 'None yet. Every game is saved after each move.';
    this.none.hidden = !this.none.textContent;
    this.tags.replaceChildren(...answer.tags.slice(0, 20).map(t => h('button.chip', { 'aria-pressed': String(t === q), onclick: () => { this.search.value = t === q ? '' : t; this.pager.from = 0; attempt(() => this.load()); } }, t)));
    this.tags.hidden = !answer.tags.length;
  }

  // names says who played: a name, the engine, or the player of this browser.
  names(g) {
    const name = (p, i) => p.name || (p.level ? `Engine, ${levelName(p.level)} (${p.level})` : g.players[1 - i].level ? 'You' : ['White', 'Black'][i]);
    if (!g.players.some(p => p.name || p.level)) return g.study ? 'Analysis' : 'Two players';
    return g.players.map(name).join(' – ');
  }

  row(g) {
    const names = this.names(g), li = h('li');
    const about = [g.variant, g.study && names !== 'Analysis' ? 'analysis' : '', day.format(new Date(g.time)), g.fault ? capital(g.fault) : `${Math.ceil(g.moves / 2)} ${g.moves > 2 ? 'moves' : 'move'}`].filter(Boolean).join(' · ');
    const tags = h('span.tag-list', {}, g.tags.map(t => h('span.tag', {}, t)));
    li.append(h('button.row-main', { onclick: () => attempt(() => this.enter(g)) },
      g.picture ? h('img', { src: g.picture, alt: '', loading: 'lazy' }) : h('span.blank'),
      h('b', {}, g.fault && !g.variant ? g.file : names), h('span.result', {}, resultText(g.result)), h('span.soft.about', {}, about, ' ', tags)),
    h('span.row-tools', {}, h('button', { 'aria-label': `Tags of ${names}`, title: 'Tags', onclick: () => this.edit(g, li) }, 'Tags'),
      h('button', { 'aria-label': `Delete ${names}`, title: 'Delete', onclick: () => attempt(() => this.remove(g, li)) }, '✕')));
    return li;
  }

  async enter(g) { enter(await post('/api/saved', { file: g.file })); }

  // edit lets the tags of a game be written in its row.
  edit(g, li) {
    if ($('form', li)) { $('form', li).remove(); return; }
    const input = h('input', { value: g.tags.join(', '), 'aria-label': 'Tags, separated by commas', placeholder: 'Tags, separated by commas' });
    li.append(h('form.tagging', { onsubmit: e => { e.preventDefault(); attempt(async () => {
      const { tags } = await post('/api/saved/tags', { file: g.file, tags: input.value.split(',') });
      const row = this.row({ ...g, tags });
      li.replaceWith(row);
      this.pager.rove();
      $('button', row).focus();
      say(tags.length ? 'Tags: ' + tags.join(', ') : 'No tags');
    }); } }, input, h('button', { type: 'submit' }, 'Save')));
    input.focus();
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
    }) }, 'Undo');
    const gone = h('li.gone', {}, h('span', {}, `${this.names(g)} is deleted.`), undo);
    li.replaceWith(gone);
    this.pager.rove();
    undo.focus();
    toast('Deleted');
  }
}
