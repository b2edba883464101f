// The inventor's bench: a game in the making is the text of a variants file. Every step goes to
// the server, which answers with the text as it is then and all that follows from it.
import { h, $, attempt, capital, copy, download, enter, toast } from './util.js';
import { get, post } from './transport.js';
import { BenchBoard } from './benchboard.js';
import { BenchPieces } from './benchpieces.js';
import { BenchRules } from './benchrules.js';
import { BenchStudy } from './benchstudy.js';
import { gameList } from './gamelist.js';
import { t } from './language.js';
import { movesMenu } from './look.js';
import { local, recall, remember, session } from './remember.js';
import { roving } from './roving.js';

const place = 'bench', most = 60, mostBytes = 400_000;

// A kept draft is {texts, at}: the steps that can be undone, and which one is shown. A tab goes on
// with its own, a new one with the latest.
const keptDraft = () => {
  const kept = recall(place, recall(place, {}), session);
  const texts = Array.isArray(kept.texts) ? kept.texts.filter(t => typeof t === 'string') : [];
  return { texts, at: Number.isInteger(kept.at) && kept.at >= 0 && kept.at < texts.length ? kept.at : texts.length - 1 };
};

export async function bench(view, [base], signal) {
  const catalogue = await get('/api/catalogue');
  const page = new Bench(view, catalogue, signal);
  await page.open(base);
}

class Bench {
  constructor(view, catalogue, signal) {
    Object.assign(this, { view, catalogue, signal, ...keptDraft(), queue: Promise.resolve(), tab: recall('bench-tab', 'board') });
    this.board = new BenchBoard(this);
    this.pieces = new BenchPieces(this);
    this.rules = new BenchRules(this);
    this.study = catalogue.study ? new BenchStudy(this) : null;
  }

  async open(base) {
    this.build();
    document.addEventListener('keydown', e => this.key(e), { signal: this.signal });
    if (base || this.at < 0) await this.step({ op: 'new', name: 'invention', value: base || 'chess' });
    else await this.ask({});
    if (base) history.replaceState(null, '', '#/invent');
    if (!this.now) { // what was kept cannot even be looked at
      this.texts = [];
      await this.step({ op: 'new', name: 'invention', value: 'chess' });
    }
  }

  text() { return this.texts[this.at] || ''; }

  // step makes one step after all those before it. It returns whether it was made.
  step(...edits) {
    if (this.typing) this.take();
    return this.enqueue(edits.map(edit => ({ edit })));
  }

  // write takes a text that was written by hand.
  write(text) { return this.enqueue([{ text }]); }

  enqueue(asks) {
    const done = this.queue.then(() => this.make(asks));
    this.queue = done.catch(() => {});
    return done;
  }

  async make(asks) {
    let text = this.text(), answer;
    for (const ask of asks) {
      answer = await attempt(() => this.post('', { text, ...ask }));
      if (!answer) { this.show(); return false; }
      text = answer.text;
    }
    if (text !== this.text()) {
      this.texts.splice(this.at + 1, Infinity, text);
      this.at = this.texts.length - 1;
    }
    this.now = answer;
    this.keep();
    this.show();
    return true;
  }

  post(what, body) { return post('/api/bench' + what, body); }

  // ask looks at the present text again.
  async ask() {
    const answer = await attempt(() => this.post('', { text: this.text() }));
    if (answer) { this.now = answer; this.show(); }
  }

  // go goes back or forward among the steps.
  go(by) {
    if (this.typing) this.take();
    this.queue = this.queue.then(async () => {
      if (!(this.at + by in this.texts)) return;
      this.at += by;
      this.keep();
      await this.ask();
    });
  }

  keep() {
    while (this.texts.length > most || this.texts.length > 1 && this.texts.reduce((n, t) => n + t.length, 0) > mostBytes) {
      if (this.at === 0) break;
      this.texts.shift();
      this.at--;
    }
    for (const store of [session, local]) remember(place, { texts: this.texts, at: this.at }, store);
  }

  key(e) {
    if (!(e.ctrlKey || e.metaKey) || e.altKey || e.target.closest('textarea, input, dialog')) return;
    const k = e.key.toLowerCase();
    if (k === 'z' && !e.shiftKey) this.go(-1);
    else if (k === 'y' || k === 'z') this.go(1);
    else return;
    e.preventDefault();
  }

  build() {
    const tool = (text, label, f, cls = '') => h('button' + cls, { title: label, 'aria-label': label, onclick: f }, text);
    this.name = h('input', { id: 'bench-name', 'aria-label': t('The name of the game'), maxlength: 60, spellcheck: 'false', autocomplete: 'off', onchange: () => this.step({ op: 'name', name: this.name.value.trim() }) });
    this.undo = tool('↶', t('Undo'), () => this.go(-1), '.tool');
    this.redo = tool('↷', t('Redo'), () => this.go(1), '.tool');
    this.against = h('select', { id: 'bench-against', 'aria-label': t('Your opponent') },
      this.catalogue.engine && [h('option', { value: 'white' }, t('as White')), h('option', { value: 'black' }, t('as Black'))], h('option', { value: 'both' }, t('both sides')));
    this.tryButton = h('button.go', { id: 'bench-try', onclick: () => attempt(() => this.try()) }, t('Try it'));
    this.verdict = h('div.verdicts', { role: 'status' });
    this.card = h('ul.card');
    this.moving = h('div');
    const tabs = { board: t('Board'), pieces: t('Pieces'), rules: t('Rules'), text: t('Text'), ...(this.study && { study: t('Study') }), share: t('Share') };
    this.tabs = h('div.segments.tabs', { role: 'tablist', 'aria-label': t('Parts of the bench') }, Object.entries(tabs).map(([name, text]) =>
      h('button', { role: 'tab', id: 'tab-' + name, 'data-tab': name, 'aria-controls': 'pane', onclick: () => this.turnTo(name) }, text)));
    this.rove = roving(this.tabs, 'button');
    this.source = h('textarea', { id: 'bench-text', rows: 22, spellcheck: 'false', 'aria-label': t('The game as the text of a file'), oninput: () => this.typed() });
    this.panes = { board: this.boardPane(), pieces: this.pieces.el, rules: this.rules.el, text: h('div', {}, this.source, h('p.soft', {}, t('This is the game: whatever you draw is written here, and whatever you write here is drawn.'))), ...(this.study && { study: this.study.el }), share: this.sharePane() };
    this.pane = h('div', { id: 'pane', role: 'tabpanel' }, Object.values(this.panes));
    this.view.replaceChildren(h('div.bench', {},
      h('section.draw', {},
        h('div.bench-bar', {}, this.name, this.undo, this.redo, h('span.gap'), this.against, this.tryButton),
        this.board.el, this.verdict),
      h('aside.parts-of', {}, this.tabs, this.pane,
        h('details.ruleset', { open: true }, h('summary', {}, t('The resulting rules')), this.card, this.moving))));
    this.turnTo(tabs[this.tab] ? this.tab : 'board');
  }

  turnTo(tab) {
    this.tab = tab;
    remember('bench-tab', tab);
    for (const b of this.tabs.children) b.setAttribute('aria-selected', String(b.dataset.tab === tab));
    for (const [name, el] of Object.entries(this.panes)) el.hidden = name !== tab;
    this.rove();
  }

  boardPane() {
    const number = (id, label) => h('label', {}, label, h('input', { id, type: 'number', min: 1, max: 16, inputmode: 'numeric', onchange: () => this.resize() }));
    this.start = h('span');
    return h('div', {},
      h('div.row2', {}, h('span', {}, t('Start from')), this.start),
      h('div.row2', {}, h('span', {}, t('Size')), h('span.sizes', {}, number('bench-files', t('Files')), number('bench-ranks', t('Ranks')))),
      this.board.options,
      h('div.tools', {},
        h('button', { onclick: () => this.step({ op: 'empty' }) }, t('Clear the board')),
        h('button', { onclick: () => this.step({ op: 'copy', opposite: this.board.opposite || 'across' }) }, t('Give Black White’s army'))));
  }

  sharePane() {
    const button = (id, text, f) => h('button', { id, onclick: () => attempt(f) }, text);
    this.out = h('div.stack', {},
      button('bench-link', t('Copy link to this game'), () => this.link()),
      button('bench-keep', t('Add to my games'), () => this.addToGames()),
      button('bench-file', t('Download the file'), async () => download(this.now.name + '.ini', this.text())),
      button('bench-open', t('Open a file …'), async () => this.openFile()),
      ['svg', 'png'].map(kind => button('bench-' + kind, t('Picture, {0}', kind.toUpperCase()), () => this.picture(kind))),
      Object.entries({ fsf: t('For Fairy-Stockfish and pychess'), html: t('Rules to print'), go: t('Go file') }).map(([kind, text]) => button('bench-to-' + kind, text, () => this.export(kind))));
    this.unsaid = h('div', { id: 'bench-unsaid', role: 'status' });
    return h('div', {}, h('p.soft', {}, t('The link contains the whole game: whoever opens it can read the rules and play.')), this.out, this.unsaid);
  }

  resize() {
    const [files, ranks] = ['#bench-files', '#bench-ranks'].map(id => Math.floor(Number($(id, this.view).value)));
    this.step({ op: 'size', files, ranks });
  }

  typed() {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.take(), 350);
  }

  // take takes what was typed.
  take() {
    clearTimeout(this.typing);
    this.typing = 0;
    return this.write(this.source.value);
  }

  // settled waits for all steps, and for what was typed last.
  settled() {
    if (this.typing) this.take();
    return this.queue;
  }

  // show shows the game as it is now.
  show() {
    const { now } = this;
    if (!now) return;
    this.undo.disabled = this.at <= 0;
    this.redo.disabled = this.at >= this.texts.length - 1;
    if (document.activeElement !== this.name) this.name.value = now.name;
    if (this.source.value !== this.text() && !this.typing) this.source.value = this.text();
    $('#bench-files', this.view).value = now.files;
    $('#bench-ranks', this.view).value = now.ranks;
    this.tryButton.disabled = !now.plays;
    for (const id of ['#bench-link', '#bench-keep', '#bench-svg', '#bench-png', '#bench-to-fsf', '#bench-to-html', '#bench-to-go']) $(id, this.view).disabled = !now.plays;
    if (this.startedFrom !== now.base) {
      this.startedFrom = now.base;
      this.start.replaceChildren(gameList(this.catalogue, now.base || 'chess', base => this.step({ op: 'new', name: now.name || 'invention', value: base })));
      $('select', this.start).setAttribute('aria-label', t('Start from'));
    }
    if (this.text() !== this.exported) this.unsaid.replaceChildren(); // it was said of another game
    this.showVerdict();
    this.card.replaceChildren(...now.rules.card.map(line => h('li', {}, line)));
    this.moving.replaceChildren(now.plays && movesMenu(now.rules) || '');
    this.board.show(now);
    this.pieces.show(now);
    this.rules.show(now);
    if (this.study) this.study.show(now);
  }

  showVerdict() {
    const { faults, moves, plays } = this.now;
    this.verdict.replaceChildren(faults.length
      ? h('ul.faults', {}, faults.slice(0, 8).map(f => h('li', {}, h('button', { onclick: () => this.toLine(f.line) },
        f.key && h('code', {}, f.key), ' ', capital(f.text), f.line > 0 && h('span.soft', {}, ' ' + t('(line {0})', f.line))))), faults.length > 8 && h('li', {}, t('and {0} more', faults.length - 8)))
      : h('p.fine', {}, plays ? t('Ready to play: {0} {0|move|moves} at the start.', moves) : ''));
  }

  // toLine shows a line of the text.
  toLine(line) {
    this.turnTo('text');
    const lines = this.text().split('\n'), from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    this.source.focus();
    if (line > 0) this.source.setSelectionRange(from, from + lines[line - 1].length);
  }

  async try() {
    await this.settled();
    const { value } = this.against, engine = { level: Number(local.getItem('level')) || 5 };
    const players = { white: [{}, engine], black: [engine, {}] }[value] || [{}, {}];
    const game = await this.post('/try', { text: this.text(), players });
    session.setItem('side', value === 'black' ? 'black' : 'white');
    enter(game);
  }

  async link() {
    await this.settled();
    const { link } = await this.post('/link', { text: this.text() });
    this.url = location.origin + location.pathname + '#/made/' + link;
    copy(this.url, t('Link'));
  }

  async addToGames() {
    await this.settled();
    const { name } = await this.post('/keep', { text: this.text() });
    toast(t('{0} is now available', name));
    remember('choice', { base: name, parts: [] });
    location.hash = '#/';
  }

  async picture(kind) {
    await this.settled();
    const { type, data } = await this.post('/picture', { text: this.text(), kind });
    download(`${this.now.name}.${kind}`, Uint8Array.from(atob(data), c => c.charCodeAt(0)), type);
  }

  // export saves the game for others, and says what of it the file cannot say.
  async export(kind) {
    await this.settled();
    const text = this.text(), { name, type, file, cannot } = await this.post('/export', { text, kind });
    download(name, file, type);
    this.exported = text;
    this.unsaid.replaceChildren(...kind === 'fsf' && cannot.length > 0 ? [h('p', {}, t('{0} leaves out:', name)), h('ul', {}, cannot.map(line => h('li', {}, capital(line))))]
      : [h('p.soft', {}, kind === 'fsf' ? t('{0} contains all rules of the game.', name) : t('{0} is saved.', name))]);
  }

  openFile() {
    const input = h('input', { type: 'file', accept: '.ini,.txt', onchange: async () => {
      if (input.files[0].size > 60_000) toast(t('The file is too long'), true);
      else await this.write(await input.files[0].text());
    } });
    input.click();
  }
}

// made opens a link to a game: it can be chosen from now on, and is chosen.
export async function made(view, [link]) {
  const { name } = await post('/api/link', { link });
  remember('choice', { base: name, parts: [] });
  location.replace('#/');
}
