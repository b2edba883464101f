// Package table is a game at the table, without a user interface: a game, its start and moves,
// the players (people, and the engine at a level), the clocks, and what can be done: move, take
// back and put forward, ask for a hint, offer a draw, resign, change sides, analyse, save and
// continue another day. User interfaces of all kinds are thin layers over it.
//
// A Table is safe for concurrent use. Each change increments its revision, is saved if there is
// a file, and wakes those who Watch; State is a snapshot. An engine moves on its own when it is
// its turn. Pick turns clicks into moves.
package table

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Player is one of the two players.
type Player struct {
	Name string
	// Level is the engine's level, 1 to game.MaxLevel; 0 means a person.
	Level int
}

// Human reports whether the player is a person.
func (p Player) Human() bool { return p.Level == 0 }

// String returns the name, or a substitute.
func (p Player) String() string {
	switch {
	case p.Name != "":
		return p.Name
	case p.Human():
		return "human"
	}
	return fmt.Sprintf("Heterodox level %d", p.Level)
}

// named returns the name that a player has in an analysis.
func (p Player) named() string {
	if p.Human() {
		return p.Name
	}
	return p.String()
}

// A Control is a time control: how much time each side has. The zero value sets no limit.
type Control struct{ Base, Increment time.Duration }

// Timed reports whether there is a limit.
func (c Control) Timed() bool { return c.Base > 0 }

// An Ending says how a game has ended, on the board or off it. The zero
// value is a game in progress.
type Ending struct {
	Result rules.Result
	// Reason is in words: "checkmate", "resignation".
	Reason string
}

// Over reports whether the game has ended.
func (e Ending) Over() bool { return e.Result != rules.Ongoing }

// Options say how a game starts.
type Options struct {
	// Start is the position to begin with.
	Start game.Position
	// Study makes it an analysis instead of a game between players: its moves form a tree, no
	// clock runs, and only the rules end it.
	Study   bool
	Players [2]Player // by colour
	Control Control
	// File is where the game is saved, "" for nowhere. If it has neither moves nor a comment when
	// the table is closed, the file is removed.
	File string
	// Thinkers finds moves; without them there is no engine and no hint.
	Thinkers *Thinkers
}

// A Played is a move of the game with its annotations.
type Played struct {
	Move     game.Move
	Side     rules.Color
	Number   int // of the move, as in the FEN
	SAN, UCI string
	Steps    []screen.Step
	// Clock is the time that the mover had left after it; negative if there is no clock.
	Clock time.Duration
	// Eval is the engine's score after the move, in pawns for White ("0.31",
	// "#-3"); "" if it has none.
	Eval string
	// Note is a comment, including arrows and marks in PGN form; Before is a
	// comment before a variation.
	Note, Before string
	// Glyphs are numeric annotations ("$1").
	Glyphs []string
}

// Marks returns the glyphs in the form in which people write them: "!?".
func (p Played) Marks() (marks string) {
	for _, g := range p.Glyphs {
		marks += pgn.Mark(g)
	}
	return marks
}

// A Table is a game at the table. Make one with New or Load.
type Table struct {
	mu       sync.Mutex
	revision int
	notes    int // how often annotations have changed
	study    bool
	root     *node
	nodes    map[int]*node // by ID
	length   atomic.Int64  // the number of nodes without the root
	most     int           // the maximum of it
	lastID   int
	record   *game.Record // the moves up to at
	at       *node        // in a game always the last move
	edits    []edit       // of an analysis, the latest last
	undone   []edit       // edits that can be redone
	taken    []takenBack  // in a game, what can be put forward again
	seen     Tree         // for this revision and these notes, nil until needed
	summary  *Review      // likewise
	players  [2]Player
	clock    clock
	held     bool   // the clocks do not run
	ending   Ending // off the board
	offer    offer  // the open one
	file     string
	begun    bool                   // the file was made for a new game
	place    func() (string, error) // names the file if there is none yet; nil if none is wanted
	lock     *safefile.Lock         // on the file; without it nothing is written
	fault    error                  // of the last save
	date     string
	about    about // the tags of a game that was read
	watchers map[chan struct{}]bool
	closed   bool

	thinkers *Thinkers
	search   *search // the one in progress, nil if none
	// reviewing judges the moves of an analysis, nil if that is not in progress; findings are
	// its results, by the move before the position.
	reviewing *reviewing
	findings  map[int]review.Finding
	analysis  analysis
	flag      *time.Timer // falls when the side to move runs out of time
	pace      time.Duration
}

// New starts a game. If it is an engine's turn, it starts thinking.
func New(o Options) (*Table, error) {
	t, err := newTable(o)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changed()
	if t.fault != nil {
		t.close()
		return nil, t.fault
	}
	return t, nil
}

func newTable(o Options) (*Table, error) {
	if o.Start == nil {
		return nil, errors.New("a game needs a start position")
	}
	for _, p := range o.Players {
		if p.Level < 0 || p.Level > game.MaxLevel {
			return nil, fmt.Errorf("level %d is not in 1..%d", p.Level, game.MaxLevel)
		}
	}
	if o.Study && (o.Control.Timed() || o.Players[0].Level+o.Players[1].Level > 0) {
		return nil, errors.New("an analysis has neither clocks nor an engine that plays")
	}
	if o.Control.Base < 0 || o.Control.Increment < 0 {
		return nil, errors.New("a clock cannot start below zero")
	}
	root := &node{Played: Played{Clock: -1}}
	return &Table{
		study: o.Study, root: root, at: root, nodes: map[int]*node{0: root}, most: maxNodes,
		record: game.NewRecord(o.Start), players: o.Players, clock: newClock(o.Control),
		file: o.File, begun: o.File != "", date: time.Now().Format("2006.01.02"),
		watchers: map[chan struct{}]bool{}, thinkers: o.Thinkers,
	}, nil
}

// Close ends the search and releases all watchers. The file is kept, and others may open it.
func (t *Table) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.close()
}

func (t *Table) close() {
	t.closed = true
	if t.lock != nil && t.unplayed() {
		os.Remove(t.file)
	}
	t.unlock()
	if t.thinkers != nil {
		t.thinkers.forget(t)
	}
	t.stop()
	t.stopReviewing()
	t.clock.stop(time.Now())
	if t.flag != nil {
		t.flag.Stop()
	}
	for w := range t.watchers {
		close(w)
	}
	t.watchers = nil
}

// unplayed reports whether the file is that of a new game in which nothing has happened.
func (t *Table) unplayed() bool {
	return t.begun && len(t.nodes) == 1 && t.root.Note == "" && !t.ending.Over()
}

// Watch returns a channel that receives a value after a change (one for several in quick
// succession) and is closed with the table, and a function that ends the watching.
func (t *Table) Watch() (changes <-chan struct{}, stop func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := make(chan struct{}, 1)
	if t.closed {
		close(w)
		return w, func() {}
	}
	t.watchers[w] = true
	return w, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.watchers, w)
	}
}

// changed does what follows every change of the game: it increments the revision, saves, runs
// the right clock, and makes the engine think if it is its turn.
func (t *Table) changed() {
	t.stop()
	t.revision++
	t.seen = nil
	t.runClock()
	t.fault = t.save()
	t.wake()
	t.think()
}

// wake notifies the watchers.
func (t *Table) wake() {
	for w := range t.watchers {
		select {
		case w <- struct{}{}:
		default: // it has not looked at the last change yet
		}
	}
}

// position returns the position of the record: in a game, the current one.
func (t *Table) position() game.Position { return t.record.Position() }

// over returns how the game has ended, on the board or off it; in an analysis, whether the
// position of the record is the end of a game.
func (t *Table) over() Ending {
	if t.ending.Over() && !t.study {
		return t.ending
	}
	if o := t.record.Outcome(); o.Over() {
		return Ending{o.Result, o.Reason.String()}
	}
	return Ending{}
}

// result returns how the game has ended, for an analysis at the end of its main line.
func (t *Table) result() Ending {
	if !t.study {
		return t.over()
	}
	t.goTo(t.root.end())
	if t.ending.Over() && len(t.position().Moves()) > 0 {
		return t.ending
	}
	return t.over()
}

// HoldClocks stops the clocks until it is called with false, also when moves are played: nobody
// is there to play.
func (t *Table) HoldClocks(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held != on {
		t.held = on
		t.runClock()
		t.wake()
	}
}

// runClock runs the clock of the side to move, if the game has begun and not ended.
func (t *Table) runClock() {
	if t.flag != nil {
		t.flag.Stop()
		t.flag = nil
	}
	now := time.Now()
	t.clock.stop(now)
	if !t.clock.control.Timed() || t.over().Over() || t.closed || t.held || t.at == t.root {
		return
	}
	side := t.position().Side()
	t.clock.start(side, now)
	revision := t.revision
	t.flag = time.AfterFunc(t.clock.left[side], func() { t.fall(revision, side) })
}

// fall ends the game on time, unless something has happened since.
func (t *Table) fall(revision int, side rules.Color) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.revision != revision || t.closed {
		return
	}
	t.clock.left[side] = 0
	t.finish(Ending{rules.WinFor(side.Opponent()), "time forfeit"})
	t.changed()
}
