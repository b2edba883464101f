// Choosing a game: parts are ticked, the server says which go together and what
// the rules then are.
import { h, attempt, enter, capital } from './util.js';
import { get, post } from './transport.js';
import { Board } from './board.js';

export async function lobby(view) {
  const catalogue = await get('/api/catalogue');
  const chosen = new Set(JSON.parse(sessionStorage.getItem('parts') || '[]'));
  let other = '', current = null, asking = 0;

  const boxes = new Map();
  const parts = h('div.parts', { role: 'group', 'aria-label': 'Parts of the game' });
  for (const part of catalogue.parts) {
    const box = h('input', { type: 'checkbox', id: 'part-' + part.name, onchange: e => choose(part.name, e.target.checked) });
    const why = h('span.why', { id: 'why-' + part.name });
    box.setAttribute('aria-describedby', why.id);
    const label = h('label.part', { for: box.id }, box, h('span.what', {}, h('b', {}, part.name), h('span', {}, part.summary), why));
    boxes.set(part.name, { box, why, label });
    parts.append(label);
  }
  const others = h('select', { 'aria-label': 'Other games', onchange: e => { named.hidden = e.target.value !== '?'; other = named.hidden ? e.target.value : named.value.trim(); refresh(); } },
    h('option', { value: '' }, 'chess and the parts below'),
    catalogue.others.map(o => h('option', { value: o.name }, o.summary ? o.name + ' — ' + o.summary : o.name)),
    h('option', { value: '?' }, 'another, by its name'));
  const named = h('input', { hidden: true, spellcheck: 'false', 'aria-label': 'Name of the game', placeholder: 'gun+fairy, cube4 …', onchange: () => { other = named.value.trim(); refresh(); } });

  const name = h('h1.name'), card = h('ul.card'), preview = h('div.preview');
  const fault = h('p.fault', { role: 'alert' });
  const side = h('select', { id: 'side' }, h('option', { value: 'white' }, 'White'), h('option', { value: 'black' }, 'Black'), h('option', { value: 'random' }, 'random'));
  const opponent = h('select', { id: 'opponent' },
    catalogue.engine && h('option', { value: 'engine' }, 'the engine'),
    h('option', { value: 'here' }, 'a friend at this screen'),
    h('option', { value: 'link' }, catalogue.shared ? 'a friend with a link' : 'a friend in another window'),
    catalogue.engine && h('option', { value: 'watch' }, 'nobody: watch two engines'),
    h('option', { value: 'study' }, 'nobody: analyse'));
  const level = h('input', { id: 'level', type: 'range', min: 1, max: catalogue.levels, value: localStorage.getItem('level') || 5 });
  const shown = h('output', { for: 'level' }, level.value);
  level.addEventListener('input', () => { shown.textContent = level.value; localStorage.setItem('level', level.value); });
  const levelRow = h('div.row2', {}, h('label', { for: 'level' }, 'Level'), h('span', {}, level, ' ', shown));
  opponent.addEventListener('change', () => {
    levelRow.hidden = !['engine', 'watch'].includes(opponent.value);
    sideRow.hidden = ['watch', 'study'].includes(opponent.value);
    clockRow.hidden = opponent.value === 'study';
    begin.textContent = { watch: 'Watch', study: 'Analyse' }[opponent.value] || 'Play';
  });
  const clock = h('select', { id: 'clock' }, [['0+0', 'no clock'], ['180+2', '3 min + 2 s'], ['300+3', '5 min + 3 s'], ['600+5', '10 min + 5 s'], ['1800+20', '30 min + 20 s'], ['3600+30', '60 min + 30 s']].map(([v, t]) => h('option', { value: v }, t)));
  const begin = h('button.go', { id: 'begin', onclick: () => attempt(start) }, 'Play');
  const sideRow = h('div.row2', {}, h('label', { for: 'side' }, 'I play'), side);
  const clockRow = h('div.row2', {}, h('label', { for: 'clock' }, 'Clock'), clock);
  const paste = h('textarea', { id: 'paste', rows: 3, spellcheck: 'false', 'aria-label': 'A game or a position', placeholder: 'PGN, a FEN, or a saved cube' });
  const file = h('input', { type: 'file', accept: '.pgn,.json,.txt', 'aria-label': 'Open a file', onchange: async e => { if (e.target.files.length) paste.value = await e.target.files[0].text(); } });

  view.replaceChildren(
    h('div.lobby', {},
      h('section.choose', {}, h('h2', {}, 'Choose a game'), h('p.soft', {}, 'Pick one or more rule changes. Combinations that don\'t work are greyed out, with the reason.'),
        h('div.row2', {}, h('label', {}, 'Game'), h('span', {}, others, named)), parts),
      h('section.rules', {}, catalogue.unsaved && h('p.fault', { role: 'alert' }, capital(catalogue.unsaved)), name, h('div.sheet', {}, preview, card), fault,
        h('form.begin', { onsubmit: e => { e.preventDefault(); attempt(start); } },
          h('div.row2', {}, h('label', { for: 'opponent' }, 'Against'), opponent), levelRow,
          sideRow, clockRow, begin),
        h('details', {}, h('summary', {}, 'Open a game or a position'), paste, file,
          h('button', { onclick: () => attempt(open) }, 'Open')))));

  async function choose(part, on) {
    if (on) chosen.add(part); else chosen.delete(part);
    sessionStorage.setItem('parts', JSON.stringify([...chosen]));
    await refresh();
  }

  async function refresh() {
    const mine = ++asking;
    let answer;
    try {
      answer = other
        ? await post('/api/position', { variant: other })
        : await post('/api/combine', { parts: [...chosen] });
      if (mine !== asking) return; // more has been chosen meanwhile
      fault.textContent = '';
    } catch (error) {
      if (mine !== asking) return;
      fault.textContent = capital(error.message);
      begin.disabled = true;
      return;
    }
    begin.disabled = false;
    current = answer.rules;
    name.textContent = current.name;
    card.replaceChildren(...current.card.map(line => h('li', {}, line)));
    const board = new Board(current, { click() {}, drag() {} });
    board.el.inert = true;
    board.show(answer.position.pieces, {});
    preview.replaceChildren(board.el);
    parts.hidden = !!other;
    for (const [part, { box, why, label }] of boxes) {
      box.checked = chosen.has(part);
      const refused = answer.conflicts && answer.conflicts[part];
      box.disabled = !!refused;
      label.classList.toggle('refused', !!refused);
      why.textContent = refused ? capital(refused.replace(/^variant \S+: /, '').replace(/: \w+ twice$/, '')) : '';
    }
  }

  async function start() {
    const mine = side.value === 'random' ? (Math.random() < .5 ? 'white' : 'black') : side.value;
    const engine = { level: Number(level.value) }, person = {};
    const players = { engine: mine === 'white' ? [person, engine] : [engine, person], watch: [engine, engine] }[opponent.value] || [person, person];
    const [base, increment] = clock.value.split('+').map(Number);
    const analysis = opponent.value === 'study';
    const game = await post('/api/games', analysis ? { variant: current.name, analysis } : { variant: current.name, players, base, increment, shuffle: true });
    sessionStorage.setItem('side', mine);
    if (opponent.value === 'link') sessionStorage.setItem('invite', game.id);
    enter(game);
  }

  async function open() {
    const text = paste.value.trim();
    if (!text) return;
    const isGame = text.startsWith('{') || text.startsWith('[Event') || /^\[\w+ "/.test(text) || /^1\. ?\S/.test(text);
    const game = await post('/api/games', isGame ? { text } : { variant: current.name, fen: text, analysis: true });
    enter(game);
  }

  await refresh();
}
