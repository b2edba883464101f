package chess

import (
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// Conditions that end a game while there may be moves left. If both sides
// meet one, it usually counts for the side that moved last; see verdict.

// Decided returns the outcome that follows from the position alone: a royal king
// is gone, a goal is reached, or neither side can win with the material left. It
// ignores the clocks, and looks at moves only where kings race, so it is cheap
// enough for every node of a search. Outcome covers the remaining cases.
func (p *Position) Decided() rules.Outcome {
	switch {
	case p.decided():
		return p.verdict()
	case p.lacksMaterial():
		return rules.Outcome{Result: rules.Draw, Reason: rules.InsufficientMaterial}
	}
	return rules.Outcome{}
}

// decided reports whether the game is decided by what is or is not on the board,
// by the number of checks, or by a race. Such a position has no legal moves.
func (p *Position) decided() bool {
	r := p.rules
	if !r.board.Decidable {
		return false
	}
	switch {
	case r.board.Goals && p.reachedGoal():
		return true
	case !r.board.PiecesDecide:
		return false
	case p.hands == [2]board.Hand{}:
		return p.board.Decided(&r.board)
	}
	for c := rules.White; c <= rules.Black; c++ {
		if p.lostKing(c) || p.extinct(c) || p.bare(c) {
			return true
		}
	}
	return false
}

// lostKing reports whether a side has lost its royal king.
func (p *Position) lostKing(c rules.Color) bool {
	return p.rules.board.KingMayDie[c] && p.board.Kings&p.board.Colors[c] == 0 && p.hands[c].Count(rules.King) == 0
}

// extinct reports whether one of a side's vital piece types is extinct, counting
// the board and the hand.
func (p *Position) extinct(c rules.Color) bool {
	r := p.rules
	if !r.board.Extinction {
		return false
	}
	for _, role := range r.Roles() {
		if r.board.Vital[c].Has(role) && board.Popcount(p.board.Of(role)&p.board.Colors[c])+p.hands[c].Count(role) <= r.board.ExtinctLeft {
			return true
		}
	}
	return false
}

// bare reports whether a side has nothing left, where that ends the game: on the board
// and in hand nothing but a royal king.
func (p *Position) bare(c rules.Color) bool {
	r, hand := p.rules, p.hands[c]
	if r.board.Royal != 0 {
		hand = hand.Without(rules.King)
	}
	return r.board.EndsBare[c] && p.board.Colors[c]&^(p.board.Kings&r.board.Royal) == 0 && hand == 0
}

// raceIsOver reports whether the race is over. It is if Black's king has arrived,
// unless White's has too and Black is in the middle of a turn; or if White's king
// has arrived and Black's cannot follow in the one turn it then has.
func (p *Position) raceIsOver() bool {
	arrived := p.board.Kings & board.GoalRank
	if arrived == 0 {
		return false
	}
	if arrived&p.board.Colors[rules.White] == 0 {
		return true
	}
	begun := p.turnHasBegun()
	switch {
	case p.side == rules.White && !begun:
		return true // Black has had its last turn
	case p.side == rules.Black && begun:
		return false // Black is having it
	case arrived&p.board.Colors[rules.Black] != 0:
		return true
	}
	return !p.kingFollows()
}

// kingFollows reports whether Black, if it were to move now, would have a legal
// king move to rank 8.
func (p *Position) kingFollows() bool {
	next := *p
	if p.side == rules.White {
		next.side = rules.Black
		next.board.Rights &^= board.EnPassantRanks
	}
	var buf [MaxMoves]Move
	for _, m := range next.generate(buf[:0]) {
		if m.Role() != rules.King || m.IsCastling() || !board.GoalRank.Has(m.To()) {
			continue
		}
		after := next.board
		if after.Play(m, uint(rules.Black), &p.rules.board); after.Kings&after.Colors[rules.Black]&m.To().Bitboard() != 0 {
			return true
		}
	}
	return false
}

// turnHasBegun reports whether the side to move has already made a move in this turn.
func (p *Position) turnHasBegun() bool {
	return p.rules.board.Turns != nil && p.left < p.rules.board.Turns.Of(uint64(p.turn))
}

// reachedGoal reports whether the number of checks, a king on the hill or a race
// has ended the game.
func (p *Position) reachedGoal() bool {
	r := p.rules
	return r.board.CheckLimit != 0 && (p.checks[0] >= r.board.CheckLimit || p.checks[1] >= r.board.CheckLimit) ||
		p.board.Kings&r.board.Hill != 0 ||
		r.board.Race && p.raceIsOver()
}
