package tui

import (
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
)

// A size is the size of a square, in characters.
type size struct{ width, height int }

// sizes are the sizes of squares: letters, and block art of three sizes.
var sizes = []struct {
	name string
	size
}{{"letters", size{3, 1}}, {"small", size{5, 2}}, {"medium", size{7, 3}}, {"large", size{10, 5}}}

// smallArt is drawn by hand, because two lines are too few for the outlines.
var smallArt = map[string][2]string{
	"king":       {" ▄╋▄ ", " ▜█▛ "},
	"queen":      {"▖▙█▟▗", "▝███▘"},
	"rook":       {" ▙█▟ ", " ▟█▙ "},
	"bishop":     {" ▗▜▖ ", " ▟█▙ "},
	"knight":     {" ▄█▖ ", " ▘█▙ "},
	"pawn":       {"  ▄  ", " ▗█▖ "},
	"amazon":     {"▖▙█▟▗", "▟█▀█▙"},
	"archbishop": {"▄▖▗▜▖", "▜█▟█▙"},
	"chancellor": {"▄▖▙█▟", "▜█▟█▙"},
}

var (
	artMutex sync.Mutex
	artCache = map[artKey][]string{}
)

type artKey struct {
	name  string
	color rules.Color
	flip  bool
	size  size
}

// art returns a side's piece as lines of block characters, as large as a square, for a board
// that may be turned around; nil if there is no drawing of it in this size.
func art(name string, c rules.Color, flip bool, s size) []string {
	if s.height < 2 {
		return nil
	}
	if s.height == 2 {
		if lines, ok := smallArt[name]; ok {
			return lines[:]
		}
		return nil
	}
	if !picture.Known(name) {
		return nil
	}
	artMutex.Lock()
	defer artMutex.Unlock()
	key := artKey{name, c, flip, s}
	if lines, ok := artCache[key]; ok {
		return lines
	}
	turn := 0
	if flip {
		turn = 2
	}
	dots := picture.Piece{Name: name, Color: c}.Seen(turn).Dots(2*s.width, 2*s.height)
	lines := make([]string, s.height)
	for y := range lines {
		var b strings.Builder
		for x := range s.width {
			i := 0
			for bit, on := range [4]bool{dots[2*y][2*x], dots[2*y][2*x+1], dots[2*y+1][2*x], dots[2*y+1][2*x+1]} {
				if on {
					i |= 1 << bit
				}
			}
			b.WriteRune(quarters[i])
		}
		lines[y] = b.String()
	}
	artCache[key] = lines
	return lines
}

// quarters are the block characters by the quarters that they fill: upper left 1, upper right
// 2, lower left 4, lower right 8.
var quarters = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
