package variants_test

import (
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// Both machines write the moves of a game alike, including the signs on those that end it.
func TestMachinesWriteAlike(t *testing.T) {
	total := 0
	for _, name := range []string{"chess", "kingofthehill", "3check", "racingkings", "atomic", "antichess", "giveaway", "suicide", "losers", "horde", "extinction", "kinglet", "threekings"} {
		slow := must.Get(t, variants.Builtin().Open, name)
		random := rand.New(rand.NewPCG(3, 9))
		for range 4 {
			pos := variants.MustOpen(name).Start()
			for range 100 {
				moves := pos.Moves()
				if len(moves) == 0 {
					break
				}
				reference := must.Get(t, slow.ParsePosition, pos.FEN())
				for _, m := range moves {
					text := pos.SAN(m)
					if text[len(text)-1] == '#' {
						total++
					}
					other := must.Get(t, reference.ParseMove, pos.UCI(m))
					if got := reference.SAN(other); got != text {
						t.Errorf("%s: %s: %s and %s", name, pos.FEN(), text, got)
					}
				}
				pos = pos.Play(moves[random.IntN(len(moves))])
			}
		}
	}
	if total < 50 {
		t.Errorf("%d moves ended a game: the test no longer tests anything", total)
	}
}
