package uci_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/uci"
)

// A tripwire is a writer that panics on output that contains a text.
type tripwire struct {
	text string
	w    io.Writer
}

func (t tripwire) Write(p []byte) (int, error) {
	if strings.Contains(string(p), t.text) {
		panic("stumbled\nover it")
	}
	return t.w.Write(p)
}

// talkOver starts a session that panics when it writes a text.
func talkOver(t *testing.T, text string, config func(*uci.Config)) *dialog {
	return talkTo(t, context.Background(), func(in io.Reader, out io.Writer) *uci.Session {
		c := testConfig()
		if config != nil {
			config(&c)
		}
		return uci.New(in, tripwire{text, out}, c)
	})
}

// A search that panics in its own goroutine is answered with one info line and the best move so
// far; the session goes on.
func TestPanicOfASearch(t *testing.T) {
	checkLeaks(t)
	d := talkOver(t, "info depth 3 ", nil)
	for _, threads := range []string{"1", "2"} {
		d.send("setoption name Threads value "+threads, "position startpos moves e2e4", "go infinite")
		_, line, _ := strings.Cut(d.until("info depth 2 … pv …"), " pv ")
		best, _, _ := strings.Cut(line, " ")
		d.until("info string panic at uci/panic_test.go:…: stumbled over it")
		d.send("stop")
		d.expect("bestmove " + best)
		d.silent()
	}
	d.quit()
}

// If nothing was reported, any legal move will do.
func TestPanicBeforeTheFirstReport(t *testing.T) {
	d := talkOver(t, "info depth 1 ", nil)
	d.send("position fen 7k/8/8/8/8/8/q7/7K w - - 0 1", "go depth 5")
	d.until("info string panic at …")
	d.expect("bestmove h1g1")
	d.quit()
}

func TestPanicOfAnotherCommand(t *testing.T) {
	d := talkOver(t, "Fen:", nil)
	d.send("d")
	d.expect("info string panic at …: stumbled over it")
	d.send("go depth 1")
	d.until("bestmove …")
	d.quit()
	d = talkOver(t, "info string chess ", nil)
	d.send("bench 1", "setoption name Hash value 2")
	d.expect("info string panic at …: stumbled over it")
	d.silent()
	d.quit()
}

func TestEndOnPanic(t *testing.T) {
	checkLeaks(t)
	d := talkOver(t, "info depth 3 ", func(c *uci.Config) { c.EndOnPanic = true })
	d.send("go infinite")
	d.until("info string panic at …")
	d.expect("bestmove …")
	var p *engine.Panic
	if err := <-d.end; !errors.As(err, &p) || !strings.Contains(string(p.Stack), "tripwire") {
		t.Errorf("Run returned %v", err)
	}
	d.in.Close()
}
