// Games that were saved: any of them goes on.
import { h, attempt, enter } from './util.js';
import { get, post } from './transport.js';

export async function saved(view) {
  const { games } = await get('/api/saved');
  const open = async file => {
    const game = await attempt(() => post('/api/saved', { file }));
    if (game) enter(game);
  };
  view.replaceChildren(h('section.saved.listed', {}, h('h1', {}, 'Saved games'),
    games.length ? h('ul', {}, games.map(g => h('li', {}, h('button', { onclick: () => open(g.file) }, g.file.replace(/\.(pgn|json)$/, '').replace(/^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)\d\d-/, '$1 $2:$3  ')), h('time', {}, new Date(g.time).toLocaleString()))))
      : h('p.soft', {}, 'None yet. A game is saved after every move, by itself.')));
}
