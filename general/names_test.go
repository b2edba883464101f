package general

import (
	"testing"

	"github.com/heterodox-chess/heterodox/game"
)

// A file gives its pieces names, plurals and drawings; children inherit them, and a piece
// that is redefined with another letter has none.
func TestNamesFromFiles(t *testing.T) {
	c := mustRead(t, "[harbour:capablanca]\ncustomPiece1 = w:WD\ncustomPiece2 = s:mRcpR\npieceNames = w:wherry, s:ship||cannon, k:captain|captains, +p:admiral\npromotedPieceType = p:q\n"+
		"[pier:harbour]\n[quay:harbour]\ncustomPiece1 = x:WD\npieceNames = s:sloop\n[royal:chess]\nking = -\ncommoner = k\ncastling = false\n"+
		"[both:chess]\ncommoner = m\n")
	for _, test := range []struct{ game, letter, name, plural, drawing string }{
		{"harbour", "W", "wherry", "wherries", "wherry"},
		{"harbour", "S", "ship", "ships", "cannon"},
		{"harbour", "K", "captain", "captains", "king"},
		{"harbour", "+P", "admiral", "admirals", "queen"},
		{"pier", "W", "wherry", "wherries", "wherry"},
		{"quay", "X", "piece X", "piece Xs", "piece X"},
		{"quay", "S", "sloop", "sloops", "sloop"},
		{"royal", "K", "king", "kings", "king"},
		{"both", "M", "commoner", "commoners", "commoner"},
		{"duck", "K", "king", "kings", "king"},
		{"xiangqi", "A", "advisor", "advisors", "ferz"},
		{"xiangqi", "R", "chariot", "chariots", "rook"},
		{"makruk", "M", "met", "mets", "ferz"},
		{"shogi", "+P", "tokin", "tokins", "tokin"},
		{"torishogi", "+S", "goose", "geese", "goose"},
	} {
		var kind game.Kind
		rules, err := c.Open(test.game)
		if !c.Has(test.game) {
			rules, err = Builtin().Open(test.game)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range rules.Pieces() {
			if k.Letter == test.letter {
				kind = k
			}
		}
		if kind.Name != test.name || kind.Plural != test.plural || kind.Drawing != test.drawing {
			t.Errorf("%s, %s: %q, %q, %q, want %q, %q, %q", test.game, test.letter, kind.Name, kind.Plural, kind.Drawing, test.name, test.plural, test.drawing)
		}
	}
}
