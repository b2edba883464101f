package general

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/internal/english"
)

// What a card says about the end of the game.

var valueWords = map[Value]string{Win: "wins", Loss: "loses", Draw: "draws", NoEnd: "plays on"}

// sayEnds says how the game ends.
func (g *rulesOf[S]) sayEnds(say sayer) {
	r := g.r
	if r.extinctionValue != NoEnd && !r.extinctionPseudoRoyal {
		g.sayExtinction(say)
	}
	kings := r.plural(r.kingRole())
	var royal []string
	for _, t := range r.pseudo {
		royal = append(royal, r.name(t))
	}
	say(r.extinctionPseudoRoyal && r.blastOnCapture, "A side whose %s explodes loses.", english.List(royal, "or"))
	r.sayGoals(say)
	say(r.holed && r.royal >= 0, "A side whose king goes into a hole loses.")
	say(r.explosive, "A king may not capture, as it would explode.")
	say(!isEmpty(&r.hill), "A side wins by bringing its king to %s.", r.squareNames(r.hill, "or"))
	say(r.horde, "White loses when it has nothing left.")
	say(r.bareWins && (r.royal >= 0 || r.explosive), "A side wins when it has lost all its pieces but a royal king.")
	say(r.checkCounting, "A side wins when it has given %s.", english.Count(r.checksToWin, "check"))
	r.sayRows(say)
	say(r.bikjangRule, "The game ends if the %s still face each other after that.", kings)
	say(r.countingRule != "", "A side that has little left may count moves: the game is drawn if it is not mated within a number of moves that depends on the pieces left (%s counting).", title(r.countingRule))
	say(r.shatarMateRule, "Mate wins only if a %s, %s or %s gave one of the checks in a row that led to it; otherwise it is a draw. A mate by %s alone loses.",
		r.roleName(knight), r.roleName(rook), r.roleName(bers), r.plural(knight))
	say((r.pass[0] || r.pass[1]) && !r.wallOrMove, "Two passes in a row end the game.")
	say(r.adjudicateFullBoard, "The game ends when the board is full.")
	say(r.materialCounting == janggiMaterial, "Instead of a draw the side with more points wins: %s, and 1½ for Black.", r.points())
	say(r.materialCounting == unweighted, "When the game ends otherwise, the side with more pieces wins.")
	say(r.materialCounting == whiteDrawOdds, "White wins instead of a draw.")
	say(r.materialCounting == blackDrawOdds, "Black wins instead of a draw.")
	r.sayRepetition(say)
	say(r.stalemateValue != Draw && !r.stalematePieceCount, "A side without a legal move %s.", valueWords[r.stalemateValue])
	say(r.stalematePieceCount, "When a side has no legal move, the side with %s pieces wins.", map[bool]string{true: "fewer", false: "more"}[r.stalemateValue == Win])
	say(r.checkmateValue != Loss, "A side that is checkmated %s.", valueWords[r.checkmateValue])
	say(r.nMoveRule != 50 && r.nMoveRule > 0, "The game is drawn after %s by each side without progress.", english.Count(r.nMoveRule, "move"))
	say(r.nMoveRule == 0, "There is no fifty-move rule.")
	for c := range 2 {
		say(r.nMoveRule > 0 && r.nMoveRuleTypes[c] != rolesOf(pawn) && r.pawn >= 0, "For %s, progress is a capture or a move of %s.", colorTitle(c), r.rolesIn(r.nMoveRuleTypes[c], "and"))
	}
}

// sayRepetition says what repeated positions lead to.
func (r *ruleset[S]) sayRepetition(say sayer) {
	n := r.nFoldRule
	if r.turns != nil {
		return // the third occurrence of a position draws, as usual
	}
	say(n == 0, "Positions may be repeated without end.")
	if n == 0 {
		return
	}
	often := times(n)
	say(r.perpetualCheckIllegal && r.hasChecks(), "Perpetual check loses: if a position occurs %s and only one side kept giving check, that side loses.", often)
	say(r.chasingRule, "Perpetual chase loses: if a position occurs %s and only one side kept attacking the same piece, that side loses. %s and %s may chase.",
		often, title(r.plural(king)), r.plural(soldier))
	say(r.moveRepetitionIllegal, "A side that keeps moving one piece back and forth loses.")
	who := "the side to move"
	if r.nFoldValueAbsolute {
		who = "White"
	}
	say(r.nFoldValue != Draw && r.nFoldValue != NoEnd, "If a position occurs %s otherwise, %s %s.", often, who, valueWords[r.nFoldValue])
	say(r.nFoldValue == NoEnd, "Otherwise positions may be repeated without end.")
	say(r.nFoldValue == Draw && n != 3, "The game is drawn when a position occurs %s.", often)
}

// sayExtinction says of which pieces a side may have too few, and what that means.
func (g *rulesOf[S]) sayExtinction(say sayer) {
	r := g.r
	n, end := r.extinctionPieceCount, valueWords[r.extinctionValue]
	var kinds []Role
	for _, role := range r.types {
		if slices.Contains(slices.Concat(r.vital[:]...), role) {
			kinds = append(kinds, role)
		}
	}
	list := r.rolesIn(rolesOf(kinds...), "and")
	all := r.extinctionPieceTypes.has(AllRoles)
	switch {
	case all && n == 0:
		say(true, "A side that has lost all its pieces %s.", end)
	case all && n == 1:
		say(true, "A side with only one piece left %s.", end)
	case all:
		say(true, "A side with %d pieces or fewer left %s.", n, end)
	case len(kinds) == 1 && n == 0 && g.most(kinds[0]) == 1:
		say(true, "A side whose %s is captured %s.", r.roleName(kinds[0]), end)
	case len(kinds) == 1 && n == 0:
		say(true, "A side that has lost all its %s %s.", r.plural(kinds[0]), end)
	case len(kinds) == 1:
		say(true, "A side with no more than %d %s left %s.", n, r.severalRoles(kinds[0], n), end)
	case n == 0:
		say(true, "A side that has lost all its pieces of one of these kinds %s: %s.", end, list)
	default:
		say(true, "A side with no more than %d left of one of these kinds %s: %s.", n, end, list)
	}
	say(r.extinctionOpponentPieceCount > 0, "That counts only while the other side has at least %d.", r.extinctionOpponentPieceCount)
	say(r.extinctionClaim, "It is decided when that side is to move.")
}

// sayRows says which rows, squares and chains of pieces end the game.
func (r *ruleset[S]) sayRows(say sayer) {
	value := valueWords[r.connectValue]
	say(r.connectN > 0, "A side with %d pieces in a row %s.", r.connectN, value)
	say(r.collinearN > 0, "A side with %d pieces on one line, whatever stands between them, %s.", r.collinearN, value)
	say(r.connectNxN > 0, "A side with a block of %d×%d pieces %s.", r.connectNxN, r.connectNxN, value)
	chain := false
	for c := range 2 {
		if from, to := r.convert(r.connectRegion1[c]), r.convert(r.connectRegion2[c]); !isEmpty(&from) && !isEmpty(&to) {
			chain = true
			say(true, "%s %s with a chain of pieces from %s to %s.", colorTitle(c), value, r.squaresInWords(from, "or"), r.squaresInWords(to, "or"))
		}
	}
	if r.connectN == 0 && r.collinearN == 0 && r.connectNxN == 0 && !chain {
		return
	}
	say(r.connectPieceTypes != ^roleSet(0), "Only these count for that: %s.", r.rolesIn(r.connectPieceTypes, "and"))
	var ways []string
	for i, on := range []bool{r.connectHorizontal, r.connectVertical, r.connectDiagonal} {
		if on {
			ways = append(ways, []string{"along ranks", "along files", "diagonally"}[i])
		}
	}
	say(len(ways) < 3, "Only %s.", english.List(ways, "and"))
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
			who = fmt.Sprintf("%d %s", n, r.severalRoles(role, n))
		case role != AllRoles:
			who = article(r.roleName(role))
		}
		return who + " to " + r.squaresInWords(r.flag[c], "or")
	}
	if !isEmpty(&r.flag[0]) && r.flag[0] == r.flag[1] && r.flagPiece[0] == r.flagPiece[1] {
		say(true, "A side wins by bringing %s.", goal(0))
	} else {
		for c := range 2 {
			if !isEmpty(&r.flag[c]) {
				say(true, "%s wins by bringing %s.", colorTitle(c), goal(c))
			}
		}
	}
	say(r.flagPieceBlockedWin, "Fewer pieces win, too, if all these squares are occupied.")
	race := r.flagMove && (r.raced() || r.flagPiece[0] == king || r.flagPiece[1] == king)
	stay := r.flagMove && !race
	say(r.flagPieceSafe && !stay, "A piece that can be captured there does not win.")
	say(race, "If White gets there first and Black can follow with its next move, Black has that move, and the game is drawn if it does.")
	say(stay && r.flagPieceSafe, "If it can be captured there, it wins only if it is still there after the other side’s next move.")
	say(stay && !r.flagPieceSafe, "It wins only if it is still there after the other side’s next move.")
}
