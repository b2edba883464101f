// Package reference lets perft.Verify ask the general machine about games of the fast
// one.
package reference

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/perft"
)

// New returns a reference that stands at a position. An error says that the general
// machine cannot play the game.
func New(pos *chess.Position) (perft.Reference, error) {
	t, err := general.NewReference(pos.Rules().Variant())
	if err != nil {
		return nil, err
	}
	return reference{t, t.Position(pos.Setup())}, nil
}

type reference struct {
	reference *general.Reference
	pos       game.Position
}

func (reference) Name() string { return "the general machine" }

func (r reference) Moves() (moves []string) {
	for _, m := range r.pos.Moves() {
		moves = append(moves, r.reference.UCI(r.pos, m))
	}
	return moves
}

// Play returns the receiver for a move that is not legal.
func (r reference) Play(move string) perft.Reference {
	for _, m := range r.pos.Moves() {
		if r.reference.UCI(r.pos, m) == move {
			return reference{r.reference, r.pos.Play(m)}
		}
	}
	return r
}

func (r reference) Compare(pos *chess.Position) error {
	setup := r.reference.Setup(r.pos)
	if setup != pos.Setup() {
		return fmt.Errorf("has the position %s", chess.FormatSetup(setup))
	}
	switch anew, err := pos.Rules().Position(setup); {
	case err != nil:
		return fmt.Errorf("has a position that is none: %v", err)
	case anew.Key() != pos.Key():
		return fmt.Errorf("has the key %016x, not %016x", anew.Key(), pos.Key())
	}
	return nil
}
