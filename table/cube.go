package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// A cubeFile is a game on a board that PGN does not know, as it is saved.
type cubeFile struct {
	Format  string        `json:"format"`
	Version int           `json:"version"`
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
}

const (
	cubeFormat  = "heterodox game"
	cubeVersion = 1
)

// cubeText returns the game as JSON, a move a line.
func (t *Table) cubeText() []byte {
	end := t.over()
	f := cubeFile{
		Format: cubeFormat, Version: cubeVersion, Date: t.date,
		Variant: t.position().Rules().Name(), Start: t.record.Start().FEN(),
		Control: t.clock.control.text(), Result: end.Result.String(), Reason: end.Reason,
	}
	for i, p := range t.players {
		f.Players[i] = cubePlayer(p)
	}
	head, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		panic(err) // strings and numbers always can be written
	}
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(head, []byte("null\n}")))
	b.WriteByte('[')
	for i, p := range t.played {
		m := cubeMove{Move: p.UCI, Clock: max(p.Clock, 0).Seconds(), Eval: p.Eval, Note: p.Note}
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
	if len(t.played) > 0 {
		b.WriteString("\n  ")
	}
	b.WriteString("]\n}\n")
	return b.Bytes()
}

// parseCube reads a game as cubeText writes it.
func parseCube(text []byte, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	f, err := decodeCube(text)
	if err != nil {
		return nil, err
	}
	rules, err := open(f.Variant)
	if err != nil {
		return nil, err
	}
	start, err := rules.ParsePosition(f.Start)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	o := Options{Start: start, Thinkers: thinkers}
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
	t.date = f.Date
	for i, m := range f.Moves {
		if err := t.replayCubeMove(m); err != nil {
			return nil, fmt.Errorf("line %d: move %d: %w", lineOfMove(text, i), i+1, err)
		}
	}
	t.cutTo(len(t.played))
	result, ok := resultOf(f.Result)
	switch board := t.over(); {
	case !ok:
		return nil, fmt.Errorf("%.20q is not a result", f.Result)
	case board.Over() && board.Result != result:
		return nil, fmt.Errorf("the game ends %s (%s), the result says %s", board.Result, board.Reason, f.Result)
	case !board.Over() && result != chess.Ongoing:
		t.ending = Ending{result, f.Reason}
	}
	return t, nil
}

func (t *Table) replayCubeMove(m cubeMove) error {
	pos := t.position()
	move, err := pos.ParseMove(m.Move)
	if err != nil {
		return err
	}
	p := Played{
		Move: move, Side: pos.Side(), SAN: pos.SAN(move), UCI: pos.UCI(move), Steps: pos.Steps(move),
		Clock: -1, Eval: m.Eval, Note: m.Note,
	}
	if t.clock.control.Timed() {
		p.Clock = time.Duration(m.Clock * float64(time.Second))
	}
	t.record.Play(move)
	t.played = append(t.played, p)
	return nil
}

// decodeCube reads the JSON; what it cannot mean is an error with its line.
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
		return f, fmt.Errorf("line %d: the file ends in the middle", lineAt(text, int64(len(text))))
	case err != nil:
		return f, fmt.Errorf("line %d: %w", lineAt(text, offsetOf(text, err, d.InputOffset())), err)
	case f.Format != cubeFormat:
		return f, fmt.Errorf("line 1: the format %.40q is not %q", f.Format, cubeFormat)
	case f.Version != cubeVersion:
		return f, fmt.Errorf("line 1: version %d of the format is not known here, only %d", f.Version, cubeVersion)
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return f, fmt.Errorf("line %d: something follows the game", lineAt(text, d.InputOffset()))
	}
	return f, nil
}

// offsetOf finds the unknown field that an error names; else it returns what it
// is told.
func offsetOf(text []byte, err error, other int64) int64 {
	if _, field, ok := strings.Cut(err.Error(), "unknown field "); ok {
		if i := bytes.Index(text, []byte(field)); i >= 0 {
			return int64(i)
		}
	}
	return other
}

// lineAt returns the line of an offset in a text, from 1.
func lineAt(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), int64(len(text)))], []byte("\n"))
}

// lineOfMove returns the line on which the n-th move stands.
func lineOfMove(text []byte, n int) int {
	at := 0
	for range n + 1 {
		i := bytes.Index(text[at:], []byte(`"move"`))
		if i < 0 {
			break
		}
		at += i + 1
	}
	return lineAt(text, int64(at))
}
