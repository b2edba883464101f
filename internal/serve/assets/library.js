// The games of a PGN file. The file stays where it is: pieces of it go to the server, which
// tells what games are in them, and a game is read again when it is opened.
import { number, t } from './language.js';
import { h, attempt, enter, toast, capital } from './util.js';
import { get, post, upload } from './transport.js';
import { Filter } from './filter.js';
import { Pager } from './pager.js';
import { resultText } from './saved.js';
import { editTags, setTags, tagList, tagsOf } from './tags.js';

const piece = 1 << 20, maxPiece = 8 << 20, perPage = 50;

let library = null; // stays while its games are played
export const setLibrary = l => { library = l; };
export const listedLibrary = () => library;

export class Library {
  constructor(file) { Object.assign(this, { file, games: [], at: 0, size: piece, done: file.size === 0, query: '', from: 0, wanted: {}, explored: 0, name: crypto.randomUUID(), variants: new Set() }); }

  // step reads on, by one piece.
  async step() {
    const end = Math.min(this.at + this.size, this.file.size), whole = this.size >= maxPiece;
    const bytes = new Uint8Array(await this.file.slice(this.at, end).arrayBuffer());
    const { games, next } = await upload('/api/headlines' + (end === this.file.size || whole ? '?last=1' : ''), bytes);
    for (const g of games) {
      g.from += this.at;
      g.to += this.at;
      g.text = `${g.white} ${g.black} ${g.result} ${g.date || ''} ${g.event || ''} ${g.variant}`.toLowerCase();
      this.games.push(g);
      this.variants.add(g.variant);
    }
    this.size = next ? piece : this.size * 2; // a game longer than a piece
    this.at += next;
    this.done = this.at >= this.file.size;
  }

  // found returns the games in which all words are and that a filter lets through.
  found(words, filter) {
    const fields = Object.keys(filter.wanted).length > 0, { fen } = filter.wanted;
    if (!words.length && !fields) return this.games;
    return this.games.filter((g, i) => {
      const tags = tagsOf(g);
      return words.every(w => g.text.includes(w) || tags.some(tag => tag.toLowerCase().includes(w))) && (!fields || filter.lets(g, tags)) && (!fen || !this.through || this.through.has(i));
    });
  }

  // explore has the server take in the first moves of all games, to say what was played in a
  // position, as long as goOn says so; told hears how much of that is done, in percent.
  async explore(goOn, told) {
    while (!this.done && goOn()) { await this.step(); told(Math.floor(50 * this.at / this.file.size)); }
    while (this.explored < this.games.length && goOn()) {
      const from = this.explored, first = this.games[from];
      let to = from;
      while (to < this.games.length && (to === from || this.games[to].to - first.from <= piece)) to++;
      const bytes = new Uint8Array(await this.file.slice(first.from, this.games[to - 1].to).arrayBuffer());
      const answer = await upload(`/api/explore?library=${this.name}&at=${from}`, bytes);
      this.explored = Math.max(answer.games, to);
      if (answer.full && !this.full) { this.full = true; toast(t('The explorer has the first {0} games of this file.', number(to))); }
      told(Math.floor(50 + 50 * to / this.games.length));
    }
  }

  // forgotten says whether the server has let go of what it had taken in, to be sent again.
  forgotten() {
    if (!this.explored) return false;
    this.explored = 0;
    this.name = crypto.randomUUID();
    return true;
  }

  // lookFor lists the games with a position.
  async lookFor({ at, fen }) {
    const { games } = await get(`/api/explore?${new URLSearchParams({ library: this.name, at, fen })}`);
    Object.assign(this, { through: new Set(games), query: '', from: 0, wanted: { at, fen } });
    location.hash = '#/games';
  }

  text(game) { return this.file.slice(game.from, game.to).text(); }
}

export async function games(view, _, signal) {
  if (!library) {
    const { chooseFile } = await import('./open.js');
    view.replaceChildren(h('section.listed', {}, h('h1', {}, t('PGN files')), h('p', {}, t('Choose a PGN file, or drop one anywhere on this page. Its games are listed, however many there are.')),
      h('button.go', { onclick: () => chooseFile() }, t('Choose a file …'))));
    return;
  }
  new Listing(library).open(view, signal);
}

class Listing {
  constructor(of) {
    this.library = of;
    this.search = h('input', { type: 'search', id: 'find', placeholder: t('Player, event, date, result, game'), 'aria-label': t('Search the games'), value: of.query, oninput: () => { this.pager.from = 0; this.show(); } });
    this.pager = new Pager(perPage, g => this.row(g), 'button', () => this.show());
    this.pager.from = of.from; // where it was left
    this.filter = new Filter(of.wanted, () => { this.pager.from = 0; this.show(); });
    this.progress = h('p.soft', { role: 'status' });
  }

  open(view, signal) {
    const { file } = this.library;
    view.replaceChildren(h('section.listed', {}, h('h1', {}, file.name), this.search, this.filter.el, this.progress, this.pager.el));
    this.show();
    this.read(signal);
  }

  // read reads the file to its end, as long as the page is there.
  async read(signal) {
    let shown = performance.now();
    while (!this.library.done && !signal.aborted) {
      try {
        await this.library.step();
      } catch (error) {
        if (!signal.aborted) toast(capital(error.message), true);
        return;
      }
      if (performance.now() - shown > 400) { this.show(true); shown = performance.now(); }
    }
    if (!signal.aborted) this.show(true);
  }

  // show shows a page of the list; what is seen stays while more is read.
  show(more = false) {
    const { games, done, at, file } = this.library, words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    Object.assign(this.library, { query: this.search.value, from: this.pager.from, wanted: this.filter.wanted });
    this.filter.offer([...this.library.variants]);
    const found = this.library.found(words, this.filter), full = this.pager.rows.children.length >= perPage;
    if (more && full) this.pager.note(found.length);
    else this.pager.show(found.slice(this.pager.from, this.pager.from + perPage), found.length);
    const count = t('{0} {0|game|games}', games.length);
    this.progress.textContent = done ? (found.length < games.length ? t('{0} of {1}', number(found.length), count) : count) : t('Reading: {0} %, {1} so far', Math.floor(100 * at / file.size), count);
  }

  row(g) {
    const about = [g.variant === 'chess' ? '' : g.variant, g.event, g.date].filter(Boolean).join(' · ');
    const tags = tagsOf(g), names = `${g.white || '?'} – ${g.black || '?'}`;
    const li = h('li', {}, h('button.row-main', { onclick: () => attempt(() => this.enter(g)) },
      h('span.players', {}, h('b', {}, g.white || '?'), ' – ', h('b', {}, g.black || '?')),
      h('span.result', {}, resultText(g.result)),
      h('span.soft', {}, about, ' ', tagList(tags)), h('span.soft.moves-count', {}, g.fault ? capital(g.fault) : t('{0} {0|move|moves}', Math.ceil(g.moves / 2)))),
    h('span.row-tools', {}, h('button', { 'aria-label': t('Tags of {0}', names), title: t('Tags'), onclick: () => editTags(li, tagsOf(g), list => {
      const now = setTags(g, list), row = this.row(g);
      return { row, tags: now };
    }) }, t('Tags'))));
    return li;
  }

  async enter(g) { enter(await post('/api/games', { text: await this.library.text(g) })); }
}
