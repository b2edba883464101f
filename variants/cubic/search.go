package cubic

import (
	"context"
	"fmt"

	"github.com/heterodox-chess/heterodox/chess"
)

// A Result is what a search has found so far.
type Result struct {
	Move  Move
	Score int    // for the side to move; a rook is worth 500
	Mate  int    // moves to a forced mate found, negative for one suffered, 0 for none
	Line  []Move // the best play by both sides, from Move on
	Depth int    // the last depth that was searched through
	Nodes uint64
}

// Search looks for the best move, deeper and deeper up to a depth, until the
// context is cancelled or it sees a forced mate to its end. After each depth it
// calls report, unless that is nil. Without a legal move the Result's Move is
// NoMove. The same position and depth always give the same result.
//
// It is alpha-beta with a transposition table, quiescence, killer moves and
// history, and reductions of late quiet moves; repeating a position of its own
// line counts as a draw.
func (p Position) Search(ctx context.Context, depth int, report func(Result)) (Result, error) {
	return p.searchNodes(ctx, depth, 0, report)
}

// searchNodes is Search with a limit of nodes, 0 for none.
func (p Position) searchNodes(ctx context.Context, depth int, limit uint64, report func(Result)) (Result, error) {
	if depth < 1 || depth > MaxDepth {
		return Result{}, fmt.Errorf("depth %d is not from 1 to %d", depth, MaxDepth)
	}
	var best Result
	legal := p.Moves(nil)
	if len(legal) == 0 {
		return best, nil
	}
	best.Move, best.Line = legal[0], legal[:1]
	s := searcher{walker: p.board.walk(), watch: watch{ctx: ctx}, limit: limit, table: make([]entry, tableSize)}
	for d := 1; d <= depth; d++ {
		score := s.search(d, -infinity, infinity)
		if line := s.plies[0].line; len(line) > 0 && (s.watch.err == nil || d == 1) {
			best = Result{Move: line[0], Score: score, Mate: mateIn(score), Line: append([]Move(nil), line...), Depth: d}
		}
		best.Nodes = s.nodes
		if s.watch.err != nil {
			break
		}
		if report != nil {
			report(best)
		}
		if best.Mate != 0 && 2*max(best.Mate, -best.Mate) <= d {
			break
		}
	}
	return best, nil
}

const (
	infinity  = 1 << 30
	mateScore = 1<<30 - 1000 // less the plies to the mate
	mateBound = mateScore - maxPly
	maxPly    = MaxDepth + 64
)

// mateIn returns the moves to the mate that a score stands for, 0 if none.
func mateIn(score int) int {
	switch {
	case score >= mateBound:
		return (mateScore - score + 1) / 2
	case score <= -mateBound:
		return -(mateScore + score) / 2
	}
	return 0
}

type searcher struct {
	walker
	watch   watch
	limit   uint64 // of nodes, 0 for none
	table   []entry
	ply     int
	plies   [maxPly + 1]searchPly
	history [numRoles][1 << 12]int // by role and destination: what has caused cutoffs
	nodes   uint64
}

// A searchPly is what the search keeps for each distance from the root.
type searchPly struct {
	key     uint64
	moves   []Move
	ranked  ranking
	played  Move    // what is being tried
	killers [2]Move // quiet moves that caused cutoffs here last
	line    []Move  // the best play from here
}

func (s *searcher) enter(m Move) { s.plies[s.ply].played = m; s.play(m); s.ply++ }
func (s *searcher) leave()       { s.undo(); s.ply-- }

// stopped reports whether the search is to end, and then goes on doing so.
func (s *searcher) stopped() bool {
	if s.limit > 0 && s.nodes >= s.limit && s.watch.err == nil {
		s.watch.err = context.Canceled
	}
	return s.watch.stopped()
}

// search returns the score of the position for the side to move, exact if it
// lies between alpha and beta, else a bound. It means nothing once the watch has
// stopped.
func (s *searcher) search(depth, alpha, beta int) int {
	here := &s.plies[s.ply]
	here.line = here.line[:0]
	check := s.inCheck()
	if check {
		depth++
	}
	if depth <= 0 || s.ply == maxPly {
		return s.quiesce(0, alpha, beta)
	}
	s.nodes++
	if s.stopped() {
		return 0
	}
	here.key = s.key()
	if s.repeated() {
		return 0
	}
	known := s.probe(here.key)
	if score := s.fromTable(known.score); s.ply > 0 && int(known.depth) >= depth && known.decides(score, alpha, beta) {
		return score
	}
	here.moves = s.moves(here.moves[:0])
	if len(here.moves) == 0 {
		return s.lost(check)
	}
	s.order(here, known.move)

	best, bestMove, bound := -infinity, NoMove, upperBound
	for i, m := range here.moves {
		s.enter(m)
		score := s.try(m, i, depth-1, alpha, beta, check)
		s.leave()
		if s.watch.err != nil {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if score <= alpha {
			continue
		}
		alpha, bestMove, bound = score, m, exact
		here.line = append(append(here.line[:0], m), s.plies[s.ply+1].line...)
		if score >= beta {
			bound = lowerBound
			s.credit(here, m, depth)
			break
		}
	}
	s.store(here.key, bestMove, best, depth, bound)
	return best
}

// try scores a move that has just been made, the i-th of its position: the
// first with the full window, others with an empty one and, if they are quiet
// and late, less deeply; again in full where that says better than alpha.
func (s *searcher) try(m Move, i, depth, alpha, beta int, check bool) int {
	if i == 0 {
		return -s.search(depth, -beta, -alpha)
	}
	reduction := 0
	if i >= 4 && depth >= 2 && !check && m.Captured() == chess.NoRole {
		reduction = 1
		if i >= 16 && depth >= 4 {
			reduction = 2
		}
	}
	score := -s.search(depth-reduction, -alpha-1, -alpha)
	if score > alpha && reduction > 0 {
		score = -s.search(depth, -alpha-1, -alpha)
	}
	if score > alpha && score < beta {
		score = -s.search(depth, -beta, -alpha)
	}
	return score
}

// openCaptures is how many plies of captures anywhere follow the last full ply;
// after them come only captures of what has just captured. Boards can be so full
// that everything else would take for ever.
const openCaptures = 2

// quiesce is search where only captures and ways out of check are tried, so that
// no piece is counted that is about to be taken. It is so many plies old.
func (s *searcher) quiesce(age, alpha, beta int) int {
	s.nodes++
	here := &s.plies[s.ply]
	here.line = here.line[:0]
	if s.stopped() {
		return 0
	}
	check := s.inCheck()
	best := -infinity
	if !check || s.ply == maxPly {
		best = s.balance()
		if best >= beta || s.ply == maxPly {
			return best
		}
		alpha = max(alpha, best)
	}
	here.moves = s.moves(here.moves[:0])
	if len(here.moves) == 0 {
		return s.lost(check)
	}
	if !check {
		here.moves = captures(here.moves)
		if age >= openCaptures {
			here.moves = onCell(here.moves, s.plies[s.ply-1].played.To())
		}
	}
	s.order(here, NoMove)
	standing := best
	for _, m := range here.moves {
		if !check && s.futile(m, standing, alpha) {
			continue
		}
		s.enter(m)
		score := -s.quiesce(age+1, -beta, -alpha)
		s.leave()
		if s.watch.err != nil {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				here.line = append(append(here.line[:0], m), s.plies[s.ply+1].line...)
			}
			if score >= beta {
				break
			}
		}
	}
	return best
}

// futile reports whether a capture is not worth trying: it gains too little to
// reach alpha, or gives more than it takes and can be taken back.
func (s *searcher) futile(m Move, standing, alpha int) bool {
	gain, worth := s.worths()[m.Captured()], s.worths()[m.Role()]
	return standing+gain+futileMargin <= alpha || gain < worth && m.Role() != chess.King && s.guarded(m)
}

// futileMargin is more than a capture changes but for what it captures.
const futileMargin = rookWorth / 2

// lost returns the score of a position without a legal move.
func (s *searcher) lost(check bool) int {
	if check {
		return s.ply - mateScore
	}
	return 0 // stalemate
}

// repeated reports whether the position has stood before in this line.
func (s *searcher) repeated() bool {
	for ply := s.ply - 2; ply >= 0; ply -= 2 {
		if s.plies[ply].key == s.plies[s.ply].key {
			return true
		}
	}
	return false
}

// captures keeps the captures of a list, in place.
func captures(moves []Move) []Move {
	kept := moves[:0]
	for _, m := range moves {
		if m.Captured() != chess.NoRole {
			kept = append(kept, m)
		}
	}
	return kept
}

// onCell keeps the moves to one cell, in place.
func onCell(moves []Move, c Cell) []Move {
	kept := moves[:0]
	for _, m := range moves {
		if m.To() == c {
			kept = append(kept, m)
		}
	}
	return kept
}
