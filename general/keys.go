package general

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/rules"
)

// A key is a key of a file of variants.
type key struct {
	name string
	setting
}

// keys lists all keys but the names of pieces, in the order in which they are
// applied, whatever their order in the file: pieces come before all of them.
var keys = []key{
	// Older spellings, which the others override.
	{"promotionRank", zonesOf(func(d *Description, c, n int) { d.promotionRegion[c] = d.zone(c, n, d.Ranks) })},
	{"doubleStepRankMin", zonesOf(func(d *Description, c, n int) { d.doubleStepRegion[c] = d.zone(c, n, 2) })},
	{"doubleStepRank", zonesOf(func(d *Description, c, n int) { d.doubleStepRegion[c] = d.zone(c, 2, n) })},
	{"whiteFlag", squaresOf(func(d *Description) []*region { return []*region{&d.flagRegion[0]} })},
	{"blackFlag", squaresOf(func(d *Description) []*region { return []*region{&d.flagRegion[1]} })},
	{"castlingRookPiece", piecesOf(func(d *Description) []*roleSet { return both(&d.castlingRookPieces) })},
	{"whiteDropRegion", squaresOf(func(d *Description) []*region { return []*region{&d.dropRegion[0]} })},
	{"blackDropRegion", squaresOf(func(d *Description) []*region { return []*region{&d.dropRegion[1]} })},
	{"dropOnTop", by(func(d *Description, v string) error {
		on, err := truth(v)
		if on {
			d.enclosingDrop = top
		}
		return err
	})},
	{"pawnTypes", by(func(d *Description, v string) error {
		set, list, err := d.pieces(v)
		for c := range 2 {
			d.promotionPawnTypes[c], d.enPassantTypes[c], d.nMoveRuleTypes[c] = set, set, set
			d.mainPromotionPawnType[c] = lastOf(list)
		}
		return err
	})},

	{"variantTemplate", by(ignored)}, {"pieceToCharTable", by(ignored)}, {"pocketSize", by(ignored)},
	{"pieceValueMg", by(ignored)}, {"pieceValueEg", by(ignored)}, {"nnueAlias", by(ignored)},
	{"pieceNames", by(func(d *Description, v string) error { return d.readNames(v) })},
	{"boardStyle", oneOf(map[string]string{"chess": "", "plain": "plain", "reversi": "reversi", "makruk": "makruk", "shogi": "shogi",
		"xiangqi": "xiangqi", "janggi": "janggi"}, func(d *Description) *string { return &d.style })},
	{"chess960", boolOf(func(d *Description) *bool { return &d.chess960 })},
	{"twoBoards", boolOf(func(d *Description) *bool { return &d.twoBoards })},
	{"startFen", by(func(d *Description, v string) error { d.Start = v; return nil })},

	{"promotionRegionWhite", squaresOf(func(d *Description) []*region { return []*region{&d.promotionRegion[0]} })},
	{"promotionRegionBlack", squaresOf(func(d *Description) []*region { return []*region{&d.promotionRegion[1]} })},
	{"promotionPawnTypes", pawnsOf(0, 1)},
	{"promotionPawnTypesWhite", pawnsOf(0)},
	{"promotionPawnTypesBlack", pawnsOf(1)},
	{"promotionPieceTypes", piecesOf(func(d *Description) []*roleSet { return both(&d.promotionPieceTypes) })},
	{"promotionPieceTypesWhite", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.promotionPieceTypes[0]} })},
	{"promotionPieceTypesBlack", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.promotionPieceTypes[1]} })},
	{"sittuyinPromotion", boolOf(func(d *Description) *bool { return &d.sittuyinPromotion })},
	{"promotionLimit", by(func(d *Description, v string) error {
		return d.pairs(v, func(r Role, value string) error {
			n, err := number(value, 0, 255)
			d.promotionLimit[r] = n
			return err
		})
	})},
	{"promotedPieceType", by(func(d *Description, v string) error {
		return d.pairs(v, func(r Role, value string) error {
			if value == "-" {
				d.promotedPieceType[r] = 0
				return nil
			}
			to, err := d.piece(value)
			d.promotedPieceType[r] = to
			return err
		})
	})},
	{"piecePromotionOnCapture", boolOf(func(d *Description) *bool { return &d.piecePromotionOnCapture })},
	{"mandatoryPawnPromotion", boolOf(func(d *Description) *bool { return &d.mandatoryPawnPromotion })},
	{"mandatoryPiecePromotion", boolOf(func(d *Description) *bool { return &d.mandatoryPiecePromotion })},
	{"pieceDemotion", boolOf(func(d *Description) *bool { return &d.pieceDemotion })},

	{"blastOnCapture", boolOf(func(d *Description) *bool { return &d.blastOnCapture })},
	{"blastImmuneTypes", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.blastImmuneTypes} })},
	{"mutuallyImmuneTypes", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.mutuallyImmuneTypes} })},
	{"petrifyOnCaptureTypes", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.petrifyOnCaptureTypes} })},
	{"petrifyBlastPieces", boolOf(func(d *Description) *bool { return &d.petrifyBlastPieces })},

	{"doubleStep", boolOf(func(d *Description) *bool { return &d.doubleStep })},
	{"doubleStepRegionWhite", squaresOf(func(d *Description) []*region { return []*region{&d.doubleStepRegion[0]} })},
	{"doubleStepRegionBlack", squaresOf(func(d *Description) []*region { return []*region{&d.doubleStepRegion[1]} })},
	{"tripleStepRegionWhite", squaresOf(func(d *Description) []*region { return []*region{&d.tripleStepRegion[0]} })},
	{"tripleStepRegionBlack", squaresOf(func(d *Description) []*region { return []*region{&d.tripleStepRegion[1]} })},
	{"enPassantRegion", squaresOf(func(d *Description) []*region { return both(&d.enPassantRegion) })},
	{"enPassantRegionWhite", squaresOf(func(d *Description) []*region { return []*region{&d.enPassantRegion[0]} })},
	{"enPassantRegionBlack", squaresOf(func(d *Description) []*region { return []*region{&d.enPassantRegion[1]} })},
	{"enPassantTypes", piecesOf(func(d *Description) []*roleSet { return both(&d.enPassantTypes) })},
	{"enPassantTypesWhite", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.enPassantTypes[0]} })},
	{"enPassantTypesBlack", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.enPassantTypes[1]} })},

	{"castling", boolOf(func(d *Description) *bool { return &d.castling })},
	{"castlingDroppedPiece", boolOf(func(d *Description) *bool { return &d.castlingDroppedPiece })},
	{"castlingKingsideFile", fileOf(func(d *Description) *int { return &d.castlingKingsideFile })},
	{"castlingQueensideFile", fileOf(func(d *Description) *int { return &d.castlingQueensideFile })},
	{"castlingRank", rankOf(func(d *Description) *int { return &d.castlingRank })},
	{"castlingKingFile", fileOf(func(d *Description) *int { return &d.castlingKingFile })},
	{"castlingKingPiece", pieceOf(func(d *Description) []*Role { return both(&d.castlingKingPiece) })},
	{"castlingKingPieceWhite", pieceOf(func(d *Description) []*Role { return []*Role{&d.castlingKingPiece[0]} })},
	{"castlingKingPieceBlack", pieceOf(func(d *Description) []*Role { return []*Role{&d.castlingKingPiece[1]} })},
	{"castlingRookKingsideFile", fileOf(func(d *Description) *int { return &d.castlingRookKingsideFile })},
	{"castlingRookQueensideFile", fileOf(func(d *Description) *int { return &d.castlingRookQueensideFile })},
	{"castlingRookPieces", piecesOf(func(d *Description) []*roleSet { return both(&d.castlingRookPieces) })},
	{"castlingRookPiecesWhite", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.castlingRookPieces[0]} })},
	{"castlingRookPiecesBlack", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.castlingRookPieces[1]} })},
	{"oppositeCastling", boolOf(func(d *Description) *bool { return &d.oppositeCastling })},
	{"castlingWins", by(func(d *Description, v string) error {
		d.castlingWins = [2][2]bool{}
		for _, c := range strings.ReplaceAll(v, " ", "") {
			i := strings.IndexRune("KQkq", c)
			if c == '-' {
				break
			}
			if i < 0 {
				return fmt.Errorf("%q is not one of K, Q, k and q", c)
			}
			d.castlingWins[i>>1][i&1] = true
		}
		return nil
	})},

	{"checking", boolOf(func(d *Description) *bool { return &d.checking })},
	{"dropChecks", boolOf(func(d *Description) *bool { return &d.dropChecks })},
	{"mustCapture", boolOf(func(d *Description) *bool { return &d.mustCapture })},
	{"mustDrop", boolOf(func(d *Description) *bool { return &d.mustDrop })},
	{"mustDropType", pieceOf(func(d *Description) []*Role { return []*Role{&d.mustDropType} })},

	{"pieceDrops", boolOf(func(d *Description) *bool { return &d.pieceDrops })},
	{"dropLoop", boolOf(func(d *Description) *bool { return &d.dropLoop })},
	{"capturesToHand", boolOf(func(d *Description) *bool { return &d.capturesToHand })},
	{"firstRankPawnDrops", boolOf(func(d *Description) *bool { return &d.firstRankPawnDrops })},
	{"promotionZonePawnDrops", boolOf(func(d *Description) *bool { return &d.promotionZonePawnDrops })},
	{"enclosingDrop", enclosingOf(func(d *Description) *encloseRule { return &d.enclosingDrop })},
	{"enclosingDropStart", squaresOf(func(d *Description) []*region { return []*region{&d.enclosingDropStart} })},
	{"dropRegionWhite", squaresOf(func(d *Description) []*region { return []*region{&d.dropRegion[0]} })},
	{"dropRegionBlack", squaresOf(func(d *Description) []*region { return []*region{&d.dropRegion[1]} })},
	{"sittuyinRookDrop", boolOf(func(d *Description) *bool { return &d.sittuyinRookDrop })},
	{"dropOppositeColoredBishop", boolOf(func(d *Description) *bool { return &d.dropOppositeColoredBishop })},
	{"dropPromoted", boolOf(func(d *Description) *bool { return &d.dropPromoted })},
	{"dropNoDoubled", pieceOf(func(d *Description) []*Role { return []*Role{&d.dropNoDoubled} })},
	{"dropNoDoubledCount", intOf(16, func(d *Description) *int { return &d.dropNoDoubledCount })},
	{"immobilityIllegal", boolOf(func(d *Description) *bool { return &d.immobilityIllegal })},
	{"gating", boolOf(func(d *Description) *bool { return &d.gating })},
	{"seirawanGating", boolOf(func(d *Description) *bool { return &d.seirawanGating })},
	{"freeDrops", boolOf(func(d *Description) *bool { return &d.freeDrops })},

	{"wallingRule", oneOf(map[string]wallRule{"none": noWalls, "arrow": arrowWall, "duck": duckWall,
		"edge": edgeWall, "past": pastWall, "static": staticWall}, func(d *Description) *wallRule { return &d.wallingRule })},
	{"wallingRegionWhite", squaresOf(func(d *Description) []*region { return []*region{&d.wallingRegion[0]} })},
	{"wallingRegionBlack", squaresOf(func(d *Description) []*region { return []*region{&d.wallingRegion[1]} })},
	{"wallingRegion", squaresOf(func(d *Description) []*region { return both(&d.wallingRegion) })},
	{"wallOrMove", boolOf(func(d *Description) *bool { return &d.wallOrMove })},

	{"cambodianMoves", boolOf(func(d *Description) *bool { return &d.cambodianMoves })},
	{"diagonalLines", squaresOf(func(d *Description) []*region { return []*region{&d.diagonalLines} })},
	{"pass", boolsOf(func(d *Description) []*bool { return both(&d.pass) })},
	{"passWhite", boolOf(func(d *Description) *bool { return &d.pass[0] })},
	{"passBlack", boolOf(func(d *Description) *bool { return &d.pass[1] })},
	{"passOnStalemate", boolsOf(func(d *Description) []*bool { return both(&d.passOnStalemate) })},
	{"passOnStalemateWhite", boolOf(func(d *Description) *bool { return &d.passOnStalemate[0] })},
	{"passOnStalemateBlack", boolOf(func(d *Description) *bool { return &d.passOnStalemate[1] })},
	{"makpongRule", boolOf(func(d *Description) *bool { return &d.makpongRule })},
	{"flyingGeneral", boolOf(func(d *Description) *bool { return &d.flyingGeneral })},
	{"soldierPromotionRank", rankOf(func(d *Description) *int { return &d.soldierPromotionRank })},
	{"flipEnclosedPieces", enclosingOf(func(d *Description) *encloseRule { return &d.flipEnclosedPieces })},

	{"nMoveRuleTypes", piecesOf(func(d *Description) []*roleSet { return both(&d.nMoveRuleTypes) })},
	{"nMoveRuleTypesWhite", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.nMoveRuleTypes[0]} })},
	{"nMoveRuleTypesBlack", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.nMoveRuleTypes[1]} })},
	{"nMoveRule", intOf(10000, func(d *Description) *int { return &d.nMoveRule })},
	{"nFoldRule", intOf(100, func(d *Description) *int { return &d.nFoldRule })},
	{"nFoldValue", valueOf(func(d *Description) *Value { return &d.nFoldValue })},
	{"nFoldValueAbsolute", boolOf(func(d *Description) *bool { return &d.nFoldValueAbsolute })},
	{"perpetualCheckIllegal", boolOf(func(d *Description) *bool { return &d.perpetualCheckIllegal })},
	{"moveRepetitionIllegal", boolOf(func(d *Description) *bool { return &d.moveRepetitionIllegal })},
	{"chasingRule", oneOf(map[string]bool{"none": false, "axf": true}, func(d *Description) *bool { return &d.chasingRule })},
	{"stalemateValue", resultOf(func(d *Description) *Value { return &d.stalemateValue })},
	{"stalematePieceCount", boolOf(func(d *Description) *bool { return &d.stalematePieceCount })},
	{"checkmateValue", resultOf(func(d *Description) *Value { return &d.checkmateValue })},
	{"shogiPawnDropMateIllegal", boolOf(func(d *Description) *bool { return &d.shogiPawnDropMateIllegal })},
	{"shatarMateRule", boolOf(func(d *Description) *bool { return &d.shatarMateRule })},
	{"bikjangRule", boolOf(func(d *Description) *bool { return &d.bikjangRule })},

	{"extinctionValue", extinction(valueOf(func(d *Description) *Value { return &d.extinctionValue }))},
	{"extinctionClaim", boolOf(func(d *Description) *bool { return &d.extinctionClaim })},
	{"extinctionPseudoRoyal", boolOf(func(d *Description) *bool { return &d.extinctionPseudoRoyal })},
	{"dupleCheck", boolOf(func(d *Description) *bool { return &d.dupleCheck })},
	{"extinctionPieceTypes", extinction(piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.extinctionPieceTypes} }))},
	{"extinctionPieceCount", intOf(255, func(d *Description) *int { return &d.extinctionPieceCount })},
	{"extinctionOpponentPieceCount", intOf(255, func(d *Description) *int { return &d.extinctionOpponentPieceCount })},

	{"flagPiece", pieceOf(func(d *Description) []*Role { return both(&d.flagPiece) })},
	{"flagPieceWhite", pieceOf(func(d *Description) []*Role { return []*Role{&d.flagPiece[0]} })},
	{"flagPieceBlack", pieceOf(func(d *Description) []*Role { return []*Role{&d.flagPiece[1]} })},
	{"flagRegion", squaresOf(func(d *Description) []*region { return both(&d.flagRegion) })},
	{"flagRegionWhite", squaresOf(func(d *Description) []*region { return []*region{&d.flagRegion[0]} })},
	{"flagRegionBlack", squaresOf(func(d *Description) []*region { return []*region{&d.flagRegion[1]} })},
	{"flagPieceCount", intOf(255, func(d *Description) *int { return &d.flagPieceCount })},
	{"flagPieceBlockedWin", boolOf(func(d *Description) *bool { return &d.flagPieceBlockedWin })},
	{"flagMove", boolOf(func(d *Description) *bool { return &d.flagMove })},
	{"flagPieceSafe", boolOf(func(d *Description) *bool { return &d.flagPieceSafe })},
	{"checkCounting", checkCounting(boolOf(func(d *Description) *bool { return &d.checkCounting }))},

	{"connectN", intOf(16, func(d *Description) *int { return &d.connectN })},
	{"connectPieceTypes", piecesOf(func(d *Description) []*roleSet { return []*roleSet{&d.connectPieceTypes} })},
	{"connectHorizontal", boolOf(func(d *Description) *bool { return &d.connectHorizontal })},
	{"connectVertical", boolOf(func(d *Description) *bool { return &d.connectVertical })},
	{"connectDiagonal", boolOf(func(d *Description) *bool { return &d.connectDiagonal })},
	{"connectRegion1White", squaresOf(func(d *Description) []*region { return []*region{&d.connectRegion1[0]} })},
	{"connectRegion2White", squaresOf(func(d *Description) []*region { return []*region{&d.connectRegion2[0]} })},
	{"connectRegion1Black", squaresOf(func(d *Description) []*region { return []*region{&d.connectRegion1[1]} })},
	{"connectRegion2Black", squaresOf(func(d *Description) []*region { return []*region{&d.connectRegion2[1]} })},
	{"connectNxN", intOf(16, func(d *Description) *int { return &d.connectNxN })},
	{"collinearN", intOf(16, func(d *Description) *int { return &d.collinearN })},
	{"connectValue", resultOf(func(d *Description) *Value { return &d.connectValue })},

	{"materialCounting", oneOf(map[string]materialRule{"none": noMaterial, "janggi": janggiMaterial, "unweighted": unweighted,
		"whitedrawodds": whiteDrawOdds, "blackdrawodds": blackDrawOdds}, func(d *Description) *materialRule { return &d.materialCounting })},
	{"adjudicateFullBoard", boolOf(func(d *Description) *bool { return &d.adjudicateFullBoard })},
	{"countingRule", oneOf(map[string]string{"none": "", "makruk": "makruk", "cambodian": "cambodian", "asean": "asean"},
		func(d *Description) *string { return &d.countingRule })},

	{"capturer", oneOf(map[string]bool{"moves": false, "stays": true}, func(d *Description) *bool { return &d.capturerStays })},
	{"shotsMove", boolOf(func(d *Description) *bool { return &d.shotsMove })},
	{"captured", oneOf(map[string]bool{"removed": false, "relocated": true}, func(d *Description) *bool { return &d.capturedRelocated })},
	{"holes", squaresOf(func(d *Description) []*region { return []*region{&d.holes} })},
	{"turns", setting{kind: TextSetting, apply: func(d *Description, v string) (err error) {
		d.turns, err = rules.ParseTurns(v)
		return err
	}, text: func(d *Description) string {
		if d.turns == nil {
			return "1"
		}
		return d.turns.String()
	}}},
	{"checkInTurn", oneOf(map[string]checkRule{"ends": checkEnds, "last": checkLast, "continues": checkContinues},
		func(d *Description) *checkRule { return &d.checkInTurn })},
}

func ignored(*Description, string) error { return nil }

func both[T any](pair *[2]T) []*T { return []*T{&pair[0], &pair[1]} }

func truth(v string) (bool, error) {
	switch v {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, fmt.Errorf("%.40q is neither true nor false", v)
}

func number(v string, low, high int) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < low || n > high {
		return low, fmt.Errorf("%.40q is not a number from %d to %d", v, low, high)
	}
	return n, nil
}

// parseFile reads a file as a letter or as a number from 1; a is 0.
func parseFile(v string) (int, error) {
	if len(v) == 1 && v[0] >= 'a' && v[0] <= 'p' {
		return int(v[0] - 'a'), nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > 16 {
		return 0, fmt.Errorf("%.40q is not a file: a to p, or 1 to 16", v)
	}
	return n - 1, nil
}

// parseRegion reads squares: "e4", a rank "*4", a file "e*", "-" for none.
func parseRegion(v string) (r region, err error) {
	for _, word := range strings.Fields(v) {
		word = strings.ToLower(word)
		var file, rank int
		switch {
		case word == "-":
			return r, nil
		case word[0] == '*':
			if rank, err = number(word[1:], 1, 16); err != nil {
				return r, err
			}
			for file := range 16 {
				r.add(file, rank-1)
			}
		case strings.HasSuffix(word, "*"):
			if file, err = parseFile(word[:len(word)-1]); err != nil {
				return r, err
			}
			for rank := range 16 {
				r.add(file, rank)
			}
		default:
			if file, err = parseFile(word[:1]); err != nil {
				return r, fmt.Errorf("%.40q is not a square", word)
			}
			if rank, err = number(word[1:], 1, 16); err != nil {
				return r, fmt.Errorf("%.40q is not a square", word)
			}
			r.add(file, rank-1)
		}
	}
	return r, nil
}

// zone returns a side's ranks from one to another, counted from its own end.
func (d *Description) zone(c, from, to int) (z region) {
	for rank := from; rank <= min(to, d.Ranks); rank++ {
		at := rank - 1
		if c == 1 {
			at = d.Ranks - rank
		}
		for file := range 16 {
			z.add(file, at)
		}
	}
	return z
}

// piece returns the role of a letter.
func (d *Description) piece(letter string) (Role, error) {
	if letter == "*" {
		return AllRoles, nil
	}
	if len(letter) == 1 {
		upper := strings.ToUpper(letter)[0]
		for r := Role(1); r < roles; r++ {
			if upper >= 'A' && upper <= 'Z' && d.letters[r] == upper {
				return r, nil
			}
		}
	}
	return 0, fmt.Errorf("no piece has the letter %.20q", letter)
}

// pieces reads letters: "*" is all pieces together, "-" none.
func (d *Description) pieces(v string) (set roleSet, list []Role, err error) {
	for _, c := range strings.ReplaceAll(v, " ", "") {
		if c == '-' {
			break
		}
		r, err := d.piece(string(c))
		if err != nil {
			return set, list, err
		}
		set |= 1 << r
		list = append(list, r)
	}
	return set, list, nil
}

func lastOf(list []Role) Role {
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1]
}

// pairs reads "a:x b:y".
func (d *Description) pairs(v string, each func(r Role, value string) error) error {
	for _, word := range strings.Fields(v) {
		letter, value, ok := strings.Cut(word, ":")
		if !ok {
			return fmt.Errorf("%.20q is not a letter, a colon and a value", word)
		}
		r, err := d.piece(letter)
		if err != nil {
			return err
		}
		if err := each(r, value); err != nil {
			return err
		}
	}
	return nil
}

// setPiece reads "n", "n:BETZA" or "-" for a role.
func (d *Description) setPiece(r Role, v string) error {
	if v == "-" {
		d.removePiece(r)
		return nil
	}
	letter, definition, defined := strings.Cut(v, ":")
	letter = strings.TrimSpace(letter)
	if len(letter) != 1 || !(letter[0]|0x20 >= 'a' && letter[0]|0x20 <= 'z') {
		return fmt.Errorf("%.40q is not a letter", letter)
	}
	if r >= firstCustom && r != king && d.letters[r] != letter[0]&^0x20 {
		d.uncall(r) // a different piece from the parent's
	}
	d.addPiece(r, letter[0]&^0x20)
	definition = strings.TrimSpace(definition)
	switch {
	case defined && int(r) < len(predefined):
		return fmt.Errorf("this piece has its own moves: only customPiece1 to 25 and king take a definition")
	case !defined && r >= firstCustom && r < king:
		return fmt.Errorf("a definition is missing: %c:BETZA", letter[0])
	case !defined:
		if r == king {
			d.kingIs, d.betza[king] = king, ""
		}
		return nil
	}
	def, err := betza.Parse(definition)
	if err != nil {
		return err
	}
	d.betza[r] = definition
	if r == king {
		d.kingIs = king
	} else if def.EnPassant {
		for c := range 2 {
			d.enPassantTypes[c] |= 1 << r
		}
	}
	if def.Castles {
		d.castlingKingPiece = [2]Role{r, r}
	}
	return nil
}
