package serve_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Boards, pieces and diagrams are drawn in each style, set and theme, and differ; an
// invalid address is refused.
func TestLooks(t *testing.T) {
	c := begin(t, newServer(t), `{"variant": "xiangqi", "moves": ["h3e3"], "players": [{}, {}]}`)
	seen := map[string]string{}
	board := "/api/games/" + c.id + "/board.svg?n=1"
	for _, path := range []string{
		"/piece/w/R.svg?name=rook", "/piece/w/R.svg?name=rook&set=solid", "/piece/w/R.svg?name=rook&set=letters", "/piece/w/R.svg?name=rook&theme=print",
		"/piece/w/R.svg?name=rook&style=xiangqi", "/piece/w/R.svg?name=rook&style=xiangqi&set=symbols", "/piece/w/R.svg?name=rook&style=janggi",
		"/piece/w/R.svg?name=rook&style=shogi", "/piece/w/R.svg?name=rook&style=shogi&flip=1", "/piece/w/R.svg?name=rook&style=makruk",
		"/ground.svg?files=9&ranks=10&style=xiangqi", "/ground.svg?files=9&ranks=10&style=janggi", "/ground.svg?files=9&ranks=10&style=xiangqi&palaces=d1.e1.f1.d2.e2.f2.d3.e3.f3",
		"/ground.svg?files=9&ranks=9&style=shogi", "/ground.svg?files=9&ranks=9&style=shogi&theme=print", "/ground.svg?files=8&ranks=8", "/ground.svg?files=8&ranks=8&theme=print",
		"/ground.svg?files=8&ranks=8&holes=d5.f5", "/ground.svg?files=8&ranks=8&missing=a1", "/ground.svg?files=8&ranks=8&missing=a1&flip=1",
		"/moves.svg?letter=N&name=knight&betza=N", "/moves.svg?letter=N&name=knight&betza=nN",
		board, board + "&set=symbols", board + "&theme=print", board + "&marks=Gh3e3,Re3", board + "&coordinates=players",
	} {
		status, text := c.get(path)
		if status != 200 || !strings.HasPrefix(text, "<svg") {
			t.Errorf("%s: got %d %.80s", path, status, text)
		}
		if other := seen[text]; other != "" {
			t.Errorf("%s and %s have the same picture", path, other)
		}
		seen[text] = path
	}
	for _, path := range []string{
		"/piece/w/R.svg?name=rook&style=round", "/piece/w/R.svg?name=rook&set=symbols", "/piece/w/R.svg?name=rook&theme=%3Cb%3E",
		"/ground.svg", "/ground.svg?files=0&ranks=8", "/ground.svg?files=17&ranks=8", "/ground.svg?files=8&ranks=8&holes=z9", "/ground.svg?files=8&ranks=8&holes=a1.a1",
		"/moves.svg?letter=N&name=knight", "/moves.svg?letter=N&name=knight&betza=XX", "/moves.svg?letter=N&betza=N&name=" + strings.Repeat("x", 100),
		board + "&theme=round", board + "&marks=Xe2e4",
	} {
		if status, text := c.get(path); status != 404 {
			t.Errorf("%s: got %d %.80s, want status 404", path, status, text)
		}
	}
}

// A board is drawn in its game's style; other pieces, colours and coordinates can be chosen,
// and are remembered for that kind of board.
func TestBrowserLooks(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.await(`document.querySelector('.ruleset details.moving')`) // of the chosen game
	p.run(chromedp.Evaluate(`document.querySelector('.ruleset details.moving').open = true`, nil))
	p.await(`[...document.querySelectorAll('.ruleset .diagrams img')].length === 6 && [...document.querySelectorAll('.ruleset .diagrams img')].every(i => i.naturalWidth)`)
	p.begin("shogi", "")
	p.await(`document.querySelector('.board.drawn .ground').naturalWidth > 0`)
	p.await(`[...document.querySelectorAll('.board .piece')].length === 40 && [...document.querySelectorAll('.board .piece')].every(i => i.naturalWidth)`)
	if src := p.eval(`document.querySelector('` + square("e1") + ` img').dataset.drawing`); !strings.Contains(src, "style=shogi") {
		t.Errorf("wrong drawing of the king: %s", src)
	}
	choose := func(label, value string) {
		p.run(chromedp.Evaluate(`(() => { const s = [...document.querySelectorAll('details.look label')].find(l => l.textContent.startsWith('`+label+`')).querySelector('select');
			s.value = '`+value+`'; s.dispatchEvent(new Event('change')); })()`, nil))
	}
	choose("Pieces", "symbols")
	choose("Colours", "print")
	choose("Coordinates", "players")
	for range 2 { // chosen, and remembered
		p.await(`document.querySelector('` + square("e1") + ` img').dataset.drawing.includes('theme=print&set=symbols')`)
		p.await(`document.querySelector('.ground').dataset.drawing.includes('theme=print')`)
		p.await(`document.querySelector('.files.above').textContent === '987654321' && document.querySelector('.ranks.beyond').textContent === 'abcdefghi'`)
		p.begin("shogi", "")
	}
	p.run(chromedp.Evaluate(`document.querySelector('details.moving').open = true`, nil))
	p.await(`[...document.querySelectorAll('.diagrams img')].length > 7 && [...document.querySelectorAll('.diagrams img')].every(i => i.naturalWidth)`)
	p.begin("chess", "")
	p.await(`!document.querySelector('.board.drawn') && document.querySelector('` + square("e1") + ` img').dataset.drawing.endsWith('name=king')`)
	p.checkNames()
}
