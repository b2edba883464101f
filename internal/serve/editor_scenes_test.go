package serve_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// edit opens the editor with a game.
func (p *page) edit(variant string) {
	p.t.Helper()
	p.run(chromedp.Navigate(p.url+"/#/edit/"+variant), chromedp.WaitVisible(`.editor .sq`))
	p.await(fmt.Sprintf(`document.querySelector('#variant').value === %q && document.querySelector('.verdict').textContent !== ''`, variant))
}

// fen waits until the editor shows a FEN.
func (p *page) fen(want string) {
	p.t.Helper()
	p.await(fmt.Sprintf(`document.querySelector('.editor textarea').value === %q`, want))
}

func (p *page) verdict(want string) {
	p.t.Helper()
	p.await(fmt.Sprintf(`document.querySelector('.verdict').textContent === %q`, want))
}

func inEditor(square string) string { return `.editor .sq[data-sq="` + square + `"]` }

func (p *page) button(text string) {
	p.t.Helper()
	p.run(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll('button')].find(b => b.textContent === %q).click()`, text), nil))
}

// Pieces are dragged on the board, from the palette and off the board; castling rights follow
// king and rook, and can be removed.
func TestBrowserEditor(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.edit("gun")
	p.checkNames()
	p.verdict("Ready to play.")
	p.run(chromedp.Click(`#castling-K`))
	p.fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1")
	p.drag(inEditor("e1"), inEditor("e3"))
	p.fen("rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR w kq - 0 1")
	p.await(`[...document.querySelectorAll('.rights input')].map(b => b.dataset.right).join('') === 'kq'`)
	p.drag(`.palette [data-tool=wQ]`, inEditor("d5"))
	p.drag(inEditor("a2"), `.editor aside h1`)
	p.fen("rnbqkbnr/pppppppp/8/3Q4/8/4K3/1PPPPPPP/RNBQ1BNR w kq - 0 1")
	p.drag(inEditor("e3"), inEditor("e1"))
	p.run(chromedp.Click(`#castling-Q`), chromedp.Click(`#editside [data-side=black]`))
	p.fen("rnbqkbnr/pppppppp/8/3Q4/8/8/1PPPPPPP/RNBQKBNR b Qkq - 0 1")
	p.shot("editor")
	p.button("Play both sides")
	p.run(chromedp.WaitVisible(`.game .nav`))
	p.await(`document.querySelector('[data-sq=d5]').dataset.piece === 'wQ'`)
}

// Everything works without a mouse, and errors are in a player's words.
func TestBrowserEditorKeys(t *testing.T) {
	p := newPage(t, 390, 844)
	p.edit("chess")
	if wide := p.eval(`document.documentElement.scrollWidth > innerWidth`); wide == "true" {
		t.Error("the editor is wider than the screen of a phone")
	}
	p.button("Clear the board")
	p.verdict("White has no king.")
	place := func(tool string, squares ...string) {
		p.run(chromedp.Focus(`.palette [aria-checked=true]`), chromedp.KeyEvent(kb.Home))
		p.await(`document.activeElement.dataset.tool[0] === 'w'`)
		for p.eval(`document.activeElement.dataset.tool`) != tool {
			p.run(chromedp.KeyEvent(kb.ArrowRight))
		}
		p.run(chromedp.KeyEvent(kb.Enter))
		for _, s := range squares {
			p.run(chromedp.Focus(inEditor(s)), chromedp.KeyEvent(kb.Enter))
		}
	}
	place("wK", "e1")
	place("bK", "e8")
	place("wR", "e4")
	p.verdict("It is White’s move, but the king on e8 is in check and could be captured.")
	place("move", "e4", "d4") // picked up and put down
	p.verdict("Ready to play.")
	place("wP", "a8")
	p.verdict("A pawn cannot stand on a8.")
	p.run(chromedp.Focus(inEditor("a8")), chromedp.KeyEvent(kb.Delete))
	p.fen("4k3/8/8/8/3R4/8/8/4K3 w - - 0 1")
	place("bK", "a8")
	p.verdict("Black has more than one king.")
	p.button("Analyse")
	p.await(`document.querySelector('#toast').textContent === 'Black has more than one king.'`)
	p.run(chromedp.SetValue(`.editor textarea`, "4k3/8/8/x w"), chromedp.Evaluate(`document.querySelector('.editor textarea').dispatchEvent(new Event('change'))`, nil))
	p.await(`document.querySelector('.verdict').textContent.endsWith('(in the FEN: board).')`)
}

// Pieces are put in hand by number or by dragging, and each game has its own pieces.
func TestBrowserEditorGames(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.edit("crazyhouse")
	p.run(chromedp.SetValue(`input[data-hand=bN]`, "2"), chromedp.Evaluate(`document.querySelector('input[data-hand=bN]').dispatchEvent(new Event('change'))`, nil))
	p.drag(`.palette [data-tool=bR]`, `.hand-row[data-holder="0"] span`)
	p.await(`/\[Rnn\]|\[nnR\]/.test(document.querySelector('.editor textarea').value) && document.querySelector('input[data-hand=wR]').value === '1'`)
	p.checkNames()
	p.shot("editor-hands")
	p.button("Clear the board")
	p.await(`document.querySelector('input[data-hand=bN]').value === '0' && !document.querySelector('textarea').value.includes('nn')`)
	choose := func(name string) {
		p.run(chromedp.Evaluate(fmt.Sprintf(`(() => { const e = document.querySelector('#variant'); e.value = %q; e.dispatchEvent(new Event('change')); })()`, name), nil))
	}
	choose("chess")
	p.await(`!document.querySelector('.editor .hands') && document.querySelectorAll('.rights input').length === 4`)
	// Only what can occur is offered: shogi's dragons are promoted forms, which cannot be in hand.
	choose("shogi")
	p.await(`[...document.querySelectorAll('.palette button')].some(b => b.title === 'Place a black dragon king')`)
	p.await(`document.querySelectorAll('.palette button').length === 2 + 2 * 14 && document.querySelectorAll('.hands input').length === 2 * 8`)
	choose("")
	p.run(chromedp.SendKeys(`#composition`, "gun+capablanca"+kb.Enter))
	p.await(`location.hash === '#/edit/gun%2Bcapablanca' && document.querySelector('#variant').value === 'gun+capablanca'`)
	p.await(`document.querySelector('.editor .sq[data-sq=j8]').dataset.piece === 'bR'`)
}
