// Walking through the moves of a game: which position is looked at, and the list of moves.
import { t } from './language.js';
import { h, attempt, say } from './util.js';
import { recall, remember, session } from './remember.js';
import { comment, moveList } from './tree.js';

export class Walk {
  constructor(play) {
    Object.assign(this, { play, seen: new Map(), took: new Map() });
    this.el = h('ol.moves', { 'aria-label': t('Moves') });
  }

  showMoves() {
    const { play } = this, intro = comment(play.game.comment);
    this.el.replaceChildren(...(intro ? [h('li', {}, h('span.comment', {}, intro))] : []), ...moveList(play.tree, id => play.sender.later(() => this.look(id)) || this.look(id)));
    if (play.position && play.tree.get(play.cur())) this.markMove();
  }

  markMove() {
    const list = this.el, on = list.querySelector('.move.on'), now = list.querySelector(`.move[data-id="${this.play.cur()}"]`);
    if (on) on.classList.remove('on');
    if (now) now.classList.add('on');
    list.scrollTop = now ? now.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
    this.play.study.show();
    this.play.graph.show();
    this.play.review.show();
  }

  // walk goes along the line, the way one went last.
  walk(n) {
    const { play } = this;
    if (play.sender.later(() => this.walk(n))) return;
    let id = this.wanted ?? play.cur();
    if (n < 0) id = play.tree.get(id).parent || 0;
    for (; n > 0; n--) {
      const { next } = play.tree.get(id), took = this.took.get(id);
      if (!next.length) break;
      id = (next.find(m => m.id === took) || next[0]).id;
    }
    this.look(id);
  }

  // vary goes to another move from the same position.
  vary(n) {
    const { play } = this;
    if (play.sender.later(() => this.vary(n))) return;
    const id = this.wanted ?? play.cur(), moves = play.tree.beside(id);
    const other = moves[moves.findIndex(m => m.id === id) + n];
    if (other) this.look(other.id);
    else say(moves.length > 1 ? t('no more variations here') : t('no variation of this move'));
  }

  // look shows the position after a move.
  async look(id) {
    const { play } = this;
    play.picking.clear();
    play.conditions.end();
    play.engine.hint = null;
    this.wanted = id;
    const position = id === play.game.at ? play.game.position : this.seen.get(id) || await attempt(() => play.connection.get('at/' + id));
    if (this.wanted !== id) return;
    this.wanted = null;
    if (!position || !play.tree.get(id)) return;
    if (this.seen.size > 500) this.seen.clear();
    this.seen.set(id, position);
    const before = play.cur(), move = play.tree.get(id);
    play.at = id === play.game.at && !play.game.study ? null : id;
    play.position = position;
    play.conditions.show();
    for (const n of play.tree.path(id)) this.took.set(n.parent, n.id);
    if (play.game.study) remember('at-' + play.id, play.tree.place(id), session);
    play.study.marksFrom(id);
    play.show(id && move.parent === before ? move.path : this.backwards(before, id));
    this.markMove();
    if (id && move.parent === before) play.soundOf(move);
    if (id && play.game.study) say(t('{0?white|black} {1}', move.side === 'black', move.san));
    play.engine.follow(id);
    play.review.looked(id);
    play.explorer.follow();
  }

  // backwards is the way of the piece that goes back where one goes back a move, null if
  // there is none.
  backwards(before, id) {
    const { tree, position, board } = this.play, move = tree.get(before);
    if (!before || !move || move.parent !== id || move.path.length < 2) return null;
    const [from, to] = move.path, back = position.pieces[from], there = board.pieces[to];
    return back && there && back[0] === there[0] && !board.pieces[from] ? [to, from] : null;
  }

  // goOn stays in an analysis where one was, or at the move before, if that is gone. A server
  // that has read the game anew numbers its moves anew.
  goOn(before, old) {
    const { play } = this, { tree } = play;
    const id = tree.find(before ? old.place(play.at) : recall('at-' + play.id, tree.place(play.game.at), session));
    if (old && !tree.numbered(old)) { this.seen.clear(); this.took.clear(); }
    this.seen.set(play.game.at, play.game.position);
    if (id === play.at) { play.show(); this.markMove(); return; }
    play.at = id;
    play.position = play.game.position;
    this.look(id);
  }
}
