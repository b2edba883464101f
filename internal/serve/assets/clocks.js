// The clocks of a game, as they stand now.
import { t } from './language.js';
import { h } from './util.js';
import { sound } from './sounds.js';

const low = 20; // seconds that are little time

export class Clocks {
  constructor(play) {
    this.play = play;
    this.els = [0, 1].map(c => h('span.clock', { 'aria-label': t('{0?White|Black}’s clock', c) }));
  }

  // hear takes the clocks as the server tells them.
  hear(clock) {
    Object.assign(this, { clock, at: performance.now() });
    this.tick();
  }

  running(c) { return this.clock.running && (this.play.game.position.side === 'white') === (c === 0); }

  // left is how many milliseconds a side has, 0 for White and 1 for Black.
  left(c) { return Math.max(0, this.clock.left[c] - (this.running(c) ? performance.now() - this.at : 0)); }

  tick() {
    if (!this.clock) return;
    this.els.forEach((el, c) => {
      const s = this.left(c) / 1000;
      el.textContent = written(s);
      el.classList.toggle('running', this.running(c));
      if (s < low && this.running(c) && this.last && this.last[c] >= low && ['white', 'black'][c] === this.play.people.mySide()) sound('low');
      el.classList.toggle('low', s < low);
    });
    this.last = [0, 1].map(c => this.left(c) / 1000);
  }

  // spoken says both clocks.
  spoken() {
    return this.clock ? t('White {0} {0|second|seconds}, Black {1} {1|second|seconds}', Math.round(this.left(0) / 1000), Math.round(this.left(1) / 1000)) : t('no clock');
  }
}

function written(s) {
  const two = n => String(Math.floor(n)).padStart(2, '0');
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(s / 60 % 60)}:${two(s % 60)}`;
  return s >= low ? `${Math.floor(s / 60)}:${two(s % 60)}` : s.toFixed(1);
}
