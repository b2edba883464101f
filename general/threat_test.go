package general_test

import (
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// Quiet moves that give check are recognised before they are made, including those of
// hoppers to empty squares.
func TestThreatens(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		checks    int
	}{
		{"xiangqi", "4k4/9/9/4p4/9/9/9/9/1C7/3K5 w - - 0 1", 1},
		{"xiangqi", "3k5/9/9/2N6/9/3p5/9/1R7/1C7/4K4 w - - 0 1", 4},
		{"janggi", "9/4k4/9/4p4/9/9/9/9/2Cp5/5K3 w - - 0 1", 1},
		{"janggi", "9/4k4/9/4c4/9/9/9/9/2Cp5/5K3 w - - 0 1", 0}, // no cannon hops over another
		{"shako", "4k5/10/10/4p5/10/10/10/10/1C8/3K6 w - - 0 1", 1},
		{"capablanca", "4k5/10/10/10/10/10/10/A1C1K5 w - - 0 1", 5},
		{"shogi", "4k4/9/9/9/9/9/9/R8/4K4[G] w - - 0 1", 7},
	} {
		ruleset := must.Get(t, variants.Open, c.name)
		pos := must.Get(t, ruleset.ParsePosition, c.fen)
		w := pos.(game.Walkable).Walk()
		checks := 0
		for _, code := range w.Moves(nil) {
			if code&game.NoisyCode != 0 {
				continue
			}
			threatens := w.Threatens(code)
			w.Play(code)
			check := w.InCheck()
			w.Undo()
			if threatens != check {
				t.Errorf("%s %s: %s threatens: %v, but check: %v", c.name, c.fen, pos.UCI(w.Move(code)), threatens, check)
			}
			if check {
				checks++
			}
		}
		if checks != c.checks {
			t.Errorf("%s %s: %d checks, not %d", c.name, c.fen, checks, c.checks)
		}
	}
}

// A capture that blows up the enemy's last king is worth the game, one far from it is not.
func TestBlownUpKingsAreGained(t *testing.T) {
	for fen, wins := range map[string]bool{
		"5k4/5n4/10/10/10/10/10/4KR4 w - - 0 1": true,
		"k9/5n4/10/10/10/10/10/4KR4 w - - 0 1":  false,
	} {
		pos := must.Get(t, variants.MustOpen("atomic+capablanca").ParsePosition, fen)
		w := pos.(game.Walkable).Walk()
		captures := w.Noisy(nil)
		if len(captures) != 1 {
			t.Fatalf("%s: %d captures", fen, len(captures))
		}
		gain := w.Gain(captures[0])
		w.Play(captures[0])
		if _, over := w.Verdict(); over != wins || gain > 1000 != wins {
			t.Errorf("%s: over %v, gain %d", fen, over, gain)
		}
	}
}

// A check that wins because one more is enough, and a move that reaches a goal, leaves the enemy
// without a move, completes a row or ends the game by a pass, are found, and only these; they
// are legal.
func TestWinningMove(t *testing.T) {
	rows, errs := general.Read("[row]\nmaxFile = 5\nmaxRank = 5\nimmobile = p\nstartFen = 5/5/5/5/5[PPPPPPPPPPPPPpppppppppppp] w - - 0 1\npieceDrops = true\nconnectN = 4\n")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, c := range []struct {
		name, fen string
		wins      bool
	}{
		{"karouk", "4k3/8/8/8/8/8/8/R2K4 w - - 1+1 0 1", true},
		{"karouk", "4k3/8/8/8/8/8/3K4/N7 w - - 1+1 0 1", false}, // nothing gives check
		{"threecheck+capablanca", "4k5/10/10/10/10/10/10/R4K4 w - - 1+3 0 1", true},
		{"threecheck+capablanca", "4k5/10/10/10/10/10/10/R4K4 w - - 2+3 0 1", false},
		{"threecheck+capablanca", "4k5/10/10/10/10/5r4/10/R4K4 w - - 1+3 0 1", false}, // in check, it must move
		{"breakthrough", "8/P7/8/8/8/8/p7/8 w - - 0 1", true},
		{"breakthrough", "8/P7/8/8/8/8/p7/8 b - - 0 1", true},
		{"breakthrough", "8/8/P7/8/8/p7/8/8 w - - 0 1", false},
		{"breakthrough", "pp6/P7/8/8/8/8/8/8 w - - 0 1", true}, // by a capture
		{"kingofthehill+capablanca", "4k5/10/10/10/10/4K5/10/10 w - - 0 1", true},
		{"kingofthehill+capablanca", "4k5/10/10/10/10/10/4K5/10 w - - 0 1", false},
		{"kingofthehill+capablanca", "3rkr4/10/10/10/10/4K5/10/10 w - - 0 1", true},
		{"kingofthehill+capablanca", "3rkr4/4q5/10/10/10/4K5/10/10 w - - 0 1", false}, // in check
		{"isolation7x7", "***1p1*/***1***/*2*1**/**1*P**/**1***1/**1****/*1*1*** b - - 0 1", true},
		{"isolation7x7", "***1p1*/***1***/*2*1**/**1*P**/**2**1/**1****/*1*1*** b - - 0 1", false}, // two steps and the square left
		{"fox-and-hounds", "8/8/8/8/5h2/2h1h3/8/F3h3 b - - 0 1", true},
		{"fox-and-hounds", "8/8/8/8/8/8/3h1F2/h1h3h1 w - - 0 1", true}, // behind them all
		{"fox-and-hounds", "8/8/8/8/8/8/3h1F2/h1h3h1 b - - 0 1", false},
		{"clobber", "4P/PpPp1/P2p1/P1p2/4P/ppp1P w - - 0 1", true}, // by a capture
		{"amazons", "10/10/10/10/10/10/10/10/*9/qQ8 w - - 0 1", true},
		{"janggi", "4k4/9/2P6/9/9/5P3/9/5K3/9/9 w - - 0 1", false}, // Black has not passed
		{"duck", "rnb1kbnr/pppp1Qpp/8/4p3/4P2*/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1", true},
		{"duck", "rnb1kbnr/pppp1Qpp/8/4p3/4P2*/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1", false},
		{"extinction+capablanca", "rnabqkbcnr/pppp1ppppp/10/10/10/4R5/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", true},
		{"extinction+capablanca", "rnabqkbcnr/pppp1ppppp/q9/10/10/4R5/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", false}, // a queen is left
		{"row", "5/5/1PPP1/5/5[PPpp] w - - 0 1", true},
		{"row", "5/5/pPPP1/5/5[PPpp] w - - 0 1", true},
		{"row", "5/5/pPPPp/5/5[PPpp] w - - 0 1", false},
		{"row", "P4/1P3/5/3P1/5[PPpp] w - - 0 1", true}, // in a gap
		{"row", "P4/1P3/5/3P1/5[PPpp] b - - 0 1", false},
	} {
		ruleset, err := rows.Open(c.name)
		if err != nil {
			ruleset = variants.MustOpen(c.name)
		}
		pos := must.Get(t, ruleset.ParsePosition, c.fen)
		w := pos.(game.Walkable).Walk()
		if !w.Traits().WinsAtOnce {
			t.Errorf("%s is not won by a single move", c.name)
		}
		m, ok := w.(game.Winner).WinningMove()
		if ok != c.wins {
			t.Errorf("%s %s: found %v", c.name, c.fen, ok)
		}
		if !ok {
			continue
		}
		if o := pos.Play(w.Move(m)).Outcome(); o.Result != rules.WinFor(pos.Side()) {
			t.Errorf("%s %s: %s: %s", c.name, c.fen, pos.UCI(w.Move(m)), o)
		}
		result := engine.New(engine.DefaultOptions()).Search(t.Context(), game.NewRecord(pos), game.Limits{Depth: 1}, nil)
		if result.Info.MateIn != 1 {
			t.Errorf("%s %s: the search says %v", c.name, c.fen, result.Info)
		}
	}
}

// A pass that answers a pass, or leaves kings facing each other, wins for the side with the
// better pieces.
func TestPassWins(t *testing.T) {
	pos := must.Get(t, variants.MustOpen("janggi").ParsePosition, "4k4/9/2P6/9/9/5P3/9/5K3/9/9 b - - 0 1")
	pass := must.Get(t, pos.ParseMove, "e10e10")
	pos = pos.Play(pass)
	m, ok := pos.(game.Walkable).Walk().(game.Winner).WinningMove()
	if text := pos.UCI(game.Move(m)); !ok || text != "f3f3" {
		t.Errorf("%s, %v", text, ok)
	}
}
