package serve_test

import (
	"fmt"
	"image/gif"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/internal/serve/web"
	"github.com/heterodox-chess/heterodox/variants"
)

// A whole game is drawn, with one position more than it has moves; of an analysis, the line
// asked for. What cannot be drawn is refused with the reason.
func TestFilm(t *testing.T) {
	c := begin(t, newServer(t), `{"variant": "crazyhouse", "moves": ["e4", "d5", "exd5", "Qxd5"], "players": [{}, {}]}`)
	get := func(path string) (int, string) { return c.get("/api/games/" + c.id + path) }
	for n := range 5 {
		status, text := get(fmt.Sprintf("/game.gif?n=%d&pace=250&flip=1&theme=dark", n))
		film, err := gif.DecodeAll(strings.NewReader(text))
		if status != 200 || err != nil || len(film.Image) != n+1 || film.Delay[n] != 75 {
			t.Fatalf("animation up to move %d: got status %d, %v", n, status, err)
		}
	}
	if status, text := get("/game.svg?n=4&pace=1000"); status != 200 || !strings.HasPrefix(text, "<svg") || !strings.Contains(text, "@keyframes") {
		t.Errorf("animated SVG: got %d %.80q", status, text)
	}
	for path, want := range map[string]string{
		"/game.gif?n=9&pace=1000": "no move 9", "/game.gif?n=1": "needs a move number and a pace", "/game.svg?n=1&pace=1": "must be shown for 50ms to 1m0s", "/game.svg?n=1&pace=1000&theme=none": "theme",
	} {
		if status, text := get(path); status < 400 || !strings.Contains(text, want) {
			t.Errorf("%s: got %d %s, want an error with %q", path, status, text, want)
		}
	}
}

// An answer arrives even if it takes longer to make than a client may take to read it.
func TestSlowAnswer(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	s := serve.New(serve.Options{Open: variants.Open})
	t.Cleanup(s.Close)
	server.Config.Handler, server.Config.WriteTimeout = web.Handler(s, server.Listener.Addr().String()), 50*time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	var moves []string
	for _, ranks := range []string{"36", "45"} {
		for _, file := range "abcdefgh" {
			moves = append(moves, string(file)+ranks[:1], string(file)+ranks[1:])
		}
	}
	c := begin(t, server, `{"variant": "chess", "moves": ["`+strings.Join(moves, `", "`)+`"], "players": [{}, {}]}`)
	if status, _ := c.send("GET", "/api/games/"+c.id+"/game.gif?n=32&pace=1000", ""); status != 200 {
		t.Errorf("got status %d", status)
	}
}

// The page saves a file of the whole game.
func TestBrowserFilm(t *testing.T) {
	p := newPage(t, 1280, 860)
	p.fetch(`{variant: 'chess', moves: ['e4', 'e5', 'Nf3'], players: [{}, {}]}`)
	p.run(chromedp.WaitVisible(`.game .board .sq`), chromedp.Evaluate(`(() => {
		window.made = []; const real = URL.createObjectURL;
		URL.createObjectURL = blob => { blob.slice(0, 3).text().then(head => made.push(head + blob.type)); return real(blob); };
		document.querySelector('details.share').open = true; document.querySelector('#pace').value = '250';
	})()`, nil))
	for i, kind := range []string{"GIF", "SVG"} {
		p.run(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll('.share button')].find(b => b.textContent === 'Whole game, %s').click()`, kind), nil))
		p.await(fmt.Sprintf(`made.length === %d && document.querySelector('#toast').textContent === 'Downloaded'`, i+1))
	}
	if made := p.eval(`made.join()`); made != "GIFimage/gif,<svimage/svg+xml" {
		t.Errorf("unexpected files: %s", made)
	}
	p.shot("film")
}
