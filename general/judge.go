package general

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/general/betza"
)

// judge returns an error if a description cannot be played, or contradicts itself.
// Its start position is judged once the game is compiled.
func (d *Description) judge() error {
	wrong := func(key, format string, args ...any) error {
		return &keyError{key: key, reason: fmt.Sprintf(format, args...)}
	}
	types := 0
	for r := Role(1); r < roles; r++ {
		if d.letters[r] == 0 {
			continue
		}
		types++
		def, err := betza.Parse(d.moves(r))
		if err != nil {
			return wrong(keyName(r), "%v", err)
		}
		if len(def.Parts) == 0 && r >= firstCustom {
			return wrong(keyName(r), "a piece without moves: use immobile for that")
		}
		for _, p := range def.Parts {
			if p.Way == betza.Locust {
				return &keyError{keyName(r), "locusts (t) are not implemented", true}
			}
			if p.Mode&betza.Own != 0 {
				return &keyError{keyName(r), "captures of own pieces (d) are not implemented", true}
			}
		}
	}
	if types == 0 {
		return wrong("startFen", "the game has no pieces")
	}
	if types > 30 {
		return wrong("startFen", "%d kinds of pieces, more than 30", types)
	}
	hasKing := d.letters[king] != 0
	switch {
	case !hasKing && d.bikjangRule:
		return wrong("bikjangRule", "the game has no royal king")
	case !d.checking && d.checkCounting && !d.composed:
		return wrong("checkCounting", "checks that are illegal cannot be counted")
	case d.castling && d.castlingRank >= d.Ranks:
		return wrong("castlingRank", "the board has %d ranks", d.Ranks)
	case d.pieceDrops && d.wallingRule != noWalls:
		return wrong("wallingRule", "drops and walls cannot be combined")
	case hasKing && d.blastOnCapture:
		return wrong("blastOnCapture", "royal kings cannot explode: use a commoner and extinctionPseudoRoyal")
	case hasKing && d.petrifyOnCaptureTypes.has(king):
		return wrong("petrifyOnCaptureTypes", "royal kings cannot turn into walls: use a commoner and extinctionPseudoRoyal")
	case hasKing && d.flipEnclosedPieces != noEnclosing:
		return wrong("flipEnclosedPieces", "royal kings cannot be flipped")
	case hasKing && d.wallingRule == duckWall:
		return wrong("wallingRule", "a duck cannot be combined with royal kings: use a commoner")
	case (hasKing || d.extinctionPseudoRoyal) && d.blastImmuneTypes != 0:
		return wrong("blastImmuneTypes", "cannot be combined with royal pieces")
	case (hasKing || d.extinctionPseudoRoyal) && d.mutuallyImmuneTypes != 0:
		return wrong("mutuallyImmuneTypes", "cannot be combined with royal pieces")
	case d.flagPieceSafe && d.blastOnCapture:
		return wrong("flagPieceSafe", "cannot be combined with explosions")
	}
	if err := d.judgeOwn(); err != nil {
		return err
	}
	for c := range 2 {
		if d.castling && d.hasCastling(c) && max(d.castlingKingsideFile, d.castlingQueensideFile) >= d.Files {
			return wrong("castlingKingsideFile", "kings cannot castle beyond file %c", 'a'+d.Files-1)
		}
	}
	return nil
}

// judgeOwn returns an error if keys of our own are combined with others that do not
// go with them.
func (d *Description) judgeOwn() error {
	for _, own := range []struct {
		asked bool
		key   string
	}{
		{d.capturerStays, "capturer"},
		{d.capturedRelocated, "captured"},
		{!d.holes.isEmpty(), "holes"},
		{d.turns != nil, "turns"},
	} {
		for _, other := range []struct {
			asked bool
			key   string
		}{
			{d.wallingRule != noWalls, "wallingRule"},
			{d.gating, "gating"},
			{d.petrifyOnCaptureTypes != 0, "petrifyOnCaptureTypes"},
			{d.flipEnclosedPieces != noEnclosing, "flipEnclosedPieces"},
			{d.makpongRule, "makpongRule"},
			{d.cambodianMoves, "cambodianMoves"},
			{d.sittuyinPromotion, "sittuyinPromotion"},
			{d.wallOrMove, "wallOrMove"},
			{d.pass != [2]bool{} || d.passOnStalemate != [2]bool{}, "pass"},
			{d.castlingWins != [2][2]bool{}, "castlingWins"},
			{d.dupleCheck, "dupleCheck"},
			{d.mutuallyImmuneTypes != 0, "mutuallyImmuneTypes"},
			{d.countingRule != "", "countingRule"},
			{d.letters[janggi] != 0, "janggiCannon"},
			{!d.diagonalLines.isEmpty(), "diagonalLines"},
			{d.bikjangRule, "bikjangRule"},
		} {
			if own.asked && other.asked {
				return &keyError{key: own.key, reason: "cannot be combined with " + other.key}
			}
		}
	}
	for _, other := range []struct {
		asked bool
		key   string
	}{
		{d.makpongRule, "makpongRule"},
		{d.cambodianMoves, "cambodianMoves"},
		{d.wallOrMove, "wallOrMove"},
		{d.passOnStalemate != [2]bool{}, "passOnStalemate"},
		{d.shatarMateRule, "shatarMateRule"},
	} {
		if d.explosive && other.asked {
			return &keyError{key: other.key, reason: "cannot be combined with kings that explode"}
		}
	}
	inTurn := func(other string) error {
		return &keyError{key: "checkInTurn", reason: "continues cannot be combined with " + other}
	}
	switch {
	case d.turns == nil || d.checkInTurn != checkContinues:
	case d.checkCounting:
		return inTurn("checkCounting")
	case d.extinctionPseudoRoyal:
		return inTurn("extinctionPseudoRoyal")
	case d.explosive:
		return inTurn("explosions")
	}
	switch {
	case d.capturedRelocated && d.capturesToHand:
		return &keyError{key: "captured", reason: "pieces are relocated or go to the hand (capturesToHand), not both"}
	}
	return nil
}

// hasCastling reports whether the start position gives a side castling rights.
func (d *Description) hasCastling(c int) bool {
	fields := strings.Fields(d.Start)
	if len(fields) < 3 {
		return false
	}
	letters := "KQ"
	if c == 1 {
		letters = "kq"
	}
	return strings.ContainsAny(fields[2], letters)
}
