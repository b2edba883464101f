package engine

import (
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A seriesMate is a checkmate by the moves of one Fibonacci turn. All but the last are
// usually quiet, and just these are the moves that the tree search reduces and skips. So
// series mates are searched for separately, and those found are tried wherever a turn
// begins.
type seriesMate struct {
	moves [maxSeries]chess.Move
	n     int
}

const (
	// maxSeries bounds the length of the series mates that are looked for.
	maxSeries = 8
	// knownSeries is how many of them are remembered for each side.
	knownSeries = 12
	// seriesEffort is the least number of positions that a search for a series mate may
	// examine; but no more than one in seriesShare of the nodes that the limits allow.
	seriesEffort = 50_000
	seriesShare  = 8
	// seriesAgain is the factor by which the effort must have grown to make another try
	// worthwhile.
	seriesAgain = 4
	// seenPositions and vainPositions are the lengths of the tables, powers of two.
	seenPositions = 1 << 17
	vainPositions = 1 << 12
)

// A seriesFinder looks for series mates and remembers them.
type seriesFinder struct {
	known [2][knownSeries]seriesMate // by side, the most recent to work first; unused ones, with n = 0, last
	vain  []vainPosition
	// times[c][role][sq] is how many of the series mates found had such a move.
	times [2][rules.NumRoles][64]int32

	// The current search, for a series mate of some length: the positions on the line, the
	// salted keys of those seen, and what was found.
	frames  [maxSeries]seriesFrame
	seen    []uint64
	salt    uint64
	found   seriesMate
	allowed uint64 // positions that may still be examined
	effort  uint64 // the least that a search may examine

	legal []chess.Move // of the position in which a known series mate is tried
}

// A seriesFrame is a position in the middle of the turn.
type seriesFrame struct {
	pos   chess.Position
	moves []chess.Move
}

// A vainPosition is a position in which a search with that effort found no series mate.
type vainPosition struct{ key, effort uint64 }

func newSeriesFinder() *seriesFinder {
	return &seriesFinder{seen: make([]uint64, seenPositions), vain: make([]vainPosition, vainPositions)}
}

// limit sets the effort by what the run may cost.
func (k *seriesFinder) limit(r *run) {
	k.effort = min(seriesEffort, r.nodeLimit/seriesShare)
	if soft := r.watch.budget.soft; soft > 0 {
		const perMicrosecond = 2 // positions
		k.effort = min(k.effort, uint64(soft.Microseconds())*perMicrosecond/seriesShare)
	}
}

// winsAtOnce implements board.winsAtOnce: a mate by the moves of one turn, the capture of a
// last piece, or a goal.
func (b *chessBoard) winsAtOnce(ply int, search bool) (Score, bool) {
	if b.series != nil {
		if score, ok := b.seriesMate(ply, search); ok {
			return score, true
		}
	}
	if b.model.takesLast {
		if score, ok := b.takesLast(ply); ok {
			return score, true
		}
	}
	if b.model.winsQuietly {
		return b.reachesGoal(ply)
	}
	return 0, false
}

// seriesMate returns the score of a node at which a turn begins, or the root, if the
// side to move can mate with that turn, and leaves the line in the frame. Known
// series mates are tried; if search is set, new ones are looked for, with about as
// much effort as the search has taken so far.
func (b *chessBoard) seriesMate(ply int, search bool) (Score, bool) {
	f, p := &b.s.frames[ply], &b.positions[ply]
	if ply > 0 && f.mover == f.side {
		return 0, false
	}
	line := b.series.recall(p)
	if line == nil && search {
		line = b.findSeriesMate(p, f.key, b.s.count+b.series.effort)
	}
	if line == nil {
		return 0, false
	}
	f.line = f.line[:0]
	for _, m := range line.moves[:line.n] {
		f.line = append(f.line, game.Code(m))
	}
	return Mate - f.distance - turnCost - Score(line.n), true
}

// recall returns a known series mate that works in a position, or nil.
func (k *seriesFinder) recall(pos *chess.Position) *seriesMate {
	side := pos.Side() & 1
	for i := range k.known[side] {
		line := &k.known[side][i]
		if line.n == 0 {
			return nil
		}
		if line.works(*pos, &k.legal) {
			return k.remember(side, i, *line)
		}
	}
	return nil
}

// works reports whether the moves are a series mate in a position. It uses legal as a
// buffer.
func (l *seriesMate) works(pos chess.Position, legal *[]chess.Move) bool {
	side := pos.Side()
	for _, m := range l.moves[:l.n] {
		// Checking that a piece is there first saves most lists of legal moves.
		if pos.Side() != side || pos.Pieces(side, m.Role())&m.From().Bitboard() == 0 {
			return false
		}
		if *legal = pos.Moves((*legal)[:0]); !slices.Contains(*legal, m) {
			return false
		}
		pos = pos.Play(m)
	}
	return hasWon(&pos, side)
}

// remember puts a series mate before the others that are known, in place of the i-th.
func (k *seriesFinder) remember(side rules.Color, i int, l seriesMate) *seriesMate {
	list := &k.known[side]
	copy(list[1:i+1], list[:i])
	list[0] = l
	return &list[0]
}

// findSeriesMate returns a shortest series mate in a position, or nil. It gives up after as
// many positions as the effort says.
func (b *chessBoard) findSeriesMate(pos *chess.Position, key, effort uint64) *seriesMate {
	k := b.series
	vain := &k.vain[key&(vainPositions-1)]
	if vain.key == key && effort/seriesAgain < vain.effort {
		return nil
	}
	side := pos.Side() & 1
	_, left := pos.Turn()
	k.allowed, k.frames[0].pos = effort, *pos
	for n := 1; n <= int(min(left, maxSeries)); n++ {
		k.salt += 0x9e3779b97f4a7c15
		if b.seriesFrom(0, n) {
			k.found.n = n
			for _, m := range k.found.moves[:n] {
				k.times[side][m.Role()][m.To()]++
			}
			return k.remember(side, knownSeries-1, k.found)
		}
		if k.allowed == 0 {
			*vain = vainPosition{key, effort}
			return nil
		}
		if b.s.stop.Load() {
			return nil
		}
	}
	*vain = vainPosition{key, 1 << 63} // for good
	return nil
}

// seriesFrom looks for a series mate of exactly n moves from the frame at depth, and leaves
// it in found, from index depth on.
func (b *chessBoard) seriesFrom(depth, n int) bool {
	k := b.series
	f := &k.frames[depth]
	if k.allowed == 0 || b.s.visit(0) {
		return false
	}
	k.allowed--
	f.moves = f.pos.Moves(f.moves[:0])
	checks := f.pos.SplitChecks(f.moves)
	if n == 1 {
		for _, m := range f.moves[:checks] {
			next := f.pos.Play(m)
			if hasWon(&next, f.pos.Side()) {
				k.found.moves[depth] = m
				return true
			}
		}
		return false
	}
	quiet := f.moves[checks:] // a check would end the turn
	k.sort(quiet, f.pos.Side())
	next := &k.frames[depth+1]
	for _, m := range quiet {
		next.pos = f.pos.Play(m)
		// The same moves in another order lead to the same position.
		key := next.pos.Key() ^ k.salt
		slot := &k.seen[key&(seenPositions-1)]
		if *slot == key {
			continue
		}
		*slot = key
		if b.seriesFrom(depth+1, n-1) {
			k.found.moves[depth] = m
			return true
		}
		if k.allowed == 0 || b.s.stop.Load() {
			return false
		}
	}
	return false
}

// sort puts moves that occurred in many series mates first.
func (k *seriesFinder) sort(moves []chess.Move, side rules.Color) {
	times := &k.times[side&1]
	for i, m := range moves {
		n := times[m.Role()][m.To()]
		if n == 0 {
			continue
		}
		for ; i > 0 && times[moves[i-1].Role()][moves[i-1].To()] < n; i-- {
			moves[i] = moves[i-1]
		}
		moves[i] = m
	}
}

// hasWon reports whether a side has won with the move that led to a position.
func hasWon(pos *chess.Position, side rules.Color) bool {
	if o := pos.Decided(); o.Over() {
		return o.Result == rules.WinFor(side)
	}
	return pos.Side() != side && pos.InCheck() && pos.CountMoves() == 0
}
