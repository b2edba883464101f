// The keys of the game's page, and their help.
import { t } from './language.js';
import { h, say } from './util.js';
import { showDialog } from './dialogs.js';

const help = [
  [t('Tab, arrows'), t('go to the board, and around it')], [t('Enter'), t('pick up a piece, put it down')], [t('Escape'), t('go back a step, cancel a premove')],
  [t('1–9, Shift 1–9'), t('go to a rank, to a file')], ['n b r q k p …', t('go to the next such piece')],
  ['o  l  m  c', t('hear the square, the last move, the moves from here, the clocks')], [t('Right button'), t('draw arrows and circles: red with Shift, blue with Alt')],
  ['← →', t('previous move, next move')], ['↑ ↓', t('the other variations of this move')], [t('Home, End'), t('start of the game, end of the line')],
  [t('Shift and arrows'), t('the same while you are on the board')], ['f', t('flip the board')], ['?', t('show this help')],
];

export class Keys {
  constructor(play) { this.play = play; }

  // help shows all keys.
  help() {
    showDialog(t('Keys'), h('h2', {}, t('Keys')), h('dl.keys', {}, help.map(([k, v]) => [h('dt', {}, k), h('dd', {}, v)])));
  }

  // onBoard is told of keys on a square that do not move over the board.
  onBoard(e, sq) {
    const { play } = this;
    const says = {
      l: () => { const m = play.cur() && play.tree.get(play.cur()); return m ? t('{0?white|black} played {1}', m.side === 'black', m.san) : t('no move yet'); },
      m: () => { const tree = play.position.legal[sq]; return tree ? t('{0} {0|destination|destinations}: {1}', Object.keys(tree).length, Object.keys(tree).join(', ')) : t('no moves from {0}', sq); },
      c: () => play.clocks.spoken(),
    };
    if (e.key === 'Escape') play.back();
    else if (Object.hasOwn(says, e.key)) say(says[e.key]());
    else if (e.key === 'f') { play.flip(); play.board.focus(play.board.focusAt); } else if (e.key === '?') this.help();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  // onPage is told of all other keys.
  onPage(e) {
    const { play } = this, { walk } = play;
    if (!play.game || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog')) return;
    const walks = { ArrowLeft: () => walk.walk(-1), ArrowRight: () => walk.walk(1), ArrowUp: () => walk.vary(-1), ArrowDown: () => walk.vary(1), Home: () => walk.look(0), End: () => walk.walk(Infinity) };
    if (e.key === 'Escape') play.back();
    else if (walks[e.key] && (play.game.study || !/Up|Down/.test(e.key))) {
      e.preventDefault();
      walks[e.key]();
    } else if (e.key === 'f') play.flip();
    else if (e.key === '?') this.help();
  }
}
