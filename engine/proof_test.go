package engine_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// checkMate asks for a win within n moves and compares the answer with the
// truth, wins.
func checkMate(t *testing.T, pos chess.Position, n int, wins bool) {
	t.Helper()
	result := search(pos, game.Limits{Mate: n, Depth: 1})
	moves, mates := result.Info.Score.Mate()
	switch found := mates && 0 < moves && moves <= n; {
	case found != wins, !wins && result.NoMate != n, wins && result.NoMate >= moves:
		t.Errorf("%s %s: a win within %d: %v; got score %v and no win within %d", pos.Rules().Name(), pos.FEN(), n, wins, result.Info.Score, result.NoMate)
	case wins:
		end := play(t, pos, result.Info.PV)
		if end.Outcome().Result != rules.WinFor(pos.Side()) {
			t.Errorf("%s %s: line %s does not win", pos.Rules().Name(), pos.FEN(), moveTexts(result.Info.PV))
		}
	}
}

// Where the shortest win takes n moves, there is none within n−1.
func TestMatesAreRefuted(t *testing.T) {
	for _, test := range mates {
		if test.moves > 1 {
			checkMate(t, position(t, test.variant, test.fen), test.moves-1, false)
		}
	}
}

// A proof that is written out holds every defence, and its longest line is as long as
// the shortest win.
func TestProofsAreComplete(t *testing.T) {
	proved := 0
	for _, test := range mates {
		pos := fast.Wrap(position(t, test.variant, test.fen))
		if number, _ := pos.Turn(); number > 0 || test.moves > 3 {
			continue
		}
		proved++
		proof, found, err := small(1).Prove(t.Context(), game.NewRecord(pos), test.moves)
		if err != nil || !found || proof.Moves() != test.moves {
			t.Errorf("%s %s: %v, %v, %d moves, want %d", test.variant, test.fen, found, err, proof.Moves(), test.moves)
			continue
		}
		checkProof(t, pos, proof)
	}
	if proved < 5 {
		t.Errorf("only %d proofs", proved)
	}
	if _, _, err := small(1).Prove(t.Context(), game.NewRecord(fast.Wrap(position(t, "fibonacci", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))), 1); err == nil {
		t.Error("turns of several moves are accepted")
	}
}

// checkProof plays all lines of a proof.
func checkProof(t *testing.T, pos game.Position, proof engine.Proof) {
	us, next := pos.Side(), pos.Play(proof.Move)
	if outcome := next.Outcome(); outcome.Over() {
		if outcome.Result != rules.WinFor(us) || len(proof.Answers) > 0 {
			t.Errorf("%s: %v after %s", pos.FEN(), outcome, pos.UCI(proof.Move))
		}
		return
	}
	if len(proof.Answers) != len(next.Moves()) {
		t.Errorf("%s: %d answers of %d", next.FEN(), len(proof.Answers), len(next.Moves()))
	}
	for _, a := range proof.Answers {
		if after := next.Play(a.Move); !after.Outcome().Over() {
			checkProof(t, after, a.Proof)
		}
	}
}

// After the right first move in these positions, the defender loses only because it has to
// move: with a pass it would hold out.
func TestMatesByZugzwang(t *testing.T) {
	for _, test := range []struct{ variant, fen string }{
		{"chess", "2k5/K7/1P2p3/3R4/8/8/2Bb4/8 w - - 0 1"},
		{"chess", "8/p4b1k/P3RK2/2N5/8/8/8/8 w - - 0 1"},
		{"gun", "8/8/5R2/k5p1/5pK1/5P2/8/5R2 w - - 0 1"},
		{"fairy", "8/3BB3/2p5/2B2p2/8/5K2/8/5k2 w - - 0 1"},
		{"blackhole", "8/1B5p/5K1k/8/2n5/6P1/8/6B1 w - - 0 1"},
	} {
		pos := position(t, test.variant, test.fen)
		if !engine.WinsWithin(pos, pos.Side(), 2) {
			t.Fatalf("%s %s: no win in 2", test.variant, test.fen)
		}
		checkMate(t, pos, 1, false)
		checkMate(t, pos, 2, true)
	}
}

// Longer mates, which trying everything would not prove in time.
func TestLongMates(t *testing.T) {
	for _, test := range []struct {
		variant, fen string
		moves        int
	}{
		{"chess", "8/8/8/8/8/4k3/8/R3K2R w KQ - 0 1", 4},
		{"chess", "8/8/3K4/8/5k2/8/8/1Q6 w - - 0 1", 6},
		{"fairy", "8/8/3k4/8/8/8/8/A6K w - - 0 1", 3},
		{"gun", "8/8/8/4k3/8/8/1R6/R6K w - - 0 1", 6},
	} {
		if testing.Short() && test.moves > 4 {
			continue
		}
		pos := position(t, test.variant, test.fen)
		checkMate(t, pos, test.moves, true)
		checkMate(t, pos, test.moves-1, false)
	}
}

// randomEnding returns a position with a few pieces: one of every type where losing the
// last of a type loses the game.
func randomEnding(random *rand.Rand, ruleset *chess.Ruleset) (chess.Position, bool) {
	setup := rules.Setup{EnPassant: bitboard.NoSquare, Fullmove: 1}
	put := func(c rules.Color, role rules.Role) {
		setup.Board[random.IntN(64)] = rules.NewPiece(c, role)
	}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if ruleset.Extinction() {
			for _, role := range ruleset.Roles() {
				put(c, role)
			}
			continue
		}
		put(c, rules.King)
		for range 2 {
			put(c, ruleset.Roles()[random.IntN(len(ruleset.Roles()))])
		}
	}
	setup.Side = rules.Color(random.IntN(2))
	pos, err := ruleset.Position(setup)
	return pos, err == nil
}

// In small positions of every composition the answer is the same as by trying everything.
func TestMatesAgreeWithTryingEverything(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	positions, won := 5, 0
	if os.Getenv("HETERODOX_DEEP") != "" {
		positions = 60
	}
	for _, variant := range compositions() {
		ruleset := variants.MustCompile(variant)
		for n := 0; n < positions; {
			pos, ok := randomEnding(random, ruleset)
			if !ok || pos.CountMoves() == 0 {
				continue
			}
			n++
			for moves := 1; moves <= 2; moves++ {
				most := 150 // which keeps the reference short
				if moves == 2 {
					most = 12
				}
				if turn, _ := pos.Turn(); turn > 3-uint64(moves) || pos.CountMoves() > most {
					break
				}
				wins := engine.WinsWithin(pos, pos.Side(), moves)
				checkMate(t, pos, moves, wins)
				if wins {
					won++
					break
				}
			}
		}
	}
	if won < 2*positions {
		t.Errorf("only %d wins met", won)
	}
}

// The shortest wins of these positions, by trying everything, depend on passes and on counts of
// moves, which are no part of the position's key.
func TestProofsKnowThePast(t *testing.T) {
	for _, test := range []struct {
		variant, fen string
		moves        int // the shortest win, or how many there is none in
		won          bool
	}{
		{"janggi", "3k5/9/9/3n5/9/9/9/3K5/9/9 b - - 0 1", 4, true},
		{"janggi", "5k3/1P7/9/9/9/9/9/3K5/3N5/9 w - - 0 1", 4, true},
		{"cambodian", "4R3/2k5/8/4R3/4s3/R7/6K1/8 w - 16 14 2", 4, false},
	} {
		g, err := variants.Open(test.variant)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := g.ParsePosition(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		e := small(1)
		for n := 1; n <= test.moves; n++ {
			wins := test.won && n == test.moves
			if _, found, err := e.Prove(t.Context(), game.NewRecord(pos), n); err != nil || found != wins {
				t.Errorf("%s %s: a win within %d: %v, %v; want %v", test.variant, test.fen, n, found, err, wins)
			}
		}
	}
}

// A mate after the halfmove clock has run out does not count; the last move before that may
// mate.
func TestMateSearchKnowsTheClock(t *testing.T) {
	for clock, wins := range map[string]bool{"96": true, "97": true, "98": false, "99": false} {
		checkMate(t, position(t, "chess", "6k1/8/8/8/8/8/R7/1R5K w - - "+clock+" 80"), 2, wins)
	}
	checkMate(t, position(t, "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 80"), 1, true)
}

// A line through a position that has occurred twice is a draw.
func TestMateSearchKnowsTheHistory(t *testing.T) {
	g := engine.RecordOf(position(t, "chess", "7k/8/8/8/8/8/R7/1R5K b - - 10 40"))
	must.Continue(t, g, "h8g8 a2a7 g8h8 a7a2 h8g8 a2a7 g8h8 a7a2 h8g8")
	// One of the two ladder mates, the one beginning with a2a7, would repeat the position.
	e, pos := small(1), g.Position()
	m := must.Get(t, pos.ParseMove, "a2a7")
	limits := game.Limits{Mate: 2, SearchMoves: []game.Move{m}}
	if again := e.SearchGame(context.Background(), g, limits, nil); again.NoMate != 2 {
		t.Errorf("a win that repeats: score %v, %s", again.Info.Score, moveTexts(again.Info.PV))
	}
	if fresh := e.SearchGame(context.Background(), game.NewRecord(pos), limits, nil); fresh.NoMate != 1 {
		t.Errorf("without the history: no win within %d, score %v", fresh.NoMate, fresh.Info.Score)
	}
}

func TestMateSearchKeepsToSearchMoves(t *testing.T) {
	pos := position(t, "chess", "6k1/8/8/8/8/8/R7/1R5K w - - 0 1")
	for text, wins := range map[string]bool{"a2a7": true, "h1h2": false} {
		m := must.Get(t, pos.ParseMove, text)
		result := search(pos, game.Limits{Mate: 2, SearchMoves: []game.Move{game.Move(m)}})
		if won := result.NoMate < 2; won != wins || result.Moves[0] != m {
			t.Errorf("%s: no win within %d, move %s", text, result.NoMate, moveTexts(result.Moves))
		}
	}
}

func TestMateSearchKeepsTheLimits(t *testing.T) {
	start := variants.MustCompile("madhouse").Start()
	for _, nodes := range []uint64{1, 2, 1000, 30_000} {
		result := search(start, game.Limits{Mate: 20, Nodes: nodes})
		if result.Info.Nodes > nodes || result.NoMate >= 20 || len(result.Moves) != 1 {
			t.Errorf("limit %d: %d nodes, no win within %d, moves %v", nodes, result.Info.Nodes, result.NoMate, result.Moves)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	for _, limits := range []game.Limits{{Mate: 20}, {Mate: 20, MoveTime: 50 * time.Millisecond}} {
		result := small(2).SearchGame(ctx, engine.RecordOf(start), limits, nil)
		if result.NoMate >= 20 || len(result.Moves) != 1 {
			t.Errorf("%+v: no win within %d, moves %v", limits, result.NoMate, result.Moves)
		}
	}
}

// However many moves are asked for, the search ends: with an answer where lines are few,
// and with an admission where they are too long.
func TestMateSearchEnds(t *testing.T) {
	for fen, least := range map[string]int{
		"8/8/8/8/8/5k2/8/7K w - - 0 1":                            1, // bare kings
		"k7/8/1p1p1p1p/1P1P1P1P/8/p1p1p1p1/P1P1P1P1/K7 w - - 0 1": 3,
	} {
		result := search(position(t, "chess", fen), game.Limits{Mate: 1_000_000, Nodes: 3_000_000})
		if result.NoMate < least || result.NoMate >= 1_000_000 {
			t.Errorf("%s: no win within %d", fen, result.NoMate)
		}
	}
}

// Each number of moves that is refuted is reported, in order.
func TestMateSearchReportsWhatItRefutes(t *testing.T) {
	var told []int
	small(1).SearchGame(context.Background(), engine.RecordOf(variants.MustCompile("gun").Start()), game.Limits{Mate: 3}, func(i engine.FoundInfo) {
		if i.NoMate > 0 {
			told = append(told, i.NoMate)
		}
	})
	if len(told) != 3 || told[0] != 1 || told[1] != 2 || told[2] != 3 {
		t.Errorf("reports of %v, want 1, 2, 3", told)
	}
}
