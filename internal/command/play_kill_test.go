//go:build linux

package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// pseudoTerminal opens a terminal of 80 by 24, one end for a test and the other for a program.
func pseudoTerminal(t *testing.T) (test, program *os.File) {
	t.Helper()
	test, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { test.Close() })
	number, err := unix.IoctlGetInt(int(test.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(test.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(test.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80})
	}
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no pseudo-terminals here: %v", err)
	}
	return test, program
}

// A written is what a program has written to a terminal.
type written struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *written) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *written) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.text.String(), text)
}

// The full-screen program, killed in the middle of a turn and of a move, has saved every
// completed move; only the incomplete one is lost.
func TestPlayKilledOnFullScreen(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	terminal, its := pseudoTerminal(t)
	file := filepath.Join(t.TempDir(), "game.pgn")
	child := exec.Command(name, "play", "--variant", "madhouse+fibonacci", "--side", "both", "--save", file)
	child.Stdin, child.Stdout, child.Stderr = its, its, its
	child.Env = append(os.Environ(), "TERM=xterm", "LC_ALL=C", runProgram+"=1")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	its.Close()
	seen := &written{}
	go io.Copy(seen, terminal) // ends with the terminal
	await := func(what string, ok func() bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !ok(); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				child.Process.Kill()
				t.Fatalf("timed out waiting for %s", what)
			}
		}
	}
	await("the first screen", func() bool { return seen.has("? for help") })
	saved := func(want string) func() bool {
		return func() bool {
			text, _ := os.ReadFile(file)
			return strings.Contains(string(text), want)
		}
	}
	for _, move := range []struct{ typed, san string }{{"e2e4", "e4"}, {"d7d5", "d5"}, {"g1f3", "Nf3"}} {
		io.WriteString(terminal, move.typed+"\r")
		await(move.typed+" in the file", saved(move.san))
	}
	// The second move of White's turn: the capture is typed, but not the
	// square for the captured pawn.
	io.WriteString(terminal, "e4d5")
	await("the half-made move", func() bool { return seen.has("e4d5") || seen.has("d5") })
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	child.Wait()
	status, out, errs := playing(t, "list\n", "play", "--load", file)
	if status != ExitOK || !strings.Contains(out, "1. e4 | d5\n  2. Nf3\n") {
		t.Errorf("%d\n%s\n%s", status, out, errs)
	}
}
