package general

import (
	"fmt"
	"slices"
	"strings"
)

// A sayer collects the sentences of a card.
type sayer func(when bool, format string, args ...any)

// card says in words what a game is made of, where it differs from chess.
func (g *rulesOf[S]) card() (lines []string) {
	say := func(when bool, format string, args ...any) {
		if when {
			lines = append(lines, fmt.Sprintf(format, args...))
		}
	}
	g.sayPieces(say)
	g.sayPromotions(say)
	g.r.sayCastling(say)
	g.r.sayHands(say)
	g.r.sayMoves(say)
	g.r.sayEnds(say)
	if lines == nil {
		lines = []string{"Orthodox chess."}
	}
	return lines
}

// sayPieces describes the board and how the pieces move.
func (g *rulesOf[S]) sayPieces(say sayer) {
	r := g.r
	say(r.g.files != 8 || r.g.ranks != 8, "The board has %d files and %d ranks.", r.g.files, r.g.ranks)
	say(r.twoBoards, "This is one board of a game on two: pieces come into hand from the other.")
	for t, role := range r.types {
		if orthodox[role] && (role != king || r.moves(king) == "K") {
			continue
		}
		k := &r.kinds[t]
		if g.rare(t) {
			i := slices.IndexFunc(r.kinds, func(k kind) bool { return k.plus && int(k.typ) == t })
			if i < 0 {
				continue
			}
			k = &r.kinds[i]
		}
		def := r.moved[t]
		say(true, "The %s (%s) %s%s.", r.kindName(k), k.name(), def.Words(), inBrackets(def.Text))
		say(role == soldier && r.soldierPromotionRank > 0, "A soldier goes sideways only once it stands on its %s rank or beyond.", ordinal(r.soldierPromotionRank+1))
	}
	r.sayRegions(say)
	say(r.cannon >= 0, "The janggi cannon never hops over another cannon, and never captures one.")
	say(!isEmpty(r.lines), "On the diagonal lines between %s these also move diagonally: %s.", r.squareNames(r.lines), r.names(r.onDiagonals()))
	say(r.cambodianMoves, "As its first move, unless it is in check, the king may leap like a knight, forward to either side, and the fers may leap two squares straight forward.")
	if r.pawn >= 0 {
		r.sayPawns(say)
	}
	switch {
	case r.horde:
		say(true, "White has no king.")
	case r.royal < 0 && len(r.pseudo) == 0:
		say(true, "No piece is royal, so there is no check.")
	}
	for _, t := range r.pseudo {
		say(r.dupleCheck, "A side is in check when every %s it has is attacked; it may not leave them so.", r.name(t))
		say(!r.dupleCheck, "The %s may not be left attacked while its side has no more than %d.", r.name(t), r.extinctionPieceCount+1)
	}
}

// sayRegions says which pieces may not leave which squares.
func (r *ruleset[S]) sayRegions(say sayer) {
	type bounds struct{ white, black S }
	var seen []bounds
	names := map[bounds][]string{}
	for t, role := range r.types {
		if r.mobilityRegion[0][role].isEmpty() && r.mobilityRegion[1][role].isEmpty() {
			continue
		}
		var b bounds
		for c, s := range []*S{&b.white, &b.black} {
			*s = r.g.all
			if z := r.mobilityRegion[c][role]; !z.isEmpty() {
				*s = r.convert(z)
			}
		}
		if names[b] == nil {
			seen = append(seen, b)
		}
		names[b] = append(names[b], r.name(uint8(t)))
	}
	for _, b := range seen {
		who := inList(names[b], "and")
		for c, s := range []S{b.white, b.black} {
			say(s != r.g.all, "%s's %s may not leave %s.", colorTitle(c), who, r.squaresInWords(s))
		}
	}
}

// sayPawns says how pawns step and capture en passant, where that is not as in chess.
func (r *ruleset[S]) sayPawns(say sayer) {
	if isEmpty(r.doubleStep[0]) && isEmpty(r.doubleStep[1]) {
		say(true, "Pawns have no double step.")
	} else {
		for c, home := range []int{1, r.g.ranks - 2} {
			squares := r.squaresInWords(r.doubleStep[c])
			say(r.doubleStep[c] != r.ranks[home], "%s's pawns may step twice from %s.", colorTitle(c), squares)
		}
	}
	for c := range 2 {
		say(!isEmpty(r.tripleStep[c]), "%s's pawns may step three times from %s.", colorTitle(c), r.squaresInWords(r.tripleStep[c]))
		say(r.enPassantRegion[c] != everywhere(), "%s captures en passant only on %s.", colorTitle(c), r.squaresInWords(r.convert(r.enPassantRegion[c])))
		say(r.enPassantTypes[c] != rolesOf(pawn), "%s captures en passant with: %s.", colorTitle(c), r.rolesIn(r.enPassantTypes[c]))
	}
}

// sayPromotions says what becomes what, and where.
func (g *rulesOf[S]) sayPromotions(say sayer) {
	r := g.r
	promotes := slices.ContainsFunc(r.plus[:len(r.types)], func(i uint8) bool { return i != 0 })
	if r.pawn >= 0 {
		if slices.Equal(r.promotions[0], r.promotions[1]) {
			say(len(r.promotions[0]) > 0 && r.promotionPieceTypes[0] != rolesOf(knight, bishop, rook, queen), "Pawns promote to: %s.", r.names(r.promotions[0]))
		} else {
			for c := range 2 {
				say(len(r.promotions[c]) > 0, "%s's pawns promote to: %s.", colorTitle(c), r.names(r.promotions[c]))
			}
		}
		say(!r.mandatoryPawnPromotion, "Pawns need not promote.")
		promotes = promotes || len(r.promotions[0]) > 0
	}
	for c := range 2 {
		pawns := r.promotionPawnTypes[c]
		say(r.pawn >= 0 && pawns != rolesOf(pawn), "%s promotes as pawns do: %s.", colorTitle(c), r.rolesIn(pawns))
		last := r.ranks[[]int{r.g.ranks - 1, 0}[c]]
		say(promotes && r.zone[c] != last && !isEmpty(r.zone[c]) && !r.sittuyinPromotion, "%s promotes on %s.", colorTitle(c), r.squaresInWords(r.zone[c]))
	}
	say(r.sittuyinPromotion, "A pawn on a long diagonal of the enemy's half, or the last pawn wherever it stands, may promote in place or with a diagonal step, if there is no %s of its side and it gives no check so.", r.names(r.promotions[0]))
	for role, n := range r.promotionLimit {
		say(n > 0, "A side may have no more than %d of these by promotion: %s.", n, r.roleName(Role(role)))
	}
	for t, i := range r.plus[:len(r.types)] {
		if i == 0 {
			continue
		}
		k := &r.kinds[i]
		name, like := r.kindName(k), r.name(k.typ)
		say(name == like || g.rare(int(k.typ)), "The %s promotes to %s (%s).", r.name(uint8(t)), article(name), k.name())
		say(name != like && !g.rare(int(k.typ)), "The %s promotes to %s (%s), which moves like %s.", r.name(uint8(t)), article(name), k.name(), article(like))
	}
	say(promotes && r.piecePromotionOnCapture, "Pieces promote only when they capture.")
	say(r.mandatoryPiecePromotion, "A piece that can promote must.")
	say(r.pieceDemotion, "Promoted pieces may turn back.")
}

// sayCastling says who castles, and where to.
func (r *ruleset[S]) sayCastling(say sayer) {
	if !r.castling {
		say(true, "There is no castling.")
		return
	}
	say(r.chess960, "To castle, move the king onto its rook.")
	say(r.castlingKingsideFile != 6 || r.castlingQueensideFile != 2, "A castling king arrives on the %c or the %c file.", 'a'+r.castlingKingsideFile, 'a'+r.castlingQueensideFile)
	if r.castlingKingPiece[0] == r.castlingKingPiece[1] {
		say(r.castlingKingPiece[0] != king, "The %s castles.", r.roleName(r.castlingKingPiece[0]))
	}
	for c := range 2 {
		say(r.castlingRank > 0, "%s castles on rank %d.", colorTitle(c), []int{r.castlingRank + 1, r.g.ranks - r.castlingRank}[c])
		say(r.castlingKingPiece[c] != king && r.castlingKingPiece[0] != r.castlingKingPiece[1], "%s castles with the %s.", colorTitle(c), r.roleName(r.castlingKingPiece[c]))
		say(r.castlingRookPieces[c] != rolesOf(rook), "The king of %s castles with: %s.", colorTitle(c), r.rolesIn(r.castlingRookPieces[c]))
		for wing, name := range []string{"kingside", "queenside"} {
			say(r.castlingWins[c][wing], "%s wins by castling %s, and loses when that has become impossible.", colorTitle(c), name)
		}
	}
	say(r.castlingKingFile != 4, "The king castles from the %c file.", 'a'+r.castlingKingFile)
	say(r.castlingRookKingsideFile != 15, "The rook on the kingside castles from the %c file.", 'a'+r.castlingRookKingsideFile)
	say(r.castlingRookQueensideFile != 0, "The rook on the queenside castles from the %c file.", 'a'+r.castlingRookQueensideFile)
	say(r.castlingDroppedPiece, "Pieces that were dropped on their squares may castle.")
	say(r.oppositeCastling, "The sides may not castle to the same wing.")
	say(r.capturerStays && r.shotsMove, "To castle, neither king nor rook may have captured.")
}

var encloseWords = map[encloseRule]string{
	reversi: "where it encloses enemy pieces in a row", ataxx: "next to one of your own", quadwrangle: "next to one of your own",
	snort: "not beside an enemy piece", anyside: "as if pushed in from an edge", top: "on the lowest free square of a file",
}

// sayHands says what comes into hand, and where it may be dropped.
func (r *ruleset[S]) sayHands(say sayer) {
	say(r.pieceDrops && r.capturesToHand, "Captured pieces go to the captor's hand and may be dropped instead of a move.")
	say(r.pieceDrops && !r.capturesToHand && !r.freeDrops, "Pieces in hand may be dropped instead of a move.")
	say(r.capturesToHand && !r.pieceDrops, "Captured pieces go to the captor's hand.")
	say(r.freeDrops, "Any piece may be dropped, without limit.")
	say(r.mustDrop && (r.mustDropType == AllRoles || r.mustDropType == 0), "While a side has pieces in hand, it must drop one.")
	say(r.mustDrop && r.mustDropType != AllRoles && r.mustDropType != 0, "While a side has %s in hand, it must drop it.", article(r.roleName(r.mustDropType)))
	say(r.dropLoop, "A promoted piece goes into hand as it is.")
	say(r.dropPromoted, "A piece may be dropped promoted.")
	say(r.pieceDrops && r.pawn >= 0 && !r.firstRankPawnDrops, "Pawns may not be dropped on the first rank.")
	say(r.firstRankPawnDrops, "Pawns may be dropped on the first rank, too.")
	say(r.promotionZonePawnDrops, "Pawns may be dropped where pawns promote.")
	for c := range 2 {
		say(r.dropRegion[c] != r.g.all, "%s drops only on %s.", colorTitle(c), r.squaresInWords(r.dropRegion[c]))
	}
	say(r.sittuyinRookDrop, "Rooks are dropped on the first rank only.")
	say(r.dropOppositeColoredBishop, "A side's bishops must be dropped on squares of different colours.")
	if role := r.dropNoDoubled; role != 0 && role != AllRoles {
		n := r.dropNoDoubledCount
		say(n == 1, "No %s may be dropped on a file where its side has one already, promoted ones aside.", r.roleName(role))
		say(n != 1, "No %s may be dropped on a file where its side has %d already, promoted ones aside.", r.roleName(role), n)
	}
	say(r.shogiPawnDropMateIllegal, "A dropped pawn may not give checkmate.")
	say(!r.dropChecks, "A drop may not give check.")
	say(r.enclosingDrop != noEnclosing, "A piece is dropped %s.", encloseWords[r.enclosingDrop])
	start := r.convert(r.enclosingDropStart)
	say(r.enclosingDrop != noEnclosing && !isEmpty(start), "The first drops go on %s.", r.squaresInWords(start))
	say(r.seirawanGating, "A piece that leaves its first square may bring one from the hand in there.")
	say(r.immobilityIllegal, "No piece may go, or be dropped, where it could never move again.")
}

var wallWords = map[wallRule]string{
	arrowWall:  "Every move ends with a shot: a wall is put where the piece that moved could go on to.",
	duckWall:   "Every move ends with the duck: it is moved to another empty square, where nothing may stand or pass.",
	edgeWall:   "Every move ends with a new wall, at the edge or beside another wall.",
	pastWall:   "The square that a piece leaves becomes a wall.",
	staticWall: "Every move ends with a new wall on an empty square.",
}

// sayMoves says what captures do, what moves bring along, and which are forbidden.
func (r *ruleset[S]) sayMoves(say sayer) {
	say(r.capturerStays, "A piece that captures stays where it was.")
	say(r.capturedRelocated, "A captured piece is put on another empty square by the side that captured it.")
	say(r.holed, "Holes swallow what moves onto them, or over them along a line: %s.", r.squareNames(r.holeSet))
	say(r.sequence == "fibonacci", "Turns have 1, 1, 2, 3, 5, 8 … moves; a check ends the turn.")
	say(r.sequence == "progressive", "Turns have 1, 2, 3, 4 … moves; a check ends the turn.")
	say(r.sequence == "marseillais", "The first turn has one move, all others two; a check ends the turn.")
	say(r.mustCapture, "A side that can capture must.")
	say(r.blastOnCapture, "A capture explodes: the captor and all pieces around it but pawns are removed.")
	say(r.blastImmuneTypes != 0, "Explosions do not harm: %s.", r.rolesIn(r.blastImmuneTypes))
	say(r.mutuallyImmuneTypes != 0, "These cannot capture their own kind: %s.", r.rolesIn(r.mutuallyImmuneTypes))
	say(r.petrifyOnCaptureTypes != 0, "These turn to stone when they capture: %s.", r.rolesIn(r.petrifyOnCaptureTypes))
	say(r.petrifyBlastPieces, "What explodes turns to stone.")
	say(r.wallingRule != noWalls, "%s", wallWords[r.wallingRule])
	if r.wallingRegion[0] == r.wallingRegion[1] {
		say(r.wallingRegion[0] != everywhere(), "Walls stand only on %s.", r.squaresInWords(r.wall[0]))
	}
	for c := range 2 {
		say(r.wallingRegion[c] != everywhere() && r.wallingRegion[0] != r.wallingRegion[1], "%s puts walls only on %s.", colorTitle(c), r.squaresInWords(r.wall[c]))
	}
	say(r.wallOrMove, "A turn is a move or a wall, not both.")
	switch r.flipEnclosedPieces {
	case noEnclosing:
	case reversi:
		say(true, "Enemy pieces in a row between the piece that moved and another of its side change sides.")
	default:
		say(true, "Enemy pieces next to the piece that moved change sides.")
	}
	say(r.flipEnclosedPieces == quadwrangle, "Only a drop, or a move beside a piece of one's own, does that.")
	say(r.flyingGeneral, "The kings may not face each other on an open file.")
	say(r.makpongRule, "A king in check may not move away; it may only capture the piece that gives check.")
	say(!r.checking, "Giving check is illegal.")
	say(r.bikjangRule, "When the kings face each other on an open line, the next move must part them or pass, even in check.")
	r.sayBothOrOne(say, r.pass, "may pass")
	r.sayBothOrOne(say, r.passOnStalemate, "passes when it has no other move")
}

// sayBothOrOne says of both sides or of one what it does.
func (r *ruleset[S]) sayBothOrOne(say sayer, on [2]bool, what string) {
	say(on[0] && on[1], "A side %s.", what)
	say(on[0] && !on[1], "White %s.", what)
	say(on[1] && !on[0], "Black %s.", what)
}

var valueWords = map[Value]string{Win: "wins", Loss: "loses", Draw: "draws", NoEnd: "plays on"}

// sayEnds says how the game ends.
func (r *ruleset[S]) sayEnds(say sayer) {
	if r.extinctionValue != NoEnd && !r.extinctionPseudoRoyal {
		r.sayExtinction(say)
	}
	say(r.extinctionPseudoRoyal && r.blastOnCapture, "Blow up the enemy king to win.")
	r.sayGoals(say)
	say(r.holed && r.royal >= 0, "A side whose king goes into a hole loses.")
	say(r.explosive, "A king may not capture, as it would explode.")
	say(!isEmpty(r.hill), "A side wins when its king comes to %s.", r.squareNames(r.hill))
	say(r.horde, "White loses when it has nothing left.")
	say(r.bareWins, "A side wins when it has lost all its pieces but a royal king.")
	say(r.checkCounting, "A side wins when it has given %d checks.", r.checksToWin)
	r.sayRows(say)
	say(r.bikjangRule, "The game ends if the kings still face each other after that.")
	say(r.countingRule != "", "A side that can hardly be mated may count moves: the game is drawn after a number that depends on the pieces left (%s counting).", r.countingRule)
	say(r.shatarMateRule, "A mate counts only if a knight, rook or bers took part in the checks that led to it, otherwise it is a draw; a mate by knights alone loses.")
	say((r.pass[0] || r.pass[1]) && !r.wallOrMove, "Two passes in a row end the game.")
	say(r.adjudicateFullBoard, "The game ends when the board is full.")
	say(r.materialCounting == janggiMaterial, "Instead of a draw the side with more points wins: %s, and 1½ for Black.", r.points())
	say(r.materialCounting == unweighted, "Instead of a draw the side with more pieces wins.")
	say(r.materialCounting == whiteDrawOdds, "White wins instead of a draw.")
	say(r.materialCounting == blackDrawOdds, "Black wins instead of a draw.")
	r.sayRepetition(say)
	say(r.stalemateValue != Draw && !r.stalematePieceCount, "A side without a legal move %s.", valueWords[r.stalemateValue])
	say(r.stalematePieceCount, "When a side has no legal move, the side with fewer pieces wins.")
	say(r.checkmateValue != Loss, "A side that is checkmated %s.", valueWords[r.checkmateValue])
	say(r.nMoveRule != 50 && r.nMoveRule > 0, "The game is drawn after %d moves by each side without progress.", r.nMoveRule)
	say(r.nMoveRule == 0, "There is no fifty-move rule.")
	for c := range 2 {
		say(r.nMoveRule > 0 && r.nMoveRuleTypes[c] != rolesOf(pawn) && r.pawn >= 0, "Besides captures, progress for %s is a move of: %s.", colorTitle(c), r.rolesIn(r.nMoveRuleTypes[c]))
	}
}

// sayRepetition says what comes of positions that occur again.
func (r *ruleset[S]) sayRepetition(say sayer) {
	n := r.nFoldRule
	say(n == 0, "Positions may be repeated without end.")
	if n == 0 {
		return
	}
	say(r.perpetualCheckIllegal, "Perpetual check loses: if a position occurs %d times and only one side kept giving check, that side loses.", n)
	say(r.chasingRule, "Perpetual chase loses: if a position occurs %d times and only one side kept chasing the same piece, that side loses. Kings and soldiers may chase.", n)
	say(r.moveRepetitionIllegal, "A side that keeps moving one piece back and forth loses.")
	who := "the side to move"
	if r.nFoldValueAbsolute {
		who = "White"
	}
	say(r.nFoldValue != Draw && r.nFoldValue != NoEnd, "If a position occurs %d times otherwise, %s %s.", n, who, valueWords[r.nFoldValue])
	say(r.nFoldValue == Draw && n != 3, "The game is drawn when a position has occurred %d times.", n)
}

// sayExtinction says of which pieces a side may have too few, and what comes of it.
func (r *ruleset[S]) sayExtinction(say sayer) {
	n, end := r.extinctionPieceCount, valueWords[r.extinctionValue]
	kinds := r.rolesIn(r.extinctionPieceTypes)
	all := r.extinctionPieceTypes.has(AllRoles)
	one := !all && !strings.Contains(kinds, ", ")
	switch {
	case all && n == 0:
		say(true, "A side that has lost all its pieces %s.", end)
	case all:
		say(true, "A side with no more than %d %s left %s.", n, plural("piece", n), end)
	case one && n == 0:
		say(true, "A side that has no %s left %s.", kinds, end)
	case one:
		say(true, "A side with no more than %d %s left %s.", n, plural(kinds, n), end)
	case n == 0:
		say(true, "A side that has lost all of one of these kinds %s: %s.", end, kinds)
	default:
		say(true, "A side with no more than %d left of one of these kinds %s: %s.", n, end, kinds)
	}
	say(r.extinctionOpponentPieceCount > 0, "That counts only while the other side has at least %d.", r.extinctionOpponentPieceCount)
	say(r.extinctionClaim, "It is decided when that side is to move.")
}

// sayRows says which rows, squares and chains of pieces end the game.
func (r *ruleset[S]) sayRows(say sayer) {
	value := valueWords[r.connectValue]
	say(r.connectN > 0, "A side with %d in a row %s.", r.connectN, value)
	say(r.collinearN > 0, "A side with %d on one line, whatever stands between, %s.", r.collinearN, value)
	say(r.connectNxN > 0, "A side with a block of %d×%d %s.", r.connectNxN, r.connectNxN, value)
	chain := false
	for c := range 2 {
		if from, to := r.convert(r.connectRegion1[c]), r.convert(r.connectRegion2[c]); !isEmpty(from) && !isEmpty(to) {
			chain = true
			say(true, "%s %s with a chain of pieces from %s to %s.", colorTitle(c), value, r.squaresInWords(from), r.squaresInWords(to))
		}
	}
	if r.connectN == 0 && r.collinearN == 0 && r.connectNxN == 0 && !chain {
		return
	}
	say(r.connectPieceTypes != ^roleSet(0), "Only these count for that: %s.", r.rolesIn(r.connectPieceTypes))
	var ways []string
	for i, on := range []bool{r.connectHorizontal, r.connectVertical, r.connectDiagonal} {
		if on {
			ways = append(ways, []string{"along ranks", "along files", "diagonally"}[i])
		}
	}
	say(len(ways) < 3, "Only %s.", inList(ways, "and"))
}

// sayGoals says which pieces win on which squares.
func (r *ruleset[S]) sayGoals(say sayer) {
	goal := func(c int) string {
		role, n := r.flagPiece[c], r.flagPieceCount
		who := "a piece"
		switch {
		case role == AllRoles && n > 1:
			who = fmt.Sprintf("%d pieces", n)
		case n > 1:
			who = fmt.Sprintf("%d %s", n, plural(r.roleName(role), n))
		case role != AllRoles:
			who = article(r.roleName(role))
		}
		return who + " on " + r.squaresInWords(r.flag[c])
	}
	if !isEmpty(r.flag[0]) && r.flag[0] == r.flag[1] && r.flagPiece[0] == r.flagPiece[1] {
		say(true, "A side with %s wins.", goal(0))
	} else {
		for c := range 2 {
			if !isEmpty(r.flag[c]) {
				say(true, "%s wins with %s.", colorTitle(c), goal(c))
			}
		}
	}
	say(r.flagPieceBlockedWin, "Fewer pieces win, too, if all of these squares are occupied.")
	say(r.flagPieceSafe, "A piece that is attacked there does not win.")
	say(r.flagMove, "If White comes there first and Black can follow at once, Black has one more turn, and the game is drawn if it does.")
}

// squaresInWords names a set of squares: as ranks, or as a rectangle, if it is one.
func (r *ruleset[S]) squaresInWords(s S) string {
	if isEmpty(s) {
		return "no square"
	}
	if rest := subtract(r.g.all, s); !isEmpty(rest) && 4*popcount(rest) < popcount(s) {
		return "all squares but " + r.squareNames(rest)
	}
	low, high := r.g.files, 0 // files
	bottom := r.g.rank(first(s))
	top := bottom
	for rest := s; !isEmpty(rest); {
		sq := next(&rest)
		file := sq % r.g.files
		low, high, top = min(low, file), max(high, file), r.g.rank(sq)
	}
	var box S
	for rank := bottom; rank <= top; rank++ {
		for file := low; file <= high; file++ {
			add(&box, rank*r.g.files+file)
		}
	}
	switch {
	case intersect(box, r.g.all) != s || low == high || top == bottom && high-low+1 < r.g.files:
		return r.squareNames(s)
	case high-low+1 < r.g.files:
		return r.g.squareName(bottom*r.g.files+low) + " to " + r.g.squareName(top*r.g.files+high)
	case top == bottom:
		return fmt.Sprintf("rank %d", bottom+1)
	case top == bottom+1:
		return fmt.Sprintf("ranks %d and %d", bottom+1, top+1)
	}
	return fmt.Sprintf("ranks %d to %d", bottom+1, top+1)
}

// squareNames lists squares.
func (r *ruleset[S]) squareNames(s S) string {
	var names []string
	for !isEmpty(s) {
		names = append(names, r.g.squareName(next(&s)))
	}
	return inList(names, "and")
}

// names lists types in words.
func (r *ruleset[S]) names(types []uint8) string {
	words := make([]string, len(types))
	for i, t := range types {
		words[i] = r.name(t)
	}
	return strings.Join(words, ", ")
}

func (r *ruleset[S]) rolesIn(s roleSet) string {
	if s.has(AllRoles) {
		return "all pieces together"
	}
	var words []string
	for _, role := range r.types {
		if s.has(role) {
			words = append(words, r.roleName(role))
		}
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, ", ")
}

// onDiagonals lists the types that go along the diagonal lines.
func (r *ruleset[S]) onDiagonals() (types []uint8) {
	for t := range r.types {
		if _, ok := r.insideOf(t); ok {
			types = append(types, uint8(t))
		}
	}
	return types
}

// points says what pieces count where janggi's material decides.
func (r *ruleset[S]) points() string {
	var words []string
	for t, role := range r.types {
		if worth, ok := janggiWorth[role]; ok {
			words = append(words, fmt.Sprintf("%s %d", r.name(uint8(t)), worth))
		}
	}
	return strings.Join(words, ", ")
}

// inBrackets writes the definition behind the words for it.
func inBrackets(definition string) string {
	if definition == "" {
		return ""
	}
	return " (" + definition + ")"
}

// article puts a or an before a name.
func article(name string) string {
	if strings.IndexAny(name, "aeiou") == 0 {
		return "an " + name
	}
	return "a " + name
}

// plural returns a noun for a number of things.
func plural(noun string, n int) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// ordinal returns a small number as an ordinal: 2nd.
func ordinal(n int) string {
	switch n {
	case 1:
		return "1st"
	case 2:
		return "2nd"
	case 3:
		return "3rd"
	}
	return fmt.Sprintf("%dth", n)
}

// inList joins words with commas, and the last with another word.
func inList(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

var orthodox = map[Role]bool{pawn: true, knight: true, bishop: true, rook: true, queen: true, king: true}
