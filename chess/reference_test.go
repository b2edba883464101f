package chess_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// The reference in these tests is the general machine with the rules of a ruleset.

// references caches those of the rulesets requested last.
var references struct {
	sync.Mutex
	of map[*chess.Ruleset]*general.Reference
}

func referenceOf(t testing.TB, ruleset *chess.Ruleset) *general.Reference {
	t.Helper()
	references.Lock()
	defer references.Unlock()
	if ref := references.of[ruleset]; ref != nil {
		return ref
	}
	ref := must.Get(t, general.NewReference, ruleset.Variant())
	if len(references.of) >= 100 || references.of == nil {
		references.of = map[*chess.Ruleset]*general.Reference{}
	}
	references.of[ruleset] = ref
	return ref
}

// A refPosition is a position of a reference, with its legal moves.
type refPosition struct {
	ref   *general.Reference
	pos   game.Position
	moves map[string]game.Move // by the result of moveText
}

func refAt(t testing.TB, pos *chess.Position) refPosition {
	t.Helper()
	ref := referenceOf(t, pos.Rules())
	r := refPosition{ref: ref, pos: ref.Position(pos.Setup()), moves: map[string]game.Move{}}
	for _, m := range r.pos.Moves() {
		text := ref.UCI(r.pos, m)
		if at, ok := r.pos.Captured(m); ok {
			text += " captures on " + at.String()
		}
		if _, twice := r.moves[text]; twice {
			t.Fatalf("%s\nthe ref lists %s twice", describe(pos), text)
		}
		r.moves[text] = m
	}
	return r
}

// moveText returns what the reference calls a move of package chess.
func moveText(pos *chess.Position, m chess.Move) string {
	text := pos.UCI(m)
	if m.IsCapture() {
		text += " captures on " + m.CapturedSquare().String()
	}
	return text
}

// list returns the moves, sorted.
func (r *refPosition) list() (moves []string) {
	for text := range r.moves {
		moves = append(moves, text)
	}
	slices.Sort(moves)
	return moves
}

// play returns the position after a move, which must be legal.
func (r *refPosition) play(t testing.TB, pos *chess.Position, m chess.Move) rules.Setup {
	t.Helper()
	move, legal := r.moves[moveText(pos, m)]
	if !legal {
		t.Fatalf("%s\n%s is not a move of the ref", describe(pos), moveText(pos, m))
	}
	return r.ref.Setup(r.pos.Play(move))
}

// refPlay plays a move of a reference, given in UCI notation.
func refPlay(t testing.TB, ref *general.Reference, pos game.Position, text string) game.Position {
	t.Helper()
	for _, m := range pos.Moves() {
		if ref.UCI(pos, m) == text {
			return pos.Play(m)
		}
	}
	t.Fatalf("%s is not a move of the ref in %s", text, pos.FEN())
	return nil
}

// refPerft counts the leaves of the tree of legal moves.
func refPerft(pos game.Position, depth int) (leaves uint64) {
	if depth == 0 {
		return 1
	}
	moves := pos.Moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		leaves += refPerft(pos.Play(m), depth-1)
	}
	return leaves
}
