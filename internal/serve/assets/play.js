// A game: what the server tells is shown, what is done is sent. A move is picked
// step by step in the tree of legal moves that comes with each position.
import { h, $, drawn, get, post, picture, attempt, enter, gameHash, listen, toast, say, capital, kindName, pieceImage, pieceName, copy, download } from './util.js';
import { Board } from './board.js';
import { Tree, comment, moveList } from './tree.js';

// What offers are called.
const offerWords = { draw: 'a draw', takeback: 'to take the last move back', switch: 'to change sides', rematch: 'a rematch with colours changed' };

export async function play(view, [id, token], signal) {
  await new Play(view, id, token).open(signal);
}

class Play {
  constructor(view, id, token) {
    Object.assign(this, { view, id, token, base: '/api/games/' + id, pick: [], at: null, seen: new Map(), took: new Map(), search: {}, hello: {}, hintStage: 0, queue: [] });
  }

  // open returns once the game is shown; it is followed until the signal is aborted.
  async open(signal) {
    signal.addEventListener('abort', () => this.close());
    this.closing = new AbortController();
    const ready = new Promise((resolve, reject) => { this.ready = resolve; this.refused = reject; });
    this.follow();
    document.addEventListener('keydown', this.onkey = e => this.key(e));
    document.addEventListener('visibilitychange', this.onhide = () => this.hidden());
    addEventListener('pagehide', this.onleave = () => this.leave());
    addEventListener('pageshow', this.onhide); // by the browser's back button
    this.ticking = setInterval(() => this.tick(), 200);
    await ready;
  }

  close() {
    this.gone = true;
    for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
    this.closing.abort();
    clearInterval(this.ticking);
    document.removeEventListener('keydown', this.onkey);
    document.removeEventListener('visibilitychange', this.onhide);
    removeEventListener('pagehide', this.onleave);
    removeEventListener('pageshow', this.onhide);
  }

  // leave lets the server know that the page is closed, so that it can let the game go.
  leave() {
    this.closing.abort();
    if (this.game && !this.game.study) fetch(this.base + '/leave', { method: 'POST', keepalive: true, body: '{}', headers: { 'Content-Type': 'application/json', 'Heterodox-Seat': this.token } }).catch(() => {});
  }

  // A hidden tab lets its stream go, and takes it up again when it is seen; not where
  // somebody waits for the other player.
  hidden() {
    if (document.hidden && this.hello.people) return;
    if (document.hidden) this.closing.abort();
    else if (this.closing.signal.aborted && !this.gone) {
      this.closing = new AbortController();
      this.follow();
    }
  }

  async follow() {
    const signal = this.closing.signal;
    for (let wait = 500; !signal.aborted; wait = Math.min(wait * 2, 8000)) {
      try {
        await listen(this.base + '/stream', this.token, signal, (name, data) => { wait = 500; this.heard(name, data); });
      } catch (error) {
        if (signal.aborted) return;
        if (error.status) this.offline(capital(error.message));
        if (error.status && error.status !== 503) { this.refused(error); return; }
        if (error.status) { await new Promise(done => setTimeout(done, 3000)); continue; }
      }
      if (signal.aborted) return;
      this.offline('The server does not answer; trying again …' + (this.game && this.game.file && !this.game.fault ? ' The game is saved up to the last move.' : ''));
      await new Promise(done => setTimeout(done, wait));
    }
  }

  // offline says what is wrong with the connection, in the place of the game as long
  // as there is none.
  offline(text) {
    const el = $('.offline', this.view) || $('.loading', this.view);
    if (el) { el.textContent = text; el.hidden = !text; }
  }

  heard(name, data) {
    if (name === 'hello') {
      const before = this.hello, moved = before.seat && before.seat !== data.seat;
      this.hello = data;
      this.helloAt = performance.now();
      this.offline('');
      if (this.game && this.wantsEngine) this.ask(3); // which rests while nobody looks
      if (moved) {
        sessionStorage.removeItem('flip-' + this.id);
        this.board = null;
        this.update(this.game);
      } else if (this.board) this.showPeople();
      if (before.people && data.people) this.greet(before.people, data.people);
      if (before.seat && !before.next && data.next) this.again(data.next);
    }
    if (name === 'game') this.update(data);
    if (name === 'search') { this.search = data; this.searchAt = performance.now(); this.showSearch(); }
  }

  update(game) {
    const before = this.game, old = this.tree;
    this.game = game;
    this.tree = new Tree(game.moves);
    this.rules = game.rules;
    if (!this.board) this.build();
    if (this.backButton) this.backButton.disabled = !game.back;
    if (this.redoButton) this.redoButton.disabled = !game.redo;
    if (this.undoButton) this.undoButton.disabled = !game.undo;
    this.showMoves();
    this.faultEl.textContent = game.fault ? capital(game.fault) + '. It is tried again at every move.' : '';
    this.faultEl.hidden = !game.fault;
    this.showOffer(before);
    if (before && before !== game && before.revision === game.revision) { this.ready(); return; } // a comment, or an offer
    this.hintStage = 0;
    this.hint = null;
    if (game.study) this.updateStudy(before, old);
    else this.updateGame(before);
    this.showPlayers();
    this.ready();
    if (this.expected && game.revision >= this.expected) this.arrived();
  }

  // updateGame goes on with a game at its last move.
  updateGame(before) {
    const { game } = this, followed = this.at === null, last = this.tree.get(game.at);
    this.at = null;
    this.dismissPicker();
    this.pick = [];
    this.position = game.position;
    const news = before && game.moves.length === before.moves.length + 1 && followed;
    this.marksFrom(game.at);
    this.show(news ? last.path : null);
    this.markMove();
    if (news) this.announce(last);
    if (game.result !== '*' && (!before || before.result === '*')) this.over();
    if (news && this.myTurn()) this.notice(`Your move: ${last.side} played ${last.san}`);
    else if (before && before.result === '*' && game.result !== '*') this.notice(`The game is over: ${game.reason}`);
  }

  // myTurn says whether one side waits for the person at this screen, who plays the other.
  myTurn() {
    const { players, result, position, study } = this.game, other = players[position.side === 'white' ? 1 : 0];
    const alone = this.hello.seat === position.side || (this.hello.seat === 'owner' && other.level > 0 && !players[position.side === 'white' ? 0 : 1].level);
    return !study && result === '*' && alone;
  }

  // notice says something to whoever looks elsewhere, if that was allowed.
  notice(text) {
    if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
    try { new Notification('Heterodox', { body: text, tag: this.id }); } catch { /* phones want a service worker for it */ }
  }

  showTitle() {
    const { offer } = this.game, name = this.rules.name + ' – Heterodox';
    const asked = offer && offer.by !== this.hello.seat && ['white', 'black'].includes(this.hello.seat);
    document.title = asked ? '● ' + capital(offerWords[offer.what]) + '? – ' + name : this.myTurn() ? '● Your move – ' + name : name;
  }

  // greet tells that the other player has come or gone.
  greet(before, now) {
    for (const side of ['white', 'black']) {
      if (side === this.hello.seat) continue;
      if (!before[side].taken && now[side].taken) { toast(`${capital(side)} has sat down`); this.notice(`${capital(side)} has sat down`); }
    }
  }

  // again goes to the rematch that both want.
  again(next) {
    toast('The rematch begins');
    this.notice('The rematch begins');
    enter(next);
  }

  // showOffer shows what the other player offers, or what one has offered oneself.
  showOffer(before) {
    const { offer, revision, result } = this.game, { seat } = this.hello, now = JSON.stringify(offer || null);
    this.showTitle();
    if (this.offered === now) return;
    this.offered = now;
    const was = before && before.offer;
    if (!offer && was && was.by === seat && before.revision === revision && result === '*') toast('Your offer is withdrawn or declined');
    this.offerEl.hidden = !offer;
    this.offerEl.replaceChildren();
    if (!offer) return;
    const mine = offer.by === seat, verb = offer.what === 'takeback' ? 'ask' : 'offer';
    const text = (mine ? 'You ' + verb : `${capital(offer.by)} ${verb}s`) + ' ' + offerWords[offer.what];
    const answer = (name, label, action) => h('button.' + name, { onclick: () => this.act(action) }, label);
    const plays = ['owner', 'white', 'black'].includes(seat);
    this.offerEl.append(h('span', {}, text), ...(!plays ? [] : mine ? [answer('decline', 'Withdraw', 'decline')] : [answer('accept', 'Accept', offer.what), answer('decline', 'Decline', 'decline')]));
    if (!mine) { say(text); this.notice(text); }
  }

  // updateStudy goes on where one is, or at the move before, if that is gone.
  updateStudy(before, old) {
    let id = this.at;
    if (!before) {
      const stored = sessionStorage.getItem('at-' + this.id);
      id = stored !== null && this.tree.get(Number(stored)) ? Number(stored) : this.game.at;
    }
    while (!this.tree.get(id)) id = old.get(id).parent;
    this.seen.set(this.game.at, this.game.position);
    if (id === this.at) { this.show(); this.markMove(); return; }
    this.at = id;
    this.position = this.game.position;
    this.look(id);
  }

  announce(move) {
    const { turn, check } = this.position;
    let text = `${move.side} ${move.san}`;
    if (check) text += ', check';
    if (turn && turn.left > 1) text += `, ${turn.left} moves left`;
    say(text);
  }

  over() {
    const words = { '1-0': 'White wins', '0-1': 'Black wins', '1/2-1/2': 'Draw' };
    toast(`${words[this.game.result]}: ${this.game.reason}`);
    say(`${words[this.game.result]}: ${this.game.reason}`);
  }

  mySide() {
    const { players } = this.game;
    if (this.hello.seat === 'white' || this.hello.seat === 'black') return this.hello.seat;
    if (this.hello.seat !== 'owner') return 'white';
    if (players[0].level && !players[1].level) return 'black';
    if (!players[0].level && players[1].level) return 'white';
    return sessionStorage.getItem('side') || 'white';
  }

  // mayMove says whether the person at this screen is to move.
  mayMove() {
    const { seat } = this.hello, side = this.position.side;
    if (this.at !== null || this.game.study) return seat === 'owner';
    if (seat !== 'owner' && seat !== side) return false;
    return !this.game.players[side === 'white' ? 0 : 1].level && this.game.result === '*';
  }

  build() {
    this.board = new Board(this.rules, {
      click: sq => this.click(sq), drag: (from, to) => this.drag(from, to), lift: sq => this.lift(sq),
      key: (e, sq) => this.boardKey(e, sq), mark: marks => this.marked(marks),
    });
    const flip = sessionStorage.getItem('flip-' + this.id);
    this.board.flip = flip === null ? !this.game.study && this.mySide() === 'black' : flip === 'yes';
    if (this.board.flip) this.board.build();
    this.format = this.rules.levels > 1 ? 'JSON' : 'PGN';
    this.wantsTower = localStorage.getItem('tower') === 'yes';
    const owner = this.hello.seat === 'owner', engine = this.hello.engine && owner, { study } = this.game;
    const player = ['owner', 'white', 'black'].includes(this.hello.seat) && !study, seated = player && !owner;
    const button = (text, label, f, extra = {}) => h('button.tool', { onclick: f, title: label, 'aria-label': label, ...extra }, text);
    this.status = h('p.status', { role: 'status' });
    this.prompt = h('p.prompt', { role: 'status' });
    this.hands = [h('div.hand'), h('div.hand')];
    this.names = [h('div.player'), h('div.player')];
    this.movesEl = h('ol.moves', { 'aria-label': 'Moves' });
    this.lines = h('div.lines', { 'aria-live': 'off' });
    this.bar = h('div.bar', { role: 'img', 'aria-label': 'Evaluation', hidden: true }, h('div.fill'), h('span.score'));
    this.typed = h('input', { id: 'typed', autocomplete: 'off', spellcheck: 'false', 'aria-label': 'Type a move', placeholder: 'Type a move: e4, Nf3, e2e4' });
    this.engineButton = engine && button('Engine', 'Engine: what it sees', () => this.toggleEngine(), { 'aria-pressed': 'false' });
    const tools = h('div.tools', { role: 'toolbar', 'aria-label': 'Game' },
      player && (this.backButton = seated ? button('Take back', 'Ask to take my last move back', () => this.act('takeback')) : button('Take back', 'Take back to my last move', () => this.act('takeback'))),
      owner && player && (this.redoButton = button('Redo', 'Put forward again what was taken back', () => this.act('redo'))),
      engine && button('Hint', 'Hint: first the piece, then the move', () => this.askHint()),
      button('Flip', 'Flip the board', () => this.flip()),
      player && (this.switchButton = seated ? button('Switch', 'Offer to change sides', () => this.act('switch')) : button('Switch', 'Switch sides', () => this.act('switch'))),
      this.engineButton,
      !study && button('Analyse', 'Analyse: try other moves, in a copy of the game', () => this.analyse({ n: this.cur() })),
      this.rules.levels > 1 && button('Tower', 'Shelf or tower', () => { this.wantsTower = !this.wantsTower; localStorage.setItem('tower', this.wantsTower ? 'yes' : ''); this.show(); }),
      player && (this.drawButton = button('Draw', 'Offer a draw, or accept it', () => this.act('draw'))),
      player && (this.resignButton = button('Resign', 'Resign', () => this.resign())),
      player && (this.rematchButton = button('Rematch', seated ? 'Offer a rematch with colours changed, or accept it' : 'Play again with colours changed', () => this.rematch())),
      seated && 'Notification' in window && Notification.permission === 'default' && button('Notify me', 'Tell me when it is my move and I look elsewhere', async e => { const at = e.currentTarget; await Notification.requestPermission(); at.remove(); }));
    const nav = h('div.nav', { role: 'toolbar', 'aria-label': 'Look back' },
      button('«', 'To the start', () => this.look(0)), button('‹', 'One move back', () => this.walk(-1)),
      button('›', 'One move on', () => this.walk(1)), button('»', 'To the end of the line', () => this.walk(Infinity)));
    const share = h('details.share', {}, h('summary', {}, 'Share and keep'), h('div.stack', {},
      button('Copy link to this game', 'Copy a link that holds the whole game', () => this.copyLink()),
      button('Copy ' + this.format, 'Copy the game as text', () => this.withText(text => copy(text, 'Game'))),
      button('Download ' + this.format, 'Download the game', () => this.withText(text => download(`${this.rules.name}.${this.format.toLowerCase()}`, text))),
      button('Copy FEN', 'Copy the position', () => copy(this.position.fen, 'Position')),
      button('Edit position', 'Edit this position', () => { location.hash = '#/edit/' + encodeURIComponent(this.rules.name) + '/' + encodeURIComponent(this.position.fen); }),
      this.pictureButtons(button), this.inviteButtons(button), h('figure.code', { hidden: true })));
    this.offerEl = h('p.offer', { role: 'alert', hidden: true });
    this.offered = 'null';
    const free = this.hello.seat === 'invited' && this.freeSide();
    this.view.replaceChildren(h('div.game', {},
      h('p.offline', { role: 'alert', hidden: true }),
      free && h('p.sit', {}, `You are invited to play ${capital(free)}. `, h('button.go', { onclick: () => this.sit() }, `Play ${capital(free)}`)),
      this.faultEl = h('p.offline.unsaved', { role: 'alert', hidden: true }),
      this.table = h('div.table' + (this.rules.levels > 1 ? '.cubic' : ''), {}, h('div.side.top'), h('div.boardrow', {}, this.bar, this.board.el), h('div.side.bottom'),
        h('div.under', {}, this.offerEl, this.prompt, this.status)),
      h('aside', {},
        h('div.title', {}, h('h1', {}, this.rules.name), study && h('span.soft', {}, 'Analysis')),
        nav, this.movesEl, study && owner && this.studyTools(button),
        h('form.typed', { onsubmit: e => { e.preventDefault(); this.type(); } }, this.typed, h('button', { type: 'submit' }, 'Move')),
        tools, this.lines,
        h('details.card', { open: matchMedia('(min-width: 60rem)').matches }, h('summary', {}, 'The rules'), h('ul', {}, this.rules.card.map(l => h('li', {}, l)))),
        share, this.help())));
    this.table.style.setProperty('--files', this.rules.files);
    this.table.style.setProperty('--ranks', this.rules.ranks);
    if (this.hello.tokens.invited) { // somebody is waited for
      share.open = true;
      this.showCode(this.linkTo(this.hello.tokens.invited), 'Link for ' + capital(this.freeSide()));
    } else if (sessionStorage.getItem('invite') === this.id) {
      sessionStorage.removeItem('invite');
      this.invite(this.mySide() === 'white' ? 'black' : 'white');
    }
  }

  // freeSide is the side that nobody has taken yet.
  freeSide() { return ['white', 'black'].find(side => !this.hello.people[side].taken); }

  async sit() {
    const answer = await this.act('sit');
    if (answer) location.replace(gameHash({ id: this.id, token: answer.token }));
  }

  async rematch() {
    const answer = await this.act('rematch');
    if (answer && answer.next && !this.gone) enter({ id: answer.id, token: answer.next });
  }

  flip() {
    this.board.turn(!this.board.flip);
    sessionStorage.setItem('flip-' + this.id, this.board.flip ? 'yes' : 'no');
    this.show();
    this.showPlayers();
    this.bar.classList.toggle('flip', this.board.flip);
  }

  // studyTools are what can be done with the move that one looks at.
  studyTools(button) {
    this.remark = h('textarea', { rows: 2, 'aria-label': 'Comment', placeholder: 'A comment on this move', onchange: () => this.saveNote(this.board.marks) });
    this.markButtons = ['!', '?', '!!', '??', '!?', '?!'].map(mark => button(mark, 'Mark the move ' + mark, e => this.setMark(e.currentTarget.getAttribute('aria-pressed') === 'true' ? '' : mark), { 'aria-pressed': 'false' }));
    const step = (text, label, action) => button(text, label, () => this.step(action, { n: this.cur() }));
    this.lineButtons = [step('Promote', 'Promote this variation over the line it branches off from', 'promote'), step('Main line', 'Make this the main line', 'main')];
    this.deleteButton = button('Delete', 'Delete from this move on', async () => {
      const n = this.tree.get(this.cur());
      if (await this.step('delete', { n: n.id })) toast(`Deleted from ${n.san} on. Undo brings it back.`);
    });
    return h('div.study', {},
      h('div.tools', { role: 'toolbar', 'aria-label': 'This line' }, this.lineButtons, this.deleteButton, this.undoButton = button('Undo', 'Undo the last change of the tree', () => this.step('undo')),
        this.redoButton = button('Redo', 'Do again what was undone last', () => this.step('redo'))),
      h('div.tools.marks', { role: 'toolbar', 'aria-label': 'Marks' }, this.markButtons), this.remark);
  }

  // showStudy tells the tools what is looked at.
  showStudy() {
    if (!this.remark) return;
    const n = this.tree.get(this.cur());
    if (document.activeElement !== this.remark) this.remark.value = comment(n.id ? n.note : this.game.comment);
    this.remark.placeholder = n.id ? `A comment on ${n.san}` : 'A comment before the first move';
    for (const b of this.markButtons) {
      b.disabled = !n.id;
      b.setAttribute('aria-pressed', String((n.marks || '') === b.textContent));
    }
    const inside = this.tree.branches(n.id);
    for (const b of this.lineButtons) b.disabled = !inside;
    this.deleteButton.disabled = !n.id;
  }

  async setMark(mark) { await this.act('mark', { n: this.cur(), text: mark }); }

  help() {
    return h('details', {}, h('summary', {}, 'Keys'), h('dl.keys', {}, [
      ['Tab, arrows', 'to the board and over it'], ['Enter', 'pick a piece, and where it goes'], ['Escape', 'a step back'],
      ['1–9, Shift 1–9', 'to a rank, to a file'], ['n, b, r, q, k, p', 'to the next such piece'],
      ['o  l  m  c', 'say the square, last move, moves, clocks'], ['Right button', 'arrows and circles; Shift red, Alt blue'],
      ['← →', 'a move back, a move on'], ['↑ ↓', 'another move instead: the variations'], ['Home, End', 'to the start, to the end of the line'],
      ['Shift and arrows', 'the same while the keyboard is on the board'], ['f', 'flip']].map(([k, v]) => [h('dt', {}, k), h('dd', {}, v)])));
  }

  pictureButtons(button) {
    return ['svg', 'png'].map(kind => button('Picture, ' + kind.toUpperCase(), `Download the board as ${kind.toUpperCase()}`, () => this.picture(kind)));
  }

  async picture(kind) {
    const name = `${this.rules.name}-${this.tree.path(this.cur()).length}.${kind}`;
    const file = await attempt(() => picture(`${this.base}/board.${kind}?n=${this.cur()}&flip=${this.board.flip ? 1 : 0}`, this.token));
    if (file) download(name, file);
  }

  // inviteButtons are for whoever may let others in: a seat that is free, and all who watch.
  inviteButtons(button) {
    const { seat, tokens, people } = this.hello, list = [];
    if (seat === 'owner' && !this.game.study) list.push(['white', 'Invite to play White'], ['black', 'Invite to play Black']);
    if (tokens.invited) list.push([this.freeSide(), 'Invite to play ' + capital(this.freeSide())]);
    if (tokens.watch) list.push(['watch', 'Invite to watch']);
    return [...list.map(([to, text]) => button(text, text + ': copies a link', () => this.invite(to))),
      people && seat !== 'watch' && button('My own link', 'Copy the link to my own seat, to go on elsewhere', () => copy(this.linkTo(this.token), 'Your own link: it is for nobody else'))];
  }

  linkTo(token) { return location.origin + '/' + gameHash({ id: this.id, token }); }

  async invite(seat) {
    const answer = seat === 'watch' ? { token: this.hello.tokens.watch } : await this.act('invite', { side: seat });
    if (!answer) return;
    const whose = 'Link for ' + (seat === 'watch' ? 'a spectator' : capital(seat));
    copy(this.linkTo(answer.token), whose);
    this.showCode(this.linkTo(answer.token), whose);
  }

  // showCode draws a link for the camera of a phone.
  async showCode(url, whose) {
    const code = await attempt(() => post(this.base + '/code', { text: url }, this.token));
    const place = $('.code', this.view);
    if (!code || !place) return;
    const side = code.size + 8; // with the quiet zone that readers need
    place.replaceChildren(drawn('svg', { viewBox: `-4 -4 ${side} ${side}`, role: 'img', 'aria-label': whose + ', as a QR code' },
      drawn('rect', { x: -4, y: -4, width: side, height: side, fill: '#fff' }), drawn('path', { d: code.path, fill: '#000' })),
      h('figcaption', {}, whose));
    place.hidden = false;
  }

  // What is picked.

  node(path = this.pick, tree = this.position.legal) {
    for (const step of path) {
      if (!tree || tree === 1) return null;
      tree = tree[step];
    }
    return tree;
  }

  // later keeps what is done while a move is on its way, for when it has arrived.
  later(deed) {
    if (!this.sending) return false;
    this.queue.push(deed);
    return true;
  }

  click(sq) {
    if (this.later(() => this.click(sq))) return undefined;
    if (!this.mayMove()) return this.notNow(sq);
    const node = this.node();
    if (node[sq] !== undefined) return this.push(sq);
    if (node['>' + sq] !== undefined) return this.push('>' + sq);
    const gate = Object.keys(node).filter(k => k[0] === '&');
    if (gate.length) return undefined;
    if (this.pick.length === 1 && sq === this.pick[0]) return this.reset();
    if (this.pick.length === 1 && this.castling(this.pick[0], sq)) return this.push(this.castling(this.pick[0], sq));
    if (this.pick.length === 1 && this.position.legal[sq] !== undefined) {
      this.pick = [];
      return this.push(sq);
    }
    const free = this.pick.length < 2 && this.freeDrop(sq);
    if (free) {
      this.pick = [free];
      return this.push(sq);
    }
    return this.why(sq);
  }

  // castling is where a king goes that castles with the rook on a square.
  castling(king, rook) { return this.position.castlings?.[king]?.[rook]; }

  // freeDrop is the only piece that may be dropped on a square without being in hand.
  freeDrop(sq) {
    const hand = this.position.hands[this.position.side === 'white' ? 0 : 1].map(h => '@' + h.letter);
    const free = Object.keys(this.position.legal).filter(k => k[0] === '@' && !hand.includes(k) && this.position.legal[k][sq] === 1);
    return free.length === 1 && free[0];
  }

  lift(sq) {
    if (!this.sending && this.mayMove() && this.position.legal[sq] !== undefined && this.pick[0] !== sq) {
      this.pick = [sq];
      this.show();
    }
  }

  drag(from, to) {
    if (!to || to === from || this.later(() => this.drag(from, to))) return;
    if (!this.mayMove()) { this.notNow(from); return; }
    if (this.node([from]) === undefined && this.node()['>' + to] === undefined) { this.pick = []; this.why(from); return; }
    if (this.position.legal[from] === undefined) { this.why(from); return; }
    this.pick = [from];
    if (this.node()[to] === undefined && this.castling(from, to)) { this.push(this.castling(from, to)); return; }
    if (this.node()[to] === undefined) { this.why(to); this.show(); return; }
    this.push(to);
  }

  notNow(sq) {
    const code = this.position.pieces[sq];
    if (this.game.result !== '*' && this.at === null) toast(`The game is over: ${this.game.reason}`);
    else if (!['owner', 'white', 'black'].includes(this.hello.seat)) toast('You are watching this game');
    else if (code && code[1] !== '*' && code[0] !== this.position.side[0]) this.why(sq);
    else if (this.game.players[this.position.side === 'white' ? 0 : 1].level) toast('The engine is to move');
    else toast('It is the other player’s move');
  }

  push(step) {
    this.pick.push(step);
    let node = this.node();
    // A sole continuation completes the move, once it is clear where it goes.
    while (this.pick.length >= 2 && node !== 1 && Object.keys(node).length === 1) {
      this.pick.push(Object.keys(node)[0]);
      node = this.node();
    }
    if (node === 1) { this.send(); return; }
    this.show();
    const choices = Object.keys(node).filter(k => '=&'.includes(k[0]));
    if (choices.length && this.pick.length >= 2) this.choose(choices);
  }

  back() {
    this.dismissPicker();
    if (this.pick.length) {
      this.pick.pop();
      // Steps that were taken by themselves go back by themselves.
      while (this.pick.length > 1 && Object.keys(this.node()).length === 1) this.pick.pop();
      this.show();
    } else if (this.hint) { this.hint = null; this.show(); }
  }

  reset() { this.dismissPicker(); this.pick = []; this.show(); }

  async send() {
    const steps = this.pick;
    this.pick = [];
    if (this.game.study) { await this.step('move', { n: this.cur(), steps }); return; }
    if (this.at !== null) { await this.analyse({ n: this.at, steps }); return; }
    this.sending = true;
    const answer = await this.act('move', { steps });
    if (!answer || this.game.revision >= answer.revision) this.arrived();
    else this.expected = answer.revision;
  }

  // step changes an analysis, and looks where that leads once the tree has come. It
  // tells whether it was done.
  async step(action, body) {
    if (this.sending) await new Promise(done => this.queue.push(done));
    this.sending = true;
    const answer = await this.act(action, body);
    if (answer) {
      this.seen.set(answer.at, answer.position);
      this.goal = answer.at;
    }
    if (!answer || this.game.revision >= answer.revision) await this.arrived();
    else this.expected = answer.revision;
    return !!answer;
  }

  // arrived goes on with what was done while a move was on its way.
  async arrived() {
    this.expected = null;
    const goal = this.goal;
    this.goal = undefined;
    if (goal !== undefined && this.tree.get(goal)) await this.look(goal);
    this.sending = false;
    this.show();
    for (const deed of this.queue.splice(0)) deed();
  }

  // analyse opens an analysis of the game, and plays a move there if one is given.
  async analyse(body) {
    const game = await this.tell('analysis', body);
    if (!game) return;
    sessionStorage.setItem('at-' + game.id, game.at);
    sessionStorage.setItem('flip-' + game.id, this.board.flip ? 'yes' : 'no');
    toast('An analysis. The game stays as it was; the browser’s back button returns to it.');
    enter(game);
  }

  async why(sq) {
    const answer = await attempt(() => post(this.base + '/why', { revision: this.game.revision, n: this.cur(), steps: this.pick, square: sq }, this.token));
    if (!answer) return;
    toast(capital(answer.text), true);
    say(answer.text);
    this.blame(answer.attackers, sq);
  }

  // blame marks the pieces because of which a move is refused, with arrows to the
  // king, or to the square where it wanted to go.
  blame(attackers = [], to) {
    const king = this.royal(), picked = this.pick[0] && this.position.pieces[this.pick[0]];
    const target = king && picked === this.position.pieces[king] && to ? to : king;
    this.show(null, { attackers, arrows: target ? attackers.map(a => ({ from: a, to: target, color: 'R' })) : [] });
  }

  royal() {
    const code = (this.position.side === 'white' ? 'w' : 'b') + 'K';
    return Object.keys(this.position.pieces).find(s => this.position.pieces[s] === code);
  }

  // choose lets a promotion or a gate be picked, with a way out.
  choose(keys) {
    const color = this.position.side[0];
    // The queen comes first, then what stands last among the kinds; to stay what it is, or
    // to become a king, is seldom meant.
    const kinds = this.rules.kinds.map(k => k.letter), own = (this.position.pieces[this.pick[0]] || '').slice(1).replace('~', '');
    const rank = k => k === '=' + own || k === '=K' ? 1 : kindName(this.rules, k.slice(1)) === 'queen' ? -1000 : -kinds.indexOf(k.slice(1));
    if (keys[0][0] === '=') keys.sort((a, b) => rank(a) - rank(b));
    const items = keys.map(k => {
      const letter = k[0] === '=' ? k.slice(1) : k.slice(1).replace(/[a-p]\d+$/, '');
      const name = letter ? kindName(this.rules, letter) : 'nothing';
      return h('button', { onclick: () => { this.dismissPicker(); this.push(k); }, 'aria-label': name }, letter ? h('img', { src: pieceImage(this.rules, color + letter, this.board.flip), alt: '' }) : '–', h('span', {}, name));
    });
    this.picker = h('dialog.picker', { 'aria-label': 'Choose a piece', oncancel: e => { e.preventDefault(); this.back(); } },
      h('p', {}, this.node()[keys[0]] !== undefined && keys[0][0] === '=' ? 'What does it become?' : 'What comes in?'),
      h('div.choices', {}, items), h('button.cancel', { onclick: () => this.back() }, 'Cancel'));
    document.body.append(this.picker);
    this.picker.showModal();
    items[0].focus();
  }

  dismissPicker() {
    if (!this.picker) return;
    this.picker.close();
    this.picker.remove();
    this.picker = null;
  }

  // What is shown.

  // show shows the position and what is picked, on the board, and in the hands, too.
  show(move, extra = {}, hands = true) {
    const p = this.position, look = { arrows: [], ...extra };
    const keys = Object.keys(this.mayMove() ? this.node() || {} : {});
    const cur = this.cur();
    look.last = cur ? this.tree.get(cur).path : [];
    look.check = p.check || [];
    if (this.pick.length && this.mayMove()) {
      look.from = this.pick.map(k => k.replace(/^[>]/, '')).filter(k => /^[a-p]/.test(k));
      look.to = keys.filter(k => /^[a-p]/.test(k));
      look.put = keys.filter(k => k[0] === '>').map(k => k.slice(1));
      const red = p.exposed && this.node(this.pick, p.exposed);
      look.red = red && red !== 1 ? Object.keys(red).map(k => k.replace(/^>/, '')).filter(k => /^[a-p]/.test(k) && !look.to.includes(k) && !look.put.includes(k)) : [];
    }
    if (this.pick.length >= 2) look.arrows.push({ from: this.pick[0], to: this.pick[1], color: 'B' });
    if (this.hint) {
      look.hint = this.hint.path.slice(0, this.hintStage === 1 ? 1 : 2);
      if (this.hintStage > 1 && this.hint.path.length > 1) look.arrows.push({ from: this.hint.path[0], to: this.hint.path[1], color: 'Y' });
    }
    if (this.search.analysing && this.search.lines && this.search.at === cur) {
      const best = this.search.lines[0];
      if (best && best.first.length > 1) look.arrows.push({ from: best.first[0], to: best.first[1], color: 'A' });
    }
    this.board.el.classList.toggle('tower', this.wantsTower && this.rules.levels > 1);
    this.board.el.classList.toggle('waiting', !this.mayMove());
    this.board.show(this.preview(p.pieces), look, move);
    this.showStatus();
    if (hands) this.showHands();
  }

  // preview has the piece that is moving on its new square while the rest of its move is
  // picked, unless it takes something there that is still to be seen.
  preview(pieces) {
    const [from, to] = this.pick;
    if (this.pick.length < 2 || !pieces[from] || from === to || (pieces[to] && !this.rules.walls)) return pieces;
    const seen = { ...pieces, [to]: pieces[from] };
    delete seen[from];
    return seen;
  }

  showStatus() {
    const p = this.position, bits = [], over = this.game.result !== '*';
    for (const b of [this.drawButton, this.resignButton, this.hello.people && this.backButton, this.hello.people && this.switchButton]) if (b) b.hidden = over;
    if (this.rematchButton) this.rematchButton.hidden = !over;
    const { study } = this.game;
    if (this.at !== null && !study) bits.push(`Looking at move ${this.tree.path(this.at).length} of ${this.game.moves.length}`);
    else if (study && p.ending) bits.push(p.ending);
    else if (this.game.result !== '*' && study && this.at === this.game.at) bits.push(`${this.game.result} — ${this.game.reason}`);
    else if (this.game.result !== '*' && !study) bits.push(`${this.game.result} — ${this.game.reason}`);
    else {
      bits.push(capital(p.side) + (this.search.thinking ? ' is thinking …' : ' to move'));
      if (p.check && p.check.length) bits.push('check');
    }
    if (p.turn && (study || this.game.result === '*')) bits.push(`turn ${p.turn.number}: ${p.turn.left} ${p.turn.left === 1 ? 'move' : 'moves'} left`);
    if (p.checks) bits.push(`checks given: White ${p.checks[0][0]} of ${p.checks[0][1]}, Black ${p.checks[1][0]} of ${p.checks[1][1]}`);
    this.status.textContent = bits.join(' · ');
    let prompt = '';
    if (this.pick.length >= 2) {
      const next = Object.keys(this.node() || {});
      if (next.some(k => k[0] === '>')) {
        const code = this.position.pieces[this.pick[1]]; // what it takes
        prompt = `Where does the ${this.rules.walls ? 'wall' : code ? pieceName(this.rules, code) : 'captured piece'} go?`;
      }
    } else if (this.pick.length === 1 && this.pick[0][0] === '@') prompt = `Where does the ${kindName(this.rules, this.pick[0].slice(1))} go?`;
    if (prompt && prompt !== this.prompt.textContent) say(prompt);
    this.prompt.replaceChildren(prompt, prompt ? h('button.cancel', { onclick: () => this.back() }, 'Cancel (Esc)') : '');
    this.prompt.hidden = !prompt;
  }

  showHands() {
    [0, 1].forEach(c => {
      const hand = this.position.hands[c], color = 'wb'[c];
      const mine = this.mayMove() && this.position.side[0] === color;
      this.hands[c].replaceChildren(...hand.map(({ letter, count }) => {
        const step = '@' + letter, able = mine && this.position.legal[step] !== undefined;
        return h('button.inhand' + (mine && this.pick[0] === step ? '.from' : ''), {
          disabled: !able, 'data-drop': letter, 'aria-label': `${kindName(this.rules, letter)} in hand, ${count}`,
          onpointerdown: e => { if (e.button === 0) { e.preventDefault(); this.carryHand(step, e); } },
          onclick: e => { if (e.detail === 0) this.pickHand(step); },
        }, h('img', { src: pieceImage(this.rules, color + letter, this.board.flip), alt: '', draggable: 'false' }), count > 1 ? h('span.count', {}, count) : null);
      }));
      this.hands[c].hidden = !hand.length;
    });
  }

  pickHand(step) { this.pick = this.pick[0] === step ? [] : [step]; this.show(); }

  carryHand(step, e) {
    this.board.carry(step, e, e.currentTarget.querySelector('img'), {
      lift: () => { this.pick = [step]; this.show(null, {}, false); }, // the button that is being dragged stays
      drag: (_, to) => { this.pick = [step]; if (to && this.node()[to] !== undefined) this.push(to); else if (to) this.why(to); else this.show(); },
      click: () => this.pickHand(step),
    });
  }

  showPlayers() {
    const flip = this.board.flip, [white, black] = this.game.players;
    this.presence = [h('span.presence'), h('span.presence')];
    [white, black].forEach((p, c) => this.names[c].replaceChildren(h('span.dot.' + 'wb'[c]), h('span.who', {}, p.level ? `Engine, level ${p.level}` : capital(p.name === 'human' ? ['White', 'Black'][c] : p.name)), this.presence[c], ...this.clockEl(c)));
    this.showPeople();
    $('.side.top', this.view).replaceChildren(this.names[flip ? 0 : 1], this.hands[flip ? 0 : 1]);
    $('.side.bottom', this.view).replaceChildren(this.names[flip ? 1 : 0], this.hands[flip ? 1 : 0]);
  }

  // showPeople says who of the players is there.
  showPeople() {
    const { people, seat } = this.hello;
    if (this.hello.fault && this.faultEl) { this.faultEl.textContent = capital(this.hello.fault); this.faultEl.hidden = false; }
    if (!people || !this.presence) return;
    ['white', 'black'].forEach((side, c) => {
      const { taken, here, away } = people[side];
      let text = '';
      if (side === seat) text = 'you';
      else if (!taken) text = 'has not come yet';
      else if (here) text = 'here';
      else if (away === undefined) text = 'not here yet';
      else {
        const gone = away + performance.now() - this.helloAt;
        if (gone > 3000) text = 'away since ' + new Date(Date.now() - gone).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
        else return; // a page that is read anew is there again soon
      }
      if (this.presence[c].textContent !== text) this.presence[c].textContent = text;
      this.presence[c].classList.toggle('gone', side !== seat && !here);
    });
  }

  clockEl(c) {
    if (!this.game.timed) return [];
    this.clocks = this.clocks || [h('span.clock', { 'aria-label': 'White’s clock' }), h('span.clock', { 'aria-label': 'Black’s clock' })];
    return [this.clocks[c]];
  }

  left(c) {
    const { clock } = this.search;
    let ms = clock.left[c];
    if (clock.running && (this.game.position.side === 'white') === (c === 0)) ms -= performance.now() - this.searchAt;
    return Math.max(0, ms);
  }

  tick() {
    if (this.hello.people) this.showPeople();
    if (!this.clocks || !this.search.clock) return;
    this.clocks.forEach((el, c) => {
      const s = this.left(c) / 1000;
      el.textContent = s >= 3600 ? `${Math.floor(s / 3600)}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}:${String(Math.floor(s) % 60).padStart(2, '0')}`
        : s >= 20 ? `${Math.floor(s / 60)}:${String(Math.floor(s) % 60).padStart(2, '0')}` : s.toFixed(1);
      el.classList.toggle('running', this.search.clock.running && (this.game.position.side === 'white') === (c === 0));
      el.classList.toggle('low', s < 20);
    });
  }

  showMoves() {
    const intro = comment(this.game.comment);
    this.movesEl.replaceChildren(...(intro ? [h('li', {}, h('span.comment', {}, intro))] : []), ...moveList(this.tree, id => this.later(() => this.look(id)) || this.look(id)));
    if (this.position && this.tree.get(this.cur())) this.markMove();
  }

  markMove() {
    const list = this.movesEl, on = list.querySelector('.move.on'), now = list.querySelector(`.move[data-id="${this.cur()}"]`);
    if (on) on.classList.remove('on');
    if (now) now.classList.add('on');
    list.scrollTop = now ? now.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
    this.showStudy();
  }

  // cur is the move before the position that is looked at, 0 for none.
  cur() { return this.at === null ? this.game.at : this.at; }

  // walk goes along the line, the way one went last.
  walk(n) {
    if (this.later(() => this.walk(n))) return;
    let id = this.wanted ?? this.cur();
    if (n < 0) id = this.tree.get(id).parent || 0;
    for (; n > 0; n--) {
      const { next } = this.tree.get(id), took = this.took.get(id);
      if (!next.length) break;
      id = (next.find(m => m.id === took) || next[0]).id;
    }
    this.look(id);
  }

  // vary goes to another move from the same position.
  vary(n) {
    if (this.later(() => this.vary(n))) return;
    const id = this.wanted ?? this.cur(), moves = this.tree.beside(id);
    const other = moves[moves.findIndex(m => m.id === id) + n];
    if (other) this.look(other.id);
    else say(moves.length > 1 ? 'no more variations here' : 'no variation of this move');
  }

  // look shows the position after a move.
  async look(id) {
    this.dismissPicker();
    this.pick = [];
    this.hint = null;
    this.wanted = id;
    const position = id === this.game.at ? this.game.position : this.seen.get(id) || await attempt(() => get(`${this.base}/at/${id}`, this.token));
    if (this.wanted !== id) return;
    this.wanted = null;
    if (!position || !this.tree.get(id)) return;
    if (this.seen.size > 500) this.seen.clear();
    this.seen.set(id, position);
    const before = this.cur(), move = this.tree.get(id);
    this.at = id === this.game.at && !this.game.study ? null : id;
    this.position = position;
    for (const n of this.tree.path(id)) this.took.set(n.parent, n.id);
    if (this.game.study) sessionStorage.setItem('at-' + this.id, id);
    this.marksFrom(id);
    this.show(id && move.parent === before ? move.path : null);
    this.markMove();
    if (id && this.game.study) say(`${move.side} ${move.san}`);
    if (this.search.analysing && this.search.at !== id) this.ask(3);
  }

  showSearch() {
    if (!this.board) return;
    const { analysing, lines = [], at } = this.search;
    if (this.engineButton) this.engineButton.setAttribute('aria-pressed', String(!!analysing));
    const over = this.position && (this.position.ending || !Object.keys(this.position.legal).length);
    this.bar.hidden = !analysing || (over && !lines.length);
    this.lines.replaceChildren(...(analysing ? lines.map(l => h('div.line', {}, h('b', {}, l.eval), h('span', {}, l.san.join(' ')), h('small', {}, 'depth ' + l.depth))) : []));
    if (analysing && !lines.length) this.lines.replaceChildren(h('div.line', {}, over ? 'The game is over here: there is nothing to think about.' : 'thinking …'));
    if (analysing && lines.length) {
      const { score, mate, eval: text } = lines[0];
      const share = mate ? (mate > 0 ? 1 : 0) : 1 / (1 + Math.exp(-score / 250));
      $('.fill', this.bar).style.height = (100 * share).toFixed(1) + '%';
      $('.score', this.bar).textContent = text;
      this.bar.setAttribute('aria-label', `Evaluation ${text} for White`);
      this.bar.classList.toggle('flip', this.board.flip);
    }
    if (analysing && this.position && at === this.cur()) this.show();
    else if (this.position) this.showStatus();
    this.tick();
  }

  // What can be done.

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
        return await post(`${this.base}/${action}`, body, this.token);
      } catch (error) {
        this.blame(error.attackers);
        throw error;
      }
    });
  }

  async type() {
    const text = this.typed.value.trim();
    if (!text) return;
    if (this.game.study) {
      if (await this.step('move', { n: this.cur(), text })) this.typed.value = '';
    } else if (this.at !== null) { await this.analyse({ n: this.at, text }); return; } else if (await this.act('move', { text })) this.typed.value = '';
    this.typed.select();
  }

  async askHint() {
    if (this.hint) this.hintStage = 2;
    else {
      toast('Looking for a hint …');
      const hint = await this.act('hint', { n: this.cur() });
      if (!hint) return;
      this.hint = hint;
      this.hintStage = 1;
    }
    const letter = this.hint.steps[0][0] === '@' ? this.hint.steps[0].slice(1) : (this.position.pieces[this.hint.path[0]] || '  ').slice(1);
    toast(this.hintStage === 1 ? `Hint: look at the ${kindName(this.rules, letter.replace('~', ''))}${this.hint.path[0] && this.hint.steps[0][0] !== '@' ? ' on ' + this.hint.path[0] : ''}. Ask again for the move.` : 'Hint: ' + this.hint.san);
    this.show();
  }

  toggleEngine() {
    this.wantsEngine = !this.search.analysing;
    this.ask(this.wantsEngine ? 3 : 0);
  }

  ask(lines) { return this.act('analyse', { n: this.cur(), lines }); }

  resign() {
    if (this.game.result !== '*') return;
    const dialog = h('dialog.picker', { 'aria-label': 'Resign?' }, h('p', {}, 'Resign this game?'),
      h('div.choices', {}, h('button.danger', { onclick: () => { dialog.close(); this.act('resign'); } }, 'Resign'), h('button', { onclick: () => dialog.close() }, 'Play on')));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  copyLink() {
    const part = s => encodeURIComponent(s.replaceAll(' ', '_'));
    const moves = this.tree.path(this.cur()).map(m => m.uci).join('_');
    copy(`${location.origin}/#/link/${part(this.rules.name)}/${part(this.game.start || '-')}/${part(moves)}`, 'Link');
  }

  // withText does something with the game as it is saved.
  async withText(use) {
    const text = await attempt(() => get(this.base + '/text', this.token));
    if (text) use(text);
  }

  // Arrows and circles are kept with the move that leads to the position.

  note(id) { return (id ? this.tree.get(id).note : this.game.comment) || ''; }

  marksFrom(id) {
    const note = this.note(id);
    const marks = [];
    for (const [, list] of note.matchAll(/\[%csl ([^\]]*)\]/g)) for (const m of list.split(',')) marks.push({ color: m[0], from: m.slice(1), to: m.slice(1) });
    for (const [, list] of note.matchAll(/\[%cal ([^\]]*)\]/g)) {
      for (const m of list.split(',')) {
        const [, color, from, to] = /^([A-Z])([a-p]\d+[IVX]*)([a-p]\d+[IVX]*)$/.exec(m) || [];
        if (to) marks.push({ color, from, to });
      }
    }
    this.board.marks = marks;
  }

  marked(marks) {
    if (this.hello.seat === 'owner') this.saveNote(marks);
  }

  // saveNote saves the marks of the board with the comment.
  saveNote(marks) {
    const id = this.cur(), note = this.note(id);
    const words = this.remark ? this.remark.value.trim() : comment(note);
    const other = (note.match(/\[%\w+ [^\]]*\]/g) || []).filter(t => !/^\[%c[sa]l /.test(t));
    const circles = marks.filter(m => m.from === m.to).map(m => m.color + m.from), arrows = marks.filter(m => m.from !== m.to).map(m => m.color + m.from + m.to);
    const text = [circles.length ? `[%csl ${circles.join(',')}]` : '', arrows.length ? `[%cal ${arrows.join(',')}]` : '', ...other, words].filter(Boolean).join(' ');
    if (id) this.tree.get(id).note = text;
    else this.game.comment = text;
    this.act('note', { n: id, text });
  }

  boardKey(e, sq) {
    if (e.key === 'Escape') { this.back(); e.preventDefault(); e.stopPropagation(); return; }
    if (e.key === 'l') {
      const m = this.cur() && this.tree.get(this.cur());
      say(m ? `${m.side} played ${m.san}` : 'no move yet');
    } else if (e.key === 'm') {
      const tree = this.position.legal[sq];
      say(tree ? `${Object.keys(tree).length} destinations: ${Object.keys(tree).join(', ')}` : 'no moves from ' + sq);
    } else if (e.key === 'c') say(this.search.clock ? `White ${Math.round(this.left(0) / 1000)} seconds, Black ${Math.round(this.left(1) / 1000)} seconds` : 'no clock');
    else if (e.key === 'f') { this.flip(); this.board.focus(this.board.focusAt); }
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  key(e) {
    if (!this.game || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey || this.picker) return;
    const walks = { ArrowLeft: () => this.walk(-1), ArrowRight: () => this.walk(1), ArrowUp: () => this.vary(-1), ArrowDown: () => this.vary(1), Home: () => this.look(0), End: () => this.walk(Infinity) };
    if (e.key === 'Escape') this.back();
    else if (walks[e.key] && (this.game.study || !/Up|Down/.test(e.key))) {
      e.preventDefault();
      walks[e.key]();
    } else if (e.key === 'f') this.flip();
  }
}
