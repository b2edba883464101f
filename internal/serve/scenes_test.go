package serve_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func (p *page) checkNames() {
	p.t.Helper()
	if list := p.nameless(); len(list) > 0 {
		p.t.Errorf("elements without an accessible name: %v", list)
	}
}

// Clicks, drags, reasons for illegal moves, and take-backs.
func TestBrowserMoves(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "")
	p.await(`document.querySelector('button[aria-label="Take back to my last move"]').disabled`)
	p.click("e2")
	p.await(`[...document.querySelectorAll('.sq.to')].map(e => e.dataset.sq).sort().join() === 'e3,e4'`)
	p.click("e4")
	p.awaitMoves("e4")
	p.await(`!document.querySelector('button[aria-label="Take back to my last move"]').disabled`)
	p.drag(square("e7"), square("e5"))
	p.awaitMoves("e4 e5")
	p.click("f1", "h8") // out of reach: a reason, and the piece stays picked
	p.await(`document.querySelector('#toast').textContent === 'The bishop on f1 cannot reach h8'`)
	p.run(chromedp.KeyEvent(kb.Escape))
	p.await(`document.querySelectorAll('.sq.to').length === 0`)
	p.click("e7")
	p.await(`document.querySelector('#toast').textContent.includes('no piece')`)
	p.drag(square("g1"), square("f3"))
	p.awaitMoves("e4 e5 Nf3")
	p.run(chromedp.Click(`button[aria-label="Take back to my last move"]`))
	p.awaitMoves("e4 e5")
	p.run(chromedp.Click(`button[aria-label="Redo the moves that were taken back"]:enabled`))
	p.awaitMoves("e4 e5 Nf3")
	p.await(`document.querySelector('button[aria-label^="Redo the moves"]').disabled`)
	p.run(chromedp.Click(`button[aria-label="Take back to my last move"]`))
	p.awaitMoves("e4 e5")
	p.run(chromedp.SendKeys(`#typed`, "Qh5"+kb.Enter))
	p.awaitMoves("e4 e5 Qh5")
	p.run(chromedp.SendKeys(`#typed`, "Qh5"+kb.Enter))
	p.await(`document.querySelector('#toast').textContent === 'The queen on d8 cannot reach h5'`)
}

// A click on the rook, or dragging the king to it, castles, like the king's own move.
func TestBrowserCastling(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	p.click("e1", "h1")
	p.awaitMoves("O-O")
	if booms := p.eval(`[...document.querySelectorAll('.sq.boom')].map(e => e.dataset.sq)`); booms != "" {
		t.Errorf("castling shows explosions on %s", booms)
	}
	p.drag(square("e8"), square("a8"))
	p.awaitMoves("O-O O-O-O")
}

// A gold shows its directions, also on a board turned around.
func TestBrowserDirectedPieces(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("shogi", "4k4/9/9/9/9/9/9/9/3GK4[Gg] w - - 0 1")
	p.await(`document.querySelector('.game .sq[data-sq=d1] img').dataset.drawing.includes('name=gold') && !document.querySelector('.game .sq[data-sq=d1] img').dataset.drawing.includes('flip=1')`)
	p.run(chromedp.Click(`button[aria-label="Flip the board"]`))
	p.await(`document.querySelector('.game .sq[data-sq=d1] img').dataset.drawing.includes('name=gold&flip=1')`)
	p.await(`[...document.querySelectorAll('.inhand img')].filter(e => e.dataset.drawing.includes('&flip=1')).length === 2`)
}

// Red squares show who would give check.
func TestBrowserExposed(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "k3r3/8/8/8/8/8/4B3/4K2R w - - 0 1")
	p.click("e2")
	p.await(`document.querySelector('#toast').textContent === 'The bishop on e2 cannot move: it would leave the king attacked by the rook on e8'`)
	p.await(`document.querySelector('.sq.attackers').dataset.sq === 'e8'`)
	p.click("a8")
	p.await(`!document.querySelector('.sq.attackers')`)
	p.run(chromedp.SendKeys(`#typed`, "Bd3"+kb.Enter))
	p.await(`document.querySelector('#toast').textContent.endsWith('attacked by the rook on e8')`)
	p.await(`document.querySelector('.sq.attackers').dataset.sq === 'e8' && document.querySelectorAll('.overlay .mark.R').length === 1`)
	p.begin("chess", "k7/8/8/8/8/8/r7/4K3 w - - 0 1")
	p.await(`document.querySelectorAll('.piece').length === 3`)
	p.click("e1")
	p.await(`[...document.querySelectorAll('.sq.red')].map(e => e.dataset.sq).sort().join() === 'd2,e2,f2'`)
	p.click("e2")
	p.await(`document.querySelector('#toast').textContent === 'It would leave the king attacked by the rook on a2'`)
	p.shot("exposed")
}

// A capture in madhouse has two steps; Escape takes back the first.
func TestBrowserTwoLegs(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("madhouse+fibonacci", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 3:2")
	p.click("e4", "d5")
	p.await(`document.querySelector('.prompt').textContent.includes('black pawn')`)
	p.await(`document.querySelectorAll('.sq.put').length > 20`)
	p.shot("two-legs")
	p.checkNames()
	p.run(chromedp.KeyEvent(kb.Escape))
	p.await(`document.querySelectorAll('.sq.put').length === 0 && document.querySelector('.sq.from').dataset.sq === 'e4'`)
	p.click("d5", "a8") // not empty
	p.await(`document.querySelector('#toast').textContent === 'a8 is not empty'`)
	p.click("a3")
	p.awaitMoves("exd5,a3")
	p.await(`document.querySelector('.status').textContent.includes('1 move left')`)
	p.drag(square("g1"), square("f3"))
	p.awaitMoves("exd5,a3 Nf3")
	p.await(`document.querySelector('.status').textContent.includes('Black to move · turn 4: 3 moves left')`)
	p.click("g8", "f6", "b8", "c6", "e7", "e6") // a turn of three
	p.awaitMoves("exd5,a3 Nf3 Nf6 Nc6 e6")
	p.await(`document.querySelector('.status').textContent.includes('White to move · turn 5')`)
	p.begin("duck", "")
	p.await(`document.querySelectorAll('.move').length === 0`)
	p.click("e2", "e4") // the pawn is on its new square while the wall is placed
	p.await(`document.querySelectorAll('.sq.put').length > 20 && document.querySelector('[data-sq=e4]').dataset.piece === 'wP' && document.querySelector('[data-sq=e2]').dataset.piece === ''`)
	p.shot("duck")
	p.run(chromedp.KeyEvent(kb.Escape))
	p.await(`document.querySelector('[data-sq=e2]').dataset.piece === 'wP'`)
}

func TestBrowserDrops(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("baseline", "")
	p.run(chromedp.Click(`button[data-drop=K]:enabled`))
	p.await(`document.querySelectorAll('.sq.to').length === 8`)
	p.shot("drop")
	p.run(chromedp.Click(`#theme`))
	p.await(`document.documentElement.dataset.theme === 'dark' && [...getComputedStyle(document.querySelector('.side.top .inhand:not(.from)')).backgroundColor.matchAll(/\d+/g)].slice(0, 3).every(n => Number(n[0]) > 120)`)
	p.shot("drop-dark")
	p.run(chromedp.Click(`#theme`))
	p.click("e1")
	p.awaitMoves("K@e1")
	p.drag(`button[data-drop=R]:enabled`, square("a8"))
	p.awaitMoves("K@e1 R@a8")
	p.drag(`button[data-drop=N]:enabled`, square("b3"))
	p.await(`document.querySelector('#toast').textContent === 'White places pieces on rank 1 only'`)
	p.checkNames()
}

func TestBrowserPromotion(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
	p.click("b7", "b8")
	p.run(chromedp.WaitVisible(`dialog.picker`))
	p.shot("promotion")
	p.await(`document.activeElement.getAttribute('aria-label') === 'queen'`)
	if order := p.eval(`[...document.querySelectorAll('.choices button')].map(e => e.getAttribute('aria-label'))`); order != "queen,rook,bishop,knight" {
		t.Errorf("promotion offers %s in this order", order)
	}
	p.checkNames()
	p.run(chromedp.KeyEvent(kb.Escape))
	p.await(`!document.querySelector('dialog.picker') && document.querySelectorAll('.move').length === 0`)
	p.click("b8")
	p.run(chromedp.Click(`dialog.picker button[aria-label=knight]`))
	p.awaitMoves("b8=N")
	p.begin("seirawan", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1")
	p.await(`document.querySelectorAll('.move').length === 0`)
	p.click("e1", "g1")
	p.await(`[...document.querySelectorAll('.choices button')].map(e => e.getAttribute('aria-label')).sort().join() === 'elephant on e1,elephant on h1,hawk on e1,hawk on h1,nothing'`)
	p.shot("gate")
	p.run(chromedp.Click(`dialog.picker button[aria-label="hawk on h1"]`))
	p.awaitMoves("O-O/Hh1")
}

// A finger that moves a pawn to its last rank does not choose what it becomes as well.
func TestBrowserPromotionByTouch(t *testing.T) {
	p := newPage(t, 360, 640)
	p.run(emulation.SetTouchEmulationEnabled(true))
	p.begin("chess", "4k3/8/8/8/8/8/1p6/4K3 b - - 0 1")
	tap := func(selector string) {
		t.Helper()
		x, y := p.center(selector)
		p.run(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x, Y: y}}), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	}
	tap(square("b2"))
	tap(square("b1"))
	p.run(chromedp.WaitVisible(`dialog.picker`), chromedp.Sleep(400*time.Millisecond)) // in which the click would come
	p.await(`document.querySelector('dialog.picker')`)
	tap(`dialog.picker button[aria-label=knight]`)
	p.awaitMoves("b1=N")
}

// A piece in hand that may come in promoted is asked which way up it goes; a click on a square
// alone drops neither.
func TestBrowserDropPromoted(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("micro", "kb+r+l/4/+p3/3P/+L1+RK[b] b - - 1 2")
	p.click("b3")
	p.await(`document.querySelector('#toast').textContent === 'There is no piece on b3'`)
	p.run(chromedp.Click(`button[data-drop=B]:enabled`))
	p.click("b3")
	p.run(chromedp.Click(`dialog.picker .choices button:nth-child(1)`))
	p.awaitMoves("+B@b3")
	p.begin("micro", "kb+r+l/4/+p3/3P/+L1+RK[b] b - - 1 2")
	p.await(`document.querySelectorAll('.move').length === 0`)
	p.drag(`button[data-drop=B]:enabled`, square("b3"))
	p.run(chromedp.Click(`dialog.picker .choices button:nth-child(2)`))
	p.awaitMoves("B@b3+")
}

// A game is won with the keyboard alone, starting on the first page.
func TestBrowserKeyboard(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.run(chromedp.Focus(`#opponent`), chromedp.SendKeys(`#opponent`, kb.ArrowDown), chromedp.Focus(`#begin`), chromedp.KeyEvent(kb.Enter))
	p.run(chromedp.WaitVisible(`.game .board .sq`), chromedp.Focus(`.game .sq[tabindex="0"]`))
	to := func(name string) {
		for range 20 {
			at := p.eval(`document.activeElement.dataset.sq`)
			key := ""
			switch {
			case at[1] > name[1]:
				key = kb.ArrowDown
			case at[1] < name[1]:
				key = kb.ArrowUp
			case at[0] > name[0]:
				key = kb.ArrowLeft
			case at[0] < name[0]:
				key = kb.ArrowRight
			}
			if key == "" {
				p.run(chromedp.KeyEvent(kb.Enter))
				return
			}
			p.run(chromedp.KeyEvent(key))
		}
		t.Fatalf("the keyboard does not reach %s", name)
	}
	for _, m := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
		n := p.eval(`document.querySelectorAll('.move').length`)
		to(m[:2])
		to(m[2:])
		p.await(fmt.Sprintf(`document.querySelectorAll('.move').length > %s`, n))
	}
	p.await(`document.querySelector('.status').textContent === '0-1 — checkmate'`)
	if text := p.eval(`document.activeElement.getAttribute('aria-label')`); text != "h4, black queen" {
		t.Errorf("the focus is on %q, want the queen on h4", text)
	}
	p.run(chromedp.KeyEvent("4"), chromedp.KeyEvent("k"))
	if text := p.eval(`document.activeElement.getAttribute('aria-label')`); !strings.HasSuffix(text, "king") && !strings.HasSuffix(text, "king, in check") {
		t.Errorf("k moves the focus to %q, want the king", text)
	}
}

// Looking back, a line of one's own, arrows, and what survives a reload.
func TestBrowserReloadAndBranch(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("gun", "")
	p.click("e2", "e4", "d7", "d5", "e4", "d5")
	p.awaitMoves("e4 d5 exd5")
	right := func(name string, kind input.MouseType) chromedp.Action {
		x, y := p.center(square(name))
		return input.DispatchMouseEvent(kind, x, y).WithButton(input.Right).WithClickCount(1)
	}
	p.run(right("g1", input.MousePressed), right("f3", input.MouseReleased))
	p.await(`document.querySelectorAll('.overlay polygon').length === 1`)
	p.run(right("d8", input.MousePressed), right("d8", input.MouseReleased))
	p.await(`document.querySelectorAll('.overlay circle').length === 1`)
	p.click("e7") // picked, but no longer so after a reload
	time.Sleep(200 * time.Millisecond)
	p.run(chromedp.Reload(), chromedp.WaitVisible(`.game .board .sq`))
	p.awaitMoves("e4 d5 exd5")
	p.await(`document.querySelectorAll('.sq.from').length === 0 && document.querySelectorAll('.overlay polygon').length === 1 && document.querySelectorAll('.overlay circle').length === 1`)
	p.run(chromedp.Click(`.move[data-id="1"]`))
	p.await(`document.querySelector('.status').textContent.startsWith('Looking at move 1 of 3')`)
	p.click("c7", "c5") // tried in an analysis
	p.awaitMoves("e4 d5 c5 exd5")
	p.await(`(document.querySelector('.move.on') || {textContent: ''}).textContent === 'c5' && document.querySelectorAll('.variation .move').length === 1`)
	p.run(chromedp.NavigateBack())
	p.awaitMoves("e4 d5 exd5")
}

func TestBrowserAnalysis(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	if p.eval(`document.querySelector('.bar').hidden`) != "true" {
		t.Error("the engine's evaluation is shown before it is switched on")
	}
	p.run(chromedp.Click(`button[aria-label^="Hint"]`))
	p.await(`document.querySelector('#toast').textContent.includes('rook on a1')`)
	p.run(chromedp.Click(`button[aria-label^="Hint"]`))
	p.await(`document.querySelector('#toast').textContent === 'Hint: Ra8#'`)
	p.run(chromedp.Click(`button[aria-label^="Engine"]`))
	p.await(`!document.querySelector('.bar').hidden && document.querySelectorAll('.line').length === 3 && document.querySelector('.line b').textContent === '#1'`)
	p.shot("analysis")
	p.await(`(() => { const [bar, grid] = ['.bar', '.game .grid'].map(s => document.querySelector(s).getBoundingClientRect()); return Math.abs(bar.top - grid.top) < 2 && Math.abs(bar.bottom - grid.bottom) < 2; })()`)
	p.await(`document.querySelector('.score').scrollWidth <= document.querySelector('.score').clientWidth`)
	p.run(chromedp.Click(`button[aria-label^="Engine"]`))
	p.await(`document.querySelector('.bar').hidden`)
	p.click("a1", "a8")
	p.await(`document.querySelector('.status').textContent === '1-0 — checkmate'`)
	p.await(`document.querySelector('.tools button[aria-label="Resign"]').hidden && !document.querySelector('.tools button[aria-label^="Play again"]').hidden`)
	p.run(chromedp.Click(`button[aria-label^="Engine"]`))
	p.await(`document.querySelector('.lines').textContent.startsWith('The game is over here')`)
	p.shot("mated")
	p.run(chromedp.Click(`button[aria-label^="Play again"]`))
	p.await(`document.querySelectorAll('.move').length === 0 && document.querySelector('.status').textContent.startsWith('White to move')`)
}

// An analysis is a tree: moves played at earlier positions become variations, which can be
// browsed with clicks and keys, promoted, deleted, restored and commented on, and survive a
// reload of the page or the file.
func TestBrowserTree(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.run(chromedp.SetValue(`#opponent`, "study"), chromedp.Evaluate(`document.querySelector('#opponent').dispatchEvent(new Event('change'))`, nil),
		chromedp.Click(`#begin`), chromedp.WaitVisible(`.game .board .sq`))
	on := func(move string) {
		t.Helper()
		p.await(fmt.Sprintf(`(document.querySelector('.move.on') || {textContent: ''}).textContent === %q`, move))
	}
	tool := func(label string) {
		t.Helper()
		p.run(chromedp.Click(fmt.Sprintf(`button[aria-label^=%q]:enabled`, label)))
	}
	p.click("e2", "e4", "e7", "e5", "g1", "f3")
	p.awaitMoves("e4 e5 Nf3")
	on("Nf3")
	p.run(chromedp.KeyEvent(kb.ArrowLeft)) // after clicks the arrow keys do not move on the board
	on("e5")
	p.run(chromedp.KeyEvent(kb.ArrowLeft))
	on("e4")
	p.click("c7", "c5")
	p.awaitMoves("e4 e5 c5 Nf3")
	on("c5")
	p.run(chromedp.SendKeys(`#typed`, "c3"+kb.Enter))
	p.awaitMoves("e4 e5 c5 c3 Nf3")
	on("c3")
	p.run(chromedp.Click(`.move[data-id="4"]`))
	on("c5")
	p.drag(square("g1"), square("f3"))
	p.awaitMoves("e4 e5 c5 c3 Nf3 Nf3")
	on("Nf3")
	p.await(`document.querySelectorAll('.variation .variation .move').length === 1`)
	p.run(chromedp.KeyEvent(kb.ArrowUp)) // the alternative move
	on("c3")
	p.run(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Home))
	on("")
	p.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight)) // along the line visited last
	on("c5")
	p.await(`document.querySelector('[data-sq=c5]').dataset.piece === 'bP' && document.querySelector('[data-sq=e5]').dataset.piece === ''`)
	tool("Make this the main line")
	p.awaitMoves("e4 c5 e5 Nf3 c3 Nf3")
	on("c5")
	tool("Mark the move !?")
	on("c5!?")
	p.run(chromedp.SendKeys(`.study textarea`, "Sicilian"), chromedp.Blur(`.study textarea`))
	p.await(`(document.querySelector('.comment') || {}).textContent === 'Sicilian'`)
	p.shot("tree")
	p.checkNames()
	tool("Delete from this move on")
	p.awaitMoves("e4 e5 Nf3")
	on("e4")
	tool("Undo the last change")
	p.awaitMoves("e4 c5!? e5 Nf3 c3 Nf3")
	on("c5!?")
	p.run(chromedp.Reload(), chromedp.WaitVisible(`.game .board .sq`))
	p.awaitMoves("e4 c5!? e5 Nf3 c3 Nf3")
	on("c5!?")            // although a server in the page renumbers the moves
	if p.restart != nil { // so does a server that is restarted while the page is open
		p.restart()
		p.await(`document.querySelector('.move.on').dataset.id !== '4'`)
		on("c5!?")
		p.run(chromedp.KeyEvent(kb.ArrowRight))
		on("c3")
		p.run(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
		on("e4")
		p.run(chromedp.KeyEvent(kb.ArrowRight))
		on("c5!?")
		p.run(chromedp.Click(`.move[data-id="4"]`)) // formerly c5
		on("e5")
		p.await(`document.querySelector('[data-sq=e5]').dataset.piece === 'bP' && document.querySelector('[data-sq=c5]').dataset.piece === ''`)
	}
	text := p.text()
	if want := "1. e4 c5 $5 {Sicilian} (1... e5 2. Nf3) 2. c3 (2. Nf3) *"; !strings.Contains(strings.ReplaceAll(text, "\n", " "), want) {
		t.Errorf("unexpected PGN:\n%s", text)
	}
	// Written as text it is read back the same.
	p.run(chromedp.Navigate(p.url+"/#/"), chromedp.WaitVisible(`#begin`), chromedp.Evaluate(`document.querySelector('details:has(#paste)').open = true`, nil),
		chromedp.SetValue(`#paste`, text), chromedp.Evaluate(`[...document.querySelectorAll('button')].find(b => b.textContent === 'Open').click()`, nil),
		chromedp.WaitVisible(`.game .board .sq`))
	p.awaitMoves("e4 c5!? e5 Nf3 c3 Nf3")
	on("c3")
}

// Turns of several moves and captures in two steps have variations, too, also
// in the middle of a turn.
func TestBrowserTreeInTurns(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("madhouse+fibonacci", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 3:2")
	p.click("e4", "d5", "a3", "g1", "f3")
	p.awaitMoves("exd5,a3 Nf3")
	p.run(chromedp.Click(`button[aria-label^="Analyse"]`))
	p.await(`!!document.querySelector('.study')`)
	p.awaitMoves("exd5,a3 Nf3")
	p.run(chromedp.Click(`.move[data-id="1"]`))
	p.await(`document.querySelector('.status').textContent.includes('1 move left')`)
	p.click("b1", "c3")
	p.awaitMoves("exd5,a3 Nf3 Nc3")
	p.await(`(document.querySelector('.move.on') || {}).textContent === 'Nc3' && document.querySelector('.status').textContent.startsWith('Black to move')`)
	p.run(chromedp.Click(`button[aria-label="To the start"]`))
	p.await(`!document.querySelector('.move.on')`)
	p.click("e4", "d5")
	p.await(`document.querySelectorAll('.sq.put').length > 20`)
	p.click("h3")
	p.awaitMoves("exd5,a3 exd5,h3 Nf3 Nc3")
	if text := p.text(); !strings.Contains(text, "2. exd5,a3 (2. exd5,h3) 2. Nf3 (2. Nc3) *") && !strings.Contains(text, "2. exd5,a3 (2. exd5,h3) Nf3 (2. Nc3) *") {
		t.Errorf("unexpected PGN:\n%s", text)
	}
}

func TestBrowserCube(t *testing.T) {
	p := newPage(t, 1400, 900)
	p.run(chromedp.Navigate(p.url+"/#/cube"), chromedp.WaitVisible(`.cubepage .sq`))
	p.await(`document.querySelectorAll('.piece').length === 12`)
	p.shot("cube")
	p.checkNames()
	p.run(chromedp.Evaluate(`[...document.querySelectorAll('.cubepage button')].find(b => b.textContent === 'Empty the cube').click()`, nil))
	p.await(`document.querySelectorAll('.piece').length === 0`)
	cell := func(name string) string { return `.cubepage .sq[data-sq="` + name + `"]` }
	tap := func(name string, shift bool) {
		x, y := p.center(cell(name))
		var options []chromedp.MouseOption
		if shift {
			options = append(options, chromedp.ButtonModifiers(input.ModifierShift))
		}
		p.run(chromedp.MouseClickXY(x, y, options...))
	}
	tap("b2II", false) // a knight
	p.await(`document.querySelector('[data-sq=b2II]').dataset.piece === 'wN'`)
	tap("b2II", false)
	p.await(`document.querySelector('[data-sq=b2II]').dataset.piece === 'wB' && document.querySelectorAll('.sq.lit').length === 8`)
	tap("b2II", true) // its colour
	p.await(`document.querySelector('[data-sq=b2II]').dataset.piece === 'bB'`)
	p.drag(cell("b2II"), cell("a1I"))
	p.await(`document.querySelector('[data-sq=a1I]').dataset.piece === 'bB' && document.querySelectorAll('.sq.lit').length === 2`)
	// The example of the challenge: checkmate, and why.
	p.run(chromedp.Navigate(p.url+"/#/cube/3/"+"%5B%23%23%23%2Cn%23%23%2C%23rr%5D%2C%5B%23b%23%2C%23%23%23%2C%23%23%23%5D%2C%5B%23%23%23%2C%23%23%23%2CbRK%5D"),
		chromedp.Reload(), chromedp.WaitVisible(`.cubepage .sq`))
	p.await(`(document.querySelector('.verdict b') || {}).textContent === 'Checkmate' && document.querySelectorAll('.verdict li').length > 2`)
	p.await(`document.querySelectorAll('.board.cube .overlay .mark.R').length > 0`)
	p.run(chromedp.Evaluate(`[...document.querySelectorAll('.cubepage button')].find(b => b.textContent === 'Side by side or tower').click()`, nil))
	p.await(`!!document.querySelector('.board.tower')`)
	p.shot("tower")
	p.run(chromedp.Evaluate(`[...document.querySelectorAll('.cubepage button')].find(b => b.textContent === 'Side by side or tower').click()`, nil))
	p.begin("cube3", "")
	p.drag(square("a1I"), square("a2I"))
	p.awaitMoves("Ra2I")
	// An arrow between levels, stored with the move.
	x, y := p.center(square("b2II"))
	u, v := p.center(square("c3III"))
	right := func(kind input.MouseType, x, y float64) chromedp.Action {
		return input.DispatchMouseEvent(kind, x, y).WithButton(input.Right).WithClickCount(1)
	}
	p.run(right(input.MousePressed, x, y), right(input.MouseReleased, u, v))
	p.await(`document.querySelectorAll('.board.cube .overlay polygon.mark.G').length === 1`)
	p.shot("cube-game")
	p.run(chromedp.Reload(), chromedp.WaitVisible(`.game .board .sq`))
	p.await(`document.querySelectorAll('.board.cube .overlay polygon.mark.G').length === 1`)
}

// A broken link says why.
func TestBrowserBadLink(t *testing.T) {
	p := newPage(t, 1280, 860)
	for link, why := range map[string]string{"chess/-/e2e5": "cannot reach e5. Start", "ches/-": "did you mean chess? Start"} {
		p.run(chromedp.Navigate(p.url + "/#/link/" + link))
		p.await(`(document.querySelector('#view .loading') || {textContent: ''}).textContent.includes('` + why + `')`)
	}
}

// On a phone everything fits, and touch works.
func TestBrowserPhone(t *testing.T) {
	p := newPage(t, 390, 800)
	p.run(chromedp.Navigate(p.url), chromedp.WaitVisible(`.row2 select`))
	p.await(`[...document.querySelectorAll('.row2 select')].every(e => e.getBoundingClientRect().right < innerWidth)`)
	p.shot("phone-lobby")
	p.begin("blackhole", "")
	if wide := p.eval(`document.documentElement.scrollWidth > innerWidth + 1`); wide != "false" {
		t.Error("the page is wider than the screen of a phone")
	}
	tap := func(name string) {
		x, y := p.center(square(name))
		p.run(chromedp.ActionFunc(func(ctx context.Context) error {
			if err := input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x, Y: y}}).Do(ctx); err != nil {
				return err
			}
			return input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}).Do(ctx)
		}))
	}
	tap("e2")
	p.await(`document.querySelectorAll('.sq.to').length === 2`)
	tap("e4")
	p.awaitMoves("e4")
	p.shot("phone")
	p.checkNames()
	p.run(chromedp.Click(`#theme`))
	time.Sleep(4 * time.Second)
	p.shot("phone-dark")
}

// Two people play by a link: each has a seat, needs the other's consent in what concerns both,
// sees whether the other is there, and plays again. The server may be restarted meanwhile.
func TestServerTwoPlayers(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.run(chromedp.Evaluate(`navigator.clipboard.writeText = async text => { window.copied = text; }`, nil),
		chromedp.SetValue(`#opponent`, "link"), chromedp.Evaluate(`document.querySelector('#opponent').dispatchEvent(new Event('change'))`, nil),
		chromedp.Click(`#begin`), chromedp.WaitVisible(`.game .board .sq`))
	p.await(`(window.copied || '').includes('#/g/') && !!document.querySelector('figure.code svg path[d^="M0 0h7v1H0z"]')`)
	p.await(`document.querySelector('.side.top .presence').textContent === 'has not joined yet'`)
	p.shot("invite")
	ctx, cancel := chromedp.NewContext(p.ctx)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, 60*time.Second)
	defer cancel()
	friend := &page{t: t, ctx: ctx, url: p.url}
	chromedp.ListenTarget(ctx, friend.hear)
	friend.run(cdpage.BringToFront(), chromedp.EmulateViewport(1280, 860), chromedp.Navigate(p.eval(`window.copied`)), chromedp.WaitVisible(`.sit button`))
	friend.shot("invited")
	friend.click("e2")
	friend.await(`document.querySelector('#toast').textContent === 'You are watching this game'`)
	friend.run(chromedp.Click(`.sit button`))
	friend.await(`!document.querySelector('.sit') && (document.querySelector('.game .sq') || {dataset: {}}).dataset.sq === 'h1'`) // Black is at the bottom
	friend.click("e2")
	friend.await(`document.querySelector('#toast').textContent === 'It is the other player’s move'`)
	tool := func(who *page, label string) {
		t.Helper()
		who.run(chromedp.Evaluate(fmt.Sprintf(`document.querySelector('.tools button[aria-label^=%q]').click()`, label), nil))
	}
	answer := func(who *page, button, offer string) {
		t.Helper()
		who.await(fmt.Sprintf(`!document.querySelector('.offer').hidden && (document.querySelector('.offer span') || {}).textContent === %q`, offer))
		who.run(chromedp.Evaluate(`document.querySelector('.offer .`+button+`').click()`, nil))
		who.await(`document.querySelector('.offer').hidden`)
	}
	p.front()
	p.await(`document.querySelector('.side.top .presence').textContent === 'here' && document.title.startsWith('● Your move')`)
	p.await(`document.querySelector('figure.code').hidden && !document.querySelector('.share').textContent.includes('Invite to play')`) // the invitation has been accepted
	p.click("e2", "e4")
	p.awaitMoves("e4")
	p.click("e7") // not the host's piece to move, although the host opened the game
	p.await(`document.querySelector('#toast').textContent.includes('black')  || document.querySelector('#toast').textContent.includes('other player')`)
	p.await(`!document.title.includes('Your move')`)
	friend.await(`document.title.startsWith('● Your move')`)
	friend.front()
	friend.click("e7", "e5")
	friend.awaitMoves("e4 e5")
	p.awaitMoves("e4 e5")
	tool(p, "Ask to take my last move back")
	answer(friend, "decline", "White asks to take the last move back")
	p.await(`document.querySelector('#toast').textContent.includes('declined')`)
	tool(p, "Ask to take my last move back")
	friend.await(`document.title.startsWith('● Take')`)
	friend.shot("offer")
	answer(friend, "accept", "White asks to take the last move back")
	p.awaitMoves("")
	tool(friend, "Offer a draw")
	p.await(`(document.querySelector('.offer span') || {}).textContent === 'Black offers a draw'`)
	p.front()
	p.click("d2", "d4") // a move is an answer
	friend.await(`document.querySelector('.offer').hidden && document.querySelectorAll('.move').length === 1`)
	tool(friend, "Offer to change sides")
	answer(p, "accept", "Black offers to change sides")
	p.await(`(document.querySelector('.game .sq') || {dataset: {}}).dataset.sq === 'h1' && document.title.startsWith('● Your move')`)
	friend.await(`(document.querySelector('.game .sq') || {dataset: {}}).dataset.sq === 'a8'`)
	// The server is restarted. The offer and the seats are still there.
	tool(p, "Offer a draw")
	friend.await(`(document.querySelector('.offer span') || {}).textContent === 'Black offers a draw'`)
	p.restart()
	p.run(chromedp.Evaluate(`window.stays = true`, nil))
	answer(friend, "decline", "Black offers a draw")
	p.await(`document.querySelector('.offer').hidden && window.stays`)
	p.click("d7", "d5")
	friend.awaitMoves("d4 d5")
	tool(friend, "Resign")
	friend.run(chromedp.Click(`dialog button.danger`))
	p.await(`document.querySelector('.status').textContent === '0-1 — resignation'`)
	p.await(`document.querySelector('.tools button[aria-label="Resign"]').hidden && document.querySelector('.tools button[aria-label^="Offer a draw"]').hidden`)
	before := p.eval(`location.hash`)
	friend.await(`document.querySelector('.status').textContent === '0-1 — resignation'`)
	tool(friend, "Offer a rematch")
	p.await(`(document.querySelector('.offer span') || {}).textContent === 'White offers a rematch with colours changed'`)
	p.run(chromedp.Evaluate(`document.querySelector('.offer .accept').click()`, nil))
	for _, who := range []*page{p, friend} {
		who.await(fmt.Sprintf(`location.hash !== %q && !location.hash.startsWith(%q) && document.querySelectorAll('.game .board .sq').length === 64 && document.querySelectorAll('.move').length === 0`, before, before[:20]))
	}
	p.await(`(document.querySelector('.game .sq') || {dataset: {}}).dataset.sq === 'a8' && document.title.startsWith('● Your move')`)
	// The page shows that the friend has left.
	friend.run(chromedp.Navigate("about:blank"))
	p.await(`document.querySelector('.side.top .presence').textContent.startsWith('away since ')`)
	p.shot("away")
	p.checkNames()
}

// delay holds back one request to a path with a given ending until the page calls go().
func (p *page) delay(path string) {
	p.t.Helper()
	p.run(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const plain = window.fetch, held = new Promise(done => { window.go = done; });
		let first = true;
		window.fetch = async (...request) => {
			const wait = first && String(request[0]).endsWith(%q);
			if (wait) first = false;
			const answer = await plain(...request);
			if (wait) await held;
			return answer;
		};
	})()`, path), nil))
}

// If the user leaves before a page has loaded, it does not replace the next page later.
func TestServerLeaveEarly(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "")
	game := p.eval(`location.hash`)
	for path, hash := range map[string]string{"/stream": game, "/api/catalogue": "#/", "/api/position": "#/edit/gun", "/api/cube": "#/cube"} {
		p.run(chromedp.Evaluate(`location.hash = '#/saved'`, nil), chromedp.WaitVisible(`.saved`))
		p.delay(path)
		p.run(chromedp.Evaluate(`location.hash = `+fmt.Sprintf("%q", hash), nil))
		p.await(`!document.querySelector('.saved')`)
		p.run(chromedp.Evaluate(`location.hash = '#/saved'`, nil), chromedp.WaitVisible(`.saved`), chromedp.Evaluate(`window.go()`, nil))
		time.Sleep(300 * time.Millisecond)
		if at := p.eval(`location.hash + ' ' + document.querySelector('#view').querySelectorAll('.saved').length + document.querySelector('#view').querySelectorAll('.board, .lobby').length`); at != "#/saved 10" {
			t.Errorf("%s: after leaving early the page shows %s", hash, at)
		}
	}
}

// Of several requests the answer to the last one is shown, in whatever order they arrive.
func TestServerLateAnswers(t *testing.T) {
	p := newPage(t, 1280, 860)
	tick := func(part string) chromedp.Action {
		return chromedp.Evaluate(`document.querySelector('#part-`+part+`').click()`, nil)
	}
	p.delay("/api/combine")
	p.run(tick("gun"), tick("blackhole"))
	p.await(`document.querySelector('h1.name').textContent === 'gun+blackhole'`)
	p.run(chromedp.Evaluate(`window.go()`, nil))
	time.Sleep(300 * time.Millisecond)
	if name := p.eval(`document.querySelector('h1.name').textContent`); name != "gun+blackhole" {
		t.Errorf("the page shows %s, want gun+blackhole", name)
	}
	p.run(chromedp.Navigate(p.url+"/#/edit/chess"), chromedp.WaitVisible(`.editor .sq`))
	p.delay("/api/position")
	turn := func(side string) chromedp.Action {
		return chromedp.Evaluate(`document.querySelector('#editside [data-side=`+side+`]').click()`, nil)
	}
	p.run(turn("black"))
	time.Sleep(200 * time.Millisecond)
	p.run(chromedp.Evaluate(`document.querySelectorAll('.rights input').forEach(b => { b.checked = false; }); document.querySelector('#rest').value = '- 7 9'`, nil), turn("white"))
	p.await(`document.querySelector('textarea').value.endsWith(' w - - 7 9')`)
	p.run(chromedp.Evaluate(`window.go()`, nil))
	time.Sleep(300 * time.Millisecond)
	if fen := p.eval(`document.querySelector('textarea').value`); !strings.HasSuffix(fen, " w - - 7 9") {
		t.Errorf("unexpected FEN: %s", fen)
	}
}

// For every request, the page says if the server does not answer.
func TestServerServerGone(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "")
	p.run(chromedp.Evaluate(`window.fetch = () => Promise.reject(new TypeError('gone')); document.querySelector('details.share').open = true`, nil))
	for _, button := range []string{"Copy the game as text", "Download the game", "Download the board as PNG", "Offer a draw, or accept it"} {
		p.run(chromedp.Evaluate(`document.querySelector('#toast').textContent = ''; document.querySelector('[aria-label="`+button+`"]').click()`, nil))
		p.await(`document.querySelector('#toast').textContent === 'The server does not answer'`)
	}
	p.run(chromedp.Evaluate(`location.hash += 'x'`, nil))
	p.await(`(document.querySelector('#view .loading') || {textContent: ''}).textContent.includes('does not answer')`)
}

// If the browser cancels the touch of a piece in hand, the board stays as it was.
func TestBrowserCancelledDrop(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("crazyhouse", "4k3/8/8/8/8/8/4P3/4K3[N] w - - 0 1")
	p.run(chromedp.Evaluate(`(() => {
		const b = document.querySelector('[data-drop=N]'), at = b.getBoundingClientRect();
		const tell = (target, type) => target.dispatchEvent(new PointerEvent(type, {bubbles: true, cancelable: true, pointerId: 7, button: 0, clientX: at.x + 5, clientY: at.y + 5}));
		tell(b, 'pointerdown');
		tell(window, 'pointercancel');
	})()`, nil))
	p.click("e2", "e4")
	p.awaitMoves("e4")
}
