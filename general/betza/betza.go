// Package betza reads definitions of pieces in Betza's notation, as files of
// variants write them: "N" leaps like a knight, "fmWfceF" is a pawn, "mRcpR" the
// cannon of xiangqi. docs/pieces.md defines the dialect exactly.
package betza

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Vector is a step for White: files to the right, ranks forward. Black's is the
// opposite step.
type Vector struct{ Files, Ranks int }

// A Mode says what may stand where a piece goes; several may be combined.
type Mode uint8

const (
	Quiet   Mode = 1 << iota // nothing: m
	Capture                  // an enemy: c
	Own                      // a piece of one's own: d
)

// A Way is how a piece goes along a vector.
type Way uint8

const (
	Leap   Way = iota // once, whatever stands between
	Lame              // once, if all between is empty: n
	Ride              // repeatedly, until a square is occupied
	Hop               // over one piece, then on: p
	Beyond            // over one piece, to the square right behind it: g
	Locust            // over one enemy, which it captures, to the empty square behind: t
)

// A Part is one atom of a definition with its modifiers.
type Part struct {
	Way     Way
	Mode    Mode
	Initial bool // only from where the game lets pieces make their first move: i
	Vectors []Vector
	// Limit is how many steps a rider may take, and how far from its origin a
	// hopper may land; 0 is no limit.
	Limit int
	// From and To delimit the part in the text.
	From, To int
}

// A Definition is a piece.
type Definition struct {
	Text      string
	Parts     []Part
	EnPassant bool // it captures en passant: e
	Castles   bool // it castles: O
}

// An Error says where in a definition something is wrong.
type Error struct {
	Text   string
	Offset int // of the first byte that is wrong
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("piece %.60q, character %d: %s", e.Text, e.Offset+1, e.Reason)
}

// maxLength bounds a definition; nobody writes a longer one.
const maxLength = 200

// atoms are the leaps by their letters, the longer side first.
var atoms = map[byte][][2]int{
	'W': {{1, 0}}, 'F': {{1, 1}}, 'D': {{2, 0}}, 'N': {{2, 1}}, 'A': {{2, 2}}, 'H': {{3, 0}},
	'L': {{3, 1}}, 'C': {{3, 1}}, 'J': {{3, 2}}, 'Z': {{3, 2}}, 'G': {{3, 3}}, 'K': {{1, 0}, {1, 1}},
	'R': {{1, 0}}, 'B': {{1, 1}}, 'Q': {{1, 0}, {1, 1}},
}

const (
	vertical   = "fbvh"
	horizontal = "rlsh"
	riders     = "RBQ"
)

// bearings lists the eight ways to turn a leap of sides a ≥ b, and the names of
// the directions that each belongs to.
var bearings = []struct {
	turn  func(a, b int) Vector
	names string
}{
	{func(a, b int) Vector { return Vector{b, a} }, "ff vv rf rv fh rh hr"},
	{func(a, b int) Vector { return Vector{-b, -a} }, "bb vv lb lv bh lh hr"},
	{func(a, b int) Vector { return Vector{a, -b} }, "rr ss br bs bh rh hr"},
	{func(a, b int) Vector { return Vector{-a, b} }, "ll ss fl fs fh lh hr"},
	{func(a, b int) Vector { return Vector{a, b} }, "rr ss fr fs fh rh hl"},
	{func(a, b int) Vector { return Vector{-a, -b} }, "ll ss bl bs bh lh hl"},
	{func(a, b int) Vector { return Vector{b, -a} }, "bb vv rb rv bh rh hl"},
	{func(a, b int) Vector { return Vector{-b, a} }, "ff vv lf lv fh lh hl"},
}

// Parse reads a definition. The empty one is a piece that never moves.
func Parse(text string) (Definition, error) {
	p := parser{text: text, def: Definition{Text: text}}
	if len(text) > maxLength {
		return Definition{}, p.fail(maxLength, fmt.Sprintf("a definition is at most %d characters long", maxLength))
	}
	for p.at < len(text) {
		if err := p.part(); err != nil {
			return Definition{}, err
		}
	}
	return p.def, nil
}

// MustParse is Parse for definitions known to be valid; it panics on others.
func MustParse(text string) Definition {
	d, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return d
}

type parser struct {
	text string
	at   int
	def  Definition
}

func (p *parser) fail(offset int, reason string) error {
	return &Error{p.text, offset, reason}
}

// part reads modifiers and the atom that they modify.
func (p *parser) part() error {
	part := Part{From: p.at}
	var directions []string
	hop, lame := byte(0), false
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == 'm':
			part.Mode |= Quiet
		case c == 'c':
			part.Mode |= Capture
		case c == 'd':
			part.Mode |= Own
		case c == 'p' || c == 'g' || c == 't':
			if hop != 0 {
				return p.fail(p.at, fmt.Sprintf("%c after %c: a piece hops in one way", c, hop))
			}
			hop = c
		case c == 'n':
			lame = true
		case c == 'j': // leapers jump anyway
		case c == 'i':
			part.Initial = true
		case c == 'e':
			p.def.EnPassant = true
		case strings.IndexByte(vertical+horizontal, c) >= 0:
			directions = append(directions, p.direction())
		case c == 'O':
			if p.at != part.From {
				return p.fail(part.From, "castling takes no modifiers")
			}
			p.def.Castles = true
			p.at++
			return nil
		case atoms[c] != nil:
			part.Way = way(hop, lame, strings.IndexByte(riders, c) >= 0)
			return p.atom(part, directions)
		case c >= '0' && c <= '9':
			return p.fail(p.at, "a number must follow an atom")
		default:
			r, _ := utf8.DecodeRuneInString(p.text[p.at:])
			return p.fail(p.at, fmt.Sprintf("%q is neither an atom (WFDNAHLCJZGK RBQ O) nor a modifier (mcd i e n j p g t, fbvh rlsh)", r))
		}
	}
	return p.fail(part.From, "modifiers without an atom after them")
}

// direction reads one or two letters of directions and leaves p.at on the last one.
func (p *parser) direction() string {
	c := p.text[p.at]
	if p.at+1 < len(p.text) {
		d := p.text[p.at+1]
		is := func(class string, c byte) bool { return strings.IndexByte(class, c) >= 0 }
		if c == d || is(vertical, c) && is(horizontal, d) || is(horizontal, c) && is(vertical, d) {
			p.at++
			return string([]byte{c, d})
		}
	}
	return string([]byte{c, c})
}

func way(hop byte, lame, rider bool) Way {
	switch {
	case hop == 'p':
		return Hop
	case hop == 'g':
		return Beyond
	case hop == 't':
		return Locust
	case rider:
		return Ride
	case lame:
		return Lame
	}
	return Leap
}

// atom reads the atom, its doubling or number, and adds the part.
func (p *parser) atom(part Part, directions []string) error {
	c := p.text[p.at]
	start := p.at
	p.at++
	switch {
	case p.at < len(p.text) && p.text[p.at] == c:
		p.at++
		part.Way = riding(part.Way)
	case p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9':
		digits := p.at
		for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
			part.Limit = min(part.Limit*10+int(p.text[p.at]-'0'), 99)
			p.at++
		}
		switch {
		case part.Limit == 0 && p.text[digits:p.at] != "0":
			return p.fail(digits, "a number begins with 1 to 9, or is 0 for no limit")
		case part.Way == Beyond && part.Limit != 1:
			part.Way = Hop // a grasshopper with a number is a hopper with that reach
		case part.Way == Hop && part.Limit == 1:
			part.Way = Beyond
		}
		part.Way = riding(part.Way)
	}
	part.Mode = cmp.Or(part.Mode, Quiet|Capture)
	for _, a := range atoms[c] {
		part.Vectors = append(part.Vectors, turned(a, len(atoms[c]), directions)...)
	}
	if len(part.Vectors) == 0 {
		return p.fail(start, fmt.Sprintf("no move of %c goes %s", c, strings.Join(directions, " or ")))
	}
	part.To = p.at
	p.def.Parts = append(p.def.Parts, part)
	return nil
}

// riding is the way of an atom that is doubled or has a number.
func riding(w Way) Way {
	if w == Leap || w == Lame {
		return Ride
	}
	return w
}

// turned returns the vectors of a leap in some directions, or in all if there are
// none.
func turned(leap [2]int, atoms int, directions []string) (vectors []Vector) {
	var wanted []string
	for _, d := range directions {
		if atoms == 1 && leap[1] == 0 && d[0] != d[1] {
			wanted = append(wanted, d[:1]+d[:1], d[1:]+d[1:]) // fs of a wazir: forward, and sideways
		} else {
			wanted = append(wanted, d)
		}
	}
	for _, b := range bearings {
		v := b.turn(leap[0], leap[1])
		named := len(directions) == 0 ||
			slices.ContainsFunc(strings.Fields(b.names), func(n string) bool { return slices.Contains(wanted, n) })
		if named && !slices.Contains(vectors, v) {
			vectors = append(vectors, v)
		}
	}
	return vectors
}

// Path returns the squares that must be empty for a lame leap, as steps from the
// origin: straight along the longer side first, then diagonally.
func Path(v Vector) (path []Vector) {
	var at Vector
	for at != v {
		df, dr := v.Files-at.Files, v.Ranks-at.Ranks
		if abs(df) >= abs(dr) {
			at.Files += sign(df)
		}
		if abs(dr) >= abs(df) {
			at.Ranks += sign(dr)
		}
		if at != v {
			path = append(path, at)
		}
	}
	return path
}

func abs(x int) int { return max(x, -x) }

func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
