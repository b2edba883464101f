// Choosing a game: a game and changes to its rules; the server says which go together and
// what the rules then are.
import { t } from './language.js';
import { movesMenu } from './look.js';
import { h, attempt, enter, capital, sentence, toast } from './util.js';
import { draw, get, post } from './transport.js';
import { Choose } from './choose.js';
import { Setup } from './setup.js';
import { chooseFile, openText } from './open.js';
import { favour, favourites, played, recall, remember, session } from './remember.js';
import { roving } from './roving.js';

export async function lobby(view) {
  const catalogue = await get('/api/catalogue');
  new Lobby(catalogue).open(view);
}

class Lobby {
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.asking = 0;
    this.known = new Set(catalogue.parts.map(p => p.name));
    const was = recall('choice', {});
    this.base = catalogue.games.some(g => g.name === was.base) ? was.base : 'chess';
    this.chosen = new Set(Array.isArray(was.parts) ? was.parts.filter(p => this.known.has(p)) : []);
    this.choose = new Choose(catalogue, {
      base: name => this.take(name, this.chosen), choice: c => this.take(c.base, new Set(c.parts)), compose: text => this.compose(text),
      part: (name, on) => { const parts = new Set(this.chosen); if (on) parts.add(name); else parts.delete(name); this.take(this.base, parts); },
    });
  }

  open(view) {
    const { catalogue } = this;
    this.name = h('h1.name');
    this.star = h('button.star', { id: 'star', 'aria-pressed': 'false', 'aria-label': t('Favourite'), title: t('Favourite'), onclick: () => this.favour() }, '☆');
    this.chips = h('div.chips', { role: 'toolbar', 'aria-label': t('Your choice') });
    this.roveChips = roving(this.chips, 'button');
    this.preview = h('img.preview', { alt: '' });
    this.card = h('ul.card');
    this.fault = h('p.fault', { role: 'alert' });
    this.small = h('span.small');
    this.begin = h('button.go', { id: 'begin', type: 'submit' }, t('Play'));
    this.setup = new Setup(catalogue, () => this.showSetup());
    const paste = h('textarea', { id: 'paste', rows: 3, spellcheck: 'false', 'aria-label': t('A game or a position'), placeholder: t('Paste a PGN, a FEN, moves, or a saved cube') });
    view.replaceChildren(h('div.lobby', {}, this.choose.el,
      h('section.rules', { id: 'chosen' }, [catalogue.unsaved, catalogue.notice].map(text => text && h('p.fault', { role: 'alert' }, capital(text))),
        h('div.named', {}, this.name, this.star), this.chips, this.fault,
        h('form.begin', { onsubmit: e => { e.preventDefault(); attempt(() => this.start()); } },
          h('div.sheet', {}, this.preview, this.setup.el),
          h('div.playbar', {}, h('button.about', { 'aria-label': t('To the rules and settings'), onclick: () => document.getElementById('chosen').scrollIntoView({ behavior: 'smooth' }) },
            this.barPicture = h('img', { alt: '' }), h('span', {}, this.barName = h('b'), this.small)), this.begin)),
        h('details.open', {}, h('summary', {}, t('Open a file, a game or a position')),
          h('p.soft', {}, t('You can also drop a file anywhere on this page.')),
          h('div.tools', {}, h('button', { onclick: () => chooseFile() }, t('Choose a file …'))), paste,
          h('button', { onclick: () => attempt(() => openText(paste.value, this.current && this.current.name)) }, t('Open'))),
        h('details.ruleset', { open: true }, h('summary', {}, t('Rules')), this.card, this.moving = h('div'), this.change = h('a', { id: 'change' }, t('Change it on the bench'))))));
    this.showSetup();
    return this.take(this.base, this.chosen);
  }

  // take chooses a game and rule changes. A choice that does not work keeps what it can.
  take(base, parts) {
    this.base = base;
    this.chosen = parts;
    this.choosing = this.refresh();
    return this.choosing;
  }

  async refresh() {
    const mine = ++this.asking;
    let answer;
    try {
      answer = await post('/api/combine', { base: this.base, parts: [...this.chosen] });
    } catch (error) {
      if (mine !== this.asking) return;
      if (this.chosen.size && error.status === undefined) { // another game, with which these changes do not go
        toast(t('{0} The rule changes are dropped.', sentence(error.message)), true);
        this.chosen = new Set();
        await this.refresh();
        return;
      }
      this.fault.textContent = capital(error.message);
      this.begin.disabled = true;
      return;
    }
    if (mine !== this.asking) return; // more has been chosen meanwhile
    this.fault.textContent = '';
    this.begin.disabled = false;
    this.current = answer.rules;
    this.picture = answer.picture;
    remember('choice', { base: this.base, parts: [...this.chosen] });
    this.name.textContent = this.barName.textContent = this.current.name;
    this.card.replaceChildren(...this.current.card.map(line => h('li', {}, line)));
    this.moving.replaceChildren(movesMenu(this.current) || '');
    this.change.href = '#/invent/' + encodeURIComponent(this.current.name);
    this.change.hidden = this.current.levels > 1; // a cube is drawn elsewhere
    draw(this.preview, answer.picture);
    draw(this.barPicture, answer.picture);
    this.preview.alt = t('The board of {0} at the start', this.current.name);
    this.showStar();
    this.showChips();
    this.choose.show(this.base, this.chosen, answer.conflicts);
  }

  showSetup() {
    this.begin.textContent = this.setup ? this.setup.verb() : t('Play');
    this.small.textContent = this.setup ? this.setup.summary() + ' ▾' : '';
  }

  showChips() {
    const chip = (name, drop) => h('button.chip', { 'aria-label': t('Remove {0}', name), title: t('Remove'), onclick: drop }, name, h('span', { 'aria-hidden': 'true' }, ' ✕'));
    const parts = [...this.chosen].map(p => chip(p, () => this.take(this.base, new Set([...this.chosen].filter(o => o !== p)))));
    const base = this.base === 'chess' ? [] : [chip(this.base, () => this.take('chess', this.chosen))];
    this.chips.replaceChildren(...base, ...parts);
    this.chips.hidden = base.length + parts.length === 0;
    this.roveChips();
  }

  choice() { return { name: this.current.name, base: this.base, parts: [...this.chosen], picture: this.picture }; }

  showStar() {
    const is = favourites().some(c => c.name === this.current.name);
    this.star.textContent = is ? '★' : '☆';
    this.star.setAttribute('aria-pressed', String(is));
  }

  favour() {
    if (!this.current) return;
    toast(favour(this.choice()) ? t('{0} is a favourite', this.current.name) : t('{0} is no longer a favourite', this.current.name));
    this.showStar();
    this.choose.list();
  }

  // compose takes a combination that was typed: at most one of its names is a game, the
  // others are rule changes.
  compose(text) {
    const names = text.toLowerCase().split('+').map(n => n.trim()).filter(Boolean);
    const bases = names.filter(n => !this.known.has(n) && n !== 'chess');
    const unknown = bases.find(n => !this.catalogue.games.some(g => g.name === n));
    if (unknown) { toast(t('No game is called “{0}”', unknown), true); return; }
    if (bases.length > 1) { toast(t('{0} and {1} have boards of their own and cannot be combined', bases[0], bases[1]), true); return; }
    this.take(bases[0] || 'chess', new Set(names.filter(n => this.known.has(n))));
  }

  async start() {
    await this.choosing; // what was chosen last
    if (!this.current || this.begin.disabled) return;
    const { ask, side, invite } = this.setup.game();
    const game = await post('/api/games', { variant: this.current.name, ...ask });
    played(this.choice());
    session.setItem('side', side);
    if (invite) session.setItem('invite', game.id);
    enter(game);
  }
}
