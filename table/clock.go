package table

import (
	"time"

	"github.com/heterodox-chess/heterodox/rules"
)

// A clock holds the time that both sides have left. One of them may be running.
type clock struct {
	control Control
	left    [2]time.Duration
	running bool
	side    rules.Color
	since   time.Time
}

func newClock(c Control) clock {
	return clock{control: c, left: [2]time.Duration{c.Base, c.Base}}
}

// start lets the clock of a side run.
func (c *clock) start(side rules.Color, now time.Time) {
	c.running, c.side, c.since = true, side, now
}

// stop stops the clock and takes off what has passed.
func (c *clock) stop(now time.Time) {
	if c.running {
		c.left[c.side] = max(0, c.left[c.side]-now.Sub(c.since))
		c.running = false
	}
}

// at returns what both sides have left at a time.
func (c clock) at(now time.Time) [2]time.Duration {
	c.stop(now)
	return c.left
}
