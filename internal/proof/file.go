// Package proof reads and checks proofs about games with turns: that a side wins by some turn,
// or has not lost by then, whatever the opponent does. A proof is a strategy: a turn for each
// position that can arise with the side to move.
//
// The checker plays by the general machine, the reference for the fast one; tells positions
// apart by their full contents, not by keys; goes through every turn of the opponent; and shares
// nothing but the file with the code that finds proofs.
package proof

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Proof is a claim and the strategy that shows it.
type Proof struct {
	Variant string
	// Start is the FEN of the position from which the game begins, "" for the usual one.
	Start string
	// Side has the strategy. If Wins, it wins by the end of turn Turn, one of its own; otherwise
	// it has not lost when turn Turn, one of the opponent's, ends.
	Side rules.Color
	Wins bool
	Turn int
	// Lines are the turns of the strategy in UCI notation, by the Text of the position. A win
	// has no lines for turn Turn itself: the checker finds the winning moves.
	Lines map[string]string
}

// header begins a file; the claim is the second line.
const header = "heterodox proof 1"

const from = " from "

// Claim says what is proved.
func (p *Proof) Claim() string {
	verb := "is not lost for"
	if p.Wins {
		verb = "is won for"
	}
	claim := fmt.Sprintf("%s %s %s by turn %d", p.Variant, verb, strings.ToLower(p.Side.String()), p.Turn)
	if p.Start != "" {
		claim += from + p.Start
	}
	return claim
}

// Text returns the text of a position in a proof: its FEN without the clocks.
func Text(fen string) string {
	f := strings.Fields(fen)
	if len(f) < 6 {
		return fen
	}
	return strings.Join(append(f[:4:4], f[6:]...), " ")
}

// Write writes a proof, compressed.
func (p *Proof) Write(w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	fmt.Fprintf(z, "%s\n%s\n", header, p.Claim())
	for _, text := range slices.Sorted(maps.Keys(p.Lines)) {
		fmt.Fprintf(z, "%s\t%s\n", text, p.Lines[text])
	}
	return z.Close()
}

// Read reads what Write wrote, compressed or not.
func Read(r io.Reader) (*Proof, error) {
	in := bufio.NewReader(r)
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		in = bufio.NewReader(z)
	}
	lines := bufio.NewScanner(in)
	p := &Proof{Lines: map[string]string{}}
	number := 0
	for ; lines.Scan(); number++ {
		if err := p.read(number, lines.Text()); err != nil {
			return nil, fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: longer than %d bytes", number+1, bufio.MaxScanTokenSize)
	case err != nil:
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	if number < 2 {
		return nil, errors.New("the file is cut short")
	}
	return p, nil
}

// read reads a line of a proof.
func (p *Proof) read(number int, line string) error {
	switch number {
	case 0:
		if line != header {
			return fmt.Errorf("%.40q is not %q", line, header)
		}
		return nil
	case 1:
		return p.readClaim(line)
	}
	text, turn, ok := strings.Cut(line, "\t")
	if !ok || text == "" || turn == "" {
		return fmt.Errorf("%.80q is not a position, a tab and a turn", line)
	}
	if _, twice := p.Lines[text]; twice {
		return fmt.Errorf("%s is listed twice", text)
	}
	p.Lines[text] = turn
	return nil
}

// readClaim reads what Claim returns.
func (p *Proof) readClaim(line string) (err error) {
	claim, start, _ := strings.Cut(line, from)
	p.Start = start
	f := strings.Fields(claim)
	if len(f) < 4 {
		return fmt.Errorf("%.80q is not a claim", line)
	}
	p.Variant = f[0]
	p.Wins = f[2] == "won"
	if f[len(f)-4] == "black" {
		p.Side = rules.Black
	}
	if p.Turn, err = strconv.Atoi(f[len(f)-1]); err != nil || p.Turn < 1 || p.Turn > 1000 || p.Claim() != line {
		return fmt.Errorf("%.80q is not a claim", line)
	}
	return nil
}
