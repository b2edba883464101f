package review

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/ledger"
)

// A Ledger keeps findings in a file, so that a review can continue after an interruption. Games
// that begin alike share them. A nil Ledger keeps nothing.
type Ledger struct {
	file  *ledger.Ledger
	known map[string]entry
}

// ledgerFormat is the format of the files.
const ledgerFormat = "heterodox review 1"

type ledgerHeader struct {
	Format string
	Nodes  uint64 `json:",omitempty"`
	Time   string `json:",omitempty"`
}

// An entry is a finding. Key identifies its position: the game, the start and the moves.
type entry struct {
	Key  string
	Eval string
	Line []string `json:",omitempty"` // in UCI notation
}

// OpenLedger opens a file of findings from searches with the same limits, or creates one.
func OpenLedger(name string, limits game.Limits) (*Ledger, error) {
	l := &Ledger{known: map[string]entry{}}
	header := ledgerHeader{Format: ledgerFormat, Nodes: limits.Nodes}
	if limits.MoveTime > 0 {
		header.Time = limits.MoveTime.String()
	}
	var err error
	l.file, err = ledger.Open(name, func(line ledger.Line) error { return l.read(line, header) })
	if errors.Is(err, ledger.ErrMissing) || errors.Is(err, ledger.ErrEmpty) {
		l.file, err = ledger.Create(name, header, false)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// read takes in a line of the file.
func (l *Ledger) read(line ledger.Line, want ledgerHeader) error {
	if line.Number > 1 {
		var e entry
		if err := json.Unmarshal(line.Text, &e); err != nil {
			return fmt.Errorf("line %d: %w", line.Number, err)
		}
		l.known[e.Key] = e
		return nil
	}
	var h ledgerHeader
	switch err := json.Unmarshal(line.Text, &h); {
	case err != nil || h.Format != ledgerFormat:
		return errors.New("it is not the ledger of a review")
	case h != want:
		return errors.New("it belongs to a review with other --nodes or --time")
	}
	return nil
}

// Close closes the file.
func (l *Ledger) Close() error {
	if l == nil {
		return nil
	}
	return l.file.Close()
}

// keys returns the key of each position of a game, made of the start and the moves before it.
func keys(r *game.Record) (list []string) {
	h := sha256.New()
	io.WriteString(h, r.Start().Rules().Name()+"\n"+r.Start().FEN())
	for i := 0; ; i++ {
		list = append(list, hex.EncodeToString(h.Sum(nil)[:12]))
		if i == r.Len() {
			return list
		}
		io.WriteString(h, " "+r.At(i).UCI(r.Moves()[i]))
	}
}

// Recall sets what is known about a game. It is an error if the ledger does not fit the game.
func (l *Ledger) Recall(g *Game) error {
	if l == nil {
		return nil
	}
	list := keys(g.Record)
	for _, ply := range g.Positions() {
		e, ok := l.known[list[ply]]
		if !ok {
			continue
		}
		value, ok := ParseValue(e.Eval)
		moves, err := playLine(g.Record.At(ply), e.Line)
		if !ok || err != nil {
			return fmt.Errorf("the ledger has a result that does not fit the game: %s %s", e.Eval, strings.Join(e.Line, " "))
		}
		g.Set(ply, Finding{value, moves})
	}
	return nil
}

// playLine reads consecutive moves.
func playLine(pos game.Position, texts []string) (moves []game.Move, err error) {
	for _, text := range texts {
		m, err := pos.ParseMove(text)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
		pos = pos.Play(m)
	}
	return moves, nil
}

// Keep records a finding.
func (l *Ledger) Keep(g *Game, ply int, f Finding) error {
	if l == nil || f.Value.String() == "" {
		return nil
	}
	e := entry{Key: keys(g.Record)[ply], Eval: f.Value.String()}
	pos := g.Record.At(ply)
	for _, m := range f.Line {
		e.Line = append(e.Line, pos.UCI(m))
		pos = pos.Play(m)
	}
	l.known[e.Key] = e
	return l.file.Append(e)
}
