package tune

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
)

// A Scale converts the scores of a game to expected results: a score of v centipawns
// predicts the result 1/(1 + exp(−K·v)).
type Scale struct {
	Header
	K                float64
	Games, Positions int
}

// FitScale fits the scale to a file written by Play. An error names the line.
func FitScale(in io.Reader) (c Scale, err error) {
	text, done, err := Unpack(in)
	if err != nil {
		return c, fmt.Errorf("1: %w", err)
	}
	defer done()
	lines := bufio.NewScanner(text)
	if !lines.Scan() {
		return c, fmt.Errorf("1: %w", cmp.Or(lines.Err(), errors.New("it is empty")))
	}
	if c.Header, err = ParseHeader(lines.Text()); err != nil {
		return c, fmt.Errorf("1: %w", err)
	}
	var records []Record
	last := 0
	for lines.Scan() {
		r, err := ParseRecord(lines.Text())
		if err != nil {
			return c, fmt.Errorf("%d: %w", len(records)+2, err)
		}
		if r.Game != last {
			last = r.Game
			c.Games++
		}
		records = append(records, r)
	}
	if err := lines.Err(); err != nil {
		return c, err
	}
	c.Positions = len(records)
	c.K, err = scaleOf(len(records), func(i int) (score, result, count float64) {
		return float64(records[i].Score), float64(records[i].result()), 1
	})
	return c, err
}
