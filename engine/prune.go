package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/rules"
)

// allMoves is beyond the last move of any list.
const allMoves = 1 << 20

// unknown stands for a static value that means nothing.
const unknown = -infinity

// assess sets the static value of a node, and reports whether it means something: the side
// to move is not in check and need not capture.
func (s *searcher) assess(ply int, known *entry) bool {
	f := &s.frames[ply]
	f.static = unknown
	f.mustCapture = s.traits.Forced && s.board.mustCapture(ply)
	if f.inCheck || f.mustCapture {
		return false
	}
	f.static = s.evaluate(ply)
	f.hope = known.refine(f.static)
	if m := s.previousQuiet(ply); m != noMove {
		if before := &s.frames[ply-1]; before.static != unknown && before.excluded == noMove {
			// The more it improved its side's static value, the better the move.
			butterfly, _ := s.board.quietHistory(ply-1, m)
			update(butterfly, min(max(-8*int32(f.static+before.static), -1200), 1200))
		}
	}
	return true
}

// evaluate returns the static value of a node for the side to move.
func (s *searcher) evaluate(ply int) Score {
	value := s.board.evaluate(ply)
	if s.observe != nil {
		s.show(ply, value)
	}
	return value
}

// show shows a node with its static value to the observer.
func (s *searcher) show(ply int, value Score) {
	switch b := s.board.(type) {
	case *chessBoard:
		s.observe(value, func() game.Position { return fast.Wrap(b.positions[ply]) })
	case *walkerBoard:
		if g, ok := s.rules.(game.Learner); ok {
			s.observe(value, func() game.Position { return g.At(b.at(ply)) })
		}
	}
}

// improving reports whether the side to move is improving: whether it stands better than
// when it was last to move, as far as that is known. In a turn of several moves that was
// the previous ply.
func (s *searcher) improving(ply int) bool {
	f := &s.frames[ply]
	for before := ply - 1; before >= 0; before-- {
		if earlier := &s.frames[before]; earlier.side == f.side {
			return f.static > earlier.static
		}
	}
	return true
}

// lateMoveCount returns the number of moves after which late move pruning skips the quiet
// moves of a node with a static value, except killers and threats, and whether the side to
// move is improving.
func (s *searcher) lateMoveCount(ply, depth int) (late int, improving bool) {
	improving = s.improving(ply)
	switch {
	case depth > lateMoveDepth || s.frames[ply].static == unknown:
		return allMoves, improving
	case improving:
		return 4 + depth*depth, improving
	}
	return 3 + depth*depth/2, improving
}

// prune tries to end a node with a static value before any of its moves is searched, by
// razoring, reverse futility pruning or null move pruning. It returns the score to leave
// the node with, and whether there is one.
func (s *searcher) prune(ply int, alpha, beta Score, depth int, cut bool) (Score, bool) {
	f := &s.frames[ply]
	if depth <= razorDepth && f.hope+razorMargin*Score(depth) <= alpha && alpha < maxEval {
		score := s.quiesce(ply, alpha, alpha+1, s.traits.quiescenceDepth)
		return score, !s.stop.Load() && score <= alpha
	}
	if f.hope < beta {
		return 0, false
	}
	margin := reverseFutilityMargin * Score(depth)
	if s.improving(ply) {
		margin -= reverseFutilityMargin
	}
	deepest := reverseFutilityDepth
	if s.traits.checksCount && s.board.checksLeft(ply) <= 2 {
		deepest = countedChecksDepth
	}
	if depth <= deepest && f.hope-margin >= beta && f.hope < maxEval {
		return (f.hope + beta) / 2, true
	}
	if depth < nullMoveDepth || f.afterNull || ply < s.nullMoveFrom[f.side&1] || f.static < beta || !s.board.mayPass(ply) {
		return 0, false
	}
	return s.nullMove(ply, beta, depth, cut)
}

// nullMove tries null move pruning: if a shallower search says that the side to move stands
// at beta or better even after giving up its turn, a real move will do no worse.
func (s *searcher) nullMove(ply int, beta Score, depth int, cut bool) (Score, bool) {
	s.play(ply, noMove)
	// The better it looks, the shallower the search may be.
	less := 4 + depth/3 + int(min((s.frames[ply].hope-beta)/200, 3))
	score := -s.search(ply+1, -beta, -beta+1, depth-less, !cut)
	if s.stop.Load() || score < beta {
		return 0, false
	}
	if depth >= verificationDepth && !s.verify(ply, beta, depth-less) {
		return 0, false
	}
	return min(score, maxEval), true
}

// verify is the verification search of null move pruning: it reports whether a node is
// worth beta or more even if its side to move makes no null move for most of the depth.
func (s *searcher) verify(ply int, beta Score, depth int) bool {
	from := &s.nullMoveFrom[s.frames[ply].side&1]
	before := *from
	if before != 0 {
		return true // a verification search is already running
	}
	*from = ply + 1 + depth*3/4
	score := s.search(ply, beta-1, beta, depth, false)
	*from = before
	return score >= beta && !s.stop.Load()
}

// mayPass reports whether a null move is meaningful: sides alternate, kings are royal or the
// loss of a last piece loses the game, captures are not compulsory, losing all pieces does
// not win, and the side to move has pieces.
func (m *model) mayPass(p *chess.Position) bool {
	return !m.turns && (m.royal || m.takesLast) && !m.forced && !m.givesAway && hasPieces(p)
}

// hasPieces reports whether the side to move has more than pawns and kings: with these
// alone, zugzwang is common.
func hasPieces(p *chess.Position) bool {
	us := p.Side()
	return p.ByColor(us)&^(p.ByRole(rules.Pawn)|p.ByRole(rules.King)) != 0 || !p.HandEmpty(us)
}

// countPruned returns 0 if the n-th move of a node must be searched, in a node with a static
// value in which something better has been found. Otherwise late move pruning, futility
// pruning or static exchange evaluation prunes it, and so many moves are passed over: the
// first two prune the quiet moves that follow, too. Moves that threaten the king, or the
// last piece of a type where that decides the game, are kept, and so are those that offer a
// piece where captures are compulsory.
func (s *searcher) countPruned(ply int, k pick, n, late, depth int, alpha Score) int {
	f := &s.frames[ply]
	m, rank := k.move, k.rank
	if f.static == unknown || rank == rankTable {
		return 0
	}
	if s.noisy(m) {
		if rank < rankQuiet-classWidth && depth <= seeDepth && !s.board.threatens(ply, m) &&
			s.board.seeLoses(ply, m, s.board.gain(ply, m), seeNoisyMargin*int32(depth)) {
			return 1
		}
		return 0
	}
	if !k.isDull() {
		return 0
	}
	reduced := max(depth-1-int(reductions[min(depth, 63)][min(n, 63)]>>10), 0)
	if n >= late || reduced <= futilityDepth && f.static+futilityMargin+futilityStep*Score(reduced) <= alpha {
		return 1 + s.skipDull(f)
	}
	if depth <= seeDepth && s.board.seeLoses(ply, m, 0, seeQuietMargin*int32(reduced*reduced)) {
		return 1
	}
	return 0
}

// isDull reports whether a quiet move is neither a killer nor a threat.
func (k pick) isDull() bool { return k.rank <= rankQuiet+classWidth && !k.threat }

// skipDull passes over the picks that follow up to one that is not dull, and returns how
// many. The rest need not be sorted.
func (s *searcher) skipDull(f *frame) (n int) {
	f.sorted = len(f.picks)
	for f.next < len(f.picks) && f.picks[f.next].isDull() && !s.noisy(f.picks[f.next].move) {
		f.next++
		n++
	}
	return n
}

// targets returns what the opponent must not leave under attack: its royal
// king, or the pieces that are the last of their types where that decides.
func (m *model) targets(p *chess.Position) bitboard.Bitboard {
	them := p.Side().Opponent()
	if m.royal {
		return p.Pieces(them, rules.King)
	}
	return m.lastPieces(p, them)
}

// lastPieces returns the pieces of a side of which it must lose none, as too few of their
// type are left: none where extinction does not lose the game.
func (m *model) lastPieces(p *chess.Position, c rules.Color) (last bitboard.Bitboard) {
	if !m.extinct {
		return 0
	}
	for _, role := range m.roles {
		if m.isLast(p, c, role) {
			last |= p.Pieces(c, role)
		}
	}
	return last
}

// hindsight returns by how much to extend or reduce a node with a static value, judging the
// previous move by its effect: extend where that move was reduced a lot and yet did its
// side no harm, reduce where it was reduced and did.
func (s *searcher) hindsight(ply, depth int) int {
	if ply == 0 {
		return 0
	}
	f, before := &s.frames[ply], &s.frames[ply-1]
	if before.static == unknown || f.afterNull || before.side == f.side {
		return 0
	}
	switch {
	case before.reduced >= 3 && f.static <= -before.static:
		return 1
	case before.reduced >= 1 && depth >= 2 && f.static+before.static > harm:
		return -1
	}
	return 0
}

// probCut tries to prune a node where a shallower search of a capture shows that the node
// is worth far more than beta.
func (s *searcher) probCut(ply int, beta Score, depth int, cut bool, known *entry) (Score, bool) {
	f := &s.frames[ply]
	if depth < probCutDepth || f.static == unknown || beta > maxEval-probCutMargin || beta < -maxEval || s.traits.turns || s.traits.relocates {
		return 0, false
	}
	goal := beta + probCutMargin
	if s.improving(ply) {
		goal -= probCutRise
	}
	if known.bound != none && known.depth >= depth-probCutLess+1 && known.score < goal {
		return 0, false
	}
	first := known.move
	if !s.noisy(first) {
		first = noMove
	}
	f.startPicks(first, true)
	for {
		k := s.pick(ply)
		m := k.move
		if m == noMove || k.rank < rankQuiet {
			return 0, false
		}
		if f.static+Score(s.board.gain(ply, m)) < goal {
			continue
		}
		s.play(ply, m)
		score := s.quiesceChild(ply, goal-1, goal, s.traits.quiescenceDepth)
		if score >= goal && !s.stop.Load() {
			score = s.child(ply, goal-1, goal, depth-probCutLess, !cut)
		}
		if s.stop.Load() {
			return 0, false
		}
		if score >= goal {
			s.table.update(f.key, entry{m, score.from(f.distance), depth - probCutLess + 1, lower, f.onPV})
			return score - (goal - beta), true
		}
	}
}
