package leaves

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// The last two plies from positions in which pieces in hand, or a goal within reach,
// prevent a walk on boards alone.

// lastTwo counts the leaves two plies below a position, if boards are enough for
// that: the answers must depend only on the board and on the hand of the answering
// side, which no move of the other changes, and only few moves may reach a goal.
func (w *walker) lastTwo(p *chess.Position) (total uint64, ok bool) {
	r := w.rules
	if !w.listing && w.dropsInBulk(p) {
		return w.answersToDrops(p), true
	}
	b, hands := &w.root, p.Hands()
	*b = p.Board()
	if r.Placement || w.listing || r.Race && b.Kings&board.GoalRank != 0 || r.Pockets && w.handsMayDecide(p) ||
		r.Turns != nil && (hands != [2]board.Hand{} || w.goalIsNear(p, 2)) {
		return 0, false
	}
	if w.decided(p) {
		return 0, true
	}
	us := uint(p.Side()) & 1
	if r.Turns != nil {
		turn, left := p.Turn()
		return w.node(b, us, 2, turn, left) + w.dropsAfterCaptures(p), true
	}
	answering := hands[us^1]
	near := w.goalIsNear(p, 2)
	if answering == 0 {
		total = w.node(b, us, 2, 0, 1)
	}
	if answering != 0 || near {
		moves := b.List(us, r, board.Everywhere, w.lists[2][:0])
		w.lists[2] = moves
		if answering != 0 {
			total = w.answersWithDrops(p, moves)
		}
		if near {
			total -= w.answersBeyondGoals(p, moves)
		}
	}
	if hands[us] != 0 && !b.MustTake(us, r) {
		moves := b.AppendPocketDrops(w.lists[2][:0], hands[us], us, r)
		w.lists[2] = moves
		total += w.answersWithDrops(p, moves)
		if near {
			total -= w.answersBeyondGoals(p, moves)
		}
	}
	return total, true
}

// dropsAfterCaptures counts the drops of pieces that a side with an empty hand
// captured in the previous move of the same turn.
func (w *walker) dropsAfterCaptures(p *chess.Position) (total uint64) {
	moves, us := w.root.List(uint(p.Side()), w.rules, 0, w.lists[2][:0]), p.Side()
	w.lists[2] = moves
	next := &w.nexts[2]
	for _, m := range moves {
		p.PlayInto(next, m)
		if hand := next.Hands()[us&1]; next.Side() == us && hand != 0 && !w.decided(next) {
			after := next.Board()
			total += uint64(after.CountPocketDrops(hand, uint(us), w.rules))
		}
	}
	return total
}

// handsMayDecide reports whether, after a move, the board alone could decide the game
// while board and hands together do not, or the other way round.
func (w *walker) handsMayDecide(p *chess.Position) bool {
	r, us, b := w.rules, uint(p.Side()), &w.root
	if !r.Extinction && !r.GiveAway && !r.Horde {
		return false // royal kings are never in hand
	}
	switch {
	case r.Explode:
		return true
	case p.Hands() == [2]board.Hand{}:
		return r.Extinction && b.Pawns&b.Colors[us&1]&board.Forward(board.LastRank(us), us^1) != 0
	}
	pieces := b.Occupied() &^ (b.Kings & r.Royal) // of which a move removes at most one of each side
	return r.Extinction || !(pieces & b.Colors[0]).Several() || !(pieces & b.Colors[1]).Several()
}

// answersWithDrops counts the answers to moves, including drops.
func (w *walker) answersWithDrops(p *chess.Position, moves []board.Move) (total uint64) {
	r, us := w.rules, uint(p.Side())&1
	next, hand := &w.boards[2], p.Hands()[us^1]
	for _, m := range moves {
		*next = w.root
		next.Play(m, us, r)
		total += w.answers(next, us^1, hand)
	}
	return total
}

// answers counts the moves of a side with a hand, unless the pieces have decided the game.
func (w *walker) answers(b *board.Board, us uint, h board.Hand) uint64 {
	if w.rules.PiecesDecide && b.Decided(w.rules) {
		return 0
	}
	n := w.rules.Machines[us&1].Count(b, w.rules)
	if h != 0 {
		n += b.CountPocketDrops(h, us, w.rules)
	}
	return uint64(n)
}

// answersBeyondGoals counts the answers to those moves that end the game by a goal,
// as if it went on.
func (w *walker) answersBeyondGoals(p *chess.Position, moves []board.Move) (total uint64) {
	r, us := w.rules, uint(p.Side())&1
	var checks board.CheckInfo
	if r.CheckLimit != 0 && p.Checks(p.Side())+1 >= int(r.CheckLimit) {
		checks = w.root.CheckInfo(us, r)
	}
	for _, m := range moves {
		if !checks.MayCheck(m) && !(r.KingGoals != 0 && mayMoveKing(m, r)) {
			continue
		}
		next := &w.nexts[2]
		if p.PlayInto(next, m); w.decided(next) {
			after := &w.boards[2]
			*after = next.Board()
			total += w.answers(after, us^1, next.Hands()[us^1])
		}
	}
	return total
}

// mayMoveKing reports whether a move may put a king on another square.
func mayMoveKing(m board.Move, r *board.Masks) bool {
	return m.Role() == rules.King || m.Promotion() == rules.King || m.IsCapture() && r.Relocate && r.Royal == 0
}

// goalIsNear reports whether a goal may be reached before the last of the given
// plies. If not, no sequence of moves is cut short by one.
func (w *walker) goalIsNear(p *chess.Position, plies int) bool {
	r := w.rules
	if !r.Goals {
		return false
	}
	for c := rules.White; c <= rules.Black; c++ {
		moves := (plies - 1) / 2
		if c == p.Side() {
			moves = plies / 2
		}
		if r.Turns != nil {
			moves = max(plies-1, 0)
		}
		if r.CheckLimit != 0 && int(r.CheckLimit)-p.Checks(c) <= moves || w.kingsReach(p, uint(c), moves)&r.KingGoals != 0 {
			return true
		}
	}
	return false
}

// kingsReach returns a set that contains all squares on which a side may have a king
// within the given number of moves.
func (w *walker) kingsReach(p *chess.Position, us uint, moves int) bitboard.Bitboard {
	r, b := w.rules, p.Board()
	if r.Royal == 0 && (r.Relocate || r.Pockets) || r.Placement && p.Hands() != [2]board.Hand{} {
		return board.Everywhere
	}
	kings, pawns := b.Kings&b.Colors[us&1], b.Pawns&b.Colors[us&1]
	if !r.PromoteToKing {
		pawns = 0
	}
	for range moves {
		if kings&b.Rights != 0 {
			kings |= board.BackRank(us) // by castling
		}
		kings = board.Around(kings)
		pawns = board.Around(pawns) | board.Forward(board.Forward(pawns, us), us)
		kings |= pawns & board.LastRank(us)
	}
	return kings
}

// decided reports whether a game has ended while there may be moves left.
func (w *walker) decided(p *chess.Position) bool {
	if !w.rules.Decidable {
		return false
	}
	end := p.Decided()
	return end.Over() && end.Reason != rules.InsufficientMaterial
}
