package uci_test

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/uci"
	"github.com/heterodox-chess/heterodox/variants"
)

// patience is how long an answer may take before a test fails; prompt is the same for an answer
// that should come at once: long enough for a loaded machine, too short for an answer that would
// not come unprompted. BenchmarkAnswers measures how prompt answers are.
const (
	patience = time.Minute
	prompt   = 10 * time.Second * slowdown
)

func testConfig() uci.Config {
	return uci.Config{
		Name:      "Heterodox",
		Author:    "the Heterodox authors",
		Variants:  variants.Listed(),
		Open:      variants.Open,
		MaxHashMB: 64, MaxThreads: engine.MaxThreads,
		XBoard: func() (list []uci.XBoardGame) {
			for _, g := range variants.XBoard() {
				list = append(list, uci.XBoardGame(g))
			}
			return list
		},
	}
}

// A dialog drives a Session over pipes, as a GUI does.
type dialog struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string // what the session wrote
	end   chan error  // what Run returned
}

// talk starts a session, which must be ended by quit or hangUp.
func talk(t *testing.T) *dialog { return talkWith(t, context.Background(), nil) }

func talkWith(t *testing.T, ctx context.Context, prepare func(*uci.Session)) *dialog {
	t.Helper()
	return talkTo(t, ctx, func(in io.Reader, out io.Writer) *uci.Session {
		s := uci.New(in, out, testConfig())
		if prepare != nil {
			prepare(s)
		}
		return s
	})
}

// talkTo starts the session that begin returns.
func talkTo(t *testing.T, ctx context.Context, begin func(in io.Reader, out io.Writer) *uci.Session) *dialog {
	t.Helper()
	inReader, in := io.Pipe()
	outReader, out := io.Pipe()
	d := &dialog{t: t, in: in, lines: make(chan string, 1<<16), end: make(chan error, 1)}
	go func() {
		defer close(d.lines)
		scanner := bufio.NewScanner(outReader)
		scanner.Buffer(nil, 1<<24)
		for scanner.Scan() {
			d.lines <- scanner.Text()
		}
	}()
	s := begin(inReader, out)
	go func() {
		err := s.Run(ctx)
		out.Close()
		d.end <- err
	}()
	return d
}

// send writes lines to the session.
func (d *dialog) send(lines ...string) {
	d.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(d.in, line+"\n"); err != nil {
			d.t.Fatalf("sending %q: %v", line, err)
		}
	}
}

// next returns the next line of the session.
func (d *dialog) next() string {
	d.t.Helper()
	select {
	case line, open := <-d.lines:
		if !open {
			d.t.Fatal("the session ended without the expected line")
		}
		return line
	case <-time.After(patience):
		d.t.Fatal("no answer")
	}
	return ""
}

// expect fails unless the next line matches a pattern.
func (d *dialog) expect(pattern string) string {
	d.t.Helper()
	line := d.next()
	if !matches(pattern, line) {
		d.t.Fatalf("got  %q\nwant %q", line, pattern)
	}
	return line
}

// until skips lines up to one that matches a pattern.
func (d *dialog) until(pattern string) string {
	d.t.Helper()
	for {
		if line := d.next(); matches(pattern, line) {
			return line
		}
	}
}

// silent fails if the session says anything before the answer to isready.
func (d *dialog) silent() {
	d.t.Helper()
	d.send("isready")
	d.expect("readyok")
}

// hangUp closes the session's input and returns the rest of its output.
func (d *dialog) hangUp() []string {
	d.t.Helper()
	d.in.Close()
	return d.rest()
}

// quit ends the session by command.
func (d *dialog) quit() []string {
	d.t.Helper()
	d.send("quit")
	return d.rest()
}

// rest returns the last lines of a session that is about to end without an error.
func (d *dialog) rest() (lines []string) {
	d.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case line, open := <-d.lines:
			if open {
				lines = append(lines, line)
				continue
			}
			if err := <-d.end; err != nil {
				d.t.Fatalf("Run: %v", err)
			}
			return lines
		case <-timeout:
			d.t.Fatal("the session does not end")
		}
	}
}

// matches reports whether a line fits a pattern, in which … stands for any text, even none.
func matches(pattern, line string) bool {
	parts := strings.Split(pattern, "…")
	if len(parts) == 1 {
		return pattern == line
	}
	first, last := parts[0], parts[len(parts)-1]
	if !strings.HasPrefix(line, first) {
		return false
	}
	line = line[len(first):]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(line, part)
		if i < 0 {
			return false
		}
		line = line[i+len(part):]
	}
	return strings.HasSuffix(line, last)
}
