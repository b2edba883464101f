package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"strconv"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Lengths on the sheet, where a square is 100 by 100.
const (
	square      = 100.0
	margin      = 46.0 // for coordinates
	handHeight  = 92.0
	levelGap    = 60.0
	levelHeader = 50.0

	legendHeight = 44.0
	nameHeight   = 44.0
	nameSize     = 40.0
)

// A view gives the places of a scene's squares on the sheet.
type view struct {
	scene       Scene
	left, top   float64 // of the board
	levelsWidth float64 // from one level to the next
}

// extent returns how many columns and rows a level shows.
func (v view) extent() (columns, rows int) {
	if v.scene.Turn&1 == 1 {
		return v.scene.Board.Ranks, v.scene.Board.Files
	}
	return v.scene.Board.Files, v.scene.Board.Ranks
}

// cell returns the column and the row, from the top, of a square on its level.
func (v view) cell(s game.Square) (column, row int) {
	f, r := s.File(), s.Rank()
	files, ranks := v.scene.Board.Files, v.scene.Board.Ranks
	switch v.scene.Turn & 3 {
	case 1: // White on the left
		return r, f
	case 2:
		return files - 1 - f, r
	case 3: // White on the right
		return ranks - 1 - r, files - 1 - f
	}
	return f, ranks - 1 - r
}

// squareAt is the inverse of cell.
func (v view) squareAt(column, row, level int) game.Square {
	files, ranks := v.scene.Board.Files, v.scene.Board.Ranks
	switch v.scene.Turn & 3 {
	case 1:
		return game.At(row, column, level)
	case 2:
		return game.At(files-1-column, row, level)
	case 3:
		return game.At(files-1-row, ranks-1-column, level)
	}
	return game.At(column, ranks-1-row, level)
}

// corner returns the upper left corner of a square on the sheet, middle its centre.
func (v view) corner(s game.Square) point {
	column, row := v.cell(s)
	level := v.scene.Board.Levels - 1 - s.Level()
	return point{v.left + float64(level)*v.levelsWidth + float64(column)*square, v.top + float64(row)*square}
}

func (v view) middle(s game.Square) point {
	c := v.corner(s)
	return point{c.x + square/2, c.y + square/2}
}

// draw returns the sheet and all layers, the lowest first.
func (s Scene) draw() (frame, []layer, error) {
	if err := s.check(); err != nil {
		return frame{}, nil, err
	}
	if s.stop != nil {
		if err := s.stop(); err != nil {
			return frame{}, nil, err
		}
	}
	if s.Theme == (Theme{}) {
		s.Theme = themes[styles[s.Style].theme]
	}
	s.Size = cmp.Or(s.Size, DefaultSize)
	v := view{scene: s}
	columns, rows := v.extent()
	edge := 4.0
	if s.Coordinates == OutsideCoordinates || s.Coordinates == PlayersCoordinates {
		edge = margin
	}
	top := edge
	if s.Board.Levels > 1 {
		top += levelHeader
	}
	upper, lower := rules.Black, rules.White
	if s.Turn&3 == 2 {
		upper, lower = lower, upper
	}
	named := s.Names != [2]string{}
	if named {
		if _, err := nameFont(); err != nil {
			return frame{}, nil, err
		}
		top += nameHeight
	}
	if max(len(s.Hands[upper]), s.room[upper]) > 0 {
		top += handHeight
	}
	v.left, v.top = edge, top
	v.levelsWidth = float64(columns)*square + levelGap
	width := 2*edge + v.levelsWidth*float64(s.Board.Levels) - levelGap
	height := top + float64(rows)*square + edge
	if max(len(s.Hands[lower]), s.room[lower]) > 0 {
		height += handHeight + 12
	}
	below := height - handHeight - 8
	if named {
		height += nameHeight
	}
	nameEnd := height - 16
	texts, signs := s.legend()
	legendTop := height + 18
	for i, text := range texts {
		height = legendTop + float64(i+1)*legendHeight + 10
		width = max(width, edge+58+textWidth(text, 22)+20)
	}
	for c, hand := range s.Hands {
		width = max(width, 2*edge+handWidth*float64(max(len(hand), s.room[c])))
	}
	f := frame{width: width, height: height, unit: float64(s.Size) / square, background: s.Theme.Background, title: s.Title, text: s.Text()}
	if w, h := f.pixels(); w*h > maxPixels {
		return frame{}, nil, fmt.Errorf("picture: %d by %d pixels are too many; choose a smaller size", w, h)
	}
	var layers []layer
	layers = append(layers, layer{at: identity, shapes: v.ground()})
	layers = append(layers, layer{at: identity, shapes: v.coordinates()})
	for _, sq := range s.Board.Squares() {
		if p, ok := s.Pieces[sq]; ok {
			layers = append(layers, v.piece(p, v.corner(sq), 0.92))
		}
	}
	above := top - handHeight - 2
	if s.Coordinates == PlayersCoordinates { // they may be in between
		above -= edge - 10
	}
	layers = append(layers, v.hand(upper, edge, above)...)
	layers = append(layers, v.hand(lower, edge, below)...)
	if named {
		layers = append(layers, v.name(upper, point{edge, 44}, width-2*edge), v.name(lower, point{edge, nameEnd}, width-2*edge))
	}
	layers = append(layers, layer{at: identity, shapes: v.marks()})
	for i, text := range texts {
		at := point{edge + 22, legendTop + (float64(i)+.5)*legendHeight}
		layers = append(layers, layer{at: scaled(.5).then(moved(at.x, at.y)), shapes: sign(signs[i], point{})},
			layer{at: identity, shapes: []shape{{path: written(text, point{edge + 58 + textWidth(text, 22)/2, at.y}, 22), stroke: s.Theme.Text, width: 3}}})
	}
	for _, a := range s.Arrows {
		layers = append(layers, layer{at: identity, shapes: v.arrow(a)})
	}
	return f, layers, nil
}

// piece returns a piece in the square with a corner, scaled to part of its size.
func (v view) piece(p Piece, corner point, part float64) layer {
	gap := square * (1 - part) / 2
	p.Style = cmp.Or(p.Style, v.scene.Style)
	if p.Set == "" {
		p.Set = v.scene.Set
	}
	p = p.Seen(v.scene.Turn)
	return layer{
		key:    p.key(),
		at:     scaled(part).then(moved(corner.x+gap, corner.y+gap)),
		shapes: p.shapes(v.scene.Theme),
	}
}

// name writes a player's name after a disc in the side's colour, starting at a point.
func (v view) name(c rules.Color, left point, room float64) layer {
	t := v.scene.Theme
	inks := [...]Inks{t.White, t.Black}[c]
	return layer{at: identity, shapes: []shape{
		{path: circle(point{left.x + 14, left.y - 13}, 13), fill: inks.Body, stroke: inks.Outline, width: 3},
		{path: inFont(v.scene.Names[c], point{left.x + 40, left.y}, nameSize, room-40), fill: t.Text},
	}}
}

const handWidth = 125.0

// hand returns a side's pieces in hand, in a row.
func (v view) hand(c rules.Color, left, top float64) (layers []layer) {
	for i, h := range v.scene.Hands[c] {
		corner := point{left + float64(i)*handWidth, top - 4}
		layers = append(layers, v.piece(h.Piece, corner, 0.8))
		if h.Count != 1 {
			number := written(strconv.Itoa(h.Count), point{corner.x + 102, corner.y + 72}, 26)
			layers = append(layers, layer{at: identity, shapes: []shape{{path: number, stroke: v.scene.Theme.Text, width: 4}}})
		}
	}
	return layers
}

// marks returns the marks on squares, each with a white rim so that it is visible on pieces of
// either colour.
func (v view) marks() (shapes []shape) {
	for _, m := range v.scene.Marks {
		at := v.middle(m.Square)
		if _, taken := v.scene.Pieces[m.Square]; taken && (m.Shape == Dot || m.Shape == Triangle || m.Shape == Question || m.Shape == Diamond) {
			at = point{at.x + 32, at.y - 32}
		}
		shapes = append(shapes, sign(m, at)...)
	}
	return shapes
}

// sign returns a mark at a place.
func sign(m Mark, at point) (shapes []shape) {
	rim := func(path Path, width float64) {
		shapes = append(shapes, shape{path: path, stroke: rgb(0xffffff), width: width + 6}, shape{path: path, stroke: m.Color, width: width})
	}
	solid := func(path Path) {
		shapes = append(shapes, shape{path: path, fill: m.Color, stroke: rgb(0xffffff), width: 3})
	}
	text := func(format string) Path { return mustPath(fmt.Sprintf("M%.1f %.1f", at.x, at.y) + format) }
	switch m.Shape {
	case Dot:
		solid(circle(at, 15))
	case Disc:
		solid(circle(at, 26))
	case Ring:
		rim(circle(at, 37), 8)
	case Cross:
		rim(text("m-30-30l60 60m0-60l-60 60"), 9)
	case Triangle:
		solid(text("m0-24l24 42h-48Z"))
	case Question:
		rim(written("?", at, 42), 7)
	case Diamond:
		solid(text("m0-26l26 26l-26 26l-26-26Z"))
	}
	return shapes
}

// arrow returns an arrow, or a circle around a square.
func (v view) arrow(a Arrow) []shape {
	with := a.Color
	if with == (color.RGBA{}) {
		with = v.scene.Theme.Arrow
	}
	from, to := v.middle(a.From), v.middle(a.To)
	if a.From == a.To {
		return []shape{{path: circle(from, 44), stroke: with, width: 9}}
	}
	length := distance(from, to)
	along := func(d, aside float64) point {
		x, y := (to.x-from.x)/length, (to.y-from.y)/length
		return point{from.x + d*x - aside*y, from.y + d*y + aside*x}
	}
	var shaft Path
	polygon := func(points ...point) {
		for i, p := range points {
			op := byte('L')
			if i == 0 {
				op = 'M'
			}
			shaft.segments = append(shaft.segments, segment{op: op, p: [3]point{p}})
		}
		shaft.segments = append(shaft.segments, segment{op: 'Z'})
	}
	const half, head, wide = 8.0, 38.0, 24.0
	begin, end, tip := 14.0, length-head, length-4
	if a.Second {
		for d := begin; d < end-4; d += 30 {
			until := math.Min(d+17, end-4)
			polygon(along(d, -half), along(until, -half), along(until, half), along(d, half))
		}
		polygon(along(end, -wide), along(tip, 0), along(end, wide))
	} else {
		polygon(along(begin, -half), along(end, -half), along(end, -wide), along(tip, 0), along(end, wide), along(end, half), along(begin, half))
	}
	return []shape{{path: shaft, fill: with}}
}

// box and circle return paths.
func box(x, y, width, height float64) Path {
	p := func(x, y float64) [3]point { return [3]point{{x, y}} }
	return Path{[]segment{{'M', p(x, y)}, {'L', p(x+width, y)}, {'L', p(x+width, y+height)}, {'L', p(x, y+height)}, {op: 'Z'}}}
}

func circle(middle point, radius float64) Path {
	return mustPath(fmt.Sprintf("M%.2f %.2fa%.2f %.2f 0 1 0 .02 0Z", middle.x-.01, middle.y-radius, radius, radius))
}
