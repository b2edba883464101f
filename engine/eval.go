package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
)

// A Term is one part of an evaluation, in centipawns for each side.
type Term struct {
	Name         string
	White, Black Score
}

// The terms of the evaluation.
const (
	termMaterial = iota
	termPlace
	termMobility
	termPawns
	termKing
	termScarcity
	termMove
	numTerms
)

var termNames = [numTerms]string{"material", "place", "mobility", "pawns", "king", "scarcity", "to move"}

// Evaluate returns the static value of a position for the side to move, and
// the parts it is made of. It does not ask whether the game is over.
func Evaluate(p *chess.Position) (Score, []Term) {
	e := evaluation{model: newModel(p.Rules()), pos: p}
	score := e.run()
	terms := make([]Term, numTerms)
	for i, t := range e.terms {
		terms[i] = Term{termNames[i], e.taper(t[chess.White]), e.taper(t[chess.Black])}
	}
	return score, terms
}

// evaluate returns the static value of a position for the side to move.
func (m *model) evaluate(p *chess.Position) Score {
	e := evaluation{model: m, pos: p}
	return e.run()
}

// An evaluation is one evaluation at work.
type evaluation struct {
	model *model
	pos   *chess.Position
	terms [numTerms][2]pair
	phase int32 // openingPhase at the start, 0 for bare kings and pawns

	occupied, stops chess.Bitboard
	pawns           [2]chess.Bitboard // the squares the pawns attack
	rings           [2]chess.Bitboard // the royal king and its neighbours
	pressure        [2]int32          // on the ring of the enemy king
}

func (e *evaluation) run() Score {
	p := e.pos
	e.occupied = p.Occupied()
	e.stops = e.occupied | e.model.holes
	for c := chess.White; c <= chess.Black; c++ {
		e.pawns[c] = pawnAttacks(p.Pieces(c, chess.Pawn), c)
		if king := p.Pieces(c, chess.King); king != 0 && e.model.royal {
			e.rings[c] = bitboard.King(king.First()) | king
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		for _, role := range e.model.roles {
			e.pieces(c, role)
		}
		e.pawnStructure(c)
		if e.model.extinct && !e.model.relocates {
			e.scarcity(c)
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		e.king(c)
	}
	e.toMove()
	return e.sum()
}

// sum weighs the terms by the phase, for the side to move. The score fades as
// the halfmove clock runs, so that a side ahead makes progress.
func (e *evaluation) sum() Score {
	var total pair
	for _, t := range e.terms {
		total = total.plus(t[chess.White]).minus(t[chess.Black])
	}
	score := e.taper(total)
	if e.pos.Side() == chess.Black {
		score = -score
	}
	if half := Score(e.pos.Halfmove()); half > 20 {
		score = score * (220 - min(half, 100)) / 200
	}
	return min(max(score, -maxEval), maxEval)
}

// taper returns the value of a pair in the present phase.
func (e *evaluation) taper(v pair) Score {
	phase := min(e.phase, openingPhase)
	return Score((v.mg*phase + v.eg*(openingPhase-phase)) / openingPhase)
}

// add gives a side some of a term.
func (e *evaluation) add(term int, c chess.Color, v pair) {
	e.terms[term][c] = e.terms[term][c].plus(v)
}

// pieces values the pieces of a role, on the board and in hand: material, place
// and mobility.
func (e *evaluation) pieces(c chess.Color, role chess.Role) {
	m, set := e.model, e.pos.Pieces(c, role)
	n := set.Count() + e.pos.Hand(c, role)
	e.add(termMaterial, c, m.values[role].times(n))
	e.phase += phaseWeights[role] * int32(n)
	place, mobility := m.values[role].times(-set.Count()), pair{}
	for ; set != 0; set = set.Next() {
		sq := set.First()
		place = place.plus(m.squares[c][role][sq])
		if role != chess.Pawn && role != chess.King {
			mobility = mobility.plus(e.mobility(c, role, sq))
		}
	}
	if m.relocates {
		mobility = mobility.times(2)
	}
	e.add(termPlace, c, place)
	e.add(termMobility, c, mobility)
}

// mobilityValues is the worth of one more square to go to, and of a usual
// number of them.
var mobilityValues = [chess.NumRoles]struct{ each, usual pair }{
	chess.Knight: {pair{4, 4}, pair{4, 4}},
	chess.Bishop: {pair{4, 5}, pair{6, 6}},
	chess.Rook:   {pair{2, 4}, pair{7, 7}},
	chess.Queen:  {pair{1, 2}, pair{14, 14}},
	chess.Amazon: {pair{1, 2}, pair{18, 18}},
}

// pressureValues is the weight of an attack on a square next to the king.
var pressureValues = [chess.NumRoles]int32{
	chess.Knight: 2, chess.Bishop: 2, chess.Rook: 3, chess.Queen: 5, chess.Amazon: 6,
}

// mobility values the squares a piece may go to, and notes its attacks on the
// enemy king's ring.
func (e *evaluation) mobility(c chess.Color, role chess.Role, sq chess.Square) pair {
	attacks := e.attacks(role, sq)
	them := c.Opponent()
	e.pressure[c] += pressureValues[role] * int32((attacks & e.rings[them]).Count())
	free := attacks &^ (e.pos.ByColor(c) | e.pawns[them] | e.model.holes)
	v, n := &mobilityValues[role], int32(free.Count())
	return pair{v.each.mg * (n - v.usual.mg), v.each.eg * (n - v.usual.eg)}
}

// attacks returns the squares a piece that is no pawn attacks. Sliders do not
// see through holes.
func (e *evaluation) attacks(role chess.Role, sq chess.Square) chess.Bitboard {
	switch role {
	case chess.Knight:
		return bitboard.Knight(sq)
	case chess.Bishop:
		return bitboard.Bishop(sq, e.stops)
	case chess.Rook:
		return bitboard.Rook(sq, e.stops)
	case chess.Queen:
		return bitboard.Queen(sq, e.stops)
	case chess.Amazon:
		return bitboard.Queen(sq, e.stops) | bitboard.Knight(sq)
	}
	return bitboard.King(sq)
}

// passedValues is the worth of a passed pawn by its rank from the owner's side.
var passedValues = [8]pair{{}, {0, 5}, {2, 10}, {8, 20}, {18, 38}, {35, 70}, {60, 110}, {}}

// pawnStructure values passed, doubled and isolated pawns.
func (e *evaluation) pawnStructure(c chess.Color) {
	own := e.pos.Pieces(c, chess.Pawn)
	enemy := e.pos.Pieces(c.Opponent(), chess.Pawn)
	var value pair
	for set := own; set != 0; set = set.Next() {
		sq := set.First()
		span := spans[c][sq]
		file := bitboard.FileA << sq.File()
		if span&file&own != 0 {
			value = value.minus(pair{8, 16})
		} else if span&enemy == 0 {
			rank := sq.Rank()
			if c == chess.Black {
				rank = 7 - rank
			}
			value = value.plus(passedValues[rank])
		}
		if neighbours := (file&^bitboard.FileA)>>1 | (file&^bitboard.FileH)<<1; neighbours&own == 0 {
			value = value.minus(pair{8, 10})
		}
	}
	e.add(termPawns, c, value)
}

// king values the shelter of a royal king, the pressure on it, and in won
// endings the nearness of the kings.
func (e *evaluation) king(c chess.Color) {
	king := e.pos.Pieces(c, chess.King)
	if king == 0 || !e.model.royal {
		return
	}
	them := c.Opponent()
	shelter := (e.rings[c] & e.pos.Pieces(c, chess.Pawn)).Count()
	danger := e.pressure[them]
	danger = min(danger*danger/3, 500)
	e.add(termKing, c, pair{12*int32(min(shelter, 3)) - danger, -danger / 4})

	if enemy := e.pos.Pieces(them, chess.King); enemy != 0 && e.pos.ByColor(them) == enemy && e.pos.HandEmpty(them) {
		// Only the enemy king is left: drive it to the rim, and come near.
		gap := distance(king.First(), enemy.First())
		rim := 3 - centrality(enemy.First().File(), enemy.First().Rank())
		e.add(termKing, c, pair{0, int32(10*(7-gap) + 20*rim)})
	}
}

// scarcity charges a side for the types of which few pieces are left.
func (e *evaluation) scarcity(c chess.Color) {
	for _, role := range e.model.roles {
		n := e.pos.Pieces(c, role).Count() + e.pos.Hand(c, role)
		e.add(termScarcity, c, scarcityOf(n))
	}
}

// toMove values the right to move, and in fibonacci the moves left in the turn.
func (e *evaluation) toMove() {
	value := pair{12, 8}
	if e.model.fibonacci {
		_, left := e.pos.Turn()
		value = value.plus(pair{25, 25}.times(int(min(left, 12))))
	}
	e.add(termMove, e.pos.Side(), value)
}
