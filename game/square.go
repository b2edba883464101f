package game

import "strconv"

// A Square names a place of a board of any size: file, rank and level count
// from 0 and take four bits each. The zero value is a1, in a cube a1I.
type Square uint16

// At returns the square of coordinates from 0 to 15; of larger ones it takes
// the lowest four bits.
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
