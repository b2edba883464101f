//go:build js

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"syscall/js"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
)

// keptEngines is how many engines are kept with what they have learned, a few megabytes each.
const keptEngines = 2

// An engineer carries out search orders, one at a time.
type engineer struct {
	here    js.Value
	engines []numbered // the last one used is at the end
	cancel  context.CancelFunc
	turn    chan struct{}
}

type numbered struct {
	*engine.Engine
	number int
}

// searchHere runs the engine.
func searchHere(here js.Value) {
	e := &engineer{here: here, turn: make(chan struct{}, 1)}
	here.Set("begin", js.FuncOf(e.begin))
	here.Set("stop", js.FuncOf(func(js.Value, []js.Value) any {
		if e.cancel != nil {
			e.cancel()
		}
		return nil
	}))
}

// begin takes an order. Findings are reported by calls of heterodox.found; the last one is Done.
func (e *engineer) begin(_ js.Value, args []js.Value) any {
	text := args[0].String()
	ctx, cancel := context.WithCancel(context.Background())
	e.cancel = cancel
	go func() {
		defer cancel()
		e.turn <- struct{}{}
		defer func() { <-e.turn }()
		last, err := e.search(ctx, text)
		if err != nil {
			js.Global().Get("console").Call("error", err.Error())
		}
		last.Done = true
		e.found(last)
	}()
	return nil
}

func (e *engineer) search(ctx context.Context, text string) (last finding, err error) {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return last, err
	}
	r, err := o.record()
	if err != nil {
		return last, err
	}
	defer func() {
		if fault := engine.Caught(recover()); fault != nil {
			err = fmt.Errorf("the engine failed: %v", fault)
		}
	}()
	pos := r.Position()
	result := e.engine(o.Searcher).Search(ctx, r, o.Limits, func(i game.Info) { e.found(findingOf(pos, i)) })
	last = findingOf(pos, result.Info)
	if result.Best != 0 {
		last.Best = pos.UCI(result.Best)
	}
	return last, nil
}

func (e *engineer) found(f finding) {
	text, _ := json.Marshal(f)
	e.here.Call("found", string(text))
}

// engine returns the engine with a number.
func (e *engineer) engine(number int) *engine.Engine {
	i := slices.IndexFunc(e.engines, func(n numbered) bool { return n.number == number })
	var mine numbered
	if i >= 0 {
		mine = e.engines[i]
		e.engines = slices.Delete(e.engines, i, i+1)
	} else {
		mine = numbered{engine.New(engine.DefaultOptions()), number}
	}
	e.engines = append(e.engines, mine)
	if len(e.engines) > keptEngines {
		e.engines = slices.Delete(e.engines, 0, 1)
	}
	return mine.Engine
}
