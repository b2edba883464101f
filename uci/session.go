// Package uci speaks the Universal Chess Interface and XBoard's protocol, CECP: a Session
// answers the lines of a reader on a writer, with an Engine behind it. It plays every variant it
// is given and knows none by name.
//
// One goroutine, the one that calls Run, owns all state and carries out the commands. A second
// reads them, so that none waits for a search; a third runs while there is something to search,
// count or measure, and does nothing but report.
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
	// Open returns the game with a name. It decides which names exist: aliases and compositions
	// need not be listed. It must know fischerandom as a part of any composition for which
	// Chess960 has a meaning.
	Open func(name string) (game.Rules, error)
	// Tables, if not nil, are the initial endgame tables; the option TablePath replaces them.
	Tables engine.Tables
	// OpenTables, if not nil, opens the endgame tables of a directory.
	OpenTables func(path string) (engine.Tables, error)
	// AddGames, if not nil, makes the games in a file of variants known to Open: the option
	// VariantPath. The note, if any, names games that are left out.
	AddGames func(path string) (note string, err error)
	// XBoard lists the games to offer to XBoard, the most sought-after first, including those of
	// files once they are read. If nil, they are Variants.
	XBoard func() []XBoardGame
	// StartXBoard makes the session begin with XBoard's protocol. Otherwise the command xboard
	// switches to it.
	StartXBoard bool
	// MaxHashMB and MaxThreads are the upper limits of the options Hash and Threads; 0 means
	// what fits into half, and into a quarter, of the memory of the machine or container.
	MaxHashMB, MaxThreads int
	// EndOnPanic makes Run return the *engine.Panic if a search or another command panics, for
	// callers that want its stack more than an answer. In any case an info string reports it,
	// and a search is answered with a legal bestmove; without EndOnPanic the session then
	// continues.
	EndOnPanic bool
}

// quitGrace is how long a count may run on after quit or the end of the input, so that a script
// may pipe in its commands without waiting for the answers.
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
	record   *game.Record // never changed, as a search may read it: a new one replaces it
	job      *job         // what runs in the background, nil if nothing does
	held     []request    // what waits for a count to end
	heldSize int          // the sum of their sizes
	hurry    func()       // ends the job and any later ones
	grace    time.Duration
	debug    bool
	xb       *xboard // what only the protocol of XBoard needs; nil in UCI
	over     bool    // quit was executed
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

// Run answers commands until quit, the end of the input, an error of the reader or writer, or
// the end of ctx, and ends a running search with its bestmove. It returns nil after quit and at
// the end of the input. It may be called once.
//
// No goroutine is left behind, with one exception: after the end of ctx, or an error of the
// writer, the one that reads cannot be woken from a Read that blocks; it ends when that Read
// returns.
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

// listeners counts the running sessions; heard is GOMAXPROCS as it was before the first of them
// began.
var listeners struct {
	sync.Mutex
	n, heard int
}

// listen lets two more goroutines run than there are processors, until release is called: the
// one that reads and the one that answers need not wait until Go preempts a search, which may
// take ten milliseconds. Among threads the operating system decides, and it prefers those that
// have slept.
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

// readRequests sends what it reads. The last request is always quit, also after an error or at
// the end of the input; it reads no further, so that it is never left in a Read.
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

// info tells the user something in one line. XBoard keeps such lines in its log, if it asks for
// them.
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
