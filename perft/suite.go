package perft

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// Limits on suite files, so that no file can use up the memory.
const (
	maxLineLength = 4096
	maxSuiteLines = 100_000
)

// A Line is a line of a suite: a position and its known counts.
type Line struct {
	Variant string // "" if the line has no variant column
	FEN     string
	Counts  []Known // by increasing depth; at least one
}

// Known is the number of legal move sequences of a length.
type Known struct {
	Depth int
	Nodes uint64
}

// ParseLine reads one line of a suite,
//
//	VARIANT | FEN ;D1 20 ;D2 400 …
//
// where the variant column and its bar may be missing, as in plain EPD suites, and
// the depths are in any order. It checks neither the variant nor the FEN.
func ParseLine(text string) (Line, error) {
	position, rest, found := strings.Cut(text, ";")
	var line Line
	variant, fen, hasVariant := strings.Cut(position, "|")
	if hasVariant {
		line.Variant, line.FEN = strings.TrimSpace(variant), strings.TrimSpace(fen)
		if line.Variant == "" {
			return Line{}, errors.New("nothing before the |")
		}
	} else {
		line.FEN = strings.TrimSpace(position)
	}
	if line.FEN == "" {
		return Line{}, errors.New("no position")
	}
	if !found {
		return Line{}, errors.New("no counts: expected ;D1 20 ;D2 400 …")
	}
	for field := range strings.SplitSeq(rest, ";") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		known, err := parseKnown(field)
		if err != nil {
			return Line{}, err
		}
		line.Counts = append(line.Counts, known)
	}
	return line, line.sortCounts()
}

// sortCounts sorts the counts by depth and rejects two of one depth.
func (l *Line) sortCounts() error {
	if len(l.Counts) == 0 {
		return errors.New("no counts: expected ;D1 20 ;D2 400 …")
	}
	slices.SortStableFunc(l.Counts, func(a, b Known) int { return cmp.Compare(a.Depth, b.Depth) })
	for i := 1; i < len(l.Counts); i++ {
		if l.Counts[i].Depth == l.Counts[i-1].Depth {
			return fmt.Errorf("depth %d is given twice", l.Counts[i].Depth)
		}
	}
	return nil
}

// parseKnown reads "D3 8902".
func parseKnown(field string) (Known, error) {
	depthText, nodesText, _ := strings.Cut(field, " ")
	digits, isDepth := strings.CutPrefix(strings.ToUpper(depthText), "D")
	depth, err := strconv.ParseUint(digits, 10, 8)
	if !isDepth || err != nil || depth < 1 || depth > MaxDepth {
		return Known{}, fmt.Errorf("%.40q does not begin with a depth (D1 to D%d)", field, MaxDepth)
	}
	nodesText = strings.TrimSpace(nodesText)
	nodes, err := strconv.ParseUint(nodesText, 10, 64)
	if err != nil {
		return Known{}, fmt.Errorf("depth %d: %.40q is not a count", depth, nodesText)
	}
	return Known{int(depth), nodes}, nil
}

// A Case is a line of a suite, ready to be counted.
type Case struct {
	File     string
	Number   int // of the line, from 1
	Position game.Position
	Counts   []Known
}

// A SuiteError says which line of a suite cannot be read, and why.
type SuiteError struct {
	File string
	Line int
	Err  error
}

func (e *SuiteError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the reason.
func (e *SuiteError) Unwrap() error { return e.Err }

// ReadSuite reads the lines of a suite file. Blank lines and lines that begin with #
// are skipped. open returns the game with a variant's name, and is called once for
// each name; variant is the name for lines without the column. The error for a line
// is a *SuiteError with the given file name; no cases are returned then.
func ReadSuite(file string, r io.Reader, variant string, open func(name string) (game.Rules, error)) ([]Case, error) {
	games := map[string]game.Rules{}
	rulesOf := func(name string) (game.Rules, error) {
		if rules, ok := games[name]; ok {
			return rules, nil
		}
		rules, err := open(name)
		if err == nil {
			games[name] = rules
		}
		return rules, err
	}
	var cases []Case
	number := 0
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLineLength)
	for lines.Scan() {
		if number++; number > maxSuiteLines {
			return nil, &SuiteError{file, number, fmt.Errorf("more than %d lines", maxSuiteLines)}
		}
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if text == "" || text[0] == '#' {
			continue
		}
		c, err := readCase(text, variant, rulesOf)
		if err != nil {
			return nil, &SuiteError{file, number, err}
		}
		c.File, c.Number = file, number
		cases = append(cases, c)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, &SuiteError{file, number + 1, fmt.Errorf("longer than %d bytes", maxLineLength)}
	case err != nil:
		return nil, &SuiteError{file, number + 1, err}
	}
	return cases, nil
}

func readCase(text, variant string, rulesOf func(string) (game.Rules, error)) (Case, error) {
	line, err := ParseLine(text)
	if err != nil {
		return Case{}, err
	}
	rules, err := rulesOf(cmp.Or(line.Variant, variant))
	if err != nil {
		return Case{}, err
	}
	pos, err := rules.ParsePosition(line.FEN)
	if err != nil {
		return Case{}, err
	}
	return Case{Position: pos, Counts: line.Counts}, nil
}
