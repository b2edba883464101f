// A board of any size and shape: buttons in a grid, a grid for each level. It
// shows what it is told and tells what is done to it; it knows no rule.
import { t } from './language.js';
import { edgeNames, groundOf } from './look.js';
import { drawn, h, pieceImage, pieceName, say } from './util.js';
import { animate } from './animate.js';

const roman = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'XIII', 'XIV', 'XV', 'XVI'];

export class Board {
  // on: {click(square, event), drag(from, to, event), lift(square), key(event, square), mark(marks),
  // cancel(), hand()}; all but the first two may be missing. cancel takes back what a right click
  // takes back, and tells whether there was anything; hand(code) is the element of a piece in hand.
  constructor(rules, on) {
    this.rules = rules;
    this.on = on;
    this.flip = false;
    this.cells = new Map();
    this.pieces = {};
    this.focusAt = null;
    this.marks = [];
    this.el = h('div.board', { 'aria-label': t('Board') });
    this.el.addEventListener('pointerdown', e => this.down(e));
    this.el.addEventListener('keydown', e => this.keydown(e));
    this.el.addEventListener('contextmenu', e => e.preventDefault());
    this.el.addEventListener('click', e => this.clicked(e));
    this.el.addEventListener('focusin', () => this.point(false));
    this.build();
    if (rules.levels > 1) new ResizeObserver(() => this.draw()).observe(this.el);
  }

  name(file, rank, level) {
    return String.fromCharCode(97 + file) + (rank + 1) + (this.rules.levels > 1 ? roman[level] : '');
  }

  build() {
    const { files, ranks, levels } = this.rules;
    const missing = new Set(this.rules.missing || []), holes = new Set(this.rules.holes || []);
    this.cells.clear();
    this.el.replaceChildren();
    this.el.style.setProperty('--files', files);
    this.el.style.setProperty('--ranks', ranks);
    this.el.style.setProperty('--levels', levels);
    this.el.classList.toggle('cube', levels > 1);
    this.el.classList.toggle('flat', levels === 1);
    const ground = groundOf(this.rules, this.flip);
    this.el.classList.toggle('drawn', !!ground);
    for (let l = levels - 1; l >= 0; l--) {
      const grid = h('div.grid', { role: 'grid', 'aria-label': levels > 1 ? t('Level {0}', roman[l]) : t('Board') }, ground && h('img.ground', { src: ground, alt: '', role: 'presentation', draggable: 'false' }));
      for (let row = 0; row < ranks; row++) {
        const rank = this.flip ? row : ranks - 1 - row;
        const line = h('div.row', { role: 'row' });
        for (let col = 0; col < files; col++) {
          const file = this.flip ? files - 1 - col : col;
          const name = this.name(file, rank, l);
          if (missing.has(name)) {
            line.append(h('div.missing', { role: 'gridcell', 'aria-hidden': 'true' }));
            continue;
          }
          const cell = h('button.sq', { 'data-sq': name, tabindex: '-1' });
          if ((file + rank + l) % 2 === 0) cell.classList.add('dark');
          if (holes.has(name)) cell.classList.add('hole');
          line.append(h('div.cell', { role: 'gridcell' }, cell));
          this.cells.set(name, { el: cell, file, rank, level: l, row, col });
        }
        grid.append(line);
      }
      const level = h('div.level', {}, grid);
      if (levels === 1) level.append(...this.coordinates());
      level.style.setProperty('--level', l);
      if (levels > 1) level.append(h('div.name', { 'aria-hidden': 'true' }, roman[l]));
      this.el.append(level);
    }
    this.overlay = drawn('svg', { class: 'overlay', viewBox: `0 0 ${files} ${ranks}`, 'aria-hidden': 'true' });
    (levels === 1 ? this.el.firstChild : this.el).append(this.overlay);
    this.label();
    this.focus(this.focusAt && this.cells.has(this.focusAt) ? this.focusAt : this.cells.keys().next().value, false);
  }

  // coordinates are the names of ranks and files, beside the board and below it.
  coordinates() {
    const list = (kind, names) => h('div.' + kind, { 'aria-hidden': 'true' }, names.map(name => h('span', {}, name)));
    const { files, ranks } = this.rules, players = edgeNames(this.rules, this.flip);
    this.el.classList.toggle('framed', !!players);
    if (players) return ['files', 'ranks', 'files.above', 'ranks.beyond'].map((kind, i) => list(kind, players[i]));
    const some = (n, turned, name) => Array.from({ length: n }, (_, i) => name(turned ? n - 1 - i : i));
    return [list('ranks', some(ranks, !this.flip, i => i + 1)), list('files', some(files, this.flip, i => String.fromCharCode(97 + i)))];
  }

  // restyle draws the board anew, as it is chosen to look now.
  restyle() {
    this.build();
    this.show(this.pieces, this.look || {});
  }

  turn(flip) {
    if (this.flip === flip) return;
    this.flip = flip;
    this.build();
    this.show(this.pieces, this.look || {});
  }

  // show sets the pieces and what is marked: {last, check, from, to, red, put,
  // capture, lit, attackers, hint}, each a list of squares.
  show(pieces, look, move) {
    const before = this.pieces;
    this.pieces = pieces;
    this.look = look;
    for (const [name, { el }] of this.cells) {
      const code = pieces[name];
      if (el.dataset.piece !== (code || '')) {
        el.dataset.piece = code || '';
        el.replaceChildren(...(code ? [h('img.piece' + (code.endsWith('~') ? '.promoted' : ''), { src: pieceImage(this.rules, code, this.flip), alt: '', draggable: 'false' })] : []));
      }
      for (const mark of ['last', 'check', 'from', 'to', 'red', 'put', 'lit', 'attackers', 'hint', 'premove']) {
        el.classList.toggle(mark, !!look[mark] && look[mark].includes(name));
      }
      el.classList.toggle('taken', !!code && ((look.to || []).includes(name) || (look.lit || []).includes(name)));
    }
    if (move) animate(this, move, before, code => this.on.hand && this.on.hand(code));
    this.label();
    this.draw();
  }

  // label names every button for screen readers.
  label() {
    const look = this.look || {};
    for (const [name, { el }] of this.cells) {
      const code = this.pieces[name];
      let text = name + ', ' + (code ? pieceName(this.rules, code) : el.classList.contains('hole') ? t('black hole') : t('empty'));
      if ((look.from || []).includes(name)) text += ', ' + t('picked');
      if ((look.to || []).includes(name)) text += ', ' + (code ? t('can be captured') : t('can go here'));
      if ((look.put || []).includes(name)) text += ', ' + t('can be put here');
      if ((look.red || []).includes(name)) text += ', ' + t('not allowed: the king would be attacked');
      if ((look.check || []).includes(name)) text += ', ' + t('in check');
      if ((look.premove || []).includes(name)) text += ', ' + t('premove');
      el.setAttribute('aria-label', text);
    }
  }

  focus(name, really = true) {
    const cell = this.cells.get(name);
    if (!cell) return;
    const old = this.cells.get(this.focusAt);
    if (old) old.el.tabIndex = -1;
    this.focusAt = name;
    cell.el.tabIndex = 0;
    if (really) cell.el.focus();
  }

  // Clicks come from the keyboard and screen readers too; those of a pointer are
  // handled when it goes up.
  clicked(e) {
    const cell = e.target.closest('.sq');
    if (!cell || e.detail !== 0) return;
    this.focus(cell.dataset.sq, false);
    this.on.click(cell.dataset.sq, e);
  }

  at(x, y) {
    const el = document.elementFromPoint(x, y);
    const cell = el && el.closest('.sq');
    return cell && this.el.contains(cell) ? cell.dataset.sq : null;
  }

  down(e) {
    const cell = e.target.closest('.sq');
    if (!cell) return;
    const from = cell.dataset.sq;
    if (e.button === 2 && this.on.cancel && this.on.cancel()) return;
    if (e.button === 2) {
      this.startMark(from, e);
      return;
    }
    if (e.button !== 0) return;
    e.preventDefault();
    this.focus(from);
    this.point(true);
    this.carry(from, e, cell.querySelector('img'));
  }

  // point notes whether a square was come to by a pointer, and not by the keyboard: it has no
  // frame then, and arrows are the page's.
  point(pointed) {
    this.pointed = pointed;
    this.el.classList.toggle('pointed', pointed);
  }

  // carry follows the pointer with a picture, from a square or a hand, and tells
  // where it is let go: lift, drag and click are those of on.
  carry(from, e, img, on = this.on) {
    const x = e.clientX, y = e.clientY, id = e.pointerId;
    let ghost = null;
    const move = ev => {
      if (ev.pointerId !== id) return;
      if (!ghost && img && Math.hypot(ev.clientX - x, ev.clientY - y) > 6) {
        const size = img.getBoundingClientRect().width;
        ghost = h('img.ghost', { src: img.src, alt: '' });
        ghost.style.width = size + 'px';
        document.body.append(ghost);
        img.classList.add('lifted');
        if (on.lift) on.lift(from);
      }
      if (ghost) {
        ghost.style.left = ev.clientX + 'px';
        ghost.style.top = ev.clientY + 'px';
        this.hover(this.at(ev.clientX, ev.clientY));
      }
    };
    const end = ev => {
      if (ev.pointerId !== id) return;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      this.hover(null);
      if (img) img.classList.remove('lifted');
      if (ghost) ghost.remove();
      if (ev.type === 'pointercancel') return;
      const to = this.at(ev.clientX, ev.clientY);
      if (ghost) on.drag(from, to, ev);
      else if (to === from || !this.cells.has(from)) on.click(from, ev);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  hover(name) {
    if (this.hovered) this.hovered.classList.remove('hover');
    this.hovered = name ? this.cells.get(name).el : null;
    if (this.hovered) this.hovered.classList.add('hover');
  }

  startMark(from, e) {
    const end = ev => {
      removeEventListener('pointerup', end);
      const to = this.at(ev.clientX, ev.clientY);
      if (!to) return;
      const color = ev.shiftKey ? 'R' : ev.altKey ? 'B' : 'G';
      const i = this.marks.findIndex(m => m.from === from && m.to === to);
      if (i >= 0) this.marks.splice(i, 1);
      else this.marks.push({ from, to, color });
      this.draw();
      if (this.on.mark) this.on.mark(this.marks);
    };
    addEventListener('pointerup', end);
  }

  // draw draws arrows and circles: the user's marks and those of the look.
  draw() {
    if (this.rules.levels > 1) this.measure();
    const arrows = [...this.marks, ...((this.look && this.look.arrows) || [])];
    this.overlay.replaceChildren(...arrows.map(a => this.shape(a)).filter(Boolean));
  }

  // measure lets the arrows of a cube go from where its cells are seen, on a shelf
  // or in a tower, in units of a cell.
  measure() {
    const whole = this.el.getBoundingClientRect();
    const unit = this.cells.values().next().value.el.offsetWidth || 1;
    this.overlay.setAttribute('viewBox', `0 0 ${whole.width / unit} ${whole.height / unit}`);
    this.center = ({ el }) => {
      const r = el.getBoundingClientRect();
      return [(r.x + r.width / 2 - whole.x) / unit, (r.y + r.height / 2 - whole.y) / unit];
    };
  }

  center({ col, row }) { return [col + .5, row + .5]; }

  shape({ from, to, color }) {
    const a = this.cells.get(from), b = this.cells.get(to);
    if (!a || !b) return null;
    const [ax, ay] = this.center(a), [bx, by] = this.center(b);
    const cls = 'mark ' + (color || 'G');
    if (from === to) return drawn('circle', { cx: ax, cy: ay, r: .44, class: cls + ' ring' });
    const d = Math.hypot(bx - ax, by - ay);
    if (!d) return null; // the cells are not to be seen yet
    const ux = (bx - ax) / d, uy = (by - ay) / d;
    const sx = ax + ux * .3, sy = ay + uy * .3, ex = bx - ux * .38, ey = by - uy * .38, w = .08, hw = .2;
    const px = -uy, py = ux;
    const points = [[sx + px * w, sy + py * w], [ex + px * w, ey + py * w], [ex + px * hw, ey + py * hw], [bx - ux * .1, by - uy * .1],
      [ex - px * hw, ey - py * hw], [ex - px * w, ey - py * w], [sx - px * w, sy - py * w]];
    return drawn('polygon', { points: points.map(p => p.map(v => v.toFixed(3)).join(',')).join(' '), class: cls });
  }

  keydown(e) {
    const cell = e.target.closest('.sq');
    if (!cell) return;
    const name = cell.dataset.sq, c = this.cells.get(name);
    const step = (dcol, drow, dlevel = 0) => {
      for (const [other, o] of this.cells) {
        if (o.col === c.col + dcol && o.row === c.row + drow && o.level === c.level + dlevel) return this.focus(other);
      }
    };
    const jump = test => {
      const names = [...this.cells.keys()], i = names.indexOf(name);
      const next = [...names.slice(i + 1), ...names.slice(0, i)].find(test);
      if (next) this.focus(next);
    };
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    // With Shift, and after a click, arrows are the page's: they walk through the game.
    if (e.key.startsWith('Arrow') && (e.shiftKey || this.pointed)) return;
    const digit = /^Digit([1-9])$/.exec(e.code);
    switch (true) {
      case e.key === 'ArrowLeft': step(-1, 0); break;
      case e.key === 'ArrowRight': step(1, 0); break;
      case e.key === 'ArrowUp': step(0, -1); break;
      case e.key === 'ArrowDown': step(0, 1); break;
      case e.key === 'PageUp': step(0, 0, 1); break;
      case e.key === 'PageDown': step(0, 0, -1); break;
      case e.key === 'o': say(cell.getAttribute('aria-label')); break;
      case !!digit: {
        const n = Number(digit[1]) - 1;
        jump(other => {
          const o = this.cells.get(other);
          return o.level === c.level && (e.shiftKey ? o.file === n && o.rank === c.rank : o.rank === n && o.file === c.file);
        });
        break;
      }
      case /^[a-zA-Z]$/.test(e.key) && this.rules.kinds.some(k => k.letter === e.key.toUpperCase()) && !['l', 'm', 'o', 'c'].includes(e.key): {
        const letter = e.key.toUpperCase();
        jump(other => (this.pieces[other] || '').slice(1).replace('~', '') === letter);
        break;
      }
      default:
        if (this.on.key) this.on.key(e, name);
        return;
    }
    e.preventDefault();
    e.stopPropagation();
  }
}
