package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// A board is the hot state of a position: 64 bytes, one cache line, copied for
// every move. Queens (amazons, in an army that has them) are in both diagonals
// and straights.
type board struct {
	pawns     Bitboard
	knights   Bitboard
	diagonals Bitboard // bishops and queens
	straights Bitboard // rooks and queens
	kings     Bitboard
	colors    [2]Bitboard
	// rights holds all that a glance at the pieces does not tell: on ranks 1
	// and 8 the rooks that may still castle and the king that may do so with
	// them; on ranks 3 and 6 the en-passant square, set only if a pawn of the
	// side to move attacks it. A piece that leaves its square, or is captured
	// there, takes its bit along.
	rights Bitboard
}

const (
	backRanks      = bitboard.Rank1 | bitboard.Rank8
	enPassantRanks = bitboard.Rank3 | bitboard.Rank6
)

// backRank returns the first rank of a side.
func backRank(us uint) Bitboard { return bitboard.Rank1 << (56 * (us & 1)) }

func (b *board) occupied() Bitboard { return b.colors[0] | b.colors[1] }

// roleAt returns what stands on a square of the set sq, which has one member;
// queen is the army's queen.
func (b *board) roleAt(sq Bitboard, queen rules.Role) rules.Role {
	switch {
	case b.pawns&sq != 0:
		return rules.Pawn
	case b.knights&sq != 0:
		return rules.Knight
	case b.diagonals&b.straights&sq != 0:
		return queen
	case b.diagonals&sq != 0:
		return rules.Bishop
	case b.straights&sq != 0:
		return rules.Rook
	case b.kings&sq != 0:
		return rules.King
	}
	return rules.NoRole
}

// of returns the pieces of a role, of both colours.
func (b *board) of(role rules.Role) Bitboard {
	switch role {
	case rules.Pawn:
		return b.pawns
	case rules.Knight:
		return b.knights
	case rules.Bishop:
		return b.diagonals &^ b.straights
	case rules.Rook:
		return b.straights &^ b.diagonals
	case rules.Queen, rules.Amazon:
		return b.diagonals & b.straights
	case rules.King:
		return b.kings
	}
	return 0
}

// clear empties squares.
func (b *board) clear(squares Bitboard) {
	b.pawns &^= squares
	b.knights &^= squares
	b.diagonals &^= squares
	b.straights &^= squares
	b.kings &^= squares
	b.colors[0] &^= squares
	b.colors[1] &^= squares
}

// put places a piece on an empty square.
func (b *board) put(side uint, role rules.Role, sq Bitboard) {
	b.colors[side&1] |= sq
	switch role {
	case rules.Pawn:
		b.pawns |= sq
	case rules.Knight:
		b.knights |= sq
	case rules.Bishop:
		b.diagonals |= sq
	case rules.Rook:
		b.straights |= sq
	case rules.Queen, rules.Amazon:
		b.diagonals |= sq
		b.straights |= sq
	case rules.King:
		b.kings |= sq
	}
}

// play makes a pseudo-legal move of side us on b. What the board does not hold
// (hands, turns, clocks, keys) is the caller's. A double push sets the
// en-passant square as if the turn passed.
func (b *board) play(m Move, us uint, r *Ruleset) {
	us &= 1
	if m&r.special != 0 {
		b.rights &^= enPassantRanks
		b.playSpecial(m, us, r)
		return
	}
	from, to := m.From().Bitboard(), m.To().Bitboard()
	both := from | to
	if m&flagCapture != 0 {
		b.remove(to, us^1)
	}
	if m.Role() == rules.King {
		b.leaveCastling(from, us)
	}
	b.rights &^= both | enPassantRanks
	b.colors[us] ^= both
	switch m.Role() {
	case rules.Pawn:
		if promotion := m.Promotion(); promotion != rules.NoRole {
			b.pawns ^= from
			b.put(us, promotion, to)
			return
		}
		b.pawns ^= both
		if m.From()^m.To() == 16 {
			skipped := (m.From() + m.To()) / 2
			if bitboard.Pawn(us, skipped)&b.pawns&b.colors[us^1] != 0 {
				b.rights |= skipped.Bitboard() & enPassantRanks
			}
		}
	case rules.Knight:
		b.knights ^= both
	case rules.Bishop:
		b.diagonals ^= both
	case rules.Rook:
		b.straights ^= both
	case rules.Queen, rules.Amazon:
		b.diagonals ^= both
		b.straights ^= both
	case rules.King:
		b.kings ^= both
	}
}

// remove takes a captured piece of a side off the board.
func (b *board) remove(sq Bitboard, side uint) {
	if b.kings&sq != 0 {
		b.leaveCastling(sq, side)
	}
	b.pawns &^= sq
	b.knights &^= sq
	b.diagonals &^= sq
	b.straights &^= sq
	b.kings &^= sq
	b.colors[side&1] &^= sq
}

// leaveCastling takes the castling rights of a side whose king on the given
// square moves or is lost, if it is the king that has them.
func (b *board) leaveCastling(king Bitboard, side uint) {
	if b.rights&king != 0 {
		b.rights &^= backRank(side)
	}
}

// playSpecial makes the moves that are more than a step: castling, drops,
// vanishing, en passant, shots and relocations.
func (b *board) playSpecial(m Move, us uint, r *Ruleset) {
	from, to := m.From().Bitboard(), m.To().Bitboard()
	switch {
	case m.IsDrop():
		b.put(us, m.Role(), to)
	case m.IsCastling():
		kingTo, rookTo := castlingDestinations(m.From(), m.To())
		b.rights &^= backRank(us)
		b.clear(from | to)
		b.put(us, rules.King, kingTo.Bitboard())
		b.put(us, rules.Rook, rookTo.Bitboard())
	case m.IsVanishing():
		if m.Role() == rules.King {
			b.leaveCastling(from, us)
		}
		b.rights &^= from
		b.clear(from)
	default:
		b.capture(m, us, r)
	}
}

// capture makes a capture that is en passant, a shot, a relocation or an
// explosion.
func (b *board) capture(m Move, us uint, r *Ruleset) {
	from, to, victim := m.From().Bitboard(), m.To().Bitboard(), m.CapturedSquare().Bitboard()
	role := b.roleAt(victim, r.queen)
	if role == rules.King {
		b.leaveCastling(victim, us^1)
	}
	b.rights &^= victim
	b.clear(victim)
	if !r.shoot || r.shotLosesCastling {
		if m.Role() == rules.King {
			b.leaveCastling(from, us)
		}
		b.rights &^= from
	}
	if !r.shoot {
		b.clear(from)
		if promotion := m.Promotion(); promotion != rules.NoRole {
			b.put(us, promotion, to)
		} else {
			b.put(us, m.Role(), to)
		}
	}
	if put, ok := m.Relocation(); ok {
		b.put(us^1, role, put.Bitboard())
	}
	if r.explode {
		b.explode(to, !r.shoot)
	}
}

// explode clears the square of a capture, if the capturer arrived there, and
// those around it of all but pawns. Rights of kings and rooks that go end.
func (b *board) explode(to Bitboard, arrived bool) {
	blast := (bitboard.King(to.First()) | to) &^ b.pawns
	if arrived {
		blast |= to
	}
	for side := range uint(2) {
		b.leaveCastling(blast&b.kings&b.colors[side], side)
	}
	b.rights &^= blast
	b.clear(blast)
}

// attackers returns the pieces of a side that attack a square, given the
// squares that stop a slider's attack: the occupied ones and the holes.
func (b *board) attackers(sq Square, by uint, stops Bitboard, r *Ruleset) Bitboard {
	queens := b.diagonals & b.straights
	found := bitboard.Knight(sq)&(b.knights|queens&r.amazons) |
		bitboard.King(sq)&b.kings |
		bitboard.Pawn(by^1, sq)&b.pawns |
		bitboard.Bishop(sq, stops)&b.diagonals |
		bitboard.Rook(sq, stops)&b.straights
	return found & b.colors[by&1]
}

// checkers returns the pieces that attack the royal king of a side; none if it
// has no king on the board or kings are not royal, and none if captures explode
// and it stands next to the enemy's.
func (b *board) checkers(side uint, r *Ruleset) Bitboard {
	king := b.kings & b.colors[side&1] & r.royal
	if king == 0 {
		return 0
	}
	if r.explode && bitboard.King(king.First())&b.kings != 0 {
		return 0 // who takes it would explode
	}
	return b.attackers(king.First(), side^1, b.occupied()|r.holes, r)
}
