package board

// A turnSequence says how many moves the turns of a game have.
type turnSequence uint8

const (
	SingleMoves turnSequence = iota // one move a turn, and turns are not counted
	FibonacciTurns
	ProgressiveTurns
	MarseillaisTurns
)

// MaxTurnLength is where the Fibonacci numbers are cut off, so that the moves
// of a turn always fit 64 bits.
const MaxTurnLength = 1 << 61

// fibonacciLengths holds F(0), F(1), … as far as they stay below maxTurnLength.
var fibonacciLengths = func() (lengths [90]uint64) {
	lengths[1] = 1
	for n := 2; n < len(lengths); n++ {
		lengths[n] = lengths[n-1] + lengths[n-2]
	}
	return lengths
}()

// TurnLength returns the number of moves in turn n ≥ 1.
func (r *Masks) TurnLength(n uint64) uint64 {
	switch r.Turns {
	case FibonacciTurns:
		if n >= uint64(len(fibonacciLengths)) {
			return MaxTurnLength
		}
		return min(fibonacciLengths[n], MaxTurnLength)
	case ProgressiveTurns:
		return n
	case MarseillaisTurns:
		return min(n, 2)
	}
	return 1
}

// TurnPlace returns the same for turns that a game goes on from alike, as far as
// their number goes: where the lengths of turns repeat, it is the place in the period
// that tells positions apart. All turns of marseillais but the first are alike.
func (r *Masks) TurnPlace(n uint64) uint64 {
	if r.Turns == MarseillaisTurns {
		return min(n, 2)
	}
	return n
}

// FirstAlike returns the first turn of the same side whose turnPlace is that of turn n.
func (r *Masks) FirstAlike(n uint32) uint32 {
	if r.Turns == MarseillaisTurns && n > 3 {
		return 2 + n&1
	}
	return n
}
