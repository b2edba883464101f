// What is looked for in a list of games, field by field: a form, and what it means for the games
// of a file. For saved games it is sent to the server, which has the same in filter.go.
import { t } from './language.js';
import { h } from './util.js';

// opening writes moves as lists of games have them: without numbers and signs.
export const opening = text => text.replace(/\d+\.+/g, ' ').replace(/[+#!?]/g, '').trim().split(/\s+/).slice(0, 12).join(' ');

export class Filter {
  // wanted is what is looked for at first; changed is called when that is something else.
  constructor(wanted, changed) {
    this.wanted = { ...wanted };
    const set = (name, value) => {
      if (value) this.wanted[name] = value;
      else delete this.wanted[name];
      this.count();
      changed();
    };
    const field = (label, name, of = {}, read = text => text) => h('label', {}, h('span', {}, label),
      h('input', { value: this.wanted[name] || '', 'data-field': name, ...of, oninput: e => set(name, read(e.target.value.trim())) }));
    const results = [['', t('Any')], ['1-0', t('White wins')], ['0-1', t('Black wins')], ['1/2-1/2', t('Draw')], ['*', t('Unfinished')]];
    this.position = h('p.chips');
    const select = h('select', { 'data-field': 'result', onchange: e => set('result', e.target.value) }, results.map(([value, text]) => h('option', { value }, text)));
    select.value = this.wanted.result || '';
    this.names = h('datalist', { id: 'variants-there' });
    this.fields = h('div.fields', {}, field(t('Player'), 'player'), field(t('Event'), 'event'),
      field(t('Game'), 'variant', { list: 'variants-there' }, text => text.toLowerCase()), h('label', {}, h('span', {}, t('Result')), select),
      field(t('From date'), 'after', { type: 'date' }), field(t('To date'), 'before', { type: 'date' }),
      field(t('First moves'), 'opening', { placeholder: 'e4 e5 Nf3', spellcheck: 'false' }, opening), field(t('Tag'), 'tag'));
    this.title = h('summary');
    this.el = h('details.filter', { open: Object.keys(this.wanted).length > 0 }, this.title, this.position, this.fields, this.names,
      h('button', { onclick: () => { this.clear(); changed(); } }, t('Clear')));
    this.forget = () => { delete this.wanted.at; delete this.wanted.fen; this.count(); changed(); };
    this.count();
  }

  // count shows how many fields are in force, and whether a position is.
  count() {
    const n = Object.keys(this.wanted).filter(name => name !== 'at').length;
    this.title.textContent = n ? t('Search by field ({0})', n) : t('Search by field');
    this.position.hidden = !this.wanted.fen;
    this.position.replaceChildren(this.wanted.fen ? h('button.chip', { title: this.wanted.fen, onclick: () => this.forget() }, t('With the position from the analysis'), ' ✕') : '');
  }

  clear() {
    this.wanted = {};
    for (const input of this.fields.querySelectorAll('[data-field]')) input.value = '';
    this.count();
  }

  // offer lists names of games to choose from.
  offer(names) {
    if (names.length !== this.names.children.length) this.names.replaceChildren(...names.map(value => h('option', { value })));
  }

  // lets says of a game of a file whether it is looked for, its position aside; tags are its own.
  lets(g, tags) {
    const { player, event, variant, result, after, before, opening: first, tag } = this.wanted;
    return (!player || `${g.white}\n${g.black}`.toLowerCase().includes(player.toLowerCase())) && (!event || (g.event || '').toLowerCase().includes(event.toLowerCase())) &&
      (!variant || g.variant === variant) && (!result || g.result === result) && (!after || (g.date && g.date >= after.slice(0, g.date.length))) &&
      (!before || (g.date && g.date <= before.slice(0, g.date.length))) && (!first || `${g.opening || ''} `.startsWith(first + ' ')) &&
      (!tag || tags.some(own => own.toLowerCase().includes(tag.toLowerCase())));
  }
}
