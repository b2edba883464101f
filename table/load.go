package table

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/pgn"
)

// maxFile bounds the size of a saved game.
const maxFile = 8 << 20

// Load opens a saved game and goes on with it in its file. open finds games by
// name. The error names the file and the line, and nothing is changed then.
func Load(file string, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	info, err := os.Stat(file)
	if err == nil && info.Size() > maxFile {
		err = fmt.Errorf("%s is too large for a game", file)
	}
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t, err := parse(text, open, thinkers)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	t.file = file
	t.resume()
	return t, nil
}

// Parse opens a game from its text, as Load does, without a file.
func Parse(text []byte, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	if len(text) > maxFile {
		return nil, errors.New("the text is too long for a game")
	}
	t, err := parse(text, open, thinkers)
	if err != nil {
		return nil, err
	}
	t.resume()
	return t, nil
}

// SaveTo gives the game a file, in which it is saved from now on.
func (t *Table) SaveTo(file string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.file = file
	t.fault = t.save()
	return t.fault
}

// resume lets a game that was read go on.
func (t *Table) resume() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.revision = 1
	t.runClock()
	t.think()
}

func parse(text []byte, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return parseCube(text, open, thinkers)
	}
	reader := pgn.NewReader(bytes.NewReader(text))
	g, err := reader.Next()
	if err != nil {
		return nil, err
	}
	if g == nil {
		return nil, errors.New("line 1: there is no game")
	}
	if second, _ := reader.Next(); second != nil {
		return nil, fmt.Errorf("line %d: a second game begins, and only one is played at a table", second.Line)
	}
	return replay(g, open, thinkers)
}

// replay plays a game that was read.
func replay(g *pgn.Game, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	at := func(line int, err error) error { return fmt.Errorf("line %d: %w", line, err) }
	rules, err := open(g.Variant())
	if err != nil {
		return nil, at(g.Line, err)
	}
	start := rules.Start()
	if fen := g.Tag("FEN"); fen != "" {
		if start, err = rules.ParsePosition(fen); err != nil {
			return nil, at(g.Line, err)
		}
	}
	o := Options{Start: start, Thinkers: thinkers}
	for i, name := range []string{"White", "Black"} {
		if o.Players[i], err = playerOf(g.Tag(name), g.Tag(name+"Type"), g.Tag(name+"Level")); err != nil {
			return nil, at(g.Line, err)
		}
	}
	if o.Control, err = controlOf(g.Tag("TimeControl")); err != nil {
		return nil, at(g.Line, err)
	}
	t, err := newTable(o)
	if err != nil {
		return nil, at(g.Line, err)
	}
	if date := g.Tag("Date"); date != "" {
		t.date = date
	}
	t.about = about{g.Tags, g.Comment}
	line := g.Line
	for i, m := range g.Moves {
		line = m.Line
		if err := t.replayMove(m); err != nil {
			return nil, at(m.Line, fmt.Errorf("move %d, %.20s: %w", i+1, m.Text, err))
		}
	}
	t.cutTo(len(t.played)) // sets the clocks
	return t, t.readEnding(g, line)
}

// replayMove plays a move that was read, with what its comment says.
func (t *Table) replayMove(m pgn.Move) error {
	pos := t.position()
	move, err := pos.ParseSAN(m.Text)
	if err != nil {
		return err
	}
	p := Played{Move: move, Side: pos.Side(), SAN: pos.SAN(move), UCI: pos.UCI(move), Steps: pos.Steps(move), Clock: -1}
	p.Clock, p.Eval, p.Note = readComment(m.Comment)
	p.Glyphs, p.Variations = m.Annotations(), m.Variations
	if !t.clock.control.Timed() {
		p.Clock = -1
	}
	t.record.Play(move)
	t.played = append(t.played, p)
	return nil
}

// readEnding compares the result that was read with the board, and takes it where
// the board does not tell.
func (t *Table) readEnding(g *pgn.Game, line int) error {
	if tag := g.Tag("Result"); tag != "" && tag != g.Result {
		return fmt.Errorf("line %d: the tag Result says %.20s, the moves end in %s", line, tag, g.Result)
	}
	result, _ := resultOf(g.Result)
	board := t.over()
	switch {
	case board.Over() && result != board.Result && len(t.position().Moves()) == 0:
		return fmt.Errorf("line %d: the game ends %s (%s), the result says %s", line, board.Result, board.Reason, g.Result)
	case !board.Over() && result != chess.Ongoing:
		t.ending = Ending{result, "as the file says"}
		if reason := g.Tag("Termination"); reason != "" {
			t.ending.Reason = reason
		}
	}
	return nil
}

// playerOf reads a player from the tags.
func playerOf(name, kind, level string) (Player, error) {
	if kind != "program" || level == "" {
		if name == "?" || name == "human" {
			name = ""
		}
		return Player{Name: name}, nil
	}
	n, err := strconv.Atoi(level)
	if err != nil || n < 1 || n > game.MaxLevel {
		return Player{}, fmt.Errorf("level %.20q is not in 1..%d", level, game.MaxLevel)
	}
	p := Player{Level: n}
	if name != p.String() {
		p.Name = name
	}
	return p, nil
}

// controlOf reads a control: "300+3"; "-", "?" and "" stand for none.
func controlOf(text string) (c Control, err error) {
	if text == "" || text == "-" || text == "?" {
		return Control{}, nil
	}
	base, increment, ok := strings.Cut(text, "+")
	if c.Base, err = secondsOf(base); err == nil && ok {
		c.Increment, err = secondsOf(increment)
	}
	if err != nil {
		return Control{}, fmt.Errorf("time control %.30q: seconds expected, as in 300+3", text)
	}
	return c, nil
}

func secondsOf(text string) (time.Duration, error) {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s <= 1e6) {
		return 0, errors.New("not a number of seconds")
	}
	return time.Duration(s * float64(time.Second)), nil
}

var (
	clockMark = regexp.MustCompile(`\[%clk (\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)\]`)
	evalMark  = regexp.MustCompile(`\[%eval (-?\d{1,6}(?:\.\d+)?|#-?\d{1,5})\]`)
)

// readComment takes clock and score out of a comment; the rest is the note.
func readComment(text string) (clock time.Duration, eval, note string) {
	clock = -1
	if m := clockMark.FindStringSubmatch(text); m != nil {
		hours, _ := strconv.Atoi(m[1])
		minutes, _ := strconv.Atoi(m[2])
		s, _ := strconv.ParseFloat(m[3], 64)
		clock = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + time.Duration(s*float64(time.Second))
	}
	if m := evalMark.FindStringSubmatch(text); m != nil {
		eval = m[1]
	}
	note = evalMark.ReplaceAllString(clockMark.ReplaceAllString(text, ""), "")
	return clock, eval, strings.Join(strings.Fields(note), " ")
}
