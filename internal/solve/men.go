package solve

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// men are the pieces on a board and nothing else: enough to try a line of plain moves,
// which neither castle nor capture en passant, in a game whose pieces move and capture
// as in chess.
type men struct {
	pawns, knights, diagonals, straights, kings bitboard.Bitboard
	colors                                      [2]bitboard.Bitboard
}

func menOf(p *chess.Position) men {
	queens := p.ByRole(rules.Queen)
	b := men{
		p.ByRole(rules.Pawn), p.ByRole(rules.Knight), p.ByRole(rules.Bishop) | queens, p.ByRole(rules.Rook) | queens,
		p.ByRole(rules.King), [2]bitboard.Bitboard{p.ByColor(rules.White), p.ByColor(rules.Black)},
	}
	if p.Rules().QueenRole() == rules.Amazon {
		b.knights |= queens
	}
	return b
}

// of returns the pieces of a role, of both colours.
func (b *men) of(role rules.Role) bitboard.Bitboard {
	switch role {
	case rules.Pawn:
		return b.pawns
	case rules.Knight:
		return b.knights &^ b.diagonals
	case rules.Bishop:
		return b.diagonals &^ b.straights
	case rules.Rook:
		return b.straights &^ b.diagonals
	case rules.Queen, rules.Amazon:
		return b.diagonals & b.straights
	}
	return b.kings
}

// attackers returns the pieces of a side that attack a square.
func (b *men) attackers(s bitboard.Square, by uint, occupied bitboard.Bitboard) bitboard.Bitboard {
	return b.colors[by&1] & (bitboard.Knight(s)&b.knights | bitboard.King(s)&b.kings | bitboard.Pawn(by^1, s)&b.pawns |
		bitboard.Bishop(s, occupied)&b.diagonals | bitboard.Rook(s, occupied)&b.straights)
}

// attacked reports whether the king of a side is attacked.
func (b *men) attacked(side uint) bool {
	king := b.kings & b.colors[side&1]
	return b.attackers(king.First(), side^1, b.colors[0]|b.colors[1]) != 0
}

// take empties a square.
func (b *men) take(s bitboard.Bitboard) {
	b.pawns &^= s
	b.knights &^= s
	b.diagonals &^= s
	b.straights &^= s
	b.colors[0] &^= s
	b.colors[1] &^= s
}

// plays makes a plain move of a side and returns true, if the move is possible. It ignores the
// safety of the king.
func (b *men) plays(m chess.Move, us uint, amazons bool) bool {
	from, to, role := m.From().Bitboard(), m.To().Bitboard(), m.Role()
	own, enemies := b.colors[us&1], b.colors[us&1^1]
	if b.of(role)&own&from == 0 || own&to != 0 || bitboard.Between(m.From(), m.To())&(own|enemies) != 0 {
		return false
	}
	if role == rules.Pawn && (m.From().File() == m.To().File()) != (enemies&to == 0) {
		return false
	}
	if enemies&to != 0 {
		b.take(to)
	}
	both := from | to
	b.colors[us&1] ^= both
	if promotion := m.Promotion(); promotion != rules.NoRole {
		b.pawns ^= from
		role, both = promotion, to
	}
	switch role {
	case rules.Pawn:
		b.pawns ^= both
	case rules.Knight:
		b.knights ^= both
	case rules.Bishop:
		b.diagonals ^= both
	case rules.Rook:
		b.straights ^= both
	case rules.Queen, rules.Amazon:
		b.diagonals ^= both
		b.straights ^= both
		if amazons {
			b.knights ^= both
		}
	case rules.King:
		b.kings ^= both
	}
	return true
}

// mated reports whether a side whose king is attacked is checkmated. It ignores en passant: the
// last move was not a double step of a pawn.
func (b *men) mated(us uint) bool {
	us &= 1
	king := b.kings & b.colors[us]
	k, all := king.First(), b.colors[0]|b.colors[1]
	for steps := bitboard.King(k) &^ b.colors[us]; steps != 0; steps = steps.Next() {
		to := steps.First()
		if b.attackers(to, us^1, all&^king)&^to.Bitboard() == 0 {
			return false
		}
	}
	checkers := b.attackers(k, us^1, all)
	if checkers.Several() {
		return true
	}
	checker := checkers.First()
	if capturers := b.attackers(checker, us, all) &^ king; b.anyFree(capturers, checker, k, us) {
		return false
	}
	for between := bitboard.Between(k, checker); between != 0; between = between.Next() {
		if b.mayShield(between.First(), k, us) {
			return false
		}
	}
	return true
}

// anyFree reports whether one of the pieces can go to a square, where it blocks or captures the
// only checker, without leaving its king attacked by another.
func (b *men) anyFree(pieces bitboard.Bitboard, to, king bitboard.Square, us uint) bool {
	for ; pieces != 0; pieces = pieces.Next() {
		from := pieces & -pieces
		after := b.colors[0] | b.colors[1]
		after = after&^from | to.Bitboard()
		if b.attackers(king, us^1, after)&^to.Bitboard() == 0 {
			return true
		}
	}
	return false
}

// mayShield reports whether a piece of a side can step between its king and a checker.
func (b *men) mayShield(to, king bitboard.Square, us uint) bool {
	all := b.colors[0] | b.colors[1]
	pieces := b.attackers(to, us, all) &^ b.pawns &^ b.kings
	step, first := 8, bitboard.Rank2
	if us == 1 {
		step, first = -8, bitboard.Rank7
	}
	if from := int(to) - step; from >= 0 && from < 64 {
		one := bitboard.Square(from).Bitboard()
		pieces |= one & b.pawns & b.colors[us]
		if from -= step; one&all == 0 && from >= 0 && from < 64 {
			pieces |= bitboard.Square(from).Bitboard() & first & b.pawns & b.colors[us]
		}
	}
	return b.anyFree(pieces, to, king, us)
}
