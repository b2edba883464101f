// The engine in its worker. The first message brings the program, others orders.
import { start } from './program.js';

const port = globalThis.postMessage ? null : (await import('node:worker_threads')).parentPort;
const post = text => port ? port.postMessage(text) : postMessage(text);

async function heard(data) {
  if (data.program) {
    await start(data.program, 'search', { found: post });
    post('{}');
  } else if (data.stop) globalThis.heterodox.stop();
  else globalThis.heterodox.begin(data.order);
}
if (port) port.on('message', heard); else onmessage = ({ data }) => heard(data);
