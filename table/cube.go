package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
)

// A cubeFile is the saved form of a game on a board that PGN does not support.
type cubeFile struct {
	Format  string        `json:"format"`
	Version int           `json:"version"`
	Study   bool          `json:"analysis,omitempty"`
	Comment string        `json:"comment,omitempty"` // before the first move
	Date    string        `json:"date"`
	Variant string        `json:"variant"`
	Start   string        `json:"start"`
	Players [2]cubePlayer `json:"players"`
	Control string        `json:"timeControl"`
	Result  string        `json:"result"`
	Reason  string        `json:"reason,omitempty"`
	Moves   []cubeMove    `json:"moves"`
}

type cubePlayer struct {
	Name  string `json:"name,omitempty"`
	Level int    `json:"level,omitempty"`
}

type cubeMove struct {
	Move  string  `json:"move"`
	Clock float64 `json:"clock,omitempty"` // seconds
	Eval  string  `json:"eval,omitempty"`
	Note  string  `json:"note,omitempty"`
	// Only analyses have these.
	Before     string       `json:"before,omitempty"`
	Glyphs     []string     `json:"annotations,omitempty"`
	Variations [][]cubeMove `json:"variations,omitempty"`
}

const (
	cubeFormat   = "heterodox game"
	cubeVersion  = 1
	studyVersion = 2 // the version with analyses
)

// cubeText returns the game as JSON, one move a line.
func (t *Table) cubeText() []byte {
	end := t.result()
	f := cubeFile{
		Format: cubeFormat, Version: cubeVersion, Study: t.study, Date: t.date, Comment: t.root.Note,
		Variant: t.position().Rules().Name(), Start: t.record.Start().FEN(),
		Control: t.clock.control.text(), Result: end.Result.String(), Reason: end.Reason,
	}
	if t.study {
		f.Version = studyVersion
	}
	for i, p := range t.players {
		f.Players[i] = cubePlayer(p)
	}
	head, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	moves := line(t.root, func(p Played, variations [][]cubeMove) cubeMove {
		return cubeMove{p.UCI, max(p.Clock, 0).Seconds(), p.Eval, p.Note, p.Before, p.Glyphs, variations}
	})
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(head, []byte("null\n}")))
	b.WriteByte('[')
	for i, m := range moves {
		line, err := json.Marshal(m)
		if err != nil {
			panic(err)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		b.Write(line)
	}
	if len(moves) > 0 {
		b.WriteString("\n  ")
	}
	b.WriteString("]\n}\n")
	return b.Bytes()
}

// parseCube reads a game in the form that cubeText writes.
func parseCube(text []byte, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	f, err := decodeCube(text)
	if err != nil {
		return nil, err
	}
	f.Comment, f.Date, f.Reason = pgn.Printable(f.Comment), pgn.Printable(f.Date), pgn.Printable(f.Reason)
	for i := range f.Players {
		f.Players[i].Name = pgn.Printable(f.Players[i].Name)
	}
	ruleset, err := open(f.Variant)
	if err != nil {
		return nil, err
	}
	start, err := ruleset.ParsePosition(f.Start)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	o := Options{Start: start, Thinkers: thinkers, Study: f.Study}
	for i, p := range f.Players {
		o.Players[i] = Player(p)
	}
	if o.Control, err = controlOf(f.Control); err != nil {
		return nil, err
	}
	t, err := newTable(o)
	if err != nil {
		return nil, err
	}
	t.date, t.root.Note = f.Date, f.Comment
	lines := linesOfMoves(text)
	moves, err := asRead(f.Moves, &lines, 0)
	if err != nil {
		return nil, err
	}
	if err := t.replayLine(moves, game.Position.ParseMove); err != nil {
		return nil, err
	}
	result, ok := resultOf(f.Result)
	switch board := t.over(); {
	case !ok:
		return nil, fmt.Errorf("%.20q is not a result", f.Result)
	case board.Over() && board.Result != result && len(t.position().Moves()) == 0:
		return nil, fmt.Errorf("the game ends %s (%s), but the result is %s", board.Result, board.Reason, f.Result)
	case board.Result != result && result != rules.Ongoing:
		t.ending = Ending{result, f.Reason}
	}
	return t, nil
}

// asRead converts the moves of a file to the form in which PGN moves are read; lines holds
// the line number of each.
func asRead(line []cubeMove, lines *[]int, depth int) (moves []pgn.Move, err error) {
	if depth > pgn.MaxDepth {
		return nil, fmt.Errorf("variations are nested more than %d levels deep", pgn.MaxDepth)
	}
	for _, m := range line {
		p := Played{Clock: -1, Eval: pgn.Printable(m.Eval), Note: pgn.Printable(m.Note)}
		if m.Clock > 0 {
			p.Clock = time.Duration(min(m.Clock, 1e6) * float64(time.Second))
		}
		move := pgn.Move{Text: pgn.Printable(m.Move), Before: pgn.Printable(m.Before), Comment: commentText(p), Glyphs: m.Glyphs}
		if len(*lines) > 0 {
			move.Line, *lines = (*lines)[0], (*lines)[1:]
		}
		for _, v := range m.Variations {
			variation, err := asRead(v, lines, depth+1)
			if err != nil {
				return nil, err
			}
			if len(variation) > 0 {
				move.Variations = append(move.Variations, variation)
			}
		}
		moves = append(moves, move)
	}
	return moves, nil
}

// decodeCube decodes the JSON; an error names the line.
func decodeCube(text []byte) (f cubeFile, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(&f)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return f, fmt.Errorf("line %d: %w", lineAt(text, syntax.Offset), err)
	case errors.As(err, &kind):
		return f, fmt.Errorf("line %d: %s cannot be a %s", lineAt(text, kind.Offset), kind.Field, kind.Value)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return f, fmt.Errorf("line %d: the file ends in the middle of the game", lineAt(text, int64(len(text))))
	case err != nil:
		return f, fmt.Errorf("line %d: %w", lineAt(text, offsetOf(text, err, d.InputOffset())), err)
	case f.Format != cubeFormat:
		return f, fmt.Errorf("line 1: the format is %.40q, not %q", f.Format, cubeFormat)
	case f.Version < cubeVersion || f.Version > studyVersion:
		return f, fmt.Errorf("line 1: unknown version %d of the format, expected %d to %d", f.Version, cubeVersion, studyVersion)
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return f, fmt.Errorf("line %d: there is text after the game", lineAt(text, d.InputOffset()))
	}
	return f, nil
}

// offsetOf finds the unknown field that an error names; otherwise it returns other.
func offsetOf(text []byte, err error, other int64) int64 {
	if _, field, ok := strings.Cut(err.Error(), "unknown field "); ok {
		if i := bytes.Index(text, []byte(field)); i >= 0 {
			return int64(i)
		}
	}
	return other
}

// lineAt returns the line number of an offset in a text, counted from 1.
func lineAt(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), int64(len(text)))], []byte("\n"))
}

// linesOfMoves returns the line numbers of the moves, in order.
func linesOfMoves(text []byte) (lines []int) {
	at, line := 0, 1
	for {
		i := bytes.Index(text[at:], []byte(`"move"`))
		if i < 0 {
			return lines
		}
		line += bytes.Count(text[at:at+i], []byte("\n"))
		lines = append(lines, line)
		at += i + 1
	}
}
