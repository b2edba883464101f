package general

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/heterodox-chess/heterodox/internal/english"
)

// Words for squares and pieces.

// squaresInWords names a set of squares: as ranks, as a rectangle, or one by one, the
// last one after the word last.
func (r *ruleset[S]) squaresInWords(s S, last string) string {
	if isEmpty(&s) {
		return "no square"
	}
	low, high, bottom, top := r.bounds(s)
	var box S
	for rank := bottom; rank <= top; rank++ {
		for file := low; file <= high; file++ {
			add(&box, rank*r.g.files+file)
		}
	}
	rest := subtract(r.g.all, s)
	ranks := intersect(box, r.g.all) == s && high-low+1 == r.g.files
	switch {
	case !ranks && !isEmpty(&rest) && 4*popcount(rest) < popcount(s):
		return "squares other than " + r.squareNames(rest, "and")
	case intersect(box, r.g.all) != s || low == high || top == bottom && high-low+1 < r.g.files:
		return r.squareNames(s, last)
	case high-low+1 < r.g.files:
		return r.g.squareName(bottom*r.g.files+low) + " to " + r.g.squareName(top*r.g.files+high)
	case top == bottom:
		return fmt.Sprintf("rank %d", bottom+1)
	case top == bottom+1:
		return fmt.Sprintf("ranks %d %s %d", bottom+1, last, top+1)
	}
	return fmt.Sprintf("ranks %d to %d", bottom+1, top+1)
}

// bounds returns the files and ranks between which the squares of a set lie.
func (r *ruleset[S]) bounds(s S) (low, high, bottom, top int) {
	low, bottom = r.g.files, r.g.ranks
	for !isEmpty(&s) {
		sq := next(&s)
		file, rank := r.g.file(sq), r.g.rank(sq)
		low, high, bottom, top = min(low, file), max(high, file), min(bottom, rank), max(top, rank)
	}
	return low, high, bottom, top
}

// squareNames lists squares.
func (r *ruleset[S]) squareNames(s S, last string) string {
	var names []string
	for !isEmpty(&s) {
		names = append(names, r.g.squareName(next(&s)))
	}
	return english.List(names, last)
}

// namesOf lists types in words.
func (r *ruleset[S]) namesOf(types []uint8) string {
	words := make([]string, len(types))
	for i, t := range types {
		words[i] = r.name(t)
	}
	return english.List(words, "and")
}

// oneOf lists types as what something may become.
func (r *ruleset[S]) oneOf(types []uint8) string {
	words := make([]string, len(types))
	for i, t := range types {
		words[i] = article(r.name(t))
	}
	return english.List(words, "or")
}

// rolesIn lists the pieces of a set of roles.
func (r *ruleset[S]) rolesIn(s roleSet, last string) string {
	if s.has(AllRoles) {
		return "all pieces together"
	}
	var words []string
	for _, role := range r.types {
		if s.has(role) {
			words = append(words, r.plural(role))
		}
	}
	if words == nil {
		return "no piece"
	}
	return english.List(words, last)
}

// severalRoles names a number of pieces of a role.
func (r *ruleset[S]) severalRoles(role Role, n int) string {
	if n == 1 {
		return r.roleName(role)
	}
	return r.plural(role)
}

// onDiagonals lists the types that go along the diagonal lines.
func (r *ruleset[S]) onDiagonals() (types []uint8) {
	for t := range r.types {
		if _, ok := r.insideOf(t); ok {
			types = append(types, uint8(t))
		}
	}
	return types
}

// points says what pieces count where material decides as in janggi.
func (r *ruleset[S]) points() string {
	var words []string
	for t, role := range r.types {
		if worth, ok := janggiWorth[role]; ok {
			words = append(words, fmt.Sprintf("%s %d", r.name(uint8(t)), worth))
		}
	}
	return strings.Join(words, ", ")
}

// title capitalises the first letter of words.
func title(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}

// times says how often something occurs.
func times(n int) string {
	words := []string{"never", "once", "twice", "three times", "four times", "five times", "six times"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprintf("%d times", n)
}

// article puts a or an before a name.
func article(name string) string {
	if strings.IndexAny(name, "aeiou") == 0 {
		return "an " + name
	}
	return "a " + name
}

// ordinal returns a small number as an ordinal: 2nd.
func ordinal(n int) string {
	switch n {
	case 1:
		return "1st"
	case 2:
		return "2nd"
	case 3:
		return "3rd"
	}
	return fmt.Sprintf("%dth", n)
}

var orthodox = map[Role]bool{pawn: true, knight: true, bishop: true, rook: true, queen: true, king: true}
