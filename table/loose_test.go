package table

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// A typed move may be written carelessly if only one legal move can be meant.
func TestLooseMoves(t *testing.T) {
	const (
		bishopOrPawn = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1" // bxc3 and Bxc3
		castles      = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	)
	for _, test := range []struct{ variant, fen, text, want string }{
		{"chess", "", "nf3", "g1f3"}, {"chess", "", "NF3", "g1f3"}, {"chess", "", "♘c3", "b1c3"}, {"chess", "", "♞c3", "b1c3"},
		{"chess", "", "e2-e4", "e2e4"}, {"chess", "", "E4", "e2e4"}, {"chess", "", "♙e4", "e2e4"}, {"chess", "", "ng1-f3", ""},
		{"chess", castles, "o-o", "e1g1"}, {"chess", castles, "0-0", "e1g1"}, {"chess", castles, "0-0-0", "e1c1"}, {"chess", castles, "ooo", "e1c1"},
		{"chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8q", "b7b8q"}, {"chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7-b8=N", "b7b8n"},
		{"chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8", ""},
		{"chess", bishopOrPawn, "bxc3", "b2c3"}, {"chess", bishopOrPawn, "Bxc3", "d2c3"}, {"chess", bishopOrPawn, "BXC3", ""},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "n@f3", "N@f3"},
		{"madhouse", "3k4/8/8/3n4/4P3/8/8/3K4 w - - 0 1", "e4xd5,a3", "e4d5,d5a3"},
		{"cube3", "", "C1i-c2ii", ""},
		{"amazons", "", "D1-d7,D7d1", "d1d7,d7d1"},
		{"janggi", "", "--", "e2e2"}, {"janggi", "", "Pass", "e2e2"}, {"janggi", "", "0000", "e2e2"}, // signs alone mean nothing
		{"janggi", "", "x", ""}, {"janggi", "", "-", ""}, {"janggi", "", "+", ""}, {"janggi", "", "=", ""},
	} {
		rules := variants.MustOpen(test.variant)
		pos := must.Position(t, rules, test.fen)
		turn, err := ReadMoves(pos, test.text)
		got := ""
		if err == nil {
			got = pos.UCI(turn.Moves[0])
		}
		if got != test.want {
			t.Errorf("%s %s: %s is %q (%v), want %q", test.variant, test.fen, test.text, got, err, test.want)
		}
	}
}

// A text that is not a legal move is refused at once where there are thousands of moves, too.
func TestRefusedAtOnce(t *testing.T) {
	pos := variants.MustOpen("amazons").Start()
	for text, want := range map[string]string{
		"zz": "is not a move", "a3": "is not a move", "c4c5": "there is no piece on c4", "d1d7": "d1d7 does not say where to put",
	} {
		written := &writing{Position: screen.Of(pos)}
		if _, err := ReadMoves(written, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
		if written.moves > 300 {
			t.Errorf("%s is compared with %d of %d moves", text, written.moves, len(pos.Moves()))
		}
	}
}

// A writing is a position that counts how many moves are written.
type writing struct {
	screen.Position
	moves int
}

func (w *writing) SAN(m game.Move) string {
	w.moves++
	return w.Position.SAN(m)
}
