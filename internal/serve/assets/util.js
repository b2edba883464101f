// Small helpers: elements, messages, names of pieces. No rule of any game is here.
import { known, t } from './language.js';
import { draw } from './transport.js';
import { lookQuery } from './look.js';

// h makes an element: h('button.big', {onclick: f}, 'Play', child, …).
export function h(kind, props = {}, ...children) {
  const [tag, ...classes] = kind.split('.');
  const el = document.createElement(tag);
  if (classes.length) el.className = classes.join(' ');
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else if (key === 'value' || key === 'checked' || key === 'disabled' || key === 'selected') el[key] = value;
    else if (tag === 'img' && key === 'src' && value[0] === '/') continue; // below
    else el.setAttribute(key, value === true ? '' : value);
  }
  if (tag === 'button' && !el.hasAttribute('type')) el.setAttribute('type', 'button');
  if (tag === 'img' && props.src && props.src[0] === '/') draw(el, props.src);
  el.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
  return el;
}

// drawn makes an element of a drawing.
export function drawn(tag, attributes, ...children) {
  const el = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.append(...children);
  return el;
}

export const $ = (selector, root = document) => root.querySelector(selector);

// refill replaces what is in an element. The keyboard stays on the button of the same name, or else
// at the same place.
export function refill(el, ...children) {
  const controls = () => [...el.querySelectorAll('button:not(:disabled)')], name = b => b.getAttribute('aria-label') || b.textContent;
  const before = controls(), at = before.indexOf(document.activeElement);
  el.replaceChildren(...children);
  const after = at < 0 ? [] : controls(), now = after.find(b => name(b) === name(before[at])) || after[Math.min(at, after.length - 1)];
  if (now) now.focus({ preventScroll: true });
}

let fading;
// toast shows a line for a while, and screen readers read it.
export function toast(text, bad = false) {
  const el = $('#toast');
  el.textContent = text;
  el.className = 'on' + (bad ? ' bad' : '');
  clearTimeout(fading);
  fading = setTimeout(() => { el.className = ''; }, 2500 + 60 * text.length);
}

// say speaks to screen readers only.
export function say(text) {
  const el = $('#say');
  el.textContent = '';
  setTimeout(() => { el.textContent = text; }, 30);
}

// enter goes to a game that the server has answered with.
export const enter = game => { location.hash = gameHash(game); };

export const gameHash = game => '#/g/' + game.id + '/' + game.token;

// attempt runs something that may be refused, and shows why it was.
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    toast(capital(error.message), true);
    return undefined;
  }
}

// capital begins a text with a capital, unless that is a move or a square.
export const capital = text => /^[a-z]+\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

// sentence makes a text a sentence, unless it ends as one.
export const sentence = text => capital(text).replace(/[^.?!]$/, '$&.');

// pieceImage is the address of a piece's drawing, as it looks on a board that may be
// turned around; rules tell what it is drawn as.
export function pieceImage(rules, code, flip) {
  const letter = code.slice(1).replace('~', ''), kind = kindOf(rules, letter);
  return `/piece/${code[0]}/${encodeURIComponent(letter)}.svg?name=${encodeURIComponent(kind.drawn || kind.name)}${flip ? '&flip=1' : ''}${lookQuery(rules)}`;
}

// pieceName says a piece in words.
export function pieceName(rules, code) {
  const letter = code.slice(1).replace('~', '');
  if (letter === '*') return kindName(rules, letter);
  const name = t('{0?white|black} {1}', code[0] === 'b', kindName(rules, letter));
  return code.endsWith('~') ? t('{0}, promoted', name) : name;
}

const kindOf = (rules, letter) => letter === '*' ? { name: rules.wall || t('wall'), drawn: rules.drawn }
  : rules.kinds.find(k => k.letter === letter) || { name: letter };

export const kindName = (rules, letter) => known(kindOf(rules, letter).name);

export function download(name, text, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// copy puts a text into the clipboard, and says done.
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    toast(text);
  }
}
