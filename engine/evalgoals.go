package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Terms for games in which something other than mate wins, or captures do more than
// capture.

// goals values how near a side has come to the goals of the game.
func (e *evaluation) goals(c rules.Color) {
	m, kings := e.model, e.of[c][kindKing]
	if m.checks != 0 {
		e.sums[c] += e.weight(c, wChecksLeft+min(max(m.checks-e.pos.Checks(c), 0), maxChecks))
	}
	if m.hill != 0 && kings != 0 {
		e.sums[c] += e.weight(c, wHill+stepsTo(kings, m.hill))
	}
	if m.race && kings != 0 {
		e.sums[c] += e.weight(c, wRace+kings.First().Rank())
	}
	if m.horde && kings == 0 {
		for set := e.of[c][kindPawn]; set != 0; set = set.Next() {
			e.sums[c] += e.weight(c, wHordePawn+int(ownSquare(c, set.First()))/8)
		}
	}
	if m.pockets && e.of[c^1][kindKing] != 0 && m.royal && !e.pos.HandEmpty(c) {
		e.dropChecks(c)
	}
	if m.explodes && (m.royal || m.isLast(e.pos, c.Opponent(), rules.King)) {
		e.blasts(c)
	}
}

// stepsTo returns how many king's steps it takes, on an empty board, to get from one set of
// squares to another.
func stepsTo(from, goal bitboard.Bitboard) (steps int) {
	for ; from&goal == 0 && steps < 7; steps++ {
		for set := from; set != 0; set = set.Next() {
			from |= bitboard.King(set.First())
		}
	}
	return steps
}

// dropChecks values the kinds in a side's hand that could be dropped to give check
// on a square that is not attacked.
func (e *evaluation) dropChecks(c rules.Color) {
	them := c.Opponent()
	king := e.of[them][kindKing].First()
	free := ^(e.occupied | e.model.holes | e.all[them])
	for kind := kindPawn; kind < kindKing; kind++ {
		if e.pos.Hand(c, e.model.roles[kind]) == 0 {
			continue
		}
		from := bitboard.Pawn(uint(them), king) &^ (bitboard.Rank1 | bitboard.Rank8)
		if kind != kindPawn {
			from = e.model.attacks(kind, king, e.stops)
		}
		if from&free != 0 {
			e.sums[c] += e.weight(c, wDropCheck+kind)
		}
	}
}

// blasts values the pieces next to the enemy king, but not next to the side's own, that the
// side could capture: the explosion would destroy the enemy king.
func (e *evaluation) blasts(c rules.Color) {
	king, own := e.of[c^1][kindKing], e.of[c][kindKing]
	if king == 0 {
		return
	}
	around := bitboard.King(king.First()) & e.pos.ByColor(c.Opponent())
	if own != 0 {
		around &^= bitboard.King(own.First()) | own
	}
	around &= e.by[c][kindPawn] | e.by[c][kindKnight] | e.by[c][kindBishop] | e.by[c][kindRook] | e.by[c][kindQueen]
	if n := around.Count(); n > 0 {
		e.sums[c] += e.weight(c, wBlast+oneIf(e.pos.Side() == c)*maxBlasts+min(n, maxBlasts)-1)
	}
}
