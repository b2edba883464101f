// A list of any length, a page of it at a time.
import { h } from './util.js';
import { roving } from './roving.js';

const number = n => n.toLocaleString('en');

export class Pager {
  // row makes an element of an item; buttons in it that match the selector are reached by arrows.
  constructor(size, row, selector, turn) {
    Object.assign(this, { size, row, turn, from: 0, total: 0 });
    this.rows = h('ul.rows');
    this.rove = roving(this.rows, selector);
    this.count = h('span.count-text', { role: 'status' });
    const step = (label, text, by) => h('button', { 'aria-label': label, title: label, onclick: () => this.go(by()) }, text);
    this.back = [step('First page', '«', () => 0), step('Previous page', '‹', () => this.from - size)];
    this.on = [step('Next page', '›', () => this.from + size), step('Last page', '»', () => Math.floor((this.total - 1) / size) * size)];
    this.nav = h('div.pager', { role: 'group', 'aria-label': 'Pages of the list' }, this.back, this.count, this.on);
    this.el = h('div.paged', {}, this.rows, this.nav);
  }

  go(from) {
    this.from = Math.max(0, from);
    this.turn();
    this.el.scrollIntoView({ block: 'nearest' });
  }

  // show shows a page: the items from this.from on, of so many.
  show(items, total) {
    this.total = total;
    this.rows.replaceChildren(...items.map(item => this.row(item)));
    this.rove();
    this.note(total);
  }

  // note tells how many there are while the page stays as it is.
  note(total) {
    this.total = total;
    const last = Math.min(total, this.from + this.size);
    this.count.textContent = total ? `${number(this.from + 1)}–${number(last)} of ${number(total)}` : '';
    this.nav.hidden = total <= this.size;
    for (const b of this.back) b.disabled = this.from === 0;
    for (const b of this.on) b.disabled = last >= total;
  }
}
