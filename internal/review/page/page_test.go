package page_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/heterodox-chess/heterodox/internal/chromium"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/internal/review/page"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// reviewed returns a game whose positions have the given values; the better turn in each is the
// first legal move.
func reviewed(t *testing.T, name, moves string, values ...int) *review.Game {
	t.Helper()
	r := must.Play(t, variants.MustOpen(name).Start(), moves)
	g := review.NewGame(r, rules.WhiteWins)
	for i, ply := range g.Positions() {
		g.Set(ply, review.Finding{Value: review.Value{Score: values[i]}, Line: r.At(ply).Moves()[:1]})
	}
	return g
}

func write(t *testing.T, g *review.Game, title review.Title) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, g, title, []byte("[White \"x\"]\n\n1. e4 {</script>} *\n")); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Text from a file does not become markup, and the page loads nothing else.
func TestPageIsClosed(t *testing.T) {
	const hostile = `<img src=x onerror="document.title='taken'"></script>`
	for _, name := range []string{"chess", "cube5"} {
		moves := "e4 e5 Nf3"
		if name == "cube5" {
			moves = "Rd1II Rd4II Qxb4IV+"
		}
		text := write(t, reviewed(t, name, moves, 0, -900, 900, 900), review.Title{White: hostile, Black: hostile, Event: hostile, Date: hostile, Ended: hostile})
		if strings.Contains(text, "<img") || strings.Contains(text, "{</script>}") {
			t.Errorf("%s: a text was inserted as markup", name)
		}
		for _, from := range []string{`src="`, "@import", "<link", "fetch("} {
			if strings.Contains(text, from) {
				t.Errorf("%s: the page contains %s", name, from)
			}
		}
		if n := strings.Count(text, `class="blunder"`); n != 2 {
			t.Errorf("%s: %d blunders, want 2", name, n)
		}
		if steps := strings.Contains(text, "<script>"); steps != (name == "chess") || strings.Contains(text, `class="diagram"`) == steps {
			t.Errorf("%s: page with a script: %v", name, steps)
		}
	}
}

// Unknown tags are not shown.
func TestPageLeavesOutWhatIsNotKnown(t *testing.T) {
	g := reviewed(t, "chess", "e4 e5", 0, 0, 0)
	text := write(t, g, review.Title{White: "?", Black: "?", Event: "?", Date: "????.??.??"})
	if !strings.Contains(text, "<h1>White – Black</h1>\n<p class=\"soft\">chess · 1-0</p>") {
		t.Error(text[strings.Index(text, "<h1>"):][:120])
	}
	text = write(t, g, review.Title{White: "Who?", Black: "B", Event: "E", Date: "2024.??.??"})
	if !strings.Contains(text, "<h1>Who? – B</h1>\n<p class=\"soft\">chess · 1-0 · E · 2024</p>") {
		t.Error(text[strings.Index(text, "<h1>"):][:120])
	}
}

// The board steps through the game, with buttons, keys, the list of moves and the graph.
func TestPageSteps(t *testing.T) {
	browser := chromium.Need(t)
	file := filepath.Join(t.TempDir(), "game.html")
	if err := os.WriteFile(file, []byte(write(t, reviewed(t, "crazyhouse", "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2", 20, 30, 40, 30, 30, 20, 900, 900), review.Title{White: "A", Black: "B"})), 0o600); err != nil {
		t.Fatal(err)
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-dev-shm-usage", true))...)
	defer end()
	ctx, end := chromedp.NewContext(allocator)
	defer end()
	ctx, end = context.WithTimeout(ctx, time.Minute)
	defer end()
	chromedp.ListenTarget(ctx, func(event any) {
		if e, ok := event.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page reports an error: %s", e.ExceptionDetails.Error())
		}
	})
	// at checks which move is shown, and the numbers of pieces on the board and in hand and of
	// squares of the better move.
	at := func(want string) {
		t.Helper()
		var got string
		err := chromedp.Run(ctx, chromedp.Evaluate(`[(document.querySelector('.moves li.on a') || {textContent: 'start'}).textContent, document.querySelectorAll('.board i').length, document.querySelectorAll('.hand i').length, document.querySelectorAll('.board .best').length].join(' | ')`, &got))
		if err != nil || got != want {
			t.Fatalf("the page shows %s (%v), want %s", got, err, want)
		}
	}
	click := func(selector string) chromedp.Action { return chromedp.Click(selector, chromedp.ByQuery) }
	run := func(actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			t.Fatal(err)
		}
	}
	run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate("file://"+file), chromedp.WaitVisible(`.board`, chromedp.ByQuery))
	at("3... Qxg2?? | 29 | 2 | 2") // the first bad move
	run(click(`[data-go="on"]`))
	at("4. Bxg2 | 28 | 3 | 0")
	run(chromedp.KeyEvent(kb.Home))
	at("start | 32 | 0 | 0")
	run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	at("2. exd5 | 31 | 1 | 0")
	run(click(`[data-go="next"]`))
	at("3... Qxg2?? | 29 | 2 | 2")
	run(click(`#m1`))
	at("1. e4 | 32 | 0 | 0")
	run(chromedp.Evaluate(`document.querySelector('.graph circle').dispatchEvent(new MouseEvent('click', {bubbles: true}))`, nil))
	at("3... Qxg2?? | 29 | 2 | 2")
	for _, width := range []int64{1280, 390} {
		var wide bool
		run(chromedp.EmulateViewport(width, 800), chromedp.Evaluate(`document.documentElement.scrollWidth > innerWidth + 1`, &wide))
		if wide {
			t.Error(fmt.Sprint("the page is wider than ", width))
		}
	}
}
