package cubic_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// A result is the engine's search result in a cube.
type result struct {
	Move  cubic.Move
	Score int
	Mate  int
	Line  []cubic.Move
	Depth int
}

func search(t *testing.T, p cubic.Position, depth int) result {
	t.Helper()
	found := engine.New(engine.DefaultOptions()).Search(t.Context(), game.NewRecord(p.Game()), game.Limits{Depth: depth}, nil)
	r := result{Move: cubic.Move(found.Best), Score: found.Info.Score, Mate: found.Info.MateIn, Depth: found.Info.Depth}
	for _, m := range found.Info.PV {
		r.Line = append(r.Line, cubic.Move(m))
	}
	return r
}

// prove looks for a mate within a number of moves.
func prove(ctx context.Context, p cubic.Position, moves int) (engine.Proof, bool, error) {
	return engine.New(engine.DefaultOptions()).Prove(ctx, game.NewRecord(p.Game()), moves)
}

func TestSearchTakesWhatHangs(t *testing.T) {
	// The queen on c3III can be taken by the bishop on a1I; the rook may not
	// take the protected knight on c1I.
	p := parse(t, "[k#q,###,###],[###,###,###],[K##,##b,B#n]", rules.White)
	if r := search(t, p, 4); r.Move.String() != "a1Ic3III" {
		t.Errorf("%+v", r)
	}
}

func TestSearchFindsMates(t *testing.T) {
	for _, c := range mates {
		r := search(t, parse(t, c.board, c.side), 8)
		if r.Mate != c.moves || len(r.Line) != 2*c.moves-1 {
			t.Errorf("%s: %+v, want mate in %d", c.board, r, c.moves)
		}
	}
}

// Every mate that the search reports is real, for either side, and its line is legal.
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
			if _, ok, err := prove(t.Context(), p, r.Mate); !ok || err != nil {
				t.Errorf("%v, %v to move: %+v, but no such mate, %v", p, p.Side(), r, err)
			}
		}
		if r.Mate < 0 {
			mates++
			for _, m := range p.Moves(nil) {
				if _, ok, err := prove(t.Context(), p.Play(m), -r.Mate); !ok || err != nil {
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

// A side without a king plays on; the game can end in stalemate only.
func TestSearchWithoutKings(t *testing.T) {
	p := parse(t, "[#n#,###,###],[###,###,###],[###,###,R##]", rules.White)
	r := search(t, p, 6)
	if r.Mate != 0 || r.Score <= 0 {
		t.Errorf("%+v", r)
	}
}
