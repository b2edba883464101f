package general

import (
	"reflect"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general/betza"
)

// The diagram of every piece of every game, written as a definition again, is a piece
// with the same moves.
func TestDiagramsOfAllPieces(t *testing.T) {
	seen := map[string]bool{}
	c := Builtin()
	for _, name := range c.Names() {
		d := known{c}.game(name)
		for r := Role(1); r < roles; r++ {
			if d.letters[r] != 0 {
				seen[d.moves(r)] = true
			}
		}
	}
	occupied := []game.Square{game.At(3, 5, 0), game.At(6, 6, 0), game.At(4, 2, 0), game.At(1, 1, 0), game.At(6, 4, 0)}
	for text := range seen {
		def := betza.MustParse(text)
		again, err := def.Diagram().Definition()
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if !reflect.DeepEqual(again.Diagram(), def.Diagram()) {
			t.Errorf("%s is written %s, which has another diagram", text, again.Text)
		}
		for _, others := range [][]game.Square{nil, occupied} {
			a, err1 := Reaches(def, 9, 10, game.At(4, 4, 0), others)
			b, err2 := Reaches(again, 9, 10, game.At(4, 4, 0), others)
			if err1 != nil || err2 != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("%s goes elsewhere than %s", text, again.Text)
			}
		}
	}
	if len(seen) < 60 {
		t.Errorf("only %d pieces were looked at", len(seen))
	}
}

// Values are in the familiar order, and grow with the board.
func TestPieceValue(t *testing.T) {
	value := func(text string, files, ranks int) int {
		v, err := PieceValue(text, files, ranks)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return v
	}
	before := 0
	for _, text := range []string{"", "fmWfcF", "F", "N", "B", "R", "RN", "Q", "QN"} {
		v := value(text, 8, 8)
		if v < before || text != "" && v == before {
			t.Errorf("%s is worth %d, not more than %d", text, v, before)
		}
		before = v
	}
	if value("R", 16, 16) <= value("R", 8, 8) || value("N", 5, 5) >= value("N", 12, 12) {
		t.Error("values do not follow the board")
	}
	for text, want := range map[string]string{
		"tQ": "locusts (t) are not implemented", "dK": "captures of own pieces (d) are not implemented",
		"x": `piece "x", character 1: 'x' is neither an atom (WFDNAHLCJZGK RBQ O) nor a modifier (mcd i e n j p g t, fbvh rlsh)`,
	} {
		if _, err := PieceValue(text, 8, 8); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
