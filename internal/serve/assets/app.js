// The page: its address says what is shown.
import { $, h, toast, capital, sentence, gameHash } from './util.js';
import { key, post } from './transport.js';
import { language, languages, speak, t, translatePage } from './language.js';
import { showDialog } from './dialogs.js';
import { lobby } from './lobby.js';
import { play } from './play.js';
import { cube } from './cube.js';
import { edit } from './edit.js';
import { saved } from './saved.js';
import { games } from './library.js';
import { bench, made } from './bench.js';
import { puzzles } from './puzzles.js';
import { takeDrops } from './open.js';
import { local } from './remember.js';

let leaving = new AbortController();

// route shows the page of the address in a place of its own, and leaves the one
// before: its signal is aborted, even if it has not been there yet.
async function route() {
  leaving.abort();
  leaving = new AbortController();
  document.title = 'Heterodox';
  const { signal } = leaving;
  const view = h('div', {}, h('p.loading', {}, t('Loading …')));
  $('#view').replaceChildren(view);
  const [page, ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  if (page.startsWith('key=')) {
    key.set(page.slice(4));
    history.replaceState(null, '', '#/');
    return route();
  }
  for (const link of document.querySelectorAll('header nav a')) {
    if (link.getAttribute('href') === '#/' + page) {
      link.setAttribute('aria-current', 'page');
      link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.offsetLeft - 40; // on a phone they are in one line
    } else link.removeAttribute('aria-current');
  }
  const pages = { '': lobby, g: play, cube, edit, saved, games, puzzles, link, invent: bench, made };
  const open = pages[page] || lobby;
  try {
    await open(view, rest.map(decodeURIComponent), signal);
  } catch (error) {
    if (signal.aborted) return;
    const why = error instanceof URIError ? t('There is nothing at this address') : capital(error.message);
    toast(why, true);
    view.replaceChildren(h('p.loading', {}, sentence(why) + ' ', h('a', { href: '#/' }, t('Start a new game.'))));
  }
}

// link opens a game that stands in the address itself: variant, FEN, moves, or all of it
// as the server has packed it.
async function link(view, [variant, fen, moves], signal) {
  const game = await post('/api/games', fen === undefined ? { link: variant, analysis: true } : {
    variant, fen: fen === '-' ? '' : fen.replaceAll('_', ' '), moves: moves ? moves.split('_').filter(Boolean) : [], players: [{}, {}], analysis: true,
  });
  if (!signal.aborted) location.replace(gameHash(game));
}

function chooseLanguage() {
  showDialog(t('Language'), h('h2', {}, t('Language')), h('div.choices', {}, Object.entries(languages).map(([code, name]) =>
    h('button', { lang: code, 'aria-pressed': String(code === language), onclick: () => speak(code) }, name))),
  language !== 'en' && h('p.soft', {}, t('The rules, and the reasons why a move is refused, are in English.')));
}

function theme(set) {
  if (set) local.setItem('theme', set);
  const now = local.getItem('theme') || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  document.documentElement.dataset.theme = now;
  return now;
}

translatePage();
$('#language').textContent = language.toUpperCase();
$('#language').addEventListener('click', chooseLanguage);
theme();
$('#theme').addEventListener('click', () => toast(theme(theme() === 'dark' ? 'light' : 'dark') === 'dark' ? t('Dark') : t('Light')));
$('.skip').addEventListener('click', e => { e.preventDefault(); $('#view').focus(); }); // the address stays
addEventListener('hashchange', route);
takeDrops();
route();
