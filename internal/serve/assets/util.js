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
  el.append(...children.flat().filter(c => c !== null && c !== undefined && c !== false));
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

// request asks the server; what it refuses is thrown as an Error with its reason.
export async function request(method, path, body, token) {
  const headers = { 'Heterodox-Key': key.get() };
  if (token) headers['Heterodox-Seat'] = token;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Error('the server does not answer');
  }
  const type = response.headers.get('Content-Type') || '';
  const answer = type.startsWith('application/json') ? await response.json() : await response.text();
  if (!response.ok) {
    const error = new Error(answer.error || 'the server answers ' + response.status);
    error.status = response.status;
    throw error;
  }
  if (answer.refused) throw Object.assign(new Error(answer.refused), { attackers: answer.attackers });
  return answer;
}

export const post = (path, body, token) => request('POST', path, body, token);
export const get = (path, token) => request('GET', path, undefined, token);

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

// listen reads server-sent events with fetch, so that the token goes in a header.
// It ends when the signal is aborted; then, or when the server ends it, done is
// called.
export async function listen(path, token, signal, on) {
  const response = await fetch(path, { headers: { 'Heterodox-Seat': token }, signal });
  if (!response.ok) {
    const error = new Error((await response.json()).error);
    error.status = response.status;
    throw error;
  }
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
