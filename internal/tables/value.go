package tables

import (
	"cmp"
	"fmt"
)

// A Value is what a position is worth to the side to move if both sides play as well as they
// can: a side that can win does so as soon as possible, and one that must lose holds out as long
// as possible.
type Value struct {
	// Result is +1 for a win, 0 for a draw, -1 for a loss.
	Result int8
	// Plies is the number of moves, by either side, until the game ends by mate or another win;
	// 0 for a draw, and where the game is over. Limits on moves without progress, such as fifty,
	// and repetition do not count, so a win may take longer than such a limit allows.
	Plies int
}

// Moves returns the distance in moves of the winning side, as in "mate in 3".
func (v Value) Moves() int {
	if v.Result < 0 {
		return v.Plies / 2
	}
	return (v.Plies + 1) / 2
}

// String returns "win in 3", "loss in 2", "draw"; in moves of the winning side.
func (v Value) String() string {
	switch {
	case v.Result > 0:
		return fmt.Sprintf("win in %d", v.Moves())
	case v.Result < 0:
		return fmt.Sprintf("loss in %d", v.Moves())
	}
	return "draw"
}

// Before returns the value of a position, for its side to move, if a move leads from it to one
// with the value v.
func (v Value) Before() Value {
	if v.Result == 0 {
		return v
	}
	return Value{-v.Result, v.Plies + 1}
}

// Compare returns a positive number if a side to move prefers v to w, a negative one if it prefers
// w: a win, a fast one, a draw, a slow loss.
func (v Value) Compare(w Value) int {
	return cmp.Or(cmp.Compare(v.Result, w.Result), int(v.Result)*cmp.Compare(w.Plies, v.Plies))
}

// A cell is a value while a table is being made, its class and plies in 16 bits.
type cell uint16

// The classes of cells.
const (
	open    cell = iota << 13 // not known yet; plies is the least number to a loss, from moves out of the table
	safe                      // not known yet, but not lost
	winning                   // won in that many plies, if not sooner
	losing                    // lost in that many plies, if not sooner
	won
	lost
	drawn
	invalid // not a position

	class    cell = 7 << 13
	maxPlies      = 1<<13 - 1
)

func (c cell) plies() int { return int(c &^ class) }

// final reports whether a cell's value is final.
func (c cell) final() bool { return c >= won }

// cellOf returns the cell of a final value.
func cellOf(v Value) cell {
	switch v.Result {
	case 1:
		return won | cell(v.Plies)
	case -1:
		return lost | cell(v.Plies)
	}
	return drawn
}

func (c cell) value() Value {
	switch c & class {
	case won:
		return Value{1, c.plies()}
	case lost:
		return Value{-1, c.plies()}
	}
	return Value{}
}
