package serve_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// beginAs starts a game with given players, in the form that the server expects, and a clock.
func (p *page) beginAs(variant, fen, players string, base int) {
	p.t.Helper()
	p.fetch(fmt.Sprintf(`{variant: %q, fen: %q, players: %s, base: %d}`, variant, fen, players, base))
	p.run(chromedp.WaitVisible(`.game .board .sq`))
}

// watchFlights records in window.flights which pieces are animated.
func (p *page) watchFlights() {
	p.t.Helper()
	p.run(chromedp.Evaluate(`window.flights = []; new MutationObserver(list => {
		for (const m of list) for (const n of m.addedNodes) if (n.dataset && n.dataset.flight) window.flights.push(n.dataset.flight);
	}).observe(document.body, {childList: true, subtree: true})`, nil))
}

// awaitFlights waits until the given animations have been seen, and clears the list.
func (p *page) awaitFlights(want ...string) {
	p.t.Helper()
	for _, w := range want {
		p.await(fmt.Sprintf(`window.flights.includes(%q)`, w))
	}
	if n := p.eval(`window.flights.length`); n != fmt.Sprint(len(want)) {
		p.t.Errorf("animations: got %s, want %v", p.eval(`window.flights.join(', ')`), want)
	}
	p.run(chromedp.Evaluate(`window.flights.length = 0`, nil))
}

// Everything that a move moves is animated, and what it removes is seen to disappear.
func TestBrowserAnimation(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.watchFlights()
	for _, c := range []struct {
		variant, fen string
		clicks       []string
		want         []string
	}{
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", []string{"e1", "g1"}, []string{"e1 g1", "h1 f1"}},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", []string{"e5", "d6"}, []string{"e5 d6", "gone d5"}},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", []string{"e4", "d5"}, []string{"e4 d5", "gone d5"}},
		{"gun", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", []string{"e4", "d5"}, []string{"shot e4 d5"}},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", []string{"e4", "d5", "a3"}, []string{"e4 d5", "d5 a3"}},
		{"atomic", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", []string{"e4", "d5"}, []string{"e4 d5"}},
	} {
		p.begin(c.variant, c.fen)
		p.await(fmt.Sprintf(`document.querySelectorAll('.game .piece').length > 0 && document.querySelectorAll('.move').length === 0 && document.querySelector('h1').textContent === %q`, c.variant))
		p.run(chromedp.Evaluate(`window.flights.length = 0`, nil))
		p.click(c.clicks...)
		p.await(`document.querySelectorAll('.move').length === 1`)
		p.awaitFlights(c.want...)
	}
	p.await(`document.querySelectorAll('.flying, .shot, .arriving').length === 0`)
	p.begin("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	p.await(`document.querySelectorAll('.game .piece').length === 6`)
	p.click("e1", "g1")
	p.awaitMoves("O-O")
	p.awaitFlights("e1 g1", "h1 f1")
	p.run(chromedp.Click(`button[aria-label="One move back"]`)) // backwards
	p.awaitFlights("g1 e1", "f1 h1")
	p.begin("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
	p.run(chromedp.Click(`button[data-drop=N]:enabled`))
	p.click("f3")
	p.awaitMoves("N@f3")
	p.awaitFlights("hand f3")
	// With reduced motion there is no animation.
	p.run(chromedp.Evaluate(`window.matchMedia = query => ({matches: query.includes('reduce')})`, nil))
	p.click("e8", "e7")
	p.awaitMoves("N@f3 Ke7")
	p.awaitFlights()
}

// A move chosen while the other side is to move is shown, can be cancelled, and is played when
// it is legal at that side's turn.
func TestServerPremoves(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.run(chromedp.Evaluate(`navigator.clipboard.writeText = async () => {}`, nil))
	p.begin("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR[N] w KQkq - 0 1")
	// White sends an invitation: the owner then has a seat, and Black's moves are
	// made with the other token.
	p.run(chromedp.Evaluate(`(async () => {
		const [, , id, token] = location.hash.split('/');
		const post = (path, body, seat) => fetch('/api/games/' + id + '/' + path, {method: 'POST', headers: {'Content-Type': 'application/json', 'Heterodox-Seat': seat}, body: JSON.stringify(body)}).then(r => r.json());
		const invited = await post('invite', {side: 'black'}, token);
		window.black = (await post('sit', {}, invited.token)).token;
	})()`, nil))
	p.await(`window.black && document.title.startsWith('● Your move')`)
	seat, path := p.eval(`window.black`), p.url+"/api/games/"+p.eval(`location.hash.split('/')[2]`)+"/move"
	revision := 0
	black := func(move string) {
		t.Helper()
		for ; revision < 99; revision++ {
			request, _ := http.NewRequest("POST", path, strings.NewReader(fmt.Sprintf(`{"revision": %d, "text": %q}`, revision, move)))
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Heterodox-Seat", seat)
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
		t.Fatalf("cannot play %s", move)
	}
	premove := func(want string) {
		t.Helper()
		p.await(fmt.Sprintf(`[...document.querySelectorAll('.sq.premove')].map(e => e.dataset.sq).sort().join(' ') === %q`, want))
	}
	p.click("e2", "e4")
	p.awaitMoves("e4")
	p.click("g1", "f3")
	premove("f3 g1")
	p.await(`document.querySelector('.prompt').textContent.startsWith('Premove: g1 f3') && document.querySelector('.game .sq[data-sq=f3]').getAttribute('aria-label').endsWith('premove')`)
	p.shot("premove")
	p.run(chromedp.KeyEvent(kb.Escape))
	premove("")
	p.click("g1", "f3")
	premove("f3 g1")
	x, y := p.center(square("a6"))
	p.run(input.DispatchMouseEvent(input.MousePressed, x, y).WithButton(input.Right).WithClickCount(1), input.DispatchMouseEvent(input.MouseReleased, x, y).WithButton(input.Right).WithClickCount(1))
	premove("")
	p.await(`document.querySelectorAll('.overlay circle').length === 0`)
	p.drag(square("g1"), square("f3"))
	premove("f3 g1")
	black("e5")
	p.awaitMoves("e4 e5 Nf3")
	premove("")
	p.run(chromedp.Click(`button[data-drop=N]:enabled`)) // from the hand, too
	p.click("c3")
	premove("c3")
	black("d5")
	p.awaitMoves("e4 e5 Nf3 d5 N@c3")
	p.click("e4", "e5") // captured by then
	premove("e4 e5")
	black("dxe4")
	p.await(`document.querySelector('#toast').textContent === 'The premove e4 e5 is not possible now'`)
	p.awaitMoves("e4 e5 Nf3 d5 N@c3 dxe4")
	premove("")
	p.drag(square("c3"), square("e4"))
	p.awaitMoves("e4 e5 Nf3 d5 N@c3 dxe4 Nxe4")
	p.drag(square("d2"), square("e4")) // onto an own piece, which might be captured, but which this one cannot recapture
	premove("d2 e4")
	black("Nf6")
	p.await(`document.querySelector('#toast').textContent === 'The premove d2 e4 is not possible now'`)
	p.checkNames()
	// There are no premoves if a turn has several moves.
	p.beginAs("fibonacci", "", `[{level: 1}, {}]`, 0)
	p.await(`document.querySelectorAll('.move').length > 0 && document.querySelector('.status').textContent.startsWith('Black')`)
	p.click("e7", "e5")
	p.await(`document.querySelectorAll('.sq.premove').length === 0`)
}

// Sounds are off until they are switched on, and the choice is remembered.
func TestBrowserSounds(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.run(chromedp.Evaluate(`window.heard = 0; const start = AudioScheduledSourceNode.prototype.start;
		for (const kind of [OscillatorNode, AudioBufferSourceNode]) kind.prototype.start = function () { window.heard++; };
		for (const kind of [OscillatorNode, AudioBufferSourceNode]) kind.prototype.stop = function () {};`, nil))
	p.begin("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
	p.click("e4", "d5")
	p.awaitMoves("exd5")
	if n := p.eval(`window.heard`); n != "0" {
		t.Errorf("%s sounds were made while sounds were off", n)
	}
	p.run(chromedp.Click(`button[aria-label^="Sounds"]`))
	p.await(`document.querySelector('button[aria-label^="Sounds"]').getAttribute('aria-pressed') === 'true' && window.heard > 0`)
	before := p.eval(`window.heard`)
	p.click("e8", "e7")
	p.awaitMoves("exd5 Ke7")
	p.await(`window.heard > ` + before)
	p.run(chromedp.Reload(), chromedp.WaitVisible(`.game .board .sq`))
	p.await(`document.querySelector('button[aria-label^="Sounds"]').getAttribute('aria-pressed') === 'true'`)
}

// The board is resized by its corner, and keeps its size.
func TestBrowserResize(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1") // a page that is its own server stores it before the first move
	width := func() float64 {
		var w float64
		p.run(chromedp.Evaluate(`document.querySelector('.game .grid').getBoundingClientRect().width`, &w))
		return w
	}
	whole := width()
	p.run(chromedp.Focus(`.resizer`), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	p.await(`document.querySelector('.resizer').getAttribute('aria-valuenow') === '90'`)
	if w := width(); w > .93*whole || w < .87*whole {
		t.Errorf("the board is %.0f wide, before it was %.0f", w, whole)
	}
	x, y := p.center(`.game .grid`)
	corner := p.eval(`(() => { const r = document.querySelector('.resizer').getBoundingClientRect(); return [r.right - 6, r.bottom - 6].join(); })()`)
	var u, v float64
	fmt.Sscanf(corner, "%f,%f", &u, &v)
	mouse := func(kind input.MouseType, x, y float64) chromedp.Action {
		return input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithClickCount(1)
	}
	p.run(mouse(input.MousePressed, u, v), mouse(input.MouseMoved, (u+x)/2, (v+y)/2), mouse(input.MouseReleased, (u+x)/2, (v+y)/2))
	p.await(`Number(document.querySelector('.resizer').getAttribute('aria-valuenow')) < 70`)
	size := p.eval(`document.querySelector('.resizer').getAttribute('aria-valuenow')`)
	p.run(chromedp.Reload(), chromedp.WaitVisible(`.game .board .sq`))
	p.await(fmt.Sprintf(`document.querySelector('.resizer').getAttribute('aria-valuenow') === %q`, size))
	p.checkNames()
}

// Captured pieces are shown beside the player who captured them, with that player's lead.
func TestBrowserCaptured(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "")
	if n := p.eval(`document.querySelectorAll('.captured img').length`); n != "0" {
		t.Errorf("%s captured pieces are shown at the start", n)
	}
	p.run(chromedp.SendKeys(`#typed`, "e4 d5 exd5 Qxd5 Nc3 a6 Nxd5"+kb.Enter))
	p.await(`document.querySelectorAll('.move').length === 7`)
	p.await(`document.querySelectorAll('.side.bottom .captured img').length === 2 && document.querySelector('.side.bottom .ahead').textContent === '+9'`)
	p.await(`document.querySelectorAll('.side.top .captured img').length === 1 && !document.querySelector('.side.top .ahead')`)
	p.shot("captured")
	p.run(chromedp.Click(`.move[data-id="3"]`))
	p.await(`document.querySelectorAll('.captured img').length === 1 && document.querySelector('.side.bottom .ahead').textContent === '+1'`)
	p.begin("crazyhouse", "")
	p.run(chromedp.SendKeys(`#typed`, "e4 d5 exd5"+kb.Enter))
	p.await(`document.querySelectorAll('.move').length === 3 && document.querySelectorAll('.inhand').length === 1`)
	if n := p.eval(`document.querySelectorAll('.captured img').length`); n != "0" {
		t.Errorf("%s pieces in hand are shown as captured", n)
	}
}

// The engine's lines have numbers, and a click plays one up to a move; the engine judges every
// move, a graph shows that, and a click on the graph goes to the move.
func TestBrowserLinesAndGraph(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "")
	p.run(chromedp.SendKeys(`#typed`, "e4 e5 Nf3 Nc6 Bb5"+kb.Enter))
	p.await(`document.querySelectorAll('.moves .move').length === 5`)
	p.run(chromedp.Click(`button[aria-label^="Analyse"]`), chromedp.WaitVisible(`.study`))
	p.await(`document.querySelectorAll('.moves .move').length === 5`)
	p.run(chromedp.Click(`button[aria-label^="Review"]`))
	p.await(`!document.querySelector('.graph').hidden && document.querySelectorAll('.graph .edge').length === 1`)
	p.await(`document.querySelector('button[aria-label^="Review"]').textContent === 'Review' && document.querySelector('.graph .edge').getAttribute('points').split(' ').length === 6`)
	if text := p.text(); strings.Count(text, "[%eval ") != 5 {
		t.Errorf("the evaluations are not saved:\n%s", text)
	}
	x, y := p.center(`.graph`)
	p.run(chromedp.MouseClickXY(x, y))
	p.await(`['e5', 'Nf3'].includes((document.querySelector('.moves .move.on') || {}).textContent)`)
	p.run(chromedp.Focus(`.graph`), chromedp.KeyEvent(kb.End))
	p.await(`(document.querySelector('.moves .move.on') || {}).textContent === 'Bb5' && document.querySelector('.graph').getAttribute('aria-valuetext').startsWith('move 3, white Bb5, ')`)
	p.run(chromedp.Click(`button[aria-label^="Engine"]`))
	p.await(`document.querySelectorAll('.line').length === 3 && document.querySelectorAll('.line:first-child .move').length > 2`)
	p.await(`document.querySelector('.line .no').textContent.startsWith('3…')`)
	p.shot("lines")
	p.checkNames()
	p.run(chromedp.Evaluate(`window.wanted = [...document.querySelectorAll('.line:first-child .move')].slice(0, 2).map(e => e.textContent).join(' '); document.querySelectorAll('.line:first-child .move')[1].click()`, nil))
	p.await(`[...document.querySelectorAll('.moves .move')].slice(5).map(e => e.textContent).join(' ') === window.wanted`)
	p.run(chromedp.Click(`button[aria-label^="Engine"]`))
}

// A promotion is chosen at its square, with the queen on it.
func TestBrowserPromotionAtSquare(t *testing.T) {
	p := newPage(t, 1280, 860)
	for _, c := range []struct{ fen, from, to, flip string }{
		{"4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7", "b8", ""},
		{"4k3/8/8/8/8/8/1p6/4K3 b - - 0 1", "b2", "b1", ""},
		{"4k3/7P/8/8/8/8/8/4K3 w - - 0 1", "h7", "h8", "f"},
	} {
		p.begin("chess", c.fen)
		p.await(fmt.Sprintf(`document.querySelector('.game .sq[data-sq=%s]').dataset.piece.endsWith('P')`, c.from))
		if c.flip != "" {
			p.run(chromedp.Click(`button[aria-label="Flip the board"]`))
		}
		p.click(c.from, c.to)
		p.run(chromedp.WaitVisible(`dialog.at-square`))
		p.await(fmt.Sprintf(`(() => { const [q, s] = ['dialog [aria-label=queen]', '.game .sq[data-sq=%s]'].map(x => document.querySelector(x).getBoundingClientRect()); return Math.abs(q.x - s.x) < 4 && Math.abs(q.y - s.y) < 4; })()`, c.to))
		p.shot("promotion-" + c.to)
		p.run(chromedp.KeyEvent(kb.Enter))
		p.await(fmt.Sprintf(`document.querySelectorAll('.move').length === 1 && document.querySelector('.move').textContent.startsWith('%s=Q')`, c.to))
	}
}

// The levels of a tower all have the same height, and none hides another.
func TestBrowserTower(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.run(chromedp.Evaluate(`localStorage.setItem('tower', 'yes')`, nil))
	for _, n := range []int{3, 10} {
		p.begin(fmt.Sprintf("cube%d", n), "")
		p.await(fmt.Sprintf(`document.querySelectorAll('.board.tower .level').length === %d`, n))
		if heights := p.eval(`new Set([...document.querySelectorAll('.tower .grid')].map(e => Math.round(e.getBoundingClientRect().height))).size`); heights != "1" {
			t.Errorf("the levels of cube%d have %s different heights", n, heights)
		}
		p.await(`(() => { const r = [...document.querySelectorAll('.tower .grid')].map(e => e.getBoundingClientRect()).sort((a, b) => a.y - b.y); return r[0].height > 80 && r.every((b, i) => !i || r[i - 1].bottom <= b.y); })()`)
		p.await(`document.querySelector('.side.bottom').getBoundingClientRect().y >= Math.max(...[...document.querySelectorAll('.tower .grid')].map(e => e.getBoundingClientRect().bottom))`)
	}
}

// On a phone held sideways messages do not cover the board, which is as high as the screen.
func TestBrowserSidewaysToast(t *testing.T) {
	p := newPage(t, 844, 390)
	p.begin("chess", "")
	p.await(`document.querySelector('.game .grid').getBoundingClientRect().height > .85 * innerHeight`)
	p.click("e7")
	p.await(`document.querySelector('#toast').className.includes('on')`)
	p.await(`document.querySelector('#toast').getBoundingClientRect().left > document.querySelector('.game .grid').getBoundingClientRect().right`)
}

// The focus frame appears after use of the keyboard, but not after a click.
func TestBrowserFocusFrame(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.begin("chess", "")
	frame := func() string {
		return p.eval(`document.activeElement.dataset.sq + ' ' + getComputedStyle(document.activeElement).outlineStyle`)
	}
	p.click("e2")
	if got := frame(); got != "e2 none" {
		t.Errorf("after a click: focus %s, want e2 none", got)
	}
	p.run(chromedp.KeyEvent("4"))
	if got := frame(); got != "e4 solid" {
		t.Errorf("after a key: focus %s, want e4 solid", got)
	}
	p.run(chromedp.KeyEvent(kb.Enter))
	p.awaitMoves("e4")
	if got := frame(); got != "e4 solid" {
		t.Errorf("after a move by the keyboard: focus %s, want e4 solid", got)
	}
}
