package serve_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hostile is a name that becomes markup if a page does not escape it.
const hostile = `<img src=x onerror="document.title='taken'">`

// unharmed fails the test if a hostile text has become markup.
func (p *page) unharmed() {
	p.t.Helper()
	if got := p.eval(`document.title + document.querySelectorAll('main [onerror], main img[src="x"]').length`); strings.HasPrefix(got, "taken") || !strings.HasSuffix(got, "0") {
		p.t.Errorf("a hostile text became markup: %s", got)
	}
}

// Saved games are searched, tagged, deleted and restored, also with the keyboard.
func TestServerSaved(t *testing.T) {
	p := newPage(t, 1280, 860)
	for i, white := range []string{"Ada", hostile, ""} {
		text := fmt.Sprintf("[White %q]\n[Black \"Heterodox level 8\"]\n[WhiteType \"human\"]\n[BlackType \"program\"]\n[BlackLevel \"8\"]\n\n1. e4 e5 %s\n", white, []string{"1-0", "*", "1/2-1/2"}[i])
		if err := os.WriteFile(filepath.Join(p.dir, fmt.Sprintf("g%d.pgn", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.run(chromedp.Navigate(p.url+"/#/saved"), chromedp.WaitVisible(`.rows li`))
	p.await(`[...document.querySelectorAll('.row-main b')].map(e => e.textContent).sort().join('|') === ` + fmt.Sprintf("%q", hostile+" – Engine, Club player (8)|Ada – Engine, Club player (8)|You – Engine, Club player (8)"))
	p.await(`[...document.querySelectorAll('.rows img')].every(e => e.naturalWidth > 0)`)
	p.unharmed()
	p.checkNames()
	p.run(chromedp.SendKeys(`#find`, "ada"))
	p.await(`document.querySelectorAll('.rows li').length === 1 && document.querySelector('.rows .result').textContent === '1–0'`)
	p.run(chromedp.Click(`.row-tools button[aria-label^="Tags of"]`), chromedp.SendKeys(`.tagging input`, "sharp, <b>bold</b>"+kb.Enter))
	p.await(`[...document.querySelectorAll('.tag')].map(e => e.textContent).join('|') === 'sharp|<b>bold</b>'`)
	p.run(chromedp.Evaluate(`document.querySelector('#find').value = ''`, nil), chromedp.SendKeys(`#find`, "sharp"))
	p.await(`document.querySelectorAll('.rows li').length === 1 && document.querySelectorAll('.chips .chip').length === 2`)
	p.unharmed()
	p.run(chromedp.Click(`.row-tools button[aria-label^="Delete"]`))
	p.await(`document.activeElement.textContent === 'Undo' && document.querySelector('.gone').textContent.startsWith('Ada')`)
	if _, err := os.Stat(filepath.Join(p.dir, "g0.pgn")); !os.IsNotExist(err) {
		t.Errorf("the file of the deleted game still exists: %v", err)
	}
	p.run(chromedp.KeyEvent(kb.Enter)) // Undo
	p.await(`document.activeElement.matches('.row-main')`)
	p.run(chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(`.game .board .sq`))
	p.awaitMoves("e4 e5")
}

// A file of many games becomes a list, whatever it contains; a single game is opened.
func TestBrowserLibrary(t *testing.T) {
	p := newPage(t, 1280, 860)
	var b strings.Builder
	for i := range 120 {
		fmt.Fprintf(&b, "[White \"Player %d\"]\n[Black %q]\n[Event \"Cup\"]\n\n1. e4 c5 2. Nf3 1-0\n\n", i, strings.ReplaceAll(hostile, `"`, `'`))
	}
	// A game longer than a piece of a file, and a broken one.
	b.WriteString("[White \"Long\"]\n\n1. d4 {" + strings.Repeat("long ", 400_000) + "} *\n\n[White \"Bad\"]\n\n1. e4 {not closed")
	drop := func(text string) chromedp.Action {
		return chromedp.Evaluate(fmt.Sprintf(`(() => { const data = new DataTransfer(); data.items.add(new File([%q], 'cup.pgn'));
			for (const type of ['dragover', 'drop']) document.querySelector('main').dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true})); })()`, text), nil)
	}
	p.run(drop(b.String()))
	p.await(`document.querySelector('.listed h1').textContent === 'cup.pgn' && document.querySelector('.listed .soft').textContent === '122 games'`)
	p.await(`document.querySelectorAll('.rows li').length === 50 && document.querySelector('.count-text').textContent === '1–50 of 122'`)
	p.unharmed()
	p.checkNames()
	p.run(chromedp.Click(`[aria-label="Last page"]`))
	p.await(`/unclosed comment/i.test([...document.querySelectorAll('.rows li')].pop().textContent)`)
	p.run(chromedp.SendKeys(`#find`, "player 77"))
	p.await(`document.querySelectorAll('.rows li').length === 1 && document.querySelector('.listed .soft').textContent === '1 of 122 games'`)
	p.run(chromedp.Click(`.row-main`), chromedp.WaitVisible(`.game .board .sq`))
	p.awaitMoves("e4 c5 Nf3")
	p.unharmed()
	p.run(chromedp.NavigateBack(), chromedp.WaitVisible(`.listed .rows li`)) // the list is as it was left
	p.await(`document.querySelector('#find').value === 'player 77' && document.querySelectorAll('.rows li').length === 1`)
	p.run(chromedp.Evaluate(`document.querySelector('#find').value = ''`, nil), chromedp.SendKeys(`#find`, "long"))
	p.await(`document.querySelectorAll('.rows li').length === 1`)
	p.run(drop("[White \"One\"]\n\n1. c4 e5 *\n"), chromedp.WaitVisible(`.game .board .sq`))
	p.awaitMoves("c4 e5")
	p.run(drop("nothing"))
	p.await(`document.querySelector('#toast').className.includes('bad')`)
}

// Many games are listed and searched, and the server keeps none of them: a hundred
// thousand with HETERODOX_DEEP=1.
func TestBrowserLargeLibrary(t *testing.T) {
	games, all := 5_000, "5,000 games"
	if os.Getenv("HETERODOX_DEEP") != "" {
		games, all = 100_000, "100,000 games"
	}
	p := newPage(t, 1280, 860)
	file := filepath.Join(t.TempDir(), "large.pgn")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	moves := strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 ", 10)
	for i := range games {
		fmt.Fprintf(f, "[Event \"Cup\"]\n[Date \"2026.01.01\"]\n[White \"Player %d\"]\n[Black \"Bo\"]\n[Result \"1/2-1/2\"]\n\n%s1/2-1/2\n\n", i, moves)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	p.run(chromedp.Evaluate(`document.body.append(Object.assign(document.createElement('input'), {type: 'file', id: 'large'}))`, nil),
		chromedp.SetUploadFiles(`#large`, []string{file}), chromedp.Evaluate(`window.began = performance.now(); import(document.querySelector('script[type=module]').src.replace('app.js', 'open.js')).then(m => m.openFile(document.querySelector('#large').files[0]))`, nil))
	p.run(chromedp.Poll(`(document.querySelector('.listed .soft') || {}).textContent === '`+all+`'`, nil, chromedp.WithPollingTimeout(80*time.Second)))
	t.Logf("listed in %s ms", p.eval(`Math.round(performance.now() - window.began)`))
	if after := heap(); after > before+16<<20 {
		t.Errorf("the server keeps %d MB of memory", (after-before)>>20)
	}
	searched := func(field, text, want string) {
		t.Helper()
		t.Logf("searched %s in %s ms", text, p.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q), began = performance.now(); e.value = %q; e.dispatchEvent(new Event('input')); return Math.round(performance.now() - began); })()`, field, text)))
		p.await(fmt.Sprintf(`document.querySelector('.listed .soft').textContent === %q`, want))
	}
	searched(`.filter [data-field="player"]`, fmt.Sprintf("player %d", games-1), "1 of "+all)
	searched(`.filter [data-field="player"]`, "", all)
	searched(`.filter [data-field="opening"]`, "Nf3 Nf6 Ng1", all)
	searched(`.filter [data-field="opening"]`, "", all)
	p.run(chromedp.SendKeys(`#find`, fmt.Sprintf("player %d", games-1)))
	p.await(`document.querySelector('.listed .soft').textContent === '1 of ` + all + `'`)
	p.run(chromedp.Click(`.row-main`), chromedp.WaitVisible(`.game .board .sq`))
	p.await(`document.querySelectorAll('.move').length === 40`)
}
