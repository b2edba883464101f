package variants

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// otherGames are names that mean a different game in variant files.
var otherGames = []string{"fairy", "placement"}

// A variant used as the parent of a game in a file is the same game: both machines have
// the same moves in every position of random games, and the general one draws with little
// material left only where the other does.
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
		for _, fen := range []string{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1"} {
			a, err1 := fast.Game(MustCompile(name)).ParsePosition(fen)
			b, err2 := slow.ParsePosition(fen)
			if err1 == nil && err2 == nil && !a.Outcome().Over() && b.Outcome().Over() {
				t.Errorf("%s: %s: fast %v, general %v", name, fen, a.Outcome(), b.Outcome())
			}
		}
	}
}

// A combination of two variants that is exported in full is the same game when the file is
// read: it has the same moves in random games, and so it has from positions with few pieces.
// A file that leaves something out can be read, too.
func TestExportedPairsAreTheSameGames(t *testing.T) {
	full, thin := 0, 0
	for i, a := range Names() {
		for _, b := range Names()[i+1:] {
			name := a + "+" + b
			rules, err := Open(name)
			if err != nil {
				continue
			}
			text, cannot, err := Export(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			file, errs := general.Check(text, builtin())
			if len(errs) > 0 {
				t.Errorf("%s: %v", name, errs)
				continue
			}
			if len(cannot) > 0 {
				continue
			}
			full++
			read := must.Get(t, file.Open, file.Names()[0])
			agree(t, name, rules.Start(), read.Start(), uint64(i))
			for seed := range uint64(2) {
				fen := thinned(read.Start().FEN(), rand.New(rand.NewPCG(seed, uint64(i))))
				original, err1 := rules.ParsePosition(fen)
				again, err2 := read.ParsePosition(fen)
				if err1 == nil && err2 == nil { // no king is in check
					agree(t, name, original, again, seed)
					thin++
				}
			}
		}
	}
	if full < 80 || thin < full {
		t.Errorf("only %d combinations are exported in full, only %d positions with few pieces", full, thin)
	}
}

// thinned removes pieces other than kings from a position, and so that rights to castle;
// some pieces of each kind stay. A position with pieces in hand stays as it is.
func thinned(fen string, random *rand.Rand) string {
	board, rest, _ := strings.Cut(fen, " ")
	if inHand := strings.ContainsAny(board, "[") && !strings.HasSuffix(board, "[]"); inHand {
		return fen
	}
	left := map[rune]int{}
	for _, c := range board {
		left[c]++
	}
	for n := range 9 {
		board = strings.ReplaceAll(board, strconv.Itoa(n), strings.Repeat(".", n))
	}
	board = strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) && unicode.ToLower(c) != 'k' && left[c] > 1 && random.IntN(4) > 0 {
			left[c]--
			return '.'
		}
		return c
	}, board)
	for n := 8; n > 0; n-- {
		board = strings.ReplaceAll(board, strings.Repeat(".", n), strconv.Itoa(n))
	}
	fields := strings.Fields(rest)
	fields[1] = "-"
	return board + " " + strings.Join(fields, " ")
}

// Both machines find the king and the rooks that the letters of a castling field name, or
// neither does. With several kings, it is the one on e1, else the only one on the first rank,
// unless a letter names another.
func TestMachinesReadTheSameCastlingRights(t *testing.T) {
	file, errs := general.Read("[mine:threekings+fischerandom]\n", builtin())
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	slow := must.Get(t, file.Open, "mine")
	for _, board := range []string{"rk2k2r/7k/8/8/8/8/7K/RK2K2R", "r2kk2r/7k/8/8/8/8/7K/R2KK2R", "r1k2k1r/7k/8/8/8/8/7K/R1K2K1R"} {
		for _, rights := range []string{"K", "Q", "KQ", "A", "H", "HA", "BKQ", "EKQ", "EHA", "CHA", "FAH"} {
			fen := board + " w " + rights + " - 0 1"
			a, err1 := fast.Game(MustCompile("threekings+fischerandom")).ParsePosition(fen)
			b, err2 := slow.ParsePosition(fen)
			if (err1 == nil) != (err2 == nil) {
				t.Errorf("%s: fast %v, general %v", fen, err1, err2)
			} else if err1 == nil && !slices.Equal(texts(a), texts(b)) {
				t.Errorf("%s: fast %v, general %v", fen, texts(a), texts(b))
			}
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
