package cubic

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
)

// Draw returns the levels side by side, the top one on the left, and shows some
// moves in them: what moves stands in brackets, a free destination is a star, a
// piece that can be captured stands in parentheses.
//
//	      II      I
//	 2   .  .    .  *
//	 1  (r) .   [R] k
//	     a  b    a  b
func (p Position) Draw(moves []Move) string {
	n := p.Size()
	marks := make(map[Cell]string, len(moves)+1)
	for _, m := range moves {
		marks[m.From()] = "[%c]"
		marks[m.To()] = " * "
		if m.Captured() != chess.NoRole {
			marks[m.To()] = "(%c)"
		}
	}
	var b strings.Builder
	line := func(margin string, part func(level int) string) {
		text := margin
		for level := n - 1; level >= 0; level-- {
			text += "  " + part(level)
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	line("  ", func(level int) string {
		return fmt.Sprintf("%*s%*s", (3*n+len(roman[level]))/2, roman[level], 3*n-(3*n+len(roman[level]))/2, "")
	})
	for rank := n - 1; rank >= 0; rank-- {
		line(fmt.Sprintf("%2d", rank+1), func(level int) string {
			row := ""
			for file := range n {
				row += p.drawCell(NewCell(file, rank, level), marks)
			}
			return row
		})
	}
	line("  ", func(int) string {
		files := ""
		for file := range n {
			files += fmt.Sprintf(" %c ", 'a'+file)
		}
		return files
	})
	return b.String()
}

func (p Position) drawCell(c Cell, marks map[Cell]string) string {
	letter := byte('.')
	if piece := p.At(c); piece != chess.NoPiece {
		letter = piece.Letter()
	}
	switch mark := marks[c]; mark {
	case "":
		return " " + string(letter) + " "
	case " * ":
		return mark
	default:
		return fmt.Sprintf(mark, letter)
	}
}
