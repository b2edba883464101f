package cubic

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/rules"
)

// Draw returns the levels side by side, the top one on the left, and marks moves in
// them: an empty destination is a star, a piece that can be captured is in
// parentheses. Picked cells are in brackets.
//
//	     II      I
//	2   .  .    .  *
//	1  (r) .   [R] k
//	    a  b    a  b
func (p Position) Draw(moves []Move, picked ...Cell) string {
	n := p.Size()
	marks := make(map[Cell]string, len(moves)+len(picked))
	for _, m := range moves {
		marks[m.To()] = "()"
	}
	for _, c := range picked {
		marks[c] = "[]"
	}
	var b strings.Builder
	line := func(margin string, part func(level int) string) {
		text := margin
		for level := n - 1; level >= 0; level-- {
			text += "  " + part(level)
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	line("  ", func(level int) string { return centre(roman[level], 3*n) })
	for rank := n - 1; rank >= 0; rank-- {
		line(fmt.Sprintf("%2d", rank+1), func(level int) (row string) {
			for file := range n {
				c := NewCell(file, rank, level)
				row += p.drawCell(c, marks[c])
			}
			return row
		})
	}
	line("  ", func(int) (files string) {
		for file := range n {
			files += fmt.Sprintf(" %c ", 'a'+file)
		}
		return files
	})
	return b.String()
}

// drawCell returns the three characters of a cell.
func (p Position) drawCell(c Cell, marks string) string {
	piece := p.At(c)
	switch {
	case piece == rules.NoPiece && marks == "()":
		return " * "
	case piece == rules.NoPiece:
		return " . "
	case marks == "":
		return " " + piece.String() + " "
	}
	return marks[:1] + piece.String() + marks[1:]
}

// centre pads a text to a width.
func centre(text string, width int) string {
	left := (width - len(text)) / 2
	return fmt.Sprintf("%*s%-*s", left, "", width-left, text)
}
