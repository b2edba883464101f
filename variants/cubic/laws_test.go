package cubic_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// randomPosition returns a legal position of size n: about one cell in eight is
// occupied, and kings may be missing.
func randomPosition(random *rand.Rand, n int) cubic.Position {
	roles := []rules.Role{rules.Queen, rules.Rook, rules.Bishop, rules.Knight}
	for {
		s, _ := cubic.NewSetup(n)
		s.Side = rules.Color(random.IntN(2))
		for i := range s.Cells {
			if random.IntN(8) == 0 {
				s.Cells[i] = rules.NewPiece(rules.Color(random.IntN(2)), roles[random.IntN(len(roles))])
			}
		}
		for c := range 2 {
			if random.IntN(8) > 0 {
				s.Cells[random.IntN(len(s.Cells))] = rules.NewPiece(rules.Color(c), rules.King)
			}
		}
		if p, err := s.Position(); err == nil {
			return p
		}
	}
}

// huntPosition returns a position in which the side to move hunts a bare king with four pieces.
func huntPosition(random *rand.Rand, n int) cubic.Position {
	for {
		s, _ := cubic.NewSetup(n)
		s.Side = rules.Color(random.IntN(2))
		for _, role := range []rules.Role{rules.Queen, rules.Queen, rules.Rook, rules.Knight, rules.King} {
			s.Cells[random.IntN(len(s.Cells))] = rules.NewPiece(s.Side, role)
		}
		s.Cells[random.IntN(len(s.Cells))] = rules.NewPiece(s.Side.Opponent(), rules.King)
		if p, err := s.Position(); err == nil {
			return p
		}
	}
}

// deep skips a long test unless HETERODOX_DEEP=1.
func deep(t *testing.T) {
	t.Helper()
	if os.Getenv("HETERODOX_DEEP") != "1" {
		t.Skip("set HETERODOX_DEEP=1 to run it")
	}
}

func perft(t testing.TB, p cubic.Position, depth int) uint64 {
	t.Helper()
	nodes, err := p.Perft(context.Background(), depth)
	if err != nil {
		t.Fatal(err)
	}
	return nodes
}

// checkLaws plays a random game and compares each position with the oracle.
func checkLaws(t *testing.T, p cubic.Position, random *rand.Rand, plies int) {
	t.Helper()
	for range plies {
		oracle := newPlain(p)
		moves := p.Moves(nil)
		if got, want := listed(p, moves), oracleList(p, oracle); !slices.Equal(got, want) {
			t.Fatalf("%v, %v to move: moves\n%v, the oracle's\n%v", p, p.Side(), got, want)
		}
		if p.CountMoves() != len(moves) {
			t.Fatalf("%v, %v to move: %d counted, %d listed", p, p.Side(), p.CountMoves(), len(moves))
		}
		if p.InCheck() != oracle.checked(p.Side()) {
			t.Fatalf("%v, %v to move: check %v", p, p.Side(), p.InCheck())
		}
		checkText(t, p.Setup())
		if len(moves) == 0 {
			return
		}
		m := moves[random.IntN(len(moves))]
		if parsed, err := p.ParseMove(m.String()); err != nil || parsed != m {
			t.Fatalf("%v: %v reads back as %v, %v", p, m, parsed, err)
		}
		before := p.Setup()
		next := p.Play(m)
		if !p.Setup().Equal(before) {
			t.Fatalf("%v changes its receiver %v to %v", m, before, p)
		}
		want := before
		want.Cells = slices.Clone(before.Cells)
		want.Side = want.Side.Opponent()
		_ = want.Put(m.To(), want.At(m.From()))
		_ = want.Put(m.From(), rules.NoPiece)
		if !next.Setup().Equal(want) {
			t.Fatalf("%v plays %v to %v, want %v", before, m, next, want)
		}
		p = next
	}
}

// listed returns moves as sorted text, with the roles that move and are captured.
func listed(p cubic.Position, moves []cubic.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = fmt.Sprint(m, " ", m.Role(), " ", m.Captured())
	}
	slices.Sort(texts)
	return texts
}

func oracleList(p cubic.Position, oracle *plain) []string {
	var texts []string
	cell := func(i int) cubic.Cell {
		n := oracle.n
		return cubic.NewCell(i%n, i/n%n, i/n/n)
	}
	for _, m := range oracle.moves(nil) {
		texts = append(texts, fmt.Sprint(cell(m.from).String()+cell(m.to).String(), " ", oracle.cells[m.from].Role(), " ", m.taken.Role()))
	}
	slices.Sort(texts)
	return texts
}

// checkText writes a setup in every form and reads it back.
func checkText(t *testing.T, s cubic.Setup) {
	t.Helper()
	s.Side = rules.White
	for f := cubic.Brackets; f <= cubic.JSON3; f++ {
		text := s.Text(f)
		for _, n := range []int{0, s.Size} {
			back, err := cubic.ParseSetup(text, n)
			if err != nil || !back.Equal(s) {
				t.Fatalf("%v: %s with n = %d reads as %v, %v", f, text, n, back, err)
			}
		}
	}
}

func TestLaws(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 36))
	for n := cubic.MinSize; n <= cubic.MaxSize; n++ {
		games := 4000 / (n * n * n)
		if n > 10 {
			games = 1
		}
		for range max(games, 2) {
			checkLaws(t, randomPosition(random, n), random, 6)
		}
	}
}

func FuzzLaws(f *testing.F) {
	f.Add(uint64(1), uint8(0))
	f.Add(uint64(2), uint8(2))
	f.Add(uint64(3), uint8(8))
	f.Fuzz(func(t *testing.T, seed uint64, n uint8) {
		random := rand.New(rand.NewPCG(seed, 36))
		checkLaws(t, randomPosition(random, cubic.MinSize+int(n%9)), random, 5)
	})
}

func TestLawsDeep(t *testing.T) {
	deep(t)
	random := rand.New(rand.NewPCG(2, 36))
	for n := cubic.MinSize; n <= 10; n++ {
		for range 50000 / (n * n * n) {
			checkLaws(t, randomPosition(random, n), random, 20)
		}
	}
}

// Positions and the tables behind them can be shared between goroutines.
func TestConcurrentUse(t *testing.T) {
	p := parse(t, "[#####,#####,#####,###n#,###q#],[#####,q####,#####,#####,##q##],[#####,#####,#####,#####,#####],[#####,#####,#####,#####,#####],[##b##,#####,#####,B##K#,#####]", rules.White)
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() {
			own, err := cubic.NewSetup(cubic.MinSize + n)
			if err != nil {
				t.Error(err)
				return
			}
			if q, err := own.Position(); err != nil || q.CountMoves() != 0 {
				t.Errorf("n = %d: %v", own.Size, err)
			}
			if nodes, err := p.Perft(context.Background(), 2); nodes != 1261 || err != nil {
				t.Errorf("perft 2 = %d, %v", nodes, err)
			}
		})
	}
	group.Wait()
}

func TestPlayOffTheBoard(t *testing.T) {
	small := parse(t, "[##,##],[##,#N]", rules.White)
	large := parse(t, "[###,###,###],[###,###,###],[###,###,##N]", rules.White)
	for _, m := range append(large.Moves(nil), cubic.NoMove) {
		small.Play(m).Moves(nil)
	}
}

func TestPerftAgreesWithPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 36))
	for n := cubic.MinSize; n <= 6; n++ {
		depth := 3
		if n > 4 {
			depth = 2
		}
		for range 20 {
			p := randomPosition(random, n)
			if got, want := perft(t, p, depth), newPlain(p).perft(depth); got != want {
				t.Errorf("%v, %v to move: perft %d = %d, the oracle's is %d", p, p.Side(), depth, got, want)
			}
		}
	}
}

// The cube has 48 symmetries, and without pawns the game has no direction.
func TestSymmetries(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 36))
	for _, n := range []int{2, 3, 4, 5} {
		for range 3 {
			p := randomPosition(random, n)
			want := perft(t, p, 2)
			for _, q := range images(t, p) {
				if got := perft(t, q, 2); got != want {
					t.Errorf("perft 2 of %v is %d, of its image %v %d", p, want, q, got)
				}
			}
		}
	}
}

// images returns the images of a position under the 48 symmetries of the cube.
func images(t *testing.T, p cubic.Position) (all []cubic.Position) {
	axes := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	n := p.Size()
	for _, axis := range axes {
		for mirrored := range 8 {
			s := p.Setup()
			image, _ := cubic.NewSetup(n)
			image.Side = s.Side
			for i, piece := range s.Cells {
				from := [3]int{i % n, i / n % n, i / n / n}
				var to [3]int
				for k, a := range axis {
					to[k] = from[a]
					if mirrored>>k&1 != 0 {
						to[k] = n - 1 - to[k]
					}
				}
				_ = image.Put(cubic.NewCell(to[0], to[1], to[2]), piece)
			}
			q, err := image.Position()
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, q)
		}
	}
	return all
}

func TestColoursMirrored(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 36))
	for _, n := range []int{2, 3, 4, 6} {
		for range 20 {
			p := randomPosition(random, n)
			s := p.Setup()
			s.Side = s.Side.Opponent()
			for i, piece := range s.Cells {
				s.Cells[i] = rules.NewPiece(piece.Color().Opponent(), piece.Role())
			}
			q, err := s.Position()
			if err != nil {
				t.Fatal(err)
			}
			if got, want := perft(t, q, 2), perft(t, p, 2); got != want {
				t.Errorf("perft 2 of %v is %d, with colours exchanged %d", p, want, got)
			}
		}
	}
}
