package serve_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A game that has ended is reviewed in an analysis: bad moves are marked, the graph and the
// summary are shown, and a second try at a mistake is judged.
func TestBrowserReview(t *testing.T) {
	p := newPage(t, 1280, 900)
	p.begin("chess", "")
	if p.eval(`document.querySelector('button[aria-label^="Review"]').hidden`) != "true" {
		t.Error("a game without moves can be reviewed")
	}
	p.run(chromedp.SendKeys(`#typed`, "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 h6 Nxe5 Bxd1 Bxf7 Ke7 Nd5"+kb.Enter))
	p.await(`document.querySelector('.status').textContent === '1-0 — checkmate'`)
	p.run(chromedp.Click(`button[aria-label^="Review"]`), chromedp.WaitVisible(`.study`))
	p.await(`document.querySelector('.review') && !document.querySelector('.review').hidden && document.querySelector('button[aria-label^="Review"]').textContent === 'Review'`)
	p.await(`[...document.querySelectorAll('.move.blunder')].some(e => e.textContent === 'Bxd1??')`)
	p.await(`document.querySelectorAll('.graph i.blunder').length > 0 && [...document.querySelectorAll('.comment')].some(e => e.textContent.includes('It allows mate in 2: Bxf7+.'))`)
	if text := strings.Join(strings.Fields(p.text()), " "); !strings.Contains(text, "$4") || !strings.Contains(text, "Blunder. It allows mate in 2: Bxf7+.") || strings.Count(text, "[%eval ") < 12 {
		t.Errorf("the review is not saved:\n%s", text)
	}
	// The graph is below the board.
	p.await(`(() => { const [board, graph] = ['.board', '.graph'].map(s => document.querySelector(s).getBoundingClientRect()); return graph.top >= board.bottom && graph.width > 200; })()`)
	p.shot("review")
	p.checkNames()
	tool := func(text string) {
		t.Helper()
		p.await(`(() => { const b = [...document.querySelectorAll('.review button')].find(b => b.textContent === '` + text + `' && !b.disabled); if (!b) return false; b.click(); return true; })()`)
	}
	// The keyboard focus stays on a pressed button.
	const button = `[...document.querySelectorAll('.review button')].find(b => b.textContent === 'Next mistake')`
	p.run(chromedp.Evaluate(`(() => { const b = `+button+`; b.dataset.old = 'yes'; b.focus(); })()`, nil), chromedp.KeyEvent(kb.Enter))
	p.await(`!` + button + `.dataset.old && document.activeElement === ` + button)
	tool("Turning point")
	p.await(`document.querySelector('.move.on').textContent === 'Bxd1??'`)
	p.shot("review-mistake")
	tool("Try again")
	p.await(`document.querySelector('.said').textContent === 'Find a better move for Black.' && document.querySelector('.move.on').textContent.startsWith('Nxe5') && getComputedStyle(document.querySelector('.comment')).visibility === 'hidden'`)
	p.click("d6", "e5")
	p.await(`document.querySelector('.said.good') && /^(The best move|Good)/.test(document.querySelector('.said').textContent)`)
	p.shot("review-tried")
	tool("Once more")
	p.await(`document.querySelector('.move.on').textContent.startsWith('Nxe5')`)
	p.click("g7", "g6")
	p.await(`document.querySelector('.said.bad') && document.querySelector('.said').textContent.length > 25`)
	tool("Solution")
	p.await(`!document.querySelector('.trying') && document.querySelector('.move.on').textContent.startsWith('dxe5')`)
	p.checkNames()
}

// A review that is stopped keeps its findings so far; its progress is shown.
func TestBrowserReviewStops(t *testing.T) {
	p := newPage(t, 390, 800)
	p.run(chromedp.SetValue(`#opponent`, "study"), chromedp.Evaluate(`document.querySelector('#opponent').dispatchEvent(new Event('change'))`, nil),
		chromedp.Click(`#begin`), chromedp.WaitVisible(`.game .board .sq`))
	p.run(chromedp.SendKeys(`#typed`, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 g6 a3 c5 d5 c4"+kb.Enter))
	p.await(`document.querySelectorAll('.moves .move').length >= 20`)
	const label = `document.querySelector('button[aria-label^="Review"]').textContent`
	p.run(chromedp.Click(`button[aria-label^="Review"]`))
	p.await(`/^Stop: ([3-9]|1\d) of \d+$/.test(` + label + `)`)
	p.run(chromedp.Click(`button[aria-label^="Review"]`))
	p.await(label + ` === 'Review'`)
	n := strings.Count(p.text(), "[%eval ")
	time.Sleep(time.Second)
	if n == 0 || n >= 24 || strings.Count(p.text(), "[%eval ") != n {
		t.Errorf("%d moves were evaluated when the review was stopped, later %d", n, strings.Count(p.text(), "[%eval "))
	}
	p.await(`document.documentElement.scrollWidth <= innerWidth + 1`)
	p.run(chromedp.Evaluate(`document.querySelector('.review').scrollIntoView()`, nil))
	p.shot("review-phone")
	p.run(chromedp.Click(`#theme`))
	time.Sleep(3 * time.Second)
	p.shot("review-phone-dark")
}
