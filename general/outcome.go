package general

import "github.com/heterodox-chess/heterodox/rules"

// result turns a value for the side to move into a result.
func result(v Value, side uint8) rules.Result {
	switch v {
	case Win:
		return rules.WinFor(rules.Color(side))
	case Loss:
		return rules.WinFor(rules.Color(side ^ 1))
	}
	return rules.Draw
}

func (p *position[S]) Outcome() rules.Outcome {
	b := p.b.clone()
	r := b.r
	if r.ends {
		if v, over := b.verdict(); over {
			return rules.Outcome{Result: result(v, b.side), Reason: b.endReason()}
		}
	}
	if b.countMoves() == 0 {
		v, reason := b.noMoves()
		return rules.Outcome{Result: result(v, b.side), Reason: reason}
	}
	if r.nMoveRule > 0 && int(b.half) >= 2*r.nMoveRule {
		reason := rules.MoveLimit
		if r.nMoveRule == 50 {
			reason = rules.FiftyMoves
		}
		return rules.Outcome{Result: result(b.materialVerdict(), b.side), Reason: reason}
	}
	if b.countedOut() {
		return rules.Outcome{Result: rules.Draw, Reason: rules.CountedOut}
	}
	if r.materialDraws() && b.lacksMaterial() {
		return rules.Outcome{Result: rules.Draw, Reason: rules.InsufficientMaterial}
	}
	return rules.Outcome{}
}

// endReason names the rule that has ended the game, as verdict found it.
func (b *board[S]) endReason() rules.Reason {
	r := b.r
	if r.inOurOrder() {
		_, why, _ := b.composedVerdict()
		return why
	}
	if r.extinctionValue != NoEnd && (!r.extinctionPseudoRoyal || r.blastOnCapture) && (b.extinct(0) || b.extinct(1)) {
		return rules.Extinct
	}
	if _, over := b.flagVerdict(int(b.side), int(b.side^1)); over {
		return rules.GoalReached
	}
	if r.checkCounting && b.remaining[b.side^1] == 0 {
		return rules.LastCheck
	}
	return rules.BoardDecided
}

// noMoves returns what having no legal move means for the side to move.
func (b *board[S]) noMoves() (Value, rules.Reason) {
	r := b.r
	if b.royalAttacked(int(b.side)) {
		if r.shogiPawnDropMateIllegal && b.dropped && b.checkedByPawns() {
			return Win, rules.Checkmate
		}
		if r.shatarMateRule {
			return b.shatarMate(), rules.Checkmate
		}
		return r.checkmateValue, rules.Checkmate
	}
	v := r.stalemateValue
	if r.stalematePieceCount {
		switch ours, theirs := popcount(b.colors[b.side&1]), popcount(b.colors[(b.side^1)&1]); {
		case ours == theirs:
			v = Draw
		case ours > theirs:
			v = valueFor(v, false)
		}
	}
	if v == Draw {
		v = b.materialVerdict()
	}
	if v != Draw {
		return v, rules.NoMoves
	}
	return v, rules.Stalemate
}

// checkedByPawns reports whether only pawns of shogi give check.
func (b *board[S]) checkedByPawns() bool {
	t, kings := b.r.typeOf[shogiPawn], b.r.checkedKings()
	if t == 255 || kings == 255 {
		return false
	}
	us := int(b.side)
	k := firstShared(&b.types[kings&63], &b.colors[us])
	if k < 0 {
		return false
	}
	checkers := b.attackers(k, us^1, &b.occ, &b.colors[us^1])
	return within(&checkers, &b.types[t&63])
}

// orthodoxMaterial reports whether a game is won by mate alone, so that bare kings
// draw.
func (r *ruleset[S]) orthodoxMaterial() bool {
	return r.royal >= 0 && !r.ends && len(r.pseudo) == 0 && r.checkmateValue == Loss && r.stalemateValue == Draw &&
		!r.pieceDrops && !r.seirawanGating && r.materialCounting == noMaterial && !r.stalematePieceCount
}

// materialDraws reports whether a game is drawn when neither side can be mated any more: not
// where captures or turns are other than those of chess.
func (r *ruleset[S]) materialDraws() bool {
	return r.orthodoxMaterial() && !r.capturerStays && !r.capturedRelocated && r.turns == nil
}

// minorsDraw reports whether, as in chess, no mate is possible with one knight or bishop,
// or with bishops that all are on one colour. This holds on every board without walls
// where kings move as in chess and may go wherever they are not attacked.
func (r *ruleset[S]) minorsDraw() bool {
	if !r.orthodoxMaterial() || r.judged || r.special || r.recurring() || r.putsWalls() || r.moves(king) != "K" ||
		!r.checking || r.flyingGeneral || r.makpongRule || r.immobilityIllegal || r.countingRule != "" || r.shatarMateRule || r.gating {
		return false
	}
	for _, role := range []Role{king, knight, bishop} {
		if r.promotedPieceType[role] != 0 || r.promotionPawnTypes[0].has(role) || r.promotionPawnTypes[1].has(role) ||
			!r.mobilityRegion[0][role].isEmpty() || !r.mobilityRegion[1][role].isEmpty() {
			return false
		}
	}
	return true
}

// lacksMaterial reports whether neither side can be mated any more: nothing is left
// but two kings and, where minorsDraw, little more.
func (b *board[S]) lacksMaterial() bool {
	r := b.r
	if b.count(0, uint8(r.royal)) != 1 || b.count(1, uint8(r.royal)) != 1 {
		return false
	}
	others := subtract(union(b.colors[0], b.colors[1]), b.types[r.royal&63])
	if isEmpty(&others) || !r.minors || !isEmpty(&b.walls) {
		return isEmpty(&others)
	}
	var knights, bishops S
	if t := r.typeOf[knight]; t != 255 {
		knights = b.types[t&63]
	}
	if t := r.typeOf[bishop]; t != 255 {
		bishops = b.types[t&63]
	}
	if !several(others) && meets(&others, &knights) {
		return true
	}
	return within(&others, &bishops) && (!meets(&others, &r.dark) || within(&others, &r.dark))
}
