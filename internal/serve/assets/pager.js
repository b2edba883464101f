// A list of any length, a page of it at a time.
import { t } from './language.js';
import { h } from './util.js';
import { roving } from './roving.js';

export class Pager {
  // row makes an element of an item; buttons in it that match the selector are reached by arrows.
  constructor(size, row, selector, turn) {
    Object.assign(this, { size, row, turn, from: 0, total: 0 });
    this.rows = h('ul.rows');
    this.rove = roving(this.rows, selector);
    this.count = h('span.count-text', { role: 'status' });
    const step = (label, text, by) => h('button', { 'aria-label': label, title: label, onclick: () => this.go(by()) }, text);
    this.back = [step(t('First page'), '«', () => 0), step(t('Previous page'), '‹', () => this.from - size)];
    this.on = [step(t('Next page'), '›', () => this.from + size), step(t('Last page'), '»', () => Math.floor((this.total - 1) / size) * size)];
    this.nav = h('div.pager', { role: 'group', 'aria-label': t('Pages of the list') }, this.back, this.count, this.on);
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
    this.count.textContent = total ? t('{0}–{1} of {2}', this.from + 1, last, total) : '';
    this.nav.hidden = total <= this.size;
    for (const b of this.back) b.disabled = this.from === 0;
    for (const b of this.on) b.disabled = last >= total;
  }
}
