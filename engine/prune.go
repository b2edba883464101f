package engine

import "github.com/heterodox-chess/heterodox/chess"

const (
	// reverseDepth is the greatest depth at which a static value far above the
	// window ends a node, and reverseMargin how far that is for each ply.
	reverseDepth  = 7
	reverseMargin = 80
	// passDepth is the least depth at which a side may try to pass.
	passDepth = 3
	// shallow is the greatest depth at which late moves are passed over.
	shallow = 6
	// allMoves is past the last move of every list.
	allMoves = 1 << 20
)

// unknown stands for a static value that says nothing.
const unknown = -infinity

// assess notes the static value of a node, and reports whether it says
// something: there is no danger, no piece still to be placed, no turn of
// several moves under way.
func (s *searcher) assess(ply int) bool {
	f := &s.frames[ply]
	f.static = unknown
	if f.danger || s.model.fibonacci || !f.pos.HandEmpty(chess.White) || !f.pos.HandEmpty(chess.Black) {
		return false
	}
	f.static = s.eval.evaluate(&f.pos)
	return true
}

// improves reports whether the side to move stands better than at its last
// move, as far as that is known.
func (s *searcher) improves(ply int) bool {
	return ply < 2 || s.frames[ply].static > s.frames[ply-2].static
}

// lateMoves returns from which move on the quiet moves of a calm node, but
// killers and those that lead into danger, are hopeless for having come so late.
func (s *searcher) lateMoves(ply, depth int) int {
	if depth > shallow {
		return allMoves
	}
	if s.improves(ply) {
		return 4 + depth*depth
	}
	return 3 + depth*depth/2
}

// isLate reports whether a pick is a quiet move and no killer.
func isLate(k pick) bool {
	return !isNoisy(k.move()) && k.rank() <= rankQuiet+2*maxHistory
}

// refute tries to show without a move that the value of a calm node is at least
// beta: because it looks far better already, or because the side to move could
// as well pass.
func (s *searcher) refute(ply int, beta Score, depth int) (Score, bool) {
	f := &s.frames[ply]
	static := f.static
	if static < beta {
		return 0, false
	}
	if depth <= reverseDepth && static-reverseMargin*Score(depth) >= beta {
		return static, true
	}
	if depth < passDepth || f.passed || !s.model.royal || !hasPieces(&f.pos) {
		return 0, false
	}
	s.pass(ply)
	// The better it looks, the less deep the test may be.
	less := 3 + depth/4 + int(min((static-beta)/200, 3))
	score := -s.search(ply+1, -beta, -beta+1, depth-1-less)
	if s.stop.Load() || score < beta {
		return 0, false
	}
	return min(score, maxEval), true
}

// hasPieces reports whether the side to move has more than pawns and kings:
// with these alone, having to move is often what loses.
func hasPieces(p *chess.Position) bool {
	us := p.Side()
	return p.ByColor(us)&^(p.ByRole(chess.Pawn)|p.ByRole(chess.King)) != 0
}
