// The keys of the game's page, and their help.
import { h, say } from './util.js';
import { showDialog } from './dialogs.js';

const help = [
  ['Tab, arrows', 'to the board and over it'], ['Enter', 'pick a piece, and where it goes'], ['Escape', 'a step back'],
  ['1–9, Shift 1–9', 'to a rank, to a file'], ['n, b, r, q, k, p', 'to the next such piece'],
  ['o  l  m  c', 'say the square, last move, moves, clocks'], ['Right button', 'arrows and circles; Shift red, Alt blue'],
  ['← →', 'a move back, a move on'], ['↑ ↓', 'another move instead: the variations'], ['Home, End', 'to the start, to the end of the line'],
  ['Shift and arrows', 'the same while the keyboard is on the board'], ['f', 'flip the board'], ['?', 'this help'],
];

export class Keys {
  constructor(play) { this.play = play; }

  // help shows all keys.
  help() {
    showDialog('Keys', h('h2', {}, 'Keys'), h('dl.keys', {}, help.map(([k, v]) => [h('dt', {}, k), h('dd', {}, v)])));
  }

  // onBoard is told of keys on a square that do not move over the board.
  onBoard(e, sq) {
    const { play } = this;
    const says = {
      l: () => { const m = play.cur() && play.tree.get(play.cur()); return m ? `${m.side} played ${m.san}` : 'no move yet'; },
      m: () => { const tree = play.position.legal[sq]; return tree ? `${Object.keys(tree).length} destinations: ${Object.keys(tree).join(', ')}` : 'no moves from ' + sq; },
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
