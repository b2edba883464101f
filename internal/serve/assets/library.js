// The games of a PGN file. The file stays where it is: pieces of it go to the server, which
// tells what games are in them, and a game is read again when it is opened.
import { number, t } from './language.js';
import { h, attempt, enter, toast, capital } from './util.js';
import { post, upload } from './transport.js';
import { Pager } from './pager.js';
import { resultText } from './saved.js';

const piece = 1 << 20, maxPiece = 8 << 20, perPage = 50;

let library = null; // stays while its games are played
export const setLibrary = l => { library = l; };

export class Library {
  constructor(file) { Object.assign(this, { file, games: [], at: 0, size: piece, done: file.size === 0, query: '', from: 0 }); }

  // step reads on, by one piece.
  async step() {
    const end = Math.min(this.at + this.size, this.file.size), whole = this.size >= maxPiece;
    const bytes = new Uint8Array(await this.file.slice(this.at, end).arrayBuffer());
    const { games, next } = await upload('/api/headlines' + (end === this.file.size || whole ? '?last=1' : ''), bytes);
    for (const g of games) {
      g.from += this.at;
      g.to += this.at;
      this.games.push(g);
    }
    this.size = next ? piece : this.size * 2; // a game longer than a piece
    this.at += next;
    this.done = this.at >= this.file.size;
  }

  // found returns the games in which all words are.
  found(words) {
    if (!words.length) return this.games;
    return this.games.filter(g => {
      const text = `${g.white} ${g.black} ${g.result} ${g.date || ''} ${g.event || ''} ${g.variant}`.toLowerCase();
      return words.every(w => text.includes(w));
    });
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
    this.progress = h('p.soft', { role: 'status' });
  }

  open(view, signal) {
    const { file } = this.library;
    view.replaceChildren(h('section.listed', {}, h('h1', {}, file.name), this.search, this.progress, this.pager.el));
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
    Object.assign(this.library, { query: this.search.value, from: this.pager.from });
    const found = this.library.found(words), full = this.pager.rows.children.length >= perPage;
    if (more && full) this.pager.note(found.length);
    else this.pager.show(found.slice(this.pager.from, this.pager.from + perPage), found.length);
    const count = t('{0} {0|game|games}', games.length);
    this.progress.textContent = done ? (words.length ? t('{0} of {1}', number(found.length), count) : count) : t('Reading: {0} %, {1} so far', Math.floor(100 * at / file.size), count);
  }

  row(g) {
    const about = [g.variant === 'chess' ? '' : g.variant, g.event, g.date].filter(Boolean).join(' · ');
    return h('li', {}, h('button.row-main', { onclick: () => attempt(() => this.enter(g)) },
      h('span.players', {}, h('b', {}, g.white || '?'), ' – ', h('b', {}, g.black || '?')),
      h('span.result', {}, resultText(g.result)),
      h('span.soft', {}, about), h('span.soft.moves-count', {}, g.fault ? capital(g.fault) : t('{0} {0|move|moves}', Math.ceil(g.moves / 2)))));
  }

  async enter(g) { enter(await post('/api/games', { text: await this.library.text(g) })); }
}
