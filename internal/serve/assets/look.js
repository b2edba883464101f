// How boards and pieces look: what the player has chosen for a kind of board is kept. The
// drawings are the server's.
import { known, t } from './language.js';
import { h } from './util.js';
import { recall, remember } from './remember.js';

// lookOf is what was chosen for the boards of a game: {theme, set, names}, each may be missing.
export function lookOf(rules) {
  const all = recall('look', {}), chosen = rules.look && all['of-' + (rules.look.style || '')];
  const { theme, set, names } = chosen || {}, look = {};
  if (rules.look && rules.levels === 1) {
    if (rules.look.themes.includes(theme) && theme !== rules.look.theme) look.theme = theme;
    if (names === 'players' && rules.look.players) look.names = names;
  }
  if (rules.look && rules.look.sets.includes(set) && set !== rules.look.sets[0]) look.set = set;
  return look;
}

// lookQuery is the look as part of an address, beginning with &.
export function lookQuery(rules) {
  const { theme, set } = lookOf(rules), style = rules.look && rules.look.style;
  return Object.entries({ style, theme, set }).map(([key, value]) => value ? `&${key}=${value}` : '').join('');
}

// groundOf is the address of the drawing of a board; null if the page draws its squares.
export function groundOf(rules, flip) {
  if (!rules.look || rules.levels > 1 || !rules.look.style && !lookOf(rules).theme) return null;
  return rules.look.ground + lookQuery(rules) + (flip ? '&flip=1' : '');
}

// edgeNames are the names of files and ranks around a board as its players write them:
// below, on the left, above and on the right; null where they are not wanted.
export function edgeNames(rules, flip) {
  if (lookOf(rules).names !== 'players') return null;
  const [below, left, above, right] = rules.look.players.map(list => [...list]);
  const up = list => [...list].reverse();
  return flip ? [up(above), right, up(below), left] : [below, up(left), above, up(right)];
}

// lookMenu chooses how the boards of a game look; changed is called after a choice.
export function lookMenu(rules, changed) {
  const name = 'of-' + (rules.look.style || ''), now = lookOf(rules);
  const choice = (label, field, values, usual) => {
    if (values.length < 2) return null;
    const select = h('select', { onchange: () => {
      const all = recall('look', {});
      remember('look', { ...all, [name]: { ...all[name], [field]: select.value } });
      changed();
    } }, values.map(v => h('option', { value: v, selected: v === (now[field] || usual) }, known(v))));
    return h('label.row2', {}, label, select);
  };
  return h('details.look', {}, h('summary', {}, t('Board and pieces')),
    choice(t('Pieces'), 'set', rules.look.sets, rules.look.sets[0]),
    rules.levels === 1 && choice(t('Colours'), 'theme', rules.look.themes, rules.look.theme),
    rules.look.players && choice(t('Coordinates'), 'names', ['as moves are written', 'players'], 'as moves are written'));
}

// movesMenu shows how each kind of piece of a game moves.
export function movesMenu(rules) {
  const kinds = rules.kinds.filter(k => k.betza && !k.rare);
  if (!kinds.length || rules.levels > 1) return null;
  const address = k => '/moves.svg?' + new URLSearchParams({ letter: k.letter, name: k.name, betza: k.betza, ...(k.drawn && { drawn: k.drawn }) }) + lookQuery(rules);
  const list = h('div.diagrams');
  return h('details.moving', { ontoggle: () => {
    if (!list.firstChild) list.append(...kinds.map(k => h('figure', {}, h('img', { src: address(k), alt: t('How the {0} moves', known(k.name)) }), h('figcaption', {}, known(k.name)))));
  } }, h('summary', {}, t('How the pieces move')), list,
  h('p.soft', {}, t('Yellow: move or capture. Green ring: move only. Red cross: capture only. Orange: a jump. Diamond: a piece between blocks it. “?”: over one piece.')));
}
