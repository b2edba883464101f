package engine

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

const (
	// maxProof bounds the length of the forced wins that are looked for, in single moves of
	// both sides.
	maxProof = 120
	// proofPoll is the number of positions between two checks of the clock. A position with
	// many moves takes as long as many others.
	proofPoll = 16
)

// A prover finds out whether one side, the attacker, can force a win: by trying every move
// of the attacker against every move of the defender. It prunes only what cannot matter, so
// that its no is as good as its yes. Its results are kept in the table under their own
// keys.
//
// Draws count as no win: stalemate, the halfmove clock, and a position that has occurred
// twice before the root. Repetition within the tree is ignored: a win that repeats a
// position is never the shortest. Where the game has rules of its own for repetition,
// positions before the root matter only as far as plyOfReturn.
type prover struct {
	table    *table
	attacker rules.Color
	salt     uint64 // keeps the entries of this question apart from others
	// forcing restricts the attacker to moves that give check: a win found this way is
	// proved, but failure to find one refutes nothing.
	forcing bool
	// lastTurn is the number of the last Fibonacci turn that the attacker may begin; 0 in
	// other games, where the length of the line decides.
	lastTurn uint64
	// suicide says that a move may lose the game at once.
	suicide bool
	// givesAway says that a side without a move may have won, and endless that there
	// is no fifty-move rule.
	givesAway, endless bool
	// mates says that every winning move may be a check; clock is the number of plies
	// without capture or pawn move that draw.
	mates      bool
	stalemates bool // a side without a move may lose even if not in check
	clock      int
	drawn      []uint64 // the keys of positions that are drawn if they recur
	recurs     bool     // the game has rules of its own for repetition
	past       []uint64 // if so, the keys of the positions up to the root
	frames     []proofFrame
	line       line

	nodes, limit uint64
	late         func() bool // whether time is up
	stop         atomic.Bool
}

// A proofFrame is a position on the line being examined.
type proofFrame struct {
	picks []proofPick
	moves []game.Code
	// refuter is the last defence that worked at this ply, in any position.
	refuter game.Code
}

// A proofPick is a move with its rank: the lowest comes first.
type proofPick struct {
	move game.Code
	rank int32
}

// newProver returns a prover for the side to move of a task.
func newProver(ctx context.Context, e *Engine, t *task, limit uint64) (p *prover, release func() bool) {
	p = &prover{
		table:      e.table,
		attacker:   t.side,
		line:       t.root.line(),
		suicide:    e.traits.Suicide,
		givesAway:  e.traits.noMoveWins,
		endless:    e.traits.Clock == 0,
		clock:      e.traits.Clock,
		mates:      e.traits.Mates,
		stalemates: e.traits.Stalemates,
		recurs:     e.traits.Recurs,
		frames:     make([]proofFrame, maxProof+2),
		limit:      limit,
		late:       t.watch.late,
	}
	if p.recurs {
		p.past = t.keys
	} else {
		p.drawn = repeated(t.keys)
	}
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

// ask sets the question: a win within a number of turns of the attacker, by checks alone or
// by any moves.
func (p *prover) ask(turns int, forcing bool) {
	p.forcing = forcing
	if first, _ := p.line.turn(0); first > 0 {
		p.lastTurn = first + 2*uint64(turns-1)
	}
	p.salt = 0x9e3779b97f4a7c15 * (4*p.lastTurn + 2 + uint64(p.attacker))
	for _, key := range p.drawn {
		p.salt += 0xd1b54a32d192ed03 * key
	}
	for _, key := range p.past {
		p.salt = 3*p.salt + key
	}
	if forcing {
		p.salt = ^p.salt
	}
}

// length returns the most single moves of both sides that a win within a number of turns
// can take, or maxProof+1 if that is more than maxProof.
func (p *prover) length(turns int) int {
	number, left := p.line.turn(0)
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
			plies += p.line.turnLength(number + uint64(i))
		}
		if plies > maxProof {
			return maxProof + 1
		}
	}
	return int(plies)
}

// proves reports whether one of the moves at the root forces a win within n single moves,
// and which.
func (p *prover) proves(moves []game.Code, n int) (game.Code, bool) {
	for _, m := range moves {
		p.line.play(0, m)
		if p.forcing && !p.checks(1) && !p.hasWon(1) {
			continue
		}
		if p.wins(1, n-1) {
			return m, true
		}
	}
	return noMove, false
}

// wins reports whether the attacker can force a win from the position at ply within n
// single moves. The answer is meaningless once the prover is stopped.
func (p *prover) wins(ply, n int) bool {
	if r, over := p.decided(ply); over {
		return r == rules.WinFor(p.attacker)
	}
	if p.givesAway && p.line.countMoves(ply) == 0 {
		return p.line.noMoves(ply) == rules.WinFor(p.attacker)
	}
	attacks := p.line.side(ply) == p.attacker
	turn, _ := p.line.turn(ply)
	half := p.line.halfmove(ply)
	switch {
	case attacks && (n == 0 || turn > p.lastTurn):
		return false
	case !attacks && (n == 0 || n == 1 && !p.suicide), !p.endless && half >= p.clock:
		return !attacks && p.isMated(ply)
	case p.visit():
		return false
	}
	key := p.line.key(ply)
	if slices.Contains(p.drawn, key) {
		return !attacks && p.isMated(ply)
	}
	past, left := p.line.past(ply)
	key ^= past ^ p.salt
	known, ok := p.table.probe(key)
	// Where the clock or a count may run out, the key does not decide the answer.
	fresh := (p.endless || half+n < p.clock) && n < left
	if ok && fresh && (known.bound == lower && known.depth <= n || known.bound == upper && known.depth >= n) {
		return known.bound == lower
	}
	var won bool
	var best game.Code
	if attacks {
		best, won = p.attack(ply, n, known.move)
	} else {
		best, won = p.defend(ply, n, known.move)
	}
	if p.stop.Load() {
		return false
	}
	if fresh {
		bound := upper
		if won {
			bound = lower
		}
		p.table.store(key, entry{move: best, depth: n, bound: bound})
	}
	return won
}

// attack looks for a move of the attacker that wins within n single moves.
func (p *prover) attack(ply, n int, hint game.Code) (game.Code, bool) {
	f := &p.frames[ply]
	f.moves = p.line.moves(ply, f.moves[:0])
	f.picks = f.picks[:0]
	for _, m := range f.moves {
		p.line.play(ply, m)
		if p.hasWon(ply + 1) {
			return m, true
		}
		checks := p.checks(ply + 1)
		if n == 1 || p.forcing && !checks {
			continue
		}
		f.picks = append(f.picks, proofPick{m, p.threat(ply+1, checks, shorten(m) == hint)})
	}
	slices.SortStableFunc(f.picks, byRank)
	for _, pick := range f.picks {
		p.line.play(ply, pick.move)
		if p.wins(ply+1, n-1) {
			return pick.move, true
		}
		if p.stop.Load() {
			break
		}
	}
	return noMove, false
}

// threat ranks a move of the attacker by the node that it leads to: moves that leave the
// defender few replies come first, checks even more so.
func (p *prover) threat(ply int, checks, hint bool) int32 {
	switch {
	case hint:
		return -1
	case p.line.side(ply) == p.attacker:
		return 0 // a turn that goes on
	}
	rank := int32(p.line.countMoves(ply))
	if !checks {
		rank = 4*rank + 8
	}
	return rank
}

// defend reports whether the attacker wins within n single moves whatever the
// defender plays; if not, it returns a defence.
func (p *prover) defend(ply, n int, hint game.Code) (game.Code, bool) {
	f := &p.frames[ply]
	f.moves = p.line.moves(ply, f.moves[:0])
	if len(f.moves) == 0 {
		return noMove, p.isMated(ply)
	}
	f.picks = f.picks[:0]
	for _, m := range f.moves {
		rank := int32(3)
		switch {
		case shorten(m) == hint:
			rank = 0
		case m == f.refuter:
			rank = 1
		case p.line.captures(m):
			rank = 2
		}
		f.picks = append(f.picks, proofPick{m, rank})
	}
	slices.SortStableFunc(f.picks, byRank)
	for _, pick := range f.picks {
		p.line.play(ply, pick.move)
		if !p.wins(ply+1, n-1) {
			f.refuter = pick.move
			return pick.move, false
		}
	}
	return noMove, true
}

// checks reports whether the defender is to move and in check.
func (p *prover) checks(ply int) bool { return p.line.side(ply) != p.attacker && p.line.inCheck(ply) }

// hasWon reports whether the attacker has won with the move that led to a node.
func (p *prover) hasWon(ply int) bool {
	if r, over := p.decided(ply); over {
		return r == rules.WinFor(p.attacker)
	}
	return p.line.side(ply) != p.attacker && p.isMated(ply)
}

// isMated reports whether the side to move has lost because it has no legal move.
func (p *prover) isMated(ply int) bool {
	return (p.stalemates || p.line.inCheck(ply)) && p.line.countMoves(ply) == 0 &&
		p.line.noMoves(ply) == rules.WinFor(p.line.side(ply).Opponent())
}

// byRank orders moves, the lowest rank first.
func byRank(a, b proofPick) int { return cmp.Compare(a.rank, b.rank) }

// plyOfReturn is the first ply at which a position of the tree may recur: one that recurs
// before has occurred before the root.
const plyOfReturn = 4

// decided returns how the game has ended at a node, regardless of its moves.
func (p *prover) decided(ply int) (rules.Result, bool) {
	r, over := p.line.decided(ply)
	if over || !p.recurs || ply >= plyOfReturn {
		return r, over
	}
	return p.line.repeated(ply)
}

// visit counts a position, and reports whether the prover must stop.
func (p *prover) visit() bool {
	if p.nodes%proofPoll == 0 {
		letIn()
		if p.late() {
			p.stop.Store(true)
		}
	}
	if p.nodes >= p.limit {
		p.stop.Store(true)
	}
	if p.stop.Load() {
		return true
	}
	p.nodes++
	return false
}
