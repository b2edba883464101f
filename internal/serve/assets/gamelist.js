// A list of all games to choose from, by families, and combinations by their names.
import { known, t } from './language.js';
import { h } from './util.js';

// gameList returns the list; go is told the name that is chosen.
export function gameList(catalogue, current, go) {
  const named = h('input', { id: 'composition', hidden: true, spellcheck: 'false', 'aria-label': t('Names of the combination'), placeholder: 'gun+capablanca', onchange: () => go(named.value.trim().toLowerCase()) });
  const seen = new Set();
  const groups = catalogue.families.map(f => h('optgroup', { label: known(f.name) }, f.games.filter(n => !seen.has(n) && seen.add(n)).map(n => h('option', { value: n }, n))));
  const select = h('select', { id: 'variant', onchange: () => {
    named.hidden = select.value !== '';
    if (named.hidden) go(select.value);
    else named.focus();
  } }, !seen.has(current) && h('option', { value: current }, current), groups, h('option', { value: '' }, t('A combination …')));
  select.value = current;
  return h('span.game-list', {}, select, named);
}
