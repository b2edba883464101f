// What is asked before a move or a deed is done.
import { t } from './language.js';
import { h, kindName, pieceImage } from './util.js';

// choosePiece lets a promotion or a gate be picked among the steps, with a way out.
export function choosePiece({ position, picking, rules, board }, steps, chosen, cancel, square = picking.steps[1]) {
  const color = position.side[0], becomes = steps[0][0] === '=';
  // The queen comes first, then what stands last among the kinds; to stay what it is, or
  // to become a king, is seldom meant.
  const kinds = rules.kinds.map(k => k.letter), own = (position.pieces[picking.steps[0]] || '').slice(1).replace('~', '');
  const rank = k => k === '=' + own || k === '=K' ? 1 : rules.kinds.find(o => o.letter === k.slice(1))?.name === 'queen' ? -1000 : -kinds.indexOf(k.slice(1));
  if (becomes) steps.sort((a, b) => rank(a) - rank(b));
  const items = steps.map(k => {
    const [, letter, at] = becomes ? k.split('=') : /^&(.*?)([a-p]\d+)$/.exec(k);
    // After castling a piece may come in on the king's square or on the rook's.
    const where = letter && steps.some(o => o !== k && o.startsWith('&' + letter)) && at;
    const name = !letter ? t('nothing') : where ? t('{0} on {1}', kindName(rules, letter), where) : kindName(rules, letter);
    return h('button', { onclick: () => chosen(k), 'aria-label': name, title: name }, letter ? h('img', { src: pieceImage(rules, color + letter, board.flip), alt: '' }) : '–', where && h('small', {}, where), h('span', {}, name));
  });
  const picker = h('dialog.picker', { 'aria-label': t('Choose a piece'), oncancel: e => { e.preventDefault(); cancel(); }, onclick: e => { if (e.target === picker) cancel(); } },
    h('p', {}, becomes ? t('What does it become?') : t('What comes in?')),
    h('div.choices', {}, items), h('button.cancel', { onclick: cancel }, t('Cancel')));
  let pressed = false; // the tap that opens the choice ends with a click on what is there by then
  picker.addEventListener('pointerdown', () => { pressed = true; });
  picker.addEventListener('click', e => { if (e.detail && !pressed) e.stopImmediatePropagation(); }, true);
  document.body.append(picker);
  picker.showModal();
  atSquare(picker, board, square);
  items[0].focus();
  return picker;
}

// atSquare lays a dialog over a square of a flat board, from there towards the middle, a
// choice as large as a square.
function atSquare(picker, board, square) {
  const cell = board.cells.get(square);
  if (!cell || board.rules.levels > 1) return;
  const at = cell.el.getBoundingClientRect(), up = cell.row >= board.rules.ranks / 2;
  picker.classList.add('at-square');
  picker.style.setProperty('--cell', at.width + 'px');
  picker.classList.toggle('up', up);
  const { width, height } = picker.getBoundingClientRect();
  picker.style.left = Math.max(2, Math.min(at.x + (at.width - width) / 2, innerWidth - width - 2)) + 'px';
  picker.style.top = Math.max(2, Math.min(up ? at.bottom - height : at.y, innerHeight - height - 2)) + 'px';
}

// confirmResign asks before a game is given up.
export function confirmResign(resign) {
  const dialog = h('dialog.picker', { 'aria-label': t('Resign?') }, h('p', {}, t('Resign this game?')),
    h('div.choices', {}, h('button.danger', { onclick: () => { dialog.close(); resign(); } }, t('Resign')), h('button', { onclick: () => dialog.close() }, t('Play on'))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// closeDialogs closes what is asked by a page that one leaves.
export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
}

// showDialog shows a dialog with a way out, unless one is shown already.
export function showDialog(name, ...content) {
  if (document.querySelector('dialog')) return;
  const dialog = h('dialog.picker', { 'aria-label': name, onclick: e => { if (e.target === dialog) dialog.close(); } }, content, h('button.cancel', { onclick: () => dialog.close() }, t('Close')));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
