// The page as its own server: requests go to the program in a worker instead of over the
// network. send answers as fetch does, so that nobody else needs to know.
import { t } from './language.js';
import { h, toast } from './util.js';

const base = new URL('.', import.meta.url);
let manifest, program, server, engine, study;

// load fetches the program, and shows how far that is. It is compiled once for both workers.
async function load() {
  if (program) return;
  manifest = await (await fetch(new URL('program.json', base))).json();
  const bar = h('progress', { max: 1, 'aria-label': t('Loading the program') });
  const note = h('p.loading', { id: 'loading' }, t('Loading the program …'), ' ', bar);
  const shown = setTimeout(() => document.querySelector('#view').before(note), 150);
  try {
    const response = await fetch(new URL(manifest.program, base));
    if (!response.ok) throw new Error();
    let seen = 0;
    const counted = response.body.pipeThrough(new TransformStream({
      transform(chunk, out) { seen += chunk.length; bar.value = Math.min(seen / manifest.size, 1); out.enqueue(chunk); },
    }));
    const plain = response.headers.get('Content-Encoding') ? counted : counted.pipeThrough(new DecompressionStream('gzip'));
    program = await WebAssembly.compileStreaming(new Response(plain, { headers: { 'Content-Type': 'application/wasm' } }));
  } finally {
    clearTimeout(shown);
    note.remove();
  }
}

// fetched are the files that the program reads when it first wants them: their addresses by its names.
const fetched = () => Object.fromEntries(Object.entries(manifest.files).map(([path, n]) =>
  [path, { address: new URL(n.file, base).href, integrity: n.integrity }]));

// start starts a worker, which is ready once the promise is kept. ended is called when it is gone.
function start(role, port, heard, ended) {
  const worker = new Worker(new URL('worker.js', base), { type: 'module', name: role });
  const ready = new Promise((resolve, reject) => {
    const gone = () => { worker.terminate(); reject(new TypeError(t('the program has stopped'))); ended(); };
    worker.onerror = event => { event.preventDefault(); gone(); };
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve(worker);
      else if (data.ended) gone();
      else heard(data);
    };
  });
  worker.postMessage({ role, module: program, fetched: fetched(), port }, port ? [port] : []);
  return { worker, ready };
}

// serve returns the worker that answers, and starts it if need be.
function serve() {
  server ||= load().then(() => {
    const mine = start('serve', null, data => {
      if (data.wantsEngine) think(mine.worker);
      else if (data.wantsStudy) judge(mine.worker);
      else if (data.studied) { if (study) study.worker.terminate(); study = undefined; } else heard(data);
    }, () => {
      server = undefined;
      if (engine) engine.worker.terminate();
      engine = undefined;
      if (study) study.worker.terminate();
      study = undefined;
      lost();
    });
    return mine.ready;
  }).catch(error => { server = undefined; throw error; });
  return server;
}

// think starts the engine, unless it has been started.
function think(desk) {
  if (engine) return;
  const { port1, port2 } = new MessageChannel();
  engine = start('search', port2, data => { if (data.lacking) lacks(); }, () => { engine = undefined; desk.postMessage({ engineEnded: true }); });
  engine.ready.catch(() => {});
  desk.postMessage({ engine: port1 }, [port1]);
}

// judge starts a worker in which a game is studied.
function judge(desk) {
  const { port1, port2 } = new MessageChannel();
  const mine = study = start('study', port2, () => {}, () => { if (study === mine) study = undefined; desk.postMessage({ studyEnded: true }); });
  study.ready.catch(() => {});
  desk.postMessage({ study: port1 }, [port1]);
}

const told = new Set(); // addresses of games

// lacks says, once in a game, that the engine plays without its network.
function lacks() {
  if (told.has(location.hash)) return;
  told.add(location.hash);
  toast(t('The engine’s neural network for this game cannot be fetched: the engine plays without it, and is weaker.'), true);
}

// The service worker keeps the page for when there is no network. A new version is offered where
// no game is open; it takes over when this is the one page that is open, or all are closed.
async function keepOffline() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const kept = await workers.register(new URL('../offline.js', base), { scope: new URL('..', base), updateViaCache: 'none' });
  const take = h('button', { onclick: () => { taking = true; kept.waiting?.postMessage('take over'); } }, t('Update'));
  const offer = h('p.update', { id: 'update', role: 'status', hidden: true }, t('There is a new version of this page.'), ' ', take);
  let taking = false;
  const look = () => { offer.hidden = !kept.waiting || !workers.controller || location.hash.startsWith('#/g/'); };
  document.querySelector('#view').before(offer);
  workers.addEventListener('controllerchange', () => { if (taking) location.reload(); });
  workers.addEventListener('message', ({ data }) => { if (data === 'others') offer.replaceChildren(t('There is a new version of this page: close its other tabs, then update.'), ' ', take); });
  kept.addEventListener('updatefound', () => kept.installing?.addEventListener('statechange', look));
  addEventListener('hashchange', look);
  look();
}

// about says where games are kept, on the page of saved games.
export async function about() {
  const storage = navigator.storage, note = h('p.soft', {}, t('Games are kept by this browser, on this device.'), ' ');
  if (!storage?.persisted) return note;
  if (await storage.persisted()) return note.append(t('It has promised to keep them.')), note;
  note.append(t('It may delete them when space runs short, or when its site data is cleared: download what you want to keep.'), ' ');
  note.append(h('button', { onclick: async () => {
    const kept = await storage.persist();
    note.replaceChildren(kept ? t('Games are kept by this browser, which has promised to keep them.') : t('The browser does not promise to keep them. Some do once the page is installed or has been used for a while.'));
  } }, t('Ask it to keep them')));
  return note;
}

const waiting = new Map(); // requests without an answer, and streams, by their number
let number = 0;

function heard({ request, status, type, body, name, data }) {
  const r = waiting.get(request);
  if (!r) return;
  if (status === undefined) {
    if (name) return r.stream.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${data}\n\n`));
    waiting.delete(request);
    return r.stream.close();
  }
  const headers = { 'Content-Type': type };
  if (body) {
    waiting.delete(request);
    return r.resolve(new Response(body, { status, headers }));
  }
  r.resolve(new Response(new ReadableStream({ start(stream) { r.stream = stream; } }), { status, headers }));
}

// lost tells all who wait that the program is gone.
function lost() {
  for (const [n, r] of waiting) {
    waiting.delete(n);
    const error = new TypeError(t('the program has stopped'));
    if (r.stream) r.stream.error(error); else r.reject(error);
  }
}

// send asks the program, and returns a Response as fetch does.
export async function send(path, { method = 'GET', body, headers = {}, signal } = {}) {
  signal?.throwIfAborted();
  const worker = await serve(), mine = ++number;
  signal?.throwIfAborted(); // while the program was loading
  return new Promise((resolve, reject) => {
    const r = { resolve, reject };
    waiting.set(mine, r);
    signal?.addEventListener('abort', () => {
      if (!waiting.delete(mine)) return;
      worker.postMessage({ cancel: mine });
      if (r.stream) r.stream.error(signal.reason); else reject(signal.reason);
    });
    worker.postMessage({ number: mine, method, address: path, seat: headers['Heterodox-Seat'] || '', type: headers['Content-Type'] || '', body });
  });
}

const drawings = new Map(); // addresses of drawings, by path

// drawing returns the address of a drawing of the program.
function drawing(path) {
  if (!drawings.has(path)) {
    drawings.set(path, send(path).then(r => r.blob()).then(b => {
      const address = URL.createObjectURL(b);
      drawings.set(path, address);
      return address;
    }, () => { drawings.delete(path); return ''; }));
  }
  return drawings.get(path);
}

const seen = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) { seen.unobserve(target); show(target); }
}, { rootMargin: '200px' });
const wanted = new WeakMap(); // the paths of images, the last ones that were wanted

// draw gives an image a drawing of the program; one that is lazy, once it is seen.
export function draw(image, path) {
  wanted.set(image, path);
  if (image.loading === 'lazy') seen.observe(image); else show(image);
}

async function show(image) {
  const path = wanted.get(image), known = drawing(path);
  if (typeof known === 'string') { image.src = known; return; } // at once, so that pieces do not flicker
  const address = await known;
  if (address && wanted.get(image) === path) image.src = address;
}

// The page is kept once the program is there, so that both do not share a slow connection. Some
// browsers keep nothing, as in a private window.
serve().catch(() => {}).then(keepOffline).catch(() => {});
