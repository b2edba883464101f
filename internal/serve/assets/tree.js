// The moves of a game as a tree, and how it is written: the main line, and each
// variation below the move that it could have been played instead of. A game between
// players is a tree of one line.
import { t } from './language.js';
import { classes } from './review.js';
import { h } from './util.js';

export class Tree {
  constructor(moves) {
    this.root = { id: 0, next: [] };
    this.nodes = new Map([[0, this.root]]);
    for (const m of moves) {
      const node = { ...m, next: [] };
      this.nodes.set(m.id, node);
      this.nodes.get(m.parent).next.push(node);
    }
    // In a game with turns of several moves numbers alone do not tell whose one is.
    this.turns = moves.some(m => m.parent && this.nodes.get(m.parent).side === m.side);
  }

  get(id) { return this.nodes.get(id); }

  // path is the moves that lead to one, that one included.
  path(id) {
    const list = [];
    for (let n = this.get(id); n && n.id; n = this.get(n.parent)) list.unshift(n);
    return list;
  }

  // place is the moves that lead to one, in UCI: it says which one is meant when the moves have
  // got other numbers.
  place(id) { return this.path(id).map(n => n.uci); }

  // find returns the number of the move at a place, or of the last one on the way that there is.
  find(place) {
    let at = this.root;
    for (const uci of place) {
      const next = at.next.find(n => n.uci === uci);
      if (!next) break;
      at = next;
    }
    return at.id;
  }

  // numbered says whether the moves that this tree shares with another have its numbers.
  numbered(other) {
    return [...this.nodes.values()].every(n => {
      const was = other.get(n.id);
      return !was || (was.uci === n.uci && was.parent === n.parent);
    });
  }

  // beside are the moves that were played from the same position.
  beside(id) { return id ? this.get(this.get(id).parent).next : [this.root]; }

  // branches says whether a move is in a variation.
  branches(id) { return this.path(id).some(n => this.get(n.parent).next[0] !== n); }
}

// comment is what a note says beside arrows, circles and such.
export const comment = note => (note || '').replace(/\[%\w+ [^\]]*\]/g, '').trim();

// moveList writes a tree; look is called with the move that is clicked.
export function moveList(tree, look) {
  const rows = [];
  if (tree.root.next.length) write(tree, tree.root.next[0], rows, look);
  return rows;
}

// write writes a line from a move on.
function write(tree, first, rows, look) {
  let row = null;
  for (let n = first; n; n = n.next[0]) {
    const turn = n.number + n.side;
    if (!row || (row.turn !== turn && (tree.turns || n.side === 'white'))) {
      row = { turn, el: h('li', {}, h('span.no', {}, n.number + (n.side === 'white' ? '.' : '…'))) };
      rows.push(row.el);
    }
    row.turn = turn;
    if (n.before) row.el.prepend(h('span.comment', {}, comment(n.before)));
    row.el.append(h('button.move' + (classes[n.marks] ? '.' + classes[n.marks] : ''), { 'data-id': n.id, onclick: () => look(n.id), 'aria-label': t('move {0}, {1?white|black}, {2}', n.number, n.side === 'black', n.san) }, n.san + (n.marks || '')));
    const said = comment(n.note);
    if (said) row.el.append(h('span.comment', {}, said));
    const parent = tree.get(n.parent);
    const others = parent.next[0] === n ? parent.next.slice(1) : [];
    for (const other of others) {
      const inner = [];
      write(tree, other, inner, look);
      rows.push(h('li.variation', {}, h('ol', { 'aria-label': t('Variation') }, inner)));
    }
    if (said || others.length) row = null;
  }
}
