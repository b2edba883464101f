// The connection of the page to its game: a stream of all that happens there. It is taken
// up again when it is lost, and let go while nobody looks.
import { farewell, get, listen, picture, post } from './transport.js';

export class Connection {
  // on: {heard(name, data), fault(text), lost(), refused(error), stays(), here()}. fault says
  // what is wrong with the connection and lost that it is gone, refused that there is no such
  // game; stays tells whether it is kept while the page is hidden, and here whether leaving is
  // worth telling.
  constructor(id, token, on) {
    Object.assign(this, { base: '/api/games/' + id, token, on, closing: new AbortController() });
  }

  get(path) { return get(`${this.base}/${path}`, this.token); }

  post(action, body) { return post(`${this.base}/${action}`, body, this.token); }

  picture(path) { return picture(`${this.base}/${path}`, this.token); }

  // open follows the game until the signal is aborted.
  open(signal) {
    signal.addEventListener('abort', () => { this.gone = true; this.closing.abort(); });
    document.addEventListener('visibilitychange', () => this.hidden(), { signal });
    addEventListener('pagehide', () => this.leave(), { signal });
    addEventListener('pageshow', () => this.hidden(), { signal }); // by the browser's back button
    this.follow();
  }

  // leave lets the server know that the page is closed, so that it can let the game go.
  leave() {
    this.closing.abort();
    if (this.on.here()) farewell(this.base + '/leave', this.token);
  }

  // A hidden tab lets its stream go, and takes it up again when it is seen; not where
  // somebody waits for the other player.
  hidden() {
    if (document.hidden && this.on.stays()) return;
    if (document.hidden) this.closing.abort();
    else if (this.closing.signal.aborted && !this.gone) {
      this.closing = new AbortController();
      this.follow();
    }
  }

  async follow() {
    const { signal } = this.closing, pause = ms => new Promise(done => setTimeout(done, ms));
    for (let wait = 500; !signal.aborted; wait = Math.min(wait * 2, 8000)) {
      try {
        await listen(this.base + '/stream', this.token, signal, (name, data) => { wait = 500; this.on.heard(name, data); });
      } catch (error) {
        if (signal.aborted) return;
        if (error.status) this.on.fault(error.message);
        if (error.status && error.status !== 503) { this.on.refused(error); return; }
        if (error.status) { await pause(3000); continue; }
      }
      if (signal.aborted) return;
      this.on.lost();
      await pause(wait);
    }
  }
}
