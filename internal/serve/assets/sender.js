// Moves on their way to the server: while one is, what is done waits for its arrival.

export class Sender {
  constructor(play) { Object.assign(this, { play, queue: [], sending: false }); }

  // later keeps what is done while a move is on its way, for when it has arrived.
  later(deed) {
    if (!this.sending) return false;
    this.queue.push(deed);
    return true;
  }

  // send plays a move in the game, or in an analysis where an earlier position is looked at.
  async send(steps) {
    const { play } = this;
    if (play.conditions.line) { await play.conditions.step({ steps }); return; }
    if (play.game.study) { await this.step('move', { n: play.cur(), steps }); return; }
    if (play.at !== null) { await play.analyse({ n: play.at, steps }); return; }
    this.sending = true;
    const answer = await play.act('move', { steps });
    if (!answer || play.game.revision >= answer.revision) this.arrived();
    else this.expected = answer.revision;
  }

  // step changes an analysis, and looks where that leads once the tree has come. It
  // tells whether it was done.
  async step(action, body) {
    const { play } = this;
    if (this.sending) await new Promise(done => this.queue.push(done));
    this.sending = true;
    const answer = await play.act(action, body);
    if (answer) {
      play.walk.seen.set(answer.at, answer.position);
      this.goal = answer.at;
    }
    if (!answer || play.game.revision >= answer.revision) await this.arrived();
    else this.expected = answer.revision;
    return !!answer;
  }

  // heard tells that a revision of the game has come.
  heard(revision) {
    if (this.expected && revision >= this.expected) this.arrived();
  }

  // arrived goes on with what was done while a move was on its way.
  async arrived() {
    this.expected = null;
    const goal = this.goal;
    this.goal = undefined;
    if (goal !== undefined && this.play.tree.get(goal)) await this.play.walk.look(goal);
    this.sending = false;
    this.play.show();
    for (const deed of this.queue.splice(0)) deed();
  }

  // type plays a move that was typed, and tells whether it could be.
  async type(text) {
    const { play } = this;
    if (play.conditions.line) return play.conditions.step({ text });
    if (play.game.study) return this.step('move', { n: play.cur(), text });
    if (play.at !== null) { await play.analyse({ n: play.at, text }); return false; }
    return !!await play.act('move', { text });
  }
}
