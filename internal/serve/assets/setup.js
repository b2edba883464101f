// Whom one plays, from which side, and with which clock.
import { t } from './language.js';
import { h } from './util.js';
import { local, recall, remember } from './remember.js';
import { roving } from './roving.js';

// The levels by name: the first level that is called so.
const names = [[1, t('Beginner')], [3, t('Casual')], [5, t('Improver')], [7, t('Club player')], [10, t('Strong club player')], [12, t('Expert')], [16, t('Master')], [20, t('Full strength')]];

export const levelName = level => names.findLast(([from]) => from <= level)[1];

// Minutes and the seconds that each move adds.
const clocks = [[0, 0], [1, 0], [3, 2], [5, 3], [10, 5], [15, 10], [30, 20]];
const clockName = ([minutes, increment]) => minutes || increment ? `${minutes} + ${increment}` : t('No clock');

export class Setup {
  // changed is called with every change.
  constructor(catalogue, changed) {
    const was = recall('setup', {});
    this.changed = changed;
    const level = Number(was.level) || Number(local.getItem('level')) || 5;
    this.opponent = h('select', { id: 'opponent', onchange: () => this.show() },
      catalogue.engine && h('option', { value: 'engine' }, t('The engine')),
      h('option', { value: 'here' }, t('A friend, on this screen')),
      !catalogue.alone && h('option', { value: 'link' }, catalogue.shared ? t('A friend, by a link') : t('A friend, in another window')),
      catalogue.engine && h('option', { value: 'watch' }, t('Engine against engine')),
      h('option', { value: 'study' }, t('Nobody: analyse')));
    this.level = h('input', { id: 'level', type: 'range', min: 1, max: catalogue.levels, value: Math.min(Math.max(1, level), catalogue.levels), oninput: () => this.show() });
    this.levelText = h('output', { for: 'level' });
    this.sides = h('div.segments', { role: 'group', 'aria-label': t('Your side') },
      [['white', t('White')], ['random', t('Random')], ['black', t('Black')]].map(([value, text]) => h('button', { 'data-side': value, onclick: () => { this.side = value; this.show(); } }, text)));
    this.clock = h('select', { id: 'clock', onchange: () => this.show() },
      clocks.map(c => h('option', { value: c.join('+') }, clockName(c))), h('option', { value: 'own' }, t('Other …')));
    this.minutes = h('input', { id: 'minutes', type: 'number', min: 0, max: 10000, step: 'any', inputmode: 'decimal', oninput: () => this.show() });
    this.increment = h('input', { id: 'increment', type: 'number', min: 0, max: 10000, step: 'any', inputmode: 'decimal', oninput: () => this.show() });
    if ([...this.opponent.options].some(o => o.value === was.opponent)) this.opponent.value = was.opponent;
    if ([...this.clock.options].some(o => o.value === was.clock)) this.clock.value = was.clock;
    this.minutes.value = Number(was.minutes) || 10;
    this.increment.value = Number(was.increment) || 0;
    this.side = ['white', 'black', 'random'].includes(was.side) ? was.side : 'white';
    this.levelRow = h('div.row2', {}, h('label', { for: 'level' }, t('Level')), h('span.level-row', {}, this.level, this.levelText));
    this.sideRow = h('div.row2', {}, h('span', {}, t('You play')), this.sides);
    this.clockRow = h('div.row2', {}, h('label', { for: 'clock' }, t('Clock')), this.clock);
    this.ownRow = h('div.row2', {}, h('span', {}, ''), h('span.own-clock', {}, this.minutes, h('label', { for: 'minutes' }, t('min')), ' + ', this.increment, h('label', { for: 'increment' }, t('s a move'))));
    this.el = h('div.setup', {}, h('div.row2', {}, h('label', { for: 'opponent' }, t('Against')), this.opponent), this.levelRow, this.sideRow, this.clockRow, this.ownRow);
    this.rove = roving(this.sides, 'button');
    this.show();
  }

  show() {
    const { value } = this.opponent;
    this.levelText.textContent = `${levelName(Number(this.level.value))} (${this.level.value})`;
    this.levelRow.hidden = !['engine', 'watch'].includes(value);
    this.sideRow.hidden = ['watch', 'study'].includes(value);
    this.clockRow.hidden = value === 'study';
    this.ownRow.hidden = this.clockRow.hidden || this.clock.value !== 'own';
    for (const b of this.sides.children) b.setAttribute('aria-pressed', String(b.dataset.side === this.side));
    this.rove();
    remember('setup', { opponent: value, side: this.side, level: this.level.value, clock: this.clock.value, minutes: this.minutes.value, increment: this.increment.value });
    local.setItem('level', this.level.value);
    this.changed();
  }

  // verb is what the button says; summary says the rest of the setup in a few words.
  verb() { return { watch: t('Watch'), study: t('Analyse') }[this.opponent.value] || t('Play'); }

  summary() {
    const { value } = this.opponent, engine = levelName(Number(this.level.value));
    const who = { engine: t('Engine, {0}', engine), here: t('Two at this screen'), link: t('A friend'), watch: t('Two engines, {0}', engine), study: t('Analysis') }[value];
    const [minutes, increment] = this.control();
    return who + (value !== 'study' && (minutes || increment) ? ' · ' + clockName([minutes, increment]) : '');
  }

  control() {
    return this.clock.value === 'own' ? [Number(this.minutes.value) || 0, Number(this.increment.value) || 0] : this.clock.value.split('+').map(Number);
  }

  // game returns what the server is asked for, and the side of the player here.
  game() {
    const { value } = this.opponent;
    if (value === 'study') return { ask: { analysis: true }, side: 'white' };
    const side = this.side === 'random' ? (Math.random() < .5 ? 'white' : 'black') : this.side;
    const engine = { level: Number(this.level.value) }, person = {};
    const players = { engine: side === 'white' ? [person, engine] : [engine, person], watch: [engine, engine] }[value] || [person, person];
    const [minutes, increment] = this.control();
    return { ask: { players, base: minutes * 60, increment, shuffle: true }, side, invite: value === 'link' };
  }
}
