package table_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// thinkers makes small engine searches.
func thinkers() *table.Thinkers {
	return table.NewThinkers(1, func(r game.Rules) game.Searcher {
		o := engine.DefaultOptions()
		o.HashMB = 1
		return engine.New(o)
	})
}

// newTable starts a game by name, from a position if one is given.
func newTable(t *testing.T, name, fen string, o table.Options) *table.Table {
	t.Helper()
	o.Start = position(t, name, fen)
	tb, err := table.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tb.Close)
	return tb
}

func position(t *testing.T, name, fen string) game.Position {
	t.Helper()
	return must.Position(t, variants.MustOpen(name), fen)
}

// play types moves, all of which must be legal.
func play(t *testing.T, tb *table.Table, moves ...string) {
	t.Helper()
	for _, m := range moves {
		if err := tb.PlayText(table.AnyRevision, m); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
	}
}

// written returns the moves of a game in UCI notation.
func written(s table.State) string {
	var list []string
	for _, p := range s.Played {
		list = append(list, p.UCI)
	}
	return strings.Join(list, " ")
}

// await waits until a table is in the wanted state.
func await(t *testing.T, tb *table.Table, what string, ok func(table.State) bool) table.State {
	t.Helper()
	changes, stop := tb.Watch()
	defer stop()
	late := time.After(2 * time.Minute)
	for {
		if s := tb.State(); ok(s) {
			return s
		}
		select {
		case <-changes:
		case <-late:
			t.Fatalf("timed out waiting for %s: %s", what, written(tb.State()))
		}
	}
}

func TestTypedMoves(t *testing.T) {
	for _, c := range []struct{ name, fen, text, want, fault string }{
		{"chess", "", "e4", "e2e4", ""},
		{"chess", "", "e2e4", "e2e4", ""},
		{"chess", "", "Nf3", "g1f3", ""},
		{"chess", "", "", "", "expected a move such as e4, Nf3 or e2e4"},
		{"chess", "", "e2e5", "", "the pawn on e2 cannot reach e5"},
		{"chess", "", "Nf6", "", "no white knight can go to f6"},
		{"chess", "", "e4 e5 Nf3", "e2e4 e7e5 g1f3", ""},
		{"chess", "", "1. e4 e5 2.Nf3 Nc6", "e2e4 e7e5 g1f3 b8c6", ""},
		{"chess", "", "1. e4 2... e5", "e2e4 e7e5", ""},
		{"chess", "", "e4 e5 Nf4", "", "move 3: no white knight can go to f4"},
		{"chess", "", "f3 e5 g4 Qh4 a3", "", "move 5: "},
		{"chess", "7k/8/8/8/8/8/8/KR6 w - - 99 90", "Rb2 Kg8", "", "the game is over after Rb2, and more moves follow"},
		{"chess", "", strings.Repeat("x", 1000), "", "that is too long for a move"},
		{"fibonacci", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 3:2", "Nf3 Ng5", "g1f3 f3g5", ""},
		{"fibonacci", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 3:2", "g1f3/f3g6", "", "move 2: "},
		{"baseline", "", "K@e1", "K@e1", ""},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5,a3", "e4d5,d5a3", ""},
		{"cube3", "", "a1Ia2I", "a1Ia2I", ""},
		{"cube3", "", "a1Ia2III", "", "cannot reach"},
	} {
		tb := newTable(t, c.name, c.fen, table.Options{})
		err := tb.PlayText(table.AnyRevision, c.text)
		if got := written(tb.State()); got != c.want || (err == nil) != (c.fault == "") {
			t.Errorf("%s %.40q plays %q, %v", c.name, c.text, got, err)
		}
		if err != nil && (!strings.Contains(err.Error(), c.fault) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s %.40q is answered %q, want %q", c.name, c.text, err, c.fault)
		}
	}
}

// Clicks can make every kind of move: a letter stands for a drop or a promotion, a square for a
// click, "<" for going back.
func TestPick(t *testing.T) {
	for _, c := range []struct{ name, fen, clicks, want string }{
		{"chess", "", "e2 e4", "e2e4"},
		{"chess", "", "e2 d2 d4", "d2d4"}, // another piece instead
		{"chess", "", "e2 < d2 d4", "d2d4"},
		{"chess", "", "e2 e6", "e2"},
		{"chess", "", "e4", ""},
		{"chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 b8 =N", "b7b8n"},
		{"chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 b8 <", "b7"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1 h1", "e1g1"}, // the rook to castle with
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1 a1", "e1c1"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1 g1", "e1g1"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1 a1", "a1"}, // no right to castle
		{"chess", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8 h8", "e8g8"},
		{"fischerandom", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1 h1", "e1h1"},
		{"capablanca", "4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1 j1", "f1i1"},
		{"capablanca", "4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1 a1", "f1c1"},
		{"seirawan", "4k3/8/8/8/8/8/8/R3K2R[E] w KQ - 0 1", "e1 h1", "e1 g1"}, // with or without a gated piece?
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 d5", "e4 d5"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 d5 a3", "e4d5,d5a3"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 d5 < e5", "e4e5"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 d5 e4", "e4d5,d5e4"},
		{"baseline", "", "@K e1", "K@e1"},
		{"gun", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 d5", "e4d5"},
		{"ataxx", "", "g1 g2", "P@g2"}, // what is not in the hand need not be picked up
		{"ataxx", "", "g1 g3", "g1g3"},
		{"ataxx", "", "a6", "P@a6"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "e4", ""},
	} {
		p := table.NewPick(position(t, c.name, c.fen))
		board := p.Position().Rules().Board()
		for _, click := range strings.Fields(c.clicks) {
			switch click[0] {
			case '<':
				p.Back()
			case '@', '=':
				for _, s := range p.Options() {
					if s.Letter == click[1:] {
						p.Add(s)
						break
					}
				}
			default:
				sq, _ := board.ParseSquare(click)
				p.Click(sq)
			}
		}
		got := ""
		if m, ok := p.Move(); ok {
			got = p.Position().UCI(m)
		} else {
			for _, s := range p.Steps() {
				got += board.Name(s.Square) + s.Letter + " "
			}
		}
		if strings.TrimSpace(got) != c.want {
			t.Errorf("%s: %s picks %q, want %q", c.name, c.clicks, got, c.want)
		}
	}
}

// A random walk of clicks on options always ends in a legal move, and every
// legal move can be picked.
func TestPicksAreLegalMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"chess", "madhouse", "baseline+madhouse", "gun+fibonacci", "cube4", "extinction+fairy"} {
		pos := position(t, name, "")
		for range 30 {
			legal := pos.Moves()
			if len(legal) == 0 {
				break
			}
			want := legal[random.IntN(len(legal))]
			p := table.NewPick(pos)
			for _, s := range screen.Of(pos).Steps(want) {
				if !p.Add(s) {
					t.Fatalf("%s %s: %s cannot be picked at %v", name, pos.FEN(), pos.UCI(want), s)
				}
			}
			if got, ok := p.Move(); !ok || got != want || len(p.Options()) > 0 {
				t.Fatalf("%s %s: %s is picked as %s", name, pos.FEN(), pos.UCI(want), pos.UCI(got))
			}
			pos = pos.Play(want)
		}
	}
}

func TestWhy(t *testing.T) {
	pinned := "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1"
	for _, c := range []struct{ name, fen, clicks, want, attackers string }{
		{"chess", "", "e4", "there is no piece on e4", ""},
		{"chess", "", "e7", "the pawn on e7 is Black's, but it is White's move", ""},
		{"chess", "", "a1", "the rook on a1 has no legal move", ""},
		{"chess", "", "e2 e5", "the pawn on e2 cannot reach e5", ""},
		{"chess", pinned, "e2", "the knight on e2 cannot move: it would leave the king attacked by the rook on e8", "e8"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 d5 e1", "e1 is not empty", ""},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 d5 e8", "e8 is not empty", ""},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 d5 a8", "it cannot be put on a8", ""},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 d5 d2", "put on d2, it would leave the king attacked by the pawn on d2", "d2"},
		{"baseline", "", "e2", "White must place the pieces in hand first", ""},
		{"antichess", "4k3/8/8/3p4/4P3/8/P7/4K3 w - - 0 1", "a2", "the pawn on a2 cannot move: a capture is compulsory: e4d5", ""},
		{"duck", "4k3/8/8/8/3*4/8/8/4K3 w - - 0 1", "d4", "there is a duck on d4", ""},
	} {
		p := table.NewPick(position(t, c.name, c.fen))
		board := p.Position().Rules().Board()
		clicks := strings.Fields(c.clicks)
		for _, click := range clicks[:len(clicks)-1] {
			sq, _ := board.ParseSquare(click)
			if !p.Click(sq) {
				t.Fatalf("%s: %s is not an option", c.name, click)
			}
		}
		last, _ := board.ParseSquare(clicks[len(clicks)-1])
		if p.Click(last) {
			t.Errorf("%s: %s is legal", c.name, c.clicks)
			continue
		}
		answer := p.Why(last)
		var names []string
		for _, s := range answer.Attackers {
			names = append(names, board.Name(s))
		}
		if answer.Text != c.want || strings.Join(names, " ") != c.attackers {
			t.Errorf("%s %s: %q %v, want %q %q", c.name, c.clicks, answer.Text, names, c.want, c.attackers)
		}
	}
}

// The answer to a typed move that would leave the king attacked names the attackers, whichever
// machine plays the game and however it is written.
func TestTypedMovesBlame(t *testing.T) {
	pinned := "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1"
	for _, c := range []struct{ name, fen, text, want, attackers string }{
		{"chess", pinned, "e2c3", "the king attacked by the rook on e8", "e8"},
		{"chess", pinned, "E2C3", "the king attacked by the rook on e8", "e8"},
		{"chess", pinned, "Nc3", "the king attacked by the rook on e8", "e8"},
		{"chess", pinned, "Ne2-c3+", "the king attacked by the rook on e8", "e8"},
		{"chess", pinned, "Bc3", "White has no bishop", ""},
		{"chess", pinned, "c3", "White has no pawn", ""},
		{"chess", "", "Nbd2", "its own pawn is on d2", ""},
		{"chess", "", "O-O", "White cannot castle: the way is blocked on f1", ""},
		{"chess", "", "e9", "the board has no square e9", ""},
		{"chess", "", "e7e5", "the pawn on e7 is Black's, but it is White's move", ""},
		{"chess", "", "e4e5", "there is no piece on e4", ""},
		{"chess", "", "hello", `"hello" is not a move: type one such as`, ""},
		{"chess", "4k3/8/8/8/8/8/8/1N1NK3 w - - 0 1", "Nc3", "more than one knight can go to c3: say which, as in Nbc3 or Ndc3", ""},
		{"chess", "8/4P3/8/8/8/8/8/K6k w - - 0 1", "e8", "the move is incomplete: it could be e8=Q", ""},
		{"crazyhouse", "", "N@f3", "White has no knight in hand", ""},
		{"xiangqi", "", "Nf6", "no white horse can go to f6", ""},
		{"cube3", "", "e4", "the board has no square e4", ""},
		{"chess", "3rk3/8/8/8/8/8/3p4/4K3 w - - 0 1", "Kxd2", "by the rook on d8", "d8"},
		{"chess", "k3r3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "exd3", "by the rook on e8", "e8"},
		{"chess", "k3r3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2d3", "by the rook on e8", "e8"},
		{"gun+blackhole", "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "Bd3", "by the rook on e8", "e8"},
		{"madhouse", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5,d2", "by the pawn on d2", "d2"},
		{"crazyhouse", "k3r3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "N@a4", "by the rook on e8", "e8"},
		{"crazyhouse", "k3r3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "n@a4", "by the rook on e8", "e8"},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1", "e1d1", "the generals may not face each other", "d10"},
		{"duck", "", "e4", `e4 does not say where to put the duck (as in e4,e2)`, ""},
		{"duck", "", "e2e4,", `where to put the duck (as in e2e4,e4e2)`, ""},
		{"madhouse", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1", "exd5", `exd5 does not say where to put the captured pawn (as in exd5,a2)`, ""},
		{"madhouse", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1", "e4d5", `where to put the captured pawn (as in e4d5,d5a2)`, ""},
		{"shogi", "4r3k/9/9/9/9/9/9/4G4/4K4[] w - - 0 1", "Gd2", "by the rook on e9", "e9"},
		{"cube3", "[#k#,###,r##],[###,###,###],[###,###,K##] w", "a1Ia1II", "the rook on a1III", "a1III"},
	} {
		_, err := table.ReadMoves(position(t, c.name, c.fen), c.text)
		var names []string
		for _, s := range table.AttackersIn(err) {
			names = append(names, variants.MustOpen(c.name).Board().Name(s))
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Join(names, " ") != c.attackers {
			t.Errorf("%s %s: %v %v", c.name, c.text, err, names)
		}
	}
}

// Between two engines moves come no faster than the pace, and taking back or
// closing does not wait for it.
func TestPace(t *testing.T) {
	engines := [2]table.Player{{Level: 1}, {Level: 1}}
	tb := newTable(t, "chess", "", table.Options{Players: engines, Thinkers: thinkers()})
	tb.SetPace(time.Hour)
	await(t, tb, "the first moves", func(s table.State) bool { return s.Thinking })
	if n := len(tb.State().Played); n > 1 {
		t.Errorf("%d moves were played within an hour", n)
	}
	tb.SetPace(0)
	if err := tb.SwitchSides(table.AnyRevision); err != nil { // restarts the search
		t.Fatal(err)
	}
	await(t, tb, "moves without a pace", func(s table.State) bool { return len(s.Played) > 3 })
	tb.SetPace(time.Hour)
	tb.Close()
}

func TestExposedOptions(t *testing.T) {
	p := table.NewPick(position(t, "chess", "k3r3/8/8/8/8/8/4B3/4K3 w - - 0 1"))
	from := game.At(4, 0, 0)
	if !p.Click(from) {
		t.Fatal("the king cannot be picked")
	}
	legal, exposed := p.Options(), p.Exposed()
	if len(legal) != 4 || len(exposed) != 0 {
		t.Errorf("the king has %v and exposed %v", legal, exposed)
	}
	p = table.NewPick(position(t, "chess", "k7/8/8/8/8/8/r7/4K3 w - - 0 1"))
	p.Click(from)
	if legal, exposed := p.Options(), p.Exposed(); len(legal) != 2 || len(exposed) != 3 {
		t.Errorf("beside the rook's rank the king has %v and exposed %v", legal, exposed)
	}
}

func TestAgainstEngine(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Players: [2]table.Player{1: {Level: 1}}, Thinkers: thinkers()})
	play(t, tb, "e4")
	s := await(t, tb, "the answer", func(s table.State) bool { return len(s.Played) == 2 })
	if s.Played[1].Eval == "" || s.Thinking {
		t.Errorf("the engine's move: %+v", s.Played[1])
	}
	if err := tb.TakeBack(s.Revision); err != nil {
		t.Fatal(err)
	}
	if s := tb.State(); len(s.Played) != 0 {
		t.Errorf("after taking back the moves are %s", written(s))
	}
	if err := tb.TakeBack(table.AnyRevision); err == nil {
		t.Error("a missing move was taken back")
	}
	// The engine starts when sides are switched.
	if err := tb.SwitchSides(table.AnyRevision); err != nil {
		t.Fatal(err)
	}
	await(t, tb, "its first move", func(s table.State) bool { return len(s.Played) == 1 && s.Players[0].Level == 1 })
}

// In fibonacci the last move of a person may be the second of a turn, or the first after the
// engine's; taking back stops there.
func TestTakeBackInTurns(t *testing.T) {
	tb := newTable(t, "fibonacci", "", table.Options{Players: [2]table.Player{1: {Level: 1}}, Thinkers: thinkers()})
	play(t, tb, "a3")
	await(t, tb, "the answer", func(s table.State) bool { return len(s.Played) == 2 })
	play(t, tb, "a4")
	if err := tb.TakeBack(table.AnyRevision); err != nil {
		t.Fatal(err)
	}
	if s := tb.State(); len(s.Played) != 2 {
		t.Errorf("in the middle of the turn: %s", written(s))
	}
	play(t, tb, "b3", "b4")
	await(t, tb, "three moves", func(s table.State) bool { return s.Position().Side() == rules.White })
	if err := tb.TakeBack(table.AnyRevision); err != nil {
		t.Fatal(err)
	}
	if s := tb.State(); len(s.Played) != 3 {
		t.Errorf("after the engine's turn: %s", written(s))
	}
}

// What was taken back can be put forward again, with the clocks and the end of the game, until
// something else is played.
func TestPutForward(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Control: table.Control{Base: time.Hour, Increment: time.Minute}})
	if tb.State().Back || tb.TakeBack(table.AnyRevision) == nil {
		t.Error("there is a move to take back before the first move")
	}
	play(t, tb, "e4", "e5", "Nf3")
	whole := tb.State()
	if !whole.Back {
		t.Error("there is no move to take back")
	}
	if whole.Redo || tb.PutForward(table.AnyRevision) == nil {
		t.Error("a move that was not taken back was redone")
	}
	tb.TakeBack(table.AnyRevision)
	tb.BackTo(table.AnyRevision, 0)
	if s := tb.State(); len(s.Played) != 0 || !s.Redo {
		t.Fatalf("not all moves were taken back: %s", written(s))
	}
	for _, want := range []string{"e2e4 e7e5", "e2e4 e7e5 g1f3"} {
		if err := tb.PutForward(table.AnyRevision); err != nil || written(tb.State()) != want {
			t.Errorf("redone: %s, %v", written(tb.State()), err)
		}
	}
	s := tb.State()
	if s.Redo || s.At != whole.At || s.Position().FEN() != whole.Position().FEN() || !s.Running || s.Left[rules.White] != whole.Left[rules.White] {
		t.Errorf("all redone: move %d, %s, %v left", s.At, s.Position().FEN(), s.Left)
	}

	tb.TakeBack(table.AnyRevision)
	play(t, tb, "Nf3") // the same move, but played again
	if err := tb.PutForward(table.AnyRevision); err == nil {
		t.Error("a replaced move was redone")
	}
	tb.Resign(table.AnyRevision, rules.Black)
	tb.TakeBack(table.AnyRevision)
	if s := tb.State(); s.Ending.Over() || len(s.Played) != 2 {
		t.Fatalf("after taking back it is %v after %s", s.Ending, written(s))
	}
	if err := tb.PutForward(table.AnyRevision); err != nil || tb.State().Ending.Reason != "resignation" || len(tb.State().Played) != 3 {
		t.Errorf("redone: %v, %v after %s", err, tb.State().Ending, written(tb.State()))
	}
	tb.TakeBack(table.AnyRevision)
	tb.Resign(table.AnyRevision, rules.White)
	if err := tb.PutForward(table.AnyRevision); err == nil {
		t.Error("moves were redone in a game that has ended in another way")
	}
}

// Taking back against an engine also takes back its answer, and putting forward restores both.
func TestPutForwardAgainstEngine(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Players: [2]table.Player{1: {Level: 1}}, Thinkers: thinkers()})
	play(t, tb, "e4")
	both := written(await(t, tb, "the answer", func(s table.State) bool { return len(s.Played) == 2 }))
	tb.TakeBack(table.AnyRevision)
	if s := tb.State(); len(s.Played) != 0 {
		t.Fatalf("taken back: %s", written(s))
	}
	if err := tb.PutForward(table.AnyRevision); err != nil || written(tb.State()) != both {
		t.Errorf("redone: %v, %s, want %s", err, written(tb.State()), both)
	}
}

func TestStaleAndOver(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{})
	before := tb.State().Revision
	play(t, tb, "f3", "e5", "g4")
	if err := tb.PlayText(before, "Qh4"); !errors.Is(err, table.ErrStale) {
		t.Errorf("a stale move: %v", err)
	}
	play(t, tb, "Qh4")
	s := tb.State()
	if s.Ending.Result != rules.BlackWins || s.Ending.Reason != "checkmate" {
		t.Errorf("the game ends %+v", s.Ending)
	}
	for what, err := range map[string]error{
		"a move": tb.PlayText(table.AnyRevision, "a3"), "resigning": tb.Resign(table.AnyRevision, rules.White),
	} {
		if err == nil {
			t.Errorf("%s is allowed after the end", what)
		}
	}
	if tb.State().Revision != s.Revision {
		t.Error("a refused request had an effect")
	}
	if err := tb.TakeBack(s.Revision); err != nil || tb.State().Ending.Over() {
		t.Errorf("the mate is not taken back: %v", err)
	}
}

func TestDrawsAndResigning(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{})
	if accepted, err := tb.MakeOffer(table.AnyRevision, rules.White, table.OfferDraw); accepted || err != nil {
		t.Errorf("a missing offer was accepted: %v %v", accepted, err)
	}
	play(t, tb, "e4")
	if s := tb.State(); s.Offer != table.OfferDraw || s.OfferBy != rules.White {
		t.Error("the offer is not open")
	}
	play(t, tb, "e5")
	if tb.State().Offer != table.NoOffer {
		t.Error("a move does not decline the offer")
	}
	tb.MakeOffer(table.AnyRevision, rules.White, table.OfferDraw)
	if accepted, err := tb.MakeOffer(table.AnyRevision, rules.Black, table.OfferDraw); !accepted || err != nil {
		t.Errorf("agreed, but %v %v", accepted, err)
	}
	if e := tb.State().Ending; e.Result != rules.Draw || e.Reason != "agreement" {
		t.Errorf("ends %+v", e)
	}
	tb.TakeBack(table.AnyRevision)
	tb.Resign(table.AnyRevision, rules.Black)
	if e := tb.State().Ending; e.Result != rules.WhiteWins || e.Reason != "resignation" {
		t.Errorf("ends %+v", e)
	}
	// A player who resigned before moving can continue, too.
	tb = newTable(t, "chess", "", table.Options{})
	tb.Resign(table.AnyRevision, rules.White)
	if err := tb.TakeBack(table.AnyRevision); err != nil || tb.State().Ending.Over() {
		t.Errorf("a game without moves cannot be continued: %v", err)
	}
	if err := tb.TakeBack(table.AnyRevision); err == nil {
		t.Error("more moves were taken back than played")
	}
}

func TestClocks(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Control: table.Control{Base: time.Minute, Increment: time.Second}})
	time.Sleep(5 * time.Millisecond)
	if s := tb.State(); s.Running || s.Left[0] != time.Minute {
		t.Errorf("the clock runs before the first move: %+v", s.Left)
	}
	play(t, tb, "e4")
	time.Sleep(5 * time.Millisecond)
	s := tb.State()
	if !s.Running || s.Left[0] != 61*time.Second || s.Left[1] >= time.Minute {
		t.Errorf("after a move %+v", s.Left)
	}
	play(t, tb, "e5")
	tb.BackTo(table.AnyRevision, 1)
	if s := tb.State(); s.Left[0] != 61*time.Second || s.Left[1] > time.Minute {
		t.Errorf("after taking back %+v", s.Left)
	}
	tb = newTable(t, "chess", "", table.Options{Control: table.Control{Base: 30 * time.Millisecond}})
	play(t, tb, "e4")
	s = await(t, tb, "the flag", func(s table.State) bool { return s.Ending.Over() })
	if s.Ending.Result != rules.WhiteWins || s.Ending.Reason != "time forfeit" || s.Left[1] != 0 {
		t.Errorf("after the flag fell: %+v %v", s.Ending, s.Left)
	}
}

func TestHintAndAnalysis(t *testing.T) {
	tb := newTable(t, "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", table.Options{Thinkers: thinkers()})
	hint, err := tb.Hint(context.Background(), 0)
	if err != nil || hint.UCI != "a1a8" || len(hint.Steps) != 2 || hint.Eval != "#1" {
		t.Errorf("hint %+v, %v", hint, err)
	}
	if err := tb.Analyse(0, 2); err != nil {
		t.Fatal(err)
	}
	s := await(t, tb, "two lines", func(s table.State) bool { return len(s.Analysis) == 2 })
	if !s.Analysing || s.Analysis[0].SAN[0] != "Ra8#" || s.Analysis[0].Mate != 1 {
		t.Errorf("analysis %+v", s.Analysis)
	}
	play(t, tb, "h3")
	if err := tb.Analyse(0, 0); err != nil || tb.State().Analysing {
		t.Errorf("the analysis does not stop: %v", err)
	}
	if err := tb.Analyse(9, 1); err == nil {
		t.Error("a missing position is analysed")
	}
}

// When the move that is analysed is removed, the engine goes on at the move before.
func TestAnalysisGoesOn(t *testing.T) {
	for name, remove := range map[string]func(tb *table.Table, last int) (int, error){
		"undo":   func(tb *table.Table, _ int) (int, error) { return tb.Undo() },
		"delete": (*table.Table).Delete,
	} {
		for _, file := range []string{"", filepath.Join(t.TempDir(), "analysis.pgn")} {
			tb := newTable(t, "chess", "", table.Options{Study: true, Thinkers: thinkers(), File: file})
			playAt(t, tb, 0, "e4", "e5", "Nf3")
			last := playAt(t, tb, 0, "d4", "d5")
			if err := tb.Analyse(last, 1); err != nil {
				t.Fatal(err)
			}
			at, err := remove(tb, last)
			if err != nil {
				t.Fatal(err)
			}
			s := await(t, tb, "a line", func(s table.State) bool { return len(s.Analysis) == 1 })
			if s.AnalysisAt != at || s.Analysis[0].Sides[0] != rules.Black {
				t.Errorf("%s: the engine goes on at move %d, want %d", name, s.AnalysisAt, at)
			}
		}
	}
}

// Clocks that are held do not run until they are released, also when moves are played.
func TestHoldClocks(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Control: table.Control{Base: time.Minute}})
	play(t, tb, "e4")
	tb.HoldClocks(true)
	play(t, tb, "e5")
	before := tb.State()
	time.Sleep(5 * time.Millisecond)
	if s := tb.State(); s.Running || s.Left != before.Left {
		t.Errorf("held: %v, then %v", before.Left, s.Left)
	}
	tb.HoldClocks(false)
	time.Sleep(5 * time.Millisecond)
	if s := tb.State(); !s.Running || s.Left[0] >= before.Left[0] || s.Left[1] != before.Left[1] {
		t.Errorf("released: %v, before %v", s.Left, before.Left)
	}
}

// Two engines play a game to the end on their own.
func TestEnginesPlay(t *testing.T) {
	tb := newTable(t, "chess", "7k/8/8/8/8/8/1R6/R6K w - - 0 1", table.Options{Players: [2]table.Player{{Level: 20}, {Level: 1}}, Thinkers: thinkers()})
	s := await(t, tb, "mate", func(s table.State) bool { return s.Ending.Over() })
	if s.Ending.Result != rules.WhiteWins {
		t.Errorf("ends %+v: %s", s.Ending, written(s))
	}
}

// The kings shown as attacked are those that the rules of check protect: with explosions, not
// one next to the enemy's king; where a side has two, both or none.
func TestInCheck(t *testing.T) {
	for _, c := range []struct{ variant, fen, royals, attackers string }{
		{"chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1", "e2"},
		{"atomic", "8/8/8/6r1/5k2/6K1/8/8 w - - 0 1", "", ""},
		{"atomic", "8/8/8/6r1/4k3/6K1/8/8 w - - 0 1", "g3", "g5"},
		{"capablanca+atomic", "10/10/10/6r3/5k4/6K3/10/10 w - - 0 1", "", ""},
		{"capablanca+atomic", "10/10/10/6r3/4k5/6K3/10/10 w - - 0 1", "g3", "g5"},
		{"spartan", "2k1k3/8/3N4/8/8/8/8/4K3 b - - 0 1", "c8 e8", "d6 d6"},
		{"spartan", "k3k3/8/3N4/8/8/8/8/4K3 b - - 0 1", "", ""},
		{"spartan", "4k3/8/3N4/8/8/8/8/4K3 b - - 0 1", "e8", "d6"},
	} {
		pos := must.Get(t, variants.MustOpen(c.variant).ParsePosition, c.fen)
		royals, attackers := table.InCheck(pos)
		if got := fmt.Sprint(royals, attackers); got != fmt.Sprintf("[%s] [%s]", c.royals, c.attackers) {
			t.Errorf("%s %s: %s attacked by %s, want [%s] by [%s]", c.variant, c.fen, fmt.Sprint(royals), fmt.Sprint(attackers), c.royals, c.attackers)
		}
	}
}
