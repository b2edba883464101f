package serve_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestBrowserLobby(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.checkNames()
	p.run(chromedp.Click(`label[for=part-gun]`), chromedp.Click(`label[for=part-blackhole]`))
	p.await(`document.querySelector('.rules h1').textContent === 'gun+blackhole'`)
	p.await(`document.querySelector('#part-rifle').getAttribute('aria-disabled') === 'true' && document.querySelector('#why-rifle').textContent.includes('capturing pieces move')`)
	p.await(`document.querySelector('img.preview').naturalWidth > 0`)
	p.run(chromedp.Click(`label[for=part-rifle]`)) // refused, and stays unticked
	if p.eval(`document.querySelector('#part-rifle').checked`) != "false" {
		t.Error("a refused rule change is ticked")
	}
	p.shot("lobby")
	p.run(chromedp.Click(`#begin`), chromedp.WaitVisible(`.game .board .sq`))
	p.click("e2", "e4")
	p.await(`document.querySelectorAll('.move').length === 2`)
	p.run(chromedp.KeyEvent("?"), chromedp.WaitVisible(`dialog .keys`))
	if keys := p.eval(`document.querySelector('.keys').textContent`); !strings.Contains(keys, "pick up a piece") || strings.Contains(keys, "object") {
		t.Errorf("unexpected help on keys: %s", keys)
	}
	p.run(chromedp.KeyEvent(kb.Escape))
	p.await(`!document.querySelector('dialog')`)
	p.shot("game")
	p.checkNames()
}

// family opens a family of games in the lobby.
func (p *page) family(name string) {
	p.t.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll('.families button')].find(b => b.textContent === %q)`, name)
	p.await(`!!` + button)
	p.run(chromedp.Evaluate(button+`.click()`, nil))
}

// named waits for the name of the game chosen in the lobby.
func (p *page) named(name string) {
	p.t.Helper()
	p.await(fmt.Sprintf(`document.querySelector('h1.name').textContent === %q`, name))
}

// Games are found by family and by search, combined with rule changes, and listed as favourites
// and as recently played; the last choice is remembered.
func TestBrowserChoose(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.family("Large boards")
	p.run(chromedp.Click(`button.card[data-game=capablanca]`))
	p.named("capablanca")
	p.await(`document.querySelector('button.card[data-game=capablanca] img').naturalWidth > 0`)
	p.run(chromedp.Evaluate(`document.querySelector('#search').value = ''`, nil), chromedp.SendKeys(`#search`, "gun"), chromedp.Click(`label[for=part-gun]`))
	p.named("gun+capablanca")
	p.await(`document.querySelector('#part-fairy').getAttribute('aria-disabled') === 'true'`)
	p.run(chromedp.Click(`#star`))
	p.await(`document.querySelector('#star').getAttribute('aria-pressed') === 'true'`)
	p.run(chromedp.Click(`.chip[aria-label="Remove capablanca"]`))
	p.named("gun")
	p.run(chromedp.Evaluate(`document.querySelector('#search').value = ''`, nil), chromedp.SendKeys(`#search`, "minishogi"+kb.Enter))
	p.named("gun+minishogi")
	p.run(chromedp.Evaluate(`document.querySelector('#search').value = ''`, nil), chromedp.SendKeys(`#search`, "atomic+xiangqi"+kb.Enter))
	p.named("atomic+xiangqi")
	p.run(chromedp.Evaluate(`document.querySelector('#search').value = ''`, nil), chromedp.SendKeys(`#search`, "gun+nonsense"+kb.Enter))
	p.await(`document.querySelector('#toast').textContent === 'No game is called “nonsense”'`)
	p.run(chromedp.Evaluate(`document.querySelector('#search').value = ''`, nil), chromedp.SendKeys(`#search`, "xyzzy"))
	p.await(`document.querySelector('.none').textContent === 'No game is called “xyzzy”.'`)
	p.checkNames()
	p.run(chromedp.Click(`#begin`), chromedp.WaitVisible(`.game .board .sq`), chromedp.Navigate(p.url+"/#/"), chromedp.Reload(), chromedp.WaitVisible(`#begin`))
	p.named("atomic+xiangqi")
	p.family("Recent")
	p.await(`document.querySelector('button.card').dataset.game === 'atomic+xiangqi'`)
	p.family("Favourites")
	p.run(chromedp.Click(`button.card[data-game="gun+capablanca"]`))
	p.named("gun+capablanca")
	p.await(`document.querySelector('button.card').getAttribute('aria-pressed') === 'true'`)
	p.family("Combinations")
	p.run(chromedp.Click(`button.card[data-game="gun+blackhole+fairy"]`))
	p.named("gun+blackhole+fairy")
	p.await(`document.querySelectorAll('.games [aria-pressed=true]').length === 1 && document.querySelectorAll('.chip').length === 3`)
	// Changes that cannot be combined with the next game are dropped, with a message.
	p.family("Cubes")
	p.run(chromedp.Click(`button.card[data-game=cube3]`))
	p.named("cube3")
	p.await(`document.querySelector('#toast').textContent.endsWith('The rule changes are dropped.')`)
}

// Invalid data in the browser's storage, from an older page or somebody else, does no harm.
func TestBrowserRemembersNonsense(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.run(chromedp.Evaluate(`for (const name of ['choice', 'setup', 'favourites', 'recent', 'family']) localStorage.setItem(name, '[{"name": "<b>", "base": 3, "parts": ["gun"], "picture": "//evil.example"}, null]')`, nil),
		chromedp.Reload(), chromedp.WaitVisible(`#begin`))
	p.named("chess")
	p.run(chromedp.Evaluate(`localStorage.setItem('choice', '{"base": "nonsense", "parts": ["gun", "x"]}'); localStorage.setItem('level', '99'); localStorage.setItem('family', '{')`, nil),
		chromedp.Reload(), chromedp.WaitVisible(`#begin`))
	p.named("gun")
	p.family("Favourites")
	p.await(`document.querySelectorAll('button.card').length === 0 && document.querySelector('.none').textContent.startsWith('No favourites')`)
}

// Play starts the game that was chosen last, even if the server has not answered yet.
func TestBrowserPlayAtOnce(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.named("chess")
	p.delay("/api/combine")
	p.run(chromedp.Click(`label[for=part-gun]`), chromedp.Click(`#begin`))
	if game := p.eval(`document.querySelectorAll('.game').length`); game != "0" {
		t.Error("a game begins before the choice is known")
	}
	p.run(chromedp.Evaluate(`window.go()`, nil), chromedp.WaitVisible(`.game .board .sq`))
	p.await(`document.querySelector('aside h1').textContent.startsWith('gun')`)
}

// On a phone, Play is visible at any scroll position, and a few Tabs away.
func TestBrowserPlayInSight(t *testing.T) {
	p := newPage(t, 390, 844)
	inSight := `(() => { const r = document.querySelector('#begin').getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight && document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2).id === 'begin'; })()`
	for _, family := range []string{"Rule changes", "Regional", "All"} {
		p.family(family)
		p.await(inSight)
		p.run(chromedp.Evaluate(`scrollTo(0, document.body.scrollHeight)`, nil))
		p.await(inSight)
		if wide := p.eval(`document.documentElement.scrollWidth > innerWidth`); wide == "true" {
			t.Errorf("family %s is wider than the screen", family)
		}
	}
	stops := p.eval(`(() => { const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility());
		const page = all.filter(e => e.closest('#view')); // to which the first link leads
		return all[0].className + page.findIndex(e => e.id === 'begin'); })()`)
	if n, err := strconv.Atoi(strings.TrimPrefix(stops, "skip")); err != nil || !strings.HasPrefix(stops, "skip") || n > 10 {
		t.Errorf("tab stops before Play: %s", stops)
	}
	// Arrow keys move within a group, which is a single Tab stop.
	p.run(chromedp.Focus(`.families [aria-pressed=true]`), chromedp.KeyEvent(kb.ArrowRight))
	p.await(`document.activeElement.textContent === 'Favourites' && document.activeElement.tabIndex === 0 && document.querySelectorAll('.families [tabindex="0"]').length === 1`)
}

// Any clock can be chosen, and the setup is remembered.
func TestBrowserOwnClock(t *testing.T) {
	p := newPage(t, 1280, 860)
	set := func(id, value string) chromedp.Action {
		return chromedp.Evaluate(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event('input')); e.dispatchEvent(new Event('change')); })()`, id, value), nil)
	}
	p.run(set("#opponent", "here"), set("#clock", "own"), set("#minutes", "7.5"), set("#increment", "4"), chromedp.Click(`[data-side=black]`),
		chromedp.Reload(), chromedp.WaitVisible(`#minutes`))
	p.run(chromedp.Click(`#begin`), chromedp.WaitVisible(`.game .board .sq`))
	p.await(`document.querySelector('.clock').textContent.includes('7:30')`)
	if text := p.text(); !strings.Contains(text, `[TimeControl "450+4"]`) {
		t.Errorf("the game has the wrong time control: %s", text)
	}
	p.await(`document.querySelector('.game .sq').dataset.sq === 'h1'`) // Black at the bottom
}

// Pasted moves are recognised as moves, and a FEN as a position.
func TestBrowserPasteMoves(t *testing.T) {
	p := newPage(t, 1280, 860)
	paste := func(text string) {
		t.Helper()
		p.run(chromedp.Navigate(p.url+"/#/"), chromedp.WaitVisible(`#begin`), chromedp.Evaluate(`document.querySelector('details:has(#paste)').open = true`, nil),
			chromedp.SetValue(`#paste`, text), chromedp.Evaluate(`[...document.querySelectorAll('button')].find(b => b.textContent === 'Open').click()`, nil))
	}
	paste("e4 e5 Nf3")
	p.awaitMoves("e4 e5 Nf3")
	paste("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	p.await(`document.querySelectorAll('.game .piece').length === 3`)
	paste("e4 e5 Nf4")
	p.await(`document.querySelector('#toast').textContent === 'Move 3: no white knight can go to f4'`)
}

// On a phone held sideways the board is as high as the screen, also in the editor.
func TestBrowserSideways(t *testing.T) {
	p := newPage(t, 844, 390)
	look := func(what string) {
		p.await(`document.querySelectorAll('.game .piece').length === 32`)
		got := p.eval(`(() => { const grid = document.querySelector('.game .grid').getBoundingClientRect(), aside = document.querySelector('.game aside').getBoundingClientRect();
			return grid.height > .88 * innerHeight && grid.bottom < innerHeight && grid.right < aside.left && aside.top < innerHeight && document.documentElement.scrollWidth <= innerWidth; })()`)
		if got != "true" {
			t.Errorf("%s: the board is not as high as the screen, or the panel is not beside it", what)
		}
	}
	p.begin("chess", "")
	look("a game")
	p.run(chromedp.Navigate(p.url+"/#/edit/chess"), chromedp.WaitVisible(`.editor .sq`))
	look("the editor")
}

// Where the browser keeps nothing, or is full, the page works as elsewhere, until it is left.
func TestBrowserKeepsNothing(t *testing.T) {
	for name, script := range map[string]string{
		"blocked": `for (const n of ['localStorage', 'sessionStorage']) Object.defineProperty(window, n, {get() { throw new DOMException('blocked', 'SecurityError'); }})`,
		"full":    `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }`,
	} {
		t.Run(name, func(t *testing.T) {
			p := newPage(t, 1280, 860)
			p.run(chromedp.ActionFunc(func(ctx context.Context) error {
				_, err := cdpage.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
				return err
			}), chromedp.Reload(), chromedp.WaitVisible(`#begin`), chromedp.Click(`#theme`))
			p.await(`document.documentElement.dataset.theme === 'dark'`)
			p.run(chromedp.SetValue(`#opponent`, "here"), chromedp.Evaluate(`document.querySelector('#opponent').dispatchEvent(new Event('change'))`, nil),
				chromedp.Click(`button[data-side=black]`), chromedp.Click(`#begin`), chromedp.WaitVisible(`.game .board .sq`))
			p.await(`document.querySelector('.game .sq').dataset.sq === 'h1'`) // Black was chosen
			p.run(chromedp.Click(`button[aria-label="Flip the board"]`))
			p.await(`document.querySelector('.game .sq').dataset.sq === 'a8'`)
		})
	}
}
