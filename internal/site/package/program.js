// The program: how it is fetched, and started in a page, a worker, or node.
import './networks.js';
import './wasm_exec.js';

const node = !!globalThis.process?.versions?.node;
let compiled;

// read returns a file of the package.
export async function read(name) {
  const address = new URL(name, import.meta.url);
  if (node) return new Response(await (await import('node:fs/promises')).readFile(address));
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
  return response;
}

// compile returns the module, once.
export function compile(progress = () => {}) {
  compiled ||= (async () => {
    const { size } = await (await read('program.json')).json(), response = await read('heterodox.wasm.gz');
    let seen = 0;
    const counted = response.body.pipeThrough(new TransformStream({
      transform(chunk, out) { seen += chunk.length; progress(Math.min(seen / size, 1)); out.enqueue(chunk); },
    }));
    const plain = response.headers.get('Content-Encoding') ? counted : counted.pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(plain).arrayBuffer());
  })().catch(error => { compiled = undefined; throw error; });
  return compiled;
}

// start starts the program with a role, and returns the instance once it is ready.
export async function start(program, role, here) {
  const go = new globalThis.Go(), before = globalThis.heterodox;
  go.argv = ['heterodox', role];
  const instance = await WebAssembly.instantiate(program, go.importObject);
  await new Promise((resolve, reject) => {
    globalThis.heterodox = Object.assign(here, { ready: resolve });
    go.run(instance).then(() => reject(new Error('the program has stopped')), reject);
  });
  if (role === 'library') globalThis.heterodox = before;
  return instance;
}
