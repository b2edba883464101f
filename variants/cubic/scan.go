package cubic

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/heterodox-chess/heterodox/rules"
)

// A group is a run of letters, or the contents of a pair of brackets or quotes.
type group struct {
	offset  int
	letters string  // of a run
	items   []group // of a bracket; never empty
	cells   int     // number of letters in all
}

const (
	maxNesting = 8 // array, level, row and cell, each in quotes
	maxCells   = MaxSize * MaxSize * MaxSize
	blanks     = " \t\r\n,"
	marks      = blanks + "[]\"'"
)

// scan reads a text into groups. Their meaning is left to arrange.
func scan(text string) (group, error) {
	s := scanner{text: text}
	root, err := s.group(0, 0)
	switch {
	case err != nil:
		return group{}, err
	case root.cells == 0:
		return group{}, &TextError{-1, "", "no cells"}
	}
	return root, nil
}

type scanner struct {
	text  string
	at    int
	cells int // read so far
}

func (s *scanner) fail(offset int, format string, args ...any) error {
	return &TextError{offset, "", fmt.Sprintf(format, args...)}
}

// group reads items up to the closing bracket or quote and skips it; with closing 0
// it reads to the end of the text.
func (s *scanner) group(closing byte, depth int) (group, error) {
	g := group{offset: s.at}
	for s.at < len(s.text) {
		c := s.text[s.at]
		if strings.IndexByte(blanks, c) >= 0 {
			s.at++
			continue
		}
		if c == closing && closing != 0 {
			s.at++
			return g, nil
		}
		item, err := s.item(c, depth)
		if err != nil {
			return group{}, err
		}
		g.items = append(g.items, item)
		g.cells += item.cells
	}
	if closing != 0 {
		return group{}, s.fail(g.offset-1, "unclosed %q", s.text[g.offset-1])
	}
	return g, nil
}

// item reads a run of letters or a group in brackets or quotes that begins with c.
func (s *scanner) item(c byte, depth int) (group, error) {
	start := s.at
	closing := c
	switch c {
	case ']':
		return group{}, s.fail(start, "']' without '['")
	case '[':
		closing = ']'
	case '"', '\'':
	default:
		return s.run()
	}
	if depth == maxNesting {
		return group{}, s.fail(start, "brackets within %d others", maxNesting)
	}
	s.at++
	g, err := s.group(closing, depth+1)
	if err == nil && g.cells == 0 {
		err = s.fail(start, "nothing between %q and %q", c, closing)
	}
	return g, err
}

// run reads letters up to the next blank, bracket or quote.
func (s *scanner) run() (group, error) {
	start := s.at
	length := strings.IndexAny(s.text[start:], marks)
	if length < 0 {
		length = len(s.text) - start
	}
	s.at += length
	letters := s.text[start:s.at]
	g := group{offset: start, letters: letters, cells: utf8.RuneCountInString(letters)}
	if s.cells += g.cells; s.cells > maxCells {
		return group{}, s.fail(start, "more than %d cells, which is n = %d, the largest board", maxCells, MaxSize)
	}
	return g, nil
}

// arrange makes a setup from the scanned groups. Groups of the same level of nesting must have
// the same length: cells, rows or levels. With n = 0 the size follows from the number of cells.
func arrange(root group, n int) (Setup, error) {
	for len(root.items) == 1 {
		root = root.items[0]
	}
	guessed := n == 0
	if guessed {
		n = int(math.Cbrt(float64(root.cells)) + 0.5)
		if n*n*n != root.cells {
			n = guessSize(root)
		}
	}
	if err := checkSize(n); err != nil {
		return Setup{}, &TextError{-1, "", fmt.Sprintf("%s: %v", plural(root.cells, "cell"), err)}
	}
	s, _ := NewSetup(n)
	a := arranger{setup: s, guessed: guessed}
	if err := a.place(root, 3); err != nil {
		return Setup{}, err
	}
	return s, nil
}

// guessSize returns the n most likely meant by a text whose number of cells is not a
// cube, so that the error can point to what is wrong.
func guessSize(root group) int {
	count := len(root.items)
	if count == 0 {
		return int(math.Cbrt(float64(root.cells)) + 0.5)
	}
	item := root.items[0]
	switch {
	case len(item.items) > 1: // levels
		return count
	case item.cells == 1: // cells
		return int(math.Cbrt(float64(count)) + 0.5)
	case item.cells < count: // rows
		return item.cells
	}
	return count // levels
}

// An arranger puts letters on the cells of a setup in the order of the text.
type arranger struct {
	setup   Setup
	guessed bool // the size is not given
	next    int  // cells placed so far
}

var unitNames = [4]string{"cell", "row", "level", "board"}

// place puts down a group that must be a cell, a row, a level or the board: n^unit cells.
func (a *arranger) place(g group, unit int) error {
	for len(g.items) == 1 {
		g = g.items[0]
	}
	if g.items == nil || unit == 0 {
		if want := power(a.setup.Size, unit); g.cells != want {
			return a.fail(g.offset, unit, "%s, not %d", plural(g.cells, "cell"), want)
		}
		return a.letters(g)
	}
	// The items are smaller units, of the rank at which their number makes up this one.
	inner := unit - 1
	for inner > 0 && len(g.items) != power(a.setup.Size, unit-inner) {
		inner--
	}
	if want := power(a.setup.Size, unit-inner); len(g.items) != want {
		return a.fail(g.offset, unit, "%s, not %d", plural(len(g.items), unitNames[unit-1]), a.setup.Size)
	}
	for _, item := range g.items {
		if err := a.place(item, inner); err != nil {
			return err
		}
	}
	return nil
}

func power(n, exponent int) int {
	result := 1
	for range exponent {
		result *= n
	}
	return result
}

// letters puts down a run of letters.
func (a *arranger) letters(g group) error {
	n := a.setup.Size
	for i, letter := range g.letters {
		p := rules.NoPiece
		if letter != '#' {
			if p = pieceOf(letter); p == rules.NoPiece {
				return a.fail(g.offset+i, 0, "%q is neither a piece (K, Q, R, B, N in either case) nor #", letter)
			}
		}
		file, row, level := a.next%n, a.next/n%n, a.next/(n*n)
		a.setup.Cells[NewCell(file, n-1-row, n-1-level).index(n)] = p
		a.next++
	}
	return nil
}

// pieceOf returns the piece of a letter, NoPiece for a letter that is not used in this game.
func pieceOf(letter rune) rules.Piece {
	if letter < 0x80 && strings.ContainsRune("KQRBNkqrbn", letter) {
		return rules.PieceOf(byte(letter))
	}
	return rules.NoPiece
}

// fail returns an error about the unit that begins at the next cell.
func (a *arranger) fail(offset, unit int, format string, args ...any) error {
	n := a.setup.Size
	place := ""
	if unit < 3 {
		level := a.next / (n * n)
		place = fmt.Sprintf("level %d of %d (%s)", level+1, n, roman[n-1-level])
	}
	if unit < 2 {
		row := a.next / n % n
		place += fmt.Sprintf(", row %d (rank %d)", row+1, n-row)
	}
	if unit < 1 {
		column := a.next % n
		place += fmt.Sprintf(", column %d (file %c)", column+1, 'a'+column)
	}
	reason := fmt.Sprintf(format, args...)
	if a.guessed && unit > 0 {
		reason += fmt.Sprintf(", if n = %d", n)
	}
	return &TextError{offset, place, reason}
}
