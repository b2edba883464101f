package match

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/ledger"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
)

// A pgnFile is the PGN file of the games. It is rewritten from the store when a
// match is resumed, under a temporary name until begin. A nil pgnFile discards
// everything.
type pgnFile struct {
	name  string
	fresh *safefile.File // until begin
	file  *os.File       // from then on
	out   *bufio.Writer  // to fresh
	size  int64          // of the complete games in file
}

// openPGN prepares the file. Without Force an existing file is replaced only if it
// is that of a match that goes on.
func openPGN(c *Config) (*pgnFile, error) {
	if c.PGN == "" {
		return nil, nil
	}
	switch info, err := os.Stat(c.PGN); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("PGN: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("PGN %s is not a regular file", c.PGN)
	case !c.Force && !(c.Resume && ledger.Begun(c.Store)):
		return nil, fmt.Errorf("PGN %s exists: use --force to overwrite it, or another name", c.PGN)
	}
	return (&pgnFile{name: c.PGN}).anew()
}

// anew prepares a replacement for this file.
func (p *pgnFile) anew() (*pgnFile, error) {
	if p == nil {
		return nil, nil
	}
	f, err := safefile.Create(p.name)
	if err != nil {
		return nil, fmt.Errorf("PGN: %w", err)
	}
	return &pgnFile{name: p.name, fresh: f, out: bufio.NewWriter(f)}, nil
}

// begin gives the new file its final name.
func (p *pgnFile) begin() error {
	if p == nil {
		return nil
	}
	err := p.out.Flush()
	if err == nil {
		err = p.fresh.Commit()
	}
	if err == nil {
		p.file, err = os.OpenFile(p.name, os.O_WRONLY, 0)
	}
	if err == nil {
		p.size, err = p.file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		return fmt.Errorf("PGN: %w", err)
	}
	return nil
}

// write adds a complete game, or leaves the file as it was.
func (p *pgnFile) write(c *Config, r *Record) error {
	if p == nil {
		return nil
	}
	var text bytes.Buffer
	err := writePGN(&text, c, r)
	switch {
	case err != nil:
	case p.file == nil:
		_, err = p.out.Write(text.Bytes())
	default:
		if _, err = p.file.WriteAt(text.Bytes(), p.size); err != nil {
			err = errors.Join(err, p.file.Truncate(p.size))
		} else {
			p.size += int64(text.Len())
		}
	}
	if err != nil {
		return fmt.Errorf("PGN %s: %w", p.name, err)
	}
	return nil
}

func (p *pgnFile) close() error {
	switch {
	case p == nil:
		return nil
	case p.file == nil:
		p.fresh.Discard()
		return nil
	}
	return errors.Join(p.file.Sync(), p.file.Close())
}

// writePGN writes a game.
func writePGN(out io.Writer, c *Config, r *Record) error {
	var ruleset game.Rules
	for _, v := range c.Variants {
		if v.Name() == r.Variant {
			ruleset = v.Rules
		}
	}
	played, comments, err := r.replay(ruleset)
	if err != nil {
		return err
	}
	results := map[string]rules.Result{"1-0": rules.WhiteWins, "0-1": rules.BlackWins, "1/2-1/2": rules.Draw}
	return pgn.Write(out, r.tags(c, played.Start()), played, comments, r.Reason, results[r.Result])
}

// replay replays the game and returns it with a comment for each single move.
func (r *Record) replay(ruleset game.Rules) (*game.Record, []string, error) {
	played, err := opened(ruleset, r.Start, r.Opening)
	if err != nil {
		return nil, nil, err
	}
	comments := make([]string, played.Len())
	if len(comments) > 0 {
		comments[len(comments)-1] = "end of the opening"
	}
	for i := range r.Moves {
		if err := played.PlayTurn(r.Moves[i].Move); err != nil {
			return nil, nil, err
		}
		comments = append(comments, make([]string, played.Len()-len(comments))...)
		comments[len(comments)-1] = r.Moves[i].comment()
	}
	return played, comments, nil
}

// comment returns the PGN comment of a move: score and depth, the time it took,
// the clock after it.
func (p *Ply) comment() string {
	var parts []string
	if p.Score != "" {
		parts = append(parts, fmt.Sprintf("%s/%d", p.Score, p.Depth))
	}
	parts = append(parts, fmt.Sprintf("%.3fs", float64(p.Micros)/1e6))
	if p.Clock != nil {
		parts = append(parts, fmt.Sprintf("[%%clk %s]", clockText(*p.Clock)))
	}
	return strings.Join(parts, " ")
}

// clockText writes milliseconds as hours, minutes and seconds.
func clockText(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	return fmt.Sprintf("%d:%02d:%06.3f", int(d.Hours()), int(d.Minutes())%60, float64(ms%60000)/1000)
}

// tags returns the tags of the game.
func (r *Record) tags(c *Config, start game.Position) []pgn.Tag {
	tags := []pgn.Tag{
		{Name: "Event", Value: c.Event},
		{Name: "Site", Value: "?"},
		{Name: "Date", Value: r.Began.Format("2006.01.02")},
		{Name: "Round", Value: fmt.Sprintf("%d.%d", r.Round+1, r.Game%2+1)},
		{Name: "White", Value: r.Names[0]},
		{Name: "Black", Value: r.Names[1]},
		{Name: "Result", Value: r.Result},
	}
	tags = append(tags, pgn.VariantTags(r.Variant, start.FEN(), start.Rules().Start().FEN())...)
	add := func(name, value string) { tags = append(tags, pgn.Tag{Name: name, Value: value}) }
	add("GameNumber", strconv.Itoa(r.Game+1))
	if r.Controls[0] == r.Controls[1] {
		add("TimeControl", r.Controls[0])
	} else {
		add("WhiteTimeControl", r.Controls[0])
		add("BlackTimeControl", r.Controls[1])
	}
	add("PlyCount", strconv.Itoa(r.SingleMoves()))
	add("Termination", string(r.Termination))
	add("UTCDate", r.Began.Format("2006.01.02"))
	add("UTCTime", r.Began.Format("15:04:05"))
	return tags
}
