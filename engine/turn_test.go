package engine_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// checkTurn plays the moves of a whole turn, and reports whether it is one: the
// side to move changes with the last, or the game ends.
func checkTurn(t *testing.T, pos chess.Position, moves []chess.Move) bool {
	t.Helper()
	us := pos.Side()
	for i, m := range moves {
		if pos.Side() != us {
			t.Fatalf("move %d of %s is the opponent's", i, moveTexts(moves))
		}
		pos = play(t, pos, []chess.Move{m})
	}
	return pos.Side() != us || pos.CountMoves() == 0
}

func TestWholeTurns(t *testing.T) {
	for _, variant := range []string{"fibonacci", "fibonacci+extinction", "fibonacci+madhouse+gun", "fibonacci+blackhole+baseline"} {
		e := small(1)
		pos := variants.MustCompile(variant).Start()
		g := engine.RecordOf(pos)
		for turn := range 9 {
			if pos.CountMoves() == 0 {
				break
			}
			result := e.SearchGame(context.Background(), g, game.Limits{Nodes: 400, WholeTurn: true}, nil)
			if !checkTurn(t, pos, result.Moves) {
				t.Fatalf("%s, turn %d: %s does not end the turn", variant, turn+1, moveTexts(result.Moves))
			}
			for _, m := range result.Moves {
				g.Push(game.Move(m))
				pos = pos.Play(m)
			}
			if len(result.Ponder) > 0 && !checkTurn(t, pos, result.Ponder) {
				t.Errorf("%s: the turn to ponder on, %s, is not whole", variant, moveTexts(result.Ponder))
			}
		}
	}
}

// Whole turns, and those to ponder on, end the turn in games of the general machine, too,
// whether or not there is time to consider each move.
func TestWholeTurnsOfFiles(t *testing.T) {
	for _, turns := range []string{"1 1 2 3 5 …", "2", "3 1 2", "7 8 9 …", "2\ncheckInTurn = continues", "3\ncheckInTurn = last"} {
		file, err := variants.Derive("[x:capablanca]\nturns = "+turns+"\n", general.Fitted{})
		if err != nil {
			t.Fatal(err)
		}
		e := small(1)
		g := game.NewRecord(file.Start())
		for turn := range 8 {
			pos := g.Position()
			if g.Outcome().Over() {
				break
			}
			limits := game.Limits{Nodes: 300, WholeTurn: true}
			if turn%3 == 2 {
				limits = game.Limits{WholeTurn: true, MoveTime: 1}
			}
			result := e.Search(context.Background(), g, limits, nil)
			for i, m := range result.Turn {
				if at := g.Position(); at.Side() != pos.Side() || !slices.Contains(at.Moves(), m) {
					t.Fatalf("%s: move %d of %s, %s", turns, i, pos.FEN(), game.FormatTurn(pos, result.Turn[:i+1]))
				}
				g.Play(m)
			}
			if at := g.Position(); at.Side() == pos.Side() && !g.Outcome().Over() {
				t.Fatalf("%s: %s after %s: the turn goes on", turns, at.FEN(), pos.FEN())
			}
			after := g.Position()
			for i, m := range result.Ponder {
				if after.Side() == pos.Side() || !slices.Contains(after.Moves(), m) {
					t.Fatalf("%s: move %d of the turn to ponder on", turns, i)
				}
				after = after.Play(m)
			}
			if len(result.Ponder) > 0 && after.Side() != pos.Side() && len(after.Moves()) > 0 {
				t.Errorf("%s: %d moves to ponder on do not make a turn", turns, len(result.Ponder))
			}
		}
	}
}

// A turn too long for each move to be considered is filled by a piece that moves back and
// forth.
func TestEndlessTurnOfAFile(t *testing.T) {
	file, err := variants.Derive("[x:capablanca]\nturns = 1 1 2 3 5 …\n", general.Fitted{})
	if err != nil {
		t.Fatal(err)
	}
	pos := must.Get(t, file.ParsePosition, "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 30 59:900000000000")
	turn := engine.AppendToAndFro(nil, pos)
	if len(turn) != 1000 {
		t.Fatalf("%d moves, not 1000", len(turn))
	}
	for _, m := range turn {
		if !slices.Contains(pos.Moves(), m) || pos.Side() != rules.White {
			t.Fatalf("%s is not a move of %s", pos.UCI(m), pos.FEN())
		}
		pos = pos.Play(m)
	}
}

// A mate within a turn of several moves is found, and so is the absence of one.
func TestMateInTurnsOfAFile(t *testing.T) {
	file, err := variants.Derive("[x:chess]\nturns = 2\n", general.Fitted{})
	if err != nil {
		t.Fatal(err)
	}
	for fen, mate := range map[string]int{
		"6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1 1:2": 1, // any move, then Rb8
		"6k1/5pp1/8/8/8/8/8/1R4K1 w - - 0 1 1:2": 0,
	} {
		pos := must.Get(t, file.ParsePosition, fen)
		result := small(1).Search(context.Background(), game.NewRecord(pos), game.Limits{Mate: 1, WholeTurn: true}, nil)
		if got := result.Info.MateIn; got != mate {
			t.Errorf("%s: mate in %d, want %d", fen, got, mate)
		}
	}
}

func TestWholeTurnOutsideFibonacciIsOneMove(t *testing.T) {
	result := search(variants.MustCompile("chess").Start(), game.Limits{Depth: 4, WholeTurn: true})
	if len(result.Moves) != 1 || len(result.Ponder) != 1 {
		t.Errorf("moves %v, ponder %v, want one each", result.Moves, result.Ponder)
	}
}

func TestSingleMovesOfATurnHaveNoPonderMove(t *testing.T) {
	pos := position(t, "fibonacci", "6k1/8/8/8/8/8/R7/1R5K w - - 0 3 3:2")
	if result := search(pos, game.Limits{Depth: 4}); len(result.Moves) != 1 || len(result.Ponder) != 0 {
		t.Errorf("moves %v, ponder %v, want one and none", result.Moves, result.Ponder)
	}
}

// Turn 59 has 10^12 moves; both the moves returned and the time are bounded.
func TestEndlessTurns(t *testing.T) {
	for _, variant := range []string{"fibonacci", "fibonacci+madhouse"} {
		pos := position(t, variant, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 30 59:900000000000")
		begin := time.Now()
		limits := game.Limits{WholeTurn: true, Clock: true, Time: [2]time.Duration{4 * time.Second, 4 * time.Second}}
		result := small(1).SearchGame(context.Background(), engine.RecordOf(pos), limits, nil)
		if took := time.Since(begin); took > limits.Time[0] {
			t.Errorf("%s: took %v, and lost on time", variant, took)
		}
		if len(result.Moves) == 0 || len(result.Moves) > 1000 {
			t.Errorf("%s: %d moves", variant, len(result.Moves))
		}
		checkTurn(t, pos, result.Moves)
	}
}

// Where each single move is one of thousands, a turn of a thousand still ends
// soon after the time is up.
func TestCrowdedTurns(t *testing.T) {
	pos := position(t, "fibonacci+madhouse+extinction", "1q1q1q1k/n6p/Q1q1Q1q1/1Q3Q1b/r1q1q1q1/1Q1Q1Q1Q/P1N4B/K1Q1Q1R1 w - - 0 30 59:900000000000")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	begin := time.Now()
	result := small(1).SearchGame(ctx, engine.RecordOf(pos), game.Limits{WholeTurn: true, Infinite: true}, nil)
	if took := time.Since(begin); took > 2*time.Minute { // a thousand times what it takes
		t.Errorf("took %v", took)
	}
	if !checkTurn(t, pos, result.Moves) && len(result.Moves) != 1000 {
		t.Errorf("%d moves do not end the turn", len(result.Moves))
	}
}

// The engine does not play a turn after which the next one can mate, if another will do,
// even though most moves of such mates are quiet.
func TestSearchGuardsAgainstSeriesMates(t *testing.T) {
	if testing.Short() {
		t.Skip("a long search")
	}
	openings := []string{"a2a4 g7g5 b1c3 c3b5", "d2d3 c7c6 b1a3 a3b1", "b1a3 b7b5 a3b5 b5a3"}
	if os.Getenv("HETERODOX_DEEP") == "" {
		openings = openings[:1]
	}
	for _, opening := range openings {
		pos := variants.MustCompile("fibonacci").Start()
		for _, text := range strings.Fields(opening) {
			m := must.Get(t, pos.ParseMove, text)
			pos = pos.Play(m)
		}
		turn := search(pos, game.Limits{WholeTurn: true, Nodes: 1_000_000}).Moves
		after := play(t, pos, turn)
		checkMate(t, after, 1, false)
	}
}

// A forced first move does not settle the others of the turn.
func TestForcedFirstMoveOfATurn(t *testing.T) {
	pos := position(t, "fibonacci", "1R2k1n1/3p1p2/8/8/8/6P1/5PKP/8 b - - 0 3 6:8")
	if n := len(pos.Moves(nil)); n != 1 {
		t.Fatalf("%d moves, want one", n)
	}
	limits := game.Limits{WholeTurn: true, Clock: true, Time: [2]time.Duration{4 * time.Second, 4 * time.Second}}
	if result := search(pos, limits); result.Info.Depth < 2 {
		t.Errorf("depth %d, moves %v", result.Info.Depth, result.Moves)
	}
}
