// The service worker: it keeps the files of one version of the page, so that the page opens
// without a network. Above this line stand `version` and `files`, the integrity of each file by
// its address; networks, which are kept when they are first wanted, are in `later`.
//
// A page gets all its files from the version that it began with. A new version is fetched
// beside the old one, and takes over when no page is open, or when its player says so.

const mine = 'heterodox ' + registration.scope + ' ' + version;
const addressOf = name => new URL(name === 'index.html' ? '.' : name, registration.scope).href; // hosts differ in what they do with the name
const known = new Map(Object.entries({ ...files, ...later }).map(([name, integrity]) => [addressOf(name), integrity]));

const fetchWhole = address => fetch(address, { integrity: known.get(address), cache: 'no-cache' });

addEventListener('install', event => event.waitUntil((async () => {
  const cache = await caches.open(mine);
  await Promise.all(Object.keys(files).map(async name => {
    const response = await fetchWhole(addressOf(name));
    if (!response.ok) throw new Error(name + ': the server answered ' + response.status);
    await cache.put(addressOf(name), response);
  }));
})()));

addEventListener('activate', event => event.waitUntil((async () => {
  const ours = 'heterodox ' + registration.scope + ' ';
  for (const name of await caches.keys()) {
    if (name.startsWith(ours) && name !== mine) await caches.delete(name);
  }
  await clients.claim();
})()));

addEventListener('message', event => { if (event.data === 'take over') event.waitUntil(takeOver(event.source)); });

// takeOver ends the version before, unless other pages still play with it.
async function takeOver(page) {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (all.some(c => c.id !== page.id)) page.postMessage('others');
  else await skipWaiting();
}

addEventListener('fetch', event => {
  const url = new URL(event.request.url);
  url.hash = url.search = '';
  if (event.request.method === 'GET' && known.has(url.href)) event.respondWith(kept(url.href));
});

// kept returns a file of this version, and keeps it if it is not yet.
async function kept(address) {
  const cache = await caches.open(mine);
  const there = await cache.match(address);
  if (there) return there;
  const response = await fetchWhole(address);
  if (response.ok) await cache.put(address, response.clone());
  return response;
}
