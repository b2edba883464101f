// The pieces in hand, which are clicked on, or dragged to the board.
import { t } from './language.js';
import { h, kindName, pieceImage } from './util.js';

export class Hands {
  constructor(play) {
    this.play = play;
    this.els = [h('div.hand'), h('div.hand')];
  }

  show() {
    const { play } = this, { position, rules, board, picking } = play;
    this.els.forEach((el, c) => {
      const hand = position.hands[c], color = 'wb'[c];
      const mine = play.mayMove() && position.side[0] === color, ahead = play.premoves.side()[0] === color;
      el.replaceChildren(...hand.map(({ letter, count }) => {
        const step = '@' + letter, able = ahead || (mine && (position.legal[step] || position.legal['@+' + letter]) !== undefined);
        const picked = (mine ? picking.steps[0] : play.premoves.steps[0]) === step;
        return h('button.inhand' + ((mine || ahead) && picked ? '.from' : ''), {
          disabled: !able, 'data-drop': letter, 'aria-label': t('{0} in hand, {1}', kindName(rules, letter), count),
          onpointerdown: e => { if (e.button === 0) { e.preventDefault(); this.carry(step, e); } },
          onclick: e => { if (e.detail === 0) picking.hand(step); },
        }, h('img', { src: pieceImage(rules, color + letter, board.flip), alt: '', draggable: 'false' }), count > 1 ? h('span.count', {}, count) : null);
      }));
      el.hidden = !hand.length;
    });
  }

  // element is where a piece in hand is seen, undefined if it is not.
  element(code) {
    const el = this.els['wb'.indexOf(code[0])];
    return [...el.children].find(b => b.dataset.drop === code.slice(1).replace('~', ''));
  }

  carry(step, e) {
    const { board, picking } = this.play;
    board.carry(step, e, e.currentTarget.querySelector('img'), {
      lift: () => { if (!this.play.mayMove()) return; picking.steps = [step]; this.play.show(null, {}, false); }, // the button that is being dragged stays
      drag: (_, to) => picking.drop(step, to),
      click: () => picking.hand(step),
    });
  }
}
