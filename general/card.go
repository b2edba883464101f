package general

import (
	"fmt"
	"slices"
	"strings"
)

// card says in words what a game is made of, where it differs from chess.
func (g *rulesOf[S]) card() (lines []string) {
	r := g.r
	say := func(when bool, format string, args ...any) {
		if when {
			lines = append(lines, fmt.Sprintf(format, args...))
		}
	}
	say(r.g.files != 8 || r.g.ranks != 8, "The board has %d files and %d ranks.", r.g.files, r.g.ranks)
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
	}
	say(r.cannon >= 0, "The janggi cannon hops over no other, and captures none.")
	say(!isEmpty(r.lines), "Diagonally between these squares go, too: %s; %s.", r.names(r.onDiagonals()), r.squareNames(r.lines))
	say(r.royal < 0 && len(r.pseudo) == 0, "No piece is royal: there is no check.")
	for _, t := range r.pseudo {
		say(true, "The %s is royal while its side has no more than %d.", r.name(t), r.extinctionPieceCount+1)
	}
	say(!r.castling, "There is no castling.")
	say(r.chess960, "To castle, move the king onto its rook.")
	say(r.pawn >= 0 && isEmpty(r.doubleStep[0]), "Pawns make no double step.")
	g.sayPromotions(say)
	r.sayCaptures(say)
	r.sayEnds(say)
	if lines == nil {
		lines = []string{"Orthodox chess."}
	}
	return lines
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
	if strings.IndexByte("aeiou", name[0]) >= 0 {
		return "an " + name
	}
	return "a " + name
}

var orthodox = map[Role]bool{pawn: true, knight: true, bishop: true, rook: true, queen: true, king: true}

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
	return strings.Join(words, ", ")
}

func (g *rulesOf[S]) sayPromotions(say func(bool, string, ...any)) {
	r := g.r
	if r.pawn >= 0 {
		say(len(r.promotions[0]) > 0, "Pawns become: %s.", r.names(r.promotions[0]))
		say(!r.mandatoryPawnPromotion, "Pawns need not promote.")
	}
	for t, i := range r.plus[:len(r.types)] {
		if i == 0 {
			continue
		}
		k := &r.kinds[i]
		name, like := r.kindName(k), r.name(k.typ)
		say(name == like || g.rare(int(k.typ)), "The %s becomes %s (%s).", r.name(uint8(t)), article(name), k.name())
		say(name != like && !g.rare(int(k.typ)), "The %s becomes %s (%s), which moves like %s.", r.name(uint8(t)), article(name), k.name(), article(like))
	}
	say(r.mandatoryPiecePromotion, "Pieces must promote when they come to their zone.")
	say(r.pieceDemotion, "Promoted pieces turn back.")
}

func (r *ruleset[S]) sayCaptures(say func(bool, string, ...any)) {
	say(r.pieceDrops && r.capturesToHand, "Captured pieces go to the captor's hand and may be dropped.")
	say(r.pieceDrops && !r.capturesToHand, "Pieces in hand may be dropped.")
	say(r.mustDrop, "While pieces are in hand they must be dropped.")
	say(r.seirawanGating, "A piece that leaves its first square may let one from the hand in.")
	say(r.capturerStays, "A piece that captures stays where it was.")
	say(r.capturerStays && r.shotsMove, "To castle, neither king nor rook may have captured.")
	say(r.capturedRelocated, "A captured piece is put on another empty square, by whom captured it.")
	say(r.holed, "Holes swallow what moves onto them, or over them along a line: %s.", r.squareNames(r.holeSet))
	say(r.sequence == "fibonacci", "Turns have 1, 1, 2, 3, 5, 8 … moves; a check ends one.")
	say(r.sequence == "progressive", "Turns have 1, 2, 3, 4 … moves; a check ends one.")
	say(r.sequence == "marseillais", "The first turn has one move, all others two; a check ends one.")
	say(r.mustCapture, "Who can capture must.")
	say(r.blastOnCapture, "A capture explodes: the captor and all pieces around but pawns are gone.")
	say(r.petrifyOnCaptureTypes != 0, "These turn to stone when they capture: %s.", r.rolesIn(r.petrifyOnCaptureTypes))
	say(r.wallingRule != noWalls, "With each move a wall is put on the board.")
	say(r.flipEnclosedPieces != noEnclosing, "Enclosed pieces change sides.")
	say(r.immobilityIllegal, "No piece goes where it could never move again.")
	say(r.flyingGeneral, "Kings may not face each other on an open line.")
	say(!r.checking, "Giving check is illegal.")
	say(!r.dropChecks, "Drops may not give check.")
	say(r.bikjangRule, "While the kings face each other on an open line one may only end that, or pass, even in check.")
	say(r.pass[0], "Passing is allowed.")
	say(r.passOnStalemate[0], "Who has no other move passes.")
}

// squareNames lists squares.
func (r *ruleset[S]) squareNames(s S) string {
	var names []string
	for !isEmpty(s) {
		names = append(names, r.g.squareName(next(&s)))
	}
	return strings.Join(names, ", ")
}

var valueWords = map[Value]string{Win: "wins", Loss: "loses", Draw: "draws"}

func (r *ruleset[S]) sayEnds(say func(bool, string, ...any)) {
	say(r.extinctionValue != NoEnd && !r.extinctionPseudoRoyal, "Who has %s.", r.extinct())
	r.sayGoals(say)
	say(r.holed && r.royal >= 0, "A king that goes into a hole has lost.")
	say(r.explosive, "A king may not explode.")
	say(!isEmpty(r.hill), "A king on one of these squares wins: %s.", r.squareNames(r.hill))
	say(r.horde, "White has no king, and loses when it has nothing left.")
	say(r.checkCounting, "Who has given %d checks wins.", r.checksToWin)
	say(r.connectN > 0, "A row of %d %s.", r.connectN, valueWords[r.connectValue])
	say(r.bikjangRule, "The game is over when the kings still face each other after that.")
	say(r.countingRule != "", "A side that can hardly be mated counts its moves, and has a draw after as many as the pieces call for (%s).", r.countingRule)
	say(r.shatarMateRule, "A mate after checks in a row of which none was by a knight, rook or bers is a draw; one by knights alone loses.")
	say(r.moveRepetitionIllegal, "Who moves one piece to and fro again and again loses.")
	say(r.pass[0] && !r.wallOrMove, "Two passes in a row end the game.")
	say(r.materialCounting == janggiMaterial, "What would be a draw is won by points: %s, and 1½ for Black.", r.points())
	say(r.materialCounting == unweighted, "What would be a draw is won by who has more pieces.")
	say(r.materialCounting == whiteDrawOdds, "What would be a draw White wins.")
	say(r.materialCounting == blackDrawOdds, "What would be a draw Black wins.")
	say(r.perpetualCheckIllegal, "Who alone gives check again and again, until a position has occurred %d times, loses.", r.nFoldRule)
	say(r.chasingRule, "Who alone chases one piece again and again loses; kings and soldiers may.")
	say(r.stalemateValue != Draw, "Who has no legal move %s.", valueWords[r.stalemateValue])
	say(r.checkmateValue != Loss, "Who is checkmated %s.", valueWords[r.checkmateValue])
	say(r.nMoveRule != 50 && r.nMoveRule > 0, "The game is drawn after %d moves each without progress.", r.nMoveRule)
}

// extinct says of which pieces a side may have too few, and what comes of it.
func (r *ruleset[S]) extinct() string {
	n, end := r.extinctionPieceCount, valueWords[r.extinctionValue]
	all := r.extinctionPieceTypes.has(AllRoles)
	switch {
	case all && n == 0:
		return "no piece left " + end
	case all:
		return fmt.Sprintf("no more than %d of all pieces together %s", n, end)
	case n == 0:
		return fmt.Sprintf("none left of one of these %s: %s", end, r.rolesIn(r.extinctionPieceTypes))
	}
	return fmt.Sprintf("no more than %d of one of these %s: %s", n, end, r.rolesIn(r.extinctionPieceTypes))
}

// sayGoals says which pieces win on which squares.
func (r *ruleset[S]) sayGoals(say func(bool, string, ...any)) {
	goal := func(c int) string {
		role, n := r.flagPiece[c], r.flagPieceCount
		who := "a piece"
		switch {
		case role == AllRoles && n > 1:
			who = fmt.Sprintf("%d pieces", n)
		case n > 1:
			who = fmt.Sprintf("%d of these: %s,", n, r.roleName(role))
		case role != AllRoles:
			who = article(r.roleName(role))
		}
		return who + " on " + r.squaresInWords(r.flag[c])
	}
	if !isEmpty(r.flag[0]) && r.flag[0] == r.flag[1] && r.flagPiece[0] == r.flagPiece[1] {
		say(true, "Who has %s wins.", goal(0))
	} else {
		for c := range 2 {
			if !isEmpty(r.flag[c]) {
				say(true, "%s wins with %s.", colorTitle(c), goal(c))
			}
		}
	}
	say(r.flagPieceSafe, "What stands there must not be attacked.")
}

// squaresInWords names a set of squares, or the rank that it is.
func (r *ruleset[S]) squaresInWords(s S) string {
	if rank := r.g.rank(first(s)); s == r.ranks[rank] {
		return fmt.Sprintf("rank %d", rank+1)
	}
	return r.squareNames(s)
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
