//go:build js

package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/variants"
)

// A remote is a game.Searcher that lets the engine search in its own worker.
type remote struct {
	here   js.Value
	number int
	drawn  string // the text of a game in the making, "" for others
}

var remotes int

func newRemote(here js.Value, rules game.Rules) *remote {
	remotes++
	return &remote{here, remotes, variants.SketchText(rules)}
}

// Search calls heterodox.search with the order and a function for the findings; the call
// returns a function that stops the search.
func (m *remote) Search(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) (result game.Result) {
	o := orderOf(m.number, r, l)
	o.Drawn = m.drawn
	text, err := json.Marshal(o)
	if err != nil || ctx.Err() != nil {
		return result
	}
	pos := r.Position()
	findings := make(chan finding, 64)
	tell := js.FuncOf(func(_ js.Value, args []js.Value) any {
		var f finding
		if json.Unmarshal([]byte(args[0].String()), &f) != nil {
			f = finding{Done: true}
		}
		if !f.Done && len(findings) == cap(findings) {
			return nil // more will come
		}
		findings <- f
		return nil
	})
	defer tell.Release()
	stop := m.here.Call("search", string(text), tell)
	stopped := context.AfterFunc(ctx, func() { stop.Invoke() })
	defer stopped()
	for f := range findings {
		info := f.info(pos)
		if f.Done {
			result.Info = info
			if best, err := pos.ParseMove(f.Best); err == nil {
				result.Best, result.Turn = best, []game.Move{best}
			}
			return result
		}
		if report != nil {
			report(info)
		}
	}
	return result
}

// Clear makes the next search use an engine that has not learned anything.
func (m *remote) Clear() {
	remotes++
	m.number = remotes
}
