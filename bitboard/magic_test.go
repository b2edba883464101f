package bitboard

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
	"unsafe"
)

// sliders pairs each lookup with the steps of the walk that defines it.
var sliders = []struct {
	name   string
	lookup func(Square, Bitboard) Bitboard
	steps  []step
}{
	{"bishop", Bishop, bishopSteps},
	{"rook", Rook, rookSteps},
	{"queen", Queen, kingSteps},
}

// With TestOthersDoNotMatter this proves that lookup and walk agree on every board:
// this test covers each occupation of the blockers, that one the rest.
func TestSlidersOnAllBlockers(t *testing.T) {
	for _, slider := range sliders[:2] {
		for s := range Square(64) {
			for _, occupied := range subsets(blockers(s, slider.steps)) {
				checkSlider(t, slider.name, s, occupied, slider.lookup(s, occupied), walk(s, occupied, slider.steps))
			}
		}
	}
}

// A lookup ignores all squares except the blockers, and so does the walk: it never
// visits squares off its lines, and it stops at the end of a line, occupied or not.
func TestOthersDoNotMatter(t *testing.T) {
	for s := range Square(64) {
		for _, slider := range []struct {
			name   string
			others Bitboard
			steps  []step
		}{
			{"bishop", bishops[s].others, bishopSteps},
			{"rook", rooks[s].others, rookSteps},
		} {
			open := walk(s, 0, slider.steps)
			if slider.others != ^blockers(s, slider.steps) {
				t.Errorf("a %s on %v ignores\n%v", slider.name, s, slider.others)
			}
			for others := slider.others; others != 0; others = others.Next() {
				checkSlider(t, slider.name, s, others, walk(s, others.First().Bitboard(), slider.steps), open)
			}
		}
	}
}

func TestSlidersOnRandomBoards(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		s := Square(random.IntN(64))
		occupied := Bitboard(random.Uint64())
		if random.IntN(2) == 0 {
			occupied &= Bitboard(random.Uint64())
		}
		for _, slider := range sliders {
			checkSlider(t, slider.name, s, occupied, slider.lookup(s, occupied), walk(s, occupied, slider.steps))
		}
	}
}

func checkSlider(t *testing.T, name string, s Square, occupied, got, want Bitboard) {
	t.Helper()
	if got != want {
		t.Fatalf("a %s on %v among\n%vattacks\n%vnot\n%v", name, s, occupied, got, want)
	}
}

// Like the tables of the leapers, those of the sliders use only six bits of a
// Square, so that NoSquare reads some entry and nothing beyond the table.
func TestSlidersBeyondTheBoard(t *testing.T) {
	for s := 64; s < 256; s++ {
		if rooks[s] != rooks[s&63] || bishops[s] != bishops[s&63] {
			t.Errorf("windows of %d and of %v differ", s, Square(s&63))
		}
	}
}

// The table shares the second-level cache with the data of a search. Windows side
// by side, each as long as its blockers need, would take 841 KiB.
func TestTableSize(t *testing.T) {
	if size := unsafe.Sizeof(attacks); size > 810<<10 {
		t.Errorf("the attack table has %d KiB, more than 810", size>>10)
	}
	if size := unsafe.Sizeof(rooks[0]); size != 24 {
		t.Errorf("a window has %d bytes, not 24", size)
	}
}

func TestSlidersDoNotAllocate(t *testing.T) {
	var sum Bitboard
	if n := testing.AllocsPerRun(100, func() { sum ^= Queen(D4, DarkSquares) }); n != 0 {
		t.Errorf("Queen allocates %v times", n)
	}
}

// hot are the functions that a move generator calls for each piece, with the
// highest inlining cost that still allows inlining: 20 in a big function, 80 in the
// others.
var hot = map[string]int{
	"Bishop": 20, "Rook": 20, "Queen": 80,
	"Knight": 20, "King": 20, "Pawn": 20,
	"Between": 20, "Line": 20, "Diagonals": 20, "Straights": 20,
	"SquareAt": 20, "Square.File": 20, "Square.Rank": 20, "Square.Flip": 20,
	"Square.Valid": 20, "Square.Bitboard": 20,
	"Bitboard.Count": 20, "Bitboard.Has": 20, "Bitboard.First": 20, "Bitboard.Next": 20,
	"Bitboard.Several": 20, "Bitboard.Flip": 20,
}

func TestHotFunctionsAreInlined(t *testing.T) {
	missing := maps.Clone(hot)
	for _, found := range compilerSays(t, "-m=2", `can inline (\S+) with cost (\d+)`) {
		if cost, _ := strconv.Atoi(found[2]); cost <= hot[found[1]] {
			delete(missing, found[1])
		}
	}
	for name, cost := range missing {
		t.Errorf("%s is not inlined at a cost of %d", name, cost)
	}
}

func TestHotFunctionsCheckNoBounds(t *testing.T) {
	files := token.NewFileSet()
	for _, found := range compilerSays(t, "-d=ssa/check_bce", `(\w+\.go):(\d+):\d+: Found Is`) {
		file, err := parser.ParseFile(files, found[1], nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		line, _ := strconv.Atoi(found[2])
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && hot[f.Name.Name] > 0 && files.Position(f.Pos()).Line <= line && line <= files.Position(f.End()).Line {
				t.Errorf("%s:%d: %s checks a bound", found[1], line, f.Name.Name)
			}
		}
	}
}

// compilerSays builds the package with a compiler flag and returns the matches
// of a pattern in what the compiler prints.
func compilerSays(t *testing.T, flag, pattern string) [][]string {
	t.Helper()
	report, err := exec.Command("go", "build", "-gcflags="+flag, ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, report)
	}
	found := regexp.MustCompile(pattern).FindAllStringSubmatch(string(report), -1)
	if found == nil {
		t.Fatalf("nothing in the output of go build -gcflags=%s matches %s", flag, pattern)
	}
	return found
}

// lookups are squares and boards to look up, a quarter of each board occupied.
var lookups = func() (list [1024]struct {
	s        Square
	occupied Bitboard
}) {
	random := rand.New(rand.NewPCG(3, 4))
	for i := range list {
		list[i].s = Square(random.IntN(64))
		list[i].occupied = Bitboard(random.Uint64() & random.Uint64())
	}
	return list
}()

var sink Bitboard // keeps the benchmarked calls alive

func BenchmarkBishop(b *testing.B) {
	b.Run("lookup", func(b *testing.B) {
		var sum Bitboard
		for i := range b.N {
			at := &lookups[i%len(lookups)]
			sum ^= Bishop(at.s, at.occupied)
		}
		sink = sum
	})
	b.Run("walk", func(b *testing.B) {
		var sum Bitboard
		for i := range b.N {
			at := &lookups[i%len(lookups)]
			sum ^= walk(at.s, at.occupied, bishopSteps)
		}
		sink = sum
	})
}

func BenchmarkRook(b *testing.B) {
	b.Run("lookup", func(b *testing.B) {
		var sum Bitboard
		for i := range b.N {
			at := &lookups[i%len(lookups)]
			sum ^= Rook(at.s, at.occupied)
		}
		sink = sum
	})
	b.Run("walk", func(b *testing.B) {
		var sum Bitboard
		for i := range b.N {
			at := &lookups[i%len(lookups)]
			sum ^= walk(at.s, at.occupied, rookSteps)
		}
		sink = sum
	})
}
