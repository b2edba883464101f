package picture

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// Games name existing styles, and every style is used by some game.
func TestStylesOfGames(t *testing.T) {
	used := map[string]bool{"": true, "plain": true}
	for _, name := range variants.More() {
		style := screen.LookOf(variants.MustOpen(name)).Style
		if _, err := StyleOf(style); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		used[style] = true
	}
	for name := range styles {
		if !used[name] {
			t.Errorf("no game has the style %q", name)
		}
	}
	if len(Styles()) != len(styles) || Styles()[0] != "chess" {
		t.Errorf("the styles are %v", Styles())
	}
}

// All pieces of xiangqi, janggi and shogi have a character, a different one for Black
// where players use one, and every character is used by a piece or the river.
func TestCharacters(t *testing.T) {
	used := map[string]bool{"楚": true, "河": true, "漢": true, "界": true}
	for _, name := range []string{"xiangqi", "janggi", "shogi", "minishogi", "minixiangqi"} {
		ruleset := variants.MustOpen(name)
		for _, kind := range ruleset.Pieces() {
			for _, c := range []rules.Color{rules.White, rules.Black} {
				p := Piece{Color: c, Name: DrawingOf(kind), Letter: kind.Letter, Style: screen.LookOf(ruleset).Style}
				if _, ok := p.glyph(); !ok && !kind.Rare {
					t.Errorf("%s: %s of %s, a %s, has no character", name, kind.Letter, c, p.Name)
				}
			}
		}
	}
	for _, style := range styles {
		for _, c := range style.glyphs {
			used[c] = true
			if len(glyphs()[c].segments) == 0 {
				t.Errorf("%s is not drawn", c)
			}
		}
	}
	for c, path := range glyphs() {
		if !used[c] {
			t.Errorf("%s is drawn but never used", c)
		}
		for _, chain := range path.flatten() {
			for _, at := range chain {
				if at.x < 0 || at.y < 0 || at.x > 100 || at.y > 100 {
					t.Errorf("%s: %v is outside", c, at)
				}
			}
		}
	}
}

// Pieces of different sets look different; those on tiles that point turn with the board.
func TestSets(t *testing.T) {
	draw := func(p Piece) string {
		var b bytes.Buffer
		WritePieceSVG(&b, p, themes["wood"])
		return b.String()
	}
	for style, s := range styles {
		seen := map[string]string{}
		for _, set := range Sets(style) {
			if _, err := SetOf(style, set); err != nil {
				t.Error(err)
			}
			for _, name := range []string{"king", "rook", "pawn"} {
				text := draw(Piece{Name: name, Letter: name[:1], Style: style, Set: set})
				if other := seen[text]; other != "" {
					t.Errorf("%s: the %s of %s is that of %s", style, name, set, other)
				}
				seen[text] = set
			}
		}
		up := Piece{Name: "rook", Letter: "R", Style: style}
		if points := tiles[s.tile].directed; reflect.DeepEqual(up.shapes(themes["wood"]), up.Seen(2).shapes(themes["wood"])) == points {
			t.Errorf("%s: a rook turns with the board: %v, want %v", style, !points, points)
		}
	}
	if _, err := SetOf("", "characters"); err == nil {
		t.Error("chess has characters")
	}
}

// Promoted pieces of shogi are red, except where only two colours are printed.
func TestPromotedAreRed(t *testing.T) {
	for theme, want := range map[string]bool{"kaya": true, "print": false} {
		red := false
		for _, s := range (Piece{Name: "tokin", Letter: "+P", Style: "shogi"}).shapes(themes[theme]) {
			red = red || s.stroke == vermilion
		}
		if red != want {
			t.Errorf("%s: a tokin is red: %v", theme, red)
		}
	}
}

// Players number the files of shogi from the right and letter its ranks from the top; in
// xiangqi each side numbers the files from its right.
func TestPlayersNames(t *testing.T) {
	shogi, _ := PlayersNames("shogi", 9, 9)
	xiangqi, _ := PlayersNames("xiangqi", 9, 10)
	for got, want := range map[string]string{
		shogi[2][0] + shogi[2][8] + shogi[3][0] + shogi[3][8]: "91ia",
		xiangqi[0][0] + xiangqi[0][8] + xiangqi[2][0]:         "911",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if _, ok := PlayersNames("", 8, 8); ok {
		t.Error("chess has coordinates besides those of its moves")
	}
}

// The river interrupts the lines of xiangqi, and palaces have diagonals.
func TestLinesOfXiangqi(t *testing.T) {
	lines := func(s Scene) int {
		v := view{scene: s}
		n := 0
		for _, shape := range v.crossed(s.Board.Squares()) {
			if shape.fill == nil && shape.width == 3 {
				n = max(n, len(shape.path.segments)/2)
			}
		}
		return n
	}
	plain := Scene{Board: game.Board{Files: 9, Ranks: 10, Levels: 1}, Style: "janggi"}
	if n := lines(plain); n != 10+9 {
		t.Errorf("%d lines, want 19", n)
	}
	river := plain
	if river.Style = "xiangqi"; lines(river) != 10+2+2*7 {
		t.Errorf("%d lines with a river, want 26", lines(river))
	}
	s := FromPosition(variants.MustOpen("janggi").Start())
	if n := lines(s); n != 19+4 {
		t.Errorf("%d lines with palaces, want 23", n)
	}
}
