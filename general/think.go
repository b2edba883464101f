package general

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// thinker is the search of a game of this machine, behind the door.
type thinker[S set] struct {
	g     *rulesOf[S]
	table []tableEntry
}

// NewSearcher returns what finds moves in this game.
func (g *rulesOf[S]) NewSearcher() game.Searcher {
	return &thinker[S]{g: g, table: make([]tableEntry, tableSize)}
}

func (t *thinker[S]) Clear() { clear(t.table) }

// weighed returns what the evaluation knows of the game, measured once.
func (g *rulesOf[S]) weighed() *worth {
	g.once.Do(func() { g.worth = weigh(g.r) })
	return g.worth
}

type weighOnce struct {
	once  sync.Once
	worth *worth
}

// Search deepens until a limit is met. It searches one line.
func (t *thinker[S]) Search(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) game.Result {
	p, ok := r.Position().(*position[S])
	if !ok {
		return game.Result{}
	}
	moves := p.list()
	if wanted := l.SearchMoves; len(wanted) > 0 {
		moves = slices.DeleteFunc(moves, func(m move) bool { return !slices.Contains(wanted, game.Move(m)) })
	}
	if len(moves) == 0 {
		return game.Result{}
	}
	began := time.Now()
	s := &searcher[S]{b: p.b.clone(), w: t.g.weighed(), table: t.table, budget: l.Nodes}
	for i := range r.Len() + 1 {
		s.path = append(s.path, r.At(i).Key())
	}
	soft := s.setClock(l, p.Side(), began)
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	result := game.Result{Best: game.Move(moves[0])}
	if level := l.Level; level > 0 && level < game.MaxLevel/2 && rand.IntN(2*game.MaxLevel) > 4*level {
		result.Best = game.Move(moves[rand.IntN(len(moves))])
		return result
	}
	for depth := 1; depth <= maxDepth(l); depth++ {
		s.deepest = 0
		found := s.root(moves, depth)
		if len(found.line) > 0 {
			result.Best = game.Move(found.line[0])
			result.Info = s.info(found, depth, began)
			if report != nil {
				report(result.Info)
			}
		}
		settled := result.Info.Mate && depth > 2*max(result.Info.MateIn, -result.Info.MateIn)
		if s.stop.Load() || !l.Infinite && !l.Ponder && (settled || soft > 0 && (time.Since(began) > soft || len(moves) == 1)) {
			break
		}
		// The best move is searched first next time.
		if i := slices.Index(moves, move(result.Best)); i > 0 {
			copy(moves[1:i+1], moves[:i])
			moves[0] = move(result.Best)
		}
	}
	if l.Infinite || l.Ponder {
		<-ctx.Done()
	}
	if pv := result.Info.PV; len(pv) > 1 {
		result.Ponder = pv[1:2]
	}
	return result
}

// setClock bounds the time of a search, and returns after how much of it no new
// depth is begun, 0 for never.
func (s *searcher[S]) setClock(l game.Limits, side chess.Color, began time.Time) (soft time.Duration) {
	const overhead = 30 * time.Millisecond
	switch {
	case l.Infinite || l.Ponder:
	case l.MoveTime > 0:
		s.until = began.Add(max(l.MoveTime-5*time.Millisecond, time.Millisecond))
	case l.Clock:
		left := max(l.Time[side&1]-overhead, 2*time.Millisecond)
		share := left/time.Duration(cmp.Or(l.MovesToGo, 28)) + l.Increment[side&1]*3/4
		s.until = began.Add(min(2*share, left*3/4))
		return min(share*6/10, left/2)
	}
	return 0
}

func maxDepth(l game.Limits) int {
	depth := maxPly - 1
	if l.Depth > 0 {
		depth = min(depth, l.Depth)
	}
	if l.Level > 0 && l.Level < game.MaxLevel {
		depth = min(depth, 1+l.Level/3)
	}
	return depth
}

type found struct {
	line  []move
	score int
}

// root searches the moves of the root to a depth. If it is stopped before the
// first is done, it has no line.
func (s *searcher[S]) root(moves []move, depth int) (best found) {
	b := s.b
	alpha := -mateScore
	for i, m := range moves {
		b.do(m)
		s.path = append(s.path, b.key)
		score := 0
		if i == 0 {
			score = -s.search(-mateScore, -alpha, depth-1, 1, true)
		} else {
			score = -s.search(-alpha-1, -alpha, depth-1, 1, true)
			if score > alpha && !s.stop.Load() {
				score = -s.search(-mateScore, -alpha, depth-1, 1, true)
			}
		}
		s.path = s.path[:len(s.path)-1]
		b.undo()
		if s.stop.Load() {
			break
		}
		if score > alpha || i == 0 {
			alpha = score
			best = found{append([]move{m}, s.pv[1]...), score}
		}
	}
	return best
}

// info tells what a search has found.
func (s *searcher[S]) info(f found, depth int, began time.Time) game.Info {
	i := game.Info{Depth: depth, SelDepth: max(s.deepest, depth), Line: 1, Score: f.score, Nodes: s.nodes, Time: time.Since(began)}
	switch {
	case f.score > mateBound:
		i.Mate, i.MateIn = true, (mateScore-f.score+1)/2
	case f.score < -mateBound:
		i.Mate, i.MateIn = true, -(mateScore+f.score)/2
	}
	for _, m := range f.line {
		i.PV = append(i.PV, game.Move(m))
	}
	return i
}
