// The evaluation of a line of an analysis as a graph: White's share of the height. A click
// goes to the move.
import { t } from './language.js';
import { classes } from './review.js';
import { h, drawn } from './util.js';

// share is how much of the board is White's, by an evaluation in pawns or moves to mate; scale
// says what a pawn means in the game.
export function share(text, scale) {
  if (text[0] === '#') return text[1] === '-' ? 0 : 1;
  return 1 / (1 + Math.exp(-scale * Number(text)));
}

export class Graph {
  constructor(play) {
    this.play = play;
    this.svg = drawn('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.el = h('div.graph', { role: 'slider', tabindex: '0', 'aria-label': t('Evaluation of the line'), hidden: true, onclick: e => this.click(e), onkeydown: e => this.key(e) }, this.svg);
  }

  // line is the line that one looks at, to its end.
  line() {
    const { tree } = this.play, line = tree.path(this.play.cur());
    for (let n = tree.get(this.play.cur()); n.next.length; n = n.next[0]) line.push(n.next[0]);
    return line;
  }

  show() {
    const { game, rules, tree } = this.play, line = game.study ? this.line() : [], judged = line.filter(m => m.eval);
    this.el.hidden = judged.length < 2;
    if (this.el.hidden) return;
    const x = i => (100 * (i + 1) / line.length).toFixed(2), at = line.findIndex(m => m.id === this.play.cur());
    const y = m => (100 - 100 * share(m.eval, rules.scale)).toFixed(2);
    const points = line.flatMap((m, i) => m.eval ? [`${x(i)},${y(m)}`] : []), end = line.at(-1), won = { '1-0': 0, '0-1': 100, '1/2-1/2': 50 }[game.result];
    if (!end.eval && won !== undefined && !end.next.length && !tree.branches(end.id)) points.push('100,' + won); // it ends there
    points.unshift('0,' + points[0].split(',')[1]);
    const last = points.at(-1).split(',')[0];
    this.svg.replaceChildren(
      drawn('polygon', { class: 'white', points: `0,100 ${points.join(' ')} ${last},100` }),
      drawn('line', { class: 'even', x1: 0, x2: 100, y1: 50, y2: 50 }),
      drawn('polyline', { class: 'edge', points: points.join(' ') }),
      drawn('line', { class: 'here', x1: x(at), x2: x(at), y1: 0, y2: 100 }));
    this.el.replaceChildren(this.svg, ...line.flatMap((m, i) => m.eval && classes[m.marks] ? [this.dot(classes[m.marks], x(i), y(m))] : []));
    this.el.setAttribute('aria-valuemin', 0);
    this.el.setAttribute('aria-valuemax', line.length);
    this.el.setAttribute('aria-valuenow', at + 1);
    const m = line[at];
    this.el.setAttribute('aria-valuetext', m ? t('move {0}, {1?white|black} {2}', m.number, m.side === 'black', m.san) + (m.eval ? ', ' + m.eval : '') : t('the start'));
  }

  // dot marks a bad move on the graph.
  dot(kind, x, y) {
    const el = h('i.' + kind);
    Object.assign(el.style, { left: x + '%', top: y + '%' });
    return el;
  }

  click(e) {
    const box = this.el.getBoundingClientRect(), line = this.line();
    const i = Math.round((e.clientX - box.x) / box.width * line.length) - 1;
    this.play.walk.look(i < 0 ? 0 : line[Math.min(i, line.length - 1)].id);
  }

  key(e) {
    const { walk } = this.play, keys = { ArrowLeft: () => walk.walk(-1), ArrowRight: () => walk.walk(1), Home: () => walk.look(0), End: () => walk.walk(Infinity) };
    if (!keys[e.key]) return;
    keys[e.key]();
    e.preventDefault();
    e.stopPropagation();
  }
}
