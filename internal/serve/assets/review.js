// The review of a game: the engine judges the moves of a line, how well both sides have
// played, and another try at each bad move.
import { h, refill, toast } from './util.js';
import { t } from './language.js';

// classes are the bad moves, by their marks.
export const classes = { '?!': 'inaccuracy', '?': 'mistake', '??': 'blunder' };

export class Review {
  constructor(play) {
    Object.assign(this, { play, trying: null });
    this.el = h('section.review', { 'aria-label': t('Review'), hidden: true });
    this.said = h('p.said', { role: 'status' });
  }

  // buttons is what lets the engine judge every move: of a game, in an analysis of it.
  buttons(button) {
    const { play } = this;
    this.button = button(t('Review'), t('Review: let the engine judge every move'), () => {
      if (play.game.study) play.act('review', { n: play.cur(), lines: play.engine.search.reviewing ? 0 : 1 });
      else play.analyse({ n: play.cur(), lines: 1 });
    }, { 'aria-pressed': 'false' });
    return this.button;
  }

  // bad is the bad moves of the line that one looks at.
  bad() { return this.play.graph.line().filter(n => classes[n.marks]); }

  show() {
    const { game, engine, tree } = this.play, { reviewing } = engine.search, { review } = game;
    if (this.button) {
      this.button.setAttribute('aria-pressed', String(!!reviewing));
      this.button.textContent = reviewing ? t('Stop: {0} of {1}', reviewing.done, reviewing.of) : t('Review');
      this.button.disabled = game.study ? !tree.root.next.length : false;
      this.button.hidden = !game.study && (game.result === '*' || !game.moves.length);
    }
    this.el.hidden = !game.study || !review;
    if (this.el.hidden) return;
    const now = tree.get(this.play.cur()), row = (name, values) => h('tr', {}, h('th', { scope: 'row' }, name), values.map(v => h('td', {}, v)));
    const counts = i => review.count.map(c => String(c[i]));
    refill(this.el,
      h('table', {},
        h('tr', {}, h('td', {}), h('th', { scope: 'col' }, t('White')), h('th', { scope: 'col' }, t('Black'))),
        row(t('Accuracy'), review.accuracy.map(a => a === null ? '–' : a + ' %')), row(t('Inaccuracies'), counts(1)), row(t('Mistakes'), counts(2)), row(t('Blunders'), counts(3)),
        review.missed.some(n => n) && row(t('Missed wins'), review.missed.map(String))),
      h('div.tools', {},
        this.tool(t('Next mistake'), () => this.next(), !this.bad().length),
        review.turning && tree.get(review.turning) && this.tool(t('Turning point'), () => this.play.walk.look(review.turning)),
        this.mayTry() && !this.trying && classes[now.marks] && this.tool(t('Try again'), () => this.tryAgain(now)),
        this.trying && this.tool(t('Once more'), () => this.again()),
        this.trying && this.tool(t('Solution'), () => this.solve())),
      this.said);
  }

  tool(text, f, disabled = false) { return h('button.tool', { onclick: f, disabled }, text); }

  mayTry() { const { hello } = this.play; return hello.engine && hello.seat === 'owner'; }

  // next goes to the next bad move, from the last one to the first.
  next() {
    const bad = this.bad(), line = this.play.graph.line().map(n => n.id), at = line.indexOf(this.play.cur());
    const next = bad.find(n => line.indexOf(n.id) > at) || bad[0];
    if (next) this.play.walk.look(next.id);
  }

  // tryAgain sets up the position before the turn of a bad move. What is played there is judged.
  tryAgain(bad) {
    const { tree } = this.play;
    let from = bad;
    while (from.parent && this.sameTurn(tree.get(from.parent), bad)) from = tree.get(from.parent);
    this.trying = { from: from.parent, bad: bad.id, side: bad.side, known: new Set([...tree.nodes.keys()]) };
    this.again();
  }

  sameTurn(n, other) { return n.side === other.side && n.number === other.number; }

  again() {
    this.tell(t('Find a better move for {0?White|Black}.', this.trying.side === 'black'));
    this.play.walk.look(this.trying.from);
  }

  // solve ends the try, at the better line.
  solve() {
    const { tree } = this.play, { bad } = this.trying;
    let first = tree.get(bad);
    while (first.parent !== this.trying.from) first = tree.get(first.parent);
    const other = this.trying.solution ?? tree.beside(bad).concat(tree.beside(first.id)).find(n => n.id !== bad && n.id !== first.id && this.trying.known.has(n.id));
    this.stop();
    this.play.walk.look(other ? other.id ?? other : bad);
  }

  stop() {
    this.trying = null;
    this.tell('');
    this.hide();
  }

  // hide keeps the moves of the solution out of sight as long as one tries.
  hide() { this.play.view.classList.toggle('trying', !!this.trying); }

  tell(text, kind = '') {
    this.said.textContent = text;
    this.said.className = 'said ' + kind;
    this.hide();
    this.show();
  }

  // verdict says how good a turn of a class is that was tried.
  verdict(kind) {
    const bad = kind === 'inaccuracy' ? t('There is a better move.') : kind === 'mistake' ? t('That is also a mistake.') : t('That is also a blunder.');
    return kind ? bad : (t('Good: nearly as good as the best.'));
  }

  // looked tells that another position is looked at. Once a turn has been tried it is judged;
  // whoever goes elsewhere ends the try.
  async looked(id) {
    const { trying, play } = this;
    this.show();
    if (!trying || id === trying.from) return;
    const path = play.tree.path(id), i = path.findIndex(n => n.parent === trying.from), turn = path.slice(i);
    if (i < 0 || turn.some(n => !this.sameTurn(n, turn[0]))) { this.stop(); return; }
    const { position } = play;
    if (position.side === trying.side && !position.ending && position.turn && position.turn.left) return; // the turn goes on
    this.tell(t('Judging {0} …', turn.map(n => n.san).join(' ')));
    const answer = await play.act('try', { n: id });
    if (this.trying !== trying) return;
    if (!answer) { this.tell(''); return; }
    const text = answer.best ? t('The best move.') : this.verdict(answer.class);
    this.tell([text, answer.why].filter(Boolean).join(' '), answer.class ? 'bad' : 'good');
    toast(text, !!answer.class);
  }
}
