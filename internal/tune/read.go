package tune

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/heterodox-chess/heterodox/game"
)

// A File describes what was read from a file.
type File struct {
	Name             string // base name
	Header           Header
	Games, Positions int
}

// reading is the common part of all kinds of data: the files read.
type reading struct {
	Files []File
	games int
	line  int // of the current line
}

// Games returns the number of games read.
func (d *reading) Games() int { return d.games }

// A compiler returns the ruleset of a variant, or an error if its games are not
// wanted.
type compiler = func(variant string) (game.Rules, error)

// read reads a file written by Play, and passes each record to add with the
// header of the file and the ruleset of its game; add reports whether it has
// kept the position. An error names the file and the line, and the file is then
// not added to Files.
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

// checkNew returns an error if the same games have already been read: if they
// were both fitted to and held out, the fit would look too good.
func (d *reading) checkNew(h Header) error {
	h.Games, h.Judged = 0, 0 // games depend on the seed, not on their number
	for _, f := range d.Files {
		if f.Header.Games, f.Header.Judged = 0, 0; f.Header == h {
			return fmt.Errorf("the same games as in %s", f.Name)
		}
	}
	return nil
}
