package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/uci"
	"github.com/heterodox-chess/heterodox/variants"
)

// A tripwire is a writer that panics at a given text. As the target of a
// search's reports it panics within the search.
type tripwire struct {
	text string
	w    io.Writer
}

func (t tripwire) Write(p []byte) (int, error) {
	if strings.Contains(string(p), t.text) {
		panic("stumbled")
	}
	return t.w.Write(p)
}

// A panic in a search of self loses that game, with its reason and its stack
// trace, and the match goes on.
func TestPanicOfSelf(t *testing.T) {
	for _, threads := range []string{"1", "2"} {
		broken := selfEngine("broken", 2000)
		broken.Options = append(broken.Options, Option{"Threads", threads})
		c := testConfig(t, broken, fakeEngine("good"))
		c.Self = func(ctx context.Context, in io.Reader, out io.Writer) error {
			config := uci.Config{Name: "Broken", Author: "test", Variants: variants.Names(), Open: variants.Open, EndOnPanic: true}
			return uci.New(in, tripwire{"info depth 2 ", out}, config).Run(ctx)
		}
		report, games := play(t, c)
		if len(games) != 4 || report.Finished != 4 || report.Pairings[0].Lines[0].Losses != 4 || report.Engines[0].Forfeits[Abandoned] != 4 {
			t.Fatalf("%d games, %+v", len(games), report)
		}
		for _, g := range games {
			if g.Trouble == nil || g.Trouble.Engine != "broken" || !strings.Contains(g.Reason, "panic at match/crash_test.go:") ||
				!strings.Contains(g.Reason, "stumbled") {
				t.Fatalf("game %d: %s, %+v", g.Game, g.Reason, g.Trouble)
			}
			if stack := strings.Join(g.Trouble.Last, "\n"); !strings.Contains(stack, "match.tripwire.Write(") || !strings.Contains(stack, "engine.(*Engine).Search(") {
				t.Errorf("game %d: no stack in\n%s", g.Game, stack)
			}
		}
		var text strings.Builder
		if report.Write(&text); !strings.Contains(text.String(), "| github.com/heterodox-chess/heterodox/engine.(*Engine).Search(") {
			t.Errorf("no stack in\n%s", &text)
		}
		checkPGN(t, c.PGN, 4)
	}
}

// The same for a Go program, whatever its output before.
func TestPanicOfAProgram(t *testing.T) {
	c := testConfig(t, fakeEngine("panic-3"), fakeEngine("good"))
	c.Rounds = 1
	_, games := play(t, c)
	for _, g := range games {
		last := strings.Join(g.Trouble.Last, "\n") + "\n" // the two streams may arrive in either order
		for _, want := range []string{"info string 19\n", "stderr: panic: runtime error: index out of range [3]", "stderr: goroutine 1 ", "match.(*fake).think("} {
			if !strings.Contains(last, want) {
				t.Errorf("game %d: no %q in\n%s", g.Game, want, last)
			}
		}
		if !strings.Contains(g.Reason, "crashed: the engine has ended (exit status 2)") {
			t.Errorf("game %d: %s", g.Game, g.Reason)
		}
	}
}

// A panic of the referee itself voids the game, and the match goes on.
func TestPanicOfTheReferee(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), fakeEngine("other"))
	c.Variants = append(c.Variants, Variant{Rules: variants.MustOpen("gun"), Names: []string{"gun"}})
	h := c.host()
	compile := h.Open
	m, first, err := open(t.Context(), &c, h)
	if err != nil {
		t.Fatal(err)
	}
	h.Open = func(name string) (game.Rules, error) {
		if name == "gun" {
			panic("no gun")
		}
		return compile(name)
	}
	m.play(t.Context(), h, first, nil)
	if err := errors.Join(m.err, m.Close()); err != nil {
		t.Fatal(err)
	}
	r := m.Report()
	total := r.Pairings[0].Lines[len(r.Pairings[0].Lines)-1]
	if r.Finished != 8 || total.Void != 4 || total.Wins+total.Draws+total.Losses != 4 || len(r.Troubles) != 4 ||
		r.Troubles[0].What != "the referee panicked: no gun" || !strings.Contains(strings.Join(r.Troubles[0].Last, "\n"), "TestPanicOfTheReferee") {
		t.Errorf("%+v", r)
	}
}

// Output of an engine cannot control the terminal.
func TestEscapesAreQuoted(t *testing.T) {
	c := testConfig(t, fakeEngine("escape-2"), fakeEngine("good"))
	c.Rounds = 1
	report, games := play(t, c)
	var text strings.Builder
	report.Write(&text)
	text.WriteString(games[0].Reason)
	if strings.ContainsAny(text.String(), "\x1b\a\x00") || !strings.Contains(text.String(), `| info string \x1b[2J\x1b]0;title\a`) ||
		!strings.Contains(text.String(), `| stderr: \x1b[31mred\x00\xff`) {
		t.Errorf("%q", &text)
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"plain — ♞ 日本": "plain — ♞ 日本", "a\x1b[0mb": `a\x1b[0mb`, "\xff\\\"": "\\xff\\\"", "\u202e\u0085\t": `\u202e\u0085\t`, "": "",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Processes started by a crashed engine end with it.
func TestChildrenEnd(t *testing.T) {
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("no /proc")
	}
	c := testConfig(t, fakeEngine("parent-2"), fakeEngine("good"))
	c.Rounds = 1
	_, games := play(t, c)
	for _, g := range games {
		pid := 0
		for _, l := range g.Trouble.Last {
			fmt.Sscanf(l, "stderr: child %d", &pid)
		}
		if pid == 0 || !strings.Contains(g.Reason, "exit status 5") {
			t.Fatalf("%s, %q", g.Reason, g.Trouble.Last)
		}
		running := func() bool {
			stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			return err == nil && strings.Contains(string(stat), "(sleep)") && !strings.Contains(string(stat), ") Z ")
		}
		for start := time.Now(); running(); time.Sleep(10 * time.Millisecond) {
			if time.Since(start) > time.Minute {
				t.Fatalf("process %d still runs", pid)
			}
		}
	}
}

// deaf is the other end of an engine that cannot be ended.
type deaf struct{ never chan struct{} }

func (d deaf) Read([]byte) (int, error)    { <-d.never; return 0, io.EOF }
func (d deaf) Write(p []byte) (int, error) { <-d.never; return len(p), nil }
func (d deaf) Close() error                { return nil }

func TestCloseDoesNotWaitForEver(t *testing.T) {
	d := deaf{make(chan struct{})}
	c := newConn(d, d, &tail{}, func(time.Duration) string { return "cannot be killed" })
	ended := make(chan string)
	go func() { c.close(time.Millisecond); ended <- c.close(time.Millisecond) }()
	select {
	case status := <-ended:
		if status != "cannot be killed" {
			t.Error(status)
		}
	case <-time.After(time.Minute):
		t.Error("close still waits")
	}
	close(d.never)
}

func TestTail(t *testing.T) {
	var l tail
	for i := range 100 {
		l.add(fmt.Sprint(i))
	}
	if all := l.all(); len(all) != tailSize || all[0] != "88" || all[tailSize-1] != "99" {
		t.Errorf("%q", all)
	}
	l.addError("thread 'main' panicked")
	for i := range 100 {
		l.addError(fmt.Sprint(i))
	}
	l.add("later " + strings.Repeat("x", 2*tailLine))
	all := l.all()
	if len(all) != 2*tailSize+crashSize || all[tailSize] != "stderr: thread 'main' panicked" || all[tailSize+1] != "stderr: 0" ||
		all[tailSize+crashSize-1] != "stderr: 46" || all[tailSize+crashSize] != "stderr: 89" || len(all[len(all)-1]) != tailLine+len("…") {
		t.Errorf("%d lines: %q", len(all), all)
	}
}
