package chess_test

import (
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// A pass leaves the same position with the other side to move.
func TestPass(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 7))
	for _, name := range variants.Names() {
		pos := variants.MustCompile(name).Start()
		for range 120 {
			moves := pos.Moves(nil)
			if len(moves) == 0 {
				break
			}
			if !pos.InCheck() {
				checkPass(t, name, pos)
			}
			pos = pos.Play(moves[random.IntN(len(moves))])
		}
	}
}

func checkPass(t *testing.T, name string, pos chess.Position) {
	t.Helper()
	passed := pos.Pass()
	if got, want := passed.IncrementalKey(), passed.ComputeKey(); got != want {
		t.Fatalf("%s: %s: key %x after a pass, recomputed %x", name, pos.FEN(), got, want)
	}
	want := pos.Setup()
	want.Side, want.EnPassant = want.Side.Opponent(), bitboard.NoSquare
	if !want.Zeroing {
		want.Halfmove++
	}
	want.Zeroing = false
	if pos.Side() == rules.Black {
		want.Fullmove++
	}
	if number, _ := pos.Turn(); number > 0 {
		want.Turn, want.Left = passed.Turn()
		if want.Turn != number+1 {
			t.Fatalf("%s: turn %d after turn %d", name, want.Turn, number)
		}
	}
	fresh, err := pos.Rules().Position(want)
	if err != nil {
		t.Fatalf("%s: %s: %v", name, passed.FEN(), err)
	}
	if fresh.Key() != passed.Key() || fresh.FEN() != passed.FEN() {
		t.Fatalf("%s: %s passes to %s, want %s", name, pos.FEN(), passed.FEN(), fresh.FEN())
	}
}
