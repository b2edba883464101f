package table

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
)

// ErrInUse reports that another program, or another table of this one, has a saved game open.
type ErrInUse struct{ File string }

func (e *ErrInUse) Error() string {
	return e.File + " is open in another heterodox: play there, or close it there first"
}

// save writes the game to its file, completely or not at all, if it has a file or should get
// one. Nothing is written without the lock on the file.
func (t *Table) save() error {
	if t.file == "" && t.place == nil {
		return nil
	}
	if err := t.write(); err != nil {
		return fmt.Errorf("the game could not be saved: %w", err)
	}
	return nil
}

func (t *Table) write() (err error) {
	text, most := t.text(), t.maxText()
	if len(text) > most {
		return fmt.Errorf("it is longer than %d MiB, and could not be opened again: shorten its comments", (most+1)>>20)
	}
	if t.file == "" {
		file, err := t.place()
		if err != nil || file == "" {
			return err
		}
		t.file = file
	}
	if t.lock == nil {
		t.lock, err = safefile.TryLock(t.file)
		switch failed := (*fs.PathError)(nil); {
		case errors.Is(err, safefile.ErrLocked):
			return &ErrInUse{t.file}
		case errors.As(err, &failed):
			return &fs.PathError{Op: "create", Path: t.file, Err: failed.Err} // not with the name of the lock file
		case err != nil:
			return err
		}
	}
	return safefile.WriteFile(t.file, text)
}

// maxText returns the length of the longest text of the game that can be opened again.
func (t *Table) maxText() int {
	if t.position().Rules().Board().Flat() {
		return pgn.MaxGameBytes - 1
	}
	return maxFile
}

// unlock releases the file for others.
func (t *Table) unlock() {
	t.lock.Unlock()
	t.lock = nil
}

// Text returns the game as it is saved: PGN, or JSON if the board is not flat.
func (t *Table) Text() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text()
}

func (t *Table) text() []byte {
	if !t.position().Rules().Board().Flat() {
		return t.cubeText()
	}
	return t.pgnText()
}

// PGN returns the game as PGN, whatever its board.
func (t *Table) PGN() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.pgnText()
}

func (t *Table) pgnText() []byte {
	moves := line(t.root, func(p Played, variations [][]pgn.Written) pgn.Written {
		return pgn.Written{
			Side: p.Side, Number: p.Number, Text: p.SAN, Before: p.Before, Comment: commentText(p), Glyphs: p.Glyphs, Variations: variations,
		}
	})
	var b bytes.Buffer
	if err := pgn.WriteMoves(&b, t.about.complete(t.tags()), t.root.Note, moves, "", t.result().Result); err != nil {
		panic(err) // a buffer accepts everything
	}
	return b.Bytes()
}

// line returns the line that starts at a node in the form of a file, each move with its
// alternatives as variations.
func line[T any](from *node, form func(p Played, variations [][]T) T) (moves []T) {
	for len(from.next) > 0 {
		var variations [][]T
		for _, n := range from.next[1:] {
			variations = append(variations, append([]T{form(n.Played, nil)}, line(n, form)...))
		}
		from = from.next[0]
		moves = append(moves, form(from.Played, variations))
	}
	return moves
}

// OwnEvent is the event of games that were started here.
const OwnEvent = "Heterodox"

// playerTag returns a player's name for the tags; in an analysis it may be unknown.
func (t *Table) playerTag(i int) string {
	if p := t.players[i]; !t.study || p.Name != "" {
		return p.String()
	}
	return "?"
}

// tags returns the tags of the game: the seven that PGN requires, the game and its start, the
// players and the clock. An analysis does not say who plays; that is how it is recognised.
func (t *Table) tags() []pgn.Tag {
	end, ruleset := t.result(), t.position().Rules()
	tags := []pgn.Tag{
		{Name: "Event", Value: OwnEvent}, {Name: "Site", Value: "?"}, {Name: "Date", Value: t.date}, {Name: "Round", Value: "-"},
		{Name: "White", Value: t.playerTag(0)}, {Name: "Black", Value: t.playerTag(1)},
		{Name: "Result", Value: end.Result.String()},
	}
	tags = append(tags, pgn.VariantTags(ruleset.Name(), t.record.Start().FEN(), ruleset.Start().FEN())...)
	for i, name := range []string{"White", "Black"} {
		if p := t.players[i]; t.study {
			break
		} else if p.Human() {
			tags = append(tags, pgn.Tag{Name: name + "Type", Value: "human"})
		} else {
			tags = append(tags, pgn.Tag{Name: name + "Type", Value: "program"}, pgn.Tag{Name: name + "Level", Value: fmt.Sprint(p.Level)})
		}
	}
	if !t.study {
		tags = append(tags, pgn.Tag{Name: "TimeControl", Value: t.clock.control.text()})
	}
	if end.Over() && end.Reason != untold {
		tags = append(tags, pgn.Tag{Name: "Termination", Value: end.Reason})
	}
	return tags
}

// An about holds the tags of a game that was read, which say more than the table knows.
type about struct{ tags []pgn.Tag }

// complete adds the tags that were read to those of the table, each name once. The table's own
// tags take precedence, except Event, Site and Round: the game has continued since.
func (a about) complete(tags []pgn.Tag) []pgn.Tag {
	known := []string{"SetUp", "FEN", "WhiteType", "BlackType", "WhiteLevel", "BlackLevel", "Termination", "PlyCount"}
	for _, read := range a.tags {
		i := slices.IndexFunc(tags, func(t pgn.Tag) bool { return t.Name == read.Name })
		switch {
		case i >= 0 && (read.Name == "Event" || read.Name == "Site" || read.Name == "Round"):
			tags[i].Value = read.Value
		case i < 0 && !slices.Contains(known, read.Name):
			tags = append(tags, read)
		}
	}
	return tags
}

// text writes a control as PGN does: "300+3" in seconds, "-" for none.
func (c Control) text() string {
	if !c.Timed() {
		return "-"
	}
	text := seconds(c.Base)
	if c.Increment > 0 {
		text += "+" + seconds(c.Increment)
	}
	return text
}

// seconds writes a time without an exponent, whose "+" would be that of an increment.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// commentText returns the comment of a move: clock, score and note.
func commentText(p Played) string {
	var parts []string
	if p.Clock >= 0 {
		d := p.Clock.Truncate(100 * time.Millisecond)
		parts = append(parts, fmt.Sprintf("[%%clk %d:%02d:%04.1f]", int(d.Hours()), int(d.Minutes())%60, (d%time.Minute).Seconds()))
	}
	if p.Eval != "" {
		parts = append(parts, "[%eval "+p.Eval+"]")
	}
	if p.Note != "" {
		parts = append(parts, p.Note)
	}
	return strings.Join(parts, " ")
}

// Dir returns the directory in which games are saved, under the XDG state home, and
// creates it if necessary.
func Dir() (string, error) {
	home := os.Getenv("XDG_STATE_HOME")
	if home == "" {
		user, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("there is no place to save games or progress: %w", err)
		}
		home = filepath.Join(user, ".local", "state")
	}
	dir := filepath.Join(home, "heterodox", "games")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("there is no place to save games or progress: %w", err)
	}
	return dir, nil
}

// NewFile returns the name of a file that does not exist yet, for a game that starts now.
func NewFile(dir string, ruleset game.Rules, now time.Time) (string, error) {
	extension := ".pgn"
	if !ruleset.Board().Flat() {
		extension = ".json"
	}
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '+' || r == '-' {
			return r
		}
		return '_'
	}, ruleset.Name())
	for i := 1; i < 1000; i++ {
		file := filepath.Join(dir, fmt.Sprintf("%s-%s", now.Format("2006-01-02-150405"), name[:min(len(name), 100)]))
		if i > 1 {
			file += fmt.Sprintf("-%d", i)
		}
		file += extension
		f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		return file, f.Close()
	}
	return "", errors.New("all file names are taken in " + dir)
}

// A Saved is a game that has been saved.
type Saved struct {
	File string // without its directory
	Time time.Time
}

// List returns the games saved in a directory, newest first.
func List(dir string) (list []Saved, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if ext != ".pgn" && ext != ".json" || e.Name()[0] == '.' {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			list = append(list, Saved{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(list, func(a, b Saved) int { return b.Time.Compare(a.Time) })
	return list, nil
}

// Newest returns the most recently saved game in a directory, "" if there is none.
func Newest(dir string) (string, error) {
	list, err := List(dir)
	if err != nil || len(list) == 0 {
		return "", err
	}
	return filepath.Join(dir, list[0].File), nil
}

// CanSave returns why no game can be saved in a directory, nil if it can.
func CanSave(dir string) error {
	f, err := os.CreateTemp(dir, ".try.*"+safefile.PartSuffix)
	if err != nil {
		return fmt.Errorf("games cannot be saved: %w", err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// resultOf parses a PGN result.
func resultOf(text string) (rules.Result, bool) {
	for _, r := range []rules.Result{rules.Ongoing, rules.WhiteWins, rules.BlackWins, rules.Draw} {
		if r.String() == text {
			return r, true
		}
	}
	return rules.Ongoing, false
}
