package general

import "strings"

// What a card says about drops, captures and other moves.

var encloseWords = map[encloseRule]string{
	reversi: "where it encloses enemy pieces in a row", ataxx: "next to a piece of its own side", quadwrangle: "next to a piece of its own side",
	snort: "where it is not next to an enemy piece", anyside: "as if it were pushed in from an edge", top: "on the lowest empty square of a file",
}

// sayHands says what goes into the hand, and where it may be dropped.
func (r *ruleset[S]) sayHands(say sayer) {
	say(r.pieceDrops && r.capturesToHand, "A captured piece changes sides and goes into the captor's hand. A turn may be a drop of a piece in hand on an empty square instead of a move.")
	say(r.pieceDrops && !r.capturesToHand && !r.freeDrops, "A turn may be a drop of a piece in hand on an empty square instead of a move.")
	say(r.capturesToHand && !r.pieceDrops, "A captured piece changes sides and goes into the captor's hand.")
	say(r.freeDrops, "A turn may be a drop of a new piece, without limit.")
	say(r.mustDrop && (r.mustDropType == AllRoles || r.mustDropType == 0), "A side that has pieces in hand must drop one of them.")
	say(r.mustDrop && r.mustDropType != AllRoles && r.mustDropType != 0, "A side that has %s in hand must drop it.", article(r.roleName(r.mustDropType)))
	say(r.dropLoop, "A promoted piece stays promoted in the hand.")
	say(r.dropPromoted, "A piece may be dropped promoted.")
	say(r.pieceDrops && r.pawn >= 0 && !r.firstRankPawnDrops, "%s may not be dropped on their own first rank.", title(r.plural(pawn)))
	say(r.firstRankPawnDrops, "%s may be dropped on their own first rank, too.", title(r.plural(pawn)))
	say(r.pieceDrops && r.pawn >= 0 && !r.promotionZonePawnDrops, "%s may not be dropped where they promote.", title(r.plural(pawn)))
	say(r.promotionZonePawnDrops, "%s may be dropped where they promote.", title(r.plural(pawn)))
	for c := range 2 {
		say(r.dropRegion[c] != r.g.all, "%s may drop only on %s.", colorTitle(c), r.squaresInWords(r.dropRegion[c], "and"))
	}
	say(r.sittuyinRookDrop, "%s are dropped on their own first rank only.", title(r.plural(rook)))
	say(r.dropOppositeColoredBishop, "A side's bishops must be dropped on squares of different colours.")
	if role := r.dropNoDoubled; role != 0 && role != AllRoles {
		say(r.dropNoDoubledCount == 1, "A %s may not be dropped on a file with another %[1]s of its side that has not promoted.", r.roleName(role))
		say(r.dropNoDoubledCount != 1, "A %s may not be dropped on a file with %d %s of its side that have not promoted.", r.roleName(role), r.dropNoDoubledCount, r.severalRoles(role, r.dropNoDoubledCount))
	}
	say(r.shogiPawnDropMateIllegal && r.hasChecks() && r.typeOf[shogiPawn] != 255, "A side that gives checkmate by dropping %s loses.", article(r.roleName(shogiPawn)))
	say(!r.dropChecks, "A drop may not give check.")
	say(r.enclosingDrop != noEnclosing, "A piece is dropped %s.", encloseWords[r.enclosingDrop])
	start := r.convert(r.enclosingDropStart)
	say(r.enclosingDrop != noEnclosing && !isEmpty(&start), "The first drops go on %s.", r.squaresInWords(start, "and"))
	say(r.seirawanGating, "When a piece leaves the square it started on, a piece from the hand may be put there.")
	say(r.immobilityIllegal, "A piece may not move, or be dropped, to a square from which it could never move again.")
}

var wallWords = map[wallRule]string{
	arrowWall:  "Every move ends with a shot by the piece that moved: {a wall} goes on a square that the piece could move to next.",
	duckWall:   "Every move ends with putting the {wall} on another empty square, where nothing may stand and which nothing may pass.",
	edgeWall:   "Every move ends with putting {a wall} on an empty square at the edge or beside another one.",
	pastWall:   "The square that a piece leaves is closed for good by {a wall}.",
	staticWall: "Every move ends with putting {a wall} on an empty square.",
}

// checkInTurnWords says what a check does to a turn, "" where there are no checks.
func (r *ruleset[S]) checkInTurnWords() string {
	switch {
	case !r.hasChecks():
		return ""
	case r.checkInTurn == checkLast:
		return "; only its last move may give check"
	case r.checkInTurn == checkContinues:
		return "; a check does not end the turn, and a royal piece cannot be captured in it"
	}
	return "; a check ends the turn"
}

// sayMoves says what captures do, what else moves do, and which are forbidden.
func (r *ruleset[S]) sayMoves(say sayer) {
	say(r.capturerStays, "A piece that captures stays where it was.")
	say(r.capturedRelocated, "The side that captures a piece puts it on another empty square; it does not change sides.")
	say(r.holed, "Black holes swallow whatever moves onto them, or over them along a line: %s.", r.squareNames(r.holeSet, "and"))
	if r.turns != nil {
		say(true, "%s%s.", r.turns.Words(), r.checkInTurnWords())
	}
	say(r.mustCapture, "A side that can capture must capture.")
	spared := ""
	if r.pawn >= 0 {
		spared = " except " + r.plural(pawn)
	}
	say(r.blastOnCapture, "A capture explodes: it removes the captor and everything around it%s.", spared)
	say(r.blastImmuneTypes != 0, "Explosions do not harm %s.", r.rolesIn(r.blastImmuneTypes, "and"))
	say(r.mutuallyImmuneTypes != 0, "These cannot capture pieces of their own kind: %s.", r.rolesIn(r.mutuallyImmuneTypes, "and"))
	say(r.petrifyOnCaptureTypes != 0, "These turn to stone when they capture: %s.", r.rolesIn(r.petrifyOnCaptureTypes, "and"))
	say(r.petrifyBlastPieces, "What explodes turns to stone.")
	r.sayWalls(say)
	switch r.flipEnclosedPieces {
	case noEnclosing:
	case reversi:
		say(true, "Enemy pieces in a row between the piece that moved and another one of its side change sides.")
	default:
		say(true, "Enemy pieces next to the piece that moved change sides.")
	}
	say(r.flipEnclosedPieces == quadwrangle, "Only a drop, or a move to a square next to a piece of one's own, does that.")
	say(r.flyingGeneral, "The %s may not face each other on a file with nothing between them.", r.plural(king))
	say(r.makpongRule, "A %s in check may not move away; it may only capture the piece that gives check.", r.roleName(king))
	say(!r.checking, "Giving check is illegal.")
	say(r.bikjangRule, "When the %s face each other with nothing between them, the next move must part them or be a pass, even in check.", r.plural(king))
	r.sayBothOrOne(say, [2]bool{r.mayPass(0), r.mayPass(1)}, "may pass")
	say(r.wallOrMove && r.wallingRule == noWalls && r.pass == [2]bool{}, "A side that is not in check may pass.")
	r.sayBothOrOne(say, r.passOnStalemate, "passes when it has no other move")
}

// sayWalls says when and where walls are placed.
func (r *ruleset[S]) sayWalls(say sayer) {
	if r.wallingRule == noWalls {
		return
	}
	wall := r.wallName()
	say(true, "%s", strings.NewReplacer("{a wall}", article(wall), "{wall}", wall).Replace(wallWords[r.wallingRule]))
	if r.wallingRegion[0] == r.wallingRegion[1] {
		say(r.wallingRegion[0] != everywhere(), "%s stand only on %s.", title(severalOf(wall)), r.squaresInWords(r.wall[0], "and"))
	} else {
		for c := range 2 {
			say(r.wallingRegion[c] != everywhere(), "%s puts %s only on %s.", colorTitle(c), severalOf(wall), r.squaresInWords(r.wall[c], "and"))
		}
	}
	say(r.wallOrMove, "A turn is a move or %s, not both.", article(wall))
}

// sayBothOrOne says what both sides do, or only one.
func (r *ruleset[S]) sayBothOrOne(say sayer, on [2]bool, what string) {
	say(on[0] && on[1], "A side %s.", what)
	say(on[0] && !on[1], "White %s.", what)
	say(on[1] && !on[0], "Black %s.", what)
}
