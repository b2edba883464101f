// What the page remembers in this browser. What others or older pages have left there is not
// trusted.

// recall returns what was remembered under a name if it is of the fallback's kind. What is
// kept in sessionStorage is for this tab only.
export function recall(name, fallback, store = localStorage) {
  try {
    const value = JSON.parse(store.getItem(name));
    return value !== null && typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function remember(name, value, store = localStorage) {
  try {
    store.setItem(name, JSON.stringify(value));
  } catch { /* the browser keeps nothing, or is full */ }
}

// A choice is a game and rule changes to it. choices returns those of a list that are whole.
const isChoice = c => c && typeof c.name === 'string' && typeof c.base === 'string' && typeof c.picture === 'string' &&
  c.picture.startsWith('/board/') && Array.isArray(c.parts) && c.parts.every(p => typeof p === 'string');
const choices = name => recall(name, []).filter(isChoice);

export const favourites = () => choices('favourites');
export const recent = () => choices('recent');

// played puts a choice first in the list of those played last.
export function played(choice) {
  remember('recent', [choice, ...recent().filter(c => c.name !== choice.name)].slice(0, 12));
}

// favour makes a choice a favourite, or no longer one; it returns whether it is one now.
export function favour(choice) {
  const others = favourites().filter(c => c.name !== choice.name), is = others.length === favourites().length;
  remember('favourites', is ? [choice, ...others] : others);
  return is;
}
