// What leaves the page: links, texts, pictures, and invitations.
import { t } from './language.js';
import { lookOf, lookQuery } from './look.js';
import { h, $, attempt, copy, download, drawn, gameHash, toast } from './util.js';
import { session } from './remember.js';

// here is the address of the page, wherever it lies.
const here = location.origin + location.pathname;

export class Share {
  constructor(play) { this.play = play; }

  // build makes the part of the page; button makes a button of it.
  build(button) {
    this.button = button;
    const { rules, position } = { rules: this.play.rules, position: () => this.play.position };
    const format = rules.levels > 1 ? 'JSON' : 'PGN';
    return this.el = h('details.share', {}, h('summary', {}, t('Share and save')), h('div.stack', {},
      button(t('Copy link to this game'), t('Copy a link that contains the whole game'), () => this.copyLink()),
      button(t('Copy {0}', format), t('Copy the game as text'), () => this.withText(text => copy(text, t('Game copied')))),
      button(t('Download {0}', format), t('Download the game'), () => this.withText(text => this.keep(text))),
      button(t('Copy {0}', 'FEN'), t('Copy the position'), () => copy(position().fen, t('Position copied'))),
      button(t('Edit position'), t('Edit this position'), () => { location.hash = '#/edit/' + encodeURIComponent(rules.name) + '/' + encodeURIComponent(position().fen); }),
      ['svg', 'png'].map(kind => button(t('Picture, {0}', kind.toUpperCase()), t('Download the board as {0}', kind.toUpperCase()), () => this.picture(kind))),
      this.filming(button), this.inviteButtons(button), h('figure.code', { hidden: true })));
  }

  // renew leaves out the invitation once somebody has accepted it: from then on its link only
  // lets people watch.
  renew() {
    const before = this.el, { open } = before, focused = before.contains(document.activeElement);
    before.replaceWith(this.build(this.button));
    this.el.open = open;
    if (focused) $('summary', this.el).focus();
  }

  // welcome shows the link for whoever is waited for.
  welcome() {
    const { hello, id, people } = this.play;
    if (hello.tokens.invited) {
      this.el.open = true;
      this.showCode(this.linkTo(hello.tokens.invited), t('Link for {0?White|Black}', people.freeSide() === 'black'));
    } else if (session.getItem('invite') === id) {
      session.removeItem('invite');
      this.invite(people.mySide() === 'white' ? 'black' : 'white');
    }
  }

  async picture(kind) {
    const { board, connection, rules, tree } = this.play, n = this.play.cur();
    const file = await attempt(() => connection.picture(`board.${kind}?n=${n}&flip=${board.flip ? 1 : 0}${lookQuery(rules)}&marks=${board.marks.map(m => m.color + m.from + (m.to === m.from ? '' : m.to)).join()}${lookOf(rules).names ? '&coordinates=players' : ''}`));
    if (file) download(`${rules.name}-${tree.path(n).length}.${kind}`, file, file.type);
  }

  // filming makes an animation of the game up to its end, or of the line to the move that is
  // shown in an analysis.
  filming(button) {
    const pace = h('select', { id: 'pace', 'aria-label': t('Seconds a position') }, [.25, .5, 1, 2, 4].map(s => h('option', { value: 1000 * s, selected: s === 1 }, t('{0} s a move', s))));
    return h('div.tools', {}, ['gif', 'svg'].map(kind => button(t('Whole game, {0}', kind.toUpperCase()), t('Download the whole game as an animated {0}', kind.toUpperCase()), () => this.film(kind, pace.value))), pace);
  }

  async film(kind, pace) {
    const { board, connection, rules, game } = this.play, n = game.study ? this.play.cur() : game.at;
    toast(t('Drawing the game …'));
    const file = await attempt(() => connection.picture(`game.${kind}?n=${n}&pace=${pace}&flip=${board.flip ? 1 : 0}${lookQuery(rules)}${lookOf(rules).names ? '&coordinates=players' : ''}`));
    if (!file) return;
    download(`${rules.name}.${kind}`, file, file.type);
    toast(t('Downloaded'));
  }

  // inviteButtons are for whoever may let others in: a seat that is free, and all who watch.
  inviteButtons(button) {
    const { hello: { seat, tokens, people, alone }, game, token } = this.play, list = [];
    if (alone) return list;
    if (seat === 'owner' && !game.study) list.push(['white', t('Invite to play {0?White|Black}', 0)], ['black', t('Invite to play {0?White|Black}', 1)]);
    if (tokens.invited) list.push([this.play.people.freeSide(), t('Invite to play {0?White|Black}', this.play.people.freeSide() === 'black')]);
    if (tokens.watch) list.push(['watch', t('Invite to watch')]);
    return [...list.map(([to, text]) => button(text, t('{0}: copies a link', text), () => this.invite(to))),
      people && seat !== 'watch' && button(t('My own link'), t('Copy the link to my own seat, to continue elsewhere'), () => copy(this.linkTo(token), t('Your own link is copied: do not give it to anyone else')))];
  }

  linkTo(token) { return here + gameHash({ id: this.play.id, token }); }

  async invite(seat) {
    const answer = seat === 'watch' ? { token: this.play.hello.tokens.watch } : await this.play.act('invite', { side: seat });
    if (!answer) return;
    const whose = seat === 'watch' ? t('Link for a spectator') : t('Link for {0?White|Black}', seat === 'black');
    copy(this.linkTo(answer.token), t('Link copied'));
    this.showCode(this.linkTo(answer.token), whose);
  }

  // showCode draws a link for the camera of a phone.
  async showCode(url, whose) {
    const code = await attempt(() => this.play.connection.post('code', { text: url }));
    const place = $('.code', this.play.view);
    if (!code || !place) return;
    const side = code.size + 8; // with the quiet zone that readers need
    place.replaceChildren(drawn('svg', { viewBox: `-4 -4 ${side} ${side}`, role: 'img', 'aria-label': t('{0}, as a QR code', whose) },
      drawn('rect', { x: -4, y: -4, width: side, height: side, fill: '#fff' }), drawn('path', { d: code.path, fill: '#000' })),
      h('figcaption', {}, whose));
    place.hidden = false;
  }

  // copyLink copies a link with the whole game, and draws it if a camera can read that. A game
  // that is too long for one is downloaded instead.
  async copyLink() {
    const answer = await attempt(() => this.play.connection.get('link'));
    if (!answer) { this.withText(text => this.keep(text)); return; }
    const url = here + '#/link/' + answer.link;
    copy(url, t('Link copied'));
    if (url.length <= 400 && this.play.hello.seat !== 'watch') this.showCode(url, t('Link to this game'));
  }

  keep(text) {
    const { rules } = this.play;
    download(`${rules.name}.${rules.levels > 1 ? 'json' : 'pgn'}`, text);
  }

  // withText does something with the game as it is saved.
  async withText(use) {
    const text = await attempt(() => this.play.connection.get('text'));
    if (text) use(text);
  }
}
