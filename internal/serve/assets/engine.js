// What the engine says of a position: hints, its lines, and the bar beside the board.
import { t } from './language.js';
import { h, $, toast, kindName } from './util.js';
import { share } from './graph.js';

export class Engine {
  constructor(play) {
    Object.assign(this, { play, search: {}, hint: null, hintStage: 0 });
    this.lines = h('div.lines', { 'aria-live': 'off' });
    this.bar = h('div.bar', { role: 'img', 'aria-label': t('Evaluation'), hidden: true }, h('div.fill'), h('span.score'));
  }

  // buttons are those of whoever may ask the engine.
  buttons(button) {
    this.button = button(t('Engine'), t('Engine: its evaluation and best lines'), () => this.toggle(), { 'aria-pressed': 'false' });
    return [button(t('Hint'), t('Hint: first the piece, then the move'), () => this.askHint()), this.button];
  }

  hear(search) {
    this.search = search;
    this.show();
  }

  show() {
    const { board, position } = this.play, { analysing, lines = [], at } = this.search;
    if (!board) return;
    this.play.graph.show();
    this.play.review.show();
    if (this.button) this.button.setAttribute('aria-pressed', String(!!analysing));
    const over = position && (position.ending || !Object.keys(position.legal).length);
    this.bar.hidden = !analysing || (over && !lines.length);
    this.lines.replaceChildren(...(analysing ? [this.distances(), ...lines.map(l => h('div.line', {}, h('b', {}, l.eval), h('span', {}, this.moves(l.moves, at)), h('small', { title: t('Depth') }, l.depth)))].filter(Boolean) : []));
    if (analysing && !lines.length) this.lines.replaceChildren(h('div.line', {}, over ? t('The game is over here: there is nothing to analyse.') : t('thinking …')));
    if (analysing && lines.length) {
      const { eval: text } = lines[0];
      $('.fill', this.bar).style.height = (100 * share(text, this.play.rules.scale)).toFixed(1) + '%';
      $('.score', this.bar).textContent = text;
      this.bar.setAttribute('aria-label', t('Evaluation {0} for White', text));
      this.bar.classList.toggle('flip', board.flip);
    }
    if (analysing && position && at === this.play.cur()) this.play.show();
    else if (position) this.play.showStatus();
  }

  // distances are all moves with how far the end is by them, if endgame tables know it.
  distances() {
    const { distances, at } = this.search;
    if (!distances || !distances.length) return null;
    const words = ({ result, moves }) => result > 0 ? t('win in {0}', moves) : result < 0 ? t('loss in {0}', moves) : t('draw');
    return h('div.distances', { role: 'group', 'aria-label': t('Endgame tables') }, distances.map(d => h('button.move', { onclick: () => this.playLine(at, [d]) }, d.san, h('small', {}, words(d)))));
  }

  // moves writes a line with its numbers; a click plays it up to that move.
  moves(line, at) {
    return line.flatMap((m, i) => {
      const before = line[i - 1], number = !before || before.side !== m.side ? (m.side === 'white' ? m.number + '. ' : i ? '' : m.number + '… ') : '';
      return [number && h('span.no', {}, number), h('button.move', { 'aria-label': t('play up to {0}, {1?white|black}, {2}', m.number, m.side === 'black', m.san), onclick: () => this.playLine(at, line.slice(0, i + 1)) }, m.san), ' '];
    });
  }

  // playLine plays moves after another one, in an analysis.
  playLine(at, line) {
    const { play } = this, text = line.map(m => m.san).join(' ');
    if (play.game.study) play.sender.step('move', { n: at, text });
    else play.analyse({ n: at, text });
  }

  // look adds to what the board shows: the hint, and the best move.
  look(look) {
    if (this.hint) {
      const { path } = this.hint;
      look.hint = path.slice(0, this.hintStage === 1 ? 1 : 2);
      if (this.hintStage > 1 && path.length > 1) look.arrows.push({ from: path[0], to: path[1], color: 'Y' });
    }
    if (this.search.analysing && this.search.lines && this.search.at === this.play.cur()) {
      const best = this.search.lines[0];
      if (best && best.first.length > 1) look.arrows.push({ from: best.first[0], to: best.first[1], color: 'A' });
    }
  }

  // back takes a hint away; false if there is none.
  back() {
    if (!this.hint) return false;
    this.hint = null;
    this.play.show();
    return true;
  }

  async askHint() {
    const { play } = this;
    if (this.hint) this.hintStage = 2;
    else {
      toast(t('Looking for a hint …'));
      const hint = await play.act('hint', { n: play.cur() });
      if (!hint) return;
      this.hint = hint;
      this.hintStage = 1;
    }
    const { steps, path, san } = this.hint, drop = steps[0][0] === '@';
    const letter = drop ? steps[0].slice(1) : (play.position.pieces[path[0]] || '  ').slice(1);
    const name = kindName(play.rules, letter.replace('~', ''));
    if (this.hintStage > 1) toast(t('Hint: {0}', san));
    else toast(path[0] && !drop ? t('Hint: look at the {0} on {1}. Ask again for the move.', name, path[0]) : t('Hint: look at the {0}. Ask again for the move.', name));
    play.show();
  }

  toggle() {
    this.wanted = !this.search.analysing;
    this.ask(this.wanted ? 3 : 0);
  }

  // again asks anew after the connection was lost: the engine rests while nobody looks.
  again() { if (this.wanted) this.ask(3); }

  // follow thinks about the position that one looks at now.
  follow(id) { if (this.search.analysing && this.search.at !== id) this.ask(3); }

  ask(lines) { return this.play.act('analyse', { n: this.play.cur(), lines }); }
}
