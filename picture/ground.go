package picture

import (
	"fmt"
	"image/color"
	"strconv"

	"github.com/heterodox-chess/heterodox/game"
)

// ground returns the squares or lines of the board, holes, and highlighted squares.
func (v view) ground() (shapes []shape) {
	s := v.scene
	squares := s.Board.Squares()
	if s.Frame || styles[s.Style].ground == ruled {
		for _, sq := range squares {
			c := v.corner(sq)
			shapes = append(shapes, shape{path: box(c.x, c.y, square, square), stroke: s.Theme.Frame, width: 7})
		}
	}
	switch styles[s.Style].ground {
	case checkered:
		shapes = append(shapes, v.checkered(squares)...)
	case ruled:
		shapes = append(shapes, v.ruled(squares)...)
	case crossed:
		shapes = append(shapes, v.crossed(squares)...)
	}
	tint := func(sq game.Square, with color.RGBA) {
		c := v.corner(sq)
		shapes = append(shapes, shape{path: box(c.x, c.y, square, square), fill: with})
	}
	for _, f := range s.Fills {
		tint(f.Square, f.Color)
	}
	for _, sq := range s.Last {
		tint(sq, s.Theme.Last)
	}
	for _, sq := range s.Check {
		tint(sq, s.Theme.Check)
		// Also a ring: not everybody can tell red from the square's own colour.
		shapes = append(shapes, shape{path: circle(v.middle(sq), 46), stroke: s.Theme.Check, width: 6})
	}
	holes, swirl := setOf(s.Board.Holes), s.Theme.Dark
	if s.Theme.Hatched {
		swirl = s.Theme.Light
	}
	for _, sq := range squares {
		if holes[sq] {
			m := v.middle(sq)
			shapes = append(shapes,
				shape{path: circle(m, 42), fill: s.Theme.Hole},
				shape{path: mustPath(fmt.Sprintf("M%.1f %.1fm-26 4a26 26 0 0 1 44-22a20 20 0 0 1-6 34a14 14 0 0 1-18-16", m.x, m.y)), stroke: swirl, width: 4})
		}
	}
	return shapes
}

// checkered returns squares in two colours.
func (v view) checkered(squares []game.Square) (shapes []shape) {
	theme := v.scene.Theme
	for _, sq := range squares {
		c := v.corner(sq)
		dark := (sq.File()+sq.Rank()+sq.Level())&1 == 0
		with := theme.Light
		if dark && !theme.Hatched {
			with = theme.Dark
		}
		shapes = append(shapes, shape{path: box(c.x, c.y, square, square), fill: with})
		if dark && theme.Hatched {
			var lines Path
			for d := 12.5; d < 2*square; d += 12.5 {
				lines.line(point{c.x + max(0, d-square), c.y + min(d, square)}, point{c.x + min(d, square), c.y + max(0, d-square)})
			}
			shapes = append(shapes, shape{path: lines, stroke: theme.Dark, width: 1.6})
		}
	}
	return shapes
}

// line adds a line to a path.
func (p *Path) line(from, to point) {
	p.segments = append(p.segments, segment{op: 'M', p: [3]point{from}}, segment{op: 'L', p: [3]point{to}})
}

// ruled returns squares of one colour with lines between them, and stars: dots on the
// corners of squares, some squares from the edges.
func (v view) ruled(squares []game.Square) (shapes []shape) {
	s := v.scene
	for _, sq := range squares {
		c := v.corner(sq)
		shapes = append(shapes, shape{path: box(c.x, c.y, square, square), fill: s.Theme.Light, stroke: s.Theme.Frame, width: 2.4})
	}
	stars := styles[s.Style].stars
	if b := s.Board; stars > 0 && b.Flat() && b.Files > 2*stars && b.Ranks > 2*stars {
		for _, file := range []int{stars, b.Files - stars} {
			for _, rank := range []int{stars, b.Ranks - stars} {
				low, high := v.middle(game.At(file-1, rank-1, 0)), v.middle(game.At(file, rank, 0))
				shapes = append(shapes, shape{path: circle(point{(low.x + high.x) / 2, (low.y + high.y) / 2}, 6), fill: s.Theme.Frame})
			}
		}
	}
	return shapes
}

// crossed returns lines at whose crossings the pieces stand, with the palaces and the river.
func (v view) crossed(squares []game.Square) (shapes []shape) {
	s, b := v.scene, v.scene.Board
	for _, sq := range squares {
		c := v.corner(sq)
		shapes = append(shapes, shape{path: box(c.x-.5, c.y-.5, square+1, square+1), fill: s.Theme.Light})
	}
	river := styles[s.Style].river && b.Ranks%2 == 0 && b.Ranks > 4
	var lines, edge Path
	for level := range b.Levels {
		at := func(file, rank int) point { return v.middle(game.At(file, rank, level)) }
		for rank := range b.Ranks {
			lines.line(at(0, rank), at(b.Files-1, rank))
		}
		for file := range b.Files {
			if river && file > 0 && file < b.Files-1 {
				lines.line(at(file, 0), at(file, b.Ranks/2-1))
				lines.line(at(file, b.Ranks/2), at(file, b.Ranks-1))
			} else {
				lines.line(at(file, 0), at(file, b.Ranks-1))
			}
		}
		low, high := at(0, 0), at(b.Files-1, b.Ranks-1)
		x, y := min(low.x, high.x)-12, min(low.y, high.y)-12
		edge.segments = append(edge.segments, box(x, y, max(low.x, high.x)+12-x, max(low.y, high.y)+12-y).segments...)
	}
	v.palaces(&lines)
	shapes = append(shapes, shape{path: lines, stroke: s.Theme.Frame, width: 3}, shape{path: edge, stroke: s.Theme.Frame, width: 4})
	if set := s.Set; river && (set == "" || set == "characters") && b.Files >= 8 && s.Turn&1 == 0 {
		for i, name := range []string{"楚", "河", "漢", "界"} {
			file := []float64{1.5, 2.5, float64(b.Files) - 3.5, float64(b.Files) - 2.5}[i]
			middle := point{v.left + (file+.5)*square, v.top + float64(b.Ranks)/2*square}
			shapes = append(shapes, shape{path: glyphs()[name].through(scaled(.5).then(moved(middle.x-25, middle.y-25))), stroke: faint(s.Theme.Frame), width: 3})
		}
	}
	return shapes
}

// palaces adds the diagonals of palaces: of each three-by-three area whose corners are
// palace squares.
func (v view) palaces(lines *Path) {
	named := setOf(v.scene.Palaces)
	for _, sq := range v.scene.Palaces {
		far := game.At(sq.File()+2, sq.Rank()+2, sq.Level())
		left, right := game.At(sq.File(), sq.Rank()+2, sq.Level()), game.At(sq.File()+2, sq.Rank(), sq.Level())
		if named[far] && named[left] && named[right] {
			lines.line(v.middle(sq), v.middle(far))
			lines.line(v.middle(left), v.middle(right))
		}
	}
}

// faint returns a colour at half its opacity.
func faint(c color.RGBA) color.RGBA { return color.RGBA{c.R / 2, c.G / 2, c.B / 2, 0x80} }

// coordinates returns the names of files and ranks, and of levels.
func (v view) coordinates() (shapes []shape) {
	s := v.scene
	write := func(text string, at point, height float64, with color.RGBA) {
		shapes = append(shapes, shape{path: written(text, at, height), stroke: with, width: height / 7})
	}
	columns, rows := v.extent()
	for level := range s.Board.Levels {
		left := v.left + float64(s.Board.Levels-1-level)*v.levelsWidth
		if s.Board.Levels > 1 {
			write(roman[level], point{left + float64(columns)*square/2, v.top - levelHeader/2 - 8}, 30, s.Theme.Text)
		}
		if s.Coordinates == NoCoordinates {
			continue
		}
		if players := styles[s.Style].labels; s.Coordinates == PlayersCoordinates && players != nil && s.Turn&1 == 0 {
			v.label(players, level, write)
			continue
		}
		for column := range columns {
			sq := v.squareAt(column, rows-1, level)
			name := string(rune('a' + sq.File()))
			if s.Turn&1 == 1 {
				name = strconv.Itoa(sq.Rank() + 1)
			}
			if s.Coordinates == InsideCoordinates {
				write(name, point{left + float64(column)*square + 89, v.top + float64(rows)*square - 12}, 15, s.Theme.Text)
			} else {
				write(name, point{left + (float64(column)+0.5)*square, v.top + float64(rows)*square + margin/2 - 2}, 22, s.Theme.Text)
			}
		}
		for row := range rows {
			sq := v.squareAt(0, row, level)
			name := strconv.Itoa(sq.Rank() + 1)
			if s.Turn&1 == 1 {
				name = string(rune('a' + sq.File()))
			}
			if s.Coordinates == InsideCoordinates {
				write(name, point{left + 12, v.top + float64(row)*square + 13}, 15, s.Theme.Text)
			} else if level == s.Board.Levels-1 {
				write(name, point{left - margin/2, v.top + (float64(row)+0.5)*square}, 22, s.Theme.Text)
			}
		}
	}
	return shapes
}

// label writes the names of files and ranks the way a game's players do.
func (v view) label(players labelling, level int, write func(text string, at point, height float64, with color.RGBA)) {
	s := v.scene
	columns, rows := v.extent()
	left := v.left + float64(s.Board.Levels-1-level)*v.levelsWidth
	right, bottom := left+float64(columns)*square, v.top+float64(rows)*square
	name := func(column, row int) [4]string {
		sq := v.squareAt(column, row, level)
		var n [4]string
		n[0], n[1], n[2], n[3] = players(s.Board.Files, s.Board.Ranks, sq.File(), sq.Rank())
		if s.Turn&3 == 2 {
			n[0], n[1], n[2], n[3] = n[2], n[3], n[0], n[1]
		}
		return n
	}
	for column := range columns {
		x, n := left+(float64(column)+0.5)*square, name(column, 0)
		write(n[0], point{x, bottom + margin/2 - 2}, 22, s.Theme.Text)
		write(n[2], point{x, v.top - margin/2 + 2}, 22, s.Theme.Text)
	}
	for row := range rows {
		y, n := v.top+(float64(row)+0.5)*square, name(0, row)
		write(n[1], point{left - margin/2, y}, 22, s.Theme.Text)
		write(n[3], point{right + margin/2, y}, 22, s.Theme.Text)
	}
}

var roman = [16]string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI"}
