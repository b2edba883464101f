// The page: its address says what is shown.
import { $, h, key, toast, post, attempt, capital } from './util.js';
import { lobby } from './lobby.js';
import { play } from './play.js';
import { cube } from './cube.js';
import { edit } from './edit.js';
import { saved } from './saved.js';

let leave = null;

async function route() {
  if (leave) leave();
  leave = null;
  const view = $('#view');
  const [page, ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  if (page.startsWith('key=')) {
    key.set(page.slice(4));
    history.replaceState(null, '', '#/');
    return route();
  }
  for (const link of document.querySelectorAll('header nav a')) {
    link.toggleAttribute('aria-current', link.getAttribute('href') === '#/' + page);
  }
  const pages = { '': lobby, g: play, cube, edit, saved, link };
  const open = pages[page] || lobby;
  view.replaceChildren(h('p.loading', {}, 'One moment …'));
  let why = 'Nothing to see here';
  const done = await attempt(() => open(view, rest.map(decodeURIComponent)).catch(error => { why = capital(error.message); throw error; }));
  if (done === undefined && $('.loading', view)) {
    view.replaceChildren(h('p.loading', {}, why + '. ', h('a', { href: '#/' }, 'Begin a new game.')));
  }
  leave = done || null;
}

// link opens a game that stands in the address itself: variant, FEN, moves.
async function link(view, [variant, fen, moves]) {
  const game = await post('/api/games', {
    variant, fen: fen === '-' ? '' : fen.replaceAll('_', ' '), moves: moves ? moves.split('_').filter(Boolean) : [], players: [{}, {}], analysis: true,
  });
  location.replace('#/g/' + game.id + '/' + game.token);
  return () => {};
}

function theme(set) {
  if (set) localStorage.setItem('theme', set);
  const now = localStorage.getItem('theme') || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  document.documentElement.dataset.theme = now;
  return now;
}

theme();
$('#theme').addEventListener('click', () => toast(theme(theme() === 'dark' ? 'light' : 'dark') === 'dark' ? 'Dark' : 'Light'));
addEventListener('hashchange', route);
route();
