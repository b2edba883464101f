package table

import (
	"time"

	"github.com/heterodox-chess/heterodox/rules"
)

// A clock holds the time that both sides have left. At most one side's clock runs.
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

// start starts the clock of a side.
func (c *clock) start(side rules.Color, now time.Time) {
	c.running, c.side, c.since = true, side, now
}

// stop stops the clock and subtracts the time that has passed.
func (c *clock) stop(now time.Time) {
	if c.running {
		c.left[c.side] = max(0, c.left[c.side]-now.Sub(c.since))
		c.running = false
	}
}

// at returns the time that both sides have left at a given moment.
func (c clock) at(now time.Time) [2]time.Duration {
	c.stop(now)
	return c.left
}
