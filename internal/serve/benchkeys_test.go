package serve

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/general"
)

// hiddenKeys are keys that the bench shows in other ways, or that are covered by others.
var hiddenKeys = strings.Fields(`startFen pieceNames variantTemplate pieceToCharTable pocketSize pieceValueMg pieceValueEg nnueAlias twoBoards
	promotionRank doubleStepRank doubleStepRankMin whiteFlag blackFlag castlingRookPiece whiteDropRegion blackDropRegion dropOnTop pawnTypes
	promotionPawnTypesWhite promotionPawnTypesBlack promotionPieceTypesWhite promotionPieceTypesBlack enPassantRegion enPassantTypesWhite enPassantTypesBlack
	castlingKingPieceWhite castlingKingPieceBlack castlingRookPiecesWhite castlingRookPiecesBlack castlingRookKingsideFile castlingRookQueensideFile
	wallingRegion passWhite passBlack passOnStalemateWhite passOnStalemateBlack soldierPromotionRank sittuyinPromotion sittuyinRookDrop
	nMoveRuleTypesWhite nMoveRuleTypesBlack shatarMateRule flagPieceWhite flagPieceBlack flagRegion`)

// Every key has a text on the bench, or is hidden for a reason; no text is left over.
func TestBenchKeys(t *testing.T) {
	sketch, errs := general.NewSketch("[a]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	hidden, texts, known := map[string]bool{}, benchKeys(), map[string]bool{}
	for _, key := range hiddenKeys {
		hidden[key] = true
	}
	for _, s := range sketch.Settings {
		known[s.Key] = true
		if text := texts[s.Key]; (text.Title == "") != hidden[s.Key] {
			t.Errorf("%s: text %+v, hidden %t", s.Key, text, hidden[s.Key])
		} else if !hidden[s.Key] && (text.Group == "" || !strings.HasSuffix(text.Says, ".")) {
			t.Errorf("%s: incomplete text %+v", s.Key, text)
		}
	}
	for key := range texts {
		if !known[key] {
			t.Errorf("a text for the unknown key %s", key)
		}
	}
	for key := range hidden {
		if !known[key] {
			t.Errorf("unknown hidden key %s", key)
		}
	}
}
