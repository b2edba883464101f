package variants

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
)

// other names the games that the general machine knows by a name that means
// another game here.
var other = []string{"extinction", "fairy", "placement", "amazon"}

// The two machines share nothing but the door. Where both know a game, they
// have the same moves in every position of games played at random.
func TestMachinesAgree(t *testing.T) {
	games := 0
	for _, name := range builtin().Names() {
		rules, err := Compile(name)
		if err != nil || slices.Contains(other, name) {
			continue
		}
		games++
		slow, err := builtin().Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(4) {
			agree(t, name, game.Fast(rules).Start(), slow.Start(), seed)
		}
	}
	if games < 2 {
		t.Errorf("%d games", games)
	}
	t.Logf("%d games", games)
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
