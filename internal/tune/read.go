package tune

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/heterodox-chess/heterodox/game"
)

// A File says what was read from one.
type File struct {
	Name             string // base name
	Header           Header
	Games, Positions int
}

// reading is what all data knows of the files that it was read from.
type reading struct {
	Files []File
	games int
	line  int // that is being read
}

// Games returns how many games were read.
func (d *reading) Games() int { return d.games }

// A compiler returns the ruleset of a variant, or why its games are not wanted.
type compiler = func(variant string) (game.Rules, error)

// read reads a file that Play has written, and hands on each record with the
// header of the file and the ruleset it is played by; add says whether it has
// kept the position. The error names the file and the line, and the file is then
// not among Files.
func (d *reading) read(ctx context.Context, name string, in io.Reader, rules compiler, add func(Header, game.Rules, *Record) (kept bool, err error)) error {
	text, done, err := Unpack(in)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer done()
	lines := bufio.NewScanner(text)
	header, r, err := d.readHeader(name, lines, rules)
	if err != nil {
		return err
	}
	file := File{Name: name, Header: header}
	last := 0
	d.line = 1
	for lines.Scan() && ctx.Err() == nil {
		d.line++
		record, err := ParseRecord(lines.Text())
		if err == nil && record.Game < last {
			err = fmt.Errorf("game %d after game %d", record.Game, last)
		}
		kept := false
		if err == nil {
			if record.Game > last {
				last = record.Game
				file.Games++
				d.games++
			}
			kept, err = add(header, r, &record)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, d.line, err)
		}
		if kept {
			file.Positions++
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", name, d.line+1, err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	d.Files = append(d.Files, file)
	return nil
}

// readHeader reads the first line, and compiles the variant that it names.
func (d *reading) readHeader(name string, lines *bufio.Scanner, rules compiler) (Header, game.Rules, error) {
	if !lines.Scan() {
		if err := lines.Err(); err != nil {
			return Header{}, nil, fmt.Errorf("%s:1: %w", name, err)
		}
		return Header{}, nil, fmt.Errorf("%s: empty", name)
	}
	header, err := ParseHeader(lines.Text())
	if err == nil {
		err = d.checkNew(header)
	}
	var r game.Rules
	if err == nil {
		r, err = rules(header.Variant)
	}
	if err != nil {
		return Header{}, nil, fmt.Errorf("%s:1: %w", name, err)
	}
	return header, r, nil
}

// checkNew returns an error if the same games have been read already: held out
// and fitted to, they would flatter the fit.
func (d *reading) checkNew(h Header) error {
	h.Games, h.Judged = 0, 0 // the seed decides which they are, not how many of them
	for _, f := range d.Files {
		if f.Header.Games, f.Header.Judged = 0, 0; f.Header == h {
			return fmt.Errorf("the same games as in %s", f.Name)
		}
	}
	return nil
}
