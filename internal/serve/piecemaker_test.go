package serve_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A step in the making of a piece is answered with the resulting text, its meaning and its
// value; an invalid piece or step, with the error.
func TestPieceDiagram(t *testing.T) {
	c := &client{t: t, server: newServer(t)}
	for _, test := range []struct{ body, betza, words, marks string }{
		{`"betza": "N"`, "N", "goes like a knight", "8"},
		{`"betza": "mRcpR"`, "mRcpR", "goes like a rook without capturing, or captures hopping straight over one piece, to any square behind it", "16"},
		{`"betza": "", "click": [1, 2], "manner": {"way": "leap", "mode": "both"}, "symmetry": "all"`, "N", "goes like a knight", "8"},
		{`"betza": "N", "click": [0, 1], "manner": {"way": "ride", "mode": "move", "limit": 2}, "symmetry": "sideways"`, "NfmR2", "goes like a knight or up to two squares forward without capturing", "10"},
		{`"betza": "KN", "clear": [1, 2], "symmetry": "all"`, "K", "goes one step in any direction", "8"},
		{`"betza": "fmWfcF", "flag": "enPassant"`, "fmWfceF", "goes one step forward without capturing, or captures one step diagonally forward, also en passant", "3"},
		{`"betza": "K", "flag": "castles"`, "KO", "goes one step in any direction", "8"},
		{`"betza": "K", "flag": "all"`, "", "does not move", "0"},
	} {
		_, answer := c.send("POST", "/api/piece", "{"+test.body+"}")
		marks, _ := answer["targets"].([]any)
		if answer["betza"] != test.betza || answer["words"] != test.words || fmt.Sprint(len(marks)) != test.marks {
			t.Errorf("%s: got %v, which %v, with %d marks; fault %v", test.body, answer["betza"], answer["words"], len(marks), answer["fault"])
		}
	}
	for body, want := range map[string]string{
		`"betza": "fY"`:                 `piece "fY", character 2: 'Y' is neither an atom (WFDNAHLCJZGK RBQ O) nor a modifier (mcd i e n j p g t, fbvh rlsh)`,
		`"betza": "N", "click": [4, 0]`: "that is not a step in making a piece",
		`"betza": "N", "click": [0, 1], "manner": {"way": "fly", "mode": "both"}, "symmetry": "all"`: "that is not a step in making a piece",
		`"betza": "N", "flag": "x"`: "that is not a step in making a piece",
	} {
		if _, answer := c.send("POST", "/api/piece", "{"+body+"}"); answer["fault"] != want {
			t.Errorf("%s: %v, want %s", body, answer["fault"], want)
		}
	}
	_, small := c.send("POST", "/api/piece", `{"betza": "R", "files": 5, "ranks": 5}`)
	_, large := c.send("POST", "/api/piece", `{"betza": "R", "files": 16, "ranks": 16}`)
	if small["value"].(float64) <= 0 || small["value"].(float64) >= large["value"].(float64) {
		t.Errorf("a rook is worth %v on a small board but %v on a large one", small["value"], large["value"])
	}
	if _, answer := c.send("POST", "/api/piece", `{"betza": "tQ"}`); answer["refusal"] != "locusts (t) are not implemented" || answer["words"] == nil {
		t.Error(answer)
	}
}

// make opens the dialog in which a piece is made; the result is in window.made.
func (p *page) make(piece string) {
	p.t.Helper()
	p.eval(`(await import(document.querySelector('script[type=module]').src.replace('app.js', 'piecemaker.js'))).editPiece(` + piece + `, made => { window.made = made; })`)
	p.run(chromedp.WaitVisible(`.piece-grid`))
}

// A piece is made by clicks, by its text, and with the keyboard alone.
func TestBrowserPieceMaker(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.run(chromedp.Navigate(p.url+"/#/"), chromedp.WaitVisible(`#begin`))
	betza := func(want string) {
		t.Helper()
		p.await(fmt.Sprintf(`document.querySelector('#piece-betza').value === %q`, want))
	}
	p.make(`{name: '', letter: 'w', betza: '', drawing: ''}`)
	p.run(chromedp.Click(`[data-at="1,2"]`))
	betza("N")
	p.run(chromedp.Click(`[data-value=ride]`), chromedp.Click(`[data-value=move]`), chromedp.Click(`[data-value=sideways]`), chromedp.Click(`[data-at="0,1"]`))
	betza("NfmR")
	p.await(`document.querySelector('#piece-words').textContent.includes('like a knight')`)
	p.await(`/Worth about \d\.\d pawns/.test(document.querySelector('#piece-worth').textContent)`)
	p.run(chromedp.Click(`[data-value=grasshopper]`), chromedp.Click(`[data-value=capture]`), chromedp.Click(`[data-value=single]`), chromedp.Click(`[data-at="1,1"]`))
	betza("NfmRfrcgB")
	p.shot("piecemaker")
	p.run(chromedp.Click(`[data-at="1,1"]`))
	betza("NfmR")
	if names := p.nameless(); len(names) > 0 {
		t.Errorf("elements without an accessible name: %v", names)
	}
	write := func(text string) chromedp.Action {
		return chromedp.Tasks{chromedp.Focus(`#piece-betza`), chromedp.Evaluate(`document.querySelector('#piece-betza').select()`, nil), chromedp.SendKeys(`#piece-betza`, text)}
	}
	// Errors in the text are shown, and the piece cannot be accepted; the diagram follows the text.
	p.run(write("NfY"))
	p.await(`document.querySelector('#piece-fault').textContent.includes('character 3') && document.querySelector('#piece-done').disabled`)
	p.shot("piecemaker-fault")
	p.run(write("tQ"))
	p.await(`document.querySelector('#piece-fault').textContent.includes('locusts') && document.querySelector('#piece-done').disabled`)
	p.run(write("fmWfcF"))
	p.await(`document.querySelectorAll('.piece-grid [aria-pressed=true]').length === 3 && document.querySelector('#piece-fault').textContent === ''`)
	p.run(chromedp.SendKeys(`#piece-name`, "warden"), chromedp.SetValue(`#piece-drawing`, "champion"), chromedp.Click(`#piece-done`))
	p.await(`JSON.stringify(window.made) === '{"name":"warden","letter":"w","betza":"fmWfcF","drawing":"champion"}'`)

	// With the keyboard alone: the square in front of the piece, then two to the right and one up.
	p.make(`{name: 'x', letter: 'x', betza: '', drawing: '', files: 10, ranks: 10}`)
	p.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Enter))
	betza("N")
	p.run(chromedp.KeyEvent(kb.Delete))
	betza("")
	p.run(chromedp.KeyEvent(kb.Enter))
	betza("N")
	p.run(chromedp.KeyEvent(kb.Escape))
	p.await(`!document.querySelector('.piecemaker')`)

	// A piece with fixed moves can only be renamed.
	p.make(`{name: 'rook', letter: 'r', betza: 'R', drawing: 'rook', fixed: true}`)
	p.await(`document.querySelectorAll('.piece-grid [aria-pressed=true]').length === 4 && !document.querySelector('#piece-done').disabled`)
	p.run(chromedp.SetValue(`#piece-name`, "tower"), chromedp.Click(`#piece-done`))
	p.await(`window.made.name === 'tower' && window.made.betza === 'R' && window.made.drawing === 'rook'`)
}

// On a phone the dialog fits the page, and squares are large enough for a finger.
func TestBrowserPieceMakerOnAPhone(t *testing.T) {
	p := newPage(t, 390, 800)
	p.run(chromedp.Navigate(p.url+"/#/"), chromedp.WaitVisible(`#begin`))
	p.make(`{name: 'cannon', letter: 'c', betza: 'mRcpR', drawing: 'cannon'}`)
	p.await(`document.querySelectorAll('.piece-grid [aria-pressed=true]').length === 4`)
	p.shot("piecemaker-phone")
	if fits := p.eval(`document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth + 1 && document.querySelector('[data-at="0,1"]').getBoundingClientRect().width >= 38`); !strings.HasPrefix(fits, "true") {
		t.Error("the dialog does not fit the screen of a phone")
	}
}
