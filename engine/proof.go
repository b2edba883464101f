package engine

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/chess"
)

const (
	// maxProof bounds the length of a forced win that is looked for, in single
	// moves of both sides.
	maxProof = 120
	// proofPoll is the number of positions between two looks at the clock. One
	// with many moves takes as long as many others.
	proofPoll = 16
)

// A prover finds out whether one side, the attacker, can force a win: by every
// move of the attacker against every move of the defender. It prunes nothing
// but what cannot matter, so that its no is as good as its yes. What it finds
// is kept in the table under keys of its own.
//
// Draws count as no win: stalemate, the clock, and a position that has occurred
// twice before the root. Repetition within the tree is left alone: a win that
// repeats a position is never the shortest.
type prover struct {
	table    *table
	attacker chess.Color
	salt     uint64 // tells the entries of this question from others
	// forcing restricts the attacker to moves that give check: what is proved
	// so is proved, what is not is not refuted.
	forcing bool
	// lastTurn is the number of the last Fibonacci turn that the attacker may
	// begin; 0 in other games, where the length of the line tells.
	lastTurn uint64
	// suicide says that a move may lose the game at once.
	suicide bool
	// givesAway says that a side without a move may have won, and endless that there
	// is no fifty-move rule.
	givesAway, endless bool
	drawn              []uint64 // the keys of positions that are drawn if they come again
	frames             []proofFrame

	nodes, limit uint64
	late         func() bool // whether time is up
	stop         atomic.Bool
}

// A proofFrame is a position on the line that is looked at.
type proofFrame struct {
	pos   chess.Position
	picks []proofPick
	moves []chess.Move
	// refuter is the defence that was good last, wherever that was.
	refuter chess.Move
}

// A proofPick is a move and its place in the order: the least first.
type proofPick struct {
	move chess.Move
	rank int32
}

// newProver returns a prover for the side to move of a task.
func newProver(ctx context.Context, e *Engine, t *task, limit uint64) (p *prover, release func() bool) {
	p = &prover{
		table:     e.table,
		attacker:  t.pos.Side(),
		suicide:   e.model.rules.Extinction() || e.model.rules.Holes() != 0 || e.model.givesAway || e.model.race,
		givesAway: e.model.givesAway,
		endless:   e.model.pockets,
		drawn:     repeated(t.keys),
		frames:    make([]proofFrame, maxProof+2),
		limit:     limit,
		late:      t.watch.late,
	}
	p.frames[0].pos = t.pos
	return p, context.AfterFunc(ctx, func() { p.stop.Store(true) })
}

// repeated returns the keys that occur twice or more.
func repeated(keys []uint64) []uint64 {
	sorted := slices.Sorted(slices.Values(keys))
	var twice []uint64
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			twice = append(twice, sorted[i])
		}
	}
	return slices.Compact(twice)
}

// ask sets the question: a win within so many turns of the attacker, by checks
// alone or by any moves.
func (p *prover) ask(turns int, forcing bool) {
	p.forcing = forcing
	if first, _ := p.frames[0].pos.Turn(); first > 0 {
		p.lastTurn = first + 2*uint64(turns-1)
	}
	p.salt = 0x9e3779b97f4a7c15 * (4*p.lastTurn + 2 + uint64(p.attacker))
	for _, key := range p.drawn {
		p.salt += 0xd1b54a32d192ed03 * key
	}
	if forcing {
		p.salt = ^p.salt
	}
}

// length returns the number of single moves of both sides that a win within so
// many turns takes at most, or maxProof+1 if it is more.
func (p *prover) length(turns int) int {
	pos := &p.frames[0].pos
	number, left := pos.Turn()
	plies := uint64(0)
	for i := range 2 * turns {
		if i == 2*turns-1 && !p.suicide {
			break // the win comes before the defender's last turn
		}
		switch {
		case number == 0:
			plies++
		case i == 0:
			plies += left
		default:
			plies += pos.Rules().TurnLength(number + uint64(i))
		}
		if plies > maxProof {
			return maxProof + 1
		}
	}
	return int(plies)
}

// proves reports whether one of the moves at the root forces a win within n
// singular moves, and which.
func (p *prover) proves(moves []chess.Move, n int) (chess.Move, bool) {
	for _, m := range moves {
		f := &p.frames[1]
		f.pos = p.frames[0].pos.Play(m)
		if p.forcing && !p.checks(&f.pos) && !hasWon(&f.pos, p.attacker) {
			continue
		}
		if p.wins(1, n-1) {
			return m, true
		}
	}
	return chess.NoMove, false
}

// wins reports whether the attacker can force a win from the position at ply
// within n single moves. The answer means nothing once the prover is stopped.
func (p *prover) wins(ply, n int) bool {
	f := &p.frames[ply]
	if o := f.pos.Decided(); o.Over() {
		return o.Result == chess.WinFor(p.attacker)
	}
	if p.givesAway && f.pos.CountMoves() == 0 {
		return f.pos.Outcome().Result == chess.WinFor(p.attacker)
	}
	attacks := f.pos.Side() == p.attacker
	turn, _ := f.pos.Turn()
	switch {
	case attacks && (n == 0 || turn > p.lastTurn):
		return false
	case !attacks && (n == 0 || n == 1 && !p.suicide), f.pos.Halfmove() >= 100 && !p.endless:
		return !attacks && isMated(&f.pos)
	case p.visit():
		return false
	}
	key := f.pos.Key()
	if slices.Contains(p.drawn, key) {
		return !attacks && isMated(&f.pos)
	}
	key ^= p.salt
	known, ok := p.table.probe(key)
	// Where the clock may run out, the position does not tell all.
	fresh := f.pos.Halfmove()+n < 100 || p.endless
	if ok && fresh && (known.bound == Lower && known.depth <= n || known.bound == Upper && known.depth >= n) {
		return known.bound == Lower
	}
	var won bool
	var best chess.Move
	if attacks {
		best, won = p.attack(ply, n, known.move)
	} else {
		best, won = p.defend(ply, n, known.move)
	}
	if p.stop.Load() {
		return false
	}
	if fresh {
		bound := Upper
		if won {
			bound = Lower
		}
		p.table.store(key, entry{move: best, depth: n, bound: bound})
	}
	return won
}

// attack looks for a move of the attacker that wins within n single moves.
func (p *prover) attack(ply, n int, hint chess.Move) (chess.Move, bool) {
	f, next := &p.frames[ply], &p.frames[ply+1]
	f.moves = f.pos.Moves(f.moves[:0])
	f.picks = f.picks[:0]
	for _, m := range f.moves {
		next.pos = f.pos.Play(m)
		if hasWon(&next.pos, p.attacker) {
			return m, true
		}
		checks := p.checks(&next.pos)
		if n == 1 || p.forcing && !checks {
			continue
		}
		f.picks = append(f.picks, proofPick{m, p.threat(&next.pos, checks, m == hint)})
	}
	slices.SortStableFunc(f.picks, byRank)
	for _, pick := range f.picks {
		next.pos = f.pos.Play(pick.move)
		if p.wins(ply+1, n-1) {
			return pick.move, true
		}
		if p.stop.Load() {
			break
		}
	}
	return chess.NoMove, false
}

// threat ranks a move of the attacker by the position that it leads to: first
// what leaves the defender few moves, a check more so.
func (p *prover) threat(next *chess.Position, checks, hint bool) int32 {
	switch {
	case hint:
		return -1
	case next.Side() == p.attacker:
		return 0 // a turn that goes on
	}
	rank := int32(next.CountMoves())
	if !checks {
		rank = 4*rank + 8
	}
	return rank
}

// defend reports whether the attacker wins within n single moves whatever the
// defender plays; if not, it returns a defence.
func (p *prover) defend(ply, n int, hint chess.Move) (chess.Move, bool) {
	f, next := &p.frames[ply], &p.frames[ply+1]
	f.moves = f.pos.Moves(f.moves[:0])
	if len(f.moves) == 0 {
		return chess.NoMove, f.pos.InCheck()
	}
	f.picks = f.picks[:0]
	for _, m := range f.moves {
		rank := int32(3)
		switch {
		case m == hint:
			rank = 0
		case m == f.refuter:
			rank = 1
		case m.IsCapture():
			rank = 2
		}
		f.picks = append(f.picks, proofPick{m, rank})
	}
	slices.SortStableFunc(f.picks, byRank)
	for _, pick := range f.picks {
		next.pos = f.pos.Play(pick.move)
		if !p.wins(ply+1, n-1) {
			f.refuter = pick.move
			return pick.move, false
		}
	}
	return chess.NoMove, true
}

// byRank orders moves, the least rank first.
func byRank(a, b proofPick) int { return cmp.Compare(a.rank, b.rank) }

// checks reports whether the defender is to move and in check.
func (p *prover) checks(pos *chess.Position) bool {
	return pos.Side() != p.attacker && pos.InCheck()
}

// hasWon reports whether a side has won a position with the move that led there.
func hasWon(pos *chess.Position, side chess.Color) bool {
	if o := pos.Decided(); o.Over() {
		return o.Result == chess.WinFor(side)
	}
	return pos.Side() != side && isMated(pos)
}

// isMated reports whether the side to move is checkmated.
func isMated(pos *chess.Position) bool { return pos.InCheck() && pos.CountMoves() == 0 }

// visit counts a position, and reports whether the prover must stop.
func (p *prover) visit() bool {
	if p.nodes >= p.limit || p.nodes%proofPoll == 0 && p.late() {
		p.stop.Store(true)
	}
	if p.stop.Load() {
		return true
	}
	p.nodes++
	return false
}
