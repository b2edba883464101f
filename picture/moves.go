package picture

import (
	"image/color"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/rules"
)

// The hues and shapes of move diagrams. The hues are those of the diagrams of
// chessvariants.com; the shapes convey the same without colour.
var (
	moveOrCapture = mark{Dot, namedColors["yellow"]}
	moveOnly      = mark{Ring, namedColors["green"]}
	captureOnly   = mark{Cross, namedColors["red"]}
	jump          = mark{Disc, namedColors["orange"]}
	again         = mark{Dot, namedColors["orange"]}
	locust        = mark{Triangle, namedColors["cyan"]}
	ownCapture    = mark{Dot, namedColors["grey"]}
)

type mark struct {
	shape Shape
	color color.RGBA
}

// legends gives the meanings of the marks of diagrams, in the order in which they are listed.
var legends = []struct {
	mark
	text string
}{
	{moveOrCapture, "move or capture"}, {moveOnly, "move only"}, {captureOnly, "capture only"},
	{jump, "jump: nothing can block it"}, {again, "jump again, if the square before is empty"},
	{mark{Diamond, moveOrCapture.color}, "move or capture, blocked by a piece between"}, {mark{Diamond, moveOnly.color}, "move, blocked by a piece between"},
	{mark{Diamond, captureOnly.color}, "capture, blocked by a piece between"},
	{mark{Question, moveOrCapture.color}, "move or capture over one piece"}, {mark{Question, moveOnly.color}, "move over one piece"},
	{mark{Question, captureOnly.color}, "capture over one piece"}, {locust, "captured by leaping over it"}, {ownCapture, "capture of a piece of its own side"},
}

// legend returns the meanings of a scene's marks, each once.
func (s Scene) legend() (texts []string, marks []Mark) {
	for _, l := range legends {
		i := slices.IndexFunc(s.Marks, func(m Mark) bool { return m.Shape == l.shape && m.Color == l.color })
		if s.Legend && i >= 0 {
			texts, marks = append(texts, l.text), append(marks, s.Marks[i])
		}
	}
	return texts, marks
}

// Diagram returns a scene that shows where a kind of piece can go from the middle of a
// small empty board, or from the second rank if it has special first moves; ok is false
// if no definition says how it moves.
func Diagram(kind game.Kind) (s Scene, ok bool) {
	text := kind.Betza
	if text == "" && kind.Name == rules.Pawn.String() {
		text = PawnBetza
	}
	def, err := betza.Parse(text)
	if err != nil || len(def.Parts) == 0 {
		return s, false
	}
	board := game.Board{Files: 7, Ranks: 7, Levels: 1}
	at := game.At(3, 3, 0)
	if slices.ContainsFunc(def.Parts, func(p betza.Part) bool { return p.Initial }) {
		at = game.At(3, 1, 0)
	}
	return Scene{
		Board: board, Title: "how the " + kind.Name + " moves", Coordinates: NoCoordinates,
		Pieces: map[game.Square]Piece{at: {Name: DrawingOf(kind), Letter: kind.Letter}},
		Marks:  Moves(def, at, rules.White, board),
	}, true
}

// PawnBetza defines how the pawn of chess moves.
const PawnBetza = "fmWfcFifmnD"

// Moves returns the marks of a move diagram: where a piece can go by its definition from
// a square of an empty board, as White or Black. A yellow dot is a move or capture, a
// green ring a move only, a red cross a capture only, an orange disc a jump that cannot
// be blocked and an orange dot a further jump from there. A diamond, in the hue of what
// the step may be, is a step that a piece in between blocks; a cyan triangle is a piece
// captured by leaping over it; a question mark is where a hop may end. First moves are
// included on the first two ranks of the side; castling is not. A ride ends in a hole.
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

// add marks the square that is some steps away; it returns false if there is none, or
// if the piece cannot go beyond it.
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
	case hole: // a piece that goes there disappears and captures nothing
		m = moveOnly
	}
	if marked := (Mark{sq, m.shape, m.color}); !d.seen[marked] {
		d.seen[marked] = true
		d.marks = append(d.marks, marked)
	}
	return !hole
}

// FreeMove returns the mark of a move or capture on an empty board: that of a jump if
// the move does not follow a line, including lines through several levels.
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

// part marks where one part of a definition leads along one vector.
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
	case p.Way == betza.Lame && far && !p.Initial:
		m.shape = Diamond
	case p.Way == betza.Hop || p.Way == betza.Beyond:
		m.shape, first = Question, 2
	case p.Way == betza.Locust:
		m = locust
	}
	for steps := first; steps <= last; steps++ {
		if p.Way == betza.Ride && far && m == moveOrCapture {
			m = jump
		}
		if !d.add(v, steps, m) {
			break
		}
		if m == jump {
			m = again
		}
	}
}

// hue returns the mark for a mode: what may be on the square where a piece goes.
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
