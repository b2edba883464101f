// How the page asks: every request of every module goes through send, and so through
// one place. What is asked, and what is answered, is the same whoever answers.

import { t } from './language.js';
import { local } from './remember.js';

// key is what a page of one's own knows, and a stranger does not.
export const key = {
  get: () => local.getItem('key') || '',
  set: value => local.setItem('key', value),
};

// A page that is its own server says so in its head, and has a module that asks it.
const own = document.querySelector('meta[name="server"][content="page"]') ? import('./local.js') : null;

// send asks the server, and returns a Response as soon as that begins.
const send = async (path, options) => own ? (await own).send(path, options) : fetch(path, options);

// about returns what is to say of where games are kept, null if that is on the server.
export const about = async () => own ? (await own).about() : null;

// draw gives an image a drawing of the server.
export function draw(image, path) {
  image.dataset.drawing = path;
  if (own) own.then(own => own.draw(image, path));
  else image.setAttribute('src', path);
}

// request asks as the holder of a token. What goes wrong is thrown as an Error with its
// reason, and the status if the server has given the reason.
async function request(path, token, options = {}) {
  const headers = { 'Heterodox-Key': key.get() };
  if (token) headers['Heterodox-Seat'] = token;
  if (options.body !== undefined) headers['Content-Type'] = typeof options.body === 'string' ? 'application/json' : 'application/octet-stream';
  let response;
  try {
    response = await send(path, { ...options, headers });
  } catch {
    throw new Error(t('the server does not answer'));
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  if (!error) throw new Error(t('the server answered {0}', String(response.status))); // or what stands before it
  throw Object.assign(new Error(error), { status: response.status });
}

// post and get return what the server answers: data, or a text. What the rules refuse
// is thrown, too.
export const post = async (path, body, token) => read(await request(path, token, { method: 'POST', body: JSON.stringify(body) }));
export const get = async (path, token) => read(await request(path, token));

// upload sends bytes, and returns what the server answers.
export const upload = async (path, bytes) => read(await request(path, null, { method: 'POST', body: bytes }));

// picture returns a file that is no text.
export const picture = async (path, token) => (await request(path, token)).blob();

// farewell says something while the page is being closed, and waits for no answer.
export const farewell = (path, token) => {
  request(path, token, { method: 'POST', keepalive: true, body: '{}' }).catch(() => {});
};

const isData = response => (response.headers.get('Content-Type') || '').startsWith('application/json');

async function read(response) {
  if (!isData(response)) return response.text();
  const answer = await response.json();
  if (answer.refused) throw Object.assign(new Error(answer.refused), { refused: true, attackers: answer.attackers });
  return answer;
}

// listen reads server-sent events, with the token in a header, and calls on(name, data)
// with each. It returns when the server ends them, and throws when the connection is lost
// or the signal aborted.
export async function listen(path, token, signal, on) {
  const response = await request(path, token, { signal });
  if (isData(response)) await read(response); // a refusal
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
