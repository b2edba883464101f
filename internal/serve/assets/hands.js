// The pieces in hand, which are clicked on, or dragged to the board.
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
      const mine = play.mayMove() && position.side[0] === color;
      el.replaceChildren(...hand.map(({ letter, count }) => {
        const step = '@' + letter, able = mine && position.legal[step] !== undefined;
        return h('button.inhand' + (mine && picking.steps[0] === step ? '.from' : ''), {
          disabled: !able, 'data-drop': letter, 'aria-label': `${kindName(rules, letter)} in hand, ${count}`,
          onpointerdown: e => { if (e.button === 0) { e.preventDefault(); this.carry(step, e); } },
          onclick: e => { if (e.detail === 0) picking.hand(step); },
        }, h('img', { src: pieceImage(rules, color + letter, board.flip), alt: '', draggable: 'false' }), count > 1 ? h('span.count', {}, count) : null);
      }));
      el.hidden = !hand.length;
    });
  }

  carry(step, e) {
    const { board, picking } = this.play;
    board.carry(step, e, e.currentTarget.querySelector('img'), {
      lift: () => { picking.steps = [step]; this.play.show(null, {}, false); }, // the button that is being dragged stays
      drag: (_, to) => picking.drop(step, to),
      click: () => picking.hand(step),
    });
  }
}
