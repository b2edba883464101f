package match

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A TimeControl limits an engine's thinking. A zero field sets no limit; all
// limits that are set apply together.
type TimeControl struct {
	// Time for Moves moves, or for the game if Moves is 0, with an increment
	// after each move. A Fibonacci turn is one move.
	Moves           int           `json:",omitempty"`
	Time, Increment time.Duration `json:",omitempty"`
	MoveTime        time.Duration `json:",omitempty"` // for each go
	Nodes           uint64        `json:",omitempty"` // for each go
	Depth           int           `json:",omitempty"` // for each go
}

// setClock reads [MOVES/]TIME[+INCREMENT], where times are seconds, or
// minutes:seconds.
func (t *TimeControl) setClock(text string) error {
	rest, increment, _ := strings.Cut(text, "+")
	moves, base, hasMoves := strings.Cut(rest, "/")
	if !hasMoves {
		moves, base = "", rest
	}
	c := TimeControl{Nodes: t.Nodes, Depth: t.Depth}
	if hasMoves {
		n, err := positive(moves, 1000)
		if err != nil {
			return err
		}
		c.Moves = int(n)
	}
	var err error
	if c.Time, err = parseTime(base); err != nil {
		return err
	}
	if c.Time == 0 {
		return errors.New("the time is 0")
	}
	if strings.Contains(text, "+") {
		if c.Increment, err = parseTime(increment); err != nil {
			return err
		}
	}
	*t = c
	return nil
}

// parseTime reads seconds, or minutes:seconds, with decimals.
func parseTime(text string) (time.Duration, error) {
	minutes, seconds, both := strings.Cut(text, ":")
	if !both {
		minutes, seconds = "0", text
	}
	m, err := strconv.ParseUint(minutes, 10, 16)
	s, err2 := strconv.ParseFloat(seconds, 64)
	if err != nil || err2 != nil || !(s >= 0 && s <= 1e6) {
		return 0, fmt.Errorf("%.40q is not a time in seconds or minutes:seconds", text)
	}
	return time.Duration(m)*time.Minute + time.Duration(math.Round(s*1000))*time.Millisecond, nil
}

// String returns the limits in the format of the PGN tag TimeControl where
// there is one: "40/60+0.5", "8+0.08", "1/0.1" for a time per move; otherwise
// in words.
func (t TimeControl) String() string {
	var parts []string
	switch {
	case t.MoveTime > 0:
		parts = append(parts, "1/"+secondsText(t.MoveTime))
	case t.Time > 0:
		text := secondsText(t.Time)
		if t.Moves > 0 {
			text = fmt.Sprintf("%d/%s", t.Moves, text)
		}
		if t.Increment > 0 {
			text += "+" + secondsText(t.Increment)
		}
		parts = append(parts, text)
	}
	if t.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("%d nodes", t.Nodes))
	}
	if t.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", t.Depth))
	}
	return strings.Join(parts, ", ")
}

// secondsText writes a time in seconds with as many decimals as it needs.
func secondsText(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Milliseconds())/1000, 'f', -1, 64)
}

// A clock holds the time that one engine has left in a game.
type clock struct {
	control TimeControl
	left    time.Duration
	toGo    int // moves to the next time control, 0 for none
}

func newClock(t TimeControl) clock { return clock{t, t.Time, t.Moves} }

// runs reports whether there is a clock at all, rather than only a limit per
// move.
func (c *clock) runs() bool { return c.control.Time > 0 }

// allowance returns how long the engine may think now, and whether anything
// limits its time.
func (c *clock) allowance() (time.Duration, bool) {
	switch {
	case c.runs():
		return c.left, true
	case c.control.MoveTime > 0:
		return c.control.MoveTime, true
	}
	return 0, false
}

// spend takes time off the clock. It never goes below 0: an engine that was too
// late has already lost.
func (c *clock) spend(used time.Duration) {
	if c.runs() {
		c.left = max(c.left-used, 0)
	}
}

// moved is called when the turn passes: it adds the increment, and the time of
// the next control once the moves of this one have been made.
func (c *clock) moved() {
	if !c.runs() {
		return
	}
	c.left += c.control.Increment
	if c.control.Moves > 0 {
		if c.toGo--; c.toGo == 0 {
			c.toGo = c.control.Moves
			c.left += c.control.Time
		}
	}
}

// goCommand returns the go command for the engine whose clock is own. clocks
// are those of White and Black.
func goCommand(own *clock, clocks *[2]clock) string {
	text := "go"
	if own.runs() {
		for i, name := range []string{"w", "b"} {
			c := &clocks[i]
			if !c.runs() { // it has no clock: send ours
				c = own
			}
			text += fmt.Sprintf(" %stime %d %sinc %d", name, max(c.left.Milliseconds(), 1), name, c.control.Increment.Milliseconds())
		}
		if own.toGo > 0 {
			text += fmt.Sprintf(" movestogo %d", own.toGo)
		}
	}
	if t := own.control; t.MoveTime > 0 {
		text += fmt.Sprintf(" movetime %d", t.MoveTime.Milliseconds())
	}
	if n := own.control.Nodes; n > 0 {
		text += fmt.Sprintf(" nodes %d", n)
	}
	if d := own.control.Depth; d > 0 {
		text += fmt.Sprintf(" depth %d", d)
	}
	return text
}
