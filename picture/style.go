package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"maps"
	"slices"
	"strings"
)

// A ground is how the squares of a board are drawn.
type ground uint8

const (
	checkered ground = iota // squares in two colours
	ruled                   // squares of one colour, with lines between them
	crossed                 // lines through the middles of the squares, with pieces at the crossings
)

// A style is how the boards of a group of games are drawn, and their pieces unless a set
// is chosen.
type style struct {
	ground ground
	theme  string
	sets   []string // the first is the usual one
	tile   string   // what pieces are drawn on, "" for nothing
	sides  [2]color.RGBA
	glyphs map[string]string // characters by the names of drawings, with a + before the name for Black
	labels labelling
	river  bool
	stars  int // dots on corners of squares, this far from the edges
}

var western = []string{"standard", "solid", "letters"}

var (
	vermilion, ink = rgb(0xb3241c), rgb(0x1b1a18)
	styles         = map[string]style{
		"":        {theme: "wood", sets: western},
		"plain":   {ground: ruled, theme: "wood", sets: western},
		"reversi": {ground: ruled, theme: "felt", sets: western, stars: 2},
		"makruk":  {ground: ruled, theme: "teak", sets: []string{"makruk", "standard", "solid", "letters"}},
		"shogi": {ground: ruled, theme: "kaya", sets: []string{"characters", "symbols", "standard", "letters"}, tile: "wedge",
			sides: [2]color.RGBA{ink, ink}, glyphs: shogiGlyphs, labels: shogiLabels, stars: 3},
		"xiangqi": {ground: crossed, theme: "paper", sets: []string{"characters", "symbols", "standard", "letters"}, tile: "disc",
			sides: [2]color.RGBA{vermilion, ink}, glyphs: xiangqiGlyphs, labels: xiangqiLabels, river: true},
		"janggi": {ground: crossed, theme: "paper", sets: []string{"characters", "symbols", "standard", "letters"}, tile: "octagon",
			sides: [2]color.RGBA{rgb(0x14663a), vermilion}, glyphs: janggiGlyphs},
	}
)

// Styles returns the names of the board styles; "chess" is the style of a Scene that names none.
func Styles() []string {
	names := slices.Sorted(maps.Keys(styles))
	names[0] = "chess"
	return names
}

// StyleOf returns a style by name, in the form used in Scene.Style and Piece.Style.
func StyleOf(name string) (string, error) {
	if name == "chess" {
		name = ""
	}
	if _, ok := styles[name]; !ok {
		return "", fmt.Errorf("unknown style %.40q (known: %s)", name, strings.Join(Styles(), ", "))
	}
	return name, nil
}

// Sets returns the names of the piece sets of a style, the usual one first.
func Sets(style string) []string { return slices.Clone(styles[style].sets) }

// SetOf returns a piece set of a style by name, "" for the usual one.
func SetOf(style, name string) (string, error) {
	if sets := styles[style].sets; name != "" && !slices.Contains(sets, name) {
		return "", fmt.Errorf("unknown set %.40q (known on this board: %s)", name, strings.Join(sets, ", "))
	}
	return name, nil
}

// ThemeIn returns a theme by name, "" for that of the style.
func ThemeIn(style, name string) (Theme, error) {
	name = cmp.Or(name, styles[style].theme)
	return ThemeOf(name)
}

// ThemeNameOf returns the name of the usual theme of a style.
func ThemeNameOf(style string) string { return styles[style].theme }

// PlayersNames returns what PlayersCoordinates write below, to the left, above and to the
// right of a board, by file and rank from a1 on; ok is false if the style has no such names.
func PlayersNames(style string, files, ranks int) (names [4][]string, ok bool) {
	write := styles[style].labels
	if write == nil {
		return names, false
	}
	for file := range files {
		below, _, above, _ := write(files, ranks, file, 0)
		names[0], names[2] = append(names[0], below), append(names[2], above)
	}
	for rank := range ranks {
		_, left, _, right := write(files, ranks, 0, rank)
		names[1], names[3] = append(names[1], left), append(names[3], right)
	}
	return names, true
}

// A labelling returns the names of a file and a rank as the players of a game write them
// on the four sides of the board, seen from White's side; "" for nothing.
type labelling func(files, ranks, file, rank int) (bottom, left, top, right string)

// shogiLabels numbers the files from the right and letters the ranks from the top.
func shogiLabels(files, ranks, file, rank int) (bottom, left, top, right string) {
	return "", "", fmt.Sprint(files - file), string(rune('a' + ranks - 1 - rank))
}

// xiangqiLabels numbers the files from the right of each side.
func xiangqiLabels(files, _, file, _ int) (bottom, left, top, right string) {
	return fmt.Sprint(files - file), "", fmt.Sprint(file + 1), ""
}

// tiles are the bases on which pieces of some styles are drawn.
var tiles = map[string]struct {
	outline  Path
	rim      Path // a line inside
	at       point
	size     float64 // of the drawing on it
	directed bool    // it points forward
}{
	"disc":    {circle(point{50, 50}, 45), circle(point{50, 50}, 38), point{50, 50}, 0.56, false},
	"octagon": {mustPath("M31 5H69L95 31V69L69 95H31L5 69V31Z"), Path{}, point{50, 50}, 0.6, false},
	"wedge":   {mustPath("M50 4L80 20L90 95H10L20 20Z"), Path{}, point{50, 58}, 0.58, true},
}

// tile returns the name of the tile that a piece is drawn on, or "" for none.
func (p Piece) tile() string {
	if set := p.set(); p.Letter == "*" || len(p.Outline.segments) > 0 || set != "characters" && set != "symbols" {
		return ""
	}
	return styles[p.Style].tile
}

// set returns the set from which a piece is drawn.
func (p Piece) set() string {
	if p.Set == "" && len(styles[p.Style].sets) > 0 {
		return styles[p.Style].sets[0]
	}
	return p.Set
}

// onTile returns the shapes of a piece on a tile: a character, or the drawing as a
// silhouette.
func (p Piece) onTile(theme Theme) (shapes []shape) {
	st := styles[p.Style]
	t := tiles[st.tile]
	body, with := theme.Tile, st.sides[p.Color&1]
	if theme.Tile == (color.RGBA{}) { // the theme has only the colours of pieces
		inks := [2]Inks{theme.White, theme.Black}[p.Color&1]
		if body, with = inks.Body, inks.Line; t.directed {
			body, with = theme.White.Body, theme.White.Line
		}
	}
	if strings.HasPrefix(p.Letter, "+") && t.directed && theme.Tile != (color.RGBA{}) {
		with = vermilion
	}
	turn := identity
	if degrees := p.facing(); degrees != 0 {
		turn = turned(degrees, point{50, 50})
	}
	glyph, written := p.glyph()
	size := t.size
	if !written {
		size *= 1.22
	}
	place := scaled(size).then(moved(t.at.x-50*size, t.at.y-50*size))
	if name, _ := p.drawing(); directed[name] && !written {
		place = identity // its drawing is itself a tile
	} else {
		shapes = append(shapes, shape{path: t.outline.through(turn), fill: body, stroke: with, width: 3})
		if len(t.rim.segments) > 0 {
			shapes = append(shapes, shape{path: t.rim, stroke: with, width: 2})
		}
	}
	if written {
		return append(shapes, shape{path: glyph.through(place.then(turn)), stroke: with, width: 4.6})
	}
	upright := p
	upright.Turn, upright.Color = 0, 0
	if name, _ := p.drawing(); name == "" || !Known(p.Name) {
		letter := strings.ToUpper(strings.TrimPrefix(p.Letter, "+"))
		return append(shapes, shape{path: letterAt(letter, t.at).through(turn), stroke: with, width: 6})
	}
	upright.Letter = strings.TrimPrefix(p.Letter, "+")
	for _, part := range upright.parts() {
		s := shape{path: part.path.through(place.then(turn))}
		switch {
		case place == identity && part.kind == 'b':
			s.fill, s.stroke, s.width = body, with, 3
		case place == identity && part.kind == 's':
			s.fill = with
		case place == identity:
			s.stroke, s.width = with, lineWidth
		case part.kind == 'b':
			s.fill, s.stroke, s.width = with, body, 1.4
		case part.kind == 's':
			s.fill = body
		default:
			s.stroke, s.width = body, 1.8
		}
		shapes = append(shapes, s)
	}
	return shapes
}

func letterAt(letter string, at point) Path { return written(letter, at, 34) }

// facing returns by how much a tile is turned, clockwise in degrees.
func (p Piece) facing() float64 {
	turn := p.Turn
	if tiles[styles[p.Style].tile].directed && p.Color == 1 {
		turn += 180
	}
	return turn
}

// glyph returns the character of a piece as lines on a plane of 100 by 100.
func (p Piece) glyph() (Path, bool) {
	if p.set() != "characters" {
		return Path{}, false
	}
	names := styles[p.Style].glyphs
	name := strings.ToLower(p.Name)
	c, ok := names[name]
	if other, black := names["+"+name]; black && p.Color == 1 {
		c = other
	}
	if !ok {
		return Path{}, false
	}
	return glyphs()[c], true
}
