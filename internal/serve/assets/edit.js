// The editor: any position of any game, judged by the server as it grows.
import { known, t } from './language.js';
import { h, attempt, enter, copy, sentence, pieceImage, toast } from './util.js';
import { get, post } from './transport.js';
import { Board } from './board.js';
import { Palette } from './palette.js';
import { gameList } from './gamelist.js';
import { roving } from './roving.js';
import { local, session } from './remember.js';

export async function edit(view, [variant = 'chess', fen = '']) {
  const [catalogue, first] = await Promise.all([get('/api/catalogue'), post('/api/position', { variant, fen })]);
  const start = first.position ? first : await post('/api/position', { variant });
  new Editor(catalogue, first, start).open(view);
}

const sides = ['white', 'black'], sideName = side => t('{0?White|Black}', side === 'black');
const restOf = fen => fen.trim().split(/\s+/).slice(3).join(' ');

class Editor {
  constructor(catalogue, first, start) {
    Object.assign(this, { catalogue, first, rules: first.rules, picked: null, asking: 0, good: '' });
    this.flat = this.rules.levels === 1;
    this.board = new Board(this.rules, {
      click: (sq, e) => this.click(sq, e), drag: (from, to, e) => this.drag(from, to, e), key: (e, sq) => this.key(e, sq),
    });
    this.palette = new Palette(this.rules, this.board, { choose: () => this.pick(null), drag: (code, to, e) => this.drop(code, to, e) });
    this.rights = h('div.rights', { role: 'group', 'aria-label': t('Castling') });
    this.rest = h('input', { id: 'rest', spellcheck: 'false', onchange: () => this.changed() });
    this.text = h('textarea', { rows: 3, spellcheck: 'false', 'aria-label': 'FEN', onchange: () => this.load(this.text.value) });
    this.verdict = h('p.verdict', { role: 'status' });
    this.sideButtons = h('div.segments', { id: 'editside', role: 'group', 'aria-label': t('To move') },
      sides.map(s => h('button', { 'data-side': s, onclick: () => { this.side = s; this.showSide(); this.changed(); } }, sideName(s))));
    this.roveSides = roving(this.sideButtons, 'button');
    this.most = this.rules.files * this.rules.ranks; // of a kind in a hand
    this.held = this.rules.kinds.filter(k => !k.rare && k.letter[0] !== '+');
    this.hands = [{}, {}];
    this.take(start);
    if (first !== start) this.text.value = first.fen;
    this.judged(first);
  }

  open(view) {
    const { rules, board } = this;
    this.handRows = this.first.hands ? sides.map((side, c) => this.handRow(side, c)) : [];
    this.showHands();
    const tool = (text, f) => h('button', { onclick: f }, text);
    view.replaceChildren(h('div.game.editor', {},
      h('div.table', {}, h('div.boardrow', {}, board.el), h('div.below', {}, this.palette.el, this.verdict)),
      h('aside', {}, h('h1', {}, t('Editor')),
        h('div.row2', {}, h('label', { for: 'variant' }, t('Game')), gameList(this.catalogue, rules.name, name => { location.hash = '#/edit/' + encodeURIComponent(name); })),
        h('div.row2', {}, h('span', {}, t('To move')), this.sideButtons),
        this.castling = h('div.row2', {}, h('span', {}, t('Castling')), this.rights),
        this.handRows.length > 0 && h('div.hands', {}, h('h2', {}, t('In hand')), this.handRows.map(r => r.el)),
        h('div.tools', {}, tool(t('Clear the board'), () => { this.pieces = {}; this.hands = [{}, {}]; this.showHands(); this.changed(); }), tool(t('Start position'), () => this.load('')),
          tool(t('Flip'), () => board.turn(!board.flip))),
        h('div.tools', {}, this.catalogue.engine && h('button.go', { onclick: () => this.begin(true) }, t('Play the engine')), tool(t('Play both sides'), () => this.begin(false)), tool(t('Analyse'), () => this.begin(false, true))),
        h('details', { open: this.text.value !== this.good }, h('summary', {}, this.flat ? 'FEN' : t('As text')), this.text,
          this.flat && h('div.row2', {}, h('label', { for: 'rest' }, t('En passant, counters')), this.rest),
          h('div.tools', {}, tool(t('Copy'), () => copy(this.text.value, t('Position copied'))))))));
    this.showRights(this.first.castling || []);
  }

  handRow(side, c) {
    const inputs = this.held.map(k => h('input', { type: 'number', inputmode: 'numeric', min: 0, max: this.most, 'data-hand': 'wb'[c] + k.letter, 'aria-label': t('{0?White|Black} has in hand: {1}', c, known(k.name)),
      onchange: e => this.hold(c, k.letter, Number(e.target.value)) }));
    const el = h('div.hand-row', { role: 'group', 'aria-label': t('{0?White|Black}’s hand', c), 'data-holder': c }, h('span', {}, sideName(side)),
      inputs.map((input, i) => h('label', {}, h('img', { src: pieceImage(this.rules, 'wb'[c] + this.held[i].letter), alt: '' }), input)));
    return { el, inputs };
  }

  hold(c, letter, count) {
    this.hands[c][letter] = Math.max(0, Math.min(this.most, Math.floor(count) || 0));
    this.showHands();
    this.changed();
  }

  showHands() {
    this.handRows.forEach(({ inputs }, c) => inputs.forEach((input, i) => { input.value = this.hands[c][this.held[i].letter] || 0; }));
  }

  showSide() {
    for (const b of this.sideButtons.children) b.setAttribute('aria-pressed', String(b.dataset.side === this.side));
    this.roveSides();
  }

  showRights(list) {
    this.castling.hidden = !list.length;
    const box = r => h('label', {}, h('input', { type: 'checkbox', id: 'castling-' + r.right, 'data-right': r.right, 'aria-label': t('{0?White|Black} may castle, {1}', r.side === 'black', known(r.name)), checked: r.on, onchange: () => this.changed() }), known(r.name));
    const now = document.activeElement && document.activeElement.id;
    this.rights.replaceChildren(...sides.map(side => list.filter(r => r.side === side)).filter(l => l.length).map(l => h('div', {}, h('span', {}, sideName(l[0].side)), l.map(box))));
    if (now && now.startsWith('castling-')) { const again = document.getElementById(now); if (again) again.focus(); }
  }

  // pick takes a piece up that is moved by two clicks, or by the keyboard.
  pick(square) {
    this.picked = square;
    this.show();
  }

  show() { if (this.pieces) this.board.show(this.pieces, this.picked ? { from: [this.picked] } : {}); }

  click(sq, e) {
    const { tool } = this.palette;
    if (tool === 'move') {
      if (this.picked === null) { if (this.pieces[sq]) this.pick(sq); } else if (this.picked === sq) this.pick(null);
      else this.drag(this.picked, sq);
      return;
    }
    if (tool === '' || this.pieces[sq] === tool) delete this.pieces[sq];
    else this.pieces[sq] = e.shiftKey && tool !== 'w*' ? (tool[0] === 'w' ? 'b' : 'w') + tool.slice(1) : tool;
    this.changed();
  }

  // drag moves a piece, or takes it off the board.
  drag(from, to, e) {
    const code = this.pieces[from];
    this.picked = null;
    if (!code) return;
    if (to !== from) delete this.pieces[from];
    if (to) this.pieces[to] = code;
    else if (e) this.inHand(code, e);
    this.changed();
  }

  // drop puts a piece of the palette on a square, or in a hand.
  drop(code, to, e) {
    if (to) this.pieces[to] = code;
    else if (!this.inHand(code, e)) return;
    this.changed();
  }

  inHand(code, e) {
    const under = document.elementFromPoint(e.clientX, e.clientY), row = under && under.closest('.hand-row'), letter = code.slice(1).replace('~', '');
    if (!row || !this.held.some(k => k.letter === letter)) return false;
    const c = Number(row.dataset.holder);
    this.hands[c][letter] = Math.min(this.most, (this.hands[c][letter] || 0) + 1);
    this.showHands();
    return true;
  }

  key(e, sq) {
    if (e.key === 'Delete' || e.key === 'Backspace') delete this.pieces[sq];
    else if (e.key === 'Escape' && this.picked) { this.pick(null); return; } else return;
    e.preventDefault();
    this.changed();
  }

  changed() {
    this.picked = null;
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.judge(), 60);
  }

  // ask asks about a position; of several questions only the last is answered.
  async ask(body) {
    const mine = ++this.asking;
    const answer = await attempt(() => post('/api/position', { variant: this.rules.name, ...body }));
    return mine === this.asking ? answer : undefined;
  }

  async judge() {
    const castling = [...this.rights.querySelectorAll('input:checked')].map(b => b.dataset.right).join('');
    const answer = await this.ask({ pieces: this.pieces, hands: this.hands, side: this.side, castling, rest: this.rest.value });
    if (!answer) return;
    this.text.value = answer.fen;
    if (answer.castling) this.showRights(answer.castling);
    this.judged(answer);
  }

  judged(answer) {
    this.good = answer.fault ? '' : answer.fen;
    this.verdict.textContent = answer.fault ? sentence(answer.fault) : Object.keys(answer.position.legal).length ? t('Ready to play.') : t('The game is over in this position.');
    this.verdict.classList.toggle('bad', !!answer.fault);
  }

  // take shows a position that the server has answered with.
  take({ position, fen }) {
    this.pieces = { ...position.pieces };
    this.hands = [{}, {}];
    position.hands.forEach((hand, c) => hand.forEach(({ letter, count }) => { this.hands[c][letter] = count; }));
    this.side = position.side;
    this.showSide();
    if (this.flat) this.rest.value = restOf(fen);
    this.text.value = fen;
    this.pick(null);
  }

  async load(fen) {
    clearTimeout(this.timer);
    const answer = await this.ask({ fen: fen.trim() });
    if (!answer) return;
    if (answer.position) {
      this.take(answer);
      this.showHands();
      this.showRights(answer.castling);
    }
    this.judged(answer);
  }

  async begin(engine, analysis = false) {
    if (!this.good) { toast(this.verdict.textContent, true); return; }
    const players = [{}, {}];
    if (engine) players[this.side === 'white' ? 1 : 0] = { level: Number(local.getItem('level') || 5) };
    session.setItem('side', this.side);
    const game = await attempt(() => post('/api/games', { variant: this.rules.name, fen: this.good, players, analysis }));
    if (game) enter(game);
  }
}
