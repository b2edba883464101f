package puzzle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// record plays moves in UCI notation from a position, "" for the start.
func record(t *testing.T, variant, fen string, turns ...string) *game.Record {
	t.Helper()
	return must.Play(t, must.Position(t, variants.MustOpen(variant), fen), strings.Join(turns, " "))
}

// makeOf returns the puzzles made from a game.
func makeOf(t *testing.T, r *game.Record) []Puzzle {
	t.Helper()
	list, err := NewMaker(DefaultEffort).FromGame(t.Context(), r, "https://example.org/1")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestFromGame(t *testing.T) {
	for _, c := range []struct {
		about, variant, fen, game string
		want                      string // the puzzle's moves; "" for none
		themes                    string
		proved                    bool
	}{
		{"fool's mate", "chess", "", "f2f3 e7e5 g2g4 d8h4", "g2g4 d8h4", "mate mateIn1 oneMove", true},
		{"two mates are no puzzle", "chess", "7k/8/6K1/8/8/8/8/QR6 b - - 0 1", "h8g8 a1a8", "", "", false},
		{"a win without the only move is none", "chess", "k7/8/8/8/8/8/8/K2QR2r b - - 0 1", "h1h2 e1e2", "", "", false},
		{"back rank in two", "chess", "5rk1/5ppp/8/8/8/8/R4PPP/R5K1 b - - 0 1", "g8h8 a2a8 f8a8 a1a8", "f8a8 a1a8", "mate mateIn1 oneMove", true},
		{"in a turn of three moves", "fibonacci", "", "e2e4 a7a6 f1c4/d1f3 b7b5/b5b4/b4b3 f3f7", "", "", false},
		{"two ways to drive a king into the hole", "blackhole", "7Q/5k1R/4qp2/8/8/4P1K1/4b1PP/r7 b - - 19 47", "f7g6 h7g7", "", "", false},
		{"two ways to have the last piece taken", "antichess", "2K5/8/4r3/8/8/8/8/8 w - - 3 24", "c8d8 e6e7", "", "", false},
		{"a goal", "kingofthehill", "7k/8/8/8/8/4K3/8/8 b - - 0 1", "h8g8 e3e4", "", "", false}, // Kd4 wins, too
		{"a goal by one way", "kingofthehill", "7k/8/2n5/8/8/4K3/8/8 b - - 0 1", "h8g8 e3e4", "h8g8 e3e4", "win goal quietMove oneMove", true},
	} {
		list := makeOf(t, record(t, c.variant, c.fen, strings.Fields(c.game)...))
		if c.want == "" {
			if len(list) != 0 {
				t.Errorf("%s: %+v", c.about, list)
			}
			continue
		}
		if len(list) != 1 || strings.Join(list[0].Moves, " ") != c.want || strings.Join(list[0].Themes, " ") != c.themes || list[0].Proved != c.proved {
			t.Errorf("%s: %+v", c.about, list)
			continue
		}
		if p := list[0]; p.URL != "https://example.org/1" || len(p.ID) != 7 || p.Rating < 400 || p.Deviation != deviation {
			t.Errorf("%s: %+v", c.about, p)
		}
	}
}

// A maker makes no puzzle of a position twice, nor of one that it knows.
func TestNoneTwice(t *testing.T) {
	r := record(t, "chess", "", "f2f3", "e7e5", "g2g4", "d8h4")
	m := NewMaker(DefaultEffort)
	list, err := m.FromGame(t.Context(), r, "")
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if again, _ := m.FromGame(t.Context(), r, ""); len(again) != 0 {
		t.Errorf("made twice: %v", again)
	}
	a, err := Begin(list[0], variants.Open)
	if err != nil {
		t.Fatal(err)
	}
	other := NewMaker(DefaultEffort)
	other.Know(a)
	if again, _ := other.FromGame(t.Context(), r, ""); len(again) != 0 {
		t.Errorf("a known puzzle was made again: %v", again)
	}
}

func TestFromGameStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewMaker(DefaultEffort).FromGame(ctx, record(t, "chess", "", "f2f3", "e7e5", "g2g4", "d8h4"), ""); err != context.Canceled {
		t.Error(err)
	}
}

// Games with the same seed and number are the same, others are different.
func TestPlay(t *testing.T) {
	play := func(seed, number uint64) string {
		r := NewPlayer().Play(t.Context(), variants.MustOpen("chess"), seed, number)
		if !r.Outcome().Over() && r.Len() < playMoves {
			t.Errorf("the game ends before the last move, after %d moves", r.Len())
		}
		return r.Position().FEN()
	}
	if a := play(1, 1); a != play(1, 1) || a == play(1, 2) || a == play(2, 1) {
		t.Error("games and seeds do not go together")
	}
}

func TestThemes(t *testing.T) {
	for _, c := range []struct{ variant, fen, move, want string }{
		{"gun", "4k3/8/8/3p4/4B3/8/8/4K3 w - - 0 1", "e4d5", "shot"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5,d5a3", "relocation"},
		{"blackhole", "4k3/8/8/8/4P3/8/8/R3K3 w - - 0 1", "e4e5", ""},
		{"blackhole", "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1", "d4d5", "hole"},
		{"atomic", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "explosion"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", "drop"},
		{"chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "promotion"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "enPassant"},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", ""},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[G] w - - 0 1", "G@e8", "drop"},
		{"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1", "b1c3h", "gate"},
	} {
		r := record(t, c.variant, c.fen)
		m, err := r.Position().ParseMove(c.move)
		if err != nil {
			t.Errorf("%s: %v", c.variant, err)
			continue
		}
		if got := strings.Join(deeds(r.Position(), m, r.Position().Play(m)), " "); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.variant, c.move, got, c.want)
		}
	}
	for _, c := range []struct{ variant, fen, turns, want string }{
		{"kingofthehill", "7k/8/8/8/8/4K3/8/8 b - - 0 1", "h8g8 e3e4", "win goal quietMove oneMove"},
		{"threecheck", "6k1/8/8/8/8/8/8/R3K3 b - - 0 1 +2+0", "g8h8 a1a8", "win checks oneMove"},
		{"extinction", "rnb1kbnr/pppppppp/8/8/8/8/PPPqPPPP/RNBQKBNR b KQkq - 0 1", "a7a6 d1d2", "win extinction oneMove"},
		{"marseillais", "6k1/1p3ppp/8/8/8/8/8/R3K3 b - - 0 2 4:2", "b7b6/b6b5 a1a7/a7a8", "mate mateIn1 turn quietMove oneMove"},
	} {
		turns := strings.Fields(c.turns)
		r := record(t, c.variant, c.fen, turns...)
		lead := record(t, c.variant, c.fen, turns[0]).Len()
		if got := strings.Join(themesOf(r, lead, r.Outcome(), true), " "); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.variant, c.turns, got, c.want)
		}
	}
}

// attemptOf begins a puzzle with the given turns.
func attemptOf(t *testing.T, variant, fen string, themes string, turns ...string) *Attempt {
	t.Helper()
	a, err := Begin(Puzzle{ID: "x", Variant: variant, FEN: fen, Moves: turns, Themes: strings.Fields(themes)}, variants.Open)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func try(t *testing.T, a *Attempt, uci string) bool {
	t.Helper()
	m := must.Get(t, a.Position().ParseMove, uci)
	return a.Play(m)
}

func TestAttempt(t *testing.T) {
	a := attemptOf(t, "chess", "k7/8/2K5/8/8/8/8/1Q6 b - - 0 1", "mate mateIn2", "a8a7", "b1b2", "a7a8", "b2b7")
	start := a.Position().FEN()
	if a.Solver() != rules.White || a.Solved() || a.Task() != "Mate in 2" || a.Free() {
		t.Errorf("%v %v %q", a.Solver(), a.Solved(), a.Task())
	}
	if try(t, a, "b1b3") || a.Position().FEN() != start {
		t.Error("a wrong move is accepted")
	}
	if !try(t, a, "b1b2") || a.Solved() || a.Position().Side() != rules.White {
		t.Errorf("a right move is not: %s", a.Position().FEN())
	}
	a.Restart()
	if a.Position().FEN() != start {
		t.Error("it does not begin again")
	}
	for _, m := range []string{"b1b2", "b2b7"} {
		if !try(t, a, m) {
			t.Errorf("%s is refused", m)
		}
	}
	if !a.Solved() || a.Next() != game.NoMove || a.Play(a.Line().Moves()[1]) {
		t.Error("it does not end")
	}
}

// Another move that mates at once is also right.
func TestAnotherMate(t *testing.T) {
	a := attemptOf(t, "chess", "7k/8/6K1/8/8/8/8/QR6 b - - 0 1", "mate mateIn1", "h8g8", "a1a8")
	if !try(t, a, "b1b8") || !a.Solved() {
		t.Error("a mate does not solve the puzzle")
	}
}

// A turn of several moves may be made in any way that wins; one that does not begins again.
func TestFreeTurn(t *testing.T) {
	a := attemptOf(t, "marseillais", "6k1/1p3ppp/8/8/8/8/8/R3K2R b - - 0 2 4:2", "mate mateIn1 turn", "b7b6/b6b5", "a1a7/a7a8")
	if !a.Free() || a.Task() != "Win in this turn" {
		t.Errorf("%v %q", a.Free(), a.Task())
	}
	start := a.Position().FEN()
	if !try(t, a, "e1e2") || a.Solved() || a.Next() != game.NoMove {
		t.Error("other moves are not accepted")
	}
	if _, ok := a.Hint(1); ok {
		t.Error("there is a hint off the line of the puzzle")
	}
	if !try(t, a, "a1a8") || !a.Solved() {
		t.Error("another mate does not solve the puzzle")
	}
	a.Restart()
	if !try(t, a, "e1e2") || try(t, a, "e2e3") || a.Position().FEN() != start {
		t.Error("a turn that does not win does not begin again")
	}
}

func TestHints(t *testing.T) {
	a := attemptOf(t, "crazyhouse", "6k1/5ppp/8/8/8/8/8/4K3[R] b - - 0 1", "mate mateIn1 drop", "h7h6", "R@e8")
	for number, want := range []string{"Drop.", "Drop the rook.", "The move is R@e8+."} {
		if h, ok := a.Hint(number + 1); !ok || h.Text(a.Position().Rules().Board()) != want {
			t.Errorf("hint %d: %+v", number+1, h)
		}
	}
	b := attemptOf(t, "chess", "6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1", "mate mateIn1", "h7h5", "a1a8")
	h, _ := b.Hint(3)
	if h.SAN != "Ra8+" || len(h.Squares) != 2 {
		t.Errorf("%+v", h)
	}
	if h, _ = b.Hint(2); h.Text(b.Position().Rules().Board()) != "Move the rook on a1." {
		t.Errorf("%+v", h)
	}
	m, _ := b.Position().ParseMove("a1a7")
	if got := b.Miss(b.Position(), m); got != "Ra7 does not win in 1." {
		t.Error(got)
	}
}

func TestBeginRefuses(t *testing.T) {
	for want, p := range map[string]Puzzle{
		`unknown variant`:             {Variant: "x", FEN: "8/8/8/8/8/8/8/8 w - - 0 1", Moves: []string{"a", "b"}},
		"FEN":                         {Variant: "chess", FEN: "x", Moves: []string{"a", "b"}},
		"1 turns, expected":           {Variant: "chess", FEN: "7k/8/6K1/8/8/8/8/QR6 b - - 0 1", Moves: []string{"h8g8"}},
		`turn 2: illegal move "h8g8"`: {Variant: "chess", FEN: "7k/8/6K1/8/8/8/8/QR6 b - - 0 1", Moves: []string{"h8g8", "h8g8"}},
		"the solver cannot move":      {Variant: "chess", FEN: "k7/8/8/8/8/8/7r/6K1 w - - 0 1", Moves: []string{"g1h2", "a8a7"}},
		"the wrong side is to move":   {Variant: "marseillais", FEN: "6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 2 4:2", Moves: []string{"h7h6", "h6h5"}},
	} {
		p.ID = "x"
		if _, err := Begin(p, variants.Open); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

func TestRating(t *testing.T) {
	if got := []int{Rating(100, 1), Rating(1000, 1), Rating(1000, 3), Rating(1, 1), Rating(1<<60, 9)}; !slices.Equal(got, []int{800, 1200, 1400, 400, 3000}) {
		t.Error(got)
	}
}

// lichess's own lines are read; what Write writes is read back unchanged.
func TestCSV(t *testing.T) {
	list, err := Read(strings.NewReader("PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n" +
		"00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1877,76,95,8028,crushing hangingPiece long middlegame,https://lichess.org/787zsVup/black#48,\n"))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	p := list[0]
	if p.Variant != "chess" || p.Rating != 1877 || p.Plays != 8028 || len(p.Moves) != 6 || p.Themes[2] != "long" || p.URL == "" {
		t.Errorf("%+v", p)
	}
	if _, err := Begin(p, variants.Open); err != nil {
		t.Error(err)
	}
	p.Variant, p.Proved, p.Openings = "gun", true, `a "b", c`
	var b bytes.Buffer
	err = NewWriter(&b).Write(p)
	again, err2 := Read(&b)
	if err != nil || err2 != nil || !reflect.DeepEqual(again, []Puzzle{p}) {
		t.Errorf("%+v %v %v", again, err, err2)
	}
	for text, want := range map[string]string{
		"": "empty", "a,b\n": "no column PuzzleId", "PuzzleId,FEN,Moves\n1,2\n": "wrong number of fields",
		strings.Repeat("x", 2*maxRow):                  "a puzzle is longer than 1048576 bytes",
		"PuzzleId,FEN,Moves\n1,2,e2e4\n":               "line 2: a puzzle needs",
		"PuzzleId,FEN,Moves,Rating\n1,2,e2e4 e7e5,x\n": `line 2: Rating "x" is not a number`,
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("PuzzleId,FEN,Moves\n00008,7k/8/6K1/8/8/8/8/QR6 b - - 0 1,h8g8 a1a8\n")
	f.Add("PuzzleId,FEN,Moves,Variant\nx,6k1/5ppp/8/8/8/8/8/R3K2R b - - 0 2 4:2,g7g6/g6g5 a1a7/a7a8,marseillais\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, _ := Read(strings.NewReader(text))
		for _, p := range list {
			a, err := Begin(p, variants.Open)
			if err != nil {
				continue
			}
			for !a.Solved() {
				if !a.Play(a.Next()) {
					t.Fatalf("the solution of %+v is refused", p)
				}
			}
		}
	})
}

// Every puzzle that comes with the program is solved by its moves, and ends as its themes say.
func TestEmbedded(t *testing.T) {
	set := Embedded()
	for _, variant := range set.Games() {
		for _, p := range set.Of(variant) {
			a, err := Begin(p, variants.Open)
			if err != nil {
				t.Error(err)
				continue
			}
			if p.ID != idOf(p.Variant, p.FEN, p.Moves) || p.Variant != a.Position().Rules().Name() || len(a.Position().Moves()) < fewMoves {
				t.Errorf("%+v is not a puzzle", p)
			}
			end := a.Line().Outcome()
			if _, timed := a.Timed(); timed && end.Result != rules.WinFor(a.Solver()) {
				// The line may stop before the other side's last move: then all its moves must
				// lose.
				next := a.Line().Position()
				lose := func(m game.Move) bool { return next.Play(m).Outcome().Result == rules.WinFor(a.Solver()) }
				i := slices.IndexFunc(next.Moves(), lose)
				if end.Over() || i < 0 || slices.ContainsFunc(next.Moves(), func(m game.Move) bool { return !lose(m) }) {
					t.Errorf("%+v does not end with a win", p)
					continue
				}
				end = next.Play(next.Moves()[i]).Outcome()
			}
			forced := slices.Contains(p.Themes, "forcedWin") || end.Over()
			if got := themesOf(a.Line(), a.Lead(), end, forced); !slices.Equal(got, p.Themes) {
				t.Errorf("%s: themes %v, found %v", p.ID, p.Themes, got)
			}
			for !a.Solved() {
				if !a.Play(a.Next()) {
					t.Errorf("the solution of %s is refused", p.ID)
					break
				}
			}
		}
	}
}

// The prover confirms again that the timed wins are in time and that no other first move is as
// quick.
func TestEmbeddedIsProved(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") != "1" {
		t.Skip("set HETERODOX_DEEP=1 to prove the embedded puzzles anew")
	}
	e := engine.New(engine.DefaultOptions())
	for _, variant := range Embedded().Games() {
		for _, p := range Embedded().Of(variant) {
			a, err := Begin(p, variants.Open)
			if err != nil {
				t.Fatal(err)
			}
			turns, timed := a.Timed()
			if !timed || !p.Proved {
				continue
			}
			r := e.Search(t.Context(), a.Played(), game.Limits{Mate: turns, SearchMoves: []game.Move{a.Next()}}, nil)
			if !r.Info.Mate || r.Info.MateIn <= 0 || r.Info.MateIn > turns {
				t.Errorf("%s, %s: the prover finds no win in %d: %+v", p.Variant, p.ID, turns, r.Info)
			}
			if a.Free() {
				continue
			}
			r = e.Search(t.Context(), a.Played(), game.Limits{Mate: turns, SearchMoves: without(a.Position().Moves(), a.Next())}, nil)
			if r.NoMate < turns {
				t.Errorf("%s, %s: another move wins as soon", p.Variant, p.ID)
			}
		}
	}
}

func TestPack(t *testing.T) {
	var b bytes.Buffer
	list := slices.Concat(Embedded().Of("chess"), Embedded().Of("gun"), Embedded().Of("gun"))
	n, err := Pack(&b, list, func(variant string) int { return map[string]int{"chess": 3, "gun": 1 << 20}[variant] })
	if err != nil || n != 3+len(Embedded().Of("gun")) || b.Len() == 0 {
		t.Error(n, err)
	}
}

// Sessions that began with the same file add their results to it, each to what the others have
// stored.
func TestProgressOfSessions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "puzzles.json")
	const sessions, each = 4, 10
	alone := must.Get(t, ReadProgress, file)
	errs := make(chan error, sessions)
	for n := range sessions {
		p := must.Get(t, ReadProgress, file)
		go func() {
			var err error
			for i := range each {
				err = errors.Join(err, p.RecordIn(file, Puzzle{ID: fmt.Sprint(n, i), Rating: 2 * firstLevel}, true))
			}
			if len(p.Done) < each {
				err = errors.Join(err, fmt.Errorf("a session has %d of its %d results", len(p.Done), each))
			}
			errs <- err
		}()
	}
	for n := range sessions {
		if err := <-errs; err != nil {
			t.Error(err)
		}
		for i := range each {
			alone.Record(Puzzle{ID: fmt.Sprint(n, i), Rating: 2 * firstLevel}, true)
		}
	}
	if p, err := ReadProgress(file); err != nil || !reflect.DeepEqual(p, alone) {
		t.Errorf("%+v, %v; one session would have %+v", p, err, alone)
	}
}

func TestProgress(t *testing.T) {
	file := filepath.Join(t.TempDir(), "puzzles.json")
	p, err := ReadProgress(file)
	if err != nil || p.Level != firstLevel {
		t.Fatal(p, err)
	}
	easy, hard := Puzzle{ID: "a", Rating: 600, Themes: []string{"mate"}}, Puzzle{ID: "b", Rating: firstLevel}
	p.Record(hard, true)
	p.Record(hard, false) // does not count any more
	if p.Level != firstLevel+16 || p.Solved() != 1 {
		t.Errorf("%+v", p)
	}
	p.Record(easy, false)
	if p.Level >= firstLevel || p.Solved() != 1 {
		t.Errorf("%+v", p)
	}
	if err := p.Write(file); err != nil {
		t.Fatal(err)
	}
	again, err := ReadProgress(file)
	if err != nil || !reflect.DeepEqual(again, p) {
		t.Errorf("%+v %v", again, err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	third := Puzzle{ID: "c", Themes: []string{"mate"}}
	if got, ok := p.Pick([]Puzzle{easy, hard, third}, "", random); !ok || got.ID != "c" {
		t.Errorf("%+v %v", got, ok)
	}
	if _, ok := p.Pick([]Puzzle{easy, hard, third}, "shot", random); ok {
		t.Error("a puzzle without the theme is picked")
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadProgress(file); err == nil {
		t.Error("a broken file is read")
	}
}
