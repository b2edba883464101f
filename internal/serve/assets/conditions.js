// Conditional moves: what one answers to this or that move of the other player, in a game of two
// people without a clock. A line is entered on the board while the other one is to move: its
// move, the answer, and so on. The server keeps the lines, and plays them when they apply.
import { t } from './language.js';
import { h, attempt, capital, toast } from './util.js';

export class Conditions {
  // line is the one that is being entered: {moves, named, position}; null if none is.
  constructor(play) { Object.assign(this, { play, line: null }); }

  // possible says whether the player here may have conditional moves in this game, and waiting
  // whether they can be entered now.
  get possible() {
    const { game, hello } = this.play;
    return !!hello.people && ['white', 'black'].includes(hello.seat) && !game.study && !game.timed && game.result === '*';
  }

  get waiting() { return this.possible && this.play.at === null && this.play.game.position.side !== this.play.hello.seat; }

  build() {
    this.list = h('ul.planned');
    this.tools = h('div.tools');
    this.el = h('details.conditions', { hidden: true }, h('summary', {}, t('Conditional moves')),
      h('p.soft', {}, t('If your opponent plays a move that you foresee, your answer is played at once. Nobody else sees these lines.')), this.list, this.tools);
    return this.el;
  }

  // show shows the lines, and what can be done with the one that is being entered.
  show() {
    if (!this.el) return;
    const { play, line } = this, lines = play.hello.planned || [];
    this.el.hidden = !this.possible;
    if (this.el.hidden) return;
    this.list.replaceChildren(...lines.map(l => h('li', {}, h('span', {}, written(l.named)),
      h('button', { 'aria-label': t('Delete {0}', written(l.named)), title: t('Delete'), onclick: () => this.remove(l) }, '✕'))));
    const button = (text, f, extra = {}) => h('button.tool', { onclick: f, ...extra }, text);
    if (!line) this.tools.replaceChildren(button(t('Add a line'), () => this.begin(), { id: 'add-line', disabled: !this.waiting }));
    else {
      const whole = line.named.length > 0 && line.named.at(-1).side === play.hello.seat;
      this.tools.replaceChildren(h('b.entered', {}, written(line.named) || '…'), button(t('Keep this line'), () => this.keep(), { id: 'keep-line', disabled: !whole }),
        button(t('One move back'), () => this.back(), { disabled: !line.moves.length }), button(t('Cancel'), () => this.end()));
    }
  }

  // status asks for the next move of the line.
  status() {
    const { line: { named, position }, play } = this, mine = position.side === play.hello.seat, last = named.at(-1);
    if (!mine) return last ? t('And then? Enter your opponent’s next move, or keep the line') : t('If your opponent plays … : enter the move');
    return t('After {0}: enter your answer', last.san);
  }

  begin() {
    this.play.premoves.cancel();
    this.ask({ moves: [] });
  }

  set(line) {
    const { play } = this;
    play.picking.clear();
    this.line = line;
    play.position = line ? line.position : play.game.position;
    play.show();
    this.show();
  }

  // end leaves the line that is being entered; false if there is none.
  end() {
    if (!this.line) return false;
    this.set(null);
    return true;
  }

  // forget leaves it when the game has gone on.
  forget() { this.line = null; }

  // ask asks for the position after moves, and after a step more.
  async ask(body) {
    const { play } = this, was = this.line, answer = await play.act('suppose', body);
    if (answer && this.line === was && this.waiting) this.set(answer);
    return !!answer;
  }

  // step adds a move that was picked or typed.
  step(body) { return this.ask({ moves: this.line.moves, ...body }); }

  back() { return this.ask({ moves: this.line.moves.slice(0, -1) }); }

  async keep() {
    if (await this.play.act('condition', { moves: this.line.moves })) {
      this.end();
      toast(t('The line is kept'));
    }
  }

  async remove(line) {
    const answer = await attempt(() => this.play.connection.post('uncondition', { moves: line.moves }));
    if (answer) toast(t('Deleted'));
  }
}

// written writes a line with its numbers.
const written = named => named.map((m, i) => {
  const before = named[i - 1];
  return (!before || before.side !== m.side ? (m.side === 'white' ? `${m.number}. ` : i ? '' : `${m.number}… `) : '') + capital(m.san);
}).join(' ');
