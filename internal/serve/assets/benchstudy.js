// A game of the bench is studied: played against itself and measured, for as long as one likes.
import { h, attempt, capital, download } from './util.js';
import { listen, post } from './transport.js';
import { recall, remember } from './remember.js';
import { known, t } from './language.js';

const place = 'bench-study';

export class BenchStudy {
  constructor(bench) {
    this.bench = bench;
    this.budget = h('select', { id: 'study-budget', 'aria-label': t('How long') },
      [[60, t('a minute')], [600, t('ten minutes')], [28800, t('a night (eight hours)')]].map(([seconds, text]) => h('option', { value: seconds }, text)));
    this.begin = h('button.go', { id: 'study-begin', onclick: () => attempt(() => this.start()) }, t('Study this game'));
    this.end = h('button', { id: 'study-end', hidden: true, onclick: () => attempt(() => this.stop()) }, t('End and report'));
    this.bar = h('progress', { max: 1, 'aria-label': t('Progress of the study'), hidden: true });
    this.line = h('p.soft', { role: 'status' });
    this.report = h('div.study-report');
    this.el = h('div', {}, h('p.soft', {}, t('The engine plays the game against itself and says whether it is fair, how it ends, and which pieces are of no use. It continues while you draw.')),
      h('div.tools', {}, this.budget, this.begin, this.end), this.bar, this.line, this.report);
    const kept = recall(place, {});
    if (typeof kept.id === 'string') this.follow(kept.id, kept.name, true);
  }

  show(now) {
    this.now = now;
    this.begin.disabled = !now.plays || !!this.id;
  }

  async start() {
    await this.bench.settled();
    const { name } = this.now, { id } = await this.bench.post('/study', { text: this.bench.text(), budget: Number(this.budget.value) });
    remember(place, { id, name });
    this.report.replaceChildren();
    this.line.textContent = t('The study of {0} begins.', name);
    this.follow(id, name);
  }

  stop() { return post(`/api/bench/study/${this.id}/end`, {}); }

  // follow shows how far a study is, and its report, also after the connection was lost. One that
  // is remembered may be gone.
  async follow(id, name, again = false) {
    const { signal } = this.bench;
    this.running(id);
    for (;;) {
      let over = false;
      try {
        await listen(`/api/bench/study/${id}/stream`, null, signal, (what, data) => {
          if (what === 'progress') this.progress(name, data); else this.finished(data);
          over = what !== 'progress';
        });
      } catch (error) {
        over = error.refused || error.status;
        if (over) this.line.textContent = again ? '' : capital(error.message);
      }
      if (signal.aborted) return;
      if (over) break;
      this.line.textContent = capital(t('the server does not answer'));
      again = false; // it was there
      await new Promise(done => setTimeout(done, 3000));
      if (signal.aborted) return;
    }
    this.running(null);
  }

  running(id) {
    this.id = id;
    this.bar.hidden = this.end.hidden = !id;
    this.begin.disabled = !!id || !this.now?.plays;
  }

  progress(name, p) {
    this.bar.value = p.fraction;
    const games = p.white + p.draws + p.black ? ' ' + t('White {0}, draws {1}, Black {2}.', p.white, p.draws, p.black) : '';
    this.line.textContent = `${name}: ${known(p.doing)}. ${t('{0} {0|game|games}.', p.games)}${games}`;
  }

  finished({ fault, report, html }) {
    this.line.textContent = fault ? capital(fault) : '';
    if (fault) return;
    const percent = i => i ? `${Math.round(100 * i.value)} % (${Math.round(100 * i.low)}–${Math.round(100 * i.high)})` : '–';
    const { overall } = report, row = (name, value) => h('tr', {}, h('th', {}, name), h('td', {}, value));
    this.report.replaceChildren(
      h('h2', {}, t('Results of the study of {0}', report.game)),
      h('ul.study-verdicts', {}, report.verdicts.map(v => h('li' + (v.fault ? '.bad' : ''), {}, v.text, h('small', {}, v.threshold)))),
      h('table', {}, row(t('Games'), overall.games), row(t('White scores'), percent(overall.score)), row(t('Draws'), percent(overall.drawn)),
        row(t('Length in single moves'), report.length.median), report.ends.map(e => row(known(e.reason), percent(e.share)))),
      h('div.tools', {}, h('button', { id: 'study-save', onclick: () => download(report.game + '.html', html, 'text/html') }, t('Save the report')),
        h('button', { onclick: () => download(report.game + '.json', JSON.stringify(report, null, 1), 'application/json') }, t('Save the numbers'))));
  }
}
