package command

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/heterodox-chess/heterodox/perft"
)

// A bar shows the progress of a count that takes longer than a second, with
// the time that it will still take. Where the standard error is no terminal it
// writes a line after ten seconds, and one whenever twice the time has gone by.
type bar struct {
	line *progressbar.ProgressBar
	std  Stdio         // for lines, where there is no bar
	next time.Duration // when the next line is due
}

// barUnits is the length of a finished bar.
const barUnits = 1000

// firstLine is when a count that goes on tells so where there is no terminal.
const firstLine = 10 * time.Second

func newBar(std Stdio) *bar {
	if !IsTerminal(std.Err) {
		return &bar{std: std, next: firstLine}
	}
	return &bar{line: progressbar.NewOptions64(barUnits,
		progressbar.OptionSetWriter(std.Err),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false), // it would count from the first drawing
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
	)}
}

// show draws how far a count has come.
func (b *bar) show(p perft.Progress) {
	text := fmt.Sprintf("%d million nodes, time left %s", p.Nodes/1e6, timeLeft(p))
	if b.line == nil {
		if p.Elapsed >= b.next {
			b.std.Note("perft: counting for %s, %s", p.Elapsed.Round(time.Second), text)
			b.next = 2 * p.Elapsed
		}
		return
	}
	if p.Elapsed < time.Second {
		return
	}
	b.line.Describe(text)
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
