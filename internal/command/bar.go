package command

import (
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/perft"
)

// A bar shows the progress of a count that takes longer than a second, with
// the time that it will still take. Where the standard error is no terminal it
// writes a line after ten seconds, and one whenever twice the time has gone by.
type bar struct {
	std  Stdio
	line *LiveLine
	next time.Duration // when the next line is due, where there is no terminal
}

// barWidth is that of a bar on a terminal.
const barWidth = 30

// firstLine is when a count that goes on tells so where there is no terminal.
const firstLine = 10 * time.Second

func newBar(std Stdio) *bar { return &bar{std, NewLiveLine(std), firstLine} }

// show draws how far a count has come.
func (b *bar) show(p perft.Progress) {
	if !b.line.live {
		if p.Elapsed >= b.next {
			b.std.Note("perft: counting for %s, %d million nodes, time left %s", p.Elapsed.Round(time.Second), p.Nodes/1e6, timeLeft(p))
			b.next = 2 * p.Elapsed
		}
		return
	}
	if p.Elapsed >= time.Second {
		full := min(int(p.Fraction*barWidth), barWidth)
		b.line.Show("%2.0f %% [%-*s] %d million nodes, time left %s", 100*p.Fraction, barWidth, strings.Repeat("#", full), p.Nodes/1e6, timeLeft(p))
	}
}

// clear wipes the bar off the terminal; show draws it again.
func (b *bar) clear() { b.line.Clear() }

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
