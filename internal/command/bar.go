package command

import (
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/perft"
)

// A bar shows the progress of a count that takes longer than a second, with an estimate of the
// time left. If standard error is not a terminal, it writes a line after ten seconds, and
// another each time the elapsed time has doubled.
type bar struct {
	std  Stdio
	line *LiveLine
	next time.Duration // when the next line is due without a terminal
}

// barWidth is the width of a bar on a terminal.
const barWidth = 30

// firstLine is the time after which a count reports its progress without a terminal.
const firstLine = 10 * time.Second

func newBar(std Stdio) *bar { return &bar{std, NewLiveLine(std), firstLine} }

// show draws the progress of a count.
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

// clear erases the bar on the terminal; show draws it again.
func (b *bar) clear() { b.line.Clear() }

// timeLeft estimates how long a count will still take, from the time it has taken so far.
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
