// What has moved slides from where it was to where it is: pieces and those that move with
// them, shots, what is put elsewhere, and what comes from the hand. What is taken fades, and
// what is gone for good bursts.
import { h, pieceImage } from './util.js';

const slow = 190; // milliseconds

// animate shows how a board has come from the pieces before to those of now by a move, of
// which path is the squares that it touches. hand returns the element of a piece in hand, if
// there is one.
export function animate(board, path, before, hand) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const now = board.pieces, [from, to, put] = path, left = new Set(), come = new Set();
  for (const name of board.cells.keys()) {
    if (before[name] === now[name]) continue;
    if (before[name]) left.add(name);
    if (now[name]) come.add(name);
  }
  const slide = (a, b) => { left.delete(a); come.delete(b); fly(board, now[b], place(board, a), place(board, b), a + ' ' + b, b); };
  const taken = from !== to && before[to];
  let mover = false; // reaches its square and stays there
  if (path.length === 1 || !before[from]) {
    const start = now[from] && hand(now[from]);
    if (start) { come.delete(from); fly(board, now[from], start.getBoundingClientRect(), place(board, from), 'hand ' + from, from); }
  } else if (from !== to && left.has(from) && now[to] && now[to][0] === before[from][0]) {
    mover = true;
    slide(from, to);
  } else if (from !== to && now[from] === before[from] && taken && left.has(to)) shoot(board, from, to);
  else if (from !== to && left.has(from)) { // is gone where it went
    left.delete(from);
    fly(board, before[from], place(board, from), place(board, to), from + ' ' + to);
    if (!now[to]) burst(board, to, slow);
  }
  if (taken && put && come.has(put)) slide(to, put);
  for (const name of come) {
    const was = [...left].find(n => before[n] === now[name]);
    if (was) slide(was, name);
  }
  const others = [...left].filter(n => n !== from && !(n === to && now[to]));
  const quiet = mover && others.length === 1 && now[to] && !taken; // such as a pawn that is taken in passing
  for (const name of others) {
    if (quiet) fade(board, name, before[name]);
    else burst(board, name, mover ? slow : 0);
  }
  if (mover && left.has(to)) fade(board, to, before[to]);
}

function place(board, name) { return board.cells.get(name).el.getBoundingClientRect(); }

// fly lets a picture of a piece go from one place to another, above all squares; on hides the
// piece that stands there until it has arrived.
function fly(board, code, a, b, what, on) {
  const flying = picture(board, code, b, what), origin = board.el.getBoundingClientRect();
  flying.style.left = b.x - origin.x + 'px';
  flying.style.top = b.y - origin.y + 'px';
  const still = on && board.cells.get(on).el.querySelector('img');
  if (still) still.classList.add('arriving');
  const move = flying.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px) scale(${a.width / b.width})` }, { transform: 'none' }], { duration: slow, easing: 'ease-in-out' });
  move.onfinish = move.oncancel = () => { flying.remove(); if (still) still.classList.remove('arriving'); };
}

function picture(board, code, at, what) {
  const img = h('img.flying', { src: pieceImage(board.rules, code, board.flip), alt: '', 'data-flight': what });
  img.style.width = at.width + 'px';
  img.style.height = at.height + 'px';
  board.el.append(img);
  return img;
}

// fade lets a piece that is taken vanish below the one that takes it.
function fade(board, name, code) {
  const at = place(board, name), origin = board.el.getBoundingClientRect(), img = picture(board, code, at, 'gone ' + name);
  img.style.left = at.x - origin.x + 'px';
  img.style.top = at.y - origin.y + 'px';
  img.classList.add('below');
  img.animate([{ opacity: 1 }, { opacity: 0 }], { duration: slow }).onfinish = () => img.remove();
}

// shoot lets a shot go from a piece that stays to one that is hit.
function shoot(board, from, to) {
  const a = place(board, from), b = place(board, to), origin = board.el.getBoundingClientRect();
  const shot = h('span.shot', { 'data-flight': `shot ${from} ${to}` });
  shot.style.left = b.x + b.width / 2 - origin.x + 'px';
  shot.style.top = b.y + b.height / 2 - origin.y + 'px';
  board.el.append(shot);
  shot.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: 'none' }], { duration: slow / 2, easing: 'linear' }).onfinish = () => shot.remove();
}

function burst(board, name, after) {
  const { el } = board.cells.get(name);
  setTimeout(() => {
    el.classList.add('boom');
    setTimeout(() => el.classList.remove('boom'), 600);
  }, after);
}
