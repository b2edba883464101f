// The pieces of the bench: what they are called, how they move, and which others there are.
import { h, pieceImage } from './util.js';
import { known as said, t } from './language.js';
import { editPiece } from './piecemaker.js';

export class BenchPieces {
  constructor(bench) {
    this.bench = bench;
    this.list = h('ul.pieces-of');
    this.add = h('button.go', { id: 'piece-new', onclick: () => this.invent() }, t('Invent a piece'));
    this.army = h('select', { id: 'piece-army', 'aria-label': t('Add a known piece'), onchange: () => this.enlist() });
    this.el = h('div', {}, h('div.tools', {}, this.add, this.army), this.list);
  }

  show(now) {
    this.now = now;
    this.add.disabled = !now.custom;
    this.army.replaceChildren(h('option', { value: '' }, t('Add a known piece …')), ...now.army.map(p => h('option', { value: p.key }, p.betza ? `${said(p.name)} (${p.betza})` : said(p.name))));
    const rules = { ...now.rules, kinds: now.rules.kinds };
    this.list.replaceChildren(...now.kinds.map(k => h('li', { 'data-key': k.key },
      h('img', { src: pieceImage(rules, 'w' + k.letter), alt: '' }),
      h('span.what', {}, h('b', {}, said(k.name)), h('small', {}, k.letter, ' · ', h('code', {}, k.betza || t('no moves')))),
      h('button.tool', { 'aria-label': t('Change: {0}', said(k.name)), onclick: () => this.change(k) }, k.custom && k.key !== 'king' ? t('Change') : t('Rename')),
      h('button.tool', { 'aria-label': t('Remove: {0}', said(k.name)), title: t('Remove'), onclick: () => this.bench.step({ op: 'remove', key: k.key }) }, '✕'))));
  }

  // freeLetter returns a letter that no piece has, one of a name's if there is any.
  freeLetter(name = '') {
    const taken = new Set(this.now.kinds.map(k => k.letter.toLowerCase()));
    return [...name.toLowerCase() + 'wschtgeidlmouvxyzfajnpbrqk'].find(c => /[a-z]/.test(c) && !taken.has(c)) || '';
  }

  invent() {
    const letter = this.freeLetter();
    editPiece({ key: '', name: '', letter, betza: '', drawing: '', files: this.now.files, ranks: this.now.ranks }, p => this.bench.step({ op: 'piece', ...p, key: '' }));
  }

  enlist() {
    const known = this.now.army.find(p => p.key === this.army.value);
    this.army.value = '';
    if (known) this.bench.step({ op: 'piece', key: known.key, letter: this.freeLetter(known.name), name: known.name, betza: '' });
  }

  change(k) {
    editPiece({ files: this.now.files, ranks: this.now.ranks, key: k.key, name: k.name, letter: k.letter.toLowerCase(), betza: k.betza, drawing: k.drawing, fixed: !k.custom || k.key === 'king' }, p => this.bench.step({ op: 'piece', ...p, key: k.key }));
  }
}
