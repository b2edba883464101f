package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// What ends a game while there may be moves left. Each condition is looked at for
// the side that moved first.

// Decided returns the outcome that the position alone decides: a royal king is
// gone, a goal is reached, or no win is possible with what is left. It looks at
// no clocks, and at moves only where kings race, so it is cheap enough for every
// node of a search; Outcome tells the rest.
func (p *Position) Decided() rules.Outcome {
	switch {
	case p.decided():
		return p.verdict()
	case p.lacksMaterial():
		return rules.Outcome{Result: rules.Draw, Reason: rules.InsufficientMaterial}
	}
	return rules.Outcome{}
}

// decided reports whether the game is decided by what is, or is not, on the
// board, by a count of checks, or by a race. Such a position has no legal moves.
func (p *Position) decided() bool {
	r := p.rules
	if !r.decidable {
		return false
	}
	switch {
	case r.goals && p.reachedGoal():
		return true
	case !r.piecesDecide:
		return false
	case p.hands == [2]hand{}:
		return p.board.decided(r)
	}
	for c := rules.White; c <= rules.Black; c++ {
		if p.lostKing(c) || p.extinct(c) || p.bare(c) {
			return true
		}
	}
	return false
}

// decided is Position.decided for what is left of the pieces, where nobody holds any
// in hand.
func (b *board) decided(r *Ruleset) bool {
	for c, own := range b.colors {
		if b.kings&own == 0 && r.kingMayDie[c] {
			return true
		}
		if r.extinction && b.extinct(own, r.vital[c], r.extinctLeft) {
			return true
		}
		if r.endsBare[c] && own&^(b.kings&r.royal) == 0 {
			return true
		}
	}
	return false
}

// extinct reports whether a side, whose pieces are own, has as few of a vital
// type as are as good as none.
func (b *board) extinct(own Bitboard, vital rules.RoleSet, left int) bool {
	if left == 0 && vital == rules.RolesOf(rules.King) {
		return b.kings&own == 0
	}
	if left > 0 {
		for role := rules.Pawn; role < rules.NumRoles; role++ {
			if vital.Has(role) && popcount(b.of(role)&own) <= left {
				return true
			}
		}
		return false
	}
	if vital&^rules.RolesOf(rules.Queen, rules.Amazon) == rules.RolesOf(rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.King) {
		return b.pawns&own == 0 || b.knights&own == 0 || b.diagonals&^b.straights&own == 0 ||
			b.straights&^b.diagonals&own == 0 || b.diagonals&b.straights&own == 0 || b.kings&own == 0
	}
	return vital.Has(rules.Pawn) && b.pawns&own == 0 ||
		vital.Has(rules.Knight) && b.knights&own == 0 ||
		vital.Has(rules.Bishop) && b.diagonals&^b.straights&own == 0 ||
		vital.Has(rules.Rook) && b.straights&^b.diagonals&own == 0 ||
		vital&rules.RolesOf(rules.Queen, rules.Amazon) != 0 && b.diagonals&b.straights&own == 0 ||
		vital.Has(rules.King) && b.kings&own == 0
}

// lostKing reports whether a side has lost its royal king.
func (p *Position) lostKing(c rules.Color) bool {
	return p.rules.kingMayDie[c] && p.kings&p.colors[c] == 0 && p.hands[c].count(rules.King) == 0
}

// extinct reports whether a side has died out in a type of piece, on the board
// and in hand.
func (p *Position) extinct(c rules.Color) bool {
	r := p.rules
	if !r.extinction {
		return false
	}
	for _, role := range r.Roles() {
		if r.vital[c].Has(role) && popcount(p.of(role)&p.colors[c])+p.hands[c].count(role) <= r.extinctLeft {
			return true
		}
	}
	return false
}

// bare reports whether a side has nothing left, where that ends the game: on the
// board, a royal king aside, and in hand.
func (p *Position) bare(c rules.Color) bool {
	return p.rules.endsBare[c] && p.colors[c]&^(p.kings&p.rules.royal) == 0 && p.hands[c] == 0
}

// goalRank is where the race of the kings ends.
const goalRank = bitboard.Rank8

// raceIsOver reports whether the race is: Black's king is there, and if White's is,
// too, no turn of Black's is under way; or White's is there and Black's does not
// follow in the one turn it then has.
func (p *Position) raceIsOver() bool {
	arrived := p.kings & goalRank
	if arrived == 0 {
		return false
	}
	if arrived&p.colors[rules.White] == 0 {
		return true
	}
	begun := p.turnHasBegun()
	switch {
	case p.side == rules.White && !begun:
		return true // Black has had its last turn
	case p.side == rules.Black && begun:
		return false // Black is having it
	case arrived&p.colors[rules.Black] != 0:
		return true
	}
	return !p.kingFollows()
}

// kingFollows reports whether Black, if it were to move now, had a legal move of
// a king to rank 8.
func (p *Position) kingFollows() bool {
	next := *p
	if p.side == rules.White {
		next.side = rules.Black
		next.rights &^= enPassantRanks
	}
	var buf [MaxMoves]Move
	for _, m := range next.generate(buf[:0]) {
		if m.Role() != rules.King || m.IsCastling() || !goalRank.Has(m.To()) {
			continue
		}
		after := next.board
		if after.play(m, uint(rules.Black), p.rules); after.kings&after.colors[rules.Black]&m.To().Bitboard() != 0 {
			return true
		}
	}
	return false
}

// turnHasBegun reports whether the side to move has made a move of its turn.
func (p *Position) turnHasBegun() bool {
	return p.rules.turns != singleMoves && p.left < p.rules.turnLength(uint64(p.turn))
}
