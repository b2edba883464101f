// A move is picked step by step in the tree of legal moves that comes with each position:
// by clicks, drags, and from the hand.
import { known, t } from './language.js';
import { toast, say, capital, attempt } from './util.js';
import { choosePiece } from './dialogs.js';

export class Picking {
  constructor(play) {
    this.play = play;
    this.steps = [];
  }

  get position() { return this.play.position; }

  // node is what can follow the steps: a tree, or 1 at the end of a move.
  node(path = this.steps, tree = this.position.legal) {
    for (const step of path) {
      if (!tree || tree === 1) return null;
      tree = tree[step];
    }
    return tree;
  }

  // options are the steps that can follow.
  options() { return Object.keys(this.node() || {}); }

  click(sq) {
    if (this.play.sender.later(() => this.click(sq))) return undefined;
    if (!this.play.mayMove()) return this.play.premoves.click(sq) || this.notNow(sq);
    if (this.forms(this.steps[0]).some(k => this.node([k])?.[sq] !== undefined)) return this.drop(this.steps[0], sq);
    const node = this.node();
    if (node[sq] !== undefined) return this.push(sq);
    if (node['>' + sq] !== undefined) return this.push('>' + sq);
    const gate = Object.keys(node).filter(k => k[0] === '&');
    if (gate.length) return undefined;
    if (this.steps.length === 1 && sq === this.steps[0]) return this.reset();
    if (this.steps.length === 1 && this.castling(this.steps[0], sq)) return this.push(this.castling(this.steps[0], sq));
    if (this.steps.length === 1 && this.position.legal[sq] !== undefined) {
      this.steps = [];
      return this.push(sq);
    }
    const free = this.steps.length < 2 && this.freeDrop(sq);
    if (free) {
      this.steps = [free];
      return this.push(sq);
    }
    return this.why(sq);
  }

  // castling is where a king goes that castles with the rook on a square.
  castling(king, rook) { return this.position.castlings?.[king]?.[rook]; }

  // forms are the steps that drop a piece in hand that may come in promoted as well.
  forms(step = '') {
    const promoted = '@+' + step.slice(1);
    return this.steps.length === 1 && step[0] === '@' && this.position.legal[promoted] !== undefined ? [step, promoted] : [];
  }

  // freeDrop is the only piece that may be dropped on a square without being in hand.
  freeDrop(sq) {
    const hand = this.position.hands[this.position.side === 'white' ? 0 : 1].map(h => '@' + h.letter);
    const free = Object.keys(this.position.legal).filter(k => k[0] === '@' && !hand.includes(k.replace('@+', '@')) && this.position.legal[k][sq] === 1);
    return free.length === 1 && free[0];
  }

  lift(sq) {
    if (!this.play.sender.sending && this.play.mayMove() && this.position.legal[sq] !== undefined && this.steps[0] !== sq) {
      this.steps = [sq];
      this.play.show();
    }
  }

  drag(from, to) {
    if (!to || to === from || this.play.sender.later(() => this.drag(from, to))) return;
    if (!this.play.mayMove()) { if (!this.play.premoves.drag(from, to)) this.notNow(from); return; }
    if (this.node([from]) === undefined && this.node()['>' + to] === undefined) { this.steps = []; this.why(from); return; }
    if (this.position.legal[from] === undefined) { this.why(from); return; }
    this.steps = [from];
    if (this.node()[to] === undefined && this.castling(from, to)) { this.push(this.castling(from, to)); return; }
    if (this.node()[to] === undefined) { this.why(to); this.play.show(); return; }
    this.push(to);
  }

  // hand picks a piece in hand, or lets it go again.
  hand(step) {
    if (!this.play.mayMove()) { this.play.premoves.hand(step); return; }
    this.steps = this.steps[0] === step ? [] : [step];
    this.play.show();
  }

  // drop drops a piece in hand on a square.
  drop(step, to) {
    if (!this.play.mayMove()) { this.play.premoves.drag(step, to); return; }
    this.steps = [step];
    const fits = this.forms(step).filter(k => this.node([k])?.[to] !== undefined);
    if (fits.length) {
      const put = k => { this.dismiss(); this.steps = ['@' + k.slice(1)]; this.push(to); };
      if (fits.length === 1) put(fits[0]);
      else this.picker = choosePiece(this.play, fits.map(k => '=' + k.slice(1)), put, () => this.dismiss(), to);
    } else if (to && this.node()[to] !== undefined) this.push(to);
    else if (to) this.why(to);
    else this.play.show();
  }

  notNow(sq) {
    const { game, hello } = this.play, code = this.position.pieces[sq];
    if (game.result !== '*' && this.play.at === null) toast(t('The game is over: {0}', known(game.reason)));
    else if (!['owner', 'white', 'black'].includes(hello.seat)) toast(t('You are watching this game'));
    else if (code && code[1] !== '*' && code[0] !== this.position.side[0]) this.why(sq);
    else if (game.players[this.position.side === 'white' ? 0 : 1].level) toast(t('It is the engine’s move'));
    else toast(t('It is the other player’s move'));
  }

  push(step) {
    this.steps.push(step);
    let node = this.node();
    // A sole continuation completes the move, once it is clear where it goes.
    while (this.steps.length >= 2 && node !== 1 && Object.keys(node).length === 1) {
      this.steps.push(Object.keys(node)[0]);
      node = this.node();
    }
    if (node === 1) {
      const { steps } = this;
      this.steps = [];
      this.play.sender.send(steps);
      return;
    }
    this.play.show();
    const choices = Object.keys(node).filter(k => '=&'.includes(k[0]));
    if (choices.length && this.steps.length >= 2) this.picker = choosePiece(this.play, choices, k => { this.dismiss(); this.push(k); }, () => this.back());
  }

  // back takes the last step back; false if there is none.
  back() {
    this.dismiss();
    if (!this.steps.length) return false;
    this.steps.pop();
    // Steps that were taken by themselves go back by themselves.
    while (this.steps.length > 1 && Object.keys(this.node()).length === 1) this.steps.pop();
    this.play.show();
    return true;
  }

  // clear forgets the steps without showing it.
  clear() {
    this.dismiss();
    this.steps = [];
  }

  reset() {
    this.clear();
    this.play.show();
  }

  // dismiss closes the choice of a piece.
  dismiss() {
    if (!this.picker) return;
    this.picker.close();
    this.picker.remove();
    this.picker = null;
  }

  // look adds to what is marked on the board what is picked, and where it can go.
  look(look) {
    const { steps, position } = this;
    if (steps.length && this.play.mayMove()) {
      const forms = this.forms(steps[0]), keys = forms.length ? forms.flatMap(k => Object.keys(this.node([k]) || {})) : this.options();
      look.from = steps.map(k => k.replace(/^[>]/, '')).filter(k => /^[a-p]/.test(k));
      look.to = keys.filter(k => /^[a-p]/.test(k));
      look.put = keys.filter(k => k[0] === '>').map(k => k.slice(1));
      const red = position.exposed && this.node(steps, position.exposed);
      look.red = red && red !== 1 ? Object.keys(red).map(k => k.replace(/^>/, '')).filter(k => /^[a-p]/.test(k) && !look.to.includes(k) && !look.put.includes(k)) : [];
    }
    if (steps.length >= 2) look.arrows.push({ from: steps[0], to: steps[1], color: 'B' });
    return look;
  }

  // preview has the piece that is moving on its new square while the rest of its move is
  // picked, unless it takes something there that is still to be seen.
  preview(pieces) {
    const { steps } = this, [from, to] = steps;
    if (steps.length < 2 || !pieces[from] || from === to || (pieces[to] && !this.play.rules.walls)) return pieces;
    const seen = { ...pieces, [to]: pieces[from] };
    delete seen[from];
    return seen;
  }

  // why asks why a square cannot be the next step, and shows the answer.
  async why(sq) {
    const { game } = this.play;
    const answer = await attempt(() => this.play.connection.post('why', { revision: game.revision, n: this.play.cur(), steps: this.steps, square: sq, moves: this.play.conditions.line?.moves }));
    if (!answer) return;
    toast(capital(answer.text), true);
    say(answer.text);
    this.blame(answer.attackers, sq);
  }

  // blame marks the pieces because of which a move is refused, with arrows to the
  // king, or to the square where it wanted to go.
  blame(attackers = [], to) {
    const king = this.royal(), picked = this.steps[0] && this.position.pieces[this.steps[0]];
    const target = king && picked === this.position.pieces[king] && to ? to : king;
    this.play.show(null, { attackers, arrows: target ? attackers.map(a => ({ from: a, to: target, color: 'R' })) : [] });
  }

  royal() {
    const code = (this.position.side === 'white' ? 'w' : 'b') + 'K';
    return Object.keys(this.position.pieces).find(s => this.position.pieces[s] === code);
  }
}
