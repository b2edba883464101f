// The files that the program may read: the networks of its engine, from the package.
import { read } from './program.js';

const open = new Map();
let last = 2;
const missing = () => Object.assign(new Error('there is no such file'), { code: 'ENOENT' });

async function fetchNetwork(path) {
  const { networks } = await (await read('program.json')).json(), file = networks[path];
  if (!file) throw missing();
  return new Uint8Array(await (await read(file)).arrayBuffer());
}

const stats = data => ({ dev: 1, ino: 1, mode: 0o100400, nlink: 1, uid: 0, gid: 0, rdev: 0, size: data.length, blksize: 4096, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => false });

const calls = {
  async open(path) { const data = await fetchNetwork(path); open.set(++last, { data, at: 0 }); return last; },
  async fstat(fd) { return stats(open.get(fd).data); },
  async stat(path) { return stats(await fetchNetwork(path)); },
  async close(fd) { open.delete(fd); },
  async read(fd, buffer, offset, length, position) {
    const f = open.get(fd), from = position ?? f.at, part = f.data.subarray(from, from + length);
    buffer.set(part, offset);
    if (position === null || position === undefined) f.at += part.length;
    return part.length;
  },
};

const decoder = new TextDecoder();
const files = {
  constants: { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 },
  writeSync(fd, buffer) { console.error(decoder.decode(buffer).trimEnd()); return buffer.length; },
  write(fd, buffer, offset, length, position, done) { done(null, files.writeSync(fd, buffer)); },
};
for (const [name, call] of Object.entries(calls)) {
  files[name] = (...args) => { const done = args.pop(); call(...args).then(result => done(null, result), error => done(error.code ? error : Object.assign(error, { code: 'EIO' }))); };
}
for (const name of ['lstat', 'mkdir', 'readdir', 'unlink', 'rename', 'fsync', 'chmod', 'fchmod']) files[name] = (...args) => args.pop()(missing());
globalThis.fs = files;
