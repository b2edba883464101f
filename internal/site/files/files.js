// The files of the program, which it reads and writes as if they were on a disk: those
// under /games are in the browser's IndexedDB, and networks, puzzles and the letters of names are
// fetched from the page's own folder. It is what Go's package os calls: functions of node's fs with callbacks. A file is
// in the store when the call that wrote it has been answered.

const failure = (code, text = code) => Object.assign(new Error(text), { code });

let opening;
// store returns the database; what fails is tried again at the next call.
function store() {
  opening ||= new Promise((resolve, reject) => {
    const asked = indexedDB.open('heterodox', 1);
    asked.onupgradeneeded = () => { asked.result.createObjectStore('files'); };
    asked.onsuccess = () => {
      asked.result.onclose = asked.result.onversionchange = () => { asked.result.close(); opening = undefined; };
      resolve(asked.result);
    };
    asked.onerror = asked.onblocked = () => reject(asked.error || failure('EIO'));
  }).catch(error => { opening = undefined; throw error; });
  return opening;
}

// inStore runs work in a transaction, and returns what the request that work returns has
// found, once all of it is on disk.
async function inStore(mode, work) {
  try {
    const db = await store();
    return await new Promise((resolve, reject) => {
      const t = db.transaction('files', mode, { durability: 'strict' });
      const asked = work(t.objectStore('files'));
      t.oncomplete = () => resolve(asked && asked.result);
      t.onabort = t.onerror = () => reject(t.error || (asked && asked.error) || failure('EIO'));
    });
  } catch (error) {
    throw failure({ QuotaExceededError: 'ENOSPC', ConstraintError: 'EEXIST' }[error.name] || error.code || 'EIO', error.message);
  }
}

const find = path => path === '/' ? { dir: true } : inStore('readonly', s => s.get(path));

async function must(path) {
  const file = await find(path);
  if (!file) throw failure('ENOENT');
  return file;
}

const isFetched = path => path.startsWith('/networks/') || path.startsWith('/data/');

let addresses = {}, fetched = () => {}; // by path; what is told whether one could be fetched
export const setFetched = (all, tell = () => {}) => { addresses = all; fetched = tell; };

async function fetchFile(path) {
  const at = addresses[path];
  if (!at) throw failure('ENOENT');
  const response = await fetch(at.address, { integrity: at.integrity }).catch(() => null);
  const data = response && response.ok ? await response.arrayBuffer().catch(() => null) : null;
  fetched(!!data);
  if (!data) throw failure('EIO', 'cannot fetch a file of the page');
  return { data: new Uint8Array(data), time: 0 };
}

const flags = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
const open = new Map(); // files that are open, by their numbers
let last = 2;

const stats = (file, path) => ({
  dev: 1, ino: hash(path), mode: file.dir ? 0o40700 : 0o100600, nlink: 1, uid: 0, gid: 0, rdev: 0, size: file.dir ? 0 : file.data.length,
  blksize: 4096, blocks: 0, atimeMs: file.time || 0, mtimeMs: file.time || 0, ctimeMs: file.time || 0, isDirectory: () => !!file.dir,
});

function hash(text) {
  let n = 0;
  for (let i = 0; i < text.length; i++) n = (Math.imul(n, 31) + text.charCodeAt(i)) >>> 0;
  return n;
}

const parent = path => path.replace(/\/[^/]*$/, '') || '/';

const calls = {
  async open(path, how) {
    let file;
    if (isFetched(path)) file = await fetchFile(path);
    else file = await find(path);
    if (file && how & flags.O_CREAT && how & flags.O_EXCL) throw failure('EEXIST');
    if (!file && !(how & flags.O_CREAT)) throw failure('ENOENT');
    if (file && how & flags.O_TRUNC) file.data = new Uint8Array();
    if (!file) {
      file = { data: new Uint8Array(), time: Date.now() };
      if (!(await must(parent(path))).dir) throw failure('ENOTDIR');
      await inStore('readwrite', s => s.add(file, path)); // which fails if another page has been faster
    }
    const number = ++last;
    open.set(number, { path, file, at: 0, changed: !!(how & flags.O_TRUNC) });
    return number;
  },
  async close(fd) {
    await calls.fsync(fd);
    open.delete(fd);
  },
  async fsync(fd) {
    const f = known(fd);
    if (!f.changed) return;
    f.file.time = Date.now();
    await inStore('readwrite', s => s.put(f.file, f.path));
    f.changed = false;
  },
  async read(fd, buffer, offset, length, position) {
    const f = known(fd), from = position ?? f.at;
    const part = f.file.data.subarray(from, from + length);
    buffer.set(part, offset);
    if (position === null || position === undefined) f.at += part.length;
    return part.length;
  },
  async write(fd, buffer, offset, length, position) {
    const f = known(fd), from = position ?? f.at, end = from + length;
    if (end > f.file.data.length) {
      const longer = new Uint8Array(end);
      longer.set(f.file.data);
      f.file.data = longer;
    }
    f.file.data.set(buffer.subarray(offset, offset + length), from);
    if (position === null || position === undefined) f.at = end;
    f.changed = true;
    return length;
  },
  async ftruncate(fd, length) {
    const f = known(fd), data = new Uint8Array(length);
    data.set(f.file.data.subarray(0, length));
    Object.assign(f, { changed: true, file: { ...f.file, data } });
  },
  async stat(path) { return stats(isFetched(path) ? await fetchFile(path) : await must(path), path); },
  async lstat(path) { return calls.stat(path); },
  async fstat(fd) { const f = known(fd); return stats(f.file, f.path); },
  async mkdir(path) {
    if (await find(path)) throw failure('EEXIST');
    await must(parent(path));
    await inStore('readwrite', s => s.add({ dir: true, time: Date.now() }, path));
  },
  async readdir(path) {
    const file = await must(path);
    if (!file.dir) throw failure('ENOTDIR');
    const below = path === '/' ? '/' : path + '/';
    const keys = await inStore('readonly', s => s.getAllKeys(IDBKeyRange.bound(below, below + '\uffff')));
    return keys.map(key => key.slice(below.length)).filter(name => !name.includes('/'));
  },
  async unlink(path) {
    await must(path);
    await inStore('readwrite', s => s.delete(path));
  },
  async rmdir(path) {
    if ((await calls.readdir(path)).length) throw failure('ENOTEMPTY');
    await inStore('readwrite', s => s.delete(path));
  },
  async rename(from, to) {
    const file = await must(from);
    await inStore('readwrite', s => { s.put(file, to); return s.delete(from); });
  },
  async truncate(path, length) {
    const file = await must(path);
    await inStore('readwrite', s => s.put({ ...file, data: file.data.slice(0, length) }, path));
  },
  async chmod() {}, async fchmod() {}, async chown() {}, async fchown() {}, async lchown() {}, async utimes() {},
  async link() { throw failure('ENOSYS'); },
  async symlink() { throw failure('ENOSYS'); },
  async readlink() { throw failure('EINVAL'); },
};

function known(fd) {
  const f = open.get(fd);
  if (!f) throw failure('EBADF');
  return f;
}

let line = '';
// What the program writes to standard output and error goes to the console, line by line.
function print(buffer) {
  const lines = (line + new TextDecoder().decode(buffer)).split('\n');
  line = lines.pop();
  for (const text of lines) console.error(text);
  return buffer.length;
}

globalThis.fs = { constants: flags, writeSync: (fd, buffer) => print(buffer) };
for (const [name, call] of Object.entries(calls)) {
  globalThis.fs[name] = (...args) => {
    const done = args.pop();
    if (name === 'write' && args[0] <= 2) return done(null, print(args[1]));
    call(...args).then(result => done(null, result), error => done(error));
  };
}
