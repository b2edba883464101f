//go:build js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"syscall/js"
	"time"

	"github.com/heterodox-chess/heterodox/internal/study"
	"github.com/heterodox-chess/heterodox/internal/trial"
	"github.com/heterodox-chess/heterodox/variants"
)

// A studyOrder asks for a study, in a message between two workers.
type studyOrder struct {
	Text    string
	Seconds float64
}

// A studied is a message from a study: its progress, or finally its result or a fault.
type studied struct {
	Progress json.RawMessage `json:",omitempty"`
	Result   json.RawMessage `json:",omitempty"`
	Fault    string          `json:",omitempty"`
}

// studyElsewhere makes a separate worker study a game: it calls heterodox.study with the order
// and a function for the answers, which returns a function that ends the study.
func studyElsewhere(ctx context.Context, here js.Value, text string, budget time.Duration, watch func([]byte)) ([]byte, error) {
	order, err := json.Marshal(studyOrder{text, budget.Seconds()})
	if err != nil {
		return nil, err
	}
	answers := make(chan studied, 64)
	tell := js.FuncOf(func(_ js.Value, args []js.Value) any {
		var s studied
		if json.Unmarshal([]byte(args[0].String()), &s) != nil {
			s = studied{Fault: "the study failed"}
		}
		if s.Progress != nil && len(answers) > cap(answers)/2 {
			return nil // more will come
		}
		answers <- s
		return nil
	})
	defer tell.Release()
	end := here.Call("study", string(order), tell)
	stopped := context.AfterFunc(ctx, func() { end.Invoke() })
	defer stopped()
	for s := range answers {
		switch {
		case s.Progress != nil:
			watch(s.Progress)
		case s.Fault != "":
			return nil, errors.New(s.Fault)
		default:
			return s.Result, nil
		}
	}
	return nil, nil
}

// studyHere studies one game, for the order passed to heterodox.begin.
func studyHere(here js.Value) {
	ctx, cancel := context.WithCancel(context.Background())
	here.Set("stop", js.FuncOf(func(js.Value, []js.Value) any {
		cancel()
		return nil
	}))
	tell := func(s studied) {
		text, _ := json.Marshal(s)
		here.Call("found", string(text))
	}
	here.Set("begin", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].String()
		go func() {
			var o studyOrder
			err := json.Unmarshal([]byte(text), &o)
			var game *variants.Beside
			if err == nil {
				game, err = variants.NewBeside(o.Text)
			}
			var result *trial.Result
			if err == nil {
				result, err = trial.Run(ctx, trial.Options{
					Game: game.Name, Catalogue: study.Catalogue{Open: game.Open, Derive: game.Derive, Parts: game.Parts, Changes: variants.Names()},
					Budget: time.Duration(o.Seconds * float64(time.Second)), Concurrency: 1,
				}, func(p []byte) { tell(studied{Progress: p}) })
			}
			if err != nil {
				tell(studied{Fault: err.Error()})
				return
			}
			all, _ := json.Marshal(result)
			tell(studied{Result: all})
		}()
		return nil
	}))
}
