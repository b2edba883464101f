package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// busy returns a scene that contains an example of everything.
func busy(t *testing.T, variant string) Scene {
	t.Helper()
	s := FromPosition(variants.MustOpen(variant).Start())
	s.Frame, s.Size = true, 24
	s.Last = []game.Square{game.At(0, 1, 0), game.At(0, 2, 0)}
	s.Check = []game.Square{game.At(1, 0, 0)}
	s.Fills = []Fill{{game.At(2, 2, 0), over(0x2a9d3a, 0x80)}}
	s.Arrows = []Arrow{
		{From: game.At(0, 0, 0), To: game.At(2, 1, 0)},
		{From: game.At(1, 2, 0), To: game.At(2, 0, 0), Second: true, Color: namedColors["red"]},
		{From: game.At(1, 1, 0), To: game.At(1, 1, 0)},
	}
	for shape := range numShapes {
		s.Marks = append(s.Marks, Mark{game.At(int(shape)%3, int(shape)/3, 0), shape, namedColors["cyan"]})
	}
	return s
}

// The SVG and the PNG look the same: the paths of the document, read back and
// painted, give the same pixels.
func TestWritersAgree(t *testing.T) {
	for _, variant := range []string{"fairy+blackhole", "baseline", "cube3", "xiangqi", "shogi", "janggi"} {
		for turn := range 4 {
			for _, theme := range Themes()[turn : turn+2] {
				s := busy(t, variant)
				s.Turn = turn
				s.Theme = themes[theme]
				s.Coordinates = Coordinates(turn)
				var text, image bytes.Buffer
				if err := s.WriteSVG(&text); err != nil {
					t.Fatal(err)
				}
				if err := s.WritePNG(&image); err != nil {
					t.Fatal(err)
				}
				want, err := png.Decode(&image)
				if err != nil {
					t.Fatal(err)
				}
				got := paintSVG(t, text.Bytes())
				if off := difference(got, rgba(want)); off > 0.001 {
					t.Errorf("%s turned %d in %s: %.2f%% of the pixels differ", variant, turn, theme, 100*off)
				}
			}
		}
	}
}

// difference returns the share of pixels that differ noticeably.
func difference(a, b *image.RGBA) float64 {
	if a.Rect != b.Rect {
		return 1
	}
	off := 0
	for i := 0; i < len(a.Pix); i += 4 {
		for j := i; j < i+4; j++ {
			if max(a.Pix[j], b.Pix[j])-min(a.Pix[j], b.Pix[j]) > 16 {
				off++
				break
			}
		}
	}
	return float64(off) / float64(len(a.Pix)/4)
}

// rgba returns an image as pixels.
func rgba(m image.Image) *image.RGBA {
	out := image.NewRGBA(m.Bounds())
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// A node is an element of an SVG document.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []node     `xml:",any"`
}

func (n node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// paintSVG paints the subset of SVG that writeSVG writes.
func paintSVG(t *testing.T, text []byte) *image.RGBA {
	t.Helper()
	var root node
	if err := xml.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	width, _ := strconv.Atoi(root.attr("width"))
	height, _ := strconv.Atoi(root.attr("height"))
	var box [4]float64
	fmt.Sscan(root.attr("viewBox"), &box[0], &box[1], &box[2], &box[3])
	c := newCanvas(width, height)
	defs := map[string][]node{}
	paint := func(paths []node, at transform) {
		for _, p := range paths {
			path, err := ParsePath(p.attr("d"))
			if err != nil {
				t.Fatal(err)
			}
			s := shape{path: path, fill: colorOf(t, p, "fill"), stroke: colorOf(t, p, "stroke")}
			s.width, _ = strconv.ParseFloat(p.attr("stroke-width"), 64)
			c.paint([]layer{{at: at, shapes: []shape{s}}}, scaled(float64(width)/box[2]))
		}
	}
	for _, n := range root.Children {
		at := identity
		if m := n.attr("transform"); m != "" {
			fmt.Sscanf(m, "matrix(%g %g %g %g %g %g)", &at[0], &at[1], &at[2], &at[3], &at[4], &at[5])
		}
		switch n.XMLName.Local {
		case "defs":
			for _, g := range n.Children {
				defs[g.attr("id")] = g.Children
			}
		case "use":
			paint(defs[strings.TrimPrefix(n.attr("href"), "#")], at)
		case "g":
			paint(n.Children, at)
		case "path":
			paint([]node{n}, at)
		case "title", "desc":
		default:
			t.Fatalf("element %s", n.XMLName.Local)
		}
	}
	return c.image
}

func colorOf(t *testing.T, n node, name string) color.Color {
	text := n.attr(name)
	if text == "" || text == "none" {
		return nil
	}
	c := must.Get(t, ParseColor, text)
	if o := n.attr(name + "-opacity"); o != "" {
		alpha, _ := strconv.ParseFloat(o, 64)
		return over(uint32(c.R)<<16|uint32(c.G)<<8|uint32(c.B), uint8(alpha*255+.5))
	}
	return c
}

// No two pieces look alike, even at 20 pixels, in either colour.
func TestDrawingsDiffer(t *testing.T) {
	for _, c := range []rules.Color{rules.White, rules.Black} {
		seen := map[string]*image.RGBA{}
		for _, name := range append(Drawings(), "nightrider", "grasshopper") {
			f := frame{width: 100, height: 100, unit: 0.2, background: rgb(0xb78a62)}
			got := raster(f, []layer{{at: identity, shapes: Piece{Color: c, Name: name}.shapes(themes["wood"])}}).image
			for other, image := range seen {
				if d := difference(got, image); d < 0.05 {
					t.Errorf("%s %s and %s differ in only %.0f%% of the pixels", c, name, other, 100*d)
				}
			}
			seen[name] = got
		}
	}
}

// All drawings stay inside their square.
func TestDrawingsFit(t *testing.T) {
	for name, parts := range parsed() {
		for _, p := range parts {
			for _, chain := range p.path.flatten() {
				for _, at := range chain {
					if at.x < 0 || at.y < 0 || at.x > 100 || at.y > 94 {
						t.Errorf("%s: %v is outside", name, at)
					}
				}
			}
		}
	}
}

func TestParsePath(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"M1 2l3,4h-1V0z", "M1 2L4 6L3 6L3 0Z"},
		{"m1-2 3 4", "M1 -2L4 2"},
		{"M0 0Q3 3 6 0t6 0", "M0 0C2 2 4 2 6 0C8 -2 10 -2 12 0"},
		{"M0 0C0 1 1 2 2 2s2-1 2-2", "M0 0C0 1 1 2 2 2C3 2 4 1 4 0"},
		{"M0 0a1 1 0 0110 0", "M0 0C0 -2.76 2.24 -5 5 -5C7.76 -5 10 -2.76 10 0"},
		{"M.5.5L1e1-5", "M0.5 0.5L10 -5"},
		{"", ""},
	} {
		p, err := ParsePath(c.text)
		if err != nil || p.String() != c.want {
			t.Errorf("%q: %q %v, want %q", c.text, p, err, c.want)
		}
	}
	for text, want := range map[string]string{
		"L1 1":             "offset 0: a path must start with M",
		"M1":               "offset 2: expected a number",
		"M1 1X":            "offset 4: 'X'",
		"M1 1A1 1 0 2 0 1": "offset 11: expected a flag",
		"M1 9999999":       "offset 3: expected a number",

		"M0 999999v2":                 "offset 11: a coordinate of the path is beyond a million",
		"M0 0a101103 2 30 01103031 2": "offset 27: a coordinate of the path is beyond a million",
	} {
		if _, err := ParsePath(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParsePath(f *testing.F) {
	f.Add("M1 2l3,4h-1V0zl1 1")
	f.Add("M0 0a1 2 30 0110 0S1 2 3 4T5 6")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePath(text)
		if err != nil {
			return
		}
		again, err := ParsePath(p.String())
		if err != nil {
			t.Fatalf("%q: %v", p, err)
		}
		if len(again.segments) != len(p.segments) {
			t.Fatalf("%q became %q", p, again)
		}
		p.flatten()
	})
}

// squareAt is the inverse of cell in every orientation of the board.
func TestTurns(t *testing.T) {
	board := game.Board{Files: 5, Ranks: 7, Levels: 2}
	for turn := range 4 {
		v := view{scene: Scene{Board: board, Turn: turn}}
		columns, rows := v.extent()
		for _, sq := range board.Squares() {
			column, row := v.cell(sq)
			if column < 0 || row < 0 || column >= columns || row >= rows || v.squareAt(column, row, sq.Level()) != sq {
				t.Errorf("turned %d: %v is at column %d, row %d", turn, sq, column, row)
			}
		}
	}
}

// The files in testdata hold pictures that were checked by eye; with the environment
// variable UPDATE set, the test rewrites them.
func TestGolden(t *testing.T) {
	for _, variant := range []string{"fairy+blackhole", "baseline", "cube3", "xiangqi", "shogi", "makruk"} {
		var b bytes.Buffer
		s := busy(t, variant)
		if err := s.WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", variant+".svg")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want := must.Get(t, os.ReadFile, file)
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s has changed", variant)
		}
	}
}

func TestSceneErrors(t *testing.T) {
	for want, change := range map[string]func(*Scene){
		"1 to 1000":              func(s *Scene) { s.Size = 1001 },
		"each must be 1 to 16":   func(s *Scene) { s.Board.Files = 17 },
		"an arrow on i1":         func(s *Scene) { s.Arrows = []Arrow{{To: game.At(8, 0, 0)}} },
		"a piece on a16":         func(s *Scene) { s.Pieces[game.At(0, 15, 0)] = Piece{} },
		"pixels are too many":    func(s *Scene) { s.Size = 1000 },
		"last move on p1, which": func(s *Scene) { s.Last = []game.Square{game.At(15, 0, 0)} },
	} {
		s := FromPosition(variants.MustOpen("chess").Start())
		change(&s)
		if err := s.WriteSVG(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestParseColor(t *testing.T) {
	for text, want := range map[string]color.RGBA{"Red": namedColors["red"], "#fff": rgb(0xffffff), "#102030": rgb(0x102030), "#00000080": {0, 0, 0, 0x80}} {
		if got, err := ParseColor(text); err != nil || got != want {
			t.Errorf("%s: %v %v", text, got, err)
		}
	}
	for _, text := range []string{"", "redd", "#12", "#12345", "#gggggg", "123456"} {
		if _, err := ParseColor(text); err == nil {
			t.Errorf("%q is a colour", text)
		}
	}
}

// Walls placed by moves are drawn.
func TestWalls(t *testing.T) {
	pos := must.Get(t, variants.MustOpen("duck").ParsePosition, "4k3/8/8/3*4/8/8/8/4K3 b - - 0 1")
	s := FromPosition(pos)
	if p := s.Pieces[game.At(3, 4, 0)]; p.Name != "duck" || len(s.Pieces) != 3 {
		t.Errorf("the pieces are %v", s.Pieces)
	}
}

// The promoted forms of shogi have drawings, and those that move alike are
// distinguished by their original pieces.
func TestPromotedForms(t *testing.T) {
	for _, name := range []string{"shogi", "minishogi", "torishogi", "kyotoshogi"} {
		seen := map[string]string{}
		for _, kind := range variants.MustOpen(name).Pieces() {
			image := PieceSVG(Piece{Name: DrawingOf(kind), Letter: kind.Letter})
			image = image[strings.Index(image, "</title>")+1:]
			if other, again := seen[image]; again {
				t.Errorf("%s: %s has the same drawing as %s", name, kind.Letter, other)
			}
			seen[image] = kind.Letter
			if name == "shogi" && !Known(DrawingOf(kind)) {
				t.Errorf("%s: %s, a %s, has no drawing", name, kind.Letter, kind.Name)
			}
		}
	}
	for _, name := range []string{"grasshopper", "berolina", "clobber", "flipersi", "janggi", "hoppelpoppel"} {
		for _, kind := range variants.MustOpen(name).Pieces() {
			if !Known(DrawingOf(kind)) {
				t.Errorf("%s: %s, a %s, has no drawing", name, kind.Letter, kind.Name)
			}
		}
	}
}

// A drawing that shows a direction points down for Black and turns with the board;
// others stay upright.
func TestDirectedDrawings(t *testing.T) {
	for name, directed := range map[string]bool{"gold": true, "silver": true, "lance": true, "Gold General": true, "knight": false, "nightrider": false, "pawn": false} {
		white, black := Piece{Name: name, Letter: "+P"}, Piece{Name: name, Letter: "+P", Color: rules.Black}
		if same := reflect.DeepEqual(white.parts(), black.parts()); same == directed {
			t.Errorf("%s: Black's like White's: %t", name, same)
		}
		for turn := range 4 {
			seen := view{scene: Scene{Turn: turn}}.piece(white, point{}, 1)
			if same := reflect.DeepEqual(seen.shapes, white.shapes(Theme{})); same != (turn == 0 || !directed) {
				t.Errorf("%s on a board turned by %d: upright: %t", name, turn, same)
			}
		}
	}
	// On a board turned by 180 degrees, Black's drawing looks like White's, up to rounding.
	if got, want := (Piece{Name: "gold", Color: rules.Black}).Seen(2), (Piece{Name: "gold"}); got.parts()[0].path.String() != want.parts()[0].path.String() {
		t.Errorf("%v, want %v", got.parts()[0].path, want.parts()[0].path)
	}
}
