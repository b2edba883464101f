// Small helpers: elements, messages, requests. No rule of any game is here.

// h makes an element: h('button.big', {onclick: f}, 'Play', child, …).
export function h(kind, props = {}, ...children) {
  const [tag, ...classes] = kind.split('.');
  const el = document.createElement(tag);
  if (classes.length) el.className = classes.join(' ');
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else if (key === 'value' || key === 'checked' || key === 'disabled' || key === 'selected') el[key] = value;
    else el.setAttribute(key, value === true ? '' : value);
  }
  if (tag === 'button' && !el.hasAttribute('type')) el.setAttribute('type', 'button');
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

// tools are buttons of which one is chosen, by its value: what a click does. Each is
// [value, name for screen readers, what is seen].
export function tools(list, chosen, choose) {
  const el = h('div.palette', { role: 'radiogroup', 'aria-label': 'What a click does' });
  for (const [value, label, face] of list) {
    el.append(h('button', { role: 'radio', 'aria-checked': String(value === chosen), 'aria-label': label, title: label,
      onclick: e => { choose(value); for (const b of el.children) b.setAttribute('aria-checked', String(b === e.currentTarget)); } }, face));
  }
  return el;
}

export const $ = (selector, root = document) => root.querySelector(selector);

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

export const key = {
  get: () => localStorage.getItem('key') || '',
  set: value => localStorage.setItem('key', value),
};

// request asks the server, and returns its response as soon as that begins. What
// goes wrong is thrown as an Error with its reason, and the status if the server has
// given the reason.
async function request(path, token, options = {}) {
  const headers = { 'Heterodox-Key': key.get() };
  if (token) headers['Heterodox-Seat'] = token;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  let response;
  try {
    response = await fetch(path, { ...options, headers });
  } catch {
    throw new Error('the server does not answer');
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  if (!error) throw new Error('the server answers ' + response.status); // or what stands before it
  throw Object.assign(new Error(error), { status: response.status });
}

// post and get return what the server answers: data, or a text. What the rules refuse
// is thrown, too.
export const post = async (path, body, token) => read(await request(path, token, { method: 'POST', body: JSON.stringify(body) }));
export const get = async (path, token) => read(await request(path, token));

// picture returns a file that is no text.
export const picture = async (path, token) => (await request(path, token)).blob();

async function read(response) {
  if (!(response.headers.get('Content-Type') || '').startsWith('application/json')) return response.text();
  const answer = await response.json();
  if (answer.refused) throw Object.assign(new Error(answer.refused), { attackers: answer.attackers });
  return answer;
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

// listen reads server-sent events with fetch, so that the token goes in a header,
// and calls on(name, data) with each. It returns when the server ends them, and
// throws when the connection is lost or the signal aborted.
export async function listen(path, token, signal, on) {
  const response = await request(path, token, { signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const name = /^event: (.*)$/m.exec(event), data = /^data: (.*)$/m.exec(event);
      if (name && data) on(name[1], JSON.parse(data[1]));
    }
  }
}

// pieceImage is the address of a piece's drawing, as it looks on a board that may be
// turned around; rules tell its name.
export function pieceImage(rules, code, flip) {
  const letter = code.slice(1).replace('~', '');
  return `/piece/${code[0]}/${encodeURIComponent(letter)}.svg?name=${encodeURIComponent(kindName(rules, letter))}${flip ? '&flip=1' : ''}`;
}

// pieceName says a piece in words.
export function pieceName(rules, code) {
  const letter = code.slice(1).replace('~', '');
  if (letter === '*') return 'wall';
  const kind = rules.kinds.find(k => k.letter === letter);
  return (code[0] === 'w' ? 'white ' : 'black ') + (kind ? kind.name : letter) + (code.endsWith('~') ? ', promoted' : '');
}

export const kindName = (rules, letter) => letter === '*' ? 'wall' : (rules.kinds.find(k => k.letter === letter) || { name: letter }).name;

export function download(name, text, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(what + ' copied');
  } catch {
    toast(text);
  }
}
