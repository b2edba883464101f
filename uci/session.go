// Package uci speaks the Universal Chess Interface and the protocol of XBoard, CECP:
// a Session answers the lines of a reader on a writer, with an Engine behind it. It
// plays every variant it is given and knows none by name.
//
// One goroutine, the one that calls Run, owns all state and acts on the
// commands. A second reads them, so that none waits for a search; a third
// works while there is something to search, count or measure, and does nothing
// but report.
package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/memory"
)

// A Config says what a Session offers.
type Config struct {
	// Name and Author are what the engine calls itself.
	Name, Author string
	// Variants are the names to list in the option UCI_Variant, in lower case.
	// The session starts with the first.
	Variants []string
	// Open returns the game of a name. It decides which names there are: aliases
	// and compositions need not be listed. It must know fischerandom as a part of
	// any composition for which Chess960 means anything.
	Open func(name string) (game.Rules, error)
	// Tables, if not nil, are the endgame tables at first; the option TablePath replaces them.
	Tables engine.Tables
	// OpenTables, if not nil, opens the endgame tables of a directory.
	OpenTables func(path string) (engine.Tables, error)
	// AddGames, if not nil, has Open know the games of a file of variants: the
	// option VariantPath. The note, if any, tells of games that are left out.
	AddGames func(path string) (note string, err error)
	// XBoard lists the games to offer to XBoard, those that are looked for most first;
	// those of files, once read, among them. If nil, they are Variants.
	XBoard func() []XBoardGame
	// StartXBoard has the session begin with the protocol of XBoard. Otherwise the
	// command xboard changes to it.
	StartXBoard bool
	// MaxHashMB and MaxThreads are the upper limits of the options Hash and
	// Threads; 0 stands for what fits into half, and into a quarter, of the memory
	// of the machine, or of the container.
	MaxHashMB, MaxThreads int
	// EndOnPanic has Run return the *engine.Panic if a search or another command
	// panics, for who wants its stack more than an answer. In any case an info string
	// tells of it, and a search is answered by a legal bestmove; without EndOnPanic
	// the session then goes on.
	EndOnPanic bool
}

// quitGrace is how long a count may go on after quit or the end of the input, so
// that a script may pipe its commands in without waiting for the answers.
const quitGrace = time.Minute

// A Session is one conversation with a GUI, from the first line to quit.
type Session struct {
	config   Config
	in       *lineReader
	out      *output
	player   *engine.Engine
	settings settings
	book     ownBook
	rules    game.Rules
	record   *game.Record // never changed, as a search may read it: a new one takes its place
	job      *job         // what runs in the background, nil if nothing does
	held     []request    // what waits for a count to end
	heldSize int          // the sum of their sizes
	hurry    func()       // ends the job and those that are to come
	grace    time.Duration
	debug    bool
	xb       *xboard // what only the protocol of XBoard needs; nil in UCI
	over     bool    // quit has been done
	end      context.CancelCauseFunc
}

// New returns a session that is ready to Run.
func New(in io.Reader, out io.Writer, config Config) *Session {
	if config.MaxThreads == 0 {
		config.MaxThreads = memory.Threads(engine.ThreadMemory, engine.MaxThreads)
	}
	if config.MaxHashMB == 0 {
		config.MaxHashMB = memory.TableMiB(engine.MaxHashMB)
	}
	options := engine.DefaultOptions()
	options.Tables = config.Tables
	s := &Session{
		config:   config,
		in:       newLineReader(in),
		out:      &output{w: out},
		player:   engine.New(options),
		settings: settings{elo: engine.MaxElo},
		book:     newOwnBook(),
		grace:    quitGrace,
	}
	if config.StartXBoard {
		s.xb = &xboard{}
	}
	return s
}

// Run answers commands until quit, the end of the input, an error of reader or
// writer, or the end of ctx, and ends a running search with its bestmove. It
// returns nil after quit and at the end of the input. It may be called once.
//
// No goroutine is left behind, except that after the end of ctx, or an error
// of the writer, the one that reads cannot be woken from a Read that blocks; it
// ends when that Read returns.
func (s *Session) Run(ctx context.Context) error {
	if len(s.config.Variants) == 0 || s.config.Open == nil {
		return errors.New("uci: no variants in the config")
	}
	if err := s.setVariant(s.config.Variants[0], false); err != nil {
		return fmt.Errorf("uci: %w", err)
	}
	if s.xb != nil {
		s.xb.begin(s.record)
	}
	defer listen()()
	defer func() { s.book.file.Close() }()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.out.failed, s.end = cancel, cancel
	work, hurry := context.WithCancel(ctx)
	defer hurry()
	s.hurry = hurry

	requests := make(chan request)
	readError := make(chan error, 1)
	go func() { readError <- s.readRequests(ctx, requests) }()
	for !s.over {
		in := requests
		if s.heldSize >= maxHeld {
			in = nil
		}
		select {
		case <-ctx.Done():
			if s.xb != nil {
				s.drop()
			}
			s.finish()
			return context.Cause(ctx)
		case r := <-in:
			s.take(work, r)
		case text := <-s.job.done():
			s.jobDone(text)
		}
		s.takeHeld(work)
	}
	return errors.Join(<-readError, s.out.err())
}

// listeners counts the sessions that run, and heard is what GOMAXPROCS was before
// the first of them began.
var listeners struct {
	sync.Mutex
	n, heard int
}

// listen lets two more goroutines run than there are processors, until the
// function that it returns is called: the one that reads and the one that
// answers need not wait until Go takes the processor from a search, for which
// it leaves ten milliseconds. Among threads the operating system decides, and
// it prefers those that have slept.
func listen() (release func()) {
	listeners.Lock()
	defer listeners.Unlock()
	if listeners.n == 0 {
		listeners.heard = runtime.GOMAXPROCS(0)
		runtime.GOMAXPROCS(listeners.heard + 2)
	}
	listeners.n++
	return func() {
		listeners.Lock()
		defer listeners.Unlock()
		if listeners.n--; listeners.n == 0 {
			runtime.GOMAXPROCS(listeners.heard)
		}
	}
}

// readRequests sends what it reads. The last is always quit, which an error and
// the end of the input stand for; it reads no further, so that it is never left
// in a Read.
func (s *Session) readRequests(ctx context.Context, requests chan<- request) error {
	send := func(r request) {
		select {
		case requests <- r:
			runtime.Gosched() // on this thread: another would have to be woken for it
		case <-ctx.Done():
		}
	}
	parse := parseUCI
	if s.xb != nil {
		parse = parseXBoard
	}
	for ctx.Err() == nil {
		line, err := s.in.next()
		r := parse(line)
		if r.command != nil && r.command.name == "xboard" {
			parse = parseXBoard
		}
		r.size = requestSize + len(line) + wordSize*len(r.args)
		if errors.Is(err, errLineTooLong) {
			r, err = request{problem: err.Error()}, nil
		}
		if !r.empty() {
			send(r)
		}
		switch {
		case r.command != nil && r.command.name == "quit":
			return nil
		case err != nil:
			send(parse("quit"))
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("reading: %w", err)
		}
	}
	return nil
}

// info tells the user something in one line. XBoard keeps
// such a line in its log, if it wants them.
func (s *Session) info(format string, args ...any) {
	start := "info string "
	if s.xb != nil {
		if !s.xb.debug.Load() {
			return
		}
		start = "# "
	}
	s.out.write(start + oneLine(fmt.Sprintf(format, args...)))
}

// explain is info, but only in debug mode.
func (s *Session) explain(format string, args ...any) {
	if s.debug {
		s.info(format, args...)
	}
}
