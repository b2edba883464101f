package solve

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
)

// A tree is the beginning of a game: the first turns, the second side's replies to each, and the
// positions after the third turn, each of them once.
type tree struct {
	start     chess.Position
	openings  []*opening
	positions []chess.Position // in the order of their encodings
	names     []string         // of a third turn that leads to each
}

// An opening is a first turn.
type opening struct {
	line    []chess.Move
	name    string
	replies []*reply
}

// A reply is a second turn.
type reply struct {
	line      []chess.Move
	name      string
	positions []int32 // after the third turn, by their index in the tree
	freedom   int     // moves that the same side would have next
}

// grow returns the tree of a game.
func grow(start chess.Position) *tree {
	t := &tree{start: start}
	encoding := start.Encoding()
	var turns [3]walker
	type place struct {
		text []byte
		pos  chess.Position
		name string
		in   []*reply
	}
	places := map[string]*place{}
	turns[0].walk(&start, func(e *end) bool {
		o := &opening{line: e.line(), name: name(start, e.line())}
		t.openings = append(t.openings, o)
		first := *e.pos
		if first.Side() == start.Side() {
			return true
		}
		turns[1].walk(&first, func(e *end) bool {
			passed := e.pos.Pass()
			r := &reply{line: e.line(), name: name(first, e.line()), freedom: passed.CountMoves()}
			o.replies = append(o.replies, r)
			second := *e.pos
			turns[2].walk(&second, func(e *end) bool {
				text := encoding.Append(nil, e.pos)
				p := places[string(text)]
				if p == nil {
					p = &place{text: text, pos: *e.pos, name: name(second, e.line())}
					places[string(text)] = p
				}
				p.in = append(p.in, r)
				return true
			})
			return true
		})
		return true
	})
	for _, o := range t.openings {
		slices.SortStableFunc(o.replies, func(a, b *reply) int { return b.freedom - a.freedom })
	}
	sorted := slices.SortedFunc(maps.Values(places), func(a, b *place) int { return bytes.Compare(a.text, b.text) })
	for i, p := range sorted {
		t.positions = append(t.positions, p.pos)
		t.names = append(t.names, p.name)
		for _, r := range p.in {
			r.positions = append(r.positions, int32(i))
		}
	}
	return t
}

// name returns a turn in UCI notation.
func name(p chess.Position, line []chess.Move) string { return string(p.AppendTurn(nil, line)) }

// opening returns the first turn with a name, nil if there is none.
func (t *tree) opening(name string) *opening {
	for _, o := range t.openings {
		if strings.EqualFold(o.name, name) {
			return o
		}
	}
	return nil
}
