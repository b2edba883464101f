package chess_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/rules"
)

// The reference of these tests is the general machine: the twin of a ruleset.

// twins are those of the last rulesets that were asked for.
var twins struct {
	sync.Mutex
	of map[*chess.Ruleset]*general.Twin
}

func twinOf(t testing.TB, ruleset *chess.Ruleset) *general.Twin {
	t.Helper()
	twins.Lock()
	defer twins.Unlock()
	if twin := twins.of[ruleset]; twin != nil {
		return twin
	}
	twin, err := general.NewTwin(ruleset.Variant())
	if err != nil {
		t.Fatalf("%s: %v", ruleset.Name(), err)
	}
	if len(twins.of) >= 100 || twins.of == nil {
		twins.of = map[*chess.Ruleset]*general.Twin{}
	}
	twins.of[ruleset] = twin
	return twin
}

// A reference is a position of a twin, with its legal moves.
type reference struct {
	twin  *general.Twin
	pos   game.Position
	moves map[string]game.Move // by what text returns
}

func referenceAt(t testing.TB, pos *chess.Position) reference {
	t.Helper()
	twin := twinOf(t, pos.Rules())
	r := reference{twin: twin, pos: twin.Position(pos.Setup()), moves: map[string]game.Move{}}
	for _, m := range r.pos.Moves() {
		text := twin.UCI(r.pos, m)
		if at, ok := r.pos.Captured(m); ok {
			text += " captures on " + at.String()
		}
		if _, twice := r.moves[text]; twice {
			t.Fatalf("%s\nthe twin lists %s twice", describe(pos), text)
		}
		r.moves[text] = m
	}
	return r
}

// moveText is what a reference calls a move of package chess.
func moveText(pos *chess.Position, m chess.Move) string {
	text := pos.UCI(m)
	if m.IsCapture() {
		text += " captures on " + m.CapturedSquare().String()
	}
	return text
}

// list returns the moves, sorted.
func (r *reference) list() (moves []string) {
	for text := range r.moves {
		moves = append(moves, text)
	}
	slices.Sort(moves)
	return moves
}

// play returns what a move leads to, which must be legal.
func (r *reference) play(t testing.TB, pos *chess.Position, m chess.Move) rules.Setup {
	t.Helper()
	move, legal := r.moves[moveText(pos, m)]
	if !legal {
		t.Fatalf("%s\n%s is no move of the twin", describe(pos), moveText(pos, m))
	}
	return r.twin.Setup(r.pos.Play(move))
}

// twinPlay plays a move of a twin, given in UCI notation.
func twinPlay(t testing.TB, twin *general.Twin, pos game.Position, text string) game.Position {
	t.Helper()
	for _, m := range pos.Moves() {
		if twin.UCI(pos, m) == text {
			return pos.Play(m)
		}
	}
	t.Fatalf("%s is no move of the twin in %s", text, pos.FEN())
	return nil
}

// twinPerft counts the leaves of the tree of legal moves.
func twinPerft(pos game.Position, depth int) (leaves uint64) {
	if depth == 0 {
		return 1
	}
	moves := pos.Moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		leaves += twinPerft(pos.Play(m), depth-1)
	}
	return leaves
}
