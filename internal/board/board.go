// Package board generates moves on 64 squares: it has the pieces of a position, the rules
// of a game as masks and flags, and the generator of legal moves (docs/generator.md).
// Package chess builds positions from boards; package leaves counts with boards alone.
//
// Sides are 0 and 1 for White and Black. Text, clocks, keys, histories and results
// belong to package chess.
package board

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Board is the hot state of a position: 64 bytes, one cache line, copied for every
// move. Queens (amazons, in an army that has them) are in both Diagonals and Straights.
type Board struct {
	Pawns     Bitboard
	Knights   Bitboard
	Diagonals Bitboard // bishops and queens
	Straights Bitboard // rooks and queens
	Kings     Bitboard
	Colors    [2]Bitboard
	// Rights holds what the pieces do not show: on ranks 1 and 8 the rooks that may
	// still castle and the king that may castle with them; on ranks 3 and 6 the
	// en-passant square, set only if a pawn of the side to move attacks it. A piece
	// that leaves its square, or is captured there, loses its bit.
	Rights Bitboard
}

// The ranks of Rights.
const (
	BackRanks      = bitboard.Rank1 | bitboard.Rank8
	EnPassantRanks = bitboard.Rank3 | bitboard.Rank6
)

// BackRank returns the first rank of a side.
func BackRank(us uint) Bitboard { return bitboard.Rank1 << (56 * (us & 1)) }

func (b *Board) Occupied() Bitboard { return b.Colors[0] | b.Colors[1] }

// RoleAt returns the role of the piece on the single square of the set sq; queen is the
// army's queen.
func (b *Board) RoleAt(sq Bitboard, queen rules.Role) rules.Role {
	switch {
	case b.Pawns&sq != 0:
		return rules.Pawn
	case b.Knights&sq != 0:
		return rules.Knight
	case b.Diagonals&b.Straights&sq != 0:
		return queen
	case b.Diagonals&sq != 0:
		return rules.Bishop
	case b.Straights&sq != 0:
		return rules.Rook
	case b.Kings&sq != 0:
		return rules.King
	}
	return rules.NoRole
}

// Of returns the pieces of a role, of both colours.
func (b *Board) Of(role rules.Role) Bitboard {
	switch role {
	case rules.Pawn:
		return b.Pawns
	case rules.Knight:
		return b.Knights
	case rules.Bishop:
		return b.Diagonals &^ b.Straights
	case rules.Rook:
		return b.Straights &^ b.Diagonals
	case rules.Queen, rules.Amazon:
		return b.Diagonals & b.Straights
	case rules.King:
		return b.Kings
	}
	return 0
}

// clear empties squares.
func (b *Board) clear(squares Bitboard) {
	b.Pawns &^= squares
	b.Knights &^= squares
	b.Diagonals &^= squares
	b.Straights &^= squares
	b.Kings &^= squares
	b.Colors[0] &^= squares
	b.Colors[1] &^= squares
}

// Put places a piece on an empty square.
func (b *Board) Put(side uint, role rules.Role, sq Bitboard) {
	b.Colors[side&1] |= sq
	switch role {
	case rules.Pawn:
		b.Pawns |= sq
	case rules.Knight:
		b.Knights |= sq
	case rules.Bishop:
		b.Diagonals |= sq
	case rules.Rook:
		b.Straights |= sq
	case rules.Queen, rules.Amazon:
		b.Diagonals |= sq
		b.Straights |= sq
	case rules.King:
		b.Kings |= sq
	}
}

// Play makes a pseudo-legal move of side us on b. State that is not on the board
// (hands, turns, clocks, keys) is left to the caller. A double push sets the en-passant
// square as if the turn passed.
func (b *Board) Play(m Move, us uint, r *Masks) {
	us &= 1
	if m&r.Special != 0 {
		b.Rights &^= EnPassantRanks
		b.playSpecial(m, us, r)
		return
	}
	from, to := m.From().Bitboard(), m.To().Bitboard()
	both := from | to
	if m&FlagCapture != 0 {
		b.remove(to, us^1)
	}
	if m.Role() == rules.King {
		b.leaveCastling(from, us)
	}
	b.Rights &^= both | EnPassantRanks
	b.Colors[us] ^= both
	switch m.Role() {
	case rules.Pawn:
		if promotion := m.Promotion(); promotion != rules.NoRole {
			b.Pawns ^= from
			b.Put(us, promotion, to)
			return
		}
		b.Pawns ^= both
		if m.From()^m.To() == 16 {
			skipped := (m.From() + m.To()) / 2
			if bitboard.Pawn(us, skipped)&b.Pawns&b.Colors[us^1] != 0 {
				b.Rights |= skipped.Bitboard() & EnPassantRanks
			}
		}
	case rules.Knight:
		b.Knights ^= both
	case rules.Bishop:
		b.Diagonals ^= both
	case rules.Rook:
		b.Straights ^= both
	case rules.Queen, rules.Amazon:
		b.Diagonals ^= both
		b.Straights ^= both
	case rules.King:
		b.Kings ^= both
	}
}

// remove removes a captured piece of a side from the board.
func (b *Board) remove(sq Bitboard, side uint) {
	if b.Kings&sq != 0 {
		b.leaveCastling(sq, side)
	}
	b.Pawns &^= sq
	b.Knights &^= sq
	b.Diagonals &^= sq
	b.Straights &^= sq
	b.Kings &^= sq
	b.Colors[side&1] &^= sq
}

// leaveCastling removes the castling rights of a side whose king on the given square
// moves or is lost, if that king has them.
func (b *Board) leaveCastling(king Bitboard, side uint) {
	if b.Rights&king != 0 {
		b.Rights &^= BackRank(side)
	}
}

// playSpecial makes the moves that are more than a simple step: castling, drops,
// vanishing, en passant, shots, relocations and explosions.
func (b *Board) playSpecial(m Move, us uint, r *Masks) {
	from, to := m.From().Bitboard(), m.To().Bitboard()
	switch {
	case m.IsDrop():
		b.Put(us, m.Role(), to)
	case m.IsCastling():
		kingTo, rookTo := CastlingDestinations(m.From(), m.To())
		b.Rights &^= BackRank(us)
		b.clear(from | to)
		b.Put(us, rules.King, kingTo.Bitboard())
		b.Put(us, rules.Rook, rookTo.Bitboard())
	case m.IsVanishing():
		if m.Role() == rules.King {
			b.leaveCastling(from, us)
		}
		b.Rights &^= from
		b.clear(from)
	default:
		b.capture(m, us, r)
	}
}

// capture makes a capture that is en passant, a shot, a relocation or an explosion.
func (b *Board) capture(m Move, us uint, r *Masks) {
	from, to, victim := m.From().Bitboard(), m.To().Bitboard(), m.CapturedSquare().Bitboard()
	role := b.RoleAt(victim, r.Queen)
	if role == rules.King {
		b.leaveCastling(victim, us^1)
	}
	b.Rights &^= victim
	b.clear(victim)
	if !r.Shoot || r.ShotLosesCastling {
		if m.Role() == rules.King {
			b.leaveCastling(from, us)
		}
		b.Rights &^= from
	}
	if !r.Shoot {
		b.clear(from)
		if promotion := m.Promotion(); promotion != rules.NoRole {
			b.Put(us, promotion, to)
		} else {
			b.Put(us, m.Role(), to)
		}
	}
	if put, ok := m.Relocation(); ok {
		b.Put(us^1, role, put.Bitboard())
	}
	if r.Explode {
		b.explode(to, !r.Shoot)
	}
}

// explode clears the square of a capture, if the capturer arrived there, and the squares
// around it except for pawns. Kings and rooks that are removed lose their rights.
func (b *Board) explode(to Bitboard, arrived bool) {
	blast := (bitboard.King(to.First()) | to) &^ b.Pawns
	if arrived {
		blast |= to
	}
	for side := range uint(2) {
		b.leaveCastling(blast&b.Kings&b.Colors[side], side)
	}
	b.Rights &^= blast
	b.clear(blast)
}

// Attackers returns the pieces of a side that attack a square, given the squares that
// block sliders: the occupied ones and the holes.
func (b *Board) Attackers(sq Square, by uint, stops Bitboard, r *Masks) Bitboard {
	queens := b.Diagonals & b.Straights
	found := bitboard.Knight(sq)&(b.Knights|queens&r.Amazons) |
		bitboard.King(sq)&b.Kings |
		bitboard.Pawn(by^1, sq)&b.Pawns |
		bitboard.Bishop(sq, stops)&b.Diagonals |
		bitboard.Rook(sq, stops)&b.Straights
	return found & b.Colors[by&1]
}

// Checkers returns the pieces that attack the royal king of a side. There are none if
// it has no king on the board or kings are not royal, or if captures explode and the
// kings are next to each other.
func (b *Board) Checkers(side uint, r *Masks) Bitboard {
	king := b.Kings & b.Colors[side&1] & r.Royal
	if king == 0 {
		return 0
	}
	if r.Explode && bitboard.King(king.First())&b.Kings != 0 {
		return 0 // a piece that captures it would explode its own king
	}
	return b.Attackers(king.First(), side^1, b.Occupied()|r.Holes, r)
}
