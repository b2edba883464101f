package serve_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	cdpage "github.com/chromedp/cdproto/page"
	cdruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/heterodox-chess/heterodox/internal/chromium"
)

// The scenes of this file are played in a real browser without a window. A machine without one
// skips them and says so; scripts/chromium names what is missing.

// A page is a browser tab with its own server.
type page struct {
	t       *testing.T
	ctx     context.Context
	url     string
	dir     string // of saved games
	restart func() // the server
	mu      sync.Mutex
	console []string // errors on the console
}

// needsBrowser skips a scene if there is no browser, unless one is required as in CI, and in
// short runs: CI makes these with the race detector, under which the scenes would take too long.
// Its full run has them all.
func needsBrowser(t *testing.T) {
	t.Helper()
	chromium.Need(t)
	if testing.Short() {
		t.Skip("left to the full run: scenes in a browser take minutes")
	}
}

// newPage opens the page of a new server in a new browser tab. Until the test ends, no errors
// may appear on its console.
func newPage(t *testing.T, width, height int) *page {
	t.Helper()
	needsBrowser(t)
	url, dir, restart := transport(t)
	p := openPage(t, url, width, height)
	p.dir, p.restart = dir, restart
	return p
}

// openPage opens the page at an address in a new browser tab.
func openPage(t *testing.T, url string, width, height int) *page {
	t.Helper()
	path := chromium.Path()
	ctx, cancel := chromedp.NewContext(startBrowser(t, path))
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 90*time.Second)
	t.Cleanup(cancel)
	p := &page{t: t, ctx: ctx, url: url}
	if os.Getenv(siteFolder) != "" || strings.HasPrefix(t.Name(), "TestStatic") { // otherwise its workers outlive the page
		t.Cleanup(func() { chromedp.Run(p.ctx, chromedp.Navigate("about:blank")) })
	}
	chromedp.ListenTarget(ctx, p.hear)
	p.run(log.Enable(), cdpage.BringToFront(), chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(url+"/#key="+testKey), chromedp.WaitVisible(`#begin`))
	t.Cleanup(func() {
		p.mu.Lock()
		for _, line := range p.console {
			t.Errorf("browser console: %s", line)
		}
		p.mu.Unlock()
		if t.Failed() && os.Getenv("HETERODOX_SHOTS") != "" {
			p.shot(strings.ReplaceAll(t.Name(), "/", "-"))
		}
	})
	return p
}

// pollTimeout is how long a test waits for an event.
const pollTimeout = 15 * time.Second

// One browser serves all tests; each has a page that shares nothing with the others.
var (
	starting   sync.Once
	theBrowser context.Context
	endBrowser = func() {}
	startFault error
)

func startBrowser(t *testing.T, path string) context.Context {
	t.Helper()
	starting.Do(func() {
		var dir string
		if dir, startFault = os.MkdirTemp("", "heterodox-browser"); startFault != nil {
			return
		}
		allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(dir),
			chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
			chromedp.Flag("disable-sync", true), chromedp.Flag("disable-dev-shm-usage", true))...)
		ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // chromedp does not know all events
		endBrowser = func() {
			chromedp.Cancel(ctx)
			cancel()
			endAllocator()
			os.RemoveAll(dir)
		}
		theBrowser, startFault = ctx, chromedp.Run(ctx)
	})
	if startFault != nil {
		t.Fatal(startFault)
	}
	return theBrowser
}

func TestMain(m *testing.M) {
	status := m.Run()
	endBrowser()
	os.Exit(status)
}

// hear records what a page reports on its console.
func (p *page) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *cdruntime.EventConsoleAPICalled:
		for _, a := range e.Args {
			p.console = append(p.console, string(e.Type)+": "+string(a.Value))
		}
	case *cdruntime.EventExceptionThrown:
		p.console = append(p.console, e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		p.console = append(p.console, e.Entry.Text+" "+e.Entry.URL)
	}
}

func (p *page) run(actions ...chromedp.Action) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.fatal("%v", err)
	}
}

func (p *page) fatal(format string, args ...any) {
	p.t.Helper()
	p.mu.Lock()
	lines := strings.Join(p.console, "; ")
	p.mu.Unlock()
	p.t.Fatalf(format+" [console: %s]", append(args, lines)...)
}

// eval evaluates an expression to a string.
func (p *page) eval(expression string) (text string) {
	p.t.Helper()
	p.run(chromedp.Evaluate(`(async () => String(`+expression+`))()`, &text, awaitPromise))
	return text
}

func awaitPromise(p *cdruntime.EvaluateParams) *cdruntime.EvaluateParams {
	return p.WithAwaitPromise(true)
}

// await waits until an expression is true; while a page is loading it may fail.
func (p *page) await(expression string) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, chromedp.Poll(`(() => { try { return `+expression+`; } catch { return false; } })()`, nil, chromedp.WithPollingInterval(30*time.Millisecond), chromedp.WithPollingTimeout(pollTimeout))); err != nil {
		p.fatal("%s did not become true: %v; moves %q, status %q, toast %q", expression, err,
			p.eval(`[...document.querySelectorAll('.move')].map(e => e.textContent).join(' ')`),
			p.eval(`(document.querySelector('.status') || {}).textContent`), p.eval(`document.querySelector('#toast').textContent`))
	}
}

// awaitMoves waits until the moves of the game are these.
func (p *page) awaitMoves(want string) {
	p.t.Helper()
	p.await(fmt.Sprintf(`[...document.querySelectorAll('.move')].map(e => e.textContent).join(' ') === %q`, want))
}

// begin starts a game for two at this screen.
func (p *page) begin(variant, fen string) {
	p.t.Helper()
	p.fetch(fmt.Sprintf(`{variant: %q, fen: %q, players: [{}, {}]}`, variant, fen))
	p.run(chromedp.WaitVisible(`.game .board .sq`))
}

// fetch requests a game from the server, and goes there.
func (p *page) fetch(game string) {
	p.t.Helper()
	p.run(chromedp.Evaluate(`(async () => {
		const { post } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'transport.js'));
		const g = await post('/api/games', `+game+`); location.hash = '#/g/' + g.id + '/' + g.token; return '';
	})()`, nil, awaitPromise))
}

// text returns the game of the page in its saved form.
func (p *page) text() (text string) {
	p.t.Helper()
	p.run(chromedp.Evaluate(`(async () => {
		const [, , id, token] = location.hash.split('/');
		const { get } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'transport.js'));
		return get('/api/games/' + id + '/text', token);
	})()`, &text, awaitPromise))
	return text
}

// center returns the middle of an element on the screen.
func (p *page) center(selector string) (x, y float64) {
	p.t.Helper()
	var at []float64
	p.run(chromedp.Evaluate(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector), &at))
	return at[0], at[1]
}

func square(name string) string { return `.game .sq[data-sq="` + name + `"]` }

// click clicks on squares in turn.
func (p *page) click(squares ...string) {
	p.t.Helper()
	for _, s := range squares {
		x, y := p.center(square(s))
		p.run(chromedp.MouseClickXY(x, y))
	}
}

// front brings the page to the front, and waits until it has been drawn there:
// earlier clicks are lost.
func (p *page) front() {
	p.t.Helper()
	p.run(cdpage.BringToFront(), chromedp.Evaluate(
		`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200))))`, nil,
		awaitPromise))
}

// drag drags from one element to another with the mouse.
func (p *page) drag(from, to string) {
	p.t.Helper()
	x, y := p.center(from)
	u, v := p.center(to)
	mouse := func(kind input.MouseType, x, y float64) chromedp.Action {
		return input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithClickCount(1)
	}
	p.run(mouse(input.MousePressed, x, y), mouse(input.MouseMoved, (x+u)/2, (y+v)/2), mouse(input.MouseMoved, u, v), mouse(input.MouseReleased, u, v))
}

// shot stores a picture of the page in the directory HETERODOX_SHOTS, if set; those of
// docs/play.md are made this way.
func (p *page) shot(name string) {
	dir := os.Getenv("HETERODOX_SHOTS")
	if dir == "" {
		return
	}
	var png []byte
	time.Sleep(300 * time.Millisecond)
	if err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot(&png)); err == nil {
		os.WriteFile(dir+"/"+name+".png", png, 0o644)
	}
}

// nameless returns the buttons and fields of the page that have no name for a
// screen reader.
func (p *page) nameless() (list []string) {
	p.t.Helper()
	p.run(chromedp.ActionFunc(func(ctx context.Context) error {
		nodes, err := accessibility.GetFullAXTree().Do(ctx)
		for _, n := range nodes {
			if n.Ignored || n.Role == nil {
				continue
			}
			role := strings.Trim(string(n.Role.Value), `"`)
			switch role {
			case "button", "textbox", "combobox", "checkbox", "radio", "slider", "link", "grid", "dialog":
				if n.Name == nil || strings.Trim(string(n.Name.Value), `" `) == "" {
					list = append(list, role+" "+n.NodeID.String())
				}
			}
		}
		return err
	}))
	return list
}
