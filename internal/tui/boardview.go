package tui

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A signal is the mark of a square. If there are several, the greatest is shown.
type signal uint8

const (
	unmarked signal = iota
	lastMove
	hinted
	inCheck
	attacker
	refused // a piece could go there if its king could be left attacked
	legal
	chosen
)

// marks are the characters to the left and right of a marked square's middle: shapes, so that
// the marks do not depend on colours.
var marks = [...][2]string{
	unmarked: {" ", " "}, lastMove: {"'", "'"}, hinted: {"?", "?"}, inCheck: {"!", "!"}, attacker: {"*", "*"},
	refused: {"x", "x"}, legal: {"(", ")"}, chosen: {"[", "]"},
}

// A boardView draws the board and knows where its squares are.
type boardView struct {
	pos    game.Position
	board  game.Board
	names  map[string]string // of pieces, by letter
	flip   bool
	cell   size
	art    bool // pieces in block art
	ascii  bool
	colors palette
	x, y   int // of the upper left corner, including coordinates
	// perRow is the number of levels in a row, top the first one shown (counted from the top
	// level), shown the number shown.
	perRow, top, shown int

	signals   map[game.Square]signal
	cursor    game.Square
	hasCursor bool
}

// levelWidth and levelHeight are the size of one level including its coordinates.
func (v *boardView) levelWidth() int { return 3 + v.board.Files*v.cell.width }
func (v *boardView) levelHeight() int {
	h := v.board.Ranks*v.cell.height + 1
	if !v.board.Flat() {
		h++
	}
	return h
}

// arrange fits in as many levels as possible, including the cursor's.
func (v *boardView) arrange(width, height int) {
	v.perRow = max(1, min(v.board.Levels, (width+1)/(v.levelWidth()+1)))
	rows := max(1, height/v.levelHeight())
	v.shown = min(v.board.Levels, v.perRow*rows)
	fromTop := v.board.Levels - 1 - v.cursor.Level()
	v.top = min(fromTop/v.shown*v.shown, v.board.Levels-v.shown)
}

// extent returns the size of the levels shown.
func (v *boardView) extent() (width, height int) {
	columns := min(v.perRow, v.shown)
	rows := (v.shown + v.perRow - 1) / v.perRow
	return columns*(v.levelWidth()+1) - 1, rows * v.levelHeight()
}

// origin returns the upper left corner of a level.
func (v *boardView) origin(level int) (x, y int, ok bool) {
	i := v.board.Levels - 1 - level - v.top
	if i < 0 || i >= v.shown {
		return 0, 0, false
	}
	return v.x + i%v.perRow*(v.levelWidth()+1), v.y + i/v.perRow*v.levelHeight(), true
}

// place returns the upper left corner of a square.
func (v *boardView) place(sq game.Square) (x, y int, ok bool) {
	x, y, ok = v.origin(sq.Level())
	column, row := sq.File(), v.board.Ranks-1-sq.Rank()
	if v.flip {
		column, row = v.board.Files-1-column, v.board.Ranks-1-row
	}
	if !v.board.Flat() {
		y++
	}
	return x + 3 + column*v.cell.width, y + row*v.cell.height, ok
}

// hidden says which levels are shown if not all are.
func (v *boardView) hidden() string {
	if v.shown == v.board.Levels {
		return ""
	}
	upper := v.board.Levels - 1 - v.top
	return fmt.Sprintf("levels %s to %s of %d; PgUp, PgDn for more", roman[upper], roman[upper-v.shown+1], v.board.Levels)
}

// at returns the square at a place on the screen.
func (v *boardView) at(x, y int) (game.Square, bool) {
	for _, sq := range v.board.Squares() {
		left, top, ok := v.place(sq)
		if ok && x >= left && x < left+v.cell.width && y >= top && y < top+v.cell.height {
			return sq, true
		}
	}
	return 0, false
}

// draw draws the levels that are shown.
func (v *boardView) draw(s *sheet) {
	for level := range v.board.Levels {
		x, y, ok := v.origin(level)
		if !ok {
			continue
		}
		if !v.board.Flat() {
			s.put(x+3+(v.board.Files*v.cell.width-len(roman[level]))/2, y, roman[level], style{bold: true})
		}
		v.coordinates(s, level)
	}
	for _, sq := range v.board.Squares() {
		if x, y, ok := v.place(sq); ok {
			v.square(s, sq, x, y)
		}
	}
}

// coordinates writes the names of the files and ranks of a level.
func (v *boardView) coordinates(s *sheet, level int) {
	quiet := style{fg: v.colors.quiet}
	for rank := range v.board.Ranks {
		file := 0
		if v.flip {
			file = v.board.Files - 1
		}
		x, y, _ := v.place(game.At(file, rank, level))
		s.put(x-3, y+(v.cell.height-1)/2, fmt.Sprintf("%2d", rank+1), quiet)
	}
	for file := range v.board.Files {
		rank := 0
		if v.flip {
			rank = v.board.Ranks - 1
		}
		x, y, _ := v.place(game.At(file, rank, level))
		s.put(x+v.cell.width/2, y+v.cell.height, string(rune('a'+file)), quiet)
	}
}

// square draws one square with its contents and its mark.
func (v *boardView) square(s *sheet, sq game.Square, x, y int) {
	piece, taken := v.pos.At(sq)
	hole, wall := slices.Contains(v.board.Holes, sq), walled(v.pos, sq)
	dark := (sq.File()+sq.Rank()+sq.Level())%2 == 0
	st := style{bg: v.ground(sq, dark, hole)}
	s.fill(x, y, v.cell.width, v.cell.height, st)
	middle, centre := y+(v.cell.height-1)/2, x+v.cell.width/2
	if v.colors.light == nil && dark && !taken && !hole && !wall { // no colours: dark squares have dots
		s.put(centre, middle, ".", style{})
	}
	switch {
	case taken:
		v.piece(s, piece, x, y, st)
	case hole:
		text := "@"
		if !v.ascii {
			text = "●"
		}
		s.put(centre, middle, text, style{fg: v.colors.quiet, bg: st.bg, bold: true})
	case wall:
		text := "#"
		if !v.ascii {
			text = "▒"
		}
		s.fillWith(x+1, y, v.cell.width-2, v.cell.height, text, style{fg: v.colors.black, bg: st.bg})
	}
	v.mark(s, sq, x, y, st, taken)
}

// ground returns the colour of a square.
func (v *boardView) ground(sq game.Square, dark, hole bool) color.Color {
	switch v.signals[sq] {
	case lastMove:
		return v.colors.last
	case hinted:
		return v.colors.hint
	case inCheck, attacker:
		return v.colors.check
	case refused:
		return v.colors.exposed
	case legal:
		return v.colors.legal
	case chosen:
		return v.colors.chosen
	}
	switch {
	case hole:
		return v.colors.hole
	case dark:
		return v.colors.dark
	}
	return v.colors.light
}

// piece draws a piece: block art if there is any, otherwise its letter.
func (v *boardView) piece(s *sheet, p game.Piece, x, y int, st style) {
	st.fg = v.colors.white
	if p.Color == rules.Black {
		st.fg = v.colors.black
	}
	if v.art {
		if lines := art(v.names[p.Letter], p.Color, v.flip, v.cell); lines != nil {
			for i, line := range lines {
				s.put(x, y+i, line, st)
			}
			if p.Promoted {
				s.put(x+v.cell.width-1, y, "~", st)
			} else if len(p.Letter) > 1 || v.looksLikeAnother(p.Letter) {
				s.put(x+v.cell.width-len(p.Letter), y, cased(p.Letter, p.Color), st)
			}
			return
		}
	}
	text := cased(p.Letter, p.Color)
	if p.Promoted {
		text += "~"
	}
	st.bold = p.Color == rules.White || v.colors.white != nil
	s.put(x+v.cell.width/2-(len(text)-1)/2, y+(v.cell.height-1)/2, text, st)
}

// looksLikeAnother reports whether a kind shares its block art with another.
func (v *boardView) looksLikeAnother(letter string) bool {
	lines := art(v.names[letter], rules.White, v.flip, v.cell)
	for other, name := range v.names {
		if other != letter && slices.Equal(art(name, rules.White, v.flip, v.cell), lines) {
			return true
		}
	}
	return false
}

// mark draws the shapes of a square's mark, and the cursor.
func (v *boardView) mark(s *sheet, sq game.Square, x, y int, st style, taken bool) {
	sign := v.signals[sq]
	st.fg, st.bold = v.colors.white, true
	row := y + (v.cell.height-1)/2
	if v.art && taken { // beside the foot of the piece
		row = y + v.cell.height - 1
	}
	if sign != unmarked {
		s.put(x, row, marks[sign][0], st)
		s.put(x+v.cell.width-1, row, marks[sign][1], st)
	}
	if (sign == legal || sign == refused) && !taken {
		dot := "*"
		if sign == refused {
			dot = "x"
		} else if !v.ascii {
			dot = "•"
		}
		s.put(x+v.cell.width/2, y+(v.cell.height-1)/2, dot, st)
	}
	if v.hasCursor && sq == v.cursor {
		st.fg, st.reverse = v.colors.cursor, v.colors.cursor == nil
		s.put(x, y, ">", st)
		s.put(x+v.cell.width-1, y, "<", st)
	}
}

// wrap breaks a text into lines of a width, at blanks.
func wrap(text string, width int) (lines []string) {
	for paragraph := range strings.SplitSeq(text, "\n") {
		if len([]rune(paragraph)) <= width {
			lines = append(lines, paragraph)
			continue
		}
		line := ""
		for field := range strings.FieldsSeq(paragraph) {
			word := []rune(field)
			if line != "" && len([]rune(line))+1+len(word) > width {
				lines, line = append(lines, line), ""
			}
			for line == "" && width > 0 && len(word) > width { // for example the path of a file
				lines, word = append(lines, string(word[:width])), word[width:]
			}
			line = strings.TrimPrefix(line+" "+string(word), " ")
		}
		lines = append(lines, line)
	}
	return lines
}
