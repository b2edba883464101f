package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
)

const (
	// reverseDepth is the greatest depth at which a static value far above the
	// window ends a node, and reverseMargin how far that is for each ply.
	reverseDepth  = 8
	reverseMargin = 75
	// razorDepth is the greatest depth at which a static value far below the
	// window leads straight to quiescence, razorMargin how far for each ply.
	razorDepth  = 3
	razorMargin = 220
	// passDepth is the least depth at which a side may try to pass.
	passDepth = 3
	// verifyDepth is the least depth at which what passing has shown is verified
	// by a search in which that side does not pass: where having to move is what
	// hurts, passing shows nothing.
	verifyDepth = 12
	// lateDepth is the greatest depth at which late quiet moves are passed over.
	lateDepth = 8
	// futileDepth is the greatest reduced depth at which quiet moves are passed
	// over if the static value is far below the window: by futileMargin, and
	// futileStep for each ply.
	futileDepth  = 7
	futileMargin = 90
	futileStep   = 90
	// losingDepth is the greatest depth at which moves that lose an exchange
	// are passed over: a quiet move may lose quietLoss times the square of the
	// reduced depth, a capture noisyLoss for each ply.
	losingDepth = 8
	quietLoss   = 22
	noisyLoss   = 90
	// A capture that seems to win so much that the node is worth probCutMargin more
	// than beta, less probCutRise if the side to move improves, is tried with a
	// search less deep by probCutLess at nodes of depth probCutDepth at least.
	probCutDepth  = 5
	probCutMargin = 150
	probCutRise   = 50
	probCutLess   = 4
	// harm is by how much a move must make things worse for its side to be called
	// bad.
	harm = 90
	// allMoves is past the last move of every list.
	allMoves = 1 << 20
)

// unknown stands for a static value that says nothing.
const unknown = -infinity

// assess notes the static value of a node, and reports whether it says
// something: there is no danger, and no piece still to be placed.
func (s *searcher) assess(ply int, known *entry) bool {
	f := &s.frames[ply]
	f.static = unknown
	if f.danger || !f.pos.HandEmpty(chess.White) || !f.pos.HandEmpty(chess.Black) {
		return false
	}
	f.static = s.eval.evaluate(&f.pos, f.key, ply)
	f.hope = known.refine(f.static)
	if m := s.answered(ply); m != chess.NoMove {
		if before := &s.frames[ply-1]; before.static != unknown && before.excluded == chess.NoMove {
			// The better it made things for its side, the better the move.
			teach(s.quiet(before, m), min(max(-8*int32(f.static+before.static), -1200), 1200))
		}
	}
	return true
}

// improves reports whether the side to move stands better than at its last
// move, as far as that is known.
func (s *searcher) improves(ply int) bool {
	return ply < 2 || s.frames[ply].static > s.frames[ply-2].static
}

// lateMoves returns from which move on the quiet moves of a calm node, but
// killers and those that threaten, are hopeless for having come so late, and
// whether the side to move improves.
func (s *searcher) lateMoves(ply, depth int) (late int, improving bool) {
	improving = s.improves(ply)
	switch {
	case depth > lateDepth || s.frames[ply].static == unknown:
		return allMoves, improving
	case improving:
		return 4 + depth*depth, improving
	}
	return 3 + depth*depth/2, improving
}

// refute tries to show without a move that a calm node is worth beta or more:
// because it looks far better already, or because the side to move could as
// well pass; or that it is worth no more than alpha, since it looks far worse
// and no capture helps.
func (s *searcher) refute(ply int, alpha, beta Score, depth int, cut bool) (Score, bool) {
	f := &s.frames[ply]
	if depth <= razorDepth && f.hope+razorMargin*Score(depth) <= alpha && alpha < maxEval {
		score := s.quiesce(ply, alpha, alpha+1, s.model.quiescenceDepth)
		return score, !s.stop.Load() && score <= alpha
	}
	if f.hope < beta {
		return 0, false
	}
	margin := reverseMargin * Score(depth)
	if s.improves(ply) {
		margin -= reverseMargin
	}
	if depth <= reverseDepth && f.hope-margin >= beta && f.hope < maxEval {
		return (f.hope + beta) / 2, true
	}
	if depth < passDepth || s.model.fibonacci || f.passed || ply < s.mayPass[f.pos.Side()&1] || f.static < beta || !s.model.royal || !hasPieces(&f.pos) {
		return 0, false
	}
	s.pass(ply)
	// The better it looks, the less deep the test may be.
	less := 4 + depth/3 + int(min((f.hope-beta)/200, 3))
	score := -s.search(ply+1, -beta, -beta+1, depth-less, !cut)
	if s.stop.Load() || score < beta {
		return 0, false
	}
	if depth >= verifyDepth && !s.verified(ply, beta, depth-less) {
		return 0, false
	}
	return min(score, maxEval), true
}

// verified reports whether a node is worth beta or more even if its side to move
// does not pass for most of the depth.
func (s *searcher) verified(ply int, beta Score, depth int) bool {
	from := &s.mayPass[s.frames[ply].pos.Side()&1]
	before := *from
	if before != 0 {
		return true // it is being verified already
	}
	*from = ply + 1 + depth*3/4
	score := s.search(ply, beta-1, beta, depth, false)
	*from = before
	return score >= beta && !s.stop.Load()
}

// hasPieces reports whether the side to move has more than pawns and kings:
// with these alone, having to move is often what loses.
func hasPieces(p *chess.Position) bool {
	us := p.Side()
	return p.ByColor(us)&^(p.ByRole(chess.Pawn)|p.ByRole(chess.King)) != 0
}

// hopeless reports whether a move of a calm node, the n-th, need not be played
// since something better was found: quiet moves that come late or in a position
// too bad for them, and moves that lose material. Moves that threaten the king,
// or the last piece of a type where that decides the game, are kept.
func (s *searcher) hopeless(ply int, k pick, n, late, depth int, alpha Score) bool {
	f := &s.frames[ply]
	m, rank := k.move(), k.rank()
	if f.static == unknown || rank == rankTable || s.threatens(f, m) {
		return false
	}
	if m.IsNoisy() {
		return rank < rankQuiet-classWidth && depth <= losingDepth &&
			s.model.loses(&f.pos, m, s.model.gain(&f.pos, m), noisyLoss*int32(depth))
	}
	if rank > rankQuiet+classWidth {
		return false
	}
	if n >= late {
		f.sorted = true // whatever quiet moves follow are as late
		return true
	}
	reduced := max(depth-1-int(reductions[min(depth, 63)][min(n, 63)]>>10), 0)
	if reduced <= futileDepth && f.static+futileMargin+futileStep*Score(reduced) <= alpha {
		f.sorted = true // for the others it is as bad
		return true
	}
	return depth <= losingDepth && s.model.loses(&f.pos, m, 0, quietLoss*int32(reduced*reduced))
}

// threatens reports whether a move's piece will attack one of the node's
// targets from its destination.
func (s *searcher) threatens(f *frame, m chess.Move) bool {
	if f.targets == 0 || s.model.shoots && m.IsCapture() {
		return false
	}
	if m.Role() == chess.Pawn {
		return bitboard.Pawn(uint(f.pos.Side()), m.To())&f.targets != 0
	}
	if m.Role() == chess.King && s.model.royal {
		return false
	}
	return s.model.attacks(kindOf(m.Role()), m.To(), f.pos.Occupied()|s.model.holes)&f.targets != 0
}

// targets returns what the opponent must not leave under attack: its royal
// king, or the pieces that are the last of their types where that decides.
func (m *model) targets(p *chess.Position) chess.Bitboard {
	them := p.Side().Opponent()
	if m.royal {
		return p.Pieces(them, chess.King)
	}
	if !m.extinct {
		return 0
	}
	var last chess.Bitboard
	for _, role := range m.roles {
		if set := p.Pieces(them, role); !set.Several() && p.Hand(them, role) == 0 {
			last |= set
		}
	}
	return last
}

// adjust returns how much deeper, or less deep, a calm node deserves to be
// searched: deeper where the move before was reduced much and yet has done its
// side no harm, less deep where it was reduced and has.
func (s *searcher) adjust(ply, depth int) int {
	if ply == 0 {
		return 0
	}
	f, before := &s.frames[ply], &s.frames[ply-1]
	if before.static == unknown || f.passed || before.pos.Side() == f.pos.Side() {
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

// probCut tries to show with a capture and a shallow search that a node is worth
// far more than beta, so that a deep one need not be made.
func (s *searcher) probCut(ply int, beta Score, depth int, cut bool, known *entry) (Score, bool) {
	f := &s.frames[ply]
	if depth < probCutDepth || f.static == unknown || beta > maxEval-probCutMargin || beta < -maxEval || s.model.fibonacci || s.model.relocates {
		return 0, false
	}
	goal := beta + probCutMargin
	if s.improves(ply) {
		goal -= probCutRise
	}
	if known.bound != none && known.depth >= depth-probCutLess+1 && known.score < goal {
		return 0, false
	}
	first := known.move
	if !first.IsNoisy() {
		first = chess.NoMove
	}
	s.startNoisy(f, first)
	for {
		k := s.pick(ply)
		m := k.move()
		if m == chess.NoMove || k.rank() < rankQuiet {
			return 0, false
		}
		if f.static+Score(s.model.gain(&f.pos, m)) < goal {
			continue
		}
		s.play(ply, m)
		score := s.quiesceChild(ply, goal-1, goal, s.model.quiescenceDepth)
		if score >= goal && !s.stop.Load() {
			score = s.child(ply, goal-1, goal, depth-probCutLess, !cut)
		}
		if s.stop.Load() {
			return 0, false
		}
		if score >= goal {
			s.table.update(f.key, entry{m, score.from(f.distance), depth - probCutLess + 1, Lower, f.onPV})
			return score - (goal - beta), true
		}
	}
}
