package chess_test

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// playAll plays moves in UCI notation, separated by blanks.
func playAll(t testing.TB, g *chess.Game, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		p := g.Position()
		m, err := p.ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", describe(&p), err)
		}
	}
}

const knightsOutAndBack = "g1f3 g8f6 f3g1 f6g8 "

func TestGameRepetition(t *testing.T) {
	g := chess.NewGame(mustFEN(t, "chess", ""))
	for want := 1; want <= 4; want++ {
		if got := g.Repetitions(); got != want {
			t.Fatalf("Repetitions = %d, want %d", got, want)
		}
		outcome := g.Outcome()
		if drawn := outcome == (rules.Outcome{Result: rules.Draw, Reason: rules.Repetition}); drawn != (want >= 3) {
			t.Errorf("after %d times: %v", want, outcome)
		}
		playAll(t, g, knightsOutAndBack) // the draw does not stop the game
	}
	for g.Undo() {
	}
	if g.Len() != 0 || g.Repetitions() != 1 || g.Outcome().Over() {
		t.Errorf("with all moves taken back: %d moves, %d repetitions, %v", g.Len(), g.Repetitions(), g.Outcome())
	}
	// Moves that were taken back do not count.
	playAll(t, g, knightsOutAndBack)
	if got := g.Repetitions(); got != 2 {
		t.Errorf("Repetitions = %d after all moves were taken back and four played, want 2", got)
	}
}

// TestGameRepetitionIdentity checks what makes positions differ.
func TestGameRepetitionIdentity(t *testing.T) {
	for _, test := range []struct {
		why, variant, fen, moves string
		want                     int
	}{
		{"castling rights", "chess", castlingFEN, "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8", 2},
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
		g := chess.NewGame(mustFEN(t, test.variant, test.fen))
		playAll(t, g, test.moves)
		if got := g.Repetitions(); got != test.want {
			t.Errorf("%s: %d repetitions, want %d", test.why, got, test.want)
		}
	}
}

// TestGameRefuses plays a move of the start position where it is not legal.
func TestGameRefuses(t *testing.T) {
	for _, test := range []struct{ variant, fen, moves, refused, want string }{
		{"chess", "", "e2e4", "e2e4", `illegal move "e2e4": it is not a move of this position`},
		{"chess", "", "f2f3 e7e5 g2g4 d8h4", "e2e4", `illegal move "e2e4": the game is over (checkmate)`},
		{"blackhole", "4k3/8/8/8/3K4/8/8/8 w - - 0 1", "d4d5", "d4d3", `illegal move "d4d3": the game is over (king vanished)`},
	} {
		g := chess.NewGame(mustFEN(t, test.variant, test.fen))
		start := g.Start()
		refused := must.Get(t, start.ParseMove, test.refused)
		playAll(t, g, test.moves)
		before, moves, keys := g.Position(), g.Moves(), g.Keys()
		err := g.Play(refused)
		var fault *rules.MoveError
		if !errors.As(err, &fault) || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
		if g.Position() != before || !slices.Equal(g.Moves(), moves) || !slices.Equal(g.Keys(), keys) || g.Repetitions() != 1 {
			t.Errorf("%s: a refused move changed the game", test.moves)
		}
	}
	g := chess.NewGame(mustFEN(t, "chess", ""))
	if err := g.Play(chess.NoMove); err == nil {
		t.Error("NoMove was accepted")
	}
}

// TestGameReasons checks that repetition is the last reason considered.
func TestGameReasons(t *testing.T) {
	g := chess.NewGame(mustFEN(t, "chess", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 100 80"))
	playAll(t, g, strings.Repeat(knightsOutAndBack, 2))
	if got := g.Outcome().Reason; g.Repetitions() != 3 || got != rules.FiftyMoves {
		t.Errorf("after %d repetitions and 108 moves: %v", g.Repetitions(), got)
	}
}

// TestGameGoesOnAfterDraws checks that a draw does not stop a game.
func TestGameGoesOnAfterDraws(t *testing.T) {
	for _, fen := range []string{"7k/8/8/8/8/8/5Q2/K7 b - - 100 80", "7k/8/8/8/8/8/8/K7 b - - 0 80"} {
		g := chess.NewGame(mustFEN(t, "chess", fen))
		if !g.Outcome().Over() {
			t.Errorf("%s is not a draw", fen)
		}
		playAll(t, g, "h8h7")
	}
}

// TestGameHistory checks in random games, with moves played and taken back, that
// a Game remembers its moves and counts repetitions as the list of its keys does.
func TestGameHistory(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, fen := range []string{"", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/3nk3/8/8/3NK3/8/8 w - - 0 1"} {
		for _, variant := range []string{"chess", "madhouse", "fibonacci"} {
			start := mustFEN(t, variant, fen)
			g := chess.NewGame(start)
			positions := []chess.Position{start}
			var moves []chess.Move
			for range 400 {
				legal := positions[len(moves)].Moves(nil)
				if random.IntN(3) == 0 || len(legal) == 0 {
					if g.Undo() != (len(moves) > 0) {
						t.Fatal("Undo reports wrongly whether there was a move")
					}
					if len(moves) > 0 {
						positions, moves = positions[:len(moves)], moves[:len(moves)-1]
					}
				} else {
					m := legal[random.IntN(len(legal))]
					if err := g.Play(m); err != nil {
						t.Fatal(err)
					}
					positions = append(positions, positions[len(moves)].Play(m))
					moves = append(moves, m)
				}
				checkGame(t, g, positions, moves)
			}
		}
	}
}

// checkGame compares a game with the expected positions and moves.
func checkGame(t *testing.T, g *chess.Game, positions []chess.Position, moves []chess.Move) {
	t.Helper()
	current := positions[len(moves)]
	if g.Start() != positions[0] || g.Position() != current || g.Len() != len(moves) || !slices.Equal(g.Moves(), moves) {
		t.Fatalf("the game has %d moves, %s; want %d, %s", g.Len(), g.Moves(), len(moves), moves)
	}
	repetitions := 0
	for i, key := range g.Keys() {
		if key != positions[i].Key() {
			t.Fatalf("key %d is wrong", i)
		}
		if key == current.Key() {
			repetitions++
		}
	}
	if g.Repetitions() != repetitions {
		t.Fatalf("Repetitions = %d, want %d", g.Repetitions(), repetitions)
	}
}

// TestGameIsLean plays a long game and measures its memory: storing a position
// for each move would take more.
func TestGameIsLean(t *testing.T) {
	const moves, most = 100_000, 100 // bytes per move
	g := chess.NewGame(mustFEN(t, "chess", "7k/8/8/8/8/8/8/K7 w - - 0 1"))
	random := rand.New(rand.NewPCG(1, 2))
	before := heap()
	var buf [chess.MaxMoves]chess.Move
	for range moves {
		p := g.Position()
		legal := p.Moves(buf[:0])
		if err := g.Play(legal[random.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	if got := (heap() - before) / moves; got > most {
		t.Errorf("a game takes %d bytes a move, more than %d", got, most)
	}
	if g.Len() != moves {
		t.Errorf("%d moves", g.Len())
	}
}

// heap returns the bytes in use.
func heap() int {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}

// TestGameSlicesAreCopies checks that callers cannot change a game through its slices.
func TestGameSlicesAreCopies(t *testing.T) {
	g := chess.NewGame(mustFEN(t, "chess", ""))
	playAll(t, g, knightsOutAndBack)
	g.Moves()[0], g.Keys()[0] = chess.NoMove, 0
	if g.Moves()[0] == chess.NoMove || g.Keys()[0] == 0 {
		t.Error("the slices of a game are not the caller's own")
	}
}
