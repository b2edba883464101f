// The board of the bench: the start position, to be drawn with pieces, missing squares and zones.
import { h } from './util.js';
import { Board } from './board.js';
import { t } from './language.js';
import { Palette } from './palette.js';
import { recall, remember } from './remember.js';

const ways = { across: t('Opposite'), rotated: t('Turned around'), '': t('This side only') };

export class BenchBoard {
  constructor(bench) {
    this.bench = bench;
    const kept = recall('bench-opposite', 'across');
    this.opposite = kept in ways ? kept : 'across';
    this.tool = 'move';
    this.picked = null;
    this.el = h('div.table');
    this.mirror = h('select', { id: 'bench-opposite', onchange: () => { this.opposite = this.mirror.value; remember('bench-opposite', this.opposite); } },
      Object.entries(ways).map(([value, text]) => h('option', { value, selected: value === this.opposite }, text)));
    this.zone = h('select', { id: 'bench-zone', onchange: () => this.choose(this.zone.value ? 'zone' : 'move') });
    this.says = h('p.soft');
    this.options = h('div', {},
      h('div.row2', {}, h('label', { for: 'bench-opposite' }, t('The other side')), this.mirror),
      h('div.row2', {}, h('label', { for: 'bench-zone' }, t('Draw a zone')), this.zone), this.says);
  }

  // show shows the start of a game. The board is made anew if it has changed, so that pieces
  // that stay do not flicker.
  show(now) {
    this.now = now;
    const { rules } = now;
    const known = new Map(rules.kinds.map(k => [k.letter, k]));
    const drawn = { ...rules, missing: [], walls: false, kinds: now.kinds.map(k => ({ ...known.get(k.letter), letter: k.letter, name: k.name, rare: false })) };
    const shape = JSON.stringify([rules.files, rules.ranks, rules.holes, rules.look]), kinds = JSON.stringify(drawn.kinds);
    if (shape !== this.shape) {
      this.shape = shape;
      this.kinds = '';
      this.board = new Board(drawn, { click: (sq, e) => this.click(sq, e), drag: (from, to) => this.drag(from, to), key: (e, sq) => this.key(e, sq) });
    }
    if (this.board.el !== this.painted) {
      this.painted = this.board.el;
      this.painted.addEventListener('pointerdown', e => this.paint(e), true);
    }
    this.board.rules = drawn;
    if (kinds !== this.kinds) {
      this.kinds = kinds;
      const { tool } = this, zone = this.zone.value;
      this.palette = new Palette(drawn, this.board, { choose: to => this.chosen(to), drag: (code, to) => { if (to) this.put(to, code); } });
      this.palette.el.lastChild.append(h('button', { role: 'radio', 'data-tool': 'missing', title: t('Squares that are not on the board'), onclick: () => this.choose('missing') }, t('Missing squares')));
      this.palette.el.querySelector('[data-tool=""]').addEventListener('click', () => this.choose(''));
      this.palette.el.querySelector('[data-tool="move"]').addEventListener('click', () => this.choose('move'));
      this.palette.rove();
      this.el.replaceChildren(h('div.boardrow', {}, this.board.el), this.palette.el);
      this.board.pieces = {};
      for (const { el } of this.board.cells.values()) delete el.dataset.piece; // drawn as they are called now
      const stays = ['move', '', 'missing', 'zone'].includes(tool) || drawn.kinds.some(k => k.letter === tool.slice(1));
      this.zone.value = zone; // which a new palette has cleared
      this.choose(stays ? tool : 'move');
    }
    const zones = now.settings.filter(s => s.kind === 'squares'), { value } = this.zone;
    this.zone.replaceChildren(h('option', { value: '' }, '–'), ...zones.map(z => h('option', { value: z.key }, z.title)));
    this.zone.value = zones.some(z => z.key === value) ? value : '';
    this.draw();
  }

  draw() {
    const { now, board } = this;
    board.show(now.pieces, this.picked ? { from: [this.picked] } : {});
    const missing = new Set(now.rules.missing || []), zone = this.zoned(), inZone = new Set(zone ? zone.squares : []);
    const wrong = new Set(now.faults.flatMap(f => f.squares || []));
    for (const [name, { el }] of board.cells) {
      el.classList.toggle('gone', missing.has(name));
      el.classList.toggle('zone', inZone.has(name));
      el.classList.toggle('wrong', wrong.has(name));
    }
    this.says.textContent = zone ? zone.says : '';
  }

  zoned() { return this.tool === 'zone' ? this.now.settings.find(s => s.key === this.zone.value) : null; }

  // chosen takes a tool that was chosen in the palette; choose chooses one.
  chosen(tool) {
    this.tool = tool;
    this.picked = null;
    if (tool !== 'zone') this.zone.value = '';
    if (this.now) this.draw();
  }

  choose(tool) {
    if (tool === 'zone' && !this.zone.value) tool = 'move';
    const zone = this.zone.value;
    this.palette.choose(tool);
    if (tool === 'zone') this.zone.value = zone;
    if (this.now) this.draw();
  }

  click(sq, e) {
    const { bench, tool, now, opposite } = this, brush = this.paints();
    if (brush) bench.step({ op: brush.op, key: brush.key, square: sq, on: !brush.squares.includes(sq), opposite });
    else if (tool === 'move') {
      if (this.picked === null) { if (now.pieces[sq]) { this.picked = sq; this.draw(); } } else { const from = this.picked; this.picked = null; this.drag(from, sq); }
    } else if (tool === '' || now.pieces[sq] === tool) this.put(sq, '');
    else this.put(sq, e.shiftKey ? (tool[0] === 'w' ? 'b' : 'w') + tool.slice(1) : tool);
  }

  put(square, piece) { this.bench.step({ op: 'put', square, piece, opposite: this.opposite }); }

  // paints tells whether the pointer draws squares, and which of them are drawn already.
  paints() {
    if (this.tool === 'missing') return { op: 'missing', squares: this.now.rules.missing || [] };
    const zone = this.zoned();
    return zone ? { op: 'square', key: zone.key, squares: zone.squares } : null;
  }

  // paint draws the squares between where the pointer goes down and where it goes up, or
  // clears them if the first one is drawn.
  paint(e) {
    const brush = this.paints(), from = this.board.at(e.clientX, e.clientY);
    if (!brush || !from || e.button !== 0) return;
    e.preventDefault();
    e.stopPropagation();
    this.board.focus(from);
    this.board.point(true);
    const { op, key, squares } = brush, { board } = this;
    let to = from;
    const light = on => { for (const name of this.between(from, to)) board.cells.get(name).el.classList.toggle('painting', on); };
    const move = ev => { light(false); to = board.at(ev.clientX, ev.clientY) || to; light(true); };
    const end = ev => {
      for (const what of ['pointerup', 'pointercancel']) removeEventListener(what, end);
      removeEventListener('pointermove', move);
      light(false);
      if (ev.type === 'pointerup') this.bench.step(...this.between(from, to).map(square => ({ op, key, square, on: !squares.includes(from), opposite: this.opposite })));
    };
    light(true);
    addEventListener('pointermove', move);
    for (const what of ['pointerup', 'pointercancel']) addEventListener(what, end);
  }

  // drag moves a piece, or takes it off the board.
  drag(from, to) {
    this.picked = null;
    if (!this.now.pieces[from] || from === to) this.draw();
    else if (to) this.bench.step({ op: 'move', square: from, to, opposite: this.opposite });
    else this.put(from, '');
  }

  // between returns the squares of the rectangle between two.
  between(from, to) {
    const a = this.board.cells.get(from), b = this.board.cells.get(to), list = [];
    for (const [name, { file, rank }] of this.board.cells) {
      if ((file - a.file) * (file - b.file) <= 0 && (rank - a.rank) * (rank - b.rank) <= 0) list.push(name);
    }
    return list;
  }

  key(e, sq) {
    if (e.key === 'Delete' || e.key === 'Backspace') this.put(sq, '');
    else if (e.key === 'Escape') { this.picked = null; this.choose('move'); } else return;
    e.preventDefault();
  }
}
