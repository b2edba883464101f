// Opening what a player has: a file, chosen or dropped on the page, or a text that was pasted.
import { t } from './language.js';
import { $, h, enter, toast, attempt } from './util.js';
import { post } from './transport.js';
import { Library, setLibrary } from './library.js';

const maxText = 2 << 20, maxVariants = 60_000; // as the server takes them

// chooseFile asks for a file and opens it.
export function chooseFile() {
  const input = h('input', { type: 'file', accept: '.pgn,.json,.txt,.ini', onchange: () => { if (input.files.length) attempt(() => openFile(input.files[0])); } });
  input.click();
}

// openText opens a position or moves of a game, or a text as a file would be.
export async function openText(text, variant) {
  text = text.trim();
  if (!text) { toast(t('Paste a game or a position first'), true); return; }
  if (isVariants(text)) { await learn(text); return; }
  if (!/^\s*\[\s*\w+\s+"/m.test(text)) enter(await post('/api/games', { variant, text })); // no tags of PGN, and so one game at most
  else await openFile(new File([text], t('Pasted games')));
}

// openFile opens the only game of a file, or lists them all.
export async function openFile(file) {
  if (file.size < maxText && await isData(file)) { enter(await post('/api/games', { text: await file.text() })); return; }
  if (file.size < maxVariants) {
    const text = await file.text();
    if (isVariants(text)) { await learn(text); return; }
  }
  const library = new Library(file);
  await library.step();
  if (library.done && library.games.length === 0) throw new Error(t('there is no game in {0}', file.name));
  if (library.done && library.games.length === 1 && file.size < maxText) {
    enter(await post('/api/games', { text: await file.text() }));
    return;
  }
  setLibrary(library);
  if (location.hash === '#/games') dispatchEvent(new Event('hashchange'));
  else location.hash = '#/games';
}

// isVariants tells a file of variants: it has lines like [NAME] and no tags of PGN.
const isVariants = text => /^\s*\[[^\]"\s]+\]\s*$/m.test(text) && !/^\s*\[\s*\w+\s+"/m.test(text);

// learn lets the games of a file of variants be played, and chooses the first.
async function learn(text) {
  const { names } = await post('/api/variants', { text });
  toast(names.length > 1 ? t('{0} games are now available', names.length) : t('{0} is now available', names[0]));
  location.hash = '#/edit/' + encodeURIComponent(names[0]);
}

// isData tells a saved cube, which is JSON, from a PGN that begins with a comment.
async function isData(file) {
  try {
    return typeof JSON.parse(await file.text()) === 'object';
  } catch {
    return false;
  }
}

// takeDrops opens files that are dropped anywhere on the page.
export function takeDrops() {
  const hasFile = e => [...(e.dataTransfer ? e.dataTransfer.types : [])].includes('Files');
  addEventListener('dragover', e => { if (hasFile(e)) { e.preventDefault(); $('main').classList.add('dropping'); } });
  addEventListener('dragleave', e => { if (!e.relatedTarget) $('main').classList.remove('dropping'); });
  addEventListener('drop', e => {
    $('main').classList.remove('dropping');
    if (!hasFile(e) || !e.dataTransfer.files.length) return;
    e.preventDefault();
    attempt(() => openFile(e.dataTransfer.files[0]));
  });
}
