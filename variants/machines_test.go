package variants

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/general"
)

// otherGames are names that mean another game in files of variants.
var otherGames = []string{"fairy", "placement"}

// A variant as the parent of a game in a file is the same game: the two machines have the
// same moves in every position of games played at random.
func TestVariantsAsParents(t *testing.T) {
	for _, name := range Names() {
		if slices.Contains(otherGames, name) {
			continue
		}
		file, errs := general.Read("[mine:"+name+"]\n", builtin())
		if len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
			continue
		}
		slow, err := file.Open("mine")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for seed := range uint64(2) {
			agree(t, name, fast.Game(MustCompile(name)).Start(), slow.Start(), seed)
		}
	}
}

func agree(t *testing.T, name string, fast, slow game.Position, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 9))
	for range 80 {
		a, b := texts(fast), texts(slow)
		if !slices.Equal(a, b) {
			t.Errorf("%s: %s: fast %v, general %v", name, slow.FEN(), a, b)
			return
		}
		if fast.Outcome().Result != slow.Outcome().Result && fast.Halfmove() < 100 && len(a) == 0 {
			t.Errorf("%s: %s: fast %v, general %v", name, slow.FEN(), fast.Outcome(), slow.Outcome())
		}
		if len(a) == 0 {
			return
		}
		text := a[random.IntN(len(a))]
		m, err1 := fast.ParseMove(text)
		n, err2 := slow.ParseMove(text)
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: %s: %v, %v", name, text, err1, err2)
		}
		fast, slow = fast.Play(m), slow.Play(n)
	}
}

func texts(p game.Position) (list []string) {
	for _, m := range p.Moves() {
		list = append(list, p.UCI(m))
	}
	slices.Sort(list)
	return list
}
