// The cube in the hand: pieces are placed by clicks and dragged, and the cells
// they reach are lit. The server knows how they move.
import { t } from './language.js';
import { h, attempt, enter, toast, copy, capital } from './util.js';
import { post } from './transport.js';
import { Board } from './board.js';
import { Palette } from './palette.js';
import { local } from './remember.js';

const cycle = ['N', 'B', 'R', 'Q', 'K', ''];
const kinds = [['K', 'king'], ['Q', 'queen'], ['R', 'rook'], ['B', 'bishop'], ['N', 'knight']].map(([letter, name]) => ({ letter, name }));

const sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10];

export async function cube(view, [size, text], signal) {
  const state = { n: sizes.includes(Number(size)) ? Number(size) : 3, pieces: {}, side: 'white', picked: null, tower: local.getItem('tower') === 'yes' };
  let board, asking = 0;

  const chooser = h('select', { id: 'size', onchange: () => { state.n = Number(chooser.value); state.pieces = {}; state.picked = null; build(); ask(); } },
    sizes.map(n => h('option', { value: n, selected: n === state.n }, `${n} × ${n} × ${n}`)));
  const side = h('select', { id: 'cubeside', onchange: () => { state.side = side.value; ask(); } }, h('option', { value: 'white' }, t('White')), h('option', { value: 'black' }, t('Black')));
  const palette = new Palette({ kinds }, null, { choose() {}, drag: (code, to) => { if (to) { state.pieces[to] = code; state.picked = to; ask(); } } }, ['cycle', t('A click changes the piece'), t('Change')]);
  const verdict = h('div.verdict', { role: 'status' }), boardText = h('textarea', { rows: 3, spellcheck: 'false', 'aria-label': t('The board as text') });
  const forced = h('span');
  const host = h('div.cubehost');
  view.replaceChildren(h('div.cubepage', {},
    h('section', {}, h('h1', {}, t('The cube')),
      h('p.soft', {}, t('Click a cell to place a piece, and again to change it; with Shift, to change its colour. Drag pieces to move them. The cells that the selected piece reaches light up: green where it may go, red where that would leave its king attacked.')),
      h('div.row2', {}, h('label', { for: 'size' }, t('Size')), chooser), h('div.row2', {}, h('label', { for: 'cubeside' }, t('To move')), side), palette.el,
      h('div.tools', {}, h('button', { onclick: () => { state.tower = !state.tower; local.setItem('tower', state.tower ? 'yes' : ''); show({}); ask(); } }, t('Side by side or tower')),
        h('button', { onclick: () => { state.pieces = {}; state.picked = null; ask(); } }, t('Empty the cube')),
        h('button', { onclick: start }, t('Start position')),
        h('button', { onclick: () => ask(3) }, t('Find mate in {0}', 3))),
      verdict, forced,
      h('div.tools', {}, h('button.go', { onclick: () => begin(5) }, t('Play the engine')), h('button', { onclick: () => begin(0) }, t('Play both sides'))),
      h('details', {}, h('summary', {}, t('As text')), boardText, h('button', { onclick: read }, t('Read')), h('button', { onclick: () => copy(boardText.value, t('Board copied')) }, t('Copy')))),
    host));

  function build() {
    board = new Board({ files: state.n, ranks: state.n, levels: state.n, kinds }, {
      click: (sq, e) => click(sq, e),
      drag: (from, to) => { if (!state.pieces[from]) return; if (to && to !== from) { state.pieces[to] = state.pieces[from]; state.picked = to; } else if (!to) state.picked = null; if (to !== from) delete state.pieces[from]; ask(); },
      key: (e, sq) => {
        if (e.key === 'Delete' || e.key === 'Backspace') { delete state.pieces[sq]; ask(); e.preventDefault(); }
      },
    });
    palette.board = board;
    host.replaceChildren(board.el);
    host.style.setProperty('--n', state.n);
    board.el.dataset.n = state.n;
  }

  function click(sq, e) {
    const code = state.pieces[sq], { tool } = palette;
    if (e.shiftKey && code) state.pieces[sq] = (code[0] === 'w' ? 'b' : 'w') + code[1];
    else if (tool === 'cycle') {
      if (code && state.picked !== sq) { state.picked = sq; ask(); return; }
      const next = cycle[(code ? cycle.indexOf(code[1]) : -1) + 1];
      if (next === '' || next === undefined) delete state.pieces[sq];
      else state.pieces[sq] = (code ? code[0] : e.shiftKey ? 'b' : 'w') + next;
    } else if (tool) {
      if (code === tool && state.picked === sq) delete state.pieces[sq];
      else state.pieces[sq] = tool;
    } else delete state.pieces[sq];
    state.picked = state.pieces[sq] ? sq : null;
    ask();
  }

  function show(answer) {
    const legal = answer.legal || [], reach = answer.reach || [];
    const mine = state.picked && (state.pieces[state.picked] || '')[0] === state.side[0];
    const free = reach.filter(c => !state.pieces[c] || state.pieces[c][0] !== (state.pieces[state.picked] || ' ')[0]);
    board.el.classList.toggle('tower', state.tower);
    const kings = Object.keys(state.pieces).filter(c => state.pieces[c] === state.side[0] + 'K');
    board.show(state.pieces, {
      arrows: kings.length === 1 ? (answer.checkers || []).map(from => ({ from, to: kings[0], color: 'R' })) : [],
      from: state.picked ? [state.picked] : [], lit: mine ? legal : free, red: mine ? free.filter(c => !legal.includes(c)) : [],
      attackers: answer.checkers || [],
    });
  }

  async function ask(mate = 0) {
    const mine = ++asking;
    const answer = await attempt(() => post('/api/cube', { size: state.n, pieces: state.pieces, side: state.side, cell: state.picked || '', mate }));
    if (!answer || mine !== asking || signal.aborted) return;
    boardText.value = answer.board;
    history.replaceState(null, '', '#/cube/' + state.n + '/' + encodeURIComponent(answer.board));
    show(answer);
    const title = answer.fault ? capital(answer.fault) : answer.mate ? t('Checkmate') : answer.stalemate ? t('Stalemate') : answer.check ? t('Check') : t('{0?White|Black} to move', state.side === 'black');
    verdict.replaceChildren(h('b', {}, title), h('ul', {}, (answer.reasons || []).slice(0, 12).map(r => h('li', {}, r))));
    forced.textContent = answer.forced ? t('Forced mate: {0}', answer.forced) : mate ? t('There is no mate to find: this is not a position of a game yet.') : '';
  }

  async function read() {
    const answer = await attempt(() => post('/api/cube', { size: 0, board: boardText.value, side: state.side }));
    if (!answer) return;
    state.n = answer.size;
    chooser.value = state.n;
    state.pieces = answer.pieces;
    state.picked = null;
    build();
    ask();
  }

  async function start() {
    const answer = await attempt(() => post('/api/position', { variant: 'cube' + state.n }));
    if (!answer) return;
    state.pieces = { ...answer.position.pieces };
    state.picked = null;
    state.side = side.value = 'white';
    ask();
  }

  async function begin(level) {
    if (!Object.keys(state.pieces).length) { toast(t('Place some pieces first, or take the start position'), true); return; }
    const me = state.side === 'white' ? 0 : 1, players = [{}, {}];
    if (level) players[1 - me] = { level: Number(local.getItem('level') || level) };
    const game = await attempt(() => post('/api/games', { variant: 'cube' + state.n, fen: boardText.value + ' ' + state.side[0], players }));
    if (game) enter(game);
  }

  build();
  if (text) {
    boardText.value = text;
    await read();
  } else await start();
}
