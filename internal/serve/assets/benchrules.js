// The rules of the bench: parts of our games, and the keys of files, each a switch. What does not
// go with the rest is grey, and says why.
import { known, t } from './language.js';
import { h, capital } from './util.js';
import { recall, remember } from './remember.js';

export class BenchRules {
  constructor(bench) {
    this.bench = bench;
    this.find = h('input', { id: 'rule-find', type: 'search', placeholder: t('Find a rule'), 'aria-label': t('Find a rule'), oninput: () => this.filter() });
    this.parts = h('div.parts');
    this.groups = h('div');
    this.el = h('div', {}, this.find, h('details.rule-group', { open: recall('rules-parts', true), ontoggle: e => remember('rules-parts', e.target.open) }, h('summary', {}, t('Rule changes')), this.parts), this.groups);
    this.open = new Set(recall('rules-open', []));
  }

  show(now) {
    const focus = document.activeElement && this.el.contains(document.activeElement) ? document.activeElement.id : '';
    this.parts.replaceChildren(...now.parts.map(p => this.part(p)));
    const names = [...new Set(now.settings.filter(s => s.kind !== 'squares').map(s => s.group))];
    this.groups.replaceChildren(...names.map(name => this.group(name, now.settings.filter(s => s.group === name && s.kind !== 'squares'))));
    this.filter();
    if (focus) document.getElementById(focus)?.focus();
  }

  part(p) {
    const grey = !p.on && !!p.refused;
    return h('label.part' + (grey ? '.refused' : ''), {}, h('input', { type: 'checkbox', id: 'part-' + p.name, checked: p.on, disabled: grey, onchange: e => this.bench.step({ op: 'part', name: p.name, on: e.target.checked }) }),
      h('span.what', {}, h('b', {}, p.name), h('span', {}, capital(known(p.summary))), grey && h('span.why', {}, capital(p.refused))), p.picture && h('img', { src: p.picture, alt: '', loading: 'lazy' }));
  }

  group(name, settings) {
    const own = settings.filter(s => s.own).length;
    return h('details.rule-group', { 'data-group': name, open: this.open.has(name), ontoggle: e => {
      if (e.target.open) this.open.add(name); else this.open.delete(name);
      remember('rules-open', [...this.open]);
    } }, h('summary', {}, known(name), own > 0 && h('small', {}, ' ' + t('{0} set here', own))), settings.map(s => this.setting(s)));
  }

  setting(s) {
    const set = value => this.bench.step(value === null ? { op: 'unset', key: s.key } : { op: 'set', key: s.key, value });
    const refused = s.refused || {}, reasons = [...new Set(Object.values(refused))], id = 'rule-' + s.key;
    const inputs = {
      bool: () => h('input', { id, type: 'checkbox', checked: s.value === 'true', disabled: !!refused[s.value === 'true' ? 'false' : 'true'], onchange: e => set(String(e.target.checked)) }),
      choice: () => h('select', { id, onchange: e => set(e.target.value) }, s.values.map(v => h('option', { value: v, selected: v === s.value, disabled: !!refused[v] }, v))),
      number: () => h('input', { id, type: 'number', min: s.low, max: s.high, value: s.value, onchange: e => set(e.target.value) }),
    };
    const input = (inputs[s.kind] || (() => h('input', { id, value: s.value, spellcheck: 'false', onchange: e => set(e.target.value.trim() || '-') })))();
    return h('div.rule' + (s.own ? '.own' : '') + (s.kind === 'bool' && input.disabled ? '.refused' : ''), { 'data-key': s.key },
      h('label', { for: id }, h('b', {}, known(s.title)), h('small', {}, known(s.says)), h('code.soft', {}, s.key), reasons.map(r => h('small.why', {}, capital(r)))),
      h('span.value', {}, input, s.own && h('button.tool', { title: t('As in the parent game'), 'aria-label': t('{0}: as in the parent game', known(s.title)), onclick: () => set(null) }, '↺')));
  }

  // filter shows what has all words that were typed.
  filter() {
    const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = el => words.every(w => el.textContent.toLowerCase().includes(w));
    for (const el of this.el.querySelectorAll('.part, .rule')) el.hidden = !fits(el);
    for (const g of this.el.querySelectorAll('.rule-group')) {
      g.hidden = words.length > 0 && ![...g.querySelectorAll('.part, .rule')].some(el => !el.hidden);
      if (words.length && !g.hidden) g.open = true;
    }
  }
}
