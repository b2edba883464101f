package engine

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/game"
)

// A Score is the value of a position for the side to move, in centipawns, or a
// forced win or loss near Mate or −Mate.
type Score int32

// Mate is the score of a game just won; a win that takes longer scores less,
// by turnCost for each turn and 1 for each single move on the way. A game
// just lost scores −Mate.
const Mate Score = 500_000

const (
	turnCost = 1024
	// maxEval bounds every evaluation; anything beyond is a win or a loss.
	maxEval Score = 300_000
)

// Mate returns the number of moves in which the side to move wins (positive)
// or loses (negative or 0) by force, and whether it does. In fibonacci whole
// turns are counted.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s > maxEval:
		return (int(Mate-s)/turnCost + 1) / 2, true
	case s < -maxEval:
		return -(int(Mate+s)/turnCost + 1) / 2, true
	}
	return 0, false
}

// matePlies returns the number of single moves to a forced win or loss.
func (s Score) matePlies() int { return int(Mate-max(s, -s)) % turnCost }

// String returns the score as in UCI: "cp 12" or "mate -3".
func (s Score) String() string {
	if moves, ok := s.Mate(); ok {
		return fmt.Sprintf("mate %d", moves)
	}
	return fmt.Sprintf("cp %d", s)
}

// The bounds of scores, and none: nothing is known about the true score.
const (
	exact = game.Exact
	lower = game.Lower
	upper = game.Upper
	none  = upper + 1
)
