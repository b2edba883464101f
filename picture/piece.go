package picture

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/rules"
)

// Line widths on the plane of 100 by 100 on which pieces are drawn.
const (
	outlineWidth = 4
	lineWidth    = 3.5
)

// A Piece says how a piece looks.
type Piece struct {
	Color rules.Color
	// Name chooses a drawing: one of Drawings, or a name that stands for one.
	Name string
	// Letter is drawn if there is no drawing for the name, and is used in the text of
	// the board. If it begins with a plus sign, as for a promoted form, the letter of
	// the original piece appears in a corner of the drawing.
	Letter string
	// Outline, if not empty, is drawn instead of both: a path on a plane of 100 by 100.
	Outline Path
	// Turn turns the piece clockwise, in degrees. Drawings that show a direction are
	// additionally turned for Black.
	Turn float64
	// Promoted marks a piece that was a pawn.
	Promoted bool
	// Style is that of the board, Set the set of pieces, "" for the usual one of the style.
	Style, Set string
}

// aliases are other names of the drawings, and names that stand for a turned drawing:
// by custom a nightrider is an inverted knight, and a grasshopper an inverted queen.
var aliases = map[string]struct {
	drawing string
	turn    float64
}{
	"nightrider": {"knight", 180}, "grasshopper": {"queen", 180}, "rookhopper": {"rook", 180}, "bishophopper": {"bishop", 180},
	"cardinal": {"archbishop", 0}, "princess": {"archbishop", 0}, "marshal": {"chancellor", 0}, "marshall": {"chancellor", 0}, "empress": {"chancellor", 0},
	"chariot": {"rook", 0}, "general": {"king", 0}, "ferz-alfil": {"elephant", 0},
	"met": {"ferz", 0}, "fers": {"ferz", 0}, "advisor": {"ferz", 0}, "man": {"commoner", 0}, "mann": {"commoner", 0}, "guard": {"commoner", 0},
	"alfil": {"elephant", 0}, "gold general": {"gold", 0}, "silver general": {"silver", 0}, "machine": {"dabbaba", 0},
	"soldier": {"pawn", 0}, "horse": {"knight", 0}, "sideways pawn": {"pawn", 90}, "berolina": {"pawn", 180}, "berolina pawn": {"pawn", 180}, "shogi knight": {"knight", 0}, "shogi pawn": {"pawn", 0},
	"eagle": {"hawk", 0}, "griffon": {"hawk", 0}, "maharaja": {"amazon", 0},
	"bers": {"dragon", 0}, "dragon king": {"dragon", 0}, "janggi elephant": {"elephant", 0}, "fers alfil": {"elephant", 0}, "janggi cannon": {"cannon", 0},
	"tokin": {"gold", 0}, "promoted silver": {"gold", 0}, "promoted lance": {"gold", 0}, "promoted knight": {"gold", 0},
	"breakthrough": {"pawn", 0}, "clobber": {"stone", 0}, "immobile": {"stone", 0},
	// A piece that captures differently from how it moves is drawn as the piece it moves like.
	"knibis": {"knight", 0}, "kniroo": {"knight", 0}, "biskni": {"bishop", 0}, "rookni": {"rook", 0},
}

// makrukDrawings are the drawings of makruk's own set.
var makrukDrawings = map[string]string{"king": "makruk khun", "ferz": "makruk met", "silver": "makruk khon", "rook": "makruk ruea", "pawn": "makruk bia"}

// directed are the drawings that show a direction.
var directed = map[string]bool{"gold": true, "silver": true, "lance": true}

// drawing returns the name of the drawing for a piece's name, and by how much it is
// turned, clockwise in degrees.
func (p Piece) drawing() (name string, turn float64) {
	name = strings.ToLower(p.Name)
	if a, ok := aliases[name]; ok {
		name, turn = a.drawing, a.turn
	}
	if other, ok := makrukDrawings[name]; ok && p.set() == "makruk" {
		return other, 0
	}
	if directed[name] && p.Color == rules.Black {
		turn += 180
	}
	return name, turn
}

// Seen returns the piece as it looks on a board that is turned clockwise by quarters:
// drawings that show a direction turn with the board.
func (p Piece) Seen(quarters int) Piece {
	if name, _ := p.drawing(); (directed[name] || tiles[p.tile()].directed) && len(p.Outline.segments) == 0 {
		p.Turn += float64(90 * (quarters & 3))
	}
	return p
}

// Drawings returns the names of the pieces that have their own drawing.
func Drawings() []string {
	names := slices.Sorted(maps.Keys(drawings))
	return slices.DeleteFunc(names, func(name string) bool { return name == "horse head" || name == "hole" })
}

// A part is one line of a drawing.
type part struct {
	kind byte // 'b' body, 'l' line, 's' spot
	path Path
}

// parsed holds the drawings, parsed once.
var parsed = sync.OnceValue(func() map[string][]part {
	all := make(map[string][]part, len(drawings))
	for name := range drawings {
		all[name] = parseDrawing(name)
	}
	return all
})

// parseDrawing reads a drawing, and those it uses.
func parseDrawing(name string) (parts []part) {
	text, ok := drawings[name]
	if !ok {
		panic("picture: no drawing " + name)
	}
	for line := range strings.Lines(text) {
		kind, rest, found := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case !found:
		case kind == "use":
			parts = append(parts, parseDrawing(rest)...)
		default:
			parts = append(parts, part{kind[0], mustPath(rest)})
		}
	}
	return parts
}

// parts returns the parts of a piece's drawing, on a plane of 100 by 100.
func (p Piece) parts() []part {
	name, turn := p.drawing()
	parts, drawn := parsed()[name]
	switch {
	case len(p.Outline.segments) > 0:
		parts, drawn, turn = []part{{'b', p.Outline}}, true, 0
	case !drawn || name == "horse head" || p.set() == "letters" && p.Letter != "*":
		drawn = false
		parts = letterParts(p.Letter)
	}
	parts = slices.Clone(parts)
	if turn += p.Turn; turn != 0 {
		about := turned(turn, point{50, 50})
		for i, part := range parts {
			parts[i].path = part.path.through(about)
		}
	}
	if was, ok := strings.CutPrefix(p.Letter, "+"); ok && drawn {
		parts = append(parts, part{'b', mustPath("M81 2a17 17 0 1 0 .1 0Z")},
			part{'l', written(strings.ToUpper(was), point{81, 19}, 18)})
	}
	if p.Promoted {
		parts = append(parts, part{'b', mustPath("M84 4L88 13L98 14L90 20L93 30L84 25L75 30L78 20L70 14L80 13Z")})
	}
	return parts
}

// letterParts draws a piece that has no drawing: its letter on a disc.
func letterParts(letter string) []part {
	letter = cmp.Or(letter, "?")
	height := 44.0
	if len([]rune(letter)) > 1 {
		height = 32
	}
	return []part{
		{'b', mustPath("M50 8a42 42 0 1 0 .1 0Z")},
		{'h', written(strings.ToUpper(letter), point{50, 50}, height)},
	}
}

// shapes returns the piece in its colours.
func (p Piece) shapes(theme Theme) []shape {
	if p.tile() != "" {
		return p.onTile(theme)
	}
	ink := theme.White
	if p.Color == rules.Black {
		ink = theme.Black
	}
	parts := p.parts()
	shapes := make([]shape, 0, len(parts))
	solid := p.set() == "solid"
	for _, p := range parts {
		switch {
		case solid && p.kind == 'b':
			shapes = append(shapes, shape{path: p.path, fill: ink.Body, stroke: ink.Line, width: 2.5})
			continue
		case solid && p.kind != 'h':
			continue
		}
		switch p.kind {
		case 'b':
			shapes = append(shapes, shape{path: p.path, fill: ink.Body, stroke: ink.Outline, width: outlineWidth})
		case 'l':
			shapes = append(shapes, shape{path: p.path, stroke: ink.Line, width: lineWidth})
		case 'h': // heavy: a letter
			shapes = append(shapes, shape{path: p.path, stroke: ink.Line, width: 7})
		case 's':
			shapes = append(shapes, shape{path: p.path, fill: ink.Line})
		}
	}
	return shapes
}

// key identifies a drawing.
func (p Piece) key() string {
	return fmt.Sprintf("%d %s %s %v %v %v %s %s", p.Color, p.Name, p.Letter, p.Turn, p.Promoted, p.Outline, p.Style, p.Set)
}

// WritePieceSVG writes one piece as a separate SVG image, 100 by 100 units, in the
// colours of a theme. Its background is transparent.
func WritePieceSVG(w io.Writer, p Piece, theme Theme) error {
	title := strings.TrimSpace(p.Color.String() + " " + p.Name)
	return writeSVG(w, frame{width: 100, height: 100, unit: 1, title: title}, []layer{{at: identity, shapes: p.shapes(theme)}})
}

// PieceSVG returns one piece as a separate SVG image in the usual colours.
func PieceSVG(p Piece) string {
	var b strings.Builder
	WritePieceSVG(&b, p, themes[styles[p.Style].theme])
	return b.String()
}

// Known reports whether there is a drawing for a name; other pieces are drawn as their letter.
func Known(name string) bool {
	name = strings.ToLower(name)
	_, alias := aliases[name]
	_, ok := drawings[name]
	return alias || ok && name != "horse head"
}
