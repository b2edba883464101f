package engine_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// The shortest wins of these positions are proved by trying everything.
var mates = []struct {
	variant, fen string
	moves        int
}{
	{"chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1},
	{"chess", "6k1/8/8/8/8/8/R7/1R5K w - - 0 1", 2},
	{"chess", "r2qk2r/pb4pp/1n2Pb2/2B2Q2/p1p5/2P5/2B2PPP/RN2R1K1 w - - 1 1", 2},
	{"chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3},
	{"gun", "r1bq1b1r/ppppn3/nk2ppp1/1P5p/1Q2P2P/N1P2B2/P2P1PP1/1RB1K1NR w K - 6 14", 1},
	{"gun", "rnb3r1/3p1N2/pp4kp/P2n1p2/3b1P2/4R3/2PPP1PP/1Q3BKR b - - 1 29", 2},
	{"gun", "8/6k1/8/8/8/8/R7/1R5K w - - 0 1", 3},
	{"fairy", "r3kbnr/pb5p/4p3/2Apn3/1p2PppP/1PP4R/PB1PN1B1/RN1K4 w - - 0 17", 1},
	{"fairy", "8/8/3k4/8/8/8/8/A6K w - - 0 1", 3},
	// Where the victim is put decides, first in one, then in two of many ways.
	{"madhouse", "r1b2knr/ppp3pp/Q6P/8/P1QnP1bp/PpPP3q/3K1Pp1/RNB2BNR b - - 1 12", 1},
	{"madhouse", "rnbqkr2/ppPp2PP/1Q1p4/2p1NB1p/4p3/1n2rP1P/P1Qb1P2/RN1KB2R b q - 0 16", 1},
	{"madhouse", "rn1qk2r/p1pbp1b1/p5pB/p1p5/4n1Q1/PpP4P/1P1P1PPP/RNB1K1NR w KQkq - 0 10", 2},
	{"madhouse", "1r2kbnr/q3pNpp/np1pP3/p1p5/b1P4p/2N1P2P/PPQPP3/R1B1KB1R w KQk - 0 13", 2},
	{"gun+madhouse", "r2qkbnr/pbpppp1p/n7/1p4pQ/8/P3PN2/1PPP1PPP/RNB1KB1R w KQkq - 0 5", 1},
	{"madhouse+blackhole", "rn3bn1/pp3pq1/2Pk2pr/4p2p/2B1P2P/1Bp1QP2/PP3PpP/RNN1K2R b KQ - 0 15", 1},
	{"blackhole", "r1b1kbnr/p5p1/q2pppNp/2p5/1PP5/p2n2P1/P2PPP1P/R1BK1B1R b kq - 0 15", 1},
	{"blackhole", "r1bnq3/3pb2r/pp1kp1pn/2p4p/P1PP1KP1/1Q3P1B/RP2P2P/1NB3NR w - - 3 16", 2},
	{"gun+blackhole+fairy", "r1b4r/1p1nb2p/p1ppp2P/PP2N1k1/3P4/2n5/1BP1PR2/RN1AKB2 w Q - 3 22", 2},
	{"baseline", "6k1/8/8/8/8/8/R7/1R5K w - - 0 1", 2},
	{"extinction", "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1", 1},
	{"extinction", "r3kb2/p2pppp1/b6r/1pp1qP1P/1nP1n3/P2P4/3BPN1P/RN1Q1RKB w q - 1 16", 2},
	{"gun+extinction", "r1b1k1r1/p1pp3p/1p1bpq1n/5p2/2B5/N3P2N/PPPP1P1P/1RBQK1R1 w q - 1 10", 2},
	{"fibonacci", "6k1/8/8/8/8/8/R7/1R5K w - - 0 3 3:2", 1},
	{"fibonacci", "6k1/8/8/8/8/8/R7/1R5K w - - 0 1 1:1", 2},
	{"fibonacci", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5 4:3", 1},
	{"fibonacci+extinction", "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 3:2", 1},
}

func TestMates(t *testing.T) {
	for _, test := range mates {
		pos := position(t, test.variant, test.fen)
		if !engine.WinsWithin(pos, pos.Side(), test.moves) || engine.WinsWithin(pos, pos.Side(), test.moves-1) {
			t.Fatalf("%s %s: the shortest win does not take %d", test.variant, test.fen, test.moves)
		}
		result := search(pos, game.Limits{Mate: test.moves, Nodes: 300_000})
		if moves, ok := result.Info.Score.Mate(); !ok || moves != test.moves {
			t.Errorf("%s %s: score %v after %d nodes, want mate %d", test.variant, test.fen, result.Info.Score, result.Info.Nodes, test.moves)
			continue
		}
		end := play(t, pos, result.Info.PV)
		if end.Outcome().Result != rules.WinFor(pos.Side()) {
			t.Errorf("%s %s: line %s does not win", test.variant, test.fen, moveTexts(result.Info.PV))
		}
	}
}

// play plays moves, each of which must be legal.
func play(t *testing.T, pos chess.Position, moves []chess.Move) chess.Position {
	t.Helper()
	for i, m := range moves {
		if !pos.IsLegal(m) {
			t.Fatalf("move %d of %s is not legal", i, moveTexts(moves))
		}
		pos = pos.Play(m)
	}
	return pos
}

// Two rooks drive a bare king to the edge in every game in which kings can be mated; none
// of the rules affects this.
func TestMateInTwoInEveryComposition(t *testing.T) {
	for _, variant := range compositions() {
		if strings.Contains(variant, "extinction") {
			continue
		}
		pos := position(t, variant, "6k1/8/8/8/8/8/R7/1R5K w - - 0 1")
		result := search(pos, game.Limits{Depth: 12})
		if moves, ok := result.Info.Score.Mate(); !ok || moves != 2 {
			t.Errorf("%s: score %v, want mate 2", variant, result.Info.Score)
		}
	}
}

// In positions from random games every win with the next move (or within the rest of a
// short Fibonacci turn) is found, and no win is claimed that does not exist.
func TestSeesEveryMateInOne(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	found, games := 0, 1
	if os.Getenv("HETERODOX_DEEP") != "" {
		games = 20
	}
	for _, variant := range compositions() {
		e := small(1)
		for range games {
			pos := variants.MustCompile(variant).Start()
			for range 50 {
				if _, left := pos.Turn(); left > 1 {
					break
				}
				moves := pos.Moves(nil)
				if len(moves) == 0 {
					break
				}
				wins := engine.WinsWithin(pos, pos.Side(), 1)
				if wins {
					found++
				}
				if wins || random.IntN(16) == 0 {
					result := e.SearchGame(t.Context(), engine.RecordOf(pos), game.Limits{Depth: 2}, nil)
					mate, ok := result.Info.Score.Mate()
					if claims := ok && mate == 1; claims != wins {
						t.Errorf("%s %s: score %v, move %v; win in one: %v", variant, pos.FEN(), result.Info.Score, result.Moves, wins)
					}
				}
				pos = pos.Play(moves[random.IntN(len(moves))])
			}
		}
	}
	if found < 50*games {
		t.Errorf("only %d wins in one met", found)
	}
}
