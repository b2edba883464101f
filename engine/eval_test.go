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

// mirrored returns the position with the colours swapped and the board flipped.
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

// Both colours are evaluated alike. Holes are not symmetric, so their variants are left
// out.
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
		{"a queen", "chess", "4k3/8/8/8/8/8/P7/3QK3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 700},
		{"an amazon over a queen", "fairy", "3ak3/pppp4/8/8/8/8/PPPP4/R2AK2R w - - 0 1", "3ak3/pppp4/8/8/8/8/PPPP4/R3K2R w - - 0 1", 1100},
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

// Positions that cannot be won by force are worth nothing, whichever side is to move;
// similar ones that can be won are worth something.
func TestKnownDraws(t *testing.T) {
	for _, test := range []struct{ what, drawn, won string }{
		{"two knights", "8/8/8/3k4/8/8/8/1KNN4 w - - 0 1", "8/8/8/3k4/8/8/8/1KNB4 w - - 0 1"},
		{"bishops of one colour", "8/8/8/3k4/8/3B4/8/1K3B2 w - - 0 1", "8/8/8/3k4/8/4B3/8/1K3B2 w - - 0 1"},
		{"the wrong bishop", "k7/8/8/P7/8/8/8/1KB5 w - - 0 1", "k7/8/8/P7/8/8/8/1K3B2 w - - 0 1"},
		{"the wrong bishop, on the other wing", "7k/8/7P/7P/5p2/8/8/1K3B2 w - - 0 1", "7k/8/7P/7P/5p2/8/8/1KB5 w - - 0 1"},
		{"a king before a rook's pawn", "1k6/8/8/P7/K7/8/8/8 w - - 0 1", "6k1/8/8/P7/K7/8/8/8 w - - 0 1"},
		{"a king before a pawn", "8/8/8/4k3/4P3/4K3/8/8 w - - 0 1", "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"},
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

// With few pawns left, a side that is barely ahead in pieces may lose the last of them to
// exchanges.
func TestFewPawnsCountLess(t *testing.T) {
	few := evaluate(t, "chess", "8/5k2/8/8/8/2B3P1/5K2/4n3 w - - 0 1")
	many := evaluate(t, "chess", "8/1p3k1p/8/8/8/PPB3PP/5K2/4n3 w - - 0 1")
	if few <= 0 || few > many*2/3 {
		t.Errorf("a pawn more is worth %d alone, and %d beside others", few, many)
	}
}

// Endings that are drawn more often than their material suggests are worth less than
// similar ones.
func TestEndingsHardToWin(t *testing.T) {
	for _, test := range []struct {
		what, hard, easier string
		share              engine.Score // per cent of the other's value, at most
	}{
		{"bishops of opposite colours", "8/5k2/4b1p1/5p1p/5P1P/2B1K1P1/1P6/8 w - - 0 1", "8/5k2/3b2p1/5p1p/5P1P/2B1K1P1/1P6/8 w - - 0 1", 50},
		{"two pawns more with these", "8/5k2/4b1p1/8/2P4P/2B1K1P1/8/8 w - - 0 1", "8/5k2/3b2p1/8/2P4P/2B1K1P1/8/8 w - - 0 1", 40},
		{"one pawn, and a knight more", "8/5k2/4b3/8/8/2B1K3/1P2N3/8 w - - 0 1", "8/5k2/3b4/8/8/2B1K3/1P2N3/8 w - - 0 1", 40},
		{"opposite bishops beside rooks", "3r4/5k2/4b1p1/5p1p/5P1P/2B1K1P1/1P6/3R4 w - - 0 1", "3r4/5k2/3b2p1/5p1p/5P1P/2B1K1P1/1P6/3R4 w - - 0 1", 75},
		{"rooks and pawns on one wing", "8/5kp1/7p/8/3r4/4K1P1/1R3P1P/8 w - - 0 1", "8/5kp1/p7/8/3r4/P3K1P1/1R3P2/8 w - - 0 1", 80},
		{"knights and pawns on one wing", "8/5kp1/7p/4n3/8/4K1P1/1N3P1P/8 w - - 0 1", "8/5kp1/p7/4n3/8/P3K1P1/1N3P2/8 w - - 0 1", 80},
		{"bishops and few pawns", "8/5k2/p2b4/8/6P1/1PB1K3/8/8 w - - 0 1", "8/5kp1/pp1b4/8/6P1/PPB1K2P/8/8 w - - 0 1", 90},
		{"a rook and a bishop against the other bishop", "8/8/4k3/3b4/8/2B1K3/8/3R4 w - - 0 1", "8/8/4k3/3b4/8/2BK4/4P3/3R4 w - - 0 1", 15},
		{"a rook and a knight against a bishop", "8/8/4k3/3b4/8/2N1K3/8/3R4 w - - 0 1", "8/8/4k3/3b4/8/2NK4/4P3/3R4 w - - 0 1", 50},
		{"rooks, where pawns alone win", "8/3r1kp1/6p1/8/8/4K1P1/3R1P1P/8 w - - 0 1", "8/5kp1/6p1/8/8/4K1P1/5P1P/8 w - - 0 1", 60},
	} {
		hard, easier := evaluate(t, "chess", test.hard), evaluate(t, "chess", test.easier)
		if hard < 0 || easier <= 0 || 100*hard > test.share*easier {
			t.Errorf("%s: %d, and %d otherwise", test.what, hard, easier)
		}
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
		if d := sum - score; d < -5 || d > 5 { // each term is rounded separately
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
	// For White's rook the d-file is cut off at d5.
	open := evaluate(t, "chess", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1")
	cut := evaluate(t, "blackhole", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1")
	if cut >= open {
		t.Errorf("%d with a hole in the file, %d without", cut, open)
	}
}
