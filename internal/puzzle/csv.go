package puzzle

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// columns are those of the puzzles that lichess publishes, followed by what variants need: the
// name of the game, and whether the prover has confirmed the win.
var columns = []string{"PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl", "OpeningTags", "Variant", "Proof"}

// proved is the last column of a puzzle whose win is proved.
const proved = "proved"

// A Writer writes puzzles as CSV.
type Writer struct {
	out    *csv.Writer
	headed bool
}

// NewWriter returns a Writer.
func NewWriter(w io.Writer) *Writer { return &Writer{out: csv.NewWriter(w)} }

// Write writes puzzles, preceded the first time by the line that names the columns.
func (w *Writer) Write(list ...Puzzle) error {
	if !w.headed {
		w.out.Write(columns) // Error returns its error
		w.headed = true
	}
	for _, p := range list {
		w.out.Write(p.row())
	}
	w.out.Flush()
	return w.out.Error()
}

func (p Puzzle) row() []string {
	proof := ""
	if p.Proved {
		proof = proved
	}
	return []string{
		p.ID, p.FEN, strings.Join(p.Moves, " "), strconv.Itoa(p.Rating), strconv.Itoa(p.Deviation), strconv.Itoa(p.Popularity),
		strconv.Itoa(p.Plays), strings.Join(p.Themes, " "), p.URL, p.Openings, p.Variant, proof,
	}
}

// maxRow limits the bytes of a puzzle.
const maxRow = 1 << 20

// A rowReader fails once it has read the bytes that are left for a row.
type rowReader struct {
	in   io.Reader
	left int
}

func (r *rowReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, fmt.Errorf("a puzzle is longer than %d bytes", maxRow)
	}
	n, err := r.in.Read(p)
	r.left -= n
	return n, err
}

// A Reader reads puzzles one by one.
type Reader struct {
	rows *rowReader
	in   *csv.Reader
	at   map[string]int // the indices of the columns that are there
}

// NewReader returns a reader of CSV as written by Write or published by lichess: the first line
// names the columns, which may be in any order; without a column Variant the game is chess.
func NewReader(r io.Reader) (*Reader, error) {
	rows := &rowReader{r, maxRow}
	in := csv.NewReader(rows)
	in.ReuseRecord = true
	head, err := in.Read()
	if err == io.EOF {
		return nil, errors.New("no puzzles: the file is empty")
	}
	if err != nil {
		return nil, err
	}
	c := &Reader{rows, in, map[string]int{}}
	for i, name := range head {
		c.at[strings.TrimPrefix(name, "\ufeff")] = i
	}
	for _, name := range columns[:3] {
		if _, ok := c.at[name]; !ok {
			return nil, fmt.Errorf("line 1: no column %s", name)
		}
	}
	return c, nil
}

// Next returns the next puzzle, unchecked; io.EOF after the last.
func (c *Reader) Next() (p Puzzle, err error) {
	c.rows.left = maxRow
	row, err := c.in.Read()
	if err != nil {
		return p, err
	}
	line, _ := c.in.FieldPos(0)
	text := func(column string) string {
		if i, ok := c.at[column]; ok {
			return strings.Clone(row[i])
		}
		return ""
	}
	p = Puzzle{
		ID: text("PuzzleId"), FEN: text("FEN"), Moves: strings.Fields(text("Moves")), Themes: strings.Fields(text("Themes")),
		URL: text("GameUrl"), Openings: text("OpeningTags"), Variant: text("Variant"), Proved: text("Proof") == proved,
	}
	p.Variant = cmp.Or(p.Variant, "chess")
	for column, into := range map[string]*int{"Rating": &p.Rating, "RatingDeviation": &p.Deviation, "Popularity": &p.Popularity, "NbPlays": &p.Plays} {
		if number := text(column); number != "" {
			if *into, err = strconv.Atoi(number); err != nil {
				return p, fmt.Errorf("line %d: %s %.20q is not a number", line, column, number)
			}
		}
	}
	if p.ID == "" || p.FEN == "" || len(p.Moves) < 2 {
		return p, fmt.Errorf("line %d: a puzzle needs a PuzzleId, a FEN and at least two moves", line)
	}
	return p, nil
}

// Read reads all puzzles.
func Read(r io.Reader) (list []Puzzle, err error) {
	c, err := NewReader(r)
	for err == nil {
		var p Puzzle
		if p, err = c.Next(); err == nil {
			list = append(list, p)
		}
	}
	if err == io.EOF {
		err = nil
	}
	return list, err
}
