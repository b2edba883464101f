package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// checkSquares holds, for each kind, the squares from which a piece of the side to move
// attacks one of the targets (see model.targets).
type checkSquares struct {
	of    [numKinds]bitboard.Bitboard
	known bool
}

// checkSquares returns the check squares of a node, computed on demand.
func (b *chessBoard) checkSquares(ply int) *checkSquares {
	c := &b.nodes[ply].checks
	if c.known {
		return c
	}
	*c = checkSquares{known: true}
	p, m := &b.positions[ply], b.model
	stops := p.Occupied() | m.holes
	for set := m.targets(p); set != 0; set = set.Next() {
		target := set.First()
		c.of[kindPawn] |= bitboard.Pawn(uint(p.Side().Opponent()), target)
		for kind := kindKnight; kind <= kindKing; kind++ {
			if kind != kindKing || !m.royal {
				c.of[kind] |= m.attacks(kind, target, stops)
			}
		}
	}
	return c
}

// checks reports whether a move's piece will attack one of the targets from its
// destination.
func (b *chessBoard) checks(ply int, m chess.Move) bool {
	return b.checkSquares(ply).of[kindOf(m.Role())].Has(m.To()) && !(b.model.shoots && m.IsCapture())
}

// threats holds, for each kind, the squares that the enemy attacks with lesser pieces: for
// knights and bishops pawns, for rooks knights and bishops as well, for queens rooks as
// well.
type threats struct {
	of    [numKinds]bitboard.Bitboard
	known bool
}

// set sets the threats, given the squares that enemy pieces attack, by kind.
func (t *threats) set(by *[numKinds]bitboard.Bitboard) {
	attacked := by[kindPawn]
	t.of[kindKnight], t.of[kindBishop] = attacked, attacked
	attacked |= by[kindKnight] | by[kindBishop]
	t.of[kindRook] = attacked
	t.of[kindQueen] = attacked | by[kindRook]
	t.known = true
}

// escapeRanks is what leaving such a square, or not entering it, counts for each kind.
var escapeRanks = [numKinds]int32{kindKnight: 7000, kindBishop: 7000, kindRook: 12000, kindQueen: 24000}

// threats returns the threats of a node. The evaluation has set them, or they are computed
// on demand, as many nodes do without.
func (b *chessBoard) threats(ply int) *threats {
	t := &b.nodes[ply].threats
	if t.known {
		return t
	}
	p := &b.positions[ply]
	them := p.Side().Opponent()
	var by [numKinds]bitboard.Bitboard
	by[kindPawn] = pawnAttacks(p.Pieces(them, rules.Pawn), them)
	for kind := kindKnight; kind <= kindRook; kind++ {
		by[kind] = b.model.attackedBy(p, them, kind)
	}
	t.set(&by)
	return t
}

// attackedBy returns what a side's pieces of a kind other than pawns attack.
func (m *model) attackedBy(p *chess.Position, c rules.Color, kind int) (attacked bitboard.Bitboard) {
	stops := p.Occupied() | m.holes
	for set := p.Pieces(c, m.roles[kind]); set != 0; set = set.Next() {
		attacked |= m.attacks(kind, set.First(), stops)
	}
	return attacked
}

// escape returns what it counts if a quiet move leaves or enters a threatened square.
func (b *chessBoard) escape(ply int, m chess.Move) int32 {
	kind := kindOf(m.Role())
	worth := escapeRanks[kind]
	if worth == 0 {
		return 0
	}
	threatened := b.threats(ply).of[kind]
	leaves, enters := int32(threatened>>m.From()&1), int32(threatened>>m.To()&1)
	if m.IsDrop() {
		leaves = 0
	}
	return (leaves - enters) * worth
}
