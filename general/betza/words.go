package betza

import (
	"fmt"
	"strings"
)

// Words says in English how the piece moves, beginning with a verb: "goes like a
// rook or one step diagonally". Forward is as seen from the piece's own side.
// Castling is left out.
func (d Definition) Words() string {
	var phrases []phrase
	for _, g := range d.groups() {
		phrases = append(phrases, g.phrase())
	}
	if len(phrases) == 0 {
		return "does not move"
	}
	var b strings.Builder
	for i, p := range phrases {
		same := i > 0 && p.verb == phrases[i-1].verb
		switch {
		case i == 0:
		case i+1 < len(phrases):
			b.WriteString(", ")
		case len(phrases) > 2 || !same || strings.Contains(phrases[i-1].rest, ","):
			b.WriteString(", or ")
		default:
			b.WriteString(" or ")
		}
		if !same {
			b.WriteString(p.verb + " ")
		}
		b.WriteString(p.rest)
	}
	if d.EnPassant {
		b.WriteString(", also en passant")
	}
	return b.String()
}

// A phrase is one way to move: what is done, and how.
type phrase struct{ verb, rest string }

// A group holds vectors that are described together: those of the same length along
// lines, or leaps with the same sides, with the same way of moving.
type group struct {
	part    Part // its vectors are not used
	a, b    int  // the sides of the leap; along a line b is 0
	vectors map[Vector]bool
}

func (d Definition) groups() (list []*group) {
	for _, p := range d.Parts {
		for _, v := range p.Vectors {
			a, b := max(abs(v.Files), abs(v.Ranks)), min(abs(v.Files), abs(v.Ranks))
			if a == b {
				b = 0 // a diagonal is a line, too
			}
			var at *group
			for _, g := range list {
				if g.a == a && g.b == b && g.part.Way == p.Way && g.part.Mode == p.Mode && g.part.Initial == p.Initial && g.part.Limit == p.Limit {
					at = g
				}
			}
			if at == nil {
				at = &group{part: p, a: a, b: b, vectors: map[Vector]bool{}}
				list = append(list, at)
			}
			at.vectors[v] = true
		}
	}
	return list
}

func (g *group) phrase() phrase {
	p := g.line()
	if g.b != 0 {
		p = g.oblique()
	}
	switch {
	case g.part.Mode == Capture && p.verb == "goes":
		p.verb = "captures"
	case g.part.Mode == Capture:
		p = phrase{"captures", map[string]string{"jumps": "jumping ", "hops": "hopping "}[p.verb] + p.rest}
	case g.part.Mode == Quiet:
		p.rest += " without capturing"
	case g.part.Mode&Own != 0:
		p.rest += " (also to capture its own side's)"
	}
	if g.part.Initial {
		p.rest += " as its first move"
	}
	return p
}

// line describes a group of moves along lines.
func (g *group) line() phrase {
	all, straight, diagonal := g.directions()
	squares := count(g.a) + " squares "
	limit := g.part.Limit
	switch g.part.Way {
	case Hop:
		rest := g.where() + " over one piece, to any square behind it"
		if limit > 0 {
			rest = g.where() + fmt.Sprintf(" over one piece, at most %s squares far", count(limit))
		}
		return phrase{"hops", rest + g.by()}
	case Beyond:
		if limit == 1 {
			return phrase{"hops", g.where() + " over a piece next to it" + g.by()}
		}
		return phrase{"hops", g.where() + " over one piece, to the square right behind it" + g.by()}
	case Locust:
		return phrase{"captures", "by leaping " + g.where() + " over an enemy to the empty square behind it" + g.by()}
	case Ride:
		switch {
		case limit == 1 && g.a == 1:
			return phrase{"goes", "one step " + g.where()}
		case g.a > 1 && limit > 0:
			return phrase{"jumps", fmt.Sprintf("%s%s, up to %s times", squares, g.where(), count(limit))}
		case g.a > 1:
			return phrase{"jumps", squares + g.where() + ", again and again"}
		case limit > 0:
			return phrase{"goes", fmt.Sprintf("up to %s squares %s", count(limit), g.where())}
		case all:
			return phrase{"goes", "like a queen"}
		case straight:
			return phrase{"goes", "like a rook"}
		case diagonal:
			return phrase{"goes", "like a bishop"}
		}
		return phrase{"goes", "any distance " + g.where()}
	}
	switch {
	case g.a == 1:
		return phrase{"goes", "one step " + g.where()}
	case g.part.Way == Lame:
		return phrase{"goes", squares + g.where() + " with nothing between"}
	}
	return phrase{"jumps", squares + g.where()}
}

// by says that moves along lines go in steps of several squares.
func (g *group) by() string {
	if g.a == 1 {
		return ""
	}
	return ", in steps of " + count(g.a) + " squares"
}

// directions reports whether the group has all eight directions, or exactly the
// straight ones, or exactly the diagonal ones.
func (g *group) directions() (all, straight, diagonal bool) {
	n := [2]int{}
	for v := range g.vectors {
		if v.Files == 0 || v.Ranks == 0 {
			n[0]++
		} else {
			n[1]++
		}
	}
	return n == [2]int{4, 4}, n == [2]int{4, 0}, n == [2]int{0, 4}
}

// where names the directions of a group of lines, or those that it lacks, if that is
// shorter.
func (g *group) where() string {
	has := func(f, r int) bool { return g.vectors[Vector{f * g.a, r * g.a}] }
	names := terms(has)
	lacks := terms(func(f, r int) bool { return !has(f, r) })
	switch {
	case len(lacks) == 0:
		return "in any direction"
	case len(lacks) < len(names):
		return "in any direction but " + strings.Join(lacks, " or ")
	}
	return strings.Join(names, " or ")
}

// terms names a set of the eight directions.
func terms(has func(files, ranks int) bool) (names []string) {
	f, b, l, r := has(0, 1), has(0, -1), has(-1, 0), has(1, 0)
	add := func(when bool, name string) {
		if when {
			names = append(names, name)
		}
	}
	if f && b && l && r {
		names = append(names, "straight")
	} else {
		add(f, "forward")
		add(l && r, "sideways")
		add(l && !r, "to the left")
		add(r && !l, "to the right")
		add(b, "back")
	}
	fl, fr, bl, br := has(-1, 1), has(1, 1), has(-1, -1), has(1, -1)
	if fl && fr && bl && br {
		return append(names, "diagonally")
	}
	add(fl && fr, "diagonally forward")
	add(fl && !fr, "diagonally forward to the left")
	add(fr && !fl, "diagonally forward to the right")
	add(bl && br, "diagonally back")
	add(bl && !br, "diagonally back to the left")
	add(br && !bl, "diagonally back to the right")
	return names
}

// oblique describes a group of leaps that are not along lines.
func (g *group) oblique() phrase {
	p := phrase{"jumps", fmt.Sprintf("%s squares straight and %s aside", count(g.a), count(g.b))}
	some := g.some()
	switch {
	case g.part.Way == Lame:
		p = phrase{"goes", fmt.Sprintf("%s straight and then %s diagonally outward", steps(g.a-g.b), count(g.b))}
	case g.a == 2:
		p = phrase{"goes", "like a knight"}
	}
	switch {
	case g.part.Way == Leap && some != "" && !strings.HasPrefix(some, "only"):
		p = phrase{"jumps", some}
	case some != "":
		p.rest += ", " + some
	}
	switch g.part.Way {
	case Lame:
		p.rest += " with nothing between"
	case Ride:
		often := "again and again"
		if g.part.Limit > 0 {
			often = "up to " + count(g.part.Limit) + " times"
		}
		p.rest += ", " + often + " in one direction"
	case Hop, Beyond:
		p = phrase{"hops", "over one piece in leaps as it " + p.verb + " " + p.rest}
	case Locust:
		p = phrase{"captures", "by leaping over an enemy as it " + p.verb + " " + p.rest}
	}
	return p
}

// some says which of the eight leaps a group has, "" if it has all.
func (g *group) some() string {
	if len(g.vectors) == 8 {
		return ""
	}
	for _, half := range []struct {
		name string
		in   func(v Vector) bool
	}{
		{"only forward", func(v Vector) bool { return v.Ranks > 0 }},
		{"only back", func(v Vector) bool { return v.Ranks < 0 }},
		{"only to the left", func(v Vector) bool { return v.Files < 0 }},
		{"only to the right", func(v Vector) bool { return v.Files > 0 }},
	} {
		n := 0
		for v := range g.vectors {
			if half.in(v) {
				n++
			}
		}
		if n == 4 && len(g.vectors) == 4 {
			return half.name
		}
	}
	var names []string
	for _, way := range []struct {
		name  string
		ranks int
	}{{"forward", 1}, {"back", -1}} {
		for _, sides := range [][2]int{{g.a, g.b}, {g.b, g.a}} {
			left, right := g.vectors[Vector{-sides[1], way.ranks * sides[0]}], g.vectors[Vector{sides[1], way.ranks * sides[0]}]
			aside := "aside"
			switch {
			case !left && !right:
				continue
			case !right:
				aside = "to the left"
			case !left:
				aside = "to the right"
			}
			names = append(names, fmt.Sprintf("%s %s and %s %s", steps(sides[0]), way.name, count(sides[1]), aside))
		}
	}
	return strings.Join(names, " or ")
}

func steps(n int) string {
	if n == 1 {
		return "one square"
	}
	return count(n) + " squares"
}

// count writes a number, small ones in words.
func count(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}
