// A piece is made in a dialog: by clicks on a diagram of its moves, or by its text in Betza's
// notation. What a click makes of the text, and what the text means, the server says.
import { known, t } from './language.js';
import { h } from './util.js';
import { draw, post } from './transport.js';
import { roving } from './roving.js';

const far = 3; // as many squares a diagram shows in each direction

// The marks of the ways to go; a ride is an arrow in its direction.
const ways = [
  ['leap', '●', t('leaps'), t('straight to the square, whatever is in between')],
  ['ride', '↗', t('rides'), t('step after step in this direction, until something is in the way')],
  ['lame', '◐', t('leaps, can be blocked'), t('to the square, if all squares on the way are empty')],
  ['hop', '∩', t('hops'), t('along this line over one piece, to any square behind it')],
  ['grasshopper', '∪', t('hops short'), t('along this line over one piece, to the square right behind it')],
  ['locust', '✕', t('captures by leaping over'), t('along this line over an enemy, which it captures, to the empty square behind it')],
];
const modes = [['both', t('moves and captures')], ['move', t('only moves')], ['capture', t('only captures')]];
const symmetries = [['all', t('in all directions')], ['sideways', t('left and right')], ['single', t('this square only')]];
const arrows = '→↗↑↖←↙↓↘';

const arrow = (files, ranks) => arrows[(Math.round(Math.atan2(ranks, files) / (Math.PI / 4)) + 8) % 8];
const signOf = m => m.way === 'ride' ? arrow(m.files, m.ranks) : ways.find(w => w[0] === m.way)[1];

// squareName says a square of the diagram: "2 forward, 1 to the right".
function squareName(files, ranks) {
  const parts = [];
  if (ranks) parts.push(ranks > 0 ? t('{0} forward', ranks) : t('{0} back', -ranks));
  if (files) parts.push(files > 0 ? t('{0} to the right', files) : t('{0} to the left', -files));
  return parts.join(', ');
}

// markName says a mark: "rides, only captures, at most 4 times".
function markName(m) {
  const words = [ways.find(w => w[0] === m.way)[2]];
  if (m.mode === 'own') words.push(t('also captures its own side’s pieces'));
  else if (m.mode !== 'both') words.push(modes.find(o => o[0] === m.mode)[1]);
  if (m.limit) words.push(t('at most {0} steps', m.limit));
  if (m.initial) words.push(t('as its first move only'));
  return words.join(', ');
}

// editPiece asks for a piece, beginning with {name, letter, betza, drawing} and perhaps {files,
// ranks} of the board, and calls done with the piece as it is then. One whose moves are fixed
// keeps them.
export function editPiece(piece, done) {
  new PieceMaker(piece, done).open();
}

class PieceMaker {
  constructor(piece, done) {
    Object.assign(this, { piece, done, asked: 0, unread: false, ok: !!piece.fixed });
    const field = (id, value, more) => h('input', { id, value: value || '', spellcheck: 'false', autocomplete: 'off', ...more });
    this.name = field('piece-name', piece.name, { required: true, maxlength: 40 });
    this.letter = field('piece-letter', piece.letter, { required: true, maxlength: 1, pattern: '[A-Za-z]', oninput: () => this.showDrawing() });
    this.betza = field('piece-betza', piece.betza, { required: !piece.fixed, disabled: !!piece.fixed, maxlength: 200, 'aria-describedby': 'piece-fault', oninput: () => this.typed() });
    this.drawing = h('select', { id: 'piece-drawing', onchange: () => this.showDrawing() }, h('option', { value: piece.drawing || '' }, known(piece.drawing || '') || t('its letter')));
    this.image = h('img.piece-image', { alt: '' });
    this.words = h('p.piece-words', { id: 'piece-words', 'aria-live': 'polite' });
    this.fault = h('p.piece-fault', { id: 'piece-fault', role: 'alert' });
    this.worth = h('p.piece-worth', { id: 'piece-worth' });
    this.go = h('button.go', { type: 'submit', id: 'piece-done' }, t('Done'));
    this.form = h('form.piecemaker', { onsubmit: e => this.finish(e) }, this.diagram(), this.tools(),
      h('div.piece-fields', {},
        h('label.row2', {}, t('Moves (Betza)'), this.betza), this.fault, this.words, this.worth,
        h('label.row2', {}, t('Name'), this.name), h('label.row2', {}, t('Letter'), this.letter),
        h('label.row2', {}, t('Drawn as'), h('span.piece-drawn', {}, this.drawing, this.image)),
        h('div.choices', {}, this.go, h('button', { onclick: () => this.dialog.close() }, t('Cancel')))));
    this.dialog = h('dialog.picker', { 'aria-label': t('A piece') }, this.form);
    this.dialog.addEventListener('close', () => { clearTimeout(this.timer); this.dialog.remove(); });
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    (this.piece.fixed ? this.name : this.cells.get('0,1').el).focus();
    this.step({});
  }

  diagram() {
    this.cells = new Map();
    const grid = h('div.piece-grid', { role: 'group', 'aria-label': t('Where the piece goes: forward is up') });
    for (let ranks = far; ranks >= -far; ranks--) {
      for (let files = -far; files <= far; files++) {
        const here = !files && !ranks, shade = (files + ranks) % 2 ? 'light' : 'dark';
        const el = here ? h('span.here.' + shade, { 'aria-hidden': 'true' }, this.image0 = h('img', { alt: '' })) : h('button.' + shade, {
          disabled: !!this.piece.fixed,
          'data-at': `${files},${ranks}`,
          onclick: () => this.step({ click: [files, ranks] }),
          oncontextmenu: e => { e.preventDefault(); this.step({ clear: [files, ranks] }); },
          onkeydown: e => { if (e.key === 'Delete' || e.key === 'Backspace') this.step({ clear: [files, ranks] }); },
        });
        if (!here) this.cells.set(`${files},${ranks}`, { el, files, ranks });
        grid.append(el);
      }
    }
    roving(grid, 'button');
    return grid;
  }

  // tools are what a click on the diagram does, which is its legend, too.
  tools() {
    if (this.piece.fixed) return null;
    this.chosen = { way: 'leap', mode: 'both', symmetry: 'all' };
    const group = (name, label, items) => {
      const el = h('div.piece-tools', { role: 'radiogroup', 'aria-label': label }, items.map(([value, ...face]) => h('button', {
        role: 'radio', 'data-value': value, 'aria-checked': String(this.chosen[name] === value), title: face[1],
        onclick: () => {
          this.chosen[name] = value;
          for (const b of el.querySelectorAll('button')) b.setAttribute('aria-checked', String(b.dataset.value === value));
          rove();
          this.limit.disabled = this.chosen.way !== 'ride' && this.chosen.way !== 'hop';
        },
      }, face[0])));
      const rove = roving(el, 'button');
      return el;
    };
    this.limit = h('input', { id: 'piece-limit', type: 'number', min: 0, max: 15, value: 0, disabled: true });
    this.initial = h('input', { id: 'piece-initial', type: 'checkbox' });
    const flag = (id, name) => h('input', { id: 'piece-' + id, type: 'checkbox', onchange: () => this.step({ flag: name }) });
    this.enPassant = flag('passant', 'enPassant');
    this.castles = flag('castles', 'castles');
    const check = (input, text) => h('label.check', {}, input, ' ', text);
    return h('div.piece-legend', {},
      group('way', t('How it gets there'), ways.map(([value, sign, label, title]) => [value, [h('b', {}, sign), ' ', label], title])),
      group('mode', t('To move or capture'), modes.map(([value, label]) => [value, h('span.goes.goes-' + value, {}, label)])),
      group('symmetry', t('Which squares a click sets'), symmetries),
      h('div.piece-more', {}, h('label', {}, t('Maximum steps (0: any)'), ' ', this.limit), check(this.initial, t('first move only')), check(this.enPassant, t('captures en passant')), check(this.castles, t('castles')),
        h('button', { id: 'piece-empty', onclick: () => this.step({ flag: 'all' }) }, t('Clear all'))));
  }

  typed() {
    clearTimeout(this.timer);
    this.ok = false;
    this.go.disabled = false;
    this.unread = true;
    this.timer = setTimeout(() => this.step({}), 150);
  }

  // step asks what the piece is after something was done to it.
  async step(what) {
    this.unread = false;
    const n = ++this.asked, manner = this.chosen && { way: this.chosen.way, mode: this.chosen.mode, initial: this.initial.checked, limit: Number(this.limit.value) || 0 };
    const request = { betza: this.betza.value.trim(), ...what };
    if (this.piece.files) Object.assign(request, { files: this.piece.files, ranks: this.piece.ranks });
    if (what.click || what.clear) Object.assign(request, { manner, symmetry: this.chosen.symmetry });
    let now;
    try {
      now = await post('/api/piece', request);
    } catch (e) {
      now = { betza: request.betza, fault: e.message };
    }
    if (n !== this.asked) return; // something has been done since
    this.show(now, what);
  }

  show(now, what) {
    const trouble = now.fault || now.refusal || '';
    if (what.click || what.clear || what.flag) this.betza.value = now.betza;
    this.fault.textContent = trouble && !(this.betza.value === '' && !what.flag) ? trouble : '';
    this.betza.setAttribute('aria-invalid', String(!!now.fault));
    if (now.drawings && this.drawing.options.length === 1) this.fillDrawings(now.drawings);
    this.ok = !!this.piece.fixed || !trouble && !!(now.targets && now.targets.length);
    this.go.disabled = !this.ok;
    if (!now.targets) return;
    this.words.textContent = now.targets.length ? t('It {0}.', now.words) : t('It does not move yet: click a square.');
    this.worth.textContent = now.value > 0 ? t('Worth about {0} pawns.', (now.value / 100).toFixed(1)) : '';
    if (this.chosen) {
      this.enPassant.checked = now.enPassant;
      this.castles.checked = now.castles;
    }
    for (const [key, { el, files, ranks }] of this.cells) {
      const marks = now.targets.filter(m => `${m.files},${m.ranks}` === key);
      el.replaceChildren(...marks.map(m => h('span.goes.goes-' + m.mode + (m.beyond ? '.beyond' : '') + (m.initial ? '.initial' : ''), {}, signOf(m), m.limit && !m.beyond ? h('sub', {}, m.limit) : null)));
      el.setAttribute('aria-label', [squareName(files, ranks), ...marks.filter(m => !m.beyond).map(markName)].join(': '));
      el.setAttribute('aria-pressed', String(marks.some(m => !m.beyond)));
    }
  }

  fillDrawings(names) {
    const value = this.drawing.value;
    this.drawing.replaceChildren(h('option', { value: '' }, t('its letter')), ...names.map(name => h('option', { value: name }, known(name))));
    this.drawing.value = value;
    this.showDrawing();
  }

  showDrawing() {
    const letter = /^[A-Za-z]$/.test(this.letter.value) ? this.letter.value.toUpperCase() : 'X';
    const path = `/piece/w/${letter}.svg?name=${encodeURIComponent(this.drawing.value)}`;
    for (const image of [this.image, this.image0]) draw(image, path);
  }

  async finish(e) {
    e.preventDefault();
    if (this.unread) {
      clearTimeout(this.timer);
      await this.step({});
    }
    if (!this.ok || !this.dialog.open) return;
    this.dialog.close();
    this.done({ name: this.name.value.trim(), letter: this.letter.value, betza: this.betza.value.trim(), drawing: this.drawing.value });
  }
}
