package cubic

import (
	"fmt"
	"strconv"
)

// MinSize and MaxSize are the limits of n, the length of the cube's edge.
const (
	MinSize = 2
	MaxSize = 16
)

// A Cell is one of the n³ cells of a board, independent of n: file, rank and level
// count from 0 (file a, rank 1 on White's side, level I at the bottom) and take four
// bits each. The zero value is a1I.
type Cell uint16

// NewCell returns the cell with coordinates from 0 to MaxSize-1; of larger ones it
// uses the lowest four bits.
func NewCell(file, rank, level int) Cell {
	return Cell(file&15 | rank&15<<4 | level&15<<8)
}

// File returns the file, from 0 (a).
func (c Cell) File() int { return int(c & 15) }

// Rank returns the rank, from 0 (rank 1).
func (c Cell) Rank() int { return int(c >> 4 & 15) }

// Level returns the level, from 0 (I, the bottom).
func (c Cell) Level() int { return int(c >> 8 & 15) }

// in reports whether the cell is on a board of size n.
func (c Cell) in(n int) bool { return c.File() < n && c.Rank() < n && c.Level() < n }

// index returns the number of the cell on a board of size n.
func (c Cell) index(n int) int { return (c.Level()*n+c.Rank())*n + c.File() }

// String returns the cell in notation: "b2III".
func (c Cell) String() string { return string(c.append(nil)) }

func (c Cell) append(dst []byte) []byte {
	dst = append(dst, byte('a'+c.File()))
	dst = strconv.AppendInt(dst, int64(c.Rank()+1), 10)
	return append(dst, roman[c.Level()]...)
}

// MarshalText returns the text of String.
func (c Cell) MarshalText() ([]byte, error) { return c.append(nil), nil }

var roman = [MaxSize]string{
	"I", "II", "III", "IV", "V", "VI", "VII", "VIII",
	"IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI",
}

// ParseCell reads a cell as String writes it. Whether the cell is on a board depends
// on the board's size.
func ParseCell(text string) (Cell, error) {
	c, rest, ok := cutCell(text)
	if !ok || rest != "" {
		return 0, fmt.Errorf("%.20q is not a cell: file a–%c, rank 1–%d, level I–%s, as in b2III",
			text, 'a'+MaxSize-1, MaxSize, roman[MaxSize-1])
	}
	return c, nil
}

// cutCell reads the cell at the start of a text and returns the rest.
func cutCell(text string) (c Cell, rest string, ok bool) {
	if text == "" || text[0] < 'a' || text[0] >= 'a'+MaxSize {
		return 0, text, false
	}
	digits := 1
	for digits < len(text) && '0' <= text[digits] && text[digits] <= '9' {
		digits++
	}
	rank, err := strconv.Atoi(text[1:digits])
	if err != nil || rank < 1 || rank > MaxSize || text[1] == '0' {
		return 0, text, false
	}
	end := digits
	for end < len(text) && (text[end] == 'I' || text[end] == 'V' || text[end] == 'X') {
		end++
	}
	for level, numeral := range roman {
		if text[digits:end] == numeral {
			return NewCell(int(text[0]-'a'), rank-1, level), text[end:], true
		}
	}
	return 0, text, false
}
