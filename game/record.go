package game

import (
	"slices"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Record is a position with the moves that led to it. Unlike a Position it checks
// the moves it is given, and detects repetition. It is not safe for concurrent use.
type Record struct {
	positions []Position // one more than moves
	moves     []Move
}

// NewRecord returns a record that starts from a position.
func NewRecord(start Position) *Record {
	return &Record{positions: []Position{start}}
}

// Start returns the position the record began with.
func (r *Record) Start() Position { return r.positions[0] }

// Position returns the current position.
func (r *Record) Position() Position { return r.positions[len(r.positions)-1] }

// At returns the position after n moves, 0 ≤ n ≤ Len.
func (r *Record) At(n int) Position { return r.positions[n] }

// Len returns the number of single moves played.
func (r *Record) Len() int { return len(r.moves) }

// Moves returns the moves played, in a new slice.
func (r *Record) Moves() []Move { return slices.Clone(r.moves) }

// Play plays a move and reports whether it was legal; an illegal one changes
// nothing.
func (r *Record) Play(m Move) bool {
	pos := r.Position()
	if !slices.Contains(pos.Moves(), m) {
		return false
	}
	r.Push(m)
	return true
}

// Push plays legal moves one after the other, without checking them: an illegal one
// panics or leads to nonsense.
func (r *Record) Push(moves ...Move) {
	for _, m := range moves {
		r.positions = append(r.positions, r.Position().Play(m))
		r.moves = append(r.moves, m)
	}
}

// PlaySAN plays a move in algebraic notation. If it is not a legal move, nothing
// changes and the error, ParseSAN's, says why.
func (r *Record) PlaySAN(text string) error {
	pos := r.Position()
	m, err := pos.ParseSAN(text)
	if err == nil {
		r.Push(m)
	}
	return err
}

// PlayTurn plays a token that ParseTurn reads: a move, or several of one turn
// joined by '/'. If there is an error, ParseTurn's, nothing is played.
func (r *Record) PlayTurn(token string) error {
	moves, _, err := ParseTurn(r.Position(), token)
	r.Push(moves...)
	return err
}

// Undo takes the last move back. It reports false, and does nothing, if there
// is none.
func (r *Record) Undo() bool {
	if len(r.moves) == 0 {
		return false
	}
	r.positions = slices.Delete(r.positions, len(r.positions)-1, len(r.positions))
	r.moves = r.moves[:len(r.moves)-1]
	return true
}

// Clone returns an independent copy.
func (r *Record) Clone() *Record {
	return &Record{positions: slices.Clone(r.positions), moves: slices.Clone(r.moves)}
}

// Repetitions returns how often the current position has occurred, this time
// included.
func (r *Record) Repetitions() int {
	key, n := r.Position().Key(), 0
	for _, p := range r.positions {
		if p.Key() == key {
			n++
		}
	}
	return n
}

// Outcome returns the outcome of the current position, including by repetition: a
// draw at the third occurrence, unless the game has its own rules for that.
func (r *Record) Outcome() rules.Outcome {
	o := r.Position().Outcome()
	if o.Over() {
		return o
	}
	if p, ok := r.Position().(Repeater); ok {
		if o, own := p.Repeated(r.positions, r.moves); own {
			return o
		}
	}
	if r.Repetitions() >= 3 {
		return rules.Outcome{Result: rules.Draw, Reason: rules.Repetition}
	}
	return o
}
