// What can be done with the moves of an analysis, and what is noted of a move: words, and
// the arrows and circles on the board.
import { t } from './language.js';
import { h, toast } from './util.js';
import { comment } from './tree.js';

export class Study {
  constructor(play) { this.play = play; }

  // build makes the tools of an analysis; button makes a button.
  build(button) {
    const { play } = this;
    this.remark = h('textarea', { rows: 2, 'aria-label': t('Comment'), placeholder: t('A comment on this move'), onchange: () => this.saveNote(play.board.marks) });
    this.markButtons = ['!', '?', '!!', '??', '!?', '?!'].map(mark => button(mark, t('Mark the move {0}', mark), e => this.setMark(e.currentTarget.getAttribute('aria-pressed') === 'true' ? '' : mark), { 'aria-pressed': 'false' }));
    const step = (text, label, action) => button(text, label, () => play.sender.step(action, { n: play.cur() }));
    this.lineButtons = [step(t('Promote'), t('Promote this variation over the line it branches off from'), 'promote'), step(t('Main line'), t('Make this the main line'), 'main')];
    this.deleteButton = button(t('Delete'), t('Delete from this move on'), async () => {
      const n = play.tree.get(play.cur());
      if (await play.sender.step('delete', { n: n.id })) toast(t('Deleted from {0} on. Undo brings it back.', n.san));
    });
    this.undoButton = button(t('Undo'), t('Undo the last change'), () => play.sender.step('undo'));
    this.redoButton = button(t('Redo'), t('Redo what was undone last'), () => play.sender.step('redo'));
    return h('div.study', {},
      h('div.tools', { role: 'toolbar', 'aria-label': t('This line') }, this.lineButtons, this.deleteButton, this.undoButton, this.redoButton),
      h('div.tools.marks', { role: 'toolbar', 'aria-label': t('Marks') }, this.markButtons), this.remark);
  }

  // show tells the tools what is looked at.
  show() {
    if (!this.remark) return;
    const { game, tree } = this.play, n = tree.get(this.play.cur());
    this.undoButton.disabled = !game.undo;
    this.redoButton.disabled = !game.redo;
    if (document.activeElement !== this.remark) this.remark.value = comment(n.id ? n.note : game.comment);
    this.remark.placeholder = n.id ? t('A comment on {0}', n.san) : t('A comment before the first move');
    for (const b of this.markButtons) {
      b.disabled = !n.id;
      b.setAttribute('aria-pressed', String((n.marks || '') === b.textContent));
    }
    const inside = tree.branches(n.id);
    for (const b of this.lineButtons) b.disabled = !inside;
    this.deleteButton.disabled = !n.id;
  }

  async setMark(mark) { await this.play.act('mark', { n: this.play.cur(), text: mark }); }

  // Arrows and circles are kept with the move that leads to the position.

  note(id) { return (id ? this.play.tree.get(id).note : this.play.game.comment) || ''; }

  marksFrom(id) {
    const note = this.note(id);
    const marks = [];
    for (const [, list] of note.matchAll(/\[%csl ([^\]]*)\]/g)) for (const m of list.split(',')) marks.push({ color: m[0], from: m.slice(1), to: m.slice(1) });
    for (const [, list] of note.matchAll(/\[%cal ([^\]]*)\]/g)) {
      for (const m of list.split(',')) {
        const [, color, from, to] = /^([A-Z])([a-p]\d+[IVX]*)([a-p]\d+[IVX]*)$/.exec(m) || [];
        if (to) marks.push({ color, from, to });
      }
    }
    this.play.board.marks = marks;
  }

  marked(marks) {
    if (this.play.hello.seat === 'owner') this.saveNote(marks);
  }

  // saveNote saves the marks of the board with the comment.
  saveNote(marks) {
    const { game, tree } = this.play, id = this.play.cur(), note = this.note(id);
    const words = this.remark ? this.remark.value.trim() : comment(note);
    const other = (note.match(/\[%\w+ [^\]]*\]/g) || []).filter(tag => !/^\[%c[sa]l /.test(tag));
    const circles = marks.filter(m => m.from === m.to).map(m => m.color + m.from), arrows = marks.filter(m => m.from !== m.to).map(m => m.color + m.from + m.to);
    const text = [circles.length ? `[%csl ${circles.join(',')}]` : '', arrows.length ? `[%cal ${arrows.join(',')}]` : '', ...other, words].filter(Boolean).join(' ');
    if (id) tree.get(id).note = text;
    else game.comment = text;
    this.play.act('note', { n: id, text });
  }
}
