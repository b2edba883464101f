package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// An evaluator values positions of one game. It remembers positions and pawn
// structures, so each goroutine needs its own.
type evaluator struct {
	model        *model
	pawns        []pawnEntry
	known        valueCache
	accumulators []accumulator // by ply; nil without a network
}

// A valueCache remembers the values of positions, for an evaluator or a searcher of a
// Walker's game.
type valueCache []knownValue

// knownValues is the size of a valueCache, a power of two.
const knownValues = 1 << 15

func newValueCache() valueCache { return make(valueCache, knownValues) }

// at returns where the value of the position with a key is, if it is remembered.
func (c valueCache) at(key uint64) *knownValue { return &c[key&(knownValues-1)] }

// A knownValue is the value of a position before fiftyMoveScaling.
type knownValue struct {
	key   uint64
	value Score
}

func newEvaluator(m *model) *evaluator {
	v := &evaluator{model: m, pawns: make([]pawnEntry, pawnEntries), known: newValueCache()}
	if m.network != nil {
		v.accumulators = make([]accumulator, maxPly+2)
	}
	return v
}

// evaluate returns the static value of a position, of which key is the key, for the side to
// move. It does not check whether the game is over. ply is the position's place in the line
// being searched, at most maxPly+1: there is less work if that ply or the one before has
// been evaluated. It may set t to the threats to the side to move.
func (v *evaluator) evaluate(p *chess.Position, key uint64, ply int, t *threats) Score {
	known := v.known.at(key)
	if known.key != key {
		e := evaluation{model: v.model, pos: p}
		e.sort()
		net := e.network()
		if net == nil || !net.Alone {
			e.run(v)
			t.set(&e.by[p.Side()&1^1])
		}
		if net != nil {
			e.learned = v.learned(&e, ply)
		}
		*known = knownValue{key, e.score()}
	}
	return fiftyMoveScaling(known.value, p)
}

// phaseWeights says how much each kind counts towards the opening; the pieces of both sides
// at the start weigh openingPhase.
var phaseWeights = [numKinds]int32{kindKnight: 1, kindBishop: 1, kindRook: 2, kindQueen: 4}

const openingPhase = 24

// An evaluation is one evaluation in progress.
type evaluation struct {
	model *model
	pos   *chess.Position
	sums  [2]tapered
	phase int32
	trace *trace // how often each weight was added; nil if not wanted

	learned Score // what the network adds or, alone, says, for the side to move

	of       netBoard
	occupied bitboard.Bitboard
	stops    bitboard.Bitboard // of sliders

	// What the sides attack: by kind, overall, and twice or more.
	by         [2][numKinds]bitboard.Bitboard
	all, twice [2]bitboard.Bitboard
	area       [2]bitboard.Bitboard // the squares that count for mobility
	rings      [2]bitboard.Bitboard // around the royal king
	units      [2]int32             // of attack on the enemy ring
	passed     [2]bitboard.Bitboard
}

// A trace counts the features of both sides.
type trace [2][numWeights]int16

// weight returns a weight to be given to a side. Terms sum up weights in a variable and
// add that to e.sums at their end: a chain of additions in memory is slow.
func (e *evaluation) weight(c rules.Color, i int) tapered {
	if e.trace != nil {
		e.trace[c&1][i]++
	}
	return e.model.weights[i]
}

// times returns a weight to be given to a side several times.
func (e *evaluation) times(c rules.Color, i, n int) tapered {
	if e.trace != nil {
		e.trace[c&1][i] += int16(n)
	}
	return e.model.weights[i] * tapered(n)
}

// run sums up the weights, after sort.
func (e *evaluation) run(v *evaluator) {
	e.look()
	for c := rules.White; c <= rules.Black; c++ {
		e.pieces(c)
		e.counts(c)
	}
	e.pawnStructure(v)
	for c := rules.White; c <= rules.Black; c++ {
		e.passedPawns(c)
		e.threats(c)
		if e.rings[c] != 0 {
			e.shelter(c)
			e.danger(c)
			e.bareKing(c)
		}
	}
	if e.model.otherGoals {
		e.goals(rules.White)
		e.goals(rules.Black)
	}
	e.toMove()
}

// sort sorts the pieces by kind.
func (e *evaluation) sort() {
	p := e.pos
	e.occupied = p.Occupied()
	white, black := p.ByColor(rules.White), p.ByColor(rules.Black)
	for kind, role := range e.model.roles {
		set := p.ByRole(role)
		e.of[rules.White][kind], e.of[rules.Black][kind] = set&white, set&black
	}
}

// look sets what the other terms need to know.
func (e *evaluation) look() {
	m := e.model
	e.stops = e.occupied | m.holes
	white, black := pawnAttacks(e.of[rules.White][kindPawn], rules.White), pawnAttacks(e.of[rules.Black][kindPawn], rules.Black)
	e.by[rules.White][kindPawn], e.by[rules.Black][kindPawn] = white, black
	for c := rules.White; c <= rules.Black; c++ {
		kings := e.of[c][kindKing]
		if kings != 0 && m.royal {
			e.rings[c] = kingRings[kings.First()&63]
		}
		for ; kings != 0; kings = kings.Next() {
			e.by[c][kindKing] |= bitboard.King(kings.First())
		}
		e.all[c] = e.by[c][kindPawn] | e.by[c][kindKing]
		e.twice[c] = e.by[c][kindPawn] & e.by[c][kindKing]
		pawns := e.of[c][kindPawn]
		blocked := pawns & backward(e.occupied, c)
		e.area[c] = ^(blocked | pawns&homeRanks[c] | e.of[c][kindKing] | e.of[c][kindQueen] | e.by[c^1][kindPawn] | m.holes)
	}
}

// pieces values the pieces of a side other than pawns by value, place and mobility, and
// records what they attack.
func (e *evaluation) pieces(c rules.Color) {
	m, them := e.model, c.Opponent()
	all, twice, area, ring := e.all[c], e.twice[c], e.area[c], e.rings[them]
	var sum tapered
	var units int32
	for kind := kindKnight; kind <= kindQueen; kind++ {
		var reach bitboard.Bitboard
		for set := e.of[c][kind]; set != 0; set = set.Next() {
			sq := set.First()
			sum += e.stand(c, kind, sq)
			attacks := m.attacks(kind, sq, e.stops)
			twice |= all & attacks
			all |= attacks
			reach |= attacks
			sum += e.weight(c, wMobility+(kind-kindKnight)*(maxMobility+1)+min((attacks&area).Count(), maxMobility))
			if near := attacks & ring; near != 0 {
				units += attackUnits[kind] + int32(near.Count())
			}
			switch kind {
			case kindKnight, kindBishop:
				sum += e.minor(c, kind, sq)
			case kindRook:
				file := bitboard.FileA << sq.File()
				if file&e.of[c][kindPawn] == 0 {
					sum += e.weight(c, wOpenFile+oneIf(file&e.of[them][kindPawn] == 0))
				}
			}
		}
		e.by[c][kind] = reach
	}
	for set := e.of[c][kindKing]; set != 0; set = set.Next() {
		sum += e.stand(c, kindKing, set.First())
	}
	e.all[c], e.twice[c] = all, twice
	e.units[c] += units
	e.sums[c] += sum
}

// stand values a piece by its kind and its square.
func (e *evaluation) stand(c rules.Color, kind int, sq bitboard.Square) tapered {
	if e.trace != nil {
		e.trace[c&1][wValue+kind]++
		e.trace[c&1][wPlace+kind*64+int(e.model.own(c, sq))]++
	}
	return e.model.stands[c&1][kind][sq&63]
}

// minor values features that only knights and bishops have.
func (e *evaluation) minor(c rules.Color, kind int, sq bitboard.Square) (sum tapered) {
	square := sq.Bitboard()
	if square&e.by[c][kindPawn] != 0 && spans[c][sq]&^(bitboard.FileA<<sq.File())&e.of[c^1][kindPawn] == 0 {
		sum += e.weight(c, wOutpost+kind-kindKnight)
	}
	if kind == kindBishop {
		colour := lightSquares
		if square&lightSquares == 0 {
			colour = ^lightSquares
		}
		sum += e.times(c, wOwnColour, (colour & e.of[c][kindPawn]).Count())
	}
	if e.rings[c] != 0 {
		sum += e.times(c, wKeeper+kind-kindKnight, distance(sq, e.of[c][kindKing].First()))
	}
	return sum
}

// counts values how many pieces of each kind a side has, and those in hand.
func (e *evaluation) counts(c rules.Color) {
	holding := !e.pos.HandEmpty(c)
	var sum tapered
	for kind, role := range e.model.roles {
		n := e.of[c][kind].Count()
		if holding {
			held := e.pos.Hand(c, role)
			sum += e.times(c, wValue+kind, held) + e.times(c, wHand+kind, held)
			n += held
		}
		e.phase += phaseWeights[kind] * int32(n)
		sum += e.weight(c, wCount+kind*(maxCount+1)+min(n, maxCount))
	}
	e.sums[c] += sum
}

// threats values a side's attacks on enemy pieces.
func (e *evaluation) threats(c rules.Color) {
	them := c.Opponent()
	prey := e.pos.ByColor(them)
	if e.model.royal {
		prey &^= e.of[them][kindKing]
	}
	sum := e.pushThreats(c, prey)
	if prey &= e.all[c]; prey != 0 {
		sum += e.attacked(c, prey)
	}
	e.sums[c] += sum
}

// attacked values enemy pieces that a side attacks.
func (e *evaluation) attacked(c rules.Color, prey bitboard.Bitboard) (sum tapered) {
	them := c.Opponent()
	weak := prey &^ (e.by[them][kindPawn] | e.twice[them]&^e.twice[c])
	minor := e.by[c][kindKnight] | e.by[c][kindBishop]
	sum += e.threat(c, threatPawn, prey&e.by[c][kindPawn]&^e.of[them][kindPawn])
	sum += e.threat(c, threatMinorWeak, weak&minor)
	sum += e.threat(c, threatMinor, prey&^weak&minor&^e.of[them][kindPawn])
	sum += e.threat(c, threatRookWeak, weak&e.by[c][kindRook])
	sum += e.threat(c, threatRook, prey&^weak&e.by[c][kindRook]&e.of[them][kindQueen])
	sum += e.threat(c, threatQueenWeak, weak&e.by[c][kindQueen])
	sum += e.threat(c, threatKingWeak, weak&e.by[c][kindKing])
	for set := prey &^ e.all[them]; set != 0; set = set.Next() {
		sum += e.weight(c, wHanging+e.kindAt(set.First()))
	}
	if e.model.extinct {
		sum += e.lastOnes(c, prey)
	}
	return sum
}

// threat values the enemy pieces in a set as victims of a class of threat.
func (e *evaluation) threat(c rules.Color, class int, victims bitboard.Bitboard) (sum tapered) {
	for ; victims != 0; victims = victims.Next() {
		sum += e.weight(c, wThreat+class*numKinds+e.kindAt(victims.First()))
	}
	return sum
}

func (e *evaluation) kindAt(sq bitboard.Square) int { return kindOf(e.pos.RoleAt(sq)) }

// lastOnes values attacks on the last pieces of their kinds.
func (e *evaluation) lastOnes(c rules.Color, prey bitboard.Bitboard) (sum tapered) {
	them := c.Opponent()
	for kind, role := range e.model.roles {
		if e.of[them][kind]&prey != 0 && e.model.isLast(e.pos, them, role) {
			sum += e.weight(c, wLastOne+oneIf(e.pos.Side() == c)*numKinds+kind)
		}
	}
	return sum
}

// pushThreats values pawn pushes to safe squares from which they would attack a piece.
func (e *evaluation) pushThreats(c rules.Color, prey bitboard.Bitboard) tapered {
	them := c.Opponent()
	free := ^(e.occupied | e.model.holes)
	pushed := forward(e.of[c][kindPawn], c) & free
	pushed |= forward(pushed&thirdRanks[c], c) & free
	pushed &^= e.by[them][kindPawn]
	pushed &= ^e.all[them] | e.all[c]
	if hit := pawnAttacks(pushed, c) & prey &^ (e.of[them][kindPawn] | e.by[c][kindPawn]); hit != 0 {
		return e.times(c, wPushThreat, hit.Count())
	}
	return 0
}

// toMove values the right to move, and in fibonacci the moves left in the turn.
func (e *evaluation) toMove() {
	us := e.pos.Side()
	e.sums[us] += e.weight(us, wTempo)
	if e.model.turns {
		_, left := e.pos.Turn()
		e.sums[us] += e.weight(us, wTurnLeft+int(min(left, maxLeft)))
	}
}

// score returns the value for the side to move, before fiftyMoveScaling.
func (e *evaluation) score() Score {
	score := e.mine(e.unscaled()) + e.learned
	score = score * Score(e.scale(score)) / fullScale
	return min(max(score, -maxEval), maxEval)
}

// fiftyMoveScaling returns what is left of a score as the halfmove clock runs, so that a
// side that is ahead makes progress.
func fiftyMoveScaling(score Score, p *chess.Position) Score {
	if half := Score(p.Halfmove()); half > 20 && !p.Rules().Pockets() {
		return score * (220 - min(half, 100)) / 200
	}
	return score
}

// mine converts a score for White into one for the side to move, and back.
func (e *evaluation) mine(score Score) Score {
	if e.pos.Side() == rules.Black {
		return -score
	}
	return score
}

// unscaled weighs the sums by the phase, for White and without the network.
func (e *evaluation) unscaled() Score {
	phase := min(e.phase, openingPhase)
	total := e.sums[rules.White] - e.sums[rules.Black]
	return Score((total.mg()*phase + total.eg()*(openingPhase-phase)) / openingPhase)
}

// fullScale is what scale returns if the score is left as it is.
const fullScale = 128

// scale returns how much of a score for the side to move to keep, in parts of fullScale:
// less where the side ahead can hardly win with what it has.
func (e *evaluation) scale(score Score) int32 {
	if e.model.orthodox {
		return e.winnable(score)
	}
	return fullScale
}

// winnable returns how many 128ths of a score to keep where pieces move and capture as in
// chess. The numbers for bishops of opposite colours, equal pieces and pawns alone are
// fitted to the results of 37,563 games of 2,000 nodes a move (docs/log.md).
func (e *evaluation) winnable(score Score) int32 {
	ahead := e.pos.Side()
	if score < 0 {
		ahead = ahead.Opponent()
	}
	behind := ahead.Opponent()
	strong, weak := e.pieceWeight(ahead), e.pieceWeight(behind)
	pawns, others := int32(e.of[ahead][kindPawn].Count()), int32(e.of[behind][kindPawn].Count())
	opposite := e.oppositeBishops()
	switch {
	case e.cannotMate(ahead, strong), e.wrongCorner(ahead, behind),
		strong == 0 && weak == 0 && pawns == 1 && others == 0 && e.model.holes == 0 && e.drawnPawn(ahead):
		return 0
	case pawns == 0 && strong-weak <= 3:
		return 16 // without pawns it takes more than a minor piece to win
	case pawns == 0 && strong == 8 && weak == 3 && opposite:
		return 8
	case pawns == 0 && strong == 8 && weak == 3:
		return 48
	case pawns == 0:
		return 128
	case strong == 0 && weak == 0:
		return min(96+20*pawns, 200) // pawns alone win more often than not
	case strong == 3 && weak == 3 && opposite:
		return bishopsAlone(pawns-others, min(others, 3))
	case strong == 6 && weak == 3 && opposite && pawns == 1:
		return 20
	case strong == 8 && weak == 8 && opposite && pawns-others <= 2:
		return 80
	}
	scale := int32(128)
	if strong-weak <= 3 {
		scale = min(scale, 72+14*pawns) // the other side may trade the last pawns
	}
	if opposite {
		scale = min(scale, 112)
	}
	if strong != weak || pawns-others > 1 {
		return scale
	}
	switch wing := e.onOneWing(); {
	case strong == 5 && wing && pawns > 1:
		return min(scale, 22+14*pawns) // rooks
	case strong == 3 && wing:
		return min(scale, 22+12*pawns) // minor pieces
	case strong == 3:
		return min(scale, 44*pawns-20)
	}
	return scale
}

// bishopsAlone is winnable for bishops of opposite colours, by how many more pawns the side
// ahead has, and how many, at most three, the other side has.
func bishopsAlone(more, others int32) int32 {
	switch {
	case more <= 1:
		return 4 + 8*others
	case more == 2:
		return 24 + 6*others
	}
	return 64
}

// onOneWing reports whether all pawns are on the files a to d, or on the others.
func (e *evaluation) onOneWing() bool {
	const queenside = 0x0f0f0f0f0f0f0f0f
	pawns := e.of[rules.White][kindPawn] | e.of[rules.Black][kindPawn]
	return pawns&queenside == 0 || pawns&^queenside == 0
}

// oppositeBishops reports whether each side has one bishop, of opposite colours.
func (e *evaluation) oppositeBishops() bool {
	white, black := e.of[rules.White][kindBishop], e.of[rules.Black][kindBishop]
	return white != 0 && black != 0 && !white.Several() && !black.Several() && white&lightSquares != 0 != (black&lightSquares != 0)
}

// cannotMate reports whether a side with a piece weight has no pawns and too little to
// force mate: a minor piece, two knights against no pawns, or bishops of one colour.
func (e *evaluation) cannotMate(c rules.Color, weight int) bool {
	of := &e.of[c]
	if of[kindPawn]|of[kindRook]|of[kindQueen] != 0 || !e.pos.HandEmpty(c) {
		return false
	}
	bishops := of[kindBishop]
	if of[kindKnight] == 0 {
		return bishops&lightSquares == 0 || bishops&^lightSquares == 0
	}
	return weight <= 3 || bishops == 0 && weight <= 6 && e.of[c^1][kindPawn] == 0
}

// wrongCorner reports whether a side has only pawns on one rook's file, and possibly
// bishops, none of which guards the square where these pawns promote, and the enemy king is
// on that square or next to it.
func (e *evaluation) wrongCorner(c, them rules.Color) bool {
	of := &e.of[c]
	pawns := of[kindPawn]
	if pawns == 0 || !e.pos.HandEmpty(c) || of[kindKnight]|of[kindRook]|of[kindQueen] != 0 || pawns&^bitboard.FileA != 0 && pawns&^(bitboard.FileA<<7) != 0 {
		return false
	}
	corner := bitboard.Square(pawns.First().File() | 56*int(c^1))
	shade := lightSquares
	if corner.Bitboard()&lightSquares == 0 {
		shade = ^lightSquares
	}
	king := e.of[them][kindKing]
	return of[kindBishop]&shade == 0 && king != 0 && distance(king.First(), corner) <= 1
}

// pieceWeight returns the usual value of a side's pieces other than pawns and kings, in
// pawns; a large number if it has any in hand.
func (e *evaluation) pieceWeight(c rules.Color) int {
	if !e.pos.HandEmpty(c) {
		return 100
	}
	of := &e.of[c]
	return 3*(of[kindKnight]|of[kindBishop]).Count() + 5*of[kindRook].Count() + 9*of[kindQueen].Count()
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}
