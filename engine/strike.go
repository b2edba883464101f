package engine

import (
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A strike is a checkmate by the moves of one Fibonacci turn. All of them but
// the last are quiet as a rule, and just such moves are what the tree search
// reduces and passes over. So strikes are looked for on their own, and those
// found are tried wherever a turn begins.
type strike struct {
	moves [maxStrike]chess.Move
	n     int
}

const (
	// maxStrike bounds the length of the strikes that are looked for.
	maxStrike = 8
	// knownStrikes is how many are remembered for each side.
	knownStrikes = 12
	// strikeEffort is how many positions a search for a strike may look at, at
	// least; but no more than one in strikeShare of the nodes that the limits
	// leave room for.
	strikeEffort = 50_000
	strikeShare  = 8
	// strikeAgain is how many times more effort is worth another try.
	strikeAgain = 4
	// seenPositions and vainStrikes are the lengths of the tables, powers of two.
	seenPositions = 1 << 17
	vainStrikes   = 1 << 12
)

// A striker looks for strikes and remembers them.
type striker struct {
	known [2][knownStrikes]strike // by side, the last that worked first; then those with n = 0
	vain  []vainStrike
	// times[c][role][sq] is how many strikes found had such a move.
	times [2][rules.NumRoles][64]int32

	// The search under way, for a strike of some length: the positions on the
	// way, those it has seen, salted, and what it found.
	frames  [maxStrike]strikeFrame
	seen    []uint64
	salt    uint64
	found   strike
	allowed uint64 // positions that may still be looked at
	effort  uint64 // the least that a search may look at

	legal []chess.Move // of the position in which a known strike is tried
}

// A strikeFrame is a position in the middle of the turn.
type strikeFrame struct {
	pos   chess.Position
	moves []chess.Move
}

// A vainStrike is a position in which that much effort has found no strike.
type vainStrike struct{ key, effort uint64 }

func newStriker() *striker {
	return &striker{seen: make([]uint64, seenPositions), vain: make([]vainStrike, vainStrikes)}
}

// limit sets the effort by what the run may cost.
func (k *striker) limit(r *run) {
	k.effort = min(strikeEffort, r.nodeLimit/strikeShare)
	if soft := r.watch.budget.soft; soft > 0 {
		const perMicrosecond = 2 // positions
		k.effort = min(k.effort, uint64(soft.Microseconds())*perMicrosecond/strikeShare)
	}
}

// winsAtOnce is what board.winsAtOnce asks: a mate by the moves of one turn, or a goal.
func (b *chessBoard) winsAtOnce(ply int, search bool) (Score, bool) {
	if b.striker != nil {
		if score, ok := b.strike(ply, search); ok {
			return score, true
		}
	}
	if b.model.winsQuietly {
		return b.reachesGoal(ply)
	}
	return 0, false
}

// strike returns the score of a node at which a turn begins, or the root, if the
// side to move can mate with that turn, and leaves the line in the frame. Known
// strikes are tried; if search is set, new ones are looked for, with about as
// much effort as the search has taken so far.
func (b *chessBoard) strike(ply int, search bool) (Score, bool) {
	f, p := &b.s.frames[ply], &b.positions[ply]
	if ply > 0 && f.mover == f.side {
		return 0, false
	}
	line := b.striker.recall(p)
	if line == nil && search {
		line = b.findStrike(p, f.key, b.s.count+b.striker.effort)
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

// recall returns a known strike that works in a position, or nil.
func (k *striker) recall(pos *chess.Position) *strike {
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

// works reports whether the moves are a strike in a position. It lists moves in legal.
func (l *strike) works(pos chess.Position, legal *[]chess.Move) bool {
	side := pos.Side()
	for _, m := range l.moves[:l.n] {
		// To ask whether a piece stands there saves most lists of legal moves.
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

// remember puts a strike before the others that are known, in place of the i-th.
func (k *striker) remember(side rules.Color, i int, l strike) *strike {
	list := &k.known[side]
	copy(list[1:i+1], list[:i])
	list[0] = l
	return &list[0]
}

// findStrike returns a strike of the least length in a position, or nil. It
// gives up when it has looked at so many positions as the effort says.
func (b *chessBoard) findStrike(pos *chess.Position, key, effort uint64) *strike {
	k := b.striker
	vain := &k.vain[key&(vainStrikes-1)]
	if vain.key == key && effort/strikeAgain < vain.effort {
		return nil
	}
	side := pos.Side() & 1
	_, left := pos.Turn()
	k.allowed, k.frames[0].pos = effort, *pos
	for n := 1; n <= int(min(left, maxStrike)); n++ {
		k.salt += 0x9e3779b97f4a7c15
		if b.strikeFrom(0, n) {
			k.found.n = n
			for _, m := range k.found.moves[:n] {
				k.times[side][m.Role()][m.To()]++
			}
			return k.remember(side, knownStrikes-1, k.found)
		}
		if k.allowed == 0 {
			*vain = vainStrike{key, effort}
			return nil
		}
		if b.s.stop.Load() {
			return nil
		}
	}
	*vain = vainStrike{key, 1 << 63} // for good
	return nil
}

// strikeFrom looks for a strike of exactly n moves from the frame at depth, and
// leaves it in found, from there on.
func (b *chessBoard) strikeFrom(depth, n int) bool {
	k := b.striker
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
		if b.strikeFrom(depth+1, n-1) {
			k.found.moves[depth] = m
			return true
		}
		if k.allowed == 0 || b.s.stop.Load() {
			return false
		}
	}
	return false
}

// sort puts first the moves that many strikes had.
func (k *striker) sort(moves []chess.Move, side rules.Color) {
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

// hasWon reports whether a side has won a position with the move that led there.
func hasWon(pos *chess.Position, side rules.Color) bool {
	if o := pos.Decided(); o.Over() {
		return o.Result == rules.WinFor(side)
	}
	return pos.Side() != side && pos.InCheck() && pos.CountMoves() == 0
}
