package cubic

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Form is a way to write a board. ParseSetup reads all of them.
type Form uint8

// The forms, for a board of n = 2.
const (
	Brackets Form = iota // [r#,##],[#k,#N]
	Rows                 // [[r#] [##]] [[#k] [#N]]
	Flat                 // r####k#N
	JSON1                // ["r###","#k#N"]
	JSON2                // [["r#","##"],["#k","#N"]]
	JSON3                // [[["r","#"],["#","#"]],[["#","k"],["#","N"]]]
)

var formNames = [...]string{"brackets", "rows", "flat", "json1", "json2", "json3"}

// String returns the name of the form: "brackets", "rows", "flat", "json1",
// "json2" or "json3".
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return fmt.Sprintf("form %d", uint8(f))
}

// ParseForm reads the name of a form.
func ParseForm(name string) (Form, error) {
	for f, known := range formNames {
		if name == known {
			return Form(f), nil
		}
	}
	return 0, fmt.Errorf("%.20q is not a form: %s", name, strings.Join(formNames[:], ", "))
}

// A layout says how a form writes the board, a level, a row and a cell: what opens
// it, what separates its parts, what closes it.
type layout [4][3]string

var layouts = [...]layout{
	Brackets: {{"", ",", ""}, {"[", ",", "]"}},
	Rows:     {{"", " ", ""}, {"[", " ", "]"}, {"[", "", "]"}},
	Flat:     {},
	JSON1:    {{"[", ",", "]"}, {`"`, "", `"`}},
	JSON2:    {{"[", ",", "]"}, {"[", ",", "]"}, {`"`, "", `"`}},
	JSON3:    {{"[", ",", "]"}, {"[", ",", "]"}, {"[", ",", "]"}, {`"`, "", `"`}},
}

// String returns the board in nested brackets, without the side to move.
func (s Setup) String() string { return s.Text(Brackets) }

// Text returns the board in a form, without the side to move; it is empty for an
// invalid form or size.
func (s Setup) Text(f Form) string {
	if int(f) >= len(layouts) || checkSize(s.Size) != nil {
		return ""
	}
	var dst []byte
	n, l := s.Size, &layouts[f]
	dst = join(dst, n, l[0], func(dst []byte, level int) []byte {
		return join(dst, n, l[1], func(dst []byte, row int) []byte {
			return join(dst, n, l[2], func(dst []byte, file int) []byte {
				letter := string(letterOf(s.At(NewCell(file, n-1-row, n-1-level))))
				return append(dst, l[3][0]+letter+l[3][2]...)
			})
		})
	})
	return string(dst)
}

// join writes n parts with the marks of one line of a layout.
func join(dst []byte, n int, marks [3]string, part func(dst []byte, i int) []byte) []byte {
	dst = append(dst, marks[0]...)
	for i := range n {
		if i > 0 {
			dst = append(dst, marks[1]...)
		}
		dst = part(dst, i)
	}
	return append(dst, marks[2]...)
}

// letterOf returns a piece's letter, '#' for NoPiece.
func letterOf(p rules.Piece) byte {
	if p == rules.NoPiece {
		return '#'
	}
	return p.Letter()
}
