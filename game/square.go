package game

import (
	"slices"
	"strconv"
	"strings"
)

// A Square is a square of a board of any size: file, rank and level count from 0
// and take four bits each. The zero value is a1, in a cube a1I.
type Square uint16

// At returns the square at some coordinates from 0 to 15; only the lowest four bits
// of each count.
func At(file, rank, level int) Square {
	return Square(level&15<<8 | rank&15<<4 | file&15)
}

// File, Rank and Level return the coordinates, from 0.
func (s Square) File() int  { return int(s) & 15 }
func (s Square) Rank() int  { return int(s) >> 4 & 15 }
func (s Square) Level() int { return int(s) >> 8 & 15 }

// String returns the square on a flat board: "a1" to "p16".
func (s Square) String() string {
	return string(rune('a'+s.File())) + strconv.Itoa(s.Rank()+1)
}

// roman names the levels of a cube from the bottom.
var roman = [16]string{
	"I", "II", "III", "IV", "V", "VI", "VII", "VIII",
	"IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI",
}

// Flat reports whether the board has a single level.
func (b Board) Flat() bool { return b.Levels == 1 }

// Has reports whether the board has a square.
func (b Board) Has(s Square) bool {
	return s.File() < b.Files && s.Rank() < b.Ranks && s.Level() < b.Levels && !slices.Contains(b.Missing, s)
}

// Squares returns the squares of the board: files run fastest, then ranks, then
// levels.
func (b Board) Squares() []Square {
	list := make([]Square, 0, b.Files*b.Ranks*b.Levels)
	for level := range b.Levels {
		for rank := range b.Ranks {
			for file := range b.Files {
				if s := At(file, rank, level); b.Has(s) {
					list = append(list, s)
				}
			}
		}
	}
	return list
}

// Name returns a square as it is written: "e4", in a cube "b2III".
func (b Board) Name(s Square) string {
	if b.Flat() {
		return s.String()
	}
	return s.String() + roman[s.Level()]
}

// ParseSquare reads a square as Name writes it; ok is false if the text names no
// square of the board.
func (b Board) ParseSquare(text string) (s Square, ok bool) {
	if len(text) < 2 || text[0] < 'a' || text[0] > 'p' {
		return 0, false
	}
	digits := strings.TrimRight(text[1:], "IVX")
	rank, err := strconv.Atoi(digits)
	if err != nil || rank < 1 || rank > 16 {
		return 0, false
	}
	level := 0
	if !b.Flat() {
		level = slices.Index(roman[:], text[1+len(digits):])
	}
	if level < 0 {
		return 0, false
	}
	s = At(int(text[0]-'a'), rank-1, level)
	return s, b.Has(s) && b.Name(s) == text
}
