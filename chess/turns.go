package chess

// A turnSequence says how many moves the turns of a game have.
type turnSequence uint8

const (
	singleMoves turnSequence = iota // one move a turn, and turns are not counted
	fibonacciTurns
	progressiveTurns
	marseillaisTurns
)

// maxTurnLength is where the Fibonacci numbers are cut off, so that the moves
// of a turn always fit 64 bits.
const maxTurnLength = 1 << 61

// fibonacciLengths holds F(0), F(1), … as far as they stay below maxTurnLength.
var fibonacciLengths = func() (lengths [90]uint64) {
	lengths[1] = 1
	for n := 2; n < len(lengths); n++ {
		lengths[n] = lengths[n-1] + lengths[n-2]
	}
	return lengths
}()

// TurnLength returns the number of moves that turn n ≥ 1 has if no check ends it,
// cut off at 1<<61; 1 in games of one move a turn.
func (r *Ruleset) TurnLength(n uint64) uint64 { return r.turnLength(n) }

// turnLength returns the number of moves in turn n ≥ 1.
func (r *Ruleset) turnLength(n uint64) uint64 {
	switch r.turns {
	case fibonacciTurns:
		if n >= uint64(len(fibonacciLengths)) {
			return maxTurnLength
		}
		return min(fibonacciLengths[n], maxTurnLength)
	case progressiveTurns:
		return n
	case marseillaisTurns:
		return min(n, 2)
	}
	return 1
}

// turnPlace returns the same for turns that a game goes on from alike, as far as
// their number goes: where the lengths of turns repeat, it is the place in the period
// that tells positions apart. All turns of marseillais but the first are alike.
func (r *Ruleset) turnPlace(n uint64) uint64 {
	if r.turns == marseillaisTurns {
		return min(n, 2)
	}
	return n
}

// firstAlike returns the first turn of the same side whose turnPlace is that of turn n.
func (r *Ruleset) firstAlike(n uint32) uint32 {
	if r.turns == marseillaisTurns && n > 3 {
		return 2 + n&1
	}
	return n
}
