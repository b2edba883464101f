package review

import (
	"fmt"
	"strconv"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Value is what a position is worth, from White's point of view.
type Value struct {
	Score int // centipawns
	// Mate, if not 0, says that White wins by force in that many moves (turns), or Black if it
	// is negative.
	Mate int
	// End says that the game has ended, and how.
	End rules.Result
}

// ValueOf returns the value that a search found for a position with a side to move.
func ValueOf(i game.Info, side rules.Color) Value {
	sign := 1 - 2*int(side)
	switch {
	case i.Mate && i.MateIn != 0:
		return Value{Mate: sign * i.MateIn}
	case i.Mate:
		return Value{End: rules.WinFor(side.Opponent())}
	}
	return Value{Score: sign * i.Score}
}

// String writes the value as in PGN's %eval: "0.31" in pawns, "#-3"; "" at the end of a game.
func (v Value) String() string {
	switch {
	case v.End != rules.Ongoing:
		return ""
	case v.Mate != 0:
		return fmt.Sprintf("#%d", v.Mate)
	}
	text := fmt.Sprintf("%.2f", float64(v.Score)/100)
	if text == "-0.00" {
		return "0.00"
	}
	return text
}

// ParseValue reads a value as String writes it; ok is false if the text is not one.
func ParseValue(text string) (v Value, ok bool) {
	if len(text) > 1 && text[0] == '#' {
		mate, err := strconv.Atoi(text[1:])
		return Value{Mate: mate}, err == nil && mate != 0
	}
	pawns, err := strconv.ParseFloat(text, 64)
	if err != nil || !(pawns > -1e7 && pawns < 1e7) {
		return Value{}, false
	}
	score := pawns*100 + 0.5
	if pawns < 0 {
		score = pawns*100 - 0.5
	}
	return Value{Score: int(score)}, true
}

// For returns the value from a side's point of view: what is good for it is positive.
func (v Value) For(side rules.Color) Value {
	if side == rules.Black {
		v.Score, v.Mate = -v.Score, -v.Mate
		switch v.End {
		case rules.WhiteWins:
			v.End = rules.BlackWins
		case rules.BlackWins:
			v.End = rules.WhiteWins
		}
	}
	return v
}

// words writes the value for a comment, including the end of a game.
func (v Value) words() string {
	if v.End != rules.Ongoing {
		return v.End.String()
	}
	return v.String()
}
