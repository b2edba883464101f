// Many buttons, one Tab stop: arrows move between the items of a group.

// roving lets Tab reach one item of a group, and arrows, Home and End the others. It returns
// what to call when the items have changed.
export function roving(group, selector) {
  const items = () => [...group.querySelectorAll(selector)].filter(el => !el.disabled && !el.closest('[hidden]'));
  let current = null;
  const refresh = (to = current) => {
    const list = items();
    current = list.includes(to) ? to : list.find(el => el.matches('[aria-pressed=true], [aria-checked=true], :checked')) || list[0] || null;
    for (const el of group.querySelectorAll(selector)) el.tabIndex = el === current ? 0 : -1;
  };
  group.addEventListener('focusin', e => { const at = e.target.closest(selector); if (at) refresh(at); });
  group.addEventListener('keydown', e => {
    const at = e.target.closest(selector), list = items();
    if (!at || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
    const to = next(list, at, e.key);
    if (to === undefined) return;
    e.preventDefault();
    if (to) { refresh(to); to.focus(); }
  });
  refresh();
  return refresh;
}

// next returns the item that a key leads to, null if there is none, undefined for other keys.
function next(list, at, key) {
  const i = list.indexOf(at);
  switch (key) {
    case 'ArrowRight': return list[i + 1] || null;
    case 'ArrowLeft': return list[i - 1] || null;
    case 'Home': return list[0];
    case 'End': return list[list.length - 1];
    case 'ArrowDown': return beside(list, at, 1) || list[i + 1] || null;
    case 'ArrowUp': return beside(list, at, -1) || list[i - 1] || null;
  }
  return undefined;
}

// beside returns the nearest item of the next row below (1) or above (-1).
function beside(list, at, way) {
  const a = at.getBoundingClientRect();
  let best = null, least = Infinity;
  for (const el of list) {
    const b = el.getBoundingClientRect(), dy = (b.top - a.top) * way;
    if (dy < a.height / 2) continue;
    const far = dy * 10 + Math.abs(b.left - a.left);
    if (far < least) { best = el; least = far; }
  }
  return best;
}
