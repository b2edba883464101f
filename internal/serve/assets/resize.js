// The corner of a board that makes it larger or smaller: dragged, or by the keyboard. The
// size is remembered.
import { t } from './language.js';
import { h } from './util.js';
import { recall, remember } from './remember.js';

const least = 50, most = 160; // percent of what fits below the header

export class Resizer {
  // table is the element with the board, changed is called with every size.
  constructor(table, changed) {
    Object.assign(this, { table, changed });
    this.el = h('div.resizer', {
      role: 'slider', tabindex: '0', 'aria-label': t('Size of the board'), title: t('Size of the board: drag, or arrow keys; double click resets it'),
      'aria-valuemin': least, 'aria-valuemax': most, onpointerdown: e => this.drag(e), onkeydown: e => this.key(e), ondblclick: () => this.set(100),
    });
    this.set(recall('size', 100));
  }

  set(size) {
    this.size = Math.round(Math.max(least, Math.min(most, size))) || 100;
    this.table.style.setProperty('--zoom', this.size / 100);
    this.el.setAttribute('aria-valuenow', this.size);
    this.el.setAttribute('aria-valuetext', t('{0} percent', this.size));
    remember('size', this.size);
    this.changed();
  }

  key(e) {
    const steps = { ArrowUp: 5, ArrowRight: 5, ArrowDown: -5, ArrowLeft: -5, PageUp: 20, PageDown: -20 };
    if (e.key === 'Home') this.set(least);
    else if (e.key === 'End') this.set(most);
    else if (steps[e.key]) this.set(this.size + steps[e.key]);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  // drag follows the pointer. The board stays in the middle, and so grows to both sides.
  drag(e) {
    if (e.button !== 0) return;
    e.preventDefault();
    this.el.focus({ preventScroll: true });
    this.el.setPointerCapture(e.pointerId);
    const from = e.clientX, size = this.size, { width } = this.el.previousElementSibling.getBoundingClientRect();
    const follow = ev => this.set(size * (width + 2 * (ev.clientX - from)) / width);
    const end = () => this.el.removeEventListener('pointermove', follow);
    this.el.addEventListener('pointermove', follow);
    this.el.addEventListener('pointerup', end, { once: true });
    this.el.addEventListener('pointercancel', end, { once: true });
  }
}
