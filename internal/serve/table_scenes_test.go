package serve_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/internal/tables"
	"github.com/heterodox-chess/heterodox/variants"
)

// In an analysis of a position in the endgame tables, every move has its distance, as
// the engine's line confirms.
func TestServerDistances(t *testing.T) {
	needsBrowser(t)
	dir := t.TempDir()
	g, err := tables.NewGenerator(variants.MustOpen("chess"), dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := g.Parse("KQK")
	for _, m := range list {
		if err == nil {
			err = g.Make(t.Context(), m)
		}
	}
	if g.Close(); err != nil {
		t.Fatal(err)
	}
	store := must.Get(t, tables.Open, dir)
	server, _, _ := startServer(t, func(o *serve.Options) {
		o.Tables = store
		o.Searcher = func(game.Rules) game.Searcher {
			options := engine.DefaultOptions()
			options.Tables = store
			return engine.New(options)
		}
	})
	p := openPage(t, server.URL, 1280, 860)
	p.fetch(`{variant: 'chess', fen: '8/8/8/4k3/8/8/8/K6Q w - - 0 1', players: [{}, {}], analysis: true}`)
	p.run(chromedp.WaitVisible(`.game .board .sq`))
	p.run(chromedp.Evaluate(`[...document.querySelectorAll('.tools button')].find(b => b.textContent === 'Engine').click()`, nil))
	p.await(`document.querySelectorAll('.distances .move').length === 23 && document.querySelector('.distances small').textContent === 'win in 9'`)
	p.await(`document.querySelector('.line b').textContent === '#9'`)
	p.shot("distances")
	first := p.eval(`document.querySelector('.distances .move').firstChild.textContent`)
	p.run(chromedp.Click(`.distances .move`))
	p.await(fmt.Sprintf(`document.querySelector('.moves .move').textContent === %q`, first))
	p.await(`document.querySelector('.distances small').textContent === 'loss in 8'`)
	store.Close()
}
