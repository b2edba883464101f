// Package bench measures the engine by a fixed search: the node counts show whether two
// builds search the same, the times which is faster.
package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
)

// DefaultDepth is a depth in plies at which Run takes a few seconds in all.
const DefaultDepth = 8

// MaxDepth is the greatest depth that Run accepts.
const MaxDepth = 100

// A Result counts the nodes of some searches.
type Result struct {
	Variant string // empty for the sum of all
	Nodes   uint64
	Elapsed time.Duration
}

// String returns the result as "VARIANT N nodes N nps".
func (r Result) String() string {
	nps := float64(r.Nodes) / max(r.Elapsed, time.Millisecond).Seconds()
	text := fmt.Sprintf("%d nodes %.0f nps", r.Nodes, nps)
	if r.Variant != "" {
		text = r.Variant + " " + text
	}
	return text
}

// An entry says what is searched of one variant.
type entry struct {
	variant string
	fewer   int      // plies to leave out where the tree is wide
	fens    []string // besides the start position
}

// Run searches fixed positions of every variant and some compositions, or of one variant
// alone if only is not empty, to a depth (less where the tree is wide), on one thread and
// with an empty table for each variant, so that the node counts are the same every time.
// For a composition without positions here it searches the start position. It reports every
// variant and returns the sum. It ends early, with ctx's error, when ctx ends; it also
// fails for a depth that is not in 1..MaxDepth and for variants that open does not know.
func Run(ctx context.Context, open func(name string) (game.Rules, error), only string, depth int, report func(Result)) (Result, error) {
	if depth < 1 || depth > MaxDepth {
		return Result{}, fmt.Errorf("depth %d is not in 1..%d", depth, MaxDepth)
	}
	var sum Result
	e := engine.New(engine.DefaultOptions())
	for _, g := range chosen(only) {
		rules, err := open(g.variant)
		if err != nil {
			return sum, err
		}
		positions, err := g.positions(rules)
		if err != nil {
			return sum, err
		}
		e.Clear()
		one := Result{Variant: g.variant}
		limits := game.Limits{Depth: max(1, depth-g.fewer)}
		for _, pos := range positions {
			start := time.Now()
			found := e.Search(ctx, game.NewRecord(pos), limits, nil)
			one.Nodes += found.Info.Nodes
			one.Elapsed += time.Since(start)
		}
		if err := ctx.Err(); err != nil {
			return sum, err
		}
		report(one)
		sum.Nodes += one.Nodes
		sum.Elapsed += one.Elapsed
	}
	return sum, nil
}

// chosen returns the entry of a variant, or all entries if it is empty.
func chosen(variant string) []entry {
	if variant == "" {
		return games
	}
	for i := range games {
		if games[i].variant == variant {
			return games[i : i+1]
		}
	}
	return []entry{{variant: variant}}
}

// positions returns the positions of a game that are searched.
func (g entry) positions(rules game.Rules) ([]game.Position, error) {
	list := []game.Position{rules.Start()}
	for _, fen := range g.fens {
		pos, err := rules.ParsePosition(fen)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", g.variant, fen, err)
		}
		list = append(list, pos)
	}
	return list, nil
}
