// The players of a game: who they are, whether they are there, and what they offer each
// other.
import { t, time } from './language.js';
import { h, toast, say, capital } from './util.js';
import { session } from './remember.js';

// What is said of an offer: to the one who makes it, to the other and those who watch, and as
// the page's title.
const offers = {
  draw: [() => t('You offer a draw'), black => t('{0?White|Black} offers a draw', black), t('Draw?')],
  takeback: [() => t('You ask to take the last move back'), black => t('{0?White|Black} asks to take the last move back', black), t('Take the last move back?')],
  switch: [() => t('You offer to change sides'), black => t('{0?White|Black} offers to change sides', black), t('Change sides?')],
  rematch: [() => t('You offer a rematch with colours changed'), black => t('{0?White|Black} offers a rematch with colours changed', black), t('Rematch with colours changed?')],
};

export class People {
  constructor(play) {
    Object.assign(this, { play, offered: 'null', names: [h('div.player'), h('div.player')], presence: [] });
    this.offerEl = h('p.offer', { role: 'alert', hidden: true });
  }

  // freeSide is the side that nobody has taken yet.
  freeSide() { return ['white', 'black'].find(side => !this.play.hello.people[side].taken); }

  // mySide is the side of the person at this screen.
  mySide() {
    const { hello, game: { players } } = this.play;
    if (hello.seat === 'white' || hello.seat === 'black') return hello.seat;
    if (hello.seat !== 'owner') return 'white';
    if (players[0].level && !players[1].level) return 'black';
    if (!players[0].level && players[1].level) return 'white';
    return session.getItem('side') || 'white';
  }

  // myTurn says whether one side waits for the person at this screen, who plays the other.
  myTurn() {
    const { hello, game } = this.play, { players, result, position, study } = game, other = players[position.side === 'white' ? 1 : 0];
    const alone = hello.seat === position.side || (hello.seat === 'owner' && other.level > 0 && !players[position.side === 'white' ? 0 : 1].level);
    return !study && result === '*' && alone;
  }

  // greet tells that the other player has come or gone.
  greet(before, now) {
    for (const side of ['white', 'black']) {
      if (side === this.play.hello.seat) continue;
      if (!before[side].taken && now[side].taken) {
        const text = t('{0?White|Black} has joined', side === 'black');
        toast(text);
        this.notice(text);
      }
    }
  }

  // notice says something to whoever looks elsewhere, if that was allowed.
  notice(text) {
    if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
    try { new Notification('Heterodox', { body: text, tag: this.play.id }); } catch { /* phones want a service worker for it */ }
  }

  showTitle() {
    const { game: { offer }, hello, rules } = this.play, name = rules.name + ' – Heterodox';
    const asked = offer && offer.by !== hello.seat && ['white', 'black'].includes(hello.seat);
    document.title = asked ? `● ${offers[offer.what][2]} – ${name}` : this.myTurn() ? `● ${t('Your move')} – ${name}` : name;
  }

  // showOffer shows what the other player offers, or what one has offered oneself.
  showOffer(before) {
    const { offer, revision, result } = this.play.game, { seat } = this.play.hello, now = JSON.stringify(offer || null);
    this.showTitle();
    if (this.offered === now) return;
    this.offered = now;
    const was = before && before.offer;
    if (!offer && was && was.by === seat && before.revision === revision && result === '*') toast(t('Your offer was withdrawn or declined'));
    this.offerEl.hidden = !offer;
    this.offerEl.replaceChildren();
    if (!offer) return;
    const mine = offer.by === seat, text = offers[offer.what][mine ? 0 : 1](offer.by === 'black');
    const answer = (name, label, action) => h('button.' + name, { onclick: () => this.play.act(action) }, label);
    const plays = ['owner', 'white', 'black'].includes(seat);
    this.offerEl.append(h('span', {}, text), ...(!plays ? [] : mine ? [answer('decline', t('Withdraw'), 'decline')] : [answer('accept', t('Accept'), offer.what), answer('decline', t('Decline'), 'decline')]));
    if (!mine) { say(text); this.notice(text); }
  }

  // forget shows the offer anew, in a page that is built again.
  forget() { this.offered = 'null'; }

  // showNames shows who plays, with their clocks, what they have taken and what is in hand.
  showNames(clocks, captured, hands) {
    const { board, game: { players }, view } = this.play, flip = board.flip;
    this.presence = [h('span.presence'), h('span.presence')];
    players.forEach((p, c) => this.names[c].replaceChildren(h('span.dot.' + 'wb'[c]), h('span.who', {}, p.level ? t('Engine, level {0}', p.level) : capital(p.name === 'human' ? t('{0?White|Black}', c) : p.name)), this.presence[c], captured[c], ...(clocks ? [clocks[c]] : [])));
    this.showPresence();
    view.querySelector('.side.top').replaceChildren(this.names[flip ? 0 : 1], hands[flip ? 0 : 1]);
    view.querySelector('.side.bottom').replaceChildren(this.names[flip ? 1 : 0], hands[flip ? 1 : 0]);
  }

  // showPresence says who of the players is there.
  showPresence() {
    const { people, seat } = this.play.hello;
    if (!people || !this.presence.length) return;
    ['white', 'black'].forEach((side, c) => {
      const { taken, here, away } = people[side];
      let text = '';
      if (side === seat) text = t('you');
      else if (!taken) text = t('has not joined yet');
      else if (here) text = t('here');
      else if (away === undefined) text = t('not here yet');
      else {
        const gone = away + performance.now() - this.play.helloAt;
        if (gone > 3000) text = t('away since {0}', time(Date.now() - gone, { hour: '2-digit', minute: '2-digit' }));
        else return; // a page that is read anew is there again soon
      }
      if (this.presence[c].textContent !== text) this.presence[c].textContent = text;
      this.presence[c].classList.toggle('gone', side !== seat && !here);
    });
  }
}
