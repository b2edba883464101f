package serve_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// bench opens the bench with an empty drawer.
func (p *page) bench() {
	p.t.Helper()
	p.run(chromedp.Evaluate(`location.hash = '#/invent'`, nil), chromedp.WaitVisible(`.bench .sq`))
	p.await(`document.querySelector('.verdicts').textContent.includes('Ready to play')`)
}

// awaitSource waits until the text of the game has a line.
func (p *page) awaitSource(line string) {
	p.t.Helper()
	p.await(fmt.Sprintf(`document.querySelector('#bench-text').value.split('\n').includes(%q)`, line))
}

// fill writes into a field as one does who types, and leaves it.
func (p *page) fill(selector, text string) {
	p.t.Helper()
	p.run(chromedp.Click(selector), chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).select()`, selector), nil), chromedp.KeyEvent(text), chromedp.KeyEvent(kb.Tab))
}

func on(name string) string { return `.bench .sq[data-sq="` + name + `"]` }

// invent makes a piece in the dialog.
func (p *page) invent(name, letter, betza string) {
	p.t.Helper()
	p.run(chromedp.Click(`#piece-new`), chromedp.WaitVisible(`dialog #piece-name`))
	p.fill(`#piece-name`, name)
	p.fill(`#piece-letter`, letter)
	p.fill(`#piece-betza`, betza)
	p.run(chromedp.Click(`#piece-done`))
	p.await(`!document.querySelector('dialog')`)
}

// From an empty page to a link to a game with two invented pieces on a board of 10 × 8, which
// is opened afresh and played against the engine, in less than two minutes.
func TestBrowserInvent(t *testing.T) {
	p := newPage(t, 1280, 860)
	begun := time.Now()
	p.bench()
	p.shot("bench-begin")
	p.fill(`#bench-name`, "harbour")
	p.awaitSource("[harbour:chess]")
	p.fill(`#bench-files`, "10")
	p.awaitSource("maxFile = 10")
	p.run(chromedp.Click(`#tab-pieces`))
	p.invent("wherry", "w", "WD")
	p.awaitSource("customPiece1 = w:WD")
	p.invent("ship", "s", "mRcpR")
	p.awaitSource("customPiece2 = s:mRcpR")
	p.shot("bench-pieces")
	p.drag(`.bench [data-tool="wW"]`, on("i1"))
	p.drag(`.bench [data-tool="wS"]`, on("j1"))
	p.drag(`.bench [data-tool="wP"]`, on("i2"))
	p.drag(`.bench [data-tool="wP"]`, on("j2"))
	p.awaitSource("startFen = rnbqkbnrws/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKBNRWS w KQkq - 0 1")
	p.drag(on("d1"), on("d3")) // and back
	p.await(`document.querySelector('#bench-text').value.includes('3Q6')`)
	p.run(chromedp.Click(`[aria-label="Undo"]`))
	p.awaitSource("startFen = rnbqkbnrws/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKBNRWS w KQkq - 0 1")
	p.run(chromedp.Click(`#tab-rules`))
	p.run(chromedp.Click(`#part-kingofthehill`))
	p.awaitSource("[harbour:kingofthehill+chess]")
	p.shot("bench-rules")
	p.run(chromedp.Click(`#tab-text`))
	p.shot("bench-text")
	p.run(chromedp.Click(`#tab-share`), chromedp.Click(`#bench-try`), chromedp.WaitVisible(`.game .board .sq`))
	p.drag(square("i1"), square("i3"))
	p.await(`document.querySelectorAll('.move').length === 2`)
	p.run(chromedp.NavigateBack(), chromedp.WaitVisible(`#bench-link:enabled`), chromedp.Evaluate(`navigator.clipboard.writeText = async text => { window.copied = text; }`, nil), chromedp.Click(`#bench-link`))
	p.await(`!!window.copied`)
	link := p.eval(`window.copied`)
	if !strings.Contains(link, "/#/made/1") {
		t.Fatalf("the link is %s", link)
	}
	other := openPage(t, p.url, 1280, 860)
	other.run(chromedp.Navigate(link), chromedp.WaitVisible(`#begin:enabled`))
	other.await(`document.querySelector('.lobby h1').textContent === 'harbour'`)
	other.run(chromedp.Click(`#begin`), chromedp.WaitVisible(`.game .board .sq`))
	other.drag(square("i1"), square("i3"))
	other.await(`document.querySelectorAll('.move').length === 2`)
	other.shot("bench-played")
	if used := time.Since(begun); used > 2*time.Minute {
		t.Errorf("it takes %v", used)
	}
}
