package chess

import "github.com/heterodox-chess/heterodox/rules"

// The last two plies from positions in which pieces in hand, or a goal within
// reach, keep a walk from going down to boards.

// lastTwo counts the leaves two plies below a position, if it is one from which
// boards can tell: the answers depend on the board and on the hand of the side that
// answers, which no move of the other changes, and but few moves reach a goal.
func (w *walker) lastTwo(p *Position) (total uint64, ok bool) {
	r := w.rules
	if !w.listing && p.dropsInBulk() {
		return w.answersToDrops(p), true
	}
	if r.placement || w.listing || r.race && p.kings&goalRank != 0 || r.pockets && p.handsMayDecide() ||
		r.turns != singleMoves && (p.hands != [2]hand{} || p.goalIsNear(2)) {
		return 0, false
	}
	if p.decided() {
		return 0, true
	}
	us := uint(p.side)
	if r.turns != singleMoves {
		return w.node(&p.board, us, 2, uint64(p.turn), p.left) + w.dropsAfterCaptures(p), true
	}
	answering := p.hands[us^1]
	near := p.goalIsNear(2)
	if answering == 0 {
		total = w.node(&p.board, us, 2, 0, 1)
	}
	if answering != 0 || near {
		moves := p.list(everywhere, w.lists[2][:0])
		w.lists[2] = moves
		if answering != 0 {
			total = w.answersWithDrops(p, moves)
		}
		if near {
			total -= w.answersBeyondGoals(p, moves)
		}
	}
	if p.hands[us] != 0 && !p.mustTake(us, r) {
		moves := p.appendPocketDrops(w.lists[2][:0])
		w.lists[2] = moves
		total += w.answersWithDrops(p, moves)
		if near {
			total -= w.answersBeyondGoals(p, moves)
		}
	}
	return total, true
}

// dropsAfterCaptures counts the drops of what a side, with an empty hand, has just
// captured in the move before of the same turn.
func (w *walker) dropsAfterCaptures(p *Position) (total uint64) {
	moves := p.list(0, w.lists[2][:0])
	w.lists[2] = moves
	next := &w.nexts[2]
	for _, m := range moves {
		*next = *p
		if next.step(m); next.side == p.side && next.hands[p.side] != 0 && !next.decided() {
			total += uint64(next.countPocketDrops(next.hands[p.side], uint(p.side), p.rules))
		}
	}
	return total
}

// handsMayDecide reports whether, after a move, a game may be decided by the board
// alone and not with the hands, or the other way round.
func (p *Position) handsMayDecide() bool {
	r, us := p.rules, uint(p.side)
	if !r.extinction && !r.giveAway && !r.horde {
		return false // royal kings are never in hand
	}
	switch {
	case r.explode:
		return true
	case p.hands == [2]hand{}:
		return r.extinction && p.pawns&p.colors[us]&forward(lastRank(us), us^1) != 0
	}
	pieces := p.occupied() &^ (p.kings & r.royal) // of which a move takes one of a side at most
	return r.extinction || !(pieces & p.colors[0]).Several() || !(pieces & p.colors[1]).Several()
}

// answersWithDrops counts the answers to moves, drops among them.
func (w *walker) answersWithDrops(p *Position, moves []Move) (total uint64) {
	r, us := w.rules, uint(p.side)
	next := &w.boards[2]
	for _, m := range moves {
		*next = p.board
		next.play(m, us, r)
		total += w.answers(next, us^1, p.hands[us^1])
	}
	return total
}

// answers counts the moves of a side with a hand, if the pieces have not decided
// the game.
func (w *walker) answers(b *board, us uint, h hand) uint64 {
	if w.rules.piecesDecide && b.decided(w.rules) {
		return 0
	}
	n := w.rules.machines[us&1].count(b, w.rules)
	if h != 0 {
		n += b.countPocketDrops(h, us, w.rules)
	}
	return uint64(n)
}

// answersBeyondGoals counts the answers to those of the moves that end the game by
// a goal, as if it went on.
func (w *walker) answersBeyondGoals(p *Position, moves []Move) (total uint64) {
	r, us := w.rules, uint(p.side)
	var checks checkInfo
	if r.checkLimit != 0 && p.checks[us]+1 >= r.checkLimit {
		checks = p.checkInfo(us, r)
	}
	for _, m := range moves {
		if !checks.mayCheck(m) && !(r.kingGoals != 0 && m.mayMoveKing(r)) {
			continue
		}
		next := &w.nexts[2]
		*next = *p
		if next.step(m); next.reachedGoal() {
			total += w.answers(&next.board, us^1, next.hands[us^1])
		}
	}
	return total
}

// mayMoveKing reports whether a move brings a king somewhere.
func (m Move) mayMoveKing(r *Ruleset) bool {
	return m.Role() == rules.King || m.Promotion() == rules.King || m.IsCapture() && r.relocate && r.royal == 0
}

// goalIsNear reports whether a goal may be reached before the last of so many
// plies. Where it may not, all sequences of moves are there.
func (p *Position) goalIsNear(plies int) bool {
	r := p.rules
	if !r.goals {
		return false
	}
	for c := range uint(2) {
		moves := (plies - 1) / 2
		if c == uint(p.side) {
			moves = plies / 2
		}
		if r.turns != singleMoves {
			moves = max(plies-1, 0)
		}
		if r.checkLimit != 0 && int(r.checkLimit-p.checks[c]) <= moves || p.kingsReach(c, moves)&r.kingGoals != 0 {
			return true
		}
	}
	return false
}

// kingsReach returns squares among which are all those on which a side may have a
// king within so many moves.
func (p *Position) kingsReach(us uint, moves int) Bitboard {
	r, own := p.rules, p.colors[us&1]
	if r.royal == 0 && (r.relocate || r.pockets) || r.placement && p.hands != [2]hand{} {
		return everywhere
	}
	kings, pawns := p.kings&own, p.pawns&own
	if !r.promoteToKing {
		pawns = 0
	}
	for range moves {
		if kings&p.rights != 0 {
			kings |= backRank(us) // by castling
		}
		kings = around(kings)
		pawns = around(pawns) | forward(forward(pawns, us), us)
		kings |= pawns & lastRank(us)
	}
	return kings
}
