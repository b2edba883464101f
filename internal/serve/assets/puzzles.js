// Puzzles: a position with one winning move at each step. The server knows the solution,
// judges moves and shows what is against the wrong ones; the page remembers what is solved.
import { known, t } from './language.js';
import { h, attempt, say, toast } from './util.js';
import { get, post } from './transport.js';
import { Board } from './board.js';
import { Hands } from './hands.js';
import { Picking } from './picking.js';
import { closeDialogs } from './dialogs.js';
import { recall, remember } from './remember.js';

const pause = 600; // milliseconds between moves that are shown

export async function puzzles(view, [variant = '', theme = '', id = ''], signal) {
  const { games, themes } = await get('/api/puzzles');
  const page = new Puzzles(games, themes, signal);
  page.open(view);
  await page.choose(variant, theme, id);
}

// progress is what this browser remembers: how puzzles ended, 1 for solved at once, and the
// level of who solves them.
const progress = () => {
  const { done, level } = recall('puzzles', {});
  return { done: done && typeof done === 'object' ? done : {}, level: Number.isFinite(level) ? level : 1000 };
};

// taskOf says what is to be done.
const taskOf = ({ goal, turns }) => goal === 'turn' ? t('Win in this turn.') : goal === 'mate' ? t('Mate in {0}.', turns)
  : goal === 'win' ? t('Win in {0} {0|move|moves}.', turns) : t('Find the only move that wins.');

// hintOf says a hint, of which there are three.
const hintOf = ({ number, idea, piece, drop, san, squares }) => !number ? t('These moves may win as well. For a hint, begin the turn again.')
  : number === 1 ? known(idea) + '.' : number === 3 ? t('The move is {0}.', san)
    : drop ? t('Drop: {0}.', known(piece)) : t('The piece: {0}, {1}.', known(piece), squares[0]);

// Puzzles is what Picking and Hands take for a game.
class Puzzles {
  constructor(games, themes, signal) {
    Object.assign(this, { games, themes, signal, game: { revision: 0, result: '*', players: [{}, {}] }, hello: { seat: 'owner' }, at: null });
    this.sender = { later: () => this.busy, sending: false, send: steps => this.answer({ steps }) };
    this.premoves = { click: () => false, drag: () => false, hand() {}, side: () => ' ', steps: [] };
    this.connection = { post: (_, { steps, square }) => this.ask({ why: square, steps }) };
    this.picking = new Picking(this);
    this.hands = new Hands(this);
    signal.addEventListener('abort', closeDialogs);
  }

  cur() { return 0; }

  mayMove() { return !this.busy && !this.wrong && !this.solved && !!this.position && this.position.side === this.solver; }

  open(view) {
    const button = (text, f, props = {}) => h('button', { onclick: () => { if (!this.busy) attempt(f); }, ...props }, text);
    const count = this.games.reduce((n, g) => n + g.count, 0);
    this.gameChoice = h('select', { id: 'puzzlegame', onchange: () => attempt(() => this.choose(this.gameChoice.value, this.themeChoice.value)) },
      h('option', { value: '' }, t('All games ({0})', count)), this.games.map(g => h('option', { value: g.name }, `${g.name} (${g.count})`)));
    this.themeChoice = h('select', { id: 'puzzletheme', onchange: () => attempt(() => this.choose(this.gameChoice.value, this.themeChoice.value)) });
    this.table = h('div.table');
    this.task = h('p.task');
    this.feedback = h('p.feedback', { role: 'status' });
    this.prompt = h('p.prompt', { hidden: true });
    this.moves = h('ol.moves', { 'aria-label': t('Moves') });
    this.hintButton = button(t('Hint'), () => this.hint(), { id: 'hint' });
    this.solutionButton = button(t('Solution'), () => this.solution(), { id: 'solution' });
    this.againButton = button(t('Try again'), () => this.again(), { id: 'again', class: 'go' });
    this.nextButton = button(t('Next'), () => this.next(), { id: 'next' });
    this.typed = h('input', { id: 'typed', autocomplete: 'off', spellcheck: 'false', 'aria-label': t('Type a move'), placeholder: t('Type a move') });
    this.about = h('p.soft');
    this.score = h('p.soft.score');
    this.card = h('ul.card');
    view.replaceChildren(h('div.game.puzzle', {}, this.table,
      h('aside', {}, h('h1', {}, t('Puzzles')), this.task, this.feedback, this.prompt,
        h('div.tools', {}, this.againButton, this.hintButton, this.solutionButton, this.nextButton, button(t('Flip'), () => { this.board.turn(!this.board.flip); this.show(); this.seat(); }),
          button(t('Analyse'), () => this.analyse())),
        h('form.typed', { onsubmit: e => { e.preventDefault(); this.type(); } }, this.typed, h('button', { type: 'submit' }, t('Move'))),
        this.moves, this.about,
        h('div.row2', {}, h('label', { for: 'puzzlegame' }, t('Game')), this.gameChoice),
        h('div.row2', {}, h('label', { for: 'puzzletheme' }, t('Theme')), this.themeChoice), this.score,
        h('details', {}, h('summary', {}, t('Rules')), this.card),
        h('details', {}, h('summary', {}, t('Progress')), h('button', { onclick: () => this.forget() }, t('Reset progress'))))));
    document.addEventListener('keydown', e => { if (e.key === 'Escape') this.back(); }, { signal: this.signal });
  }

  // choose takes a game, '' for all, and a theme, '' for all; and a puzzle, if one is named.
  async choose(variant, theme, id) {
    const known = this.games.filter(g => g.name === variant).length;
    this.variant = known ? variant : '';
    this.theme = theme;
    this.gameChoice.value = this.variant;
    if (id) await this.load(id);
    else await this.next();
  }

  // list returns the puzzles of a game: ID, rating, themes.
  async list(variant) { return (await get('/api/puzzles/' + encodeURIComponent(variant))).puzzles; }

  // next opens the puzzle that is closest to the player's level among those not seen yet; of
  // all games one is drawn.
  async next() {
    const drawn = this.variant || this.games[Math.floor(Math.random() * this.games.length)]?.name;
    if (!drawn) throw new Error(t('There are no puzzles'));
    const all = await this.list(drawn), has = new Set(all.flatMap(p => p[2]));
    if (!has.has(this.theme) && this.variant) this.theme = '';
    this.showThemes(has);
    const fit = all.filter(p => !this.theme || p[2].includes(this.theme)), { done, level } = progress();
    if (!fit.length) { this.tries = (this.tries || 0) + 1; if (this.tries < 60) return this.next(); throw new Error(t('No puzzle has this theme')); }
    this.tries = 0;
    const fresh = fit.filter(p => done[p[0]] === undefined), from = fresh.length ? fresh : fit;
    if (!fresh.length) toast(t('You have seen all of these; they begin again'));
    from.sort((a, b) => Math.abs(a[1] - level) - Math.abs(b[1] - level));
    return this.load(from[Math.floor(Math.random() * Math.min(from.length, 6))][0]);
  }

  // showThemes offers the themes that the puzzles of the game have.
  showThemes(has) {
    this.themeChoice.replaceChildren(h('option', { value: '' }, t('All themes')),
      ...this.themes.filter(theme => !this.variant || has.has(theme.name)).map(theme => h('option', { value: theme.name }, known(theme.title))));
    this.themeChoice.value = this.theme;
  }

  ask(body) { return post('/api/puzzle', { id: this.id, found: this.found, ...body }); }

  async load(id) {
    this.picking.clear();
    this.id = id;
    this.found = [];
    const state = await this.ask({});
    if (this.signal.aborted) return;
    Object.assign(this, { rules: state.rules, solver: state.solver, info: state, hints: 0, failed: false, wrong: null, solved: false, line: [], position: state.before, last: [] });
    if (!this.themeChoice.children.length) this.showThemes(new Set(state.themes));
    history.replaceState(null, '', '#/puzzles/' + [this.variant || state.rules.name, this.theme, id].map(encodeURIComponent).join('/'));
    this.board = new Board(this.rules, { click: sq => this.click(sq), drag: (from, to) => this.picking.drag(from, to), lift: sq => this.picking.lift(sq), hand: code => this.hands.element(code) });
    this.board.flip = state.solver === 'black';
    if (this.board.flip) this.board.build();
    this.table.replaceChildren(h('div.side.top'), h('div.boardrow', {}, this.board.el), h('div.side.bottom'));
    this.table.classList.toggle('cubic', this.rules.levels > 1);
    for (const key of ['files', 'ranks']) this.table.style.setProperty('--' + key, this.rules[key]);
    this.card.replaceChildren(...this.rules.card.map(line => h('li', {}, line)));
    this.seat();
    this.tell('');
    this.task.textContent = t('{0?White|Black} to move.', this.solver === 'black') + ' ' + taskOf(state);
    this.about.textContent = '';
    this.showScore();
    await this.play(state, pause);
    this.typed.value = '';
  }

  // seat puts the hands beside the board.
  seat() {
    const [white, black] = this.hands.els, flip = this.board.flip;
    this.table.querySelector('.side.top').replaceChildren(flip ? white : black);
    this.table.querySelector('.side.bottom').replaceChildren(flip ? black : white);
  }

  // play shows moves one after the other, and takes what the server says of the position then.
  async play(state, wait) {
    const id = this.id;
    this.busy = true;
    this.show();
    for (const [i, move] of state.shown.entries()) {
      await new Promise(done => { setTimeout(done, i ? pause : wait); });
      if (this.signal.aborted || id !== this.id) return;
      this.last = move.path;
      this.line.push(move);
      this.board.show(move.pieces, { last: move.path }, move.path);
      this.showMoves();
    }
    Object.assign(this, { busy: false, position: state.position, found: state.found, solved: state.solved });
    this.show();
  }

  // show shows the position and what is picked.
  show(move, extra = {}, hands = true) {
    const look = this.picking.look({ arrows: [], last: this.last, check: this.position.check || [], ...extra });
    if (this.hinted) look.hint = this.hinted;
    this.board.el.classList.toggle('waiting', !this.mayMove());
    this.board.show(this.picking.preview(this.position.pieces), look, move);
    if (hands) this.hands.show();
    this.prompt.hidden = this.picking.steps.length < 2;
    this.prompt.replaceChildren(t('Choose a square'), h('button.cancel', { onclick: () => this.back() }, t('Cancel (Esc)')));
    for (const b of [this.hintButton, this.solutionButton]) b.hidden = this.solved || !!this.wrong;
    this.againButton.hidden = !this.wrong;
    this.nextButton.classList.toggle('go', this.solved);
  }

  showMoves() {
    this.moves.replaceChildren(...this.line.map((m, i) => h('li', {}, h('span.no', {}, m.side === 'white' ? `${m.number}.` : i ? '' : `${m.number}…`), h('span.move', {}, m.san))));
  }

  tell(text, kind = '') {
    this.feedback.textContent = text;
    this.feedback.className = 'feedback ' + kind;
  }

  click(sq) {
    if (this.wrong && !this.busy) attempt(() => this.again());
    else if (!this.busy && !this.solved) this.picking.click(sq);
  }

  back() { return this.picking.back(); }

  async type() {
    const text = this.typed.value.trim();
    if (!text || !this.mayMove()) return;
    this.typed.value = '';
    await this.answer({ text });
  }

  // answer has a move judged.
  async answer(move) {
    this.hinted = null;
    this.busy = true;
    const result = await attempt(() => this.ask(move));
    this.busy = false;
    if (this.signal.aborted) return;
    if (!result) { this.picking.reset(); return; }
    if (result.wrong) { await this.refuted(result); return; }
    this.hints = 0;
    await this.play(result, 0);
    if (this.solved) this.finish(result);
    else this.tell(t('Right. Go on.'), 'right');
  }

  // refuted shows a wrong move and what is against it.
  async refuted({ wrong, restart }) {
    this.record(0);
    const kept = { position: this.position, line: this.line, last: this.last };
    this.line = [...this.line];
    const text = this.against(wrong, restart);
    this.tell(text, 'bad');
    say(text);
    await this.play({ ...kept, position: this.position, found: restart ? [] : this.found, solved: false, shown: wrong.shown }, 0);
    this.wrong = { ...kept, restart };
    const last = wrong.shown.at(-1);
    this.show();
    this.board.show(last.pieces, { last: last.path, arrows: wrong.shown.length > 1 && last.path.length > 1 ? [{ from: last.path[0], to: last.path[1], color: 'R' }] : [] });
    this.againButton.focus();
  }

  // against says what is against a wrong move.
  against({ shown: [{ san }], answer, eval: score, result, reason }, free) {
    const { goal, turns } = this.info;
    const text = result ? t('{0} ends the game: {1}, {2}.', san, result, known(reason)) : free ? t('The turn ends without a win.')
      : goal === 'only' ? t('{0} does not win.', san) : t('{0} does not win in {1}.', san, turns);
    return answer ? text + ' ' + t('The answer is {0}; White’s evaluation is {1}.', answer, score) : text;
  }

  // again goes back to before the wrong move.
  async again() {
    const { wrong } = this;
    if (!wrong) return;
    this.wrong = null;
    this.tell('');
    if (wrong.restart) { const { hints, failed } = this; await this.load(this.id); Object.assign(this, { hints, failed }); return; }
    Object.assign(this, wrong);
    this.wrong = null;
    this.showMoves();
    this.show();
  }

  async hint() {
    if (!this.mayMove()) return;
    this.record(0);
    this.hints++;
    const hint = await this.ask({ hint: this.hints });
    this.hinted = hint.squares;
    this.tell(hintOf(hint), 'hinted');
    this.show();
  }

  async solution() {
    if (!this.mayMove()) return;
    this.record(0);
    this.hinted = null;
    await this.play(await this.ask({ solution: true }), 0);
    this.finish({}, t('The solution.'));
  }

  // finish says how the puzzle ended.
  finish({ result, reason }, text = result ? t('Solved: {0}, {1}.', result, known(reason)) : t('Solved.')) {
    this.record(1);
    this.tell(text, 'right');
    const titles = this.themes.filter(theme => this.info.themes.includes(theme.name)).map(theme => known(theme.title));
    this.about.textContent = t('Rating: {0}.', String(this.info.rating)) + ' ' + titles.join(', ');
    this.nextButton.focus();
  }

  // record remembers how the puzzle went, once: the first mistake or hint counts.
  record(result) {
    if (this.failed) return;
    this.failed = true;
    const { done, level } = progress();
    const expected = 1 / (1 + 10 ** ((this.info.rating - level) / 400));
    if (done[this.id] === undefined) remember('puzzles', { done: { ...done, [this.id]: result }, level: Math.round(level + 32 * (result - expected)) });
    this.showScore();
  }

  showScore() {
    const { done, level } = progress(), results = Object.values(done), solved = results.filter(r => r === 1).length;
    this.score.textContent = t('Your level: {0}. Solved on the first try: {1} of {2}.', String(level), solved, results.length);
  }

  forget() {
    remember('puzzles', {});
    this.showScore();
  }

  analyse() { location.hash = '#/link/' + encodeURIComponent(this.rules.name) + '/' + encodeURIComponent(this.position.fen.replaceAll(' ', '_')); }
}
