package fast_test

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// The cards of combined games say which goals there are, and nothing twice.
func TestCardsOfCombinations(t *testing.T) {
	for _, test := range []struct {
		name  string
		says  []string
		omits []string
	}{
		{"horde+antichess", []string{"You win when you have lost all your pieces, or have no move."}, []string{"Black wins by"}},
		{"horde+atomic", []string{"Black wins by capturing everything White has."}, nil},
		// Only what a side has at the start can die out.
		{"horde+extinction", []string{
			"White wins when Black has none left of some kind: pawns, knights, bishops, rooks, queens, kings.",
			"Black wins when White has no pawns left."}, []string{"your opponent"}},
		{"horde+nocheckatomic", []string{"White wins when Black has no kings left."}, []string{"Black wins when", "your opponent"}},
		{"racingkings+kinglet", nil, []string{"pawns left"}},
		{"racingkings+extinction", []string{"You win when your opponent has none left of some kind: knights, bishops, rooks, queens, kings."}, nil},
		{"fairy+extinction", []string{"You win when your opponent has none left of some kind: pawns, knights, bishops, rooks, kings, amazons."}, nil},
		// Where nobody gives check, checks neither win nor need to be forbidden.
		{"threecheck+extinction", nil, []string{"giving check"}},
		{"threecheck+racingkings", []string{"Giving check is forbidden."}, []string{"by giving check"}},
		{"racingkings+antichess", nil, []string{"Giving check"}},
	} {
		rules := must.Get(t, variants.Open, test.name)
		card := screen.Card(rules)
		text := strings.Join(card, "\n") + "\n"
		for _, line := range test.says {
			if !strings.Contains(text, line+"\n") {
				t.Errorf("%s: %q is not among\n%s", test.name, line, text)
			}
		}
		for _, words := range test.omits {
			if strings.Contains(text, words) {
				t.Errorf("%s: %q is in\n%s", test.name, words, text)
			}
		}
		if n := strings.Count(text, "There is no castling.\n"); n > 1 {
			t.Errorf("%s: %d lines say that there is no castling", test.name, n)
		}
	}
}
