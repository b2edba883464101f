// The editor: any position of any game, judged by the server as it grows.
import { h, attempt, enter, copy, capital, pieceImage, pieceName, toast, tools } from './util.js';
import { post } from './transport.js';
import { Board } from './board.js';

export async function edit(view, [variant = 'chess', fen = '']) {
  const first = await post('/api/position', { variant, fen });
  const rules = first.rules;
  const start = first.position || (await post('/api/position', { variant })).position;
  let pieces = { ...start.pieces }, hands = [{}, {}], tool = 'move', good = first.fen, timer, asking = 0;
  start.hands.forEach((hand, c) => hand.forEach(({ letter, count }) => { hands[c][letter] = count; }));
  const flat = rules.levels === 1;
  const restOf = text => text.trim().split(/\s+/).slice(2).join(' ');

  const board = new Board(rules, {
    click: (sq, e) => {
      if (tool === 'move') return;
      if (tool === '' || pieces[sq] === tool) delete pieces[sq];
      else pieces[sq] = e.shiftKey && tool !== 'w*' ? (tool[0] === 'w' ? 'b' : 'w') + tool.slice(1) : tool;
      changed();
    },
    drag: (from, to) => { if (!pieces[from]) return; if (to) pieces[to] = pieces[from]; if (to !== from) delete pieces[from]; changed(); },
    key: (e, sq) => { if (e.key === 'Delete' || e.key === 'Backspace') { delete pieces[sq]; changed(); e.preventDefault(); } },
  });
  const kinds = rules.kinds.filter(k => !k.rare);
  const men = [...['w', 'b'].flatMap(c => kinds.map(k => c + k.letter)), ...(rules.walls ? ['w*'] : [])];
  const palette = tools([['move', 'drag pieces', '✥'],
    ...men.map(code => [code, 'place a ' + pieceName(rules, code), h('img', { src: pieceImage(rules, code), alt: '' })]),
    ['', 'empty squares', '✕']], tool, value => { tool = value; });
  const name = h('input', { id: 'variant', value: variant, spellcheck: 'false', onchange: () => { location.hash = '#/edit/' + encodeURIComponent(name.value); } });
  const side = h('select', { id: 'editside', onchange: changed }, h('option', { value: 'white', selected: start.side === 'white' }, 'White'), h('option', { value: 'black', selected: start.side === 'black' }, 'Black'));
  const rest = h('input', { id: 'rest', value: flat ? restOf(start.fen) : '', spellcheck: 'false', onchange: changed });
  const text = h('textarea', { rows: 3, spellcheck: 'false', 'aria-label': 'FEN', onchange: () => load(text.value) });
  const verdict = h('p.verdict', { role: 'status' });
  // What is in hand is counted, for games in which anything can be.
  const held = kinds.filter(k => k.letter[0] !== '+');
  const counts = first.hands ? ['White', 'Black'].map((who, c) => held.map(k => h('input', {
    type: 'number', min: 0, max: 20, 'data-hand': 'wb'[c] + k.letter, 'aria-label': `${who} has in hand: ${k.name}`,
    onchange: e => { hands[c][k.letter] = Math.max(0, Math.min(20, Number(e.target.value) || 0)); showHands(); changed(); },
  }))) : [];
  const handRows = h('details.hands', { hidden: !counts.length, open: hands.some(hand => Object.values(hand).some(n => n)) }, h('summary', {}, 'In hand'),
    counts.map((inputs, c) => h('div', { role: 'group', 'aria-label': ['White', 'Black'][c] + '’s hand' },
      inputs.map((input, i) => h('label', {}, h('img', { src: pieceImage(rules, 'wb'[c] + held[i].letter), alt: '' }), input)))));
  view.replaceChildren(h('div.game.editor', {}, h('div.table', {}, h('div.boardrow', {}, board.el)),
    h('aside', {}, h('h1', {}, 'Editor'),
      h('div.row2', {}, h('label', { for: 'variant' }, 'Game'), name), palette, handRows,
      h('div.row2', {}, h('label', { for: 'editside' }, 'To move'), side),
      flat && h('div.row2', {}, h('label', { for: 'rest' }, 'Castling, en passant, clocks'), rest),
      verdict, text,
      h('div.tools', {}, h('button', { onclick: () => { pieces = {}; hands = [{}, {}]; showHands(); changed(); } }, 'Empty'), h('button', { onclick: () => load('') }, 'Start position'),
        h('button', { onclick: () => board.turn(!board.flip) }, 'Flip'), h('button', { onclick: () => copy(text.value, 'Position') }, 'Copy FEN')),
      h('div.tools', {}, h('button.go', { onclick: () => begin(true) }, 'Play the engine from here'), h('button', { onclick: () => begin(false) }, 'Play both sides'), h('button', { onclick: () => begin(false, true) }, 'Analyse')))));

  function showHands() {
    counts.forEach((inputs, c) => inputs.forEach((input, i) => { input.value = hands[c][held[i].letter] || 0; }));
  }

  function changed() {
    board.show(pieces, {});
    clearTimeout(timer);
    timer = setTimeout(judge, 60);
  }

  // ask asks about a position; of several questions only the last is answered.
  async function ask(body) {
    const mine = ++asking;
    const answer = await attempt(() => post('/api/position', { variant: rules.name, ...body }));
    return mine === asking ? answer : undefined;
  }

  async function judge() {
    const answer = await ask({ pieces, hands, side: side.value, rest: rest.value });
    if (!answer) return;
    text.value = answer.fen;
    take(answer);
  }

  function take(answer) {
    good = answer.fault ? '' : answer.fen;
    verdict.textContent = answer.fault ? capital(answer.fault) : Object.keys(answer.position.legal).length ? 'A position that can be played' : 'The game is over in this position';
    verdict.classList.toggle('bad', !!answer.fault);
  }

  async function load(value) {
    clearTimeout(timer);
    const answer = await ask({ fen: value.trim() });
    if (!answer) return;
    if (answer.position) {
      pieces = { ...answer.position.pieces };
      hands = [{}, {}];
      answer.position.hands.forEach((hand, c) => hand.forEach(({ letter, count }) => { hands[c][letter] = count; }));
      showHands();
      side.value = answer.position.side;
      if (flat) rest.value = restOf(answer.fen);
      text.value = answer.fen;
      board.show(pieces, {});
    }
    take(answer);
  }

  async function begin(engine, analysis = false) {
    if (!good) { toast('This is not a position of the game yet', true); return; }
    const players = [{}, {}];
    if (engine) players[side.value === 'white' ? 1 : 0] = { level: Number(localStorage.getItem('level') || 5) };
    const game = await attempt(() => post('/api/games', { variant: rules.name, fen: good, players, analysis }));
    if (game) enter(game);
  }

  showHands();
  board.show(pieces, {});
  text.value = first.fen;
  take(first);
}
