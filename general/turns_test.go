package general

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// onlyGame opens the only game of a file.
func onlyGame(t *testing.T, text string) game.Rules {
	t.Helper()
	c, errs := Check(text, Builtin())
	if len(errs) > 0 {
		t.Fatalf("%s: %v", text, errs)
	}
	rules := must.Get(t, c.Open, c.Names()[0])
	return rules
}

// A check ends a turn, is legal with its last move only, or has no effect on it, as
// the game says.
func TestCheckInTurn(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 1:2" // a1a8 gives check
	for value, want := range map[string]struct {
		after string // the FEN after a1a8, "" if it is illegal
		moves string // some moves that are legal then, and with a ! some that are not
		said  string
	}{
		"ends":      {"R3k3/8/8/8/8/8/8/4K3 b - - 1 1 2:2", "e8d7 !e8d8", "Every turn has 2 moves; a check ends the turn."},
		"last":      {"", "", "Every turn has 2 moves; only its last move may give check."},
		"continues": {"R3k3/8/8/8/8/8/8/4K3 w - - 0 1 1:1", "a8a1 a8d8 e1e2 !a8e8", "Every turn has 2 moves; a check does not end the turn, and a royal piece cannot be captured in it."},
	} {
		rules := onlyGame(t, "[x:chess]\nturns = 2\ncheckInTurn = "+value+"\n")
		if card := strings.Join(screen.Card(rules), "\n"); !strings.Contains(card, want.said) {
			t.Errorf("%s: the card does not say %q:\n%s", value, want.said, card)
		}
		pos := must.Get(t, rules.ParsePosition, fen)
		m, err := pos.ParseMove("a1a8")
		if want.after == "" {
			if err == nil || !strings.Contains(err.Error(), "only the last move of a turn may give check") {
				t.Errorf("%s: %v", value, err)
			}
			quiet, _ := pos.ParseMove("e1e2")
			if _, err := pos.Play(quiet).ParseMove("a1a8"); err != nil {
				t.Errorf("%s: the last move: %v", value, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		after := pos.Play(m)
		if after.FEN() != want.after {
			t.Errorf("%s: %s, want %s", value, after.FEN(), want.after)
		}
		again := must.Get(t, rules.ParsePosition, after.FEN())
		for text := range strings.FieldsSeq(want.moves) {
			_, err := again.ParseMove(strings.TrimPrefix(text, "!"))
			if (err != nil) != strings.HasPrefix(text, "!") {
				t.Errorf("%s: %s: %v", value, text, err)
			}
		}
	}
}

// In the middle of a turn the other king may be attacked only where a check does not end
// turns.
func TestCheckedInTheMiddleOfATurn(t *testing.T) {
	const fen = "R3k3/8/8/8/8/8/8/4K3 w - - 0 1 "
	ends, continues := onlyGame(t, "[x:chess]\nturns = 2\n"), onlyGame(t, "[x:chess]\nturns = 2\ncheckInTurn = continues\n")
	if _, err := ends.ParsePosition(fen + "1:1"); err == nil {
		t.Error("the turn ended")
	}
	if _, err := continues.ParsePosition(fen + "1:2"); err == nil {
		t.Error("Black has moved into check")
	}
	if _, err := continues.ParsePosition(fen + "1:1"); err != nil {
		t.Error(err)
	}
}

func TestCheckInTurnErrors(t *testing.T) {
	for text, want := range map[string]string{
		"[x:chess]\ncheckInTurn = never\n":                 `line 2, [x], checkInTurn: "never" is not one of continues, ends, last`,
		"[x:3check]\nturns = 2\ncheckInTurn = continues\n": "line 3, [x], checkInTurn: continues cannot be combined with checkCounting",
		"[x:atomic]\nturns = 2\ncheckInTurn = continues\n": "line 3, [x], checkInTurn: continues cannot be combined with extinctionPseudoRoyal",
		"[x:duck]\nturns = 2\n":                            "line 2, [x], turns: cannot be combined with wallingRule",
		"[x:chess]\nturns = 1 1 2 3 5 … 8\n":               `line 2, [x], turns: turn 6: "…" is not a number from 1 to 100`,
	} {
		_, errs := Check(text, Builtin())
		if len(errs) == 0 || errs[0].Error() != want {
			t.Errorf("%q: %v, want %s", text, errs, want)
		}
	}
}

// With turns of several moves a third occurrence draws, whatever repetition means in the game
// without them, and the card does not say otherwise.
func TestRepetitionWithTurns(t *testing.T) {
	const moves = "i1i2/i2i1 e9e8/e8e9 "
	record := playedFrom(t, "marseillais+shogi", "4k4/9/9/9/9/9/9/9/3R4K[-] w - - 0 2", moves+moves)
	if got := record.Outcome().String(); got != "1/2-1/2 (threefold repetition)" {
		t.Errorf("the third occurrence: %s", got)
	}
	if card := strings.Join(screen.Card(record.Position().Rules()), "\n"); strings.Contains(card, "erpetual") || strings.Contains(card, "occurs") {
		t.Errorf("the card:\n%s", card)
	}
}
