// The pieces of a game, to be dragged to a board or chosen for the next clicks.
import { t } from './language.js';
import { h, pieceImage, pieceName } from './util.js';
import { roving } from './roving.js';

export class Palette {
  // on: {choose(tool), drag(code, square, event)}; a tool is a piece's code, or '' to clear squares.
  // first is the tool that places nothing: its value, name for screen readers, and face.
  constructor(rules, board, on, first = ['move', t('Move pieces'), t('Move')]) {
    Object.assign(this, { rules, board, on, tool: first[0], first: first[0] });
    const kinds = rules.kinds.filter(k => !k.rare);
    const row = codes => h('div.palette-row', {}, codes.map(code => this.piece(code)));
    this.el = h('div.palette', { role: 'radiogroup', 'aria-label': t('What a click on the board does') },
      row(kinds.map(k => 'w' + k.letter)), row(kinds.map(k => 'b' + k.letter)),
      h('div.palette-row', {}, this.button(...first), rules.walls && this.piece('w*'), this.button('', t('Clear squares'), t('Clear'))));
    this.rove = roving(this.el, 'button');
    this.choose(this.tool);
  }

  button(tool, label, ...face) {
    return h('button', { role: 'radio', 'data-tool': tool, 'aria-label': label, title: label, onclick: e => { if (e.detail === 0 || !tool || tool === this.first) this.choose(tool); } }, face);
  }

  piece(code) {
    const img = h('img', { src: pieceImage(this.rules, code), alt: '', draggable: 'false' });
    const button = this.button(code, t('Place a {0}', pieceName(this.rules, code)), img);
    button.addEventListener('pointerdown', e => {
      if (e.button !== 0) return;
      e.preventDefault();
      button.focus();
      this.board.carry(code, e, img, { drag: (_, to, ev) => this.on.drag(code, to, ev), click: () => this.choose(this.tool === code ? this.first : code) });
    });
    return button;
  }

  choose(tool) {
    this.tool = tool;
    for (const b of this.el.querySelectorAll('button')) b.setAttribute('aria-checked', String(b.dataset.tool === tool));
    this.rove();
    this.on.choose(tool);
  }
}
