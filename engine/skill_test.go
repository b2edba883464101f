package engine_test

import (
	"context"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/variants"
)

// weak returns an engine with a skill and a seed for its errors.
func weak(t *testing.T, skill int, seed uint64) *engine.Engine {
	t.Helper()
	o := engine.DefaultOptions()
	o.HashMB, o.Skill, o.Seed = 1, skill, seed
	e := engine.New(o)
	if e.Options() != o {
		t.Fatalf("the options %+v are rejected", o)
	}
	return e
}

// opening returns the first single moves that an engine plays against itself.
func opening(e *engine.Engine, pos chess.Position, n int) (moves []chess.Move) {
	g := engine.RecordOf(pos)
	for len(moves) < n {
		r := e.SearchGame(context.Background(), g, game.Limits{WholeTurn: true}, nil)
		if len(r.Moves) == 0 {
			break
		}
		for _, m := range r.Moves {
			if !g.Play(game.Move(m)) {
				return nil // which no test expects
			}
		}
		moves = append(moves, r.Moves...)
	}
	return moves
}

// A weakened engine stops on its own and plays legal moves, including whole turns; its
// errors depend on the seed, and are random without one.
func TestWeakPlayRepeatsItselfWithASeedOnly(t *testing.T) {
	for _, variant := range append(variants.Names(), "gun+madhouse+blackhole+extinction") {
		pos := variants.MustCompile(variant).Start()
		e := weak(t, 2, 7)
		first := opening(e, pos, 20)
		if len(first) == 0 {
			t.Fatalf("%s: no moves", variant)
		}
		e.Clear()
		if again := opening(e, pos, 20); !slices.Equal(first, again) {
			t.Errorf("%s: %s, and then %s", variant, moveTexts(first), moveTexts(again))
		}
		// Where captures are compulsory two seeds may well lead to the same game, but not
		// eight.
		for _, seeds := range [][]uint64{{8, 9, 10, 11, 12, 13, 14, 15}, {0, 0, 0, 0, 0, 0, 0, 0}} {
			same := func(seed uint64) bool { return slices.Equal(first, opening(weak(t, 2, seed), pos, 20)) }
			if !slices.ContainsFunc(seeds, func(seed uint64) bool { return !same(seed) }) {
				t.Errorf("%s: each of the seeds %d plays like seed 7", variant, seeds)
			}
		}
	}
}

// The lower the skill, the more often a hanging knight is not taken; at full strength it
// always is. A mate in one is not missed, except by beginners.
func TestSkillDecidesHowOftenItErrs(t *testing.T) {
	pos := position(t, "chess", "rnbqkb1r/pppppppp/8/8/4n3/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 1")
	mate := position(t, "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	errors := func(skill int) (n int) {
		for seed := range uint64(24) {
			e := weak(t, skill, seed+1)
			if e.SearchGame(context.Background(), engine.RecordOf(pos), game.Limits{Depth: 6}, nil).Moves[0].String() != "d3e4" {
				n++
			}
			if skill > 5 && e.SearchGame(context.Background(), engine.RecordOf(mate), game.Limits{Depth: 6}, nil).Moves[0].String() != "a1a8" {
				t.Errorf("skill %d misses a mate in one", skill)
			}
		}
		return n
	}
	beginner, player, full := errors(0), errors(10), errors(engine.MaxSkill)
	if beginner <= player || full > 0 {
		t.Errorf("errors of 24: %d, %d and %d", beginner, player, full)
	}
}

// A rating takes the place of the skill, and a higher one searches more.
func TestEloTakesThePlaceOfSkill(t *testing.T) {
	nodes := func(skill, elo int) uint64 {
		o := engine.DefaultOptions()
		o.HashMB, o.Skill, o.Elo = 1, skill, elo
		g := engine.RecordOf(variants.MustCompile("chess").Start())
		return engine.New(o).SearchGame(context.Background(), g, game.Limits{}, nil).Info.Nodes
	}
	low, middle := nodes(engine.MaxSkill, engine.MinElo), nodes(0, (engine.MinElo+engine.MaxElo)/2)
	if low != nodes(0, 0) || middle < 4*low {
		t.Errorf("%d nodes at the lowest rating, %d at a middle one", low, middle)
	}
}

// However many lines it considers, it reports only those requested.
func TestWeakSearchReportsTheLinesThatAreWanted(t *testing.T) {
	start := variants.MustCompile("gun").Start()
	wanted := fast.Wrap(start).Moves()[:6]
	for _, lines := range []int{1, 5} {
		e := weak(t, 6, 1)
		o := e.Options()
		o.MultiPV = lines
		if err := e.SetOptions(o); err != nil {
			t.Fatal(err)
		}
		result, list := infos(e, start, game.Limits{SearchMoves: wanted})
		most := 0
		for _, i := range list {
			most = max(most, i.Line)
		}
		if most != lines || !slices.Contains(wanted, game.Move(result.Moves[0])) {
			t.Errorf("%d lines wanted, %d shown; move %s", lines, most, moveTexts(result.Moves))
		}
	}
}
