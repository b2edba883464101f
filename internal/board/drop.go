package board

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// DropSquares returns the squares on which side us, while placing the pieces of a
// hand, may drop a piece of a role. Drops are then its only moves.
func (b *Board) DropSquares(role rules.Role, h Hand, us uint, r *Masks) Bitboard {
	free := b.SafeDrops(role, us, r)
	if r.OppositeBishops {
		free &= b.bishopsFit(role, h, BackRank(us)&^(b.Occupied()|r.Holes), us)
	}
	return free
}

// SafeDrops is DropSquares with regard to kings only, ignoring the needs of other pieces in hand.
func (b *Board) SafeDrops(role rules.Role, us uint, r *Masks) Bitboard {
	stops := b.Occupied() | r.Holes
	free := BackRank(us) &^ stops
	switch {
	case r.Royal == 0:
		return free
	case role != rules.King:
		return b.dropsOf(role, free&b.freeForDrops(us, r), us, r)
	}
	touching := Bitboard(0) // a piece that captures the king there would explode its own king
	if r.Explode {
		touching = Around(b.Kings & b.Colors[us&1^1])
	}
	for set := free &^ touching; set != 0; set = set.Next() {
		if b.Attackers(set.First(), us^1, stops, r) != 0 {
			free ^= set & -set
		}
	}
	return free
}

// bishopsFit returns the squares of the colours on which a drop of role suits the
// bishops: bishops must go on both colours, and those still in hand must keep a free
// square of each colour they need. free are the empty squares of the first rank.
func (b *Board) bishopsFit(role rules.Role, h Hand, free Bitboard, us uint) (allowed Bitboard) {
	onBoard := b.Of(rules.Bishop) & b.Colors[us&1]
	inHand := h.Count(rules.Bishop)
	if role == rules.Bishop {
		inHand--
	}
	for _, color := range [2]Bitboard{bitboard.DarkSquares, bitboard.LightSquares} {
		bishops := onBoard
		if role == rules.Bishop {
			if bishops&color != 0 && bishops&^color == 0 {
				continue
			}
			bishops |= color
		}
		if squaresLeft(inHand, bishops, free, color) {
			allowed |= color
		}
	}
	return allowed
}

// squaresLeft reports whether inHand bishops can still be placed besides those on the
// board once a free square of the given colour is taken.
func squaresLeft(inHand int, bishops, free, color Bitboard) bool {
	dark, light := (free & bitboard.DarkSquares).Count(), (free & bitboard.LightSquares).Count()
	if color == bitboard.DarkSquares {
		dark--
	} else {
		light--
	}
	needsDark, needsLight := bishops&bitboard.DarkSquares == 0, bishops&bitboard.LightSquares == 0
	switch {
	case inHand == 0:
		return true
	case needsDark && needsLight && inHand == 1:
		return dark+light > 0
	}
	return (!needsDark || dark > 0) && (!needsLight || light > 0)
}

// CountDrops returns the number of legal drops of a side that is placing a hand.
func (b *Board) CountDrops(h Hand, us uint, r *Masks) (total int) {
	for left := h; left != 0; left = left.Without(left.Lowest()) {
		total += Popcount(b.DropSquares(left.Lowest(), h, us, r))
	}
	return total
}

// AppendDrops appends the legal drops of a side that is placing a hand.
func (b *Board) AppendDrops(buf []Move, h Hand, us uint, r *Masks) []Move {
	for left := h; left != 0; left = left.Without(left.Lowest()) {
		role := left.Lowest()
		for set := b.DropSquares(role, h, us, r); set != 0; set = set.Next() {
			to := set.First()
			buf = append(buf, NewMove(role, to, to)|FlagDrop)
		}
	}
	return buf
}
