// Package picture draws boards: a Scene holds what there is to see, and is written
// as SVG or as PNG, the same picture in both. It has drawings of its own for the
// pieces, needs no fonts, and knows no rule of any game.
package picture

import (
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Scene is a board and everything on it. The levels of a board with several levels
// are side by side, the top one on the left.
type Scene struct {
	Board  game.Board
	Pieces map[game.Square]Piece
	// Hands holds the pieces in hand by colour; they are shown above and below the
	// board, each kind once, with its count.
	Hands [2][]Held

	// Turn turns the board clockwise by quarters: 0 has White at the bottom, 2 has
	// Black. Pieces stay upright, except for drawings that show a direction.
	Turn int

	Last   []game.Square // squares of the last move
	Check  []game.Square // squares of attacked kings
	Fills  []Fill
	Arrows []Arrow
	Marks  []Mark
	// Legend adds an explanation of the marks of move diagrams below the board.
	Legend bool

	// Size is the size of a square in pixels, 0 for DefaultSize.
	Size int
	// Style says how the board is drawn, "" for that of chess; Set is the set of
	// pieces, "" for the usual one of the style: see Styles and Sets.
	Style, Set string
	// Palaces are the squares of palaces, three by three, which lines show.
	Palaces []game.Square
	// Theme holds the colours; the zero Theme means that of the style.
	Theme Theme
	// Coordinates says where the names of files and ranks are written.
	Coordinates Coordinates
	// Frame draws a line around the board.
	Frame bool
	// Title is the title of the picture, for those who cannot see it.
	Title string
	// Names are the players' names by colour, written above and below the board.
	Names [2]string

	room [2]int // number of kinds of pieces to leave room for in each hand
	stop func() error
}

// DefaultSize is the size of a square in pixels if a Scene does not give one. MaxSize
// is the limit on it, and maxPixels that on the picture.
const (
	DefaultSize = 48
	MaxSize     = 1000
	maxPixels   = 40_000_000
)

// Coordinates say where the names of files and ranks are written.
type Coordinates uint8

const (
	// OutsideCoordinates are written around the board.
	OutsideCoordinates Coordinates = iota
	// InsideCoordinates are written in the corners of squares at the edge.
	InsideCoordinates
	// NoCoordinates are not drawn.
	NoCoordinates
	// PlayersCoordinates are written around the board, the way the players of the
	// style's games do.
	PlayersCoordinates
)

// Held is a kind of piece in hand with its count.
type Held struct {
	Piece Piece
	Count int
}

// A Fill colours a square.
type Fill struct {
	Square game.Square
	Color  color.RGBA
}

// An Arrow points from one square to another; an arrow to its own square is a circle.
type Arrow struct {
	From, To game.Square
	// Color of the arrow; the zero value means that of the theme.
	Color color.RGBA
	// Second draws it dashed: a second leg, such as to the new square of a captured piece.
	Second bool
}

// A Mark is a sign on a square.
type Mark struct {
	Square game.Square
	Shape  Shape
	Color  color.RGBA
}

// A Shape is the shape of a mark.
type Shape uint8

const (
	Dot Shape = iota
	Cross
	Disc
	Ring
	Triangle
	Question
	Diamond
	numShapes
)

var shapeNames = [numShapes]string{"dot", "cross", "disc", "ring", "triangle", "question", "diamond"}

// String returns the shape's name.
func (s Shape) String() string {
	if s < numShapes {
		return shapeNames[s]
	}
	return "shape?"
}

// ParseShape reads the name of a shape.
func ParseShape(name string) (Shape, error) {
	for i, n := range shapeNames {
		if n == strings.ToLower(name) {
			return Shape(i), nil
		}
	}
	return 0, fmt.Errorf("unknown mark %.40q (known: %s)", name, strings.Join(shapeNames[:], ", "))
}

// FromPosition returns the scene of a position: board, pieces and hands. Pieces
// are drawn by the names of their kinds.
func FromPosition(pos game.Position) Scene {
	ruleset := pos.Rules()
	names := map[string]string{}
	for _, kind := range ruleset.Pieces() {
		names[kind.Letter] = DrawingOf(kind)
	}
	piece := func(c rules.Color, letter string) Piece {
		return Piece{Color: c, Name: names[letter], Letter: letter}
	}
	s := Scene{Board: ruleset.Board(), Pieces: map[game.Square]Piece{}, Title: ruleset.Name()}
	look := screen.LookOf(ruleset)
	s.Style, s.Palaces = look.Style, look.Palaces
	for _, square := range s.Board.Squares() {
		if p, ok := pos.At(square); ok {
			drawn := piece(p.Color, p.Letter)
			drawn.Promoted = p.Promoted
			s.Pieces[square] = drawn
		}
	}
	walls, _ := game.Walls(pos)
	wall := WallOf(ruleset)
	for _, square := range walls {
		s.Pieces[square] = wall
	}
	for c := range s.Hands {
		for _, h := range pos.Hand(rules.Color(c)) {
			s.Hands[c] = append(s.Hands[c], Held{piece(rules.Color(c), h.Letter), h.Count})
		}
	}
	return s
}

// DrawingOf returns the name of the drawing for a kind of piece.
func DrawingOf(kind game.Kind) string {
	if Known(kind.Drawing) {
		return kind.Drawing
	}
	return kind.Name
}

// WallOf returns how the walls of a game are drawn.
func WallOf(r game.Rules) Piece {
	p := Piece{Name: screen.LookOf(r).WallDrawing, Letter: "*"}
	if !Known(p.Name) {
		p.Name = "wall"
	}
	return p
}

// WriteGround writes only the board of the scene as an SVG document, without a margin.
func (s Scene) WriteGround(w io.Writer) error {
	if err := s.check(); err != nil {
		return err
	}
	v := view{scene: s}
	columns, rows := v.extent()
	f := frame{width: float64(columns) * square, height: float64(rows) * square, unit: 1}
	return writeSVG(w, f, []layer{{at: identity, shapes: v.ground()}})
}

// WriteSVG writes the scene as an SVG document. Its description contains the board as text.
func (s Scene) WriteSVG(w io.Writer) error {
	f, layers, err := s.draw()
	if err != nil {
		return err
	}
	return writeSVG(w, f, layers)
}

// WritePNG writes the scene as a PNG image.
func (s Scene) WritePNG(w io.Writer) error {
	f, layers, err := s.draw()
	if err != nil {
		return err
	}
	return png.Encode(w, raster(f, layers).image)
}

// raster paints layers.
func raster(f frame, layers []layer) *canvas {
	c := newCanvas(f.pixels())
	c.clear(f)
	c.paint(layers, scaled(f.unit))
	return c
}

// clear paints the background.
func (c *canvas) clear(f frame) {
	if f.background != nil {
		all := layer{at: identity, shapes: []shape{{path: box(-1, -1, f.width+100, f.height+100), fill: f.background}}}
		c.paint([]layer{all}, scaled(f.unit))
	}
}

// Text returns the board as text: a letter for each piece, upper case for White, a full
// stop for an empty square, a star for a hole, and a blank where there is no square.
func (s Scene) Text() string {
	var b strings.Builder
	v := view{scene: s}
	for _, c := range []rules.Color{rules.Black, rules.White} {
		for _, h := range s.Hands[c] {
			fmt.Fprintf(&b, "%s in hand: %d %s\n", c, h.Count, strings.TrimSpace(h.Piece.Name+" "+h.Piece.Letter))
		}
	}
	holes := setOf(s.Board.Holes)
	columns, rows := v.extent()
	for level := s.Board.Levels - 1; level >= 0; level-- {
		if s.Board.Levels > 1 {
			fmt.Fprintf(&b, "level %d\n", level+1)
		}
		for row := range rows {
			var line []string
			for column := range columns {
				square := v.squareAt(column, row, level)
				piece, ok := s.Pieces[square]
				switch {
				case !s.Board.Has(square):
					line = append(line, " ")
				case ok && piece.Color == rules.Black:
					line = append(line, strings.ToLower(piece.Letter))
				case ok:
					line = append(line, piece.Letter)
				case holes[square]:
					line = append(line, "*")
				default:
					line = append(line, ".")
				}
			}
			b.WriteString(strings.TrimRight(strings.Join(line, " "), " ") + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// check returns an error if something is wrong with the scene.
func (s Scene) check() error {
	b := s.Board
	for _, n := range []int{b.Files, b.Ranks, b.Levels} {
		if n < 1 || n > 16 {
			return fmt.Errorf("picture: a board of %d by %d by %d squares; each must be 1 to 16", b.Files, b.Ranks, b.Levels)
		}
	}
	if s.Size < 0 || s.Size > MaxSize {
		return fmt.Errorf("picture: a square of %d pixels; expected 1 to %d", s.Size, MaxSize)
	}
	named := func(what string, squares ...game.Square) error {
		for _, square := range squares {
			if !b.Has(square) {
				return fmt.Errorf("picture: %s on %s, which is not a square of the board", what, b.Name(square))
			}
		}
		return nil
	}
	if _, ok := styles[s.Style]; !ok {
		return fmt.Errorf("picture: unknown style %.40q", s.Style)
	}
	err := errors.Join(named("a palace", s.Palaces...), named("last move", s.Last...), named("check", s.Check...))
	for square := range s.Pieces {
		err = errors.Join(err, named("a piece", square))
	}
	for _, f := range s.Fills {
		err = errors.Join(err, named("fill", f.Square))
	}
	for _, a := range s.Arrows {
		err = errors.Join(err, named("an arrow", a.From, a.To))
	}
	for _, m := range s.Marks {
		err = errors.Join(err, named("a mark", m.Square))
	}
	return err
}

func setOf(squares []game.Square) map[game.Square]bool {
	set := make(map[game.Square]bool, len(squares))
	for _, s := range squares {
		set[s] = true
	}
	return set
}
