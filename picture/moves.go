package picture

import (
	"image/color"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/rules"
)

// The hues and shapes of move diagrams. The hues are those of the diagrams of
// chessvariants.com; the shapes say the same without them.
var (
	moveOrCapture = mark{Dot, namedColors["yellow"]}
	moveOnly      = mark{Ring, namedColors["green"]}
	captureOnly   = mark{Cross, namedColors["red"]}
	jump          = mark{Disc, namedColors["orange"]}
	locust        = mark{Triangle, namedColors["cyan"]}
	ownCapture    = mark{Dot, namedColors["grey"]}
)

type mark struct {
	shape Shape
	color color.RGBA
}

// Moves returns the marks of a move diagram: where a piece goes by its definition
// from a square of an empty board, as White or Black. A yellow dot is a move or a
// capture, a green ring a move only, a red cross a capture only, an orange disc a
// jump that cannot be blocked, a cyan triangle what is captured by leaping over it,
// and a question mark, in the hue of what it may be, where a hop may end. First
// steps are among them on the first two ranks of the side; castling is not. A ride
// ends in a hole.
func Moves(def betza.Definition, from game.Square, side rules.Color, board game.Board) []Mark {
	d := diagram{board: board, from: from, seen: map[Mark]bool{}}
	rank, forward := from.Rank(), 1
	if side == rules.Black {
		rank, forward = board.Ranks-1-rank, -1
	}
	for _, part := range def.Parts {
		if part.Initial && rank > 1 {
			continue
		}
		for _, v := range part.Vectors {
			d.part(part, betza.Vector{Files: v.Files * forward, Ranks: v.Ranks * forward})
		}
	}
	return d.marks
}

// A diagram collects marks.
type diagram struct {
	board game.Board
	from  game.Square
	marks []Mark
	seen  map[Mark]bool
}

// add marks the square that lies some steps away; it reports false if there is
// none, or nothing comes beyond it.
func (d *diagram) add(v betza.Vector, steps int, m mark) bool {
	file, rank := d.from.File()+steps*v.Files, d.from.Rank()+steps*v.Ranks
	if file < 0 || rank < 0 || file >= d.board.Files || rank >= d.board.Ranks {
		return false
	}
	sq := game.At(file, rank, d.from.Level())
	if !d.board.Has(sq) {
		return false
	}
	hole := slices.Contains(d.board.Holes, sq)
	switch {
	case hole && m == captureOnly:
		return false
	case hole: // what goes there is gone, and captures nothing
		m = moveOnly
	}
	if marked := (Mark{sq, m.shape, m.color}); !d.seen[marked] {
		d.seen[marked] = true
		d.marks = append(d.marks, marked)
	}
	return !hole
}

// FreeMove returns the mark of a move or capture on an empty board: that of a jump
// if it does not follow a line, also one through several levels.
func FreeMove(from, to game.Square) Mark {
	m := moveOrCapture
	length := 0
	for _, d := range [3]int{to.File() - from.File(), to.Rank() - from.Rank(), to.Level() - from.Level()} {
		switch d = max(d, -d); {
		case d == 0:
		case length != 0 && d != length:
			m = jump
		default:
			length = d
		}
	}
	return Mark{to, m.shape, m.color}
}

// part marks where one part of a definition goes along one vector.
func (d *diagram) part(p betza.Part, v betza.Vector) {
	m := hue(p.Mode)
	far := max(v.Files, -v.Files, v.Ranks, -v.Ranks) > 1
	last := 1
	if p.Way != betza.Leap && p.Way != betza.Lame {
		last = 16
		if p.Limit > 0 {
			last = p.Limit
		}
	}
	first := 1
	switch {
	case p.Way == betza.Leap && far && m == moveOrCapture:
		m = jump
	case p.Way == betza.Hop || p.Way == betza.Beyond:
		m.shape, first = Question, 2
	case p.Way == betza.Locust:
		m = locust
	}
	for steps := first; steps <= last; steps++ {
		if !d.add(v, steps, m) {
			break
		}
	}
}

// hue returns the mark of what may stand where a piece goes.
func hue(mode betza.Mode) mark {
	switch {
	case mode&betza.Quiet != 0 && mode&betza.Capture != 0:
		return moveOrCapture
	case mode&betza.Quiet != 0:
		return moveOnly
	case mode&betza.Capture != 0:
		return captureOnly
	}
	return ownCapture
}
