// Chess and its variants: rules, notation, pictures, and an engine, for pages and for node.
// The rules are those of the program of the same name, compiled to WebAssembly.
import { compile, start } from './program.js';

let wasm, memory, bytes, at, size;
const encoder = new TextEncoder(), decoder = new TextDecoder();

// load fetches the program, once. options.progress(fraction) is called while it comes.
let loading;
export function load(options = {}) {
  loading ||= (async () => {
    const program = await compile(options.progress);
    wasm = (await start(program, 'library', {})).exports;
    memory = wasm.mem;
    at = wasm.heterodox_buffer();
    size = 1 << 16;
  })().catch(error => { loading = undefined; throw error; });
  return loading;
}

const view = () => { if (!bytes || bytes.buffer !== memory.buffer) bytes = new Uint8Array(memory.buffer); return bytes; };

// give puts a text into the program's buffer, and returns its length.
function give(text) {
  if (!wasm) throw new Error('call and await load() first');
  const length = text.length * 3;
  if (length > size) { at = wasm.heterodox_reserve(length); size = length; }
  return encoder.encodeInto(text, view().subarray(at, at + size)).written;
}

// take returns the text of a length that the program has left there.
function take(length) {
  if (length > size) { at = wasm.heterodox_buffer(); size = length; }
  return decoder.decode(view().subarray(at, at + length));
}

function ask(question) {
  const given = typeof (question.Text ?? '');
  if (given !== 'string') throw new TypeError(`a text is expected, such as 'e4' for a move, but got: ${given}`);
  const length = wasm ? wasm.heterodox_ask(give(JSON.stringify(question))) : give('');
  if (length < 0) throw new Error(take(-length));
  return JSON.parse(take(length));
}

// variants are the names of all games that are known; names joined by + are one game.
export const variants = () => ask({ Op: 'variants' });

// addVariants reads the text of a variants file, and returns the names of its games.
export const addVariants = text => ask({ Op: 'add', Text: text });

// rules tells about a game: its board, pieces, start, and its rules in words.
export const rules = variant => ask({ Op: 'rules', Text: variant });

// readGame reads a game of any variant from PGN, with variations and comments; splitGames cuts a
// file into such texts.
export const readGame = text => ask({ Op: 'game', Text: text });
export const splitGames = text => ask({ Op: 'split', Text: text });

const boardClosed = 'the board has been closed', engineClosed = 'the engine has been closed';

const closer = new FinalizationRegistry(board => wasm.heterodox_close(board));

export class Board {
  #board; #moves = null; #count; #over; #look = null;

  constructor(variant = 'chess', fen = '') {
    const n = give(variant.replaceAll('\n', ' ') + '\n' + fen);
    this.#board = wasm.heterodox_open(n);
    if (this.#board < 0) throw new Error(take(-this.#board));
    closer.register(this, this.#board, this);
    this.variant = variant;
    this.#is(wasm.heterodox_state(this.#board));
  }

  #is(state) {
    this.#over = state < 0;
    this.#count = state < 0 ? -1 - state : state;
    this.#moves = this.#look = null;
  }

  #ask(op, more) {
    if (!this.#board) throw new Error(boardClosed);
    return ask({ Op: op, Board: this.#board, ...more });
  }

  #see() { return this.#look ||= this.#ask('look'); }

  // legalMoves are the legal moves in UCI notation.
  get legalMoves() {
    if (!this.#moves) this.#moves = this.#count ? take(wasm.heterodox_legal(this.#board)).split(' ') : [];
    return this.#moves;
  }

  // moveCount is how many there are, which is quicker to ask.
  get moveCount() { return this.#count; }

  // isOver says whether the game has ended, by repetition as well.
  get isOver() { return this.#over; }

  // push plays a move, in UCI or algebraic notation; the error says why it is not legal.
  push(move) {
    const i = this.#moves ? this.#moves.indexOf(move) : -1;
    if (i >= 0) this.pushNumber(i);
    else this.#is(this.#ask('play', { Text: move }));
  }

  // pushNumber plays the legal move of a number, from 0: the quickest way.
  pushNumber(number) {
    if (!(Number.isInteger(number) && number >= 0 && number < this.#count)) throw new RangeError('no legal move has this number');
    this.#is(wasm.heterodox_push(this.#board, number));
  }

  // pop takes the last move back; false if there is none.
  pop() {
    if (!this.#board) throw new Error(boardClosed);
    const state = wasm.heterodox_pop(this.#board);
    if (state === -2147483648) return false;
    this.#is(state);
    return true;
  }

  get fen() { return this.#see().fen; }
  get turn() { return this.#see().turn; }
  get ply() { return this.#see().ply; }
  get pieces() { return this.#see().pieces; }
  get hands() { return this.#see().hands; }
  get check() { return this.#see().check; }
  get attackers() { return this.#see().attackers; }
  get isCheck() { return this.check.length > 0; }
  // result is how the game has ended, with the reason in words; null while it goes on.
  get result() { return this.#see().result || null; }

  san(move) { return this.#ask('san', { Text: move }); }
  uci(move) { return this.#ask('uci', { Text: move }); }
  sanMoves() { return this.#ask('sans'); }
  // history is the moves that were played, in algebraic notation.
  history() { return this.#ask('history'); }
  // whyIllegal says why a move is not legal, "" if it is.
  whyIllegal(move) { return this.#ask('why', { Text: move }); }
  // steps are what a player does to make each legal move: take a piece, put it down, choose.
  steps() { return this.#ask('steps'); }
  svg({ flip = false } = {}) { return this.#ask('svg', { Flip: flip }); }
  pgn(tags = {}) { return this.#ask('pgn', { Tags: Object.entries(tags) }); }
  perft(depth) {
    if (!(Number.isSafeInteger(depth) && depth >= 0)) throw new RangeError(`perft: the depth is ${depth}, but has to be a whole number from 0`);
    return this.#ask('perft', { N: depth });
  }

  close() {
    if (!this.#board) return;
    closer.unregister(this);
    wasm.heterodox_close(this.#board);
    this.#board = 0;
    this.#is(0);
  }

  // order is for an Engine.
  order(limits) { return this.#ask('order', { Limits: limits }); }
}

const maxLevel = 20, millisecond = 1e6;
const checks = {
  depth: isWhole, nodes: isWhole, lines: isWhole, movetime: ms => typeof ms === 'number' && ms > 0 && isWhole(Math.ceil(ms * millisecond)),
  level: level => isWhole(level) && level <= maxLevel, infinite: is => typeof is === 'boolean',
};

function isWhole(number) { return Number.isSafeInteger(number) && number > 0; }

// limitsOf returns limits as the program takes them. Limits without which the search would not
// end, or not as meant, are errors.
function limitsOf(limits) {
  const { depth = 0, nodes = 0, movetime = 0, level = 0, lines = 0, infinite = false } = limits;
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(checks, name)) throw new TypeError(`search: unknown limit ${name} (known: ${Object.keys(checks).join(', ')})`);
    if (value !== undefined && !checks[name](value)) throw new RangeError(`search: ${name} cannot be ${value}`);
  }
  if (!depth && !nodes && !movetime && !infinite) throw new TypeError('search: give depth, nodes or movetime, or infinite: true to search until stop');
  return { Depth: depth, Nodes: nodes, MoveTime: Math.ceil(movetime * millisecond), Level: level, Lines: lines, Infinite: infinite };
}

// An Engine searches in a worker of its own, one position at a time.
export class Engine {
  #worker; #waiting = null; #last = Promise.resolve(); #closed = false;

  // search returns the best move when one of the limits depth, nodes and movetime (ms) is reached,
  // or at stop if infinite is true. level is how well it plays, 1 to 20, and lines how many lines
  // it reports. onInfo is called with what is known so far.
  async search(board, limits = {}, onInfo = () => {}) {
    const text = JSON.stringify(board.order(limitsOf(limits)));
    const result = this.#last.then(async () => {
      if (this.#closed) throw new Error(engineClosed);
      const worker = await (this.#worker ||= startEngine());
      return new Promise((resolve, reject) => {
        this.#waiting = { worker, reject };
        worker.listen(found => {
          const info = infoOf(found);
          if (found.Done) { this.#waiting = null; resolve({ ...info, best: found.Best || null }); } else onInfo(info);
        });
        worker.post({ order: text });
      });
    });
    this.#last = result.catch(() => {});
    return result;
  }

  // stop ends the search, which returns the best move so far.
  stop() { this.#waiting?.worker.post({ stop: true }); }

  // close ends the worker, and a search in progress with an error. Later searches are errors.
  async close() {
    this.#closed = true;
    const worker = await this.#worker;
    this.#worker = undefined;
    this.#waiting?.reject(new Error(engineClosed));
    this.#waiting = null;
    worker?.end();
  }
}

const infoOf = ({ Info: i, Line }) => ({ depth: i.Depth, line: i.Line, score: i.Mate ? null : i.Score, mate: i.Mate ? i.MateIn : null, nodes: i.Nodes, time: i.Time / 1e6, pv: Line || [] });

async function startEngine() {
  const address = new URL('./engine.js', import.meta.url), program = await compile();
  let hear = () => {}, worker;
  if (globalThis.Worker) {
    worker = new Worker(address, { type: 'module' });
    worker.onmessage = ({ data }) => hear(JSON.parse(data));
  } else {
    worker = new (await import('node:worker_threads')).Worker(address);
    worker.on('message', data => hear(JSON.parse(data)));
  }
  await new Promise(done => { hear = done; worker.postMessage({ program }); });
  return { listen: f => { hear = f; }, post: m => worker.postMessage(m), end: () => worker.terminate() };
}
