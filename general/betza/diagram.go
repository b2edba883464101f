package betza

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Diagram describes a piece by the squares around it and how it gets to each of
// them. Definitions that mean the same have the same diagram.
type Diagram struct {
	Targets   []Target // sorted by Vector and Manner, none twice
	EnPassant bool     // it captures en passant: e
	Castles   bool     // it castles: O
}

// A Target is a square and how the piece goes there, or along the line that begins there.
type Target struct {
	Vector
	Manner
}

// A Manner is how a piece goes along a vector: see Part.
type Manner struct {
	Way     Way
	Mode    Mode
	Initial bool
	Limit   int
}

// Farthest is the greatest distance in files or ranks of a diagram's squares.
const Farthest = 3

// Diagram returns the definition as a diagram. It shows everything that a
// definition says.
func (d Definition) Diagram() Diagram {
	var targets []Target
	for _, p := range d.Parts {
		for _, v := range p.Vectors {
			targets = append(targets, Target{v, Manner{p.Way, p.Mode, p.Initial, p.Limit}})
		}
	}
	return NewDiagram(targets, d.EnPassant, d.Castles)
}

// NewDiagram returns a diagram of some targets, which may contain duplicates.
func NewDiagram(targets []Target, enPassant, castles bool) Diagram {
	modes := map[Target]Mode{} // by the target without its mode
	for _, t := range targets {
		t = t.plain()
		mode := t.Mode
		t.Mode = 0
		modes[t] |= mode
	}
	d := Diagram{EnPassant: enPassant, Castles: castles}
	for t, mode := range modes {
		t.Mode = mode
		d.Targets = append(d.Targets, t)
	}
	slices.SortFunc(d.Targets, compareTargets)
	return d
}

// plain returns the simplest of the equivalent forms of a target.
func (t Target) plain() Target {
	switch {
	case t.Way == Ride && t.Limit == 1, t.Way == Lame && len(Path(t.Vector)) == 0:
		t.Way = Leap
	case t.Way == Hop && t.Limit == 1:
		t.Way = Beyond
	case t.Way == Beyond && t.Limit > 1:
		t.Way = Hop
	}
	if t.Way == Leap || t.Way == Lame {
		t.Limit = 0
	}
	t.Mode = cmp.Or(t.Mode, Quiet|Capture)
	return t
}

func compareTargets(a, b Target) int {
	return cmp.Or(compareManners(a.Manner, b.Manner), -cmp.Compare(a.Ranks, b.Ranks), cmp.Compare(a.Files, b.Files))
}

// compareManners puts initial moves last, and of the others those that may or may
// not capture first, then quiet moves, then captures.
func compareManners(a, b Manner) int {
	both := func(m Manner) int { return btoi(m.Mode&(Quiet|Capture) != Quiet|Capture) }
	return cmp.Or(btoi(a.Initial)-btoi(b.Initial), both(a)-both(b), cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Way, b.Way), cmp.Compare(a.Limit, b.Limit))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A Symmetry says which other squares of a diagram belong with one.
type Symmetry string

const (
	All      Symmetry = "all"      // all at the same distance: four or eight
	Sideways Symmetry = "sideways" // its mirror image to the left or right
	Single   Symmetry = "single"   // none
)

// Symmetries lists the symmetries, the usual one first.
var Symmetries = []Symmetry{All, Sideways, Single}

// of returns the vectors that belong with one, including itself.
func (s Symmetry) of(v Vector) (list []Vector) {
	all := []Vector{v}
	switch s {
	case Sideways:
		all = append(all, Vector{-v.Files, v.Ranks})
	case All:
		all = all[:0]
		for _, b := range bearings {
			all = append(all, b.turn(max(abs(v.Files), abs(v.Ranks)), min(abs(v.Files), abs(v.Ranks))))
		}
	}
	for _, w := range all {
		if !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// Toggle returns the diagram with a manner added on a square and those that belong with
// it by a symmetry, or removed if all of them have it.
func (d Diagram) Toggle(v Vector, m Manner, s Symmetry) Diagram {
	targets, missing := slices.Clone(d.Targets), false
	var turned []Target
	for _, w := range s.of(v) {
		t := Target{w, m}.plain()
		turned = append(turned, t)
		missing = missing || !slices.Contains(targets, t)
	}
	// Targets that differ only in the mode are replaced.
	same := func(t Target) bool {
		return slices.ContainsFunc(turned, func(o Target) bool {
			o.Mode = t.Mode
			return o == t
		})
	}
	targets = slices.DeleteFunc(targets, same)
	if missing {
		targets = append(targets, turned...)
	}
	return NewDiagram(targets, d.EnPassant, d.Castles)
}

// Clear returns the diagram without any target on a square and those that belong with
// it.
func (d Diagram) Clear(v Vector, s Symmetry) Diagram {
	gone := s.of(v)
	targets := slices.DeleteFunc(slices.Clone(d.Targets), func(t Target) bool { return slices.Contains(gone, t.Vector) })
	return NewDiagram(targets, d.EnPassant, d.Castles)
}

// Definition returns a definition that has this diagram. An error means that its text
// would be too long.
func (d Diagram) Definition() (Definition, error) {
	var text strings.Builder
	passes := !d.EnPassant // the e has been written, or is not needed
	for i := 0; i < len(d.Targets); {
		j := i
		for ; j < len(d.Targets) && d.Targets[j].Manner == d.Targets[i].Manner; j++ {
		}
		m := d.Targets[i].Manner
		e := !passes && (m.Mode&Capture != 0 && !m.Initial || j == len(d.Targets))
		passes = passes || e
		writeManner(&text, m, e, d.Targets[i:j])
		i = j
	}
	if d.Castles {
		text.WriteByte('O')
	}
	return Parse(text.String())
}

// writeManner writes targets of one manner, with an e in the first part if e is
// true.
func writeManner(text *strings.Builder, m Manner, e bool, targets []Target) {
	left := map[Vector]bool{}
	for _, t := range targets {
		left[t.Vector] = true
	}
	for len(left) > 0 {
		best := phraseFor(left)
		if m.Initial {
			text.WriteByte('i')
		}
		text.WriteString(best.directions)
		for _, l := range []struct {
			on     bool
			letter byte
		}{
			{m.Mode&Quiet != 0 && m.Mode != Quiet|Capture, 'm'}, {m.Mode&Capture != 0 && m.Mode != Quiet|Capture, 'c'}, {m.Mode&Own != 0, 'd'}, {e, 'e'},
			{m.Way == Lame, 'n'}, {m.Way == Hop, 'p'}, {m.Way == Beyond, 'g'}, {m.Way == Locust, 't'},
		} {
			if l.on {
				text.WriteByte(l.letter)
			}
		}
		e = false
		atom := atomFor(best.atom, m)
		if strings.HasSuffix(text.String(), atom[:1]) {
			text.WriteString("mc") // otherwise the doubled letter would be a rider
		}
		text.WriteString(atom)
		for _, v := range best.vectors {
			delete(left, v)
		}
	}
}

// atomFor writes an atom for a manner.
func atomFor(atom byte, m Manner) string {
	rider := map[byte]byte{'W': 'R', 'F': 'B', 'K': 'Q'}[atom]
	endless := m.Way == Ride || m.Way == Hop || m.Way == Beyond && m.Limit == 0
	switch {
	case m.Limit > 0 && rider != 0 && m.Way == Ride:
		return string(rider) + strconv.Itoa(m.Limit)
	case m.Limit > 0:
		return string(atom) + strconv.Itoa(m.Limit)
	case endless && rider != 0:
		return string(rider)
	case m.Way == Ride:
		return string(atom) + string(atom)
	}
	return string(atom)
}

// A wording is an atom with directions, and the vectors that they stand for.
type wording struct {
	directions string
	atom       byte
	vectors    []Vector
}

// phraseFor returns the wording that covers most of the wanted vectors and no others, the
// shortest of several.
func phraseFor(wanted map[Vector]bool) wording {
	for _, w := range wordings() {
		if !slices.ContainsFunc(w.vectors, func(v Vector) bool { return !wanted[v] }) {
			return w
		}
	}
	panic("betza: a vector that no atom has")
}

// wordings lists the combinations of directions and atoms, those with most vectors
// first, then the shorter ones. Every single vector has one.
var wordings = sync.OnceValue(func() (list []wording) {
	known := map[string]bool{} // sets of vectors
	add := func(directions string) {
		for _, atom := range []byte("WFKDNAHLJG") {
			def, err := Parse(directions + string(atom))
			if err != nil {
				continue
			}
			vectors := def.Parts[0].Vectors
			slices.SortFunc(vectors, func(a, b Vector) int {
				return cmp.Or(cmp.Compare(a.Files, b.Files), cmp.Compare(a.Ranks, b.Ranks))
			})
			var set strings.Builder
			for _, v := range vectors {
				set.WriteString(strconv.Itoa(v.Files) + "," + strconv.Itoa(v.Ranks) + ";")
			}
			if key := set.String(); !known[key] {
				known[key] = true
				list = append(list, wording{directions, atom, vectors})
			}
		}
	}
	level := []string{""}
	for range 5 {
		var next []string
		for _, d := range level {
			add(d)
			for _, c := range "fblrvsh" {
				if !strings.HasSuffix(d, string(c)) { // a doubled letter means the same as one
					next = append(next, d+string(c))
				}
			}
		}
		level = next
	}
	slices.SortStableFunc(list, func(a, b wording) int {
		return cmp.Or(-cmp.Compare(len(a.vectors), len(b.vectors)), cmp.Compare(len(a.directions), len(b.directions)))
	})
	return list
})
