package chess_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/leaves"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// Laws of the rules machine, checked on random games of arbitrary compositions: the fast machine
// agrees with the general one, keys are kept up to date, Play leaves its receiver alone,
// leaves.Count equals the number of moves played out, and a FEN describes the position completely.

// checkLaws checks a position and every position one move away from it.
func checkLaws(t testing.TB, pos chess.Position) {
	t.Helper()
	moves, ref := pos.Moves(nil), refAt(t, &pos)
	checkMoves(t, &pos, moves, &ref)
	checkExposed(t, &pos, &ref)
	takes := slices.ContainsFunc(moves, chess.Move.IsEnPassant)
	if known := pos.Key() != pos.IncrementalKey(); known != takes {
		t.Fatalf("%s\nen passant in the key: %v, among the moves: %v", describe(&pos), known, takes)
	}
	before, answers := pos, 0
	for _, m := range moves {
		next := pos.Play(m)
		if pos != before {
			t.Fatalf("%s\nPlay(%v) changed its receiver", describe(&before), m)
		}
		if got, want := next.Setup(), ref.play(t, &pos, m); got != want {
			t.Fatalf("%s\nafter %v: fast %s (zeroing %v)\n          ref %s (zeroing %v)",
				describe(&pos), m, chess.FormatSetup(got), got.Zeroing, chess.FormatSetup(want), want.Zeroing)
		}
		if stale := next.StaleRights(); stale != 0 {
			t.Fatalf("%s\nafter %v there is a right to castle on %v, but neither king nor rook", describe(&pos), m, stale.First())
		}
		if next.IncrementalKey() != next.ComputeKey() {
			t.Fatalf("%s\nthe key after %v is not the key of the position it leads to", describe(&pos), m)
		}
		answers += next.CountMoves()
	}
	if got := leaves.Count(&pos, 2, nil, nil); got != uint64(answers) {
		t.Fatalf("%s\n%d leaves at depth 2, want %d", describe(&pos), got, answers)
	}
	checkFEN(t, &pos)
}

// checkMoves compares the fast legal moves with those of the reference and with their count.
func checkMoves(t testing.TB, pos *chess.Position, moves []chess.Move, ref *refPosition) {
	t.Helper()
	sorted := slices.Sorted(slices.Values(moves))
	var fast []string
	for i, m := range sorted {
		if i > 0 && m == sorted[i-1] {
			t.Fatalf("%s\n%v is listed twice", describe(pos), m)
		}
		fast = append(fast, moveText(pos, m))
	}
	slices.Sort(fast)
	if other := ref.list(); !slices.Equal(fast, other) {
		t.Fatalf("%s\nonly fast: %v\nonly the ref: %v", describe(pos), without(fast, other), without(other, fast))
	}
	quiet := func(m chess.Move) bool { return !m.IsCapture() && m.Promotion() == rules.NoRole }
	if got, want := pos.Noisy(nil), slices.DeleteFunc(slices.Clone(moves), quiet); !slices.Equal(got, want) {
		t.Fatalf("%s\nNoisy: %v\nof Moves: %v", describe(pos), got, want)
	}
	if n := pos.CountMoves(); n != len(moves) {
		t.Fatalf("%s\nCountMoves = %d, but there are %d moves", describe(pos), n, len(moves))
	}
}

// checkExposed compares the moves that only the king's safety forbids.
func checkExposed(t testing.TB, pos *chess.Position, ref *refPosition) {
	t.Helper()
	var fast, other []string
	for _, m := range pos.Exposed(nil) {
		fast = append(fast, pos.UCI(m))
	}
	for _, m := range screen.Of(ref.pos).Exposed() {
		other = append(other, ref.ref.UCI(ref.pos, m))
	}
	slices.Sort(fast)
	if slices.Sort(other); !slices.Equal(fast, other) {
		t.Fatalf("%s\nexposed only fast: %v\nonly the ref: %v", describe(pos), without(fast, other), without(other, fast))
	}
}

// without returns the members of a that are not in b, at most twenty.
func without(a, b []string) (rest []string) {
	for _, m := range a {
		if !slices.Contains(b, m) && len(rest) < 20 {
			rest = append(rest, m)
		}
	}
	return rest
}

// checkFEN reads back what a position writes. A FEN leaves out only what happened
// earlier in a Fibonacci turn.
func checkFEN(t testing.TB, pos *chess.Position) {
	t.Helper()
	back := must.Get(t, pos.Rules().ParseFEN, pos.FEN())
	want := pos.Setup()
	want.Zeroing = false
	if got := back.Setup(); got != want {
		t.Fatalf("%s\nreads back as %s", describe(pos), chess.FormatSetup(got))
	}
	if back.Key() != pos.Key() {
		t.Fatalf("%s\nreads back with another key", describe(pos))
	}
}

func describe(pos *chess.Position) string { return pos.Rules().Name() + " | " + pos.FEN() }

// composition returns the composition that a number selects from the catalogue: a variant is
// part of it if its two bits of the number are 0 and it does not contradict an earlier one.
func composition(n uint64) string {
	name := "chess"
	for _, v := range variants.All() {
		if n&3 == 0 {
			if _, err := variants.Compile(name + "+" + v.Name); err == nil {
				name += "+" + v.Name
			}
		}
		n = n>>2 | n<<62
	}
	return name
}

// compositions returns every named variant and some random compositions.
func compositions(random *rand.Rand, n int) []string {
	names := variants.Names()
	for range n {
		names = append(names, composition(random.Uint64()))
	}
	return names
}

// openings returns FENs to start random games from, besides the start positions:
// those of the suites.
func openings(t testing.TB) (fens []string) {
	for _, line := range suites(t) {
		fens = append(fens, line.fen)
	}
	return fens
}

// TestCompositionsReachAll draws compositions as the tests of the laws do, and checks
// that every variant of the catalogue occurs, with most of those it can combine with.
func TestCompositionsReachAll(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	partners := map[string]map[string]bool{}
	for range 3000 {
		parts := strings.Split(composition(random.Uint64()), "+")
		for _, part := range parts {
			if partners[part] == nil {
				partners[part] = map[string]bool{}
			}
			for _, other := range parts {
				partners[part][other] = true
			}
		}
	}
	for _, v := range variants.All()[1:] {
		for _, other := range variants.All()[1:] {
			if _, err := variants.Compile(v.Name + "+" + other.Name); err == nil && !partners[v.Name][other.Name] {
				t.Errorf("%s is never drawn with %s", v.Name, other.Name)
			}
		}
	}
}

// TestLawsInGames plays random games of every variant and of random
// compositions, from the start position and from positions of the suites.
func TestLawsInGames(t *testing.T) {
	games := 6
	if deep() {
		games = 200
	}
	random := rand.New(rand.NewPCG(36, 2))
	fens := openings(t)
	for _, name := range compositions(random, 40) {
		ruleset := variants.MustCompile(name)
		for game := range games {
			pos := ruleset.Start()
			if game > 0 {
				pos = anyOpening(ruleset, fens, random)
			}
			playAtRandom(t, pos, random)
		}
	}
}

// playAtRandom checks the laws in the first thirty positions of a random game.
func playAtRandom(t testing.TB, pos chess.Position, random *rand.Rand) {
	t.Helper()
	for range 30 {
		checkLaws(t, pos)
		moves := pos.Moves(nil)
		if len(moves) == 0 {
			return
		}
		pos = pos.Play(moves[random.IntN(len(moves))])
	}
}

// anyOpening returns a random position that a ruleset accepts. After twenty rejected
// ones it returns the start position.
func anyOpening(ruleset *chess.Ruleset, fens []string, random *rand.Rand) chess.Position {
	for range 20 {
		if pos, err := ruleset.ParseFEN(fens[random.IntN(len(fens))]); err == nil {
			return pos
		}
	}
	return ruleset.Start()
}

// TestLawsWithHoles plays with random holes, including on squares that en passant
// skips, and on the first ranks where pieces are placed.
func TestLawsWithHoles(t *testing.T) {
	games := 60
	if deep() {
		games = 5000
	}
	random := rand.New(rand.NewPCG(8, 13))
	fens := openings(t)
	for range games {
		v, err := variants.Parse(composition(random.Uint64()))
		if err != nil {
			t.Fatal(err)
		}
		ruleset := must.Get(t, chess.Compile, withHoles(v, random))
		playAtRandom(t, ruleset.Start(), random)
		playAtRandom(t, anyOpening(ruleset, fens, random), random)
	}
}

// withHoles replaces the holes of a variant with random ones that are empty in its start position.
func withHoles(v rules.Variant, random *rand.Rand) rules.Variant {
	isHoles := func(rule rules.Rule) bool { _, ok := rule.(rules.BlackHoles); return ok }
	isPlacement := func(rule rules.Rule) bool { _, ok := rule.(rules.Placement); return ok }
	empty := bitboard.Rank3 | bitboard.Rank4 | bitboard.Rank5 | bitboard.Rank6
	if slices.ContainsFunc(v.Rules, isPlacement) {
		empty |= bitboard.Rank1 | bitboard.Rank8
	}
	holes := bitboard.Bitboard(random.Uint64()&random.Uint64()&random.Uint64()) & empty
	v.Rules = slices.DeleteFunc(slices.Clone(v.Rules), isHoles)
	if holes != 0 {
		v.Name += "+holes"
		v.Rules = append(v.Rules, rules.BlackHoles(holes))
	}
	return v
}

// TestLawsInSuites checks the laws in every position of the suites.
func TestLawsInSuites(t *testing.T) {
	for _, line := range suites(t) {
		pos, err := variants.MustCompile(line.variant).ParseFEN(line.fen)
		if err != nil {
			t.Errorf("%s: %v", line.at, err)
			continue
		}
		checkLaws(t, pos)
		checkMirror(t, pos)
	}
}

// FuzzGame checks the laws along a game chosen by the input: a composition, an
// opening (the start position for 0, and where the composition does not accept the
// opening), then two bytes for each of at most forty moves.
func FuzzGame(f *testing.F) {
	fens := openings(f)
	f.Add(^uint64(0), uint16(0), []byte{0, 12, 0, 13})
	f.Add(uint64(0x1111_1111_1111_1111), uint16(0), []byte("a game of many variants at once"))
	f.Add(^uint64(3), uint16(200), []byte("from an opening of the suites"))
	rulesets := map[string]*chess.Ruleset{}
	f.Fuzz(func(t *testing.T, which uint64, opening uint16, choice []byte) {
		name := composition(which)
		ruleset := rulesets[name]
		if ruleset == nil {
			ruleset = variants.MustCompile(name)
			rulesets[name] = ruleset
		}
		pos := ruleset.Start()
		if other, err := ruleset.ParseFEN(fens[int(opening)%len(fens)]); err == nil && opening > 0 {
			pos = other
		}
		choice = choice[:min(len(choice), 80)]
		for ; len(choice) >= 2; choice = choice[2:] {
			checkLaws(t, pos)
			moves := pos.Moves(nil)
			if len(moves) == 0 {
				return
			}
			pos = pos.Play(moves[(int(choice[0])<<8|int(choice[1]))%len(moves)])
		}
		checkLaws(t, pos)
		checkMirror(t, pos)
	})
}
