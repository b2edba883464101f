// Package trial studies games that are being designed on the page.
package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/heterodox-chess/heterodox/internal/study"
)

// Options describe what is studied, and how.
type Options struct {
	Game        string // a name that Catalogue knows
	Catalogue   study.Catalogue
	Budget      time.Duration
	Rounds      int // instead of the budget, if above 0
	Concurrency int // games at a time
	Build       string
}

// A Result is a report, as JSON and as a self-contained page.
type Result struct {
	Report json.RawMessage `json:"report"`
	HTML   string          `json:"html"`
}

// Run studies a game. If ctx ends, the result covers the games played by then. watch receives
// the progress as JSON.
func Run(ctx context.Context, o Options, watch func(progress []byte)) (*Result, error) {
	s := study.DefaultOptions()
	s.Game, s.Catalogue, s.Build, s.Concurrency, s.Budget = o.Game, o.Catalogue, o.Build, o.Concurrency, o.Budget
	if o.Rounds > 0 {
		s.Rounds, s.Budget = o.Rounds, 0
	}
	s.Watch = watchIn(watch)
	report, err := study.Run(ctx, s)
	if report == nil && ctx.Err() != nil {
		return nil, errors.New("the study was ended before there was anything to report")
	}
	if report == nil {
		return nil, err
	}
	result := &Result{}
	if result.Report, err = json.Marshal(report); err != nil {
		return nil, err
	}
	rules, err := o.Catalogue.Open(o.Game)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	if err := report.WriteHTML(&page, rules.Start()); err != nil {
		return nil, err
	}
	result.HTML = page.String()
	return result, nil
}

// pace is the minimum time between two progress reports.
const pace = 200 * time.Millisecond

// watchIn returns a function that reports progress as JSON, not too often.
func watchIn(watch func(progress []byte)) func(study.Progress) {
	doing, last := "", time.Time{}
	return func(p study.Progress) {
		if watch == nil || p.Doing == doing && time.Since(last) < pace {
			return
		}
		doing, last = p.Doing, time.Now()
		text, err := json.Marshal(map[string]any{
			"doing": p.Doing, "games": p.Games, "fraction": p.Fraction, "seconds": p.Elapsed.Seconds(), "white": p.White, "draws": p.Draws, "black": p.Black,
		})
		if err == nil {
			watch(text)
		}
	}
}
