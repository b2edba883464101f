// What the page remembers in this browser. What others or older pages have left there is not
// trusted.

// A store is one of the browser's. What that does not take, as it keeps nothing or is full, is
// known until the page is left.
function store(browsers) {
  const here = new Map();
  return {
    getItem(name) {
      if (here.has(name)) return here.get(name);
      try {
        return browsers().getItem(name);
      } catch {
        return null;
      }
    },
    setItem(name, value) {
      here.delete(name);
      try {
        browsers().setItem(name, value);
      } catch {
        here.set(name, String(value));
      }
    },
    removeItem(name) {
      here.delete(name);
      try {
        browsers().removeItem(name);
      } catch { /* nothing is kept there */ }
    },
  };
}

// local is kept in this browser, session for this tab only.
export const local = store(() => localStorage), session = store(() => sessionStorage);

// recall returns what was remembered under a name if it is of the fallback's kind.
export function recall(name, fallback, store = local) {
  try {
    const value = JSON.parse(store.getItem(name));
    return value !== null && typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function remember(name, value, store = local) { store.setItem(name, JSON.stringify(value)); }

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
