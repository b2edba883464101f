// Tags of one's own on games, and those on the games of files, which this browser remembers.
import { t } from './language.js';
import { h, $, attempt, say } from './util.js';
import { recall, remember } from './remember.js';

export const tagList = tags => h('span.tag-list', {}, tags.map(tag => h('span.tag', {}, tag)));

// editTags lets tags be written in the row of a game, or ends that. save returns the row that
// comes in its place.
export function editTags(li, tags, save) {
  if ($('form', li)) { $('form', li).remove(); return; }
  const input = h('input', { value: tags.join(', '), 'aria-label': t('Tags, separated by commas'), placeholder: t('Tags, separated by commas') });
  li.append(h('form.tagging', { onsubmit: e => { e.preventDefault(); attempt(async () => {
    const { row, tags: now } = await save(input.value.split(','));
    li.replaceWith(row);
    $('button', row).focus();
    say(now.length ? t('Tags: {0}', now.join(', ')) : t('No tags'));
  }); } }, input, h('button', { type: 'submit' }, t('Save'))));
  input.focus();
}

// marked are the tags of games of files, by the marks of the games.
let marked = null;
const all = () => { marked ||= recall('tags', {}); return marked; };

export const tagsOf = g => { const list = all()[g.mark]; return Array.isArray(list) ? list.filter(tag => typeof tag === 'string') : []; };

// setTags gives a game of a file its tags, as the server does for saved games.
export function setTags(g, list) {
  const tags = [...new Set(list.map(tag => tag.trim().slice(0, 40)).filter(Boolean))].slice(0, 12);
  if (tags.length) all()[g.mark] = tags;
  else delete all()[g.mark];
  remember('tags', all());
  return tags;
}
