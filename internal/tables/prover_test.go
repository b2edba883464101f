package tables

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// TestProver compares random positions of every distance with what the engine's mate search,
// which has no tables, proves and refutes.
func TestProver(t *testing.T) {
	for _, c := range []struct {
		variant, material string
		moves, deepMoves  int // how far the prover searches
	}{
		{"chess", "KQK", 4, 6},
		{"chess", "KRK", 3, 6},
		{"chess", "KPK", 2, 5},
		{"gun", "KRK", 3, 5},
		{"gun", "KQK", 3, 5},
		{"madhouse", "KRK", 3, 4},
		{"atomic", "KQK", 3, 5},
		{"antichess", "RvN", 2, 2},
		{"antichess", "KvR", 4, 7},
		{"antichess", "NvP", 3, 6},
		{"antichess", "RRvK", 3, 5},
		{"makruk", "KRK", 3, 5},
		{"chess", "KQKR", 0, 4},
		{"gun", "KQKR", 0, 4},
		{"atomic", "KQKR", 0, 4},
	} {
		moves, each := c.moves, 4
		if deep() {
			moves, each = c.deepMoves, 20
		}
		if moves == 0 {
			continue // its table takes long
		}
		t.Run(c.variant+" "+c.material, func(t *testing.T) {
			dir := t.TempDir()
			generate(t, dir, c.variant, c.material)
			s := must.Get(t, Open, dir)
			defer s.Close()
			o := engine.DefaultOptions()
			o.HashMB = 4
			p := prover{t: t, store: s, engine: engine.New(o), moves: moves}
			p.sample(variants.MustOpen(c.variant), c.material, each)
			if err := s.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

type prover struct {
	t      *testing.T
	store  *Store
	engine *engine.Engine
	moves  int // how far it looks
}

// sample compares random positions of a material: some of each distance within reach, and some
// without such a win.
func (p *prover) sample(g game.Rules, material string, each int) {
	h := p.store.Game(g)
	codes, err := h.book.codesOf(material)
	if err != nil {
		p.t.Fatal(err)
	}
	setter, err := h.book.newWitness(g)
	if err != nil {
		p.t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 31))
	seen := map[Value]int{}
	longWins, done := 0, 0
	for range 20_000 {
		var at [maxMen]uint8
		for i, sq := range random.Perm(h.book.squares)[:len(codes)] {
			at[i] = uint8(sq)
		}
		put, ok := setter.position(codes, &at, random.IntN(2))
		if !ok {
			continue
		}
		pos, err := g.ParsePosition(put.FEN())
		if err != nil || pos.Outcome().Over() {
			continue
		}
		v, ok := p.store.Probe(pos)
		if !ok {
			p.t.Fatalf("%s: no table", pos.FEN())
		}
		if v.Moves() > p.moves {
			if longWins++; longWins > 2*each {
				continue
			}
		} else if seen[v]++; seen[v] > each {
			continue
		}
		done++
		p.agree(pos, v)
		if v.Result < 0 && v.Moves() <= min(p.moves, 2) {
			p.loses(pos, v)
		}
	}
	if done < 3*each {
		p.t.Errorf("only %d positions were compared: %v", done, seen)
	}
}

// agree checks that the search proves a win within its reach and refutes a shorter one, or any
// win if none is within reach.
func (p *prover) agree(pos game.Position, v Value) {
	p.t.Helper()
	wins := v.Result > 0 && v.Moves() <= p.moves
	refuted := p.moves
	if wins {
		refuted = v.Moves() - 1
		found := p.mate(pos, v.Moves())
		if !found.Info.Mate || found.Info.MateIn != v.Moves() {
			p.t.Errorf("%s %s: %v, but the search says %v", pos.Rules().Name(), pos.FEN(), v, found.Info)
			return
		}
		end := game.NewRecord(pos)
		for _, m := range found.Info.PV {
			if !end.Play(m) {
				p.t.Fatalf("%s %s: the line breaks off at %v", pos.Rules().Name(), pos.FEN(), m)
			}
		}
		if end.Outcome().Result != rules.WinFor(pos.Side()) {
			p.t.Errorf("%s %s: the line of the search ends in %v", pos.Rules().Name(), pos.FEN(), end.Outcome())
		}
	}
	if refuted == 0 {
		return
	}
	if found := p.mate(pos, refuted); found.NoMate != refuted || found.Info.Mate && found.Info.MateIn > 0 && found.Info.MateIn <= refuted {
		p.t.Errorf("%s %s: %v, but the search refutes %d moves of %d: %v", pos.Rules().Name(), pos.FEN(), v, found.NoMate, refuted, found.Info)
	}
}

// loses checks that every move loses, one of them no sooner than the value says.
func (p *prover) loses(pos game.Position, v Value) {
	p.t.Helper()
	var values []Value
	for _, m := range pos.Moves() {
		next := pos.Play(m)
		w, ok := p.store.Probe(next)
		if !ok || w.Result <= 0 && !next.Outcome().Over() {
			p.t.Errorf("%s %s: %v, but %s is worth %v", pos.Rules().Name(), pos.FEN(), v, pos.SAN(m), w)
			return
		}
		values = append(values, w.Before())
		if !next.Outcome().Over() {
			p.agree(next, w)
		}
	}
	if !slices.Contains(values, v) {
		p.t.Errorf("%s %s: %v, but its moves are worth %v", pos.Rules().Name(), pos.FEN(), v, values)
	}
}

func (p *prover) mate(pos game.Position, moves int) game.Result {
	return p.engine.Search(context.Background(), game.NewRecord(pos), game.Limits{Mate: moves}, nil)
}
