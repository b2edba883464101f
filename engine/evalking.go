package engine

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/rules"
)

// attackUnits is how much a piece adds to the attack when it reaches the
// king's ring; each square of the ring adds one more.
var attackUnits = [numKinds]int32{kindKnight: 2, kindBishop: 2, kindRook: 3, kindQueen: 4}

// checkUnits is how much a kind adds if it can give check from a safe square.
var checkUnits = [numKinds]int32{kindKnight: 6, kindBishop: 4, kindRook: 7, kindQueen: 6}

// weakUnits is what each poorly protected square of the ring adds, and calmUnits what is
// subtracted when the attacker has no queen.
const (
	weakUnits = 2
	calmUnits = 8
)

// kingRings holds the square of a king and those around it; on the rim, those around the
// nearest square off the rim.
var kingRings = func() (table [64]bitboard.Bitboard) {
	for sq := range bitboard.Square(64) {
		file, rank := min(max(sq.File(), 1), 6), min(max(sq.Rank(), 1), 6)
		inner := bitboard.Square(rank*8 + file)
		table[sq] = bitboard.King(inner) | inner.Bitboard() | sq.Bitboard()
	}
	return table
}()

// danger charges a side for the attack on its royal king.
func (e *evaluation) danger(c rules.Color) {
	m, them := e.model, c.Opponent()
	units := e.units[them]
	weak := e.all[them] &^ e.twice[c] & (^e.all[c] | e.by[c][kindKing] | e.by[c][kindQueen])
	if units != 0 {
		units += weakUnits * int32((e.rings[c] & weak).Count())
	}
	king := e.of[c][kindKing].First()
	safe := ^(e.pos.ByColor(them) | m.holes) & (^e.all[c] | weak&e.twice[them])
	for kind := kindKnight; kind <= kindQueen; kind++ {
		if reach := e.by[them][kind] & safe; reach != 0 && reach&m.attacks(kind, king, e.stops) != 0 {
			units += checkUnits[kind]
		}
	}
	if e.of[them][kindQueen] == 0 {
		units -= calmUnits
	}
	e.sums[c] += e.weight(c, wDanger+int(min(max(units, 0), maxUnits)))
}

// shelter values the pawns of both sides in front of a royal king.
func (e *evaluation) shelter(c rules.Color) {
	king := e.of[c][kindKing].First()
	ahead := ranksFrom[c][king.Rank()]
	own, enemy := e.of[c][kindPawn]&ahead, e.of[c^1][kindPawn]&ahead
	var sum tapered
	for file := max(king.File()-1, 0); file <= min(king.File()+1, 7); file++ {
		line := bitboard.FileA << file
		mine, theirs := nearest(own&line, c), nearest(enemy&line, c)
		sum += e.weight(c, wShelter+8*oneIf(file != king.File())+mine)
		sum += e.weight(c, wStorm+8*oneIf(mine != 0 && theirs == mine+1)+theirs)
	}
	e.sums[c] += sum
}

// nearest returns the rank, from a side's point of view, of the pawn in a set
// that is nearest to its first rank; 0 for none.
func nearest(set bitboard.Bitboard, c rules.Color) int {
	switch {
	case set == 0:
		return 0
	case c == rules.White:
		return set.First().Rank()
	}
	return bits.LeadingZeros64(uint64(set)) / 8
}

// bareKing values how far a side has come in driving a lone enemy king to the rim and
// approaching it with its own king.
func (e *evaluation) bareKing(c rules.Color) {
	them := c.Opponent()
	king := e.of[them][kindKing]
	if king == 0 || e.pos.ByColor(them) != king || !e.pos.HandEmpty(them) {
		return
	}
	sq := king.First()
	e.sums[c] += e.weight(c, wBareRim+centrality(sq.File(), sq.Rank()))
	e.sums[c] += e.weight(c, wBareNear+distance(sq, e.of[c][kindKing].First()))
}

// network returns the network that values the position; nil if there is none, or if either
// side has nothing but a royal king: then what counts is the way to a mate, which the
// network does not know.
func (e *evaluation) network() *nnue.Network {
	if e.bare() {
		return nil
	}
	return e.model.network
}

// bare reports whether either side has nothing but a royal king.
func (e *evaluation) bare() bool {
	return e.model.royal && (e.pos.ByColor(rules.White) == e.of[rules.White][kindKing] && e.pos.HandEmpty(rules.White) ||
		e.pos.ByColor(rules.Black) == e.of[rules.Black][kindKing] && e.pos.HandEmpty(rules.Black))
}
