package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// threats holds for each kind which squares the enemy attacks with lesser pieces:
// for knights and bishops with pawns, for rooks with knights and bishops, too, for
// queens with rooks, too.
type threats struct {
	of    [numKinds]bitboard.Bitboard
	known bool
}

// set sets the threats to those of enemy pieces that attack these squares, by kind.
func (t *threats) set(by *[numKinds]bitboard.Bitboard) {
	attacked := by[kindPawn]
	t.of[kindKnight], t.of[kindBishop] = attacked, attacked
	attacked |= by[kindKnight] | by[kindBishop]
	t.of[kindRook] = attacked
	t.of[kindQueen] = attacked | by[kindRook]
	t.known = true
}

// escapeRanks is what it counts for each kind to leave such a square, or not to
// enter it.
var escapeRanks = [numKinds]int32{kindKnight: 7000, kindBishop: 7000, kindRook: 12000, kindQueen: 24000}

// threats returns the threats of a node. The evaluation has noted them, or they are
// worked out when they are asked for, as many nodes do without.
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

// attackedBy returns what a side's pieces of a kind, which is not pawns, attack.
func (m *model) attackedBy(p *chess.Position, c rules.Color, kind int) (attacked bitboard.Bitboard) {
	stops := p.Occupied() | m.holes
	for set := p.Pieces(c, m.roles[kind]); set != 0; set = set.Next() {
		attacked |= m.attacks(kind, set.First(), stops)
	}
	return attacked
}

// escape returns what it counts that a quiet move leaves or enters a threatened
// square.
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
