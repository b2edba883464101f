// A piece is made or changed in a dialog.
import { h } from './util.js';

// editPiece asks for a piece, beginning with {name, letter, betza, drawing}, and calls done with
// the piece as it is then. One whose moves are fixed is only renamed.
export function editPiece(piece, done) {
  const field = (id, value, more) => h('input', { id, value, spellcheck: 'false', autocomplete: 'off', ...more });
  const name = field('piece-name', piece.name, { required: true, maxlength: 40 });
  const letter = field('piece-letter', piece.letter, { required: true, maxlength: 1, pattern: '[A-Za-z]' });
  const betza = field('piece-betza', piece.betza, { required: !piece.fixed, disabled: !!piece.fixed });
  const drawing = field('piece-drawing', piece.drawing);
  const dialog = h('dialog.picker', { 'aria-label': 'A piece' }, h('form', { onsubmit: e => {
    e.preventDefault();
    dialog.close();
    done({ name: name.value.trim(), letter: letter.value, betza: betza.value.trim(), drawing: drawing.value.trim() });
  } },
  h('label.row2', {}, 'Name', name), h('label.row2', {}, 'Letter', letter), h('label.row2', {}, 'Moves (Betza)', betza), h('label.row2', {}, 'Drawn as', drawing),
  h('div.choices', {}, h('button.go', { type: 'submit', id: 'piece-done' }, 'Done'), h('button', { onclick: () => dialog.close() }, 'Cancel'))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
