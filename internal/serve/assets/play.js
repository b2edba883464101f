// A game: what the server tells is shown, what is done is sent. Each part of the page has
// its own module; here they are put together.
import { known, t } from './language.js';
import { lookMenu, movesMenu } from './look.js';
import { h, $, attempt, capital, enter, gameHash, kindName, pieceName, say, toast } from './util.js';
import { Board } from './board.js';
import { Captured } from './captured.js';
import { Clocks } from './clocks.js';
import { Conditions } from './conditions.js';
import { Connection } from './connection.js';
import { closeDialogs, confirmResign } from './dialogs.js';
import { Engine } from './engine.js';
import { Explorer } from './explorer.js';
import { Graph } from './graph.js';
import { Hands } from './hands.js';
import { Keys } from './keys.js';
import { People } from './people.js';
import { Picking } from './picking.js';
import { Premoves } from './premoves.js';
import { local, remember, session } from './remember.js';
import { Review } from './review.js';
import { Resizer } from './resize.js';
import { Sender } from './sender.js';
import { Share } from './share.js';
import { sound, sounding, turnOn } from './sounds.js';
import { Study } from './study.js';
import { Tree } from './tree.js';
import { Walk } from './walk.js';

export async function play(view, [id, token], signal) {
  await new Play(view, id, token).open(signal);
}

class Play {
  constructor(view, id, token) {
    // at is the move before the position that is looked at, null for the last one of a game.
    Object.assign(this, { view, id, token, at: null, hello: {} });
    this.connection = new Connection(id, token, {
      heard: (name, data) => this.heard(name, data),
      fault: text => this.offline(capital(text)),
      lost: () => this.offline(t('The server does not answer; trying again …') + (this.game && this.game.file && !this.game.fault ? ' ' + t('The game is saved up to the last move.') : '')),
      refused: error => this.refused(error),
      stays: () => !!this.hello.people,
      here: () => this.game && !this.game.study,
    });
    this.picking = new Picking(this);
    this.premoves = new Premoves(this);
    this.conditions = new Conditions(this);
    this.sender = new Sender(this);
    this.walk = new Walk(this);
    this.engine = new Engine(this);
    this.study = new Study(this);
    this.people = new People(this);
    this.hands = new Hands(this);
    this.captured = new Captured(this);
    this.graph = new Graph(this);
    this.review = new Review(this);
    this.explorer = new Explorer(this);
    this.share = new Share(this);
    this.keys = new Keys(this);
    this.clocks = new Clocks(this);
  }

  // open returns once the game is shown; it is followed until the signal is aborted.
  async open(signal) {
    const ready = new Promise((resolve, reject) => { this.ready = resolve; this.refused = reject; });
    const ticking = setInterval(() => this.tick(), 200);
    signal.addEventListener('abort', () => { this.gone = true; closeDialogs(); clearInterval(ticking); });
    document.addEventListener('keydown', e => this.keys.onPage(e), { signal });
    this.connection.open(signal);
    await ready;
  }

  tick() {
    if (this.hello.people) this.people.showPresence();
    this.clocks.tick();
  }

  // offline says what is wrong with the connection, in the place of the game as long
  // as there is none.
  offline(text) {
    const el = $('.offline', this.view) || $('.loading', this.view);
    if (el) { el.textContent = text; el.hidden = !text; }
  }

  // What is heard.

  heard(name, data) {
    if (name === 'hello') this.greeted(data);
    if (name === 'game') this.update(data);
    if (name === 'search') {
      this.engine.hear(data);
      if (data.clock) this.clocks.hear(data.clock);
    }
  }

  // greeted takes what one is in this game, and who else is there.
  greeted(hello) {
    const before = this.hello, moved = before.seat && before.seat !== hello.seat;
    this.hello = hello;
    this.helloAt = performance.now();
    this.offline('');
    if (this.game) this.engine.again();
    if (moved) {
      session.removeItem('flip-' + this.id);
      this.board = null;
      this.update(this.game);
    } else if (this.board) {
      if (before.tokens.invited && !hello.tokens.invited) this.share.renew();
      this.showPeople();
    }
    if (before.people && hello.people) this.people.greet(before.people, hello.people);
    if (before.seat && !before.next && hello.next) { // the rematch that both want
      toast(t('The rematch begins'));
      this.people.notice(t('The rematch begins'));
      enter(hello.next);
    }
  }

  update(game) {
    const before = this.game, old = this.tree;
    this.game = game;
    this.tree = new Tree(game.moves);
    this.rules = game.rules;
    if (!this.board) this.build();
    if (this.backButton) this.backButton.disabled = !game.back;
    if (this.redoButton) this.redoButton.disabled = !game.redo;
    this.walk.showMoves();
    this.showFault(game.fault ? t('{0}. Saving is tried again at every move.', capital(game.fault)) : '');
    this.people.showOffer(before);
    if (before && before !== game && before.revision === game.revision && this.tree.numbered(old)) { this.ready(); return; } // a comment, or an offer
    this.engine.hint = null;
    const news = game.study ? this.walk.goOn(before, old) : this.goOn(before);
    this.showNames();
    this.ready();
    this.sender.heard(game.revision);
    if (!game.study) this.premoves.goOn(news);
  }

  // goOn goes on with a game at its last move. It returns whether that is news.
  goOn(before) {
    const { game } = this, followed = this.at === null, last = this.tree.get(game.at);
    this.at = null;
    this.conditions.forget();
    this.picking.clear();
    this.position = game.position;
    const news = !!before && game.moves.length === before.moves.length + 1 && followed;
    this.study.marksFrom(game.at);
    this.show(news ? last.path : null);
    this.walk.markMove();
    this.conditions.show();
    if (news) { this.announce(last); this.soundOf(last); }
    if (game.result !== '*' && (!before || before.result === '*')) this.over();
    if (news && this.people.myTurn()) this.people.notice(t('Your move: {0?white|black} played {1}', last.side === 'black', last.san));
    else if (before && before.result === '*' && game.result !== '*') this.people.notice(t('The game is over: {0}', known(game.reason)));
    return news;
  }

  // soundOf lets the move be heard that led to the position that is shown.
  soundOf(move) {
    const { position, game } = this;
    if (game.result !== '*' && move.id === game.at && !game.study) return; // the end is heard
    sound(position.check && position.check.length ? 'check' : move.san.includes('x') ? 'capture' : 'move');
  }

  announce(move) {
    const { turn, check } = this.position;
    let text = t('{0?white|black} {1}', move.side === 'black', move.san);
    if (check) text += ', ' + t('check');
    if (turn && turn.left > 1) text += ', ' + t('{0} {0|move|moves} left', turn.left);
    say(text);
  }

  over() {
    const { result, reason } = this.game, words = { '1-0': t('White wins'), '0-1': t('Black wins'), '1/2-1/2': t('Draw') };
    sound('end');
    toast(`${words[result]}: ${known(reason)}`);
    say(`${words[result]}: ${known(reason)}`);
  }

  // mayMove says whether the person at this screen is to move.
  mayMove() {
    if (this.conditions.line) return true;
    const { seat } = this.hello, side = this.position.side;
    if (this.at !== null || this.game.study) return seat === 'owner';
    if (seat !== 'owner' && seat !== side) return false;
    return !this.game.players[side === 'white' ? 0 : 1].level && this.game.result === '*';
  }

  // cur is the move before the position that is looked at, 0 for none.
  cur() { return this.at === null ? this.game.at : this.at; }

  // The page.

  build() {
    const { rules, game, people, hello } = this, free = hello.seat === 'invited' && people.freeSide();
    const button = (text, label, f, extra = {}) => h('button.tool', { onclick: f, title: label, 'aria-label': label, ...extra }, text);
    this.buildBoard();
    this.wantsTower = local.getItem('tower') === 'yes';
    this.status = h('p.status', { role: 'status' });
    this.prompt = h('p.prompt', { role: 'status' });
    people.forget();
    this.view.replaceChildren(h('div.game', {},
      h('p.offline', { role: 'alert', hidden: true }),
      free && h('p.sit', {}, t('You are invited to play {0?White|Black}.', free === 'black'), ' ', h('button.go', { onclick: () => this.sit() }, t('Play {0?White|Black}', free === 'black'))),
      this.faultEl = h('p.offline.unsaved', { role: 'alert', hidden: true }),
      this.table = h('div.table' + (rules.levels > 1 ? '.cubic' : ''), {}, h('div.side.top'), h('div.boardrow', {}, this.engine.bar, this.board.el), h('div.side.bottom'),
        h('div.under', {}, people.offerEl, this.prompt, this.status), this.graph.el),
      h('aside', {},
        h('div.title', {}, h('h1', {}, rules.name), game.study && h('span.soft', {}, t('Analysis'))),
        this.nav(button), this.walk.el, this.review.el, game.study && hello.seat === 'owner' && this.study.build(button),
        this.typing(), this.tools(button), this.conditions.build(), this.engine.lines, this.explorer.el,
        h('details.card', { open: matchMedia('(min-width: 60rem)').matches }, h('summary', {}, t('The rules')), h('ul', {}, rules.card.map(l => h('li', {}, l)))),
        movesMenu(rules), lookMenu(rules, () => { this.board.restyle(); this.show(); }), this.share.build(button), h('div.tools', {}, button(t('Keys'), t('Keys: what the keyboard does (?)'), () => this.keys.help()), this.soundButton(button)))));
    this.table.style.setProperty('--files', rules.files);
    this.table.style.setProperty('--ranks', rules.ranks);
    $('.boardrow', this.table).append(new Resizer(this.table, () => this.board.draw()).el);
    this.share.welcome();
  }

  soundButton(button) {
    return button(t('Sounds'), t('Sounds for moves, checks and the end of the game'), e => { turnOn(!sounding()); e.currentTarget.setAttribute('aria-pressed', String(sounding())); }, { 'aria-pressed': String(sounding()) });
  }

  buildBoard() {
    const { picking } = this;
    this.board = new Board(this.rules, {
      click: sq => picking.click(sq), drag: (from, to) => picking.drag(from, to), lift: sq => picking.lift(sq),
      key: (e, sq) => this.keys.onBoard(e, sq), mark: marks => this.study.marked(marks), cancel: () => this.premoves.cancel(), hand: code => this.hands.element(code),
    });
    const flip = session.getItem('flip-' + this.id);
    this.board.flip = flip === null ? !this.game.study && this.people.mySide() === 'black' : flip === 'yes';
    if (this.board.flip) this.board.build();
  }

  nav(button) {
    const { walk } = this;
    return h('div.nav', { role: 'toolbar', 'aria-label': t('Step through the game') },
      button('«', t('To the start'), () => walk.look(0)), button('‹', t('One move back'), () => walk.walk(-1)),
      button('›', t('One move on'), () => walk.walk(1)), button('»', t('To the end of the line'), () => walk.walk(Infinity)));
  }

  typing() {
    const typed = h('input', { id: 'typed', autocomplete: 'off', spellcheck: 'false', 'aria-label': t('Type a move'), placeholder: t('Type a move: e4, Nf3, e2e4') });
    const type = async () => {
      if (typed.value.trim() && await this.sender.type(typed.value.trim())) typed.value = '';
      typed.select();
    };
    return h('form.typed', { onsubmit: e => { e.preventDefault(); type(); } }, typed, h('button', { type: 'submit' }, t('Move')));
  }

  // tools are what can be done with the game.
  tools(button) {
    const { hello: { seat, engine }, game: { study } } = this, owner = seat === 'owner';
    const player = ['owner', 'white', 'black'].includes(seat) && !study, seated = player && !owner;
    const [hint, lines] = engine && owner ? this.engine.buttons(button) : [];
    const review = engine && owner && this.review.buttons(button);
    return h('div.tools', { role: 'toolbar', 'aria-label': t('Game') },
      player && (this.backButton = button(t('Take back'), seated ? t('Ask to take my last move back') : t('Take back to my last move'), () => this.act('takeback'))),
      owner && player && (this.redoButton = button(t('Redo'), t('Redo the moves that were taken back'), () => this.act('redo'))),
      hint,
      button(t('Flip'), t('Flip the board'), () => this.flip()),
      player && (this.switchButton = button(t('Switch'), seated ? t('Offer to change sides') : t('Switch sides'), () => this.act('switch'))),
      lines, review, owner && study && this.explorer.build(button),
      !study && button(t('Analyse'), t('Analyse: try other moves, in a copy of the game'), () => this.analyse({ n: this.cur() })),
      this.rules.levels > 1 && button(t('Tower'), t('Side by side or tower'), () => { this.wantsTower = !this.wantsTower; local.setItem('tower', this.wantsTower ? 'yes' : ''); this.show(); }),
      player && (this.drawButton = button(t('Draw'), t('Offer a draw, or accept it'), () => this.act('draw'))),
      player && (this.resignButton = button(t('Resign'), t('Resign'), () => this.resign())),
      player && (this.rematchButton = button(t('Rematch'), seated ? t('Offer a rematch with colours changed, or accept it') : t('Play again with colours changed'), () => this.rematch())),
      seated && 'Notification' in window && Notification.permission === 'default' && button(t('Notify me'), t('Tell me when it is my move and this page is hidden'), async e => { const at = e.currentTarget; await Notification.requestPermission(); at.remove(); }));
  }

  flip() {
    this.board.turn(!this.board.flip);
    session.setItem('flip-' + this.id, this.board.flip ? 'yes' : 'no');
    this.show();
    this.showNames();
    this.engine.bar.classList.toggle('flip', this.board.flip);
  }

  // show shows the position and what is picked, on the board, and in the hands, too.
  show(move, extra = {}, hands = true) {
    const { position, picking } = this, look = { arrows: [], ...extra }, cur = this.cur();
    look.last = cur && !this.conditions.line ? this.tree.get(cur).path : [];
    look.check = position.check || [];
    picking.look(look);
    this.engine.look(look);
    this.premoves.look(look);
    this.board.el.classList.toggle('tower', this.wantsTower && this.rules.levels > 1);
    this.board.el.classList.toggle('waiting', !this.mayMove());
    this.board.show(picking.preview(position.pieces), look, move);
    this.showStatus();
    this.captured.show();
    if (hands) this.hands.show();
  }

  showStatus() {
    const { position: p, game, hello } = this, { study } = game, bits = [], over = game.result !== '*';
    for (const b of [this.drawButton, this.resignButton, hello.people && this.backButton, hello.people && this.switchButton]) if (b) b.hidden = over;
    if (this.rematchButton) this.rematchButton.hidden = !over;
    if (this.conditions.line) bits.push(this.conditions.status());
    else if (this.at !== null && !study) bits.push(t('Looking at move {0} of {1}', this.tree.path(this.at).length, game.moves.length));
    else if (study && p.ending) bits.push(p.ending.split(' — ').map(known).join(' — '));
    else if (over && (!study || this.at === game.at)) bits.push(`${game.result} — ${known(game.reason)}`);
    else {
      const black = p.side === 'black';
      bits.push(this.engine.search.thinking ? t('{0?White|Black} is thinking …', black) : t('{0?White|Black} to move', black));
      if (p.check && p.check.length) bits.push(t('check'));
    }
    if (p.turn && (study || !over)) bits.push(t('turn {0}: {1} {1|move|moves} left', p.turn.number, p.turn.left));
    if (p.checks) bits.push(t('checks given: White {0} of {1}, Black {2} of {3}', ...p.checks.flat()));
    this.status.textContent = bits.join(' · ');
    this.showPrompt();
  }

  // showPrompt asks for the next step of a move that has more than two.
  showPrompt() {
    const { steps } = this.picking;
    let prompt = this.premoves.set ? t('Premove: {0}', this.premoves.words()) : '';
    if (steps.length >= 2) {
      if (this.picking.options().some(k => k[0] === '>')) {
        const code = this.position.pieces[steps[1]]; // what it takes
        prompt = t('Where does the {0} go?', this.rules.walls ? this.rules.wall : code ? pieceName(this.rules, code) : t('captured piece'));
      }
    } else if (steps.length === 1 && steps[0][0] === '@') prompt = t('Where does the {0} go?', kindName(this.rules, steps[0].slice(1)));
    if (prompt && prompt !== this.prompt.textContent) say(prompt);
    this.prompt.replaceChildren(prompt, prompt ? h('button.cancel', { onclick: () => this.back() }, t('Cancel (Esc)')) : '');
    this.prompt.hidden = !prompt;
  }

  showNames() { this.people.showNames(this.game.timed && this.clocks.els, this.captured.els, this.hands.els); }

  showPeople() {
    if (this.hello.fault) this.showFault(capital(this.hello.fault));
    this.people.showPresence();
    this.conditions.show();
  }

  // showFault says that something could not be saved.
  showFault(text) {
    this.faultEl.textContent = text;
    this.faultEl.hidden = !text;
  }

  // What can be done.

  // back takes the last step back, or a premove, or a hint away.
  back() { return this.picking.back() || this.conditions.end() || this.premoves.cancel() || this.engine.back(); }

  // act does something to the game that is seen here.
  async act(action, body = {}) {
    const answer = await this.tell(action, { revision: this.game.revision, ...body });
    if (answer && answer.answer) toast(capital(answer.answer));
    return answer;
  }

  // tell sends a request of the game; if the rules refuse it, it shows because of which
  // pieces.
  tell(action, body) {
    return attempt(async () => {
      try {
        return await this.connection.post(action, body);
      } catch (error) {
        this.picking.blame(error.attackers);
        throw error;
      }
    });
  }

  // analyse opens an analysis of the game, and plays a move there if one is given.
  async analyse(body) {
    const game = await this.tell('analysis', body);
    if (!game) return;
    remember('at-' + game.id, game.place, session);
    session.setItem('flip-' + game.id, this.board.flip ? 'yes' : 'no');
    toast(t('An analysis. The game stays as it was; the browser’s back button returns to it.'));
    enter(game);
  }

  async sit() {
    const answer = await this.act('sit');
    if (answer) location.replace(gameHash({ id: this.id, token: answer.token }));
  }

  async rematch() {
    const answer = await this.act('rematch');
    if (answer && answer.next && !this.gone) enter({ id: answer.id, token: answer.next });
  }

  resign() {
    if (this.game.result === '*') confirmResign(() => this.act('resign'));
  }
}
