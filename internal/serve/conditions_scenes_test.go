package serve_test

import (
	"context"
	"testing"
	"time"

	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// One player enters lines on the board and with the keyboard while the opponent is to move,
// sees and deletes them; the opponent sees only the answers.
func TestServerConditionalMoves(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.run(chromedp.Evaluate(`navigator.clipboard.writeText = async text => { window.copied = text; }`, nil),
		chromedp.SetValue(`#opponent`, "link"), chromedp.Evaluate(`document.querySelector('#opponent').dispatchEvent(new Event('change'))`, nil),
		chromedp.Click(`#begin`), chromedp.WaitVisible(`.game .board .sq`))
	p.await(`(window.copied || '').includes('#/g/')`)
	ctx, cancel := chromedp.NewContext(p.ctx)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, 60*time.Second)
	defer cancel()
	friend := &page{t: t, ctx: ctx, url: p.url}
	chromedp.ListenTarget(ctx, friend.hear)
	friend.run(cdpage.BringToFront(), chromedp.EmulateViewport(390, 780), chromedp.Navigate(p.eval(`window.copied`)), chromedp.WaitVisible(`.sit button`), chromedp.Click(`.sit button`))
	friend.await(`!document.querySelector('.sit')`)
	p.front()
	p.run(chromedp.Evaluate(`document.querySelector('details.conditions').open = true`, nil))
	p.await(`document.querySelector('#add-line').disabled`) // it is the player's own move
	p.click("e2", "e4")
	p.awaitMoves("e4")
	begin := func() {
		t.Helper()
		p.await(`!document.querySelector('#add-line').disabled`)
		p.run(chromedp.Evaluate(`document.querySelector('#add-line').click()`, nil))
		p.await(`document.querySelector('.status').textContent === 'If your opponent plays … : enter the move'`)
	}
	begin()
	p.click("e7", "e4") // refused, as it would be for the opponent
	p.await(`document.querySelector('#toast').classList.contains('bad')`)
	p.run(chromedp.Evaluate(`document.activeElement.blur()`, nil), chromedp.KeyEvent("\x1b"))
	p.await(`!document.querySelector('.sq.from')`)
	p.click("e7", "e5")
	p.await(`document.querySelector('.status').textContent === 'After e5: enter your answer' && document.querySelector('#keep-line').disabled`)
	p.shot("conditions-entering")
	p.click("g1", "f3")
	p.await(`document.querySelector('.entered').textContent === '1… e5 2. Nf3' && document.querySelector('[data-sq=f3]').dataset.piece === 'wN'`)
	p.run(chromedp.Click(`#keep-line`))
	p.await(`document.querySelector('.planned').textContent.includes('1… e5 2. Nf3') && document.querySelector('[data-sq=g1]').dataset.piece === 'wN'`)
	begin()
	p.run(chromedp.SendKeys(`#typed`, "c5 c3 Nf6 e5\r"))
	p.await(`document.querySelector('.entered').textContent === '1… c5 2. c3 Nf6 3. e5'`)
	p.run(chromedp.Click(`#keep-line`))
	p.await(`document.querySelectorAll('.planned li').length === 2`)
	begin()
	p.run(chromedp.SendKeys(`#typed`, "a6 a3\r"))
	p.await(`!document.querySelector('#keep-line').disabled`)
	p.run(chromedp.Click(`#keep-line`))
	p.await(`document.querySelectorAll('.planned li').length === 3`)
	p.shot("conditions")
	p.checkNames()
	p.run(chromedp.Click(`.planned button[aria-label="Delete 1… a6 2. a3"]`))
	p.await(`document.querySelectorAll('.planned li').length === 2`)
	p.run(chromedp.Reload(), chromedp.WaitVisible(`.game .board .sq`))
	p.await(`document.querySelectorAll('.planned li').length === 2`)
	if seen := friend.eval(`document.body.textContent.includes('Nf3') + ' ' + document.querySelectorAll('.planned li').length`); seen != "false 0" {
		t.Errorf("the other player sees conditional moves: %s", seen)
	}
	friend.front()
	friend.click("c7", "c5")
	friend.awaitMoves("e4 c5 c3")
	p.awaitMoves("e4 c5 c3")
	p.await(`document.querySelector('.planned').textContent.includes('2… Nf6 3. e5') && document.querySelectorAll('.planned li').length === 1`)
	friend.click("d7", "d5")
	p.awaitMoves("e4 c5 c3 d5")
	p.await(`document.querySelectorAll('.planned li').length === 0`)
	friend.shot("conditions-phone")
}
