package table

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
)

// maxFile limits the size of a saved game.
const maxFile = 8 << 20

// Load opens a saved game and continues it in its file, which belongs to this table alone until
// it is closed: if another program has it open, the error is an ErrInUse. open finds games by
// name. The error names the file and the line, and nothing is changed.
func Load(file string, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	var lock *safefile.Lock
	if _, err := os.Stat(file); err == nil { // otherwise there is nothing to lock, and parseFile reports it
		// Where no lock can be made nothing can be written, which the first save reports.
		if lock, err = safefile.TryLock(file); errors.Is(err, safefile.ErrLocked) {
			return nil, &ErrInUse{file}
		}
	}
	t, err := parseFile(file, open, thinkers)
	if err != nil {
		lock.Unlock()
		return nil, err
	}
	t.file, t.lock = file, lock
	t.resume()
	return t, nil
}

// Read opens a saved game as Load does, but leaves its file alone.
func Read(file string, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	t, err := parseFile(file, open, thinkers)
	if err != nil {
		return nil, err
	}
	t.resume()
	return t, nil
}

func parseFile(file string, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	text, err := safefile.Read(file, maxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s", file)
	case err != nil:
		return nil, err
	}
	t, err := parse(text, open, thinkers)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

// Parse opens a game from its text as Load does, without a file.
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

// SaveTo gives the game a file in which it is saved from now on, also without moves. After an
// error the game keeps its old file.
func (t *Table) SaveTo(file string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	before, lock, fault := t.file, t.lock, t.fault
	if file == before {
		return t.saveAgain()
	}
	t.file, t.lock = file, nil
	if err := t.saveAgain(); err != nil {
		t.unlock()
		t.file, t.lock, t.fault = before, lock, fault
		return err
	}
	if lock != nil && t.unplayed() {
		os.Remove(before)
	}
	t.begun = false
	lock.Unlock()
	return nil
}

// KeepIn saves the game from now on in the file that place returns, unless it already has one.
// An error appears in the State, and every change tries again.
func (t *Table) KeepIn(place func() (string, error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.place == nil && t.file == "" {
		t.place = place
		t.saveAgain()
	}
}

// SaveAgain tries again to save a game that could not be saved.
func (t *Table) SaveAgain() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fault != nil && !t.closed {
		t.saveAgain()
	}
}

func (t *Table) saveAgain() error {
	t.fault = t.save()
	t.notes++ // makes screens that show the file update
	t.wake()
	return t.fault
}

// resume continues a game that was read.
func (t *Table) resume() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.revision = 1
	t.runClock()
	t.think()
}

func parse(text []byte, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	if IsJSON(text) {
		return parseCube(text, open, thinkers)
	}
	reader := pgn.NewReader(bytes.NewReader(text))
	g, err := reader.Next()
	if err != nil {
		return nil, err
	}
	if g == nil {
		return nil, errors.New("line 1: no game")
	}
	if second, _ := reader.Next(); second != nil {
		return nil, fmt.Errorf("line %d: a second game starts; only one can be opened here", second.Line)
	}
	return replay(g, isStudy(g), open, thinkers)
}

var jsonStart = regexp.MustCompile(`^\s*\{\s*["}]`)

// IsJSON reports whether a text begins as a saved cube does, and not as PGN with a comment.
func IsJSON(text []byte) bool { return jsonStart.Match(text) }

// isStudy reports whether a game that was read is an analysis: it has variations, does not say
// who plays (as games from elsewhere), or uses a time control that tables do not support.
func isStudy(g *pgn.Game) bool {
	varies := slices.ContainsFunc(g.Moves, func(m pgn.Move) bool { return len(m.Variations) > 0 })
	return varies || g.Tag("WhiteType")+g.Tag("BlackType") == "" || otherControl.MatchString(g.Tag("TimeControl"))
}

// Study opens a game that was read as an analysis, no matter who played it.
func Study(g *pgn.Game, open func(string) (game.Rules, error)) (*Table, error) {
	t, err := replay(g, true, open, nil)
	if err != nil {
		return nil, err
	}
	if g.Tag("Date") == "" {
		t.date = "????.??.??"
	}
	t.resume()
	return t, nil
}

// replay plays a game that was read.
func replay(g *pgn.Game, study bool, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	at := func(line int, err error) error { return fmt.Errorf("line %d: %w", line, err) }
	ruleset, err := open(g.Variant())
	if err != nil {
		return nil, at(g.Line, err)
	}
	start := ruleset.Start()
	if fen := g.Tag("FEN"); fen != "" {
		if start, err = ruleset.ParsePosition(fen); err != nil {
			return nil, at(g.Line, err)
		}
	}
	control := g.Tag("TimeControl")
	o := Options{Start: start, Thinkers: thinkers, Study: study}
	for i, name := range []string{"White", "Black"} {
		if o.Players[i], err = playerOf(g.Tag(name), g.Tag(name+"Type"), g.Tag(name+"Level")); err != nil {
			return nil, at(g.Line, err)
		}
		if o.Study {
			o.Players[i] = Player{Name: o.Players[i].named()}
		}
	}
	if !o.Study {
		if o.Control, err = controlOf(control); err != nil {
			return nil, at(g.Line, err)
		}
	}
	t, err := newTable(o)
	if err != nil {
		return nil, at(g.Line, err)
	}
	if date := g.Tag("Date"); date != "" {
		t.date = date
	}
	t.about = about{g.Tags}
	_, _, t.root.Note = readComment(g.Comment)
	if err := t.replayLine(g.Moves, g.Parser(start)); err != nil {
		return nil, err
	}
	t.readEnding(g)
	return t, nil
}

// replayLine plays the main line with all its variations; the error names the line
// and the move that is wrong.
func (t *Table) replayLine(moves []pgn.Move, parse parser) error {
	if last, err := t.grow(t.root, moves, parse); err != nil {
		t.goTo(last)
		m, pos := moves[last.ply], t.position()
		return fmt.Errorf("line %d: move %s %.20s: %w", m.Line, pgn.NumberOf(pos.Side(), pos.Fullmove()), m.Text, err)
	}
	t.goTo(t.root.end())
	t.setClocks()
	return nil
}

// A parser reads a move in the notation of the file.
type parser = func(game.Position, string) (game.Move, error)

// grow plays a line that was read, and its variations, starting from a node. It returns the
// last move that could be played, and why the next could not. What cannot be played in a
// variation becomes a comment, so that nothing is lost.
func (t *Table) grow(from *node, moves []pgn.Move, parse parser) (last *node, err error) {
	line := []*node{from}
	for _, m := range moves {
		var n *node
		if n, err = t.replayMove(line[len(line)-1], m, parse); err != nil {
			break
		}
		line = append(line, n)
	}
	for i, n := range line[1:] {
		for _, v := range moves[i].Variations {
			last, err := t.grow(line[i], v, parse)
			if err == nil {
				continue
			}
			if rest := v[last.ply-line[i].ply:]; last == line[i] {
				n.remark("(" + pgn.Words(rest) + ")")
			} else {
				last.remark(pgn.Words(rest))
			}
		}
	}
	return line[len(line)-1], err
}

// remark appends to the comment of a move; braces become parentheses.
func (n *node) remark(text string) {
	n.Note = strings.TrimSpace(n.Note + " " + strings.NewReplacer("{", "(", "}", ")").Replace(text))
}

// replayMove plays a move that was read, and applies its comment.
func (t *Table) replayMove(from *node, m pgn.Move, parse parser) (*node, error) {
	t.goTo(from)
	move, err := parse(t.position(), m.Text)
	if err != nil {
		return nil, err
	}
	if len(t.nodes) > t.most {
		return nil, t.full()
	}
	n, fresh := t.add(from, move)
	if !fresh { // a variation that starts with the same move as the line
		clock, eval, note := readComment(m.Comment)
		if n.Clock < 0 {
			n.Clock = clock
		}
		n.Eval = cmp.Or(n.Eval, eval)
		n.remark(strings.TrimSpace(m.Before + " " + note))
		return n, nil
	}
	n.Clock, n.Eval, n.Note = readComment(m.Comment)
	n.Glyphs = m.Annotations()
	if n != from.next[0] {
		n.Before = m.Before
	}
	if !t.study && !t.clock.control.Timed() {
		n.Clock = -1
	}
	return n, nil
}

// untold is the reason given for the end of a game that was read without one.
const untold = "according to the file"

// readEnding takes over the result of a game that was read, where the board does not decide it:
// the one behind the moves, or else that of the tag.
func (t *Table) readEnding(g *pgn.Game) {
	result, _ := resultOf(g.Result)
	if tag, ok := resultOf(g.Tag("Result")); ok && result == rules.Ongoing {
		result = tag
	}
	board := t.over()
	if result == rules.Ongoing || result == board.Result || board.Over() && len(t.position().Moves()) == 0 {
		return
	}
	t.ending = Ending{result, cmp.Or(g.Tag("Termination"), untold)}
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

// otherControl matches PGN time controls that tables do not support: moves in a time, an
// hourglass, several periods.
var otherControl = regexp.MustCompile(`^[\d.+]*[/*:][\d.+/*:]*$`)

// controlOf reads a time control: "300+3"; "-", "?" and "" mean none.
func controlOf(text string) (c Control, err error) {
	if text == "" || text == "-" || text == "?" {
		return Control{}, nil
	}
	base, increment, ok := strings.Cut(text, "+")
	if c.Base, err = secondsOf(base); err == nil && ok {
		c.Increment, err = secondsOf(increment)
	}
	if err != nil {
		return Control{}, fmt.Errorf("time control %.30q: expected seconds, such as 300+3", text)
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

// readComment extracts the clock and the score from a comment; the rest is the note.
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
