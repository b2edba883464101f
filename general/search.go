package general

import (
	"slices"
	"sync/atomic"
	"time"
)

// maxPly bounds how deep a line is searched.
const maxPly = 100

// A searcher finds moves by alpha-beta with a transposition table: the games of
// this machine know no other search.
type searcher[S set] struct {
	b       *board[S]
	w       *worth
	table   []tableEntry
	stop    atomic.Bool
	nodes   uint64
	budget  uint64 // nodes, 0 for no limit
	until   time.Time
	path    []uint64 // keys of the game and of the line
	killers [maxPly + 2][2]move
	history [2][256][256]int32
	pv      [maxPly + 2][]move
	deepest int
}

// A tableEntry is what is remembered of a position.
type tableEntry struct {
	key   uint64
	move  move
	score int16
	depth int8
	bound uint8
}

const (
	boundNone = iota
	boundLower
	boundUpper
	boundExact
)

const tableSize = 1 << 17

func (s *searcher[S]) entry(key uint64) *tableEntry { return &s.table[key&(tableSize-1)] }

// tick counts a node and reports whether the search has to end.
func (s *searcher[S]) tick() bool {
	s.nodes++
	if s.nodes&255 == 0 && !s.until.IsZero() && time.Now().After(s.until) || s.budget > 0 && s.nodes >= s.budget {
		s.stop.Store(true)
	}
	return s.stop.Load()
}

// terminal returns the score of a position that is over, by its rules or for
// lack of a move.
func (s *searcher[S]) terminal(moves, ply int) (score int, over bool) {
	v := Draw
	if s.b.r.ends {
		if v, over = s.b.verdict(); over {
			return valueScore(v, ply), true
		}
	}
	if moves == 0 {
		v, _ = s.b.stuck()
		return valueScore(v, ply), true
	}
	return 0, false
}

func valueScore(v Value, ply int) int {
	switch v {
	case Win:
		return mateScore - ply
	case Loss:
		return ply - mateScore
	}
	return 0
}

// repeated reports whether the position has occurred before in the game or the
// line.
func (s *searcher[S]) repeated() bool {
	n := len(s.path) - 1
	for i := n - 2; i >= 0 && n-i <= int(s.b.half); i -= 2 {
		if s.path[i] == s.b.key {
			return true
		}
	}
	return false
}

// search returns the score of the position for the side to move, between alpha
// and beta or beyond.
func (s *searcher[S]) search(alpha, beta, depth, ply int, null bool) int {
	s.pv[ply] = s.pv[ply][:0]
	b := s.b
	if ply > 0 && (s.tick() || s.repeated() || b.r.nMoveRule > 0 && int(b.half) >= 2*b.r.nMoveRule) {
		return 0
	}
	check := b.royalAttacked(int(b.side))
	if check && ply < 40 {
		depth++
	}
	if depth <= 0 || ply >= maxPly {
		return s.quiesce(alpha, beta, ply, 0)
	}
	s.deepest = max(s.deepest, ply)
	e := *s.entry(b.key)
	var best move
	if e.key == b.key {
		best = e.move
		score := fromTable(int(e.score), ply)
		if ply > 0 && int(e.depth) >= depth && beta-alpha == 1 &&
			(e.bound == boundExact || e.bound == boundLower && score >= beta || e.bound == boundUpper && score <= alpha) {
			return score
		}
	}
	if null && !check && ply > 0 && depth >= 3 && beta-alpha == 1 && s.mayPass() && b.evaluate(s.w) >= beta {
		b.doNull()
		s.path = append(s.path, b.key)
		score := -s.search(-beta, 1-beta, depth-3-depth/4, ply+1, false)
		s.path = s.path[:len(s.path)-1]
		b.undo()
		if score >= beta && score < mateBound && !s.stop.Load() {
			return beta
		}
	}
	start := b.list()
	end := len(b.moves)
	defer func() { b.moves = b.moves[:start] }()
	if score, over := s.terminal(end-start, ply); over {
		return score
	}
	s.order(b.moves[start:end], best, ply)
	bestScore, bound := -mateScore, uint8(boundUpper)
	for i := start; i < end; i++ {
		m := b.moves[i]
		quiet := !b.isCapture(m) && m.what() != promotion
		reduction := 0
		if quiet && !check && depth >= 3 && i-start >= 4 {
			reduction = 1 + min((i-start)/12, 2)
		}
		b.do(m)
		s.path = append(s.path, b.key)
		score := 0
		if i == start {
			score = -s.search(-beta, -alpha, depth-1, ply+1, true)
		} else {
			score = -s.search(-alpha-1, -alpha, depth-1-reduction, ply+1, true)
			if score > alpha && (reduction > 0 || score < beta) {
				score = -s.search(-beta, -alpha, depth-1, ply+1, true)
			}
		}
		s.path = s.path[:len(s.path)-1]
		b.undo()
		if s.stop.Load() && (ply > 0 || i > start) {
			break
		}
		if score <= bestScore {
			continue
		}
		bestScore, best = score, m
		if score > alpha {
			alpha, bound = score, boundExact
			s.pv[ply] = append(append(s.pv[ply][:0], m), s.pv[ply+1]...)
		}
		if score >= beta {
			bound = boundLower
			s.reward(m, quiet, depth, ply)
			break
		}
	}
	if s.stop.Load() && ply > 0 {
		return 0
	}
	*s.entry(b.key) = tableEntry{b.key, best, int16(toTable(bestScore, ply)), int8(depth), bound}
	return bestScore
}

// Mates are kept in the table as seen from their position.
func toTable(score, ply int) int {
	switch {
	case score > mateBound:
		return score + ply
	case score < -mateBound:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score > mateBound:
		return score - ply
	case score < -mateBound:
		return score + ply
	}
	return score
}

// mayPass reports whether doing nothing is a bad move: not where captures are
// compulsory, losing wins, or hardly a piece is left.
func (s *searcher[S]) mayPass() bool {
	r := s.b.r
	return r.royal >= 0 && !r.special && r.extinctionValue != Win && r.stalemateValue != Win && r.checkmateValue == Loss &&
		popcount(s.b.colors[s.b.side&1]) > 4
}

// reward notes a quiet move that refuted the one before.
func (s *searcher[S]) reward(m move, quiet bool, depth, ply int) {
	if !quiet {
		return
	}
	if s.killers[ply][0] != m {
		s.killers[ply] = [2]move{m, s.killers[ply][0]}
	}
	h := &s.history[s.b.side&1][s.origin(m)][m.to()]
	*h = min(*h+int32(depth*depth), 1<<20)
}

// origin is where a move comes from, for the history: drops have a place each.
func (s *searcher[S]) origin(m move) int {
	if m.what() == drop {
		return 255 - int(m.kind())
	}
	return m.from()
}

// order sorts moves, the most promising first.
func (s *searcher[S]) order(moves []move, best move, ply int) {
	b := s.b
	score := func(m move) int {
		switch {
		case m == best:
			return 1 << 30
		case b.isCapture(m):
			victim := b.r.typeAt(b.at[m.to()])
			if m.what() == enPassant {
				victim = b.moved(m)
			}
			return 1<<28 + 16*s.w.values[victim&63] - s.w.values[b.moved(m)&63]
		case m.what() == promotion || m.what() == plusPromotion:
			return 1<<27 + s.w.values[b.r.kinds[m.kind()].typ]
		case m == s.killers[ply][0]:
			return 1 << 26
		case m == s.killers[ply][1]:
			return 1 << 25
		}
		return int(s.history[b.side&1][s.origin(m)][m.to()])
	}
	type scored struct {
		m move
		n int
	}
	var buf [256]scored
	list := buf[:0]
	for _, m := range moves {
		list = append(list, scored{m, score(m)})
	}
	slices.SortStableFunc(list, func(x, y scored) int { return y.n - x.n })
	for i, x := range list {
		moves[i] = x.m
	}
}

// quiesce searches captures until none is left that matters, and all moves in
// check.
func (s *searcher[S]) quiesce(alpha, beta, ply, depth int) int {
	b := s.b
	s.pv[ply] = s.pv[ply][:0]
	if depth > 0 && s.tick() {
		return 0
	}
	if b.r.ends {
		if score, over := s.terminal(1, ply); over {
			return score
		}
	}
	if ply >= maxPly {
		return b.evaluate(s.w)
	}
	s.deepest = max(s.deepest, ply)
	check := depth < 4 && b.royalAttacked(int(b.side))
	best := -mateScore
	if !check {
		best = b.evaluate(s.w)
		if best >= beta || b.r.wallingRule != noWalls {
			return best
		}
		alpha = max(alpha, best)
	}
	start := len(b.moves)
	if check {
		b.list()
	} else {
		b.listCaptures()
	}
	end := len(b.moves)
	defer func() { b.moves = b.moves[:start] }()
	if check && end == start {
		score, _ := s.terminal(0, ply)
		return score
	}
	s.order(b.moves[start:end], 0, ply)
	for i := start; i < end; i++ {
		m := b.moves[i]
		if !check && s.hopeless(m, alpha-best) {
			continue
		}
		b.do(m)
		score := -s.quiesce(-beta, -alpha, ply+1, depth+1)
		b.undo()
		if s.stop.Load() {
			return 0
		}
		if best = max(best, score); best >= beta {
			return best
		}
		alpha = max(alpha, score)
	}
	return best
}

// hopeless reports whether a capture cannot gain what is missing.
func (s *searcher[S]) hopeless(m move, missing int) bool {
	victim := s.b.r.typeAt(s.b.at[m.to()])
	if m.what() != normal || victim == 255 || s.b.r.special || s.b.r.extinctionValue != NoEnd {
		return false
	}
	return s.w.values[victim&63]+150 < missing
}

// listCaptures appends the legal captures.
func (b *board[S]) listCaptures() {
	if !b.r.special {
		g := generator[S]{board: b, listing: true, phase: captures}
		g.run()
		return
	}
	start := b.list()
	kept := slices.DeleteFunc(b.moves[start:], func(m move) bool { return !b.isCapture(m) })
	b.moves = b.moves[:start+len(kept)]
}

// doNull passes the turn; undo takes it back.
func (b *board[S]) doNull() {
	b.states = append(b.states, undo[S]{b.state, len(b.changes)})
	b.clearEnPassant()
	b.half++
	b.key ^= b.r.zobrist.side
	b.side ^= 1
}
