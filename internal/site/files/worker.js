// The program in a worker, as what answers the page's requests, as the engine, or to study a game:
// the first message says which.
import { setFetched } from './files.js';
import './wasm_exec.js';

onmessage = async ({ data: { role, module, fetched, port } }) => {
  globalThis.heterodox = { serve: desk, search: engine, study: examiner }[role](port);
  setFetched(fetched, heterodox.fetched);
  const go = new Go();
  go.argv = ['heterodox', role];
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).finally(() => postMessage({ ended: true }));
};

// desk is what answers: requests come as messages of the page, and searches go to the engine
// through a port that the page gives.
function desk() {
  const searches = new Map();
  let number = 0, port = null, held = [], study = null;
  const tellEngine = m => { if (port) port.postMessage(m); else held.push(m); };
  const found = ({ data: { search, text } }) => {
    const tell = searches.get(search);
    if (JSON.parse(text).Done) searches.delete(search);
    if (tell) tell(text);
  };
  // told hands on what a study tells; its worker is not needed after the last of it.
  const told = text => {
    const { tell } = study;
    if (!JSON.parse(text).Progress) { study = null; postMessage({ studied: true }); }
    tell(text);
  };
  const heard = ({ data: m }) => {
    if (m.cancel) heterodox.cancel(m.cancel);
    else if (m.engine) {
      port = m.engine;
      port.onmessage = found;
      for (const order of held.splice(0)) port.postMessage(order);
    } else if (m.engineEnded) {
      port = null;
      held = [];
      for (const search of [...searches.keys()]) found({ data: { search, text: '{"Done":true}' } });
    } else if (m.study) {
      study.port = m.study;
      study.port.onmessage = ({ data }) => told(data);
      study.port.postMessage({ order: study.order });
      if (study.stopped) study.port.postMessage({ stop: true });
    } else if (m.studyEnded) {
      if (study) told('{"Fault":"the study has ended unexpectedly"}');
    } else heterodox.ask(m.number, m.method, m.address, m.seat, m.type, typeof m.body === 'string' ? new TextEncoder().encode(m.body) : m.body ?? null);
  };
  return {
    ready() {
      onmessage = heard;
      postMessage({ ready: true });
    },
    answer(request, status, type, body) {
      postMessage({ request, status, type, body: body && body.buffer }, body ? [body.buffer] : []);
    },
    event(request, name, data) { postMessage({ request, name, data }); },
    search(order, tell) {
      const search = ++number;
      searches.set(search, tell);
      if (!port) postMessage({ wantsEngine: true });
      tellEngine({ search, order });
      return () => tellEngine({ stop: search });
    },
    study(order, tell) {
      const mine = study = { order, tell, port: null, stopped: false };
      postMessage({ wantsStudy: true });
      return () => { mine.stopped = true; if (mine.port) mine.port.postMessage({ stop: true }); };
    },
  };
}

// engine searches as it is ordered through the port. The page is told of each search without a
// network that cannot be fetched: one that failed is not fetched again for the same game.
function engine(port) {
  const lacking = new Set(); // games
  let search = 0, game = '';
  return {
    ready() {
      port.onmessage = ({ data: m }) => {
        if (m.stop) { if (m.stop === search) heterodox.stop(); return; }
        search = m.search;
        game = JSON.parse(m.order).Game;
        if (lacking.has(game)) postMessage({ lacking: true });
        heterodox.begin(m.order);
      };
      postMessage({ ready: true });
    },
    found(text) { port.postMessage({ search, text }); },
    fetched(ok) {
      if (ok) lacking.delete(game);
      else { lacking.add(game); postMessage({ lacking: true }); }
    },
  };
}

// examiner studies one game as it is ordered through the port.
function examiner(port) {
  return {
    ready() {
      port.onmessage = ({ data: m }) => { if (m.stop) heterodox.stop(); else heterodox.begin(m.order); };
      postMessage({ ready: true });
    },
    found(text) { port.postMessage(text); },
    fetched() {},
  };
}
