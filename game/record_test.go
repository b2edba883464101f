package game_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// record returns the record of a game from a position, its start if the FEN is empty.
func record(t *testing.T, variant, fen string) *game.Record {
	t.Helper()
	return game.NewRecord(must.Position(t, must.Get(t, variants.Open, variant), fen))
}

const knightsOutAndBack = "g1f3 g8f6 f3g1 f6g8 "

func TestRepetition(t *testing.T) {
	r := record(t, "chess", "")
	for want := 1; want <= 4; want++ {
		if got := r.Repetitions(); got != want {
			t.Fatalf("Repetitions = %d, want %d", got, want)
		}
		outcome := r.Outcome()
		if drawn := outcome == (rules.Outcome{Result: rules.Draw, Reason: rules.Repetition}); drawn != (want >= 3) {
			t.Errorf("after %d times: %v", want, outcome)
		}
		must.Continue(t, r, knightsOutAndBack) // the draw does not stop the game
	}
	for r.Undo() {
	}
	if r.Len() != 0 || r.Repetitions() != 1 || r.Outcome().Over() {
		t.Errorf("with all moves taken back: %d moves, %d repetitions, %v", r.Len(), r.Repetitions(), r.Outcome())
	}
	// Moves that were taken back do not count.
	must.Continue(t, r, knightsOutAndBack)
	if got := r.Repetitions(); got != 2 {
		t.Errorf("Repetitions = %d after all moves were taken back and four played, want 2", got)
	}
}

// What makes positions differ.
func TestRepetitionIdentity(t *testing.T) {
	for _, test := range []struct {
		why, variant, fen, moves string
		want                     int
	}{
		{"castling rights", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8", 2},
		{"an en-passant capture", "chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
			"e2e4 e8d8 e1d1 d8e8 d1e1", 1},
		{"… but only a legal one", "chess", "4k3/8/8/8/3p4/8/6P1/4K3 w - - 0 1",
			"g2g4 e8d8 e1d1 d8e8 d1e1", 2},
		{"a pinned pawn cannot take en passant", "chess", "4k3/8/8/8/3p4/8/4P3/K3R3 w - - 0 1",
			"e2e4 e8d8 a1b1 d8e8 b1a1", 1},
		{"the side to move", "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1d1 e8d8 d1e1 d8e8", 2},
		{"the turn", "fibonacci", "",
			"g1f3 g8f6 f3g1 g1f3 f6g8 g8f6 f6g8", 1},
		{"the moves left of a turn", "marseillais", "",
			"g1f3 g8f6 f6g8 f3g1 g1f3 g8f6 f6g8 f3g1 g1f3 g8f6 f6g8", 3},
		{"the first turn, which is shorter", "marseillais", "", "g1f3 g8f6 f6g8 f3g1", 1},
		{"the turn, where no two are alike", "progressive", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 1:1", "e1d1 e8d8 d8e8 d1e1 e1d1 d1e1", 1},
		{"a relocated piece comes back", "madhouse", "4k3/8/8/7n/8/8/8/4K2R w - - 0 1",
			"h1h5,h5g7 e8e7 h5h1 g7h5 h1h5,h5g7 e7e8 h5h1 g7h5", 2},
	} {
		r := record(t, test.variant, test.fen)
		must.Continue(t, r, test.moves)
		if got := r.Repetitions(); got != test.want {
			t.Errorf("%s: %d repetitions, want %d", test.why, got, test.want)
		}
	}
}

// Repetition is the last reason considered.
func TestRepetitionIsTheLastReason(t *testing.T) {
	r := record(t, "chess", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 100 80")
	must.Continue(t, r, strings.Repeat(knightsOutAndBack, 2))
	if got := r.Outcome().Reason; r.Repetitions() != 3 || got != rules.FiftyMoves {
		t.Errorf("after %d repetitions and 108 moves: %v", r.Repetitions(), got)
	}
}

// A draw does not stop a game.
func TestDrawsDoNotStopAGame(t *testing.T) {
	for _, fen := range []string{"7k/8/8/8/8/8/5Q2/K7 b - - 100 80", "7k/8/8/8/8/8/8/K7 b - - 0 80"} {
		r := record(t, "chess", fen)
		if !r.Outcome().Over() {
			t.Errorf("%s is not a draw", fen)
		}
		if !r.Play(must.Get(t, r.Position().ParseMove, "h8h7")) {
			t.Errorf("%s: the king may not move", fen)
		}
	}
}

// A move that is not legal changes nothing.
func TestRecordRefuses(t *testing.T) {
	for _, test := range []struct{ variant, fen, moves, refused string }{
		{"chess", "", "e2e4", "e2e4"},
		{"chess", "", "f2f3 e7e5 g2g4 d8h4", "e2e4"},
		{"blackhole", "4k3/8/8/8/3K4/8/8/8 w - - 0 1", "d4d5", "d4d3"},
	} {
		r := record(t, test.variant, test.fen)
		refused := must.Get(t, r.Start().ParseMove, test.refused)
		must.Continue(t, r, test.moves)
		before, moves := r.Position(), r.Moves()
		if r.Play(refused) || r.Position() != before || !slices.Equal(r.Moves(), moves) || r.Repetitions() != 1 {
			t.Errorf("%s after %s: %s was accepted, or changed the game", test.variant, test.moves, test.refused)
		}
	}
}

// In random games, with moves played and taken back, a Record remembers its moves and counts
// repetitions as a list of positions does.
func TestRecordHistory(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, fen := range []string{"", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/3nk3/8/8/3NK3/8/8 w - - 0 1"} {
		for _, variant := range []string{"chess", "madhouse", "fibonacci"} {
			r := record(t, variant, fen)
			positions := []game.Position{r.Position()}
			var moves []game.Move
			for range 400 {
				legal := positions[len(moves)].Moves()
				if random.IntN(3) == 0 || len(legal) == 0 {
					if r.Undo() != (len(moves) > 0) {
						t.Fatal("Undo reports wrongly whether there was a move")
					}
					if len(moves) > 0 {
						positions, moves = positions[:len(moves)], moves[:len(moves)-1]
					}
				} else {
					m := legal[random.IntN(len(legal))]
					if !r.Play(m) {
						t.Fatalf("%s is not legal", r.Position().UCI(m))
					}
					positions = append(positions, positions[len(moves)].Play(m))
					moves = append(moves, m)
				}
				checkRecord(t, r, positions, moves)
			}
		}
	}
}

// checkRecord compares a record with the expected positions and moves.
func checkRecord(t *testing.T, r *game.Record, positions []game.Position, moves []game.Move) {
	t.Helper()
	current := positions[len(moves)]
	if r.Position().FEN() != current.FEN() || r.Len() != len(moves) || !slices.Equal(r.Moves(), moves) {
		t.Fatalf("the game has %d moves, %v; want %d, %v", r.Len(), r.Moves(), len(moves), moves)
	}
	repetitions := 0
	for i, p := range positions {
		if r.At(i).Key() != p.Key() {
			t.Fatalf("key %d is wrong", i)
		}
		if p.Key() == current.Key() {
			repetitions++
		}
	}
	if r.Repetitions() != repetitions {
		t.Fatalf("Repetitions = %d, want %d", r.Repetitions(), repetitions)
	}
}

// Callers cannot change a record through its slice.
func TestRecordMovesAreACopy(t *testing.T) {
	r := record(t, "chess", "")
	must.Continue(t, r, knightsOutAndBack)
	want := r.Moves()[0]
	if r.Moves()[0] = 0; r.Moves()[0] != want {
		t.Error("the moves of a record are not the caller's own")
	}
}
