package cubic

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// doorSearcher is the search of a cube behind the door. It remembers nothing
// from one search to the next.
type doorSearcher struct{}

func (doorSearcher) Clear() {}

// Search finds one line as Position.Search does, and several by searching the
// position after each move by itself.
func (doorSearcher) Search(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) game.Result {
	p, ok := r.Position().(*doorPosition)
	if !ok {
		return game.Result{}
	}
	moves := p.pos.Moves(nil)
	if len(moves) == 0 {
		return game.Result{}
	}
	slices.Sort(moves)
	if blunders(l.Level) {
		return game.Result{Best: game.Move(moves[rand.IntN(len(moves))])}
	}
	ctx, cancel := limit(ctx, p, l)
	defer cancel()
	began := time.Now()
	tell := func(i game.Info) {
		i.Time = time.Since(began)
		if report != nil {
			report(i)
		}
	}
	if wanted := l.SearchMoves; len(wanted) > 0 {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return !slices.Contains(wanted, game.Move(m)) })
	}
	if l.Lines > 1 || len(l.SearchMoves) > 0 && len(moves) > 0 {
		return searchLines(ctx, p.pos, moves, depthOf(l), max(l.Lines, 1), l.Nodes, tell)
	}
	found, _ := p.pos.searchNodes(ctx, depthOf(l), l.Nodes, func(r Result) { tell(doorInfo(r)) })
	info := doorInfo(found)
	info.Time = time.Since(began)
	return game.Result{Best: game.Move(found.Move), Info: info}
}

// searchLines searches the best lines, deeper and deeper, each move by itself.
func searchLines(ctx context.Context, p Position, moves []Move, depth, lines int, limit uint64, tell func(game.Info)) game.Result {
	best := game.Result{Best: game.Move(moves[0])}
	var nodes uint64
	for d := 1; d <= depth; d++ {
		var found []Result
		for _, m := range moves {
			after, _ := p.Play(m).Search(ctx, max(d-1, 1), nil)
			nodes += after.Nodes
			if ctx.Err() != nil || limit > 0 && nodes >= limit {
				return best
			}
			found = append(found, before(m, after, p, d))
		}
		slices.SortStableFunc(found, func(a, b Result) int { return cmp.Compare(b.Score, a.Score) })
		best = game.Result{Best: game.Move(found[0].Move), Info: doorInfo(found[0])}
		for i, r := range found[:min(lines, len(found))] {
			info := doorInfo(r)
			info.Line, info.Nodes = i+1, nodes
			tell(info)
		}
	}
	return best
}

// before turns what was found after a move into what the move leads to.
func before(m Move, after Result, p Position, depth int) Result {
	r := Result{Move: m, Score: -after.Score, Line: append([]Move{m}, after.Line...), Depth: depth}
	switch next := p.Play(m); {
	case after.Mate > 0:
		r.Mate = -after.Mate
	case after.Mate < 0:
		r.Mate = 1 - after.Mate
	case next.CountMoves() == 0 && next.InCheck():
		r.Mate, r.Score = 1, mateScore
	}
	return r
}

// limit bounds the time of a search: a thirtieth of the clock and most of the
// increment.
func limit(ctx context.Context, p *doorPosition, l game.Limits) (context.Context, context.CancelFunc) {
	switch side := p.pos.Side(); {
	case l.MoveTime > 0:
		return context.WithTimeout(ctx, l.MoveTime)
	case l.Clock:
		share := l.Time[side]/time.Duration(cmp.Or(l.MovesToGo, 30)) + l.Increment[side]*3/4
		return context.WithTimeout(ctx, max(min(share, l.Time[side]*3/4), time.Millisecond))
	}
	return context.WithCancel(ctx)
}

// depthOf returns how deep a level searches: one move at the bottom, as deep as
// it gets at the top.
func depthOf(l game.Limits) int {
	depth := MaxDepth
	if l.Depth > 0 {
		depth = min(l.Depth, MaxDepth)
	}
	if l.Level > 0 && l.Level < game.MaxLevel {
		depth = min(depth, 1+l.Level/4)
	}
	return depth
}

// blunders reports whether a player of a level makes a move at random this time:
// three times in four at the lowest, never in the upper half.
func blunders(level int) bool {
	return level > 0 && level < game.MaxLevel/2 && rand.Float64() < 0.75*float64(game.MaxLevel/2-level)/(game.MaxLevel/2-1)
}

func doorInfo(r Result) game.Info {
	info := game.Info{Depth: r.Depth, Line: 1, Score: r.Score, MateIn: r.Mate, Mate: r.Mate != 0, Nodes: r.Nodes}
	for _, m := range r.Line {
		info.PV = append(info.PV, game.Move(m))
	}
	return info
}
