package serve_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// bench opens the bench with nothing stored.
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

// fill types into a field as a user would, and leaves it.
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

// In less than two minutes an empty page leads to a link to a game with two invented pieces on
// a board of 10 × 8, which is opened in a new page and played against the engine.
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
		t.Fatalf("unexpected link: %s", link)
	}
	other := openPage(t, p.url, 1280, 860)
	other.run(chromedp.Navigate(link), chromedp.WaitVisible(`#begin:enabled`))
	other.await(`document.querySelector('.lobby h1').textContent === 'harbour'`)
	other.run(chromedp.Click(`#begin`), chromedp.WaitVisible(`.game .board .sq`))
	other.drag(square("i1"), square("i3"))
	other.await(`document.querySelectorAll('.move').length === 2`)
	other.shot("bench-played")
	if used := time.Since(begun); used > 2*time.Minute {
		t.Errorf("inventing and sharing a game took %v", used)
	}
}

// A game is studied in the page, which shows the progress, can end the study, and shows the
// report; a study and its report are found again, and followed again when the connection was lost.
func TestBrowserStudy(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.bench()
	p.run(chromedp.Click(`#tab-text`))
	p.write("[tiny:chess]\nmaxFile = 4\nmaxRank = 4\ndoubleStep = false\ncastling = false\nstartFen = rk2/pp2/2PP/2KR w - - 0 1\n")
	p.run(chromedp.Click(`#tab-study`), chromedp.Evaluate(`document.querySelector('#study-budget').options[0].value = 20`, nil), chromedp.Click(`#study-begin`))
	p.await(`document.querySelector('progress').value > 0 && /tiny: .* games?\./.test(document.querySelector('#pane').textContent)`)
	p.drag(on("c1"), on("c2")) // the bench can be used meanwhile
	p.await(`document.querySelector('#bench-text').value.includes('2K')`)
	p.run(chromedp.Click(`#tab-study`), chromedp.Evaluate(`location.hash = '#/saved'`, nil), chromedp.WaitVisible(`.listed`), chromedp.NavigateBack(), chromedp.WaitVisible(`#study-end`))
	p.await(`/tiny: [^]*White \d/.test(document.querySelector('#pane').textContent)`)
	p.shot("bench-study")
	p.run(chromedp.Click(`#study-end`), chromedp.WaitVisible(`#study-save`))
	p.await(`document.querySelectorAll('.study-verdicts li').length > 0 && document.querySelector('.study-report h2').textContent.includes('tiny') && !document.querySelector('#study-begin').disabled`)
	p.shot("bench-report")
	p.run(chromedp.Evaluate(`location.hash = '#/saved'`, nil), chromedp.WaitVisible(`.listed`), chromedp.NavigateBack(), chromedp.WaitVisible(`#study-save`))
	if p.restart == nil {
		return
	}
	p.run(chromedp.Evaluate(`document.querySelector('#study-budget').options[0].value = 20`, nil), chromedp.Click(`#study-begin`), chromedp.WaitVisible(`#study-end`),
		chromedp.Evaluate(`sessionStorage.clear()`, nil), chromedp.Reload(), chromedp.WaitVisible(`#study-end`)) // as in another tab
	p.run(chromedp.Evaluate(`{ const was = fetch; window.fetch = (path, options) => path.endsWith('/stream') && !window.lost ? (window.lost = Promise.reject(new TypeError('lost'))) : was(path, options); }
		location.hash = '#/saved'`, nil), chromedp.WaitVisible(`.listed`), chromedp.NavigateBack())
	p.await(`document.querySelector('#pane').textContent.includes('The server does not answer')`)
	p.await(`/White|game/.test(document.querySelector('#pane [role=status]').textContent)`) // it is followed again
	p.run(chromedp.Click(`#study-end`), chromedp.WaitVisible(`#study-begin:enabled`))
}

// Another tab's bench does not replace the one of this tab.
func TestBrowserBenchTabs(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.bench()
	p.run(chromedp.Click(`#tab-text`))
	p.write("[mine:chess]\n")
	p.await(`document.querySelector('#bench-name').value === 'mine'`)
	p.run(chromedp.Evaluate(`localStorage.setItem('bench', JSON.stringify({texts: ['[theirs:chess]\n'], at: 0}))`, nil), chromedp.Reload())
	p.await(`document.querySelector('#bench-name').value === 'mine'`)
	p.run(chromedp.Evaluate(`sessionStorage.clear(); localStorage.setItem('bench', JSON.stringify({texts: ['[theirs:chess]\n'], at: 0}))`, nil), chromedp.Reload())
	p.await(`document.querySelector('#bench-name').value === 'theirs'`)
}

// write writes the text of the game.
func (p *page) write(text string) {
	p.t.Helper()
	p.run(chromedp.Evaluate(fmt.Sprintf(`(() => { const e = document.querySelector('#bench-text'); e.focus(); e.value = %q; e.dispatchEvent(new Event('input')); e.blur(); })()`, text), nil))
}

// What is written is drawn, errors are shown with their place, and both can be
// undone; the browser stores it.
func TestBrowserBenchText(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.bench()
	p.run(chromedp.Click(`#tab-text`))
	p.write("# mine\n[ring:gun+chess]\nmaxFile = 6\nmaxRank = 6\nstartFen = rnbqk1/pppppp/6/6/PPPPPP/*NBQK* w - - 0 1\ncastling = false\nfoo = 1\n")
	p.await(`document.querySelector('.faults').textContent.includes('foo Unknown key') && document.querySelector('.faults').textContent.includes('(line 7)')`)
	p.await(`document.querySelectorAll('.bench .sq').length === 36 && document.querySelectorAll('.sq.gone').length === 2 && document.querySelector('#bench-try').disabled`)
	p.shot("bench-faults")
	p.run(chromedp.Click(`.faults button`))
	p.await(`document.querySelector('#bench-text').value.slice(document.querySelector('#bench-text').selectionStart, document.querySelector('#bench-text').selectionEnd) === 'foo = 1'`)
	p.run(chromedp.Click(`#tab-rules`))
	p.await(`document.querySelector('#part-gun').checked && document.querySelector('#part-rifle').disabled && document.querySelector('#part-rifle').closest('.part').textContent.includes('both change')`)
	p.run(chromedp.Click(`#tab-board`), chromedp.SetValue(`#bench-zone`, "holes"), chromedp.Evaluate(`document.querySelector('#bench-zone').dispatchEvent(new Event('change'))`, nil))
	p.press(on("c3"))
	p.awaitSource("holes = c3 c4")
	p.drag(on("a3"), on("b3"))
	p.awaitSource("holes = a3 b3 c3 a4 b4 c4")
	p.run(chromedp.Click(`[aria-label="Undo"]`))
	p.awaitSource("holes = c3 c4")
	p.run(chromedp.Reload(), chromedp.WaitVisible(`.bench .sq`))
	p.awaitSource("holes = c3 c4")
	p.awaitSource("# mine")
	p.run(chromedp.Click(`[aria-label="Undo"]`))
	p.await(`!document.querySelector('#bench-text').value.includes('holes')`)
	p.run(chromedp.Click(`[aria-label="Redo"]`))
	p.awaitSource("holes = c3 c4")
}

// press clicks on an element at its position on the screen.
func (p *page) press(selector string) {
	p.t.Helper()
	x, y := p.center(selector)
	p.run(chromedp.MouseClickXY(x, y))
}

// Absurd games never make the page hang, and the previous state is one step back.
func TestBrowserAbsurd(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.bench()
	p.run(chromedp.Click(`#tab-text`))
	for name, text := range absurd {
		p.write(text)
		p.await(fmt.Sprintf(`document.querySelector('#bench-text').value === %q && JSON.parse(localStorage.bench).texts.at(-1) === %[1]q`, text))
		if p.eval(`document.querySelector('.verdicts').textContent.length > 0`) != "true" {
			t.Errorf("%s: the bench shows no verdict", name)
		}
	}
	p.write("[sane:chess]\n")
	p.await(`document.querySelector('.verdicts').textContent.includes('20 moves')`)
}

// On a phone in dark mode, nothing is wider than the screen, everything has a name for screen
// readers, and a game chosen in the lobby is taken to the bench.
func TestBrowserBenchPhone(t *testing.T) {
	p := newPage(t, 390, 844)
	p.run(chromedp.Evaluate(`document.documentElement.dataset.theme = 'dark'`, nil), chromedp.Evaluate(`localStorage.choice = JSON.stringify({base: 'capablanca', parts: ['gun']})`, nil), chromedp.Reload(), chromedp.WaitVisible(`#change`))
	p.await(`document.querySelector('.lobby h1').textContent === 'gun+capablanca'`)
	p.run(chromedp.Evaluate(`document.documentElement.dataset.theme = 'dark'; document.querySelector('#change').click()`, nil), chromedp.WaitVisible(`.bench .sq`))
	p.awaitSource("[invention:gun+capablanca]")
	for _, tab := range []string{"board", "pieces", "rules", "text", "study", "share"} {
		p.run(chromedp.Click(`#tab-` + tab))
		p.shot("bench-phone-" + tab)
		if wide := p.eval(`document.documentElement.scrollWidth > innerWidth`); wide != "false" {
			t.Errorf("tab %s is wider than the screen", tab)
		}
		p.checkNames()
	}
	p.run(chromedp.Evaluate(`scrollTo(0, 0)`, nil))
	p.shot("bench-phone")
}

// downloaded clicks on a button that saves a file, and returns the file's text.
func (p *page) downloaded(selector, name string) string {
	p.t.Helper()
	dir := p.t.TempDir()
	p.run(cdpbrowser.SetDownloadBehavior(cdpbrowser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(dir), chromedp.Click(selector))
	for end := time.Now().Add(pollTimeout); ; time.Sleep(20 * time.Millisecond) {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil && len(text) > 0 {
			return string(text)
		}
		if time.Now().After(end) {
			p.fatal(name + " is not saved")
		}
	}
}

// A new game is exported: what Fairy-Stockfish does not support is listed, and the page of
// rules is self-contained.
func TestBrowserBenchExport(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.bench()
	p.run(chromedp.Click(`#tab-text`))
	p.write("[pier:gun+chess]\nmaxFile = 9\ncustomPiece1 = w:WD\npieceNames = w:wherry\nstartFen = rnbqkbnrw/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKBNRW w KQkq - 0 1\n")
	p.await(`document.querySelector('.verdicts').textContent.includes('Ready to play')`)
	p.run(chromedp.Click(`#tab-share`))
	text := p.downloaded(`#bench-to-fsf`, "variants.ini")
	for _, line := range []string{"# not expressed: capturing pieces stay where they were", "[pier]", "maxFile = i", "customPiece1 = w:WD"} {
		if !strings.Contains("\n"+text, "\n"+line+"\n") {
			t.Errorf("the file has no line %q:\n%s", line, text)
		}
	}
	p.await(`[...document.querySelectorAll('#bench-unsaid li')].map(li => li.textContent).join() === 'Capturing pieces stay where they were'`)
	p.shot("bench-export")
	text = p.downloaded(`#bench-to-go`, "pier.go")
	if _, err := parser.ParseFile(token.NewFileSet(), "pier.go", text, 0); err != nil || !strings.Contains(text, "[pier:gun+chess]") {
		t.Errorf("the Go file is wrong: %v\n%s", err, text)
	}
	sheet := p.downloaded(`#bench-to-html`, "pier.html")
	p.run(chromedp.Click(`#tab-rules`), chromedp.Click(`#part-gun`))
	p.awaitSource("[pier:chess]")
	p.await(`document.querySelector('#bench-unsaid').textContent === ''`)
	p.run(chromedp.Click(`#tab-share`))
	if text = p.downloaded(`#bench-to-fsf`, "variants.ini"); strings.Contains(text, "not expressed") {
		t.Errorf("the file leaves nothing out, but has a line \"not said\":\n%s", text)
	}
	p.await(`document.querySelector('#bench-unsaid').textContent === 'variants.ini contains all rules of the game.'`)
	p.run(chromedp.EmulateViewport(800, 1100), chromedp.Navigate("about:blank"), // where the server is out of reach
		chromedp.Evaluate(fmt.Sprintf(`document.open(); document.write(%q); document.close()`, sheet), nil))
	p.await(`document.images.length > 6 && [...document.images].every(i => i.complete && i.naturalWidth > 0)`)
	p.await(`document.querySelector('h1').textContent === 'Pier' && document.body.textContent.includes('Wherry (W)')`)
	p.shot("bench-export-rules")
}
