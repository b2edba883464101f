// The list of games: searched, by family, favourites, those played last; and rule changes.
import { known, t } from './language.js';
import { h, capital } from './util.js';
import { favourites, recent, recall, remember } from './remember.js';
import { roving } from './roving.js';

const first = 'Rule changes'; // the family that is open at first

// Families that are not the catalogue's, as the page calls them.
const shown = { All: t('All'), Favourites: t('Favourites'), Recent: t('Recent') };

// breakable lets the name of a combination go on in the next line after a plus sign.
const breakable = name => name.split(/(?<=\+)/).flatMap((part, i) => i ? [h('wbr'), part] : [part]);

export class Choose {
  // on: {base(name), part(name, on), choice(choice), compose(text)}
  constructor(catalogue, on) {
    Object.assign(this, { catalogue, on, base: 'chess', chosen: new Set(), boxes: new Map() });
    this.family = recall('family', first);
    this.search = h('input', { id: 'search', type: 'search', placeholder: t('Search games and rule changes'), 'aria-label': t('Search games and rule changes'), autocomplete: 'off', spellcheck: 'false',
      oninput: () => this.list(), onkeydown: e => { if (e.key === 'Enter') this.enter(); } });
    this.tabs = h('div.families', { role: 'toolbar', 'aria-label': t('Families of games') });
    this.games = h('div.games', { role: 'group', 'aria-label': t('Games') });
    this.none = h('p.soft.none');
    this.parts = h('div.parts', { role: 'group', 'aria-label': t('Rule changes') }, catalogue.parts.map(p => this.box(p)));
    this.partsTitle = h('summary', {}, t('Rule changes'));
    this.partsOf = h('details.changes', {}, this.partsTitle,
      h('p.soft', {}, t('Pick one or more rule changes. Combinations that don’t work are greyed out, with the reason.')), this.parts);
    this.el = h('section.choose', {}, h('h2', {}, t('Choose a game')), this.search, this.tabs, this.games, this.none, this.partsOf);
    this.tabbing = roving(this.tabs, 'button');
    this.gaming = roving(this.games, 'button.card');
    this.parting = roving(this.parts, 'input');
  }

  box(part) {
    const box = h('input', { type: 'checkbox', id: 'part-' + part.name, onchange: e => this.tick(part.name, e.target) });
    const why = h('span.why', { id: 'why-' + part.name });
    box.setAttribute('aria-describedby', why.id);
    const label = h('label.part', { for: box.id }, box, h('span.what', {}, h('b', {}, part.name), h('span', {}, capital(part.summary)), why),
      part.picture && h('img', { src: part.picture, alt: '', loading: 'lazy' }));
    this.boxes.set(part.name, { box, why, label, part });
    return label;
  }

  tick(name, box) {
    if (box.getAttribute('aria-disabled') === 'true') { box.checked = false; return; }
    this.on.part(name, box.checked);
  }

  // show marks what is chosen, and which rule changes do not go with it.
  show(base, chosen, conflicts = {}) {
    Object.assign(this, { base, chosen });
    for (const [name, { box, why, label }] of this.boxes) {
      const refused = conflicts[name];
      box.checked = chosen.has(name);
      box.setAttribute('aria-disabled', String(!!refused));
      label.classList.toggle('refused', !!refused);
      why.textContent = refused ? capital(refused) : '';
    }
    this.partsTitle.textContent = base === 'chess' ? t('Rule changes') : t('Rule changes to {0}', base);
    this.list();
  }

  list() {
    const words = this.search.value.trim().toLowerCase().split(/[\s+]+/).filter(Boolean);
    const fits = c => words.every(w => (c.name + ' ' + c.summary + ' ' + (c.families || []).join(' ')).toLowerCase().includes(w));
    const own = { Favourites: favourites, Recent: recent }[this.family];
    const inFamily = c => words.length ? fits(c) : this.family === 'All' || c.families.includes(this.family);
    const games = own && !words.length ? own().map(c => ({ ...c, choice: c })) : this.inOrder(this.catalogue.games.filter(inFamily), words);
    this.showTabs(words.length);
    this.games.replaceChildren(...games.map(g => this.card(g)));
    let parts = 0;
    for (const [name, { label, part }] of this.boxes) {
      label.hidden = words.length ? !fits(part) : this.family === 'Lichess' && !inFamily(part) && !this.chosen.has(name);
      if (!label.hidden) parts++;
    }
    this.partsOf.hidden = !parts || (own && !words.length);
    const wide = words.length || [first, 'Lichess'].includes(this.family) || this.chosen.size > 0;
    if (this.listed !== this.family + words.join(' ')) this.partsOf.open = !!wide;
    this.listed = this.family + words.join(' ');
    this.say(games.length + (this.partsOf.hidden ? 0 : parts), words);
    this.gaming();
    this.parting();
  }

  // inOrder sorts games as their family does. Chess, which rule changes are made to, is among
  // those only while another game is chosen.
  inOrder(games, words) {
    const family = !words.length && this.catalogue.families.find(f => f.name === this.family);
    if (!family) return games;
    const at = name => family.games.indexOf(name);
    return games.filter(g => this.family !== first || this.base !== 'chess').sort((a, b) => at(a.name) - at(b.name));
  }

  // say says why nothing is listed, and offers a combination that was typed.
  say(found, words) {
    const text = this.search.value.trim(), joined = text.includes('+');
    this.none.hidden = found > 0 && !joined;
    const reason = this.family === 'Favourites' && !words.length ? t('No favourites yet. The star beside a game’s name adds it.') : t('No game is called “{0}”.', text);
    this.none.replaceChildren(...(joined ? [h('button', { onclick: () => this.enter() }, t('Choose {0}', text))] : found ? [] : [reason]));
  }

  // enter takes what was typed: a combination, or the only game that is found.
  enter() {
    const text = this.search.value.trim();
    if (text.includes('+')) { this.on.compose(text); return; }
    const cards = this.games.querySelectorAll('button.card');
    const boxes = [...this.boxes.values()].filter(b => !b.label.hidden);
    if (cards.length && (cards.length === 1 || cards[0].dataset.game === text.toLowerCase()) && !boxes.some(b => b.part.name === text)) cards[0].click();
    else if (boxes.length === 1 || boxes.some(b => b.part.name === text)) (boxes.find(b => b.part.name === text) || boxes[0]).box.click();
  }

  card(game) {
    const { choice } = game, names = game.name.split('+');
    const base = choice ? choice.base : names.find(n => !this.boxes.has(n)) || 'chess', parts = choice ? choice.parts : names.filter(n => this.boxes.has(n));
    const pressed = base === this.base && (choice || names.length > 1 ? parts.length === this.chosen.size && parts.every(p => this.chosen.has(p)) : true);
    return h('button.card', { 'data-game': game.name, 'aria-pressed': String(pressed), onclick: () => choice ? this.on.choice(choice) : game.name.includes('+') ? this.on.compose(game.name) : this.on.base(game.name) },
      h('img', { src: game.picture, alt: '', loading: 'lazy' }), h('span.what', {}, h('b', {}, breakable(game.name)), game.summary && h('span', {}, game.summary)));
  }

  showTabs(searching) {
    const names = ['All', 'Favourites', ...(recent().length ? ['Recent'] : []), ...this.catalogue.families.map(f => f.name)];
    if (!names.includes(this.family)) this.family = first;
    const now = names.join() + this.family + !!searching;
    if (this.tabbed === now) return;
    this.tabbed = now;
    const at = this.tabs.contains(document.activeElement);
    this.tabs.replaceChildren(...names.map(name => h('button', { 'aria-pressed': String(!searching && name === this.family), onclick: () => this.open(name) }, shown[name] || known(name))));
    const on = this.tabs.querySelector('[aria-pressed=true]');
    this.tabbing(on || undefined);
    if (at && on) on.focus();
    if (on) this.tabs.scrollLeft = on.offsetLeft - this.tabs.clientWidth / 2 + on.clientWidth / 2;
  }

  open(family) {
    this.family = family;
    remember('family', family);
    this.search.value = '';
    this.list();
  }
}
