package uci

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// A request is a parsed line.
type request struct {
	command *command // nil if there is none in it
	args    []string
	problem string // what to say about the line, if anything
	size    int    // of the line in memory, roughly
}

// What a request takes in memory besides the text of the line, and what each word takes.
const (
	requestSize = 128
	wordSize    = 16
)

func (r request) empty() bool { return r.command == nil && r.problem == "" }

// A command is a word that a session understands at the start of a line.
type command struct {
	name string
	args string // as help shows them
	help string // one line
	// exclusive says that the engine must be idle: a search is ended first, as by stop, and a
	// count is waited for.
	exclusive bool
	run       func(s *Session, ctx context.Context, args []string)
}

// A language is the commands of a protocol, in the order of help.
type language []command

// uciLanguage is UCI. It is filled in init because help refers to it.
var uciLanguage language

func init() {
	uciLanguage = language{
		{"uci", "", "print the name of the engine and its options", false, (*Session).uci},
		{"isready", "", "answer readyok, also during a search, after commands that wait for a count", false, (*Session).isReady},
		{"setoption", "name NAME [value VALUE]", "change an option", true, (*Session).setOption},
		{"ucinewgame", "", "clear the transposition table and histories", true, (*Session).newGame},
		{"position", "startpos | fen FEN [moves MOVE…] | moves MOVE…", "set up a position; moves alone continue from the current one", false, (*Session).position},
		{"go", goHelp, "search, or count move sequences", true, (*Session).goSearch},
		{"stop", "", "end the search, count or bench", false, (*Session).stop},
		{"ponderhit", "", "the move pondered on was played", false, (*Session).ponderHit},
		{"debug", "[on | off]", "report how the engine understands commands", false, (*Session).setDebug},
		{"register", "…", "ignored", false, (*Session).register},
		{"d", "", "draw the board, with FEN, key, checkers and legal moves", false, (*Session).display},
		{"eval", "", "the static evaluation, term by term", false, (*Session).eval},
		{"flip", "", "swap the colours", false, (*Session).flip},
		{"bench", "[DEPTH]", "a fixed search of every variant, to compare builds", true, (*Session).bench},
		{"help", "", "this list", false, (*Session).help},
		{"xboard", "", "speak the protocol of XBoard and WinBoard from here on", true, (*Session).xboard},
		{"quit", "", "end the session", true, (*Session).quit},
	}
}

// lookup returns the command of a name, nil if there is none.
func (l language) lookup(name string) *command {
	for i := range l {
		if l[i].name == name {
			return &l[i]
		}
	}
	return nil
}

// parseUCI finds the command in a line. As the protocol requires, unknown words before it are
// skipped.
func parseUCI(line string) request {
	words := strings.Fields(line)
	for i, word := range words {
		c := uciLanguage.lookup(word)
		if c == nil {
			continue
		}
		r := request{command: c, args: words[i+1:]}
		if i > 0 {
			r.problem = fmt.Sprintf("unknown words before %s skipped: %.80q", c.name, strings.Join(words[:i], " "))
		}
		return r
	}
	if len(words) == 0 {
		return request{}
	}
	return request{problem: fmt.Sprintf("unknown command %.80q (type help)", words[0])}
}

// maxHeld bounds the total size of the requests that wait; beyond it no more are read, not even
// a stop. It is far more than anybody sends during a count.
const maxHeld = 4 << 20

// take acts on a request, or holds it back.
func (s *Session) take(ctx context.Context, r request) {
	if r.problem != "" {
		s.info("%s", r.problem)
	}
	switch {
	case r.command == nil:
	case s.waits(r.command):
		s.held = append(s.held, r)
		s.heldSize += r.size
		if r.command.name == "quit" {
			time.AfterFunc(s.grace, s.hurry)
		}
	default:
		s.act(ctx, r)
		if r.command.name == "stop" && len(s.held) > 0 {
			s.held = append(s.held, r) // it also applies to a search that waits
			s.heldSize += r.size
		}
	}
}

// waits reports whether a command must wait for the end of a count, or for others that do:
// readyok means that everything before it is done. Only stop never waits.
func (s *Session) waits(c *command) bool {
	if c.name == "stop" {
		return false
	}
	return len(s.held) > 0 || c.exclusive && s.job != nil && s.job.count
}

// takeHeld acts on the requests that no longer have to wait.
func (s *Session) takeHeld(ctx context.Context) {
	for len(s.held) > 0 {
		r, counting := s.held[0], s.job != nil && s.job.count
		if r.command.exclusive && counting {
			return
		}
		s.held = s.held[1:]
		s.heldSize -= r.size
		if r.command.name == "stop" && counting {
			continue // a count that waited is left to run, as at the end of the input
		}
		s.act(ctx, r)
	}
}

// act runs a command, which may start a job in ctx. If it panics, a line says so, and the
// session continues with its previous state.
func (s *Session) act(ctx context.Context, r request) {
	if r.command.exclusive {
		s.finish()
	}
	_, p := attempt(func() string { r.command.run(s, ctx, r.args); return "" })
	if p == nil {
		return
	}
	s.fail(p)
	if r.command.name == "go" && s.xb == nil && s.job == nil {
		line, _ := attempt(func() string { pos := s.record.Position(); return bestMove(pos, legalResult(pos, game.Result{})) })
		s.out.write(line)
	}
}
