// What was played from the position of an analysis in one's own games: the saved ones, or those
// of the PGN file that is listed.
import { number, t } from './language.js';
import { h, capital, refill } from './util.js';
import { recall, remember } from './remember.js';
import { listedLibrary } from './library.js';
import { lookForSaved } from './saved.js';

export class Explorer {
  constructor(play) {
    Object.assign(this, { play, on: recall('explorer', false), asking: 0, source: '' });
    this.note = h('p.soft', { role: 'status' });
    this.rows = h('table.tried', { 'aria-label': t('Moves of your games') });
    this.head = h('div.explorer-head');
    this.el = h('section.explorer', { 'aria-label': t('Explorer of your games'), hidden: !this.on }, this.head, this.rows, this.note);
  }

  // build makes the button that turns it on; button makes a button.
  build(button) {
    this.button = button(t('Explorer'), t('Explorer: what was played here in your games'), () => this.toggle(), { 'aria-pressed': String(this.on) });
    return this.button;
  }

  toggle() {
    this.on = !this.on;
    remember('explorer', this.on);
    this.button.setAttribute('aria-pressed', String(this.on));
    this.el.hidden = !this.on;
    if (this.on) this.follow();
  }

  // follow shows what was played in the position that one looks at now.
  follow() {
    if (!this.on || !this.button) return;
    const library = listedLibrary(), file = this.source === 'file' && library;
    if (!file) this.source = '';
    const choose = h('select', { 'aria-label': t('Games to explore'), onchange: e => { this.source = e.target.value; this.follow(); } },
      h('option', { value: '' }, t('Saved games')), library && h('option', { value: 'file' }, library.file.name));
    choose.value = this.source;
    this.head.replaceChildren(choose);
    this.ask(++this.asking, file).catch(error => { this.rows.replaceChildren(); this.note.textContent = capital(error.message); });
  }

  // ask asks until all games have been read, as long as nothing else is asked for.
  async ask(mine, file) {
    const { play } = this, at = play.cur();
    if (file) await file.explore(() => mine === this.asking && !play.gone, done => { if (mine === this.asking) this.note.textContent = t('Reading: {0} %', done); });
    for (let left = 1; left && mine === this.asking && !play.gone;) {
      let found;
      try {
        found = await play.connection.get(`explore/${at}` + (file ? `?library=${file.name}` : ''));
      } catch (error) {
        if (file && file.forgotten()) { this.follow(); return; }
        throw error;
      }
      if (mine !== this.asking) return;
      left = found.left;
      this.show(found, file, at);
    }
  }

  show(found, file, at) {
    const { moves, left, variant, fen } = found, all = found.white + found.draws + found.black + found.open;
    refill(this.rows, ...moves.map(m => this.row(m, all, at)));
    this.note.replaceChildren(left ? t('{0} {0|game is|games are} still to be read', left) : all ? t('{0} {0|game|games} with this position', all) : t('No game has this position.'), ' ',
      all && !left ? h('button', { onclick: () => { if (file) file.lookFor({ at: variant, fen }); else lookForSaved({ at: variant, fen }); } }, t('List them')) : '');
  }

  row(m, all, at) {
    const games = m.white + m.draws + m.black + m.open, ended = games - m.open, share = n => ended ? 100 * n / ended : 0;
    const percent = n => number(Math.round(share(n)));
    const words = t('{0} {0|game|games}: White won {1} %, drawn {2} %, Black won {3} %', games, percent(m.white), percent(m.draws), percent(m.black));
    const part = (kind, n) => {
      const el = h(`span.${kind}`, {}, share(n) >= 18 ? percent(n) + ' %' : '');
      el.style.width = share(n).toFixed(2) + '%';
      return share(n) > 0 && el;
    };
    return h('tr', {}, h('td', {}, h('button.try', { 'aria-label': t('play {0}', m.san), onclick: () => this.play.sender.step('move', { n: at, text: m.san }) }, m.san)),
      h('td.often', { title: t('{0} of {1}', number(games), number(all)) }, number(games)), h('td.share', {}, h('div.results', { role: 'img', 'aria-label': words, title: words }, part('white', m.white), part('drawn', m.draws), part('black', m.black))));
  }
}
