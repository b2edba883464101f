package cubic_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

func search(t *testing.T, p cubic.Position, depth int) cubic.Result {
	t.Helper()
	r, err := p.Search(context.Background(), depth, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSearchTakesWhatHangs(t *testing.T) {
	// The queen on c3III can be taken by the bishop on a1I; the rook may not
	// take the protected knight on c1I.
	p := parse(t, "[k#q,###,###],[###,###,###],[K##,##b,B#n]", chess.White)
	if r := search(t, p, 4); r.Move.String() != "a1Ic3III" {
		t.Errorf("%+v", r)
	}
}

func TestSearchFindsMates(t *testing.T) {
	for _, c := range []struct {
		board string
		side  chess.Color
		moves int
	}{
		{"[##K,###,###],[###,###,k##],[##q,###,##Q]", chess.White, 2},
		{"[####,n###,qQ##,####],[####,####,#R##,####],[####,#n##,####,####],[###Q,###B,###k,#n##]", chess.White, 3},
		{"[#K##,###N,b###,###b],[####,####,Brq#,###n],[####,####,####,####],[####,####,###k,####]", chess.Black, 3},
	} {
		r := search(t, parse(t, c.board, c.side), 8)
		if r.Mate != c.moves || len(r.Line) != 2*c.moves-1 {
			t.Errorf("%s: %+v, want mate in %d", c.board, r, c.moves)
		}
	}
}

// What the search calls a mate is one, its line is legal, and it stands by what
// the side to move suffers.
func TestSearchIsSound(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 36))
	mates := 0
	for i := range 100 {
		p := randomPosition(random, 2+i%3)
		if i%2 == 0 {
			p = huntPosition(random, 2+i%3)
		}
		r := search(t, p, 4)
		if len(p.Moves(nil)) == 0 {
			if r.Move != cubic.NoMove {
				t.Errorf("%v: %+v without a legal move", p, r)
			}
			continue
		}
		if r.Move == cubic.NoMove || r.Line[0] != r.Move {
			t.Fatalf("%v: %+v", p, r)
		}
		end := p
		for _, m := range r.Line {
			if parsed, err := end.ParseMove(m.String()); err != nil || parsed != m {
				t.Fatalf("%v: line %v: %v", p, r.Line, err)
			}
			end = end.Play(m)
		}
		if r.Mate > 0 {
			mates++
			if _, ok, err := p.Mate(context.Background(), r.Mate); !ok || err != nil {
				t.Errorf("%v, %v to move: %+v, but no such mate, %v", p, p.Side(), r, err)
			}
		}
		if r.Mate < 0 {
			mates++
			for _, m := range p.Moves(nil) {
				if _, ok, err := p.Play(m).Mate(context.Background(), -r.Mate); !ok || err != nil {
					t.Errorf("%v, %v to move: %+v, but %v escapes, %v", p, p.Side(), r, m, err)
				}
			}
		}
	}
	if mates < 20 {
		t.Errorf("only %d mates", mates)
	}
}

func TestSearchRepeatsItself(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 36))
	for _, n := range []int{3, 4, 5} {
		p := randomPosition(random, n)
		if a, b := search(t, p, 4), search(t, p, 4); !reflect.DeepEqual(a, b) {
			t.Errorf("%v: %+v, then %+v", p, a, b)
		}
	}
}

func TestSearchReports(t *testing.T) {
	p := parse(t, "[####,##k#,####,####],[####,####,####,####],[####,####,####,####],[#K##,####,####,#R##]", chess.White)
	depth := 0
	r, err := p.Search(context.Background(), 4, func(r cubic.Result) {
		if depth++; r.Depth != depth {
			t.Errorf("depth %d reported, want %d", r.Depth, depth)
		}
	})
	if err != nil || depth != 4 || r.Depth != 4 || r.Nodes == 0 {
		t.Errorf("%d reports, %+v, %v", depth, r, err)
	}
	for _, bad := range []int{0, -1, 101} {
		if _, err := p.Search(context.Background(), bad, nil); err == nil {
			t.Errorf("depth %d: no error", bad)
		}
	}
}

// A side without a king plays on; the game can end in stalemate only.
func TestSearchWithoutKings(t *testing.T) {
	p := parse(t, "[#n#,###,###],[###,###,###],[###,###,R##]", chess.White)
	r := search(t, p, 6)
	if r.Mate != 0 || r.Score <= 0 {
		t.Errorf("%+v", r)
	}
}
