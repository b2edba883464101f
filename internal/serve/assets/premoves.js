// A premove is a move for one's next turn, chosen while the other side is to move. It is
// played by its steps if the rules allow them then, and else forgotten. Where a turn has
// several moves, or a move puts something on a square of its own, there are none, as it
// would not be clear what is meant.
import { t } from './language.js';
import { say, toast } from './util.js';

export class Premoves {
  constructor(play) { Object.assign(this, { play, steps: [] }); }

  // side is the side whose move can be chosen ahead, '' if there is none.
  side() {
    const { game, hello, position, rules } = this.play;
    if (game.study || this.play.conditions.line || this.play.at !== null || game.result !== '*' || position.turn || rules.walls) return '';
    const waiting = position.side === 'white' ? 'black' : 'white', c = waiting === 'white' ? 0 : 1;
    const mine = hello.seat === waiting || (hello.seat === 'owner' && !game.players[c].level && game.players[1 - c].level > 0);
    return mine ? waiting : '';
  }

  // set says whether a whole premove is chosen.
  get set() { return this.steps.length === 2; }

  own(sq) { return (this.play.position.pieces[sq] || '')[0] === this.side()[0]; }

  // click chooses a piece, or where it goes; false if there is nothing to choose ahead.
  click(sq) {
    if (!this.side() || (!this.steps.length && !this.own(sq))) return false;
    if (this.set || this.steps[0] === sq) this.choose(this.own(sq) && this.steps[0] !== sq ? [sq] : []);
    else if (!this.steps.length || this.own(sq)) this.choose([sq]);
    else this.choose([this.steps[0], sq]);
    return true;
  }

  // drag chooses a whole premove, to a square of one's own piece as well: it may be taken.
  drag(from, to) {
    if (!this.side() || (from[0] !== '@' && !this.own(from))) return false;
    this.choose(to && to !== from ? [from, to] : []);
    return true;
  }

  // hand chooses a piece in hand.
  hand(step) {
    if (!this.side()) return false;
    this.choose(this.steps[0] === step ? [] : [step]);
    return true;
  }

  choose(steps) {
    this.steps = steps;
    if (this.set) say(t('premove {0}', this.words()));
    this.play.show();
  }

  words(steps = this.steps) { return steps[0][0] === '@' ? t('drop {0} {1}', steps[0].slice(1), steps[1]) : steps.join(' '); }

  // cancel forgets the premove; false if there is none.
  cancel() {
    if (!this.steps.length) return false;
    if (this.set) say(t('premove cancelled'));
    this.choose([]);
    return true;
  }

  // goOn plays the premove after a move of the other side, news; whatever else has happened to
  // the game cancels it.
  goOn(news) {
    const { steps, play } = this;
    if (!steps.length || (news && this.side())) return;
    const whole = this.set;
    this.choose([]);
    if (!news || !whole || !play.mayMove()) return;
    const { picking, position } = play, from = position.legal[steps[0]];
    const to = from && (from[steps[1]] !== undefined ? steps[1] : picking.castling(steps[0], steps[1]));
    if (!to) {
      toast(t('The premove {0} is not possible now', this.words(steps)));
      return;
    }
    picking.steps = [steps[0]];
    picking.push(to);
  }

  // look adds the premove to what the board shows.
  look(look) { look.premove = this.steps.filter(s => s[0] !== '@'); }
}
