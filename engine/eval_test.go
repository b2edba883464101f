package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// mirrored returns the position with the colours changed, and the board turned
// over.
func mirrored(t *testing.T, pos chess.Position) (chess.Position, bool) {
	t.Helper()
	s := pos.Setup()
	m := s
	for sq, piece := range s.Board {
		if piece != rules.NoPiece {
			piece = rules.NewPiece(piece.Color().Opponent(), piece.Role())
		}
		m.Board[sq^56] = piece
	}
	m.Hands[0], m.Hands[1] = s.Hands[1], s.Hands[0]
	m.Side = s.Side.Opponent()
	m.Castling = s.Castling.Flip()
	m.EnPassant = bitboard.NoSquare
	if pos.Rules().LongTurns() {
		m.Turn, m.Left = s.Turn+1, s.Left
	}
	next, err := pos.Rules().Position(m)
	return next, err == nil
}

// Both colours are judged alike. Holes are not symmetric, so their variants are
// left out.
func TestEvaluationIsFair(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for _, variant := range compositions() {
		pos := variants.MustCompile(variant).Start()
		if pos.Rules().Holes() != 0 {
			continue
		}
		for range 60 {
			moves := pos.Moves(nil)
			if len(moves) == 0 {
				break
			}
			pos = pos.Play(moves[random.IntN(len(moves))])
			turned, ok := mirrored(t, pos)
			if !ok {
				continue
			}
			score, _ := engine.EvaluateChess(&pos)
			if other, _ := engine.EvaluateChess(&turned); other != score {
				t.Fatalf("%s %s: %d, mirrored %s: %d", variant, pos.FEN(), score, turned.FEN(), other)
			}
		}
	}
}

func evaluate(t *testing.T, variant, fen string) engine.Score {
	t.Helper()
	pos := position(t, variant, fen)
	score, _ := engine.EvaluateChess(&pos)
	return score
}

func TestEvaluationKnowsWhatMatters(t *testing.T) {
	for _, test := range []struct {
		what, variant, better, worse string
		margin                       engine.Score
	}{
		{"a queen", "chess", "4k3/8/8/8/8/8/PPPP4/3QK3 w - - 0 1", "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", 700},
		{"an amazon over a queen", "fairy", "3ak3/8/8/8/8/8/8/R2AK2R w - - 0 1", "3ak3/8/8/8/8/8/8/R3K2R w - - 0 1", 1100},
		{"pieces in hand", "baseline", "4k3/8/8/8/8/8/8/8[KR] w - - 0 1", "4k3/8/8/8/8/8/8/8[KN] w - - 0 1", 100},
		{"the second rook in extinction", "extinction",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w - - 0 1", 400},
		{"moves left in a turn", "fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 4 7:13", "4k3/8/8/8/8/8/8/4K3 w - - 0 4 7:1", 100},
		{"a line that no hole cuts", "blackhole", "4k3/8/8/8/8/1R6/8/4K3 w - - 0 1", "4k3/8/8/8/8/5R2/8/4K3 w - - 0 1", 1},
		{"a victim in the corner in madhouse", "madhouse",
			"n3k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/4n3/8/8/8/4K1N1 w - - 0 1", 60},
		{"a bare king at the rim", "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/8/3k4/8/3K4/8/R7 w - - 0 1", 20},
	} {
		better, worse := evaluate(t, test.variant, test.better), evaluate(t, test.variant, test.worse)
		if better < worse+test.margin {
			t.Errorf("%s: %d with %s, %d without", test.variant, better, test.what, worse)
		}
	}
}

// What cannot be won by force is worth nothing, whoever is to move; its twins are.
func TestKnownDraws(t *testing.T) {
	for _, test := range []struct{ what, drawn, won string }{
		{"two knights", "8/8/8/3k4/8/8/8/1KNN4 w - - 0 1", "8/8/8/3k4/8/8/8/1KNB4 w - - 0 1"},
		{"bishops of one colour", "8/8/8/3k4/8/3B4/8/1K3B2 w - - 0 1", "8/8/8/3k4/8/4B3/8/1K3B2 w - - 0 1"},
		{"the wrong bishop", "k7/8/8/P7/8/8/8/1KB5 w - - 0 1", "k7/8/8/P7/8/8/8/1K3B2 w - - 0 1"},
		{"the wrong bishop, on the other wing", "7k/8/7P/7P/5p2/8/8/1K3B2 w - - 0 1", "7k/8/7P/7P/5p2/8/8/1KB5 w - - 0 1"},
		{"a king before a rook's pawn", "1k6/8/8/P7/K7/8/8/8 w - - 0 1", "6k1/8/8/P7/K7/8/8/8 w - - 0 1"},
	} {
		for _, fen := range []string{test.drawn, strings.Replace(test.drawn, " w ", " b ", 1)} {
			if score := evaluate(t, "chess", fen); score != 0 {
				t.Errorf("%s: %d", test.what, score)
			}
			other, _ := mirrored(t, position(t, "chess", fen))
			if score, _ := engine.EvaluateChess(&other); score != 0 {
				t.Errorf("%s, Black's: %d", test.what, score)
			}
		}
		if score := evaluate(t, "chess", test.won); score < 100 {
			t.Errorf("%d without %s", score, test.what)
		}
	}
}

// With few pawns left, a side that is hardly ahead in pieces may lose the last of them to an
// exchange.
func TestFewPawnsCountLess(t *testing.T) {
	few := evaluate(t, "chess", "8/5k2/8/8/8/2B3P1/5K2/4n3 w - - 0 1")
	many := evaluate(t, "chess", "8/1p3k1p/8/8/8/PPB3PP/5K2/4n3 w - - 0 1")
	if few <= 0 || few > many*2/3 {
		t.Errorf("a pawn more is worth %d alone, and %d beside others", few, many)
	}
}

func TestTermsAddUp(t *testing.T) {
	for _, variant := range variants.Names() {
		pos := variants.MustCompile(variant).Start()
		score, terms := engine.EvaluateChess(&pos)
		var sum engine.Score
		for _, term := range terms {
			sum += term.White - term.Black
		}
		if d := sum - score; d < -5 || d > 5 { // each term is rounded on its own
			t.Errorf("%s: score %d, terms %v", variant, score, terms)
		}
		if !pos.Rules().LongTurns() && !pos.Rules().Horde() && (score < -200 || score > 200) {
			t.Errorf("%s: the start is worth %d", variant, score)
		}
	}
}

func TestSlidersDoNotSeeThroughHoles(t *testing.T) {
	r := variants.MustCompile("blackhole")
	if r.Holes() != bitboard.Of(bitboard.D5, bitboard.F5) {
		t.Fatal("the test is written for holes on d5 and f5")
	}
	// The d-file is cut at d5 for White's rook.
	open := evaluate(t, "chess", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1")
	cut := evaluate(t, "blackhole", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1")
	if cut >= open {
		t.Errorf("%d with a hole in the file, %d without", cut, open)
	}
}
