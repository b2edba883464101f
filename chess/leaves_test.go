package chess_test

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/leaves"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// A stopped count returns at once, however deep it is: this test would not finish if
// any walk went on.
func TestLeavesStops(t *testing.T) {
	var stop atomic.Bool
	stop.Store(true)
	for _, name := range benchNames {
		p := benchPosition(name)
		leaves.Count(&p, 12, nil, &stop)
		leaves.Count(&p, 12, leaves.NewTable(1<<16, 1), &stop)
		leaves.NewCounter(p.Rules(), 12, nil, &stop).CountLists(&p, 12)
	}
}

// The four ways to count agree.
func TestLeavesAgree(t *testing.T) {
	for _, name := range benchNames {
		p := benchPosition(name)
		var byHand uint64
		for _, m := range p.Moves(nil) {
			next := p.Play(m)
			byHand += uint64(next.CountMoves())
		}
		table := leaves.NewTable(1<<16, 1)
		for _, n := range []uint64{leaves.Count(&p, 2, nil, nil), leaves.Count(&p, 2, table, nil), leaves.Count(&p, 2, table, nil), leaves.NewCounter(p.Rules(), 2, nil, nil).CountLists(&p, 2)} {
			if n != byHand {
				t.Errorf("%s: %d leaves, want %d", name, n, byHand)
			}
		}
	}
}

// checkTwoPlies checks that counting two plies at once gives the sum of the replies
// to each of the position's legal moves.
func checkTwoPlies(t *testing.T, p chess.Position, moves []chess.Move) {
	t.Helper()
	var want uint64
	for _, m := range moves {
		next := p.Play(m)
		want += uint64(next.CountMoves())
	}
	if got := leaves.Count(&p, 2, nil, nil); got != want {
		t.Fatalf("%s %s: %d leaves two plies on, want %d", p.Rules().Name(), p.FEN(), got, want)
	}
}

// Counting two plies at once, where most moves do not change the replies, gives the
// same as counting the replies to each move.
func TestTwoPliesAreCountedRight(t *testing.T) {
	for seed := range uint64(12) {
		walkGames(t, seed, 8, 60, func(p chess.Position, moves []chess.Move, _ *rand.Rand) {
			if len(moves) > 300 {
				return // relocations
			}
			checkTwoPlies(t, p, moves)
		})
	}
}

// Positions in which counting two plies at once needs an extra check.
func TestTwoPliesThatLookAlike(t *testing.T) {
	for _, c := range []struct{ variant, fen, why string }{
		{"progressive+gun", "1n2k3/1q2br2/2p3pn/2Pp1p1p/3PpP2/8/7N/rQK2B1R w - - 0 25 49:48", "a pinned piece shoots in all directions"},
		{"marseillais+gun+atomic", "1k4r1/8/1P4q1/1R6/5PP1/2R1K2N/8/8 b - - 5 47 94:2", "who is behind a shield explodes with it"},
		{"marseillais+atomic", "1k2r3/8/4B3/3pR3/4N3/8/Q7/4K3 w - - 0 3 5:2", "three shields explode at once"},
		{"marseillais+atomic", "5k1b/8/8/2p5/2NN4/2R5/8/K7 w - - 0 3 5:2", "one shield may not explode the other"},
		{"marseillais+atomic", "4r3/8/2k5/3p4/4N3/8/Q7/4K3 w - - 0 3 5:2", "a king's shield may explode with the other king"},
		{"madhouse", "R7/2bN2k1/3b1p2/8/2P2P2/1n6/2n1rN2/Nb3RK1 b - - 0 47", "a captured knight may be put where it gives no check"},
		{"madhouse", "r1bqkbnr/1pp1ppp1/n6B/p2p3p/3P4/2P2P1N/PP2P1PP/RN1QKB1R b KQkq - 1 5", "a captured pawn may not be put on the first rank"},
		{"chess", "rnbqkbnr/1ppp1ppp/4p3/p3N3/8/2P5/PP1PPPPP/RNBQKB1R w KQkq - 0 3", "a knight gives way to a pawn that it blocked"},
		{"chess", "2r1k3/1pR3p1/3ppn2/R3p3/B1P1b2p/1P1P3P/3B1rP1/7K b - - 0 35", "a move shuts off a check"},
		{"chess", "2kr1bnr/p2n2P1/1P2p3/7p/1P1N3K/3P1P1P/2P1Q1P1/4rBNR b - - 0 25", "a pawn that may be taken has two pushes"},
		{"madhouse+gun", "4k3/4n3/8/4Q3/8/8/8/7K w - - 0 1", "a captured knight shoots who gives check, from a square behind which he does not"},
		{"madhouse+atomic", "R2rk3/4K3/8/8/8/n7/1P6/8 w - - 0 1", "nothing is pinned where kings touch"},
		{"blackhole", "r4rk1/2p5/bp4pp/p3p3/1b1nPPP1/BBN5/P1PP3P/R2NK2R b - - 3 23", "a bishop sees the king behind a hole"},
	} {
		t.Run(c.why, func(t *testing.T) {
			p := mustFEN(t, c.variant, c.fen)
			checkTwoPlies(t, p, p.Moves(nil))
		})
	}
}

// Second moves of the same side are counted once, plus whatever changes, under all
// rules that can affect what changes.
func TestSecondMovesAreCountedRight(t *testing.T) {
	random, fens := rand.New(rand.NewPCG(3, 3)), openings(t)
	for _, name := range []string{
		"progressive", "fibonacci+losers", "progressive+antichess", "marseillais+giveaway", "fibonacci+blackhole", "progressive+blackhole+gun",
		"progressive+blackhole+antichess", "fibonacci+extinction", "progressive+kinglet+fairy", "fibonacci+horde", "progressive+blackhole+losers+fairy",
		"progressive+losers+gun", "marseillais+antichess+rifle", "progressive+crazyhouse+losers", "progressive+threekings",
		"fibonacci+atomic", "progressive+atomic+fairy", "progressive+atomic+losers", "marseillais+atomic+gun", "progressive+atomic+blackhole",
		"progressive+nocheckatomic", "fibonacci+nocheckatomic+blackhole", "fibonacci+atomic+horde", "progressive+atomic+fischerandom",
	} {
		checkGames(t, variants.MustCompile(name), 12, random, fens, func(moves []chess.Move) chess.Move { return moves[random.IntN(len(moves))] })
	}
	for range 12 {
		v, err := variants.Parse([]string{"progressive", "fibonacci+fairy", "marseillais+horde", "fibonacci+atomic"}[random.IntN(4)])
		if err != nil {
			t.Fatal(err)
		}
		rules := must.Get(t, chess.Compile, withHoles(v, random))
		checkGames(t, rules, 4, random, fens, func(moves []chess.Move) chess.Move { return moves[random.IntN(len(moves))] })
	}
}

// checkGames checks two plies from the positions of some games of a variant, twenty
// times as many in deep tests; choose picks the moves.
func checkGames(t *testing.T, rules *chess.Ruleset, games int, random *rand.Rand, fens []string, choose func([]chess.Move) chess.Move) {
	t.Helper()
	if deep() {
		games *= 20
	}
	for game := range games {
		p := rules.Start()
		if game > 0 {
			p = anyOpening(rules, fens, random)
		}
		for range 40 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			checkTwoPlies(t, p, moves)
			p = p.Play(choose(moves))
		}
	}
}

// The replies to a capture are counted once for most squares on which the captured
// piece may be put, under all rules that can affect them.
func TestRelocationsAreCountedRight(t *testing.T) {
	random, fens := rand.New(rand.NewPCG(5, 5)), openings(t)
	for _, name := range []string{
		"madhouse", "madhouse+gun", "madhouse+losers", "madhouse+antichess", "madhouse+atomic", "madhouse+blackhole", "madhouse+extinction",
		"madhouse+fairy", "madhouse+horde", "madhouse+gun+atomic", "madhouse+fairy+gun+blackhole", "madhouse+blackhole+antichess+gun",
		"madhouse+marseillais", "madhouse+giveaway+fairy", "madhouse+atomic+losers", "madhouse+atomic+extinction", "madhouse+rifle+losers",
		"madhouse+horde+blackhole", "madhouse+kinglet+gun", "madhouse+racingkings", "madhouse+nocheckatomic", "madhouse+threekings+fairy",
	} {
		checkGames(t, variants.MustCompile(name), 5, random, fens, func(moves []chess.Move) chess.Move {
			m := moves[random.IntN(len(moves))]
			for range 2 { // each capture counts as many moves
				if m.IsCapture() {
					m = moves[random.IntN(len(moves))]
				}
			}
			return m
		})
	}
}

// A captured piece may be dropped in the next move of the same turn.
func TestDropsAfterCapturesAreCountedRight(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	tried := 0 // captures after which the turn goes on
	for _, name := range []string{"progressive+crazyhouse", "marseillais+crazyhouse", "fibonacci+crazyhouse+atomic", "progressive+crazyhouse+antichess"} {
		for range 12 {
			p := variants.MustCompile(name).Start()
			for range 24 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				checkTwoPlies(t, p, moves)
				quiet := moves[:0:0]
				for _, m := range moves {
					if next := p.Play(m); !m.IsCapture() {
						quiet = append(quiet, m)
					} else if next.Side() == p.Side() {
						tried++
					}
				}
				if len(quiet) == 0 {
					break
				}
				p = p.Play(quiet[random.IntN(len(quiet))]) // so that hands stay empty
			}
		}
	}
	if tried == 0 {
		t.Error("no turn went on after a capture")
	}
}

// Where no pawns stand between the sides, a piece placed by one side attacks squares
// on which the other could place its king.
func TestDropsThatAttackAreCountedRight(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, name := range []string{
		"placement", "baseline", "placement+gun", "baseline+blackhole", "placement+atomic", "baseline+nocheckatomic",
		"placement+progressive", "baseline+fibonacci", "baseline+marseillais+nocheckatomic", "placement+progressive+blackhole",
		"baseline+progressive+threecheck", "placement+threecheck", "baseline+kingofthehill", "placement+extinction", "placement+kinglet",
		"placement+antichess", "baseline+losers", "baseline+losers+marseillais",
	} {
		for range 20 {
			p := mustFEN(t, name, "8/8/8/8/8/8/8/8[KQRNBkqrnb] w - - 0 1")
			for range 9 {
				moves := p.Moves(nil)
				checkTwoPlies(t, p, moves)
				if len(moves) == 0 {
					break
				}
				p = p.Play(moves[random.IntN(len(moves))])
			}
		}
	}
}
