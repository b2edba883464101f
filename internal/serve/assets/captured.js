// What each side has lost, beside the one that took it, and who is ahead.
import { t } from './language.js';
import { h, kindName, pieceImage } from './util.js';

export class Captured {
  constructor(play) {
    this.play = play;
    this.els = [h('div.captured'), h('div.captured')];
  }

  // show shows beside each side, 0 for White, what it has taken.
  show() {
    const { position: { captured }, rules, board } = this.play;
    this.els.forEach((el, c) => {
      const taken = captured ? captured.lost[1 - c] : [], ahead = captured && captured.ahead ? (c ? -1 : 1) * captured.ahead : 0;
      const words = taken.map(({ letter, count }) => `${count} ${kindName(rules, letter)}`).join(', ');
      el.replaceChildren(...taken.map(({ letter, count }) => h('span.men', {}, Array.from({ length: count }, () => h('img', { src: pieceImage(rules, 'bw'[c] + letter, board.flip), alt: '' })))),
        ahead > 0 ? h('span.ahead', {}, '+' + ahead) : '');
      el.hidden = !el.childNodes.length || (!taken.length && ahead <= 0);
      el.setAttribute('role', 'img');
      el.setAttribute('aria-label', (words ? t('{0?White|Black} has taken {1}', c, words) : t('{0?White|Black} has taken nothing', c)) + (ahead > 0 ? ', ' + t('and is {0} ahead', ahead) : ''));
    });
  }
}
