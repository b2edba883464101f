package perft_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/reference"
	"github.com/heterodox-chess/heterodox/perft"
)

// referenceAt returns the general machine as a reference.
func referenceAt(t testing.TB, pos chess.Position) perft.Reference {
	t.Helper()
	ref, err := reference.New(&pos)
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

func TestVerifyAgrees(t *testing.T) {
	for name, pos := range randomGames(t) {
		depth := 2
		if testing.Short() || pos.CountMoves() > 60 {
			depth = 1
		}
		diff, positions, err := perft.Verify(t.Context(), &pos, depth, referenceAt(t, pos))
		if diff != nil || err != nil || positions == 0 {
			t.Errorf("%s: %d positions, %v, %v", name, positions, diff, err)
		}
	}
}

// TestVerifyCountsPositions: all plies up to the depth are visited.
func TestVerifyCountsPositions(t *testing.T) {
	pos := start(t, "chess")
	for depth, want := range []uint64{1, 21, 421} {
		if _, positions, err := perft.Verify(t.Context(), &pos, depth); positions != want || err != nil {
			t.Errorf("depth %d: %d positions, %v", depth, positions, err)
		}
	}
}

// A broken reference is wrong about some positions.
type broken struct {
	perft.Reference
	pos    chess.Position
	lies   func(fen string) bool
	change func(moves []string) []string // if not nil, changes the moves
	claim  error                         // if not nil, the result of Compare
}

func (*broken) Name() string { return "broken" }

func (b *broken) Moves() []string {
	moves := b.Reference.Moves()
	if b.change != nil && b.lies(b.pos.FEN()) {
		return b.change(moves)
	}
	return moves
}

func (b *broken) Play(move string) perft.Reference {
	m, err := b.pos.ParseMove(move)
	if err != nil {
		panic(err)
	}
	next := *b
	next.Reference, next.pos = b.Reference.Play(move), b.pos.Play(m)
	return &next
}

func (b *broken) Compare(pos *chess.Position) error {
	if b.claim != nil && b.lies(b.pos.FEN()) {
		return b.claim
	}
	return b.Reference.Compare(pos)
}

func TestVerifyFindsTheShortestLine(t *testing.T) {
	pos := start(t, "chess")
	const afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"
	// It is wrong about one position a move away and about all three moves away.
	lies := func(fen string) bool {
		return strings.HasPrefix(fen, afterE4) || strings.Contains(fen, " b ") && strings.HasSuffix(fen, " 2")
	}
	for name, c := range map[string]struct {
		broken broken
		want   perft.Difference
	}{
		"a move too few": {
			broken{change: func(moves []string) []string {
				return slices.DeleteFunc(moves, func(m string) bool { return m == "e7e5" || m == "a7a5" })
			}},
			perft.Difference{Surplus: []string{"a7a5", "e7e5"}},
		},
		"a move too many": {
			broken{change: func(moves []string) []string { return append(moves, "e7e4") }},
			perft.Difference{Missing: []string{"e7e4"}},
		},
		"a move twice": {
			broken{change: func(moves []string) []string { return append(moves, "e7e5") }},
			perft.Difference{Missing: []string{"e7e5"}},
		},
		"another position": {
			broken{claim: errors.New("sees a ghost")},
			perft.Difference{Detail: "sees a ghost"},
		},
	} {
		c.broken.Reference, c.broken.pos, c.broken.lies = referenceAt(t, pos), pos, lies
		diff, _, err := perft.Verify(t.Context(), &pos, 3, referenceAt(t, pos), &c.broken)
		if diff == nil || err != nil {
			t.Errorf("%s is not found, %v", name, err)
			continue
		}
		if !slices.Equal(diff.Line, []string{"e2e4"}) || !strings.HasPrefix(diff.FEN, afterE4) || diff.Reference != "broken" ||
			!slices.Equal(diff.Missing, c.want.Missing) || !slices.Equal(diff.Surplus, c.want.Surplus) || diff.Detail != c.want.Detail {
			t.Errorf("%s: %+v", name, diff)
		}
	}
}

// A reference at another position differs immediately.
func TestVerifyFindsADifferenceAtTheRoot(t *testing.T) {
	pos := position(t, "chess", kiwipete)
	diff, positions, err := perft.Verify(t.Context(), &pos, 3, referenceAt(t, start(t, "chess")))
	if diff == nil || len(diff.Line) != 0 || positions != 1 || err != nil {
		t.Fatalf("%+v, %d positions, %v", diff, positions, err)
	}
	text := diff.String()
	for _, want := range []string{"line:  (no moves)\n", "FEN:   " + kiwipete, "only the general machine has:  ", "the general machine lacks:  ", "the general machine:  has the position rnbq"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing from\n%s", want, text)
		}
	}
}

func TestVerifyStops(t *testing.T) {
	pos := position(t, "chess", kiwipete)
	for wait := 50 * time.Millisecond; ; wait *= 2 { // a slow machine may not have reported anything yet
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		diff, positions, err := perft.Verify(ctx, &pos, 10, referenceAt(t, pos))
		cancel()
		if diff != nil || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("%v, %d positions, %v", diff, positions, err)
		}
		if positions > 0 {
			return
		}
	}
}
