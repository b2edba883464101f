package variants

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/general"
)

// otherGames are names that mean a different game in variant files.
var otherGames = []string{"fairy", "placement"}

// A variant used as the parent of a game in a file is the same game: both machines have
// the same moves in every position of random games.
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

// A walker's static value depends only on the position's key, under which searches store
// it: it is the same whichever moves led there.
func TestStaticValueFollowsFromKey(t *testing.T) {
	const nodes = 300 // of each position of a game
	found := 0
	for _, name := range More() {
		pos, ok := MustOpen(name).Start().(game.Walkable)
		if !ok {
			continue
		}
		random := rand.New(rand.NewPCG(1, 5))
		value := map[uint64]int{}
		left := 0
		var visit func(w game.Walker, depth int)
		visit = func(w game.Walker, depth int) {
			if left--; left < 0 {
				return
			}
			static := w.Evaluate()
			if old, known := value[w.Key()]; known {
				if found++; old != static {
					t.Errorf("%s: %d and %d", name, old, static)
					left = 0
				}
			}
			value[w.Key()] = static
			if _, over := w.Verdict(); over || depth == 0 {
				return
			}
			moves := w.Moves(nil)
			random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			for _, m := range moves[:min(len(moves), 8)] {
				w.Play(m)
				visit(w, depth-1)
				w.Undo()
			}
		}
		w := pos.Walk()
		for range 30 { // ever deeper into a game
			left = nodes
			visit(w, 4)
			moves := w.Moves(nil)
			if _, over := w.Verdict(); over || len(moves) == 0 {
				break
			}
			w.Play(moves[random.IntN(len(moves))])
		}
	}
	if found < 10_000 {
		t.Errorf("only %d positions were met again", found)
	}
}
