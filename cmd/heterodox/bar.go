package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/heterodox-chess/heterodox/perft"
)

// A bar shows the progress of a count that takes longer than a second, with
// the time that it will still take. It is silent where the standard error is no
// terminal.
type bar struct{ line *progressbar.ProgressBar }

// barUnits is the length of a finished bar.
const barUnits = 1000

func newBar(std stdio) *bar {
	if !isTerminal(std.err) {
		return &bar{}
	}
	return &bar{progressbar.NewOptions64(barUnits,
		progressbar.OptionSetWriter(std.err),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false), // it would count from the first drawing
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
	)}
}

// show draws how far a count has come.
func (b *bar) show(p perft.Progress) {
	if b.line == nil || p.Elapsed < time.Second {
		return
	}
	b.line.Describe(fmt.Sprintf("%d million nodes, time left %s", p.Nodes/1e6, timeLeft(p)))
	b.line.Set64(min(int64(p.Fraction*barUnits), barUnits-1))
}

// clear wipes the bar off the terminal; show draws it again.
func (b *bar) clear() {
	if b.line != nil {
		b.line.Clear()
	}
}

// timeLeft estimates how long a count will go on, from how long it has taken.
func timeLeft(p perft.Progress) string {
	if p.Fraction <= 0 {
		return "unknown"
	}
	seconds := p.Elapsed.Seconds() * (1 - p.Fraction) / p.Fraction
	if seconds > (1000 * time.Hour).Seconds() {
		return "over 1000h"
	}
	return (time.Duration(seconds) * time.Second).String()
}
