// The board steps through the game: ground and pieces are addresses of drawings, frames what
// stands where after each move.
const board = document.querySelector('.board'), say = document.querySelector('.say');
const columns = +board.dataset.columns, rows = +board.dataset.rows;
board.style.setProperty('--wide', columns / rows);
board.style.aspectRatio = columns + '/' + rows;
board.style.backgroundImage = `url(${ground})`;
let at = frames.length - 1;

function place(name, square) {
  const el = document.createElement(name);
  el.style.cssText = `left:${100 * (square % columns) / columns}%;top:${100 * Math.floor(square / columns) / rows}%;width:${100 / columns}%;height:${100 / rows}%`;
  board.append(el);
  return el;
}

function show(ply) {
  at = Math.min(Math.max(ply, 0), frames.length - 1);
  const frame = frames[at];
  board.replaceChildren();
  for (const s of frame.l || []) place('b', s).className = 'last';
  for (const s of frame.b || []) place('b', s).className = 'best';
  for (const [s, p] of frame.p) place('i', s).style.backgroundImage = `url(${pieces[p]})`;
  for (const hand of document.querySelectorAll('.hand')) {
    const held = frame.h[hand.dataset.side];
    hand.replaceChildren();
    for (let i = 0; i < held.length; i += 2) {
      const el = document.createElement('span'), piece = document.createElement('i');
      piece.style.backgroundImage = `url(${pieces[held[i]]})`;
      el.append(piece, '×' + held[i + 1]);
      hand.append(el);
    }
  }
  const on = document.querySelector('.moves li.on'), now = document.querySelector(`.moves a[data-ply="${at}"]`);
  if (on) on.classList.remove('on');
  const said = now && now.parentElement.querySelector('p');
  if (now) {
    now.parentElement.classList.add('on');
    const list = now.closest('.moves');
    if (list.scrollHeight > list.clientHeight) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  say.textContent = (now ? now.textContent : at ? '' : 'The start') + (said ? ' ' + said.textContent : '');
  for (const c of document.querySelectorAll('.graph .here')) c.remove();
  const graph = document.querySelector('.graph'), x = graph.viewBox.baseVal.width * at / Math.max(frames.length - 1, 1);
  const here = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  here.setAttribute('class', 'here');
  here.setAttribute('d', `M${x} 0V${graph.viewBox.baseVal.height}`);
  here.setAttribute('stroke', '#2a6fb0');
  here.setAttribute('stroke-width', '2');
  graph.append(here);
}

const bad = () => [...document.querySelectorAll('.moves li[class] a')].map(a => +a.dataset.ply).filter((p, i, all) => all.indexOf(p) === i && document.querySelector(`#m${p}`).parentElement.querySelector('p'));
const goes = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => frames.length - 1, next: () => bad().find(p => p > at) ?? bad()[0] ?? at };
document.querySelector('nav').addEventListener('click', e => e.target.dataset.go && show(goes[e.target.dataset.go]()));
document.querySelector('.moves').addEventListener('click', e => {
  const a = e.target.closest('a');
  if (a) { e.preventDefault(); show(+a.dataset.ply); }
});
document.querySelector('.graph').addEventListener('click', e => {
  const box = e.currentTarget.getBoundingClientRect();
  show(e.target.dataset.ply ? +e.target.dataset.ply : Math.round((e.clientX - box.x) / box.width * (frames.length - 1)));
});
document.addEventListener('keydown', e => {
  const go = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' }[e.key];
  if (go && !e.target.closest('input, textarea')) { show(goes[go]()); e.preventDefault(); }
});
show(/^#m\d+$/.test(location.hash) ? +location.hash.slice(2) : bad()[0] ?? frames.length - 1);
