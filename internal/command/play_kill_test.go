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
	"syscall"
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

// A fullScreen is the program playing on a full screen of 80 by 24.
type fullScreen struct {
	t        *testing.T
	terminal *os.File // the test's end
	child    *exec.Cmd
	seen     *written
	file     string // where the game is saved
}

// playOnFullScreen starts a game of two people, and waits for its first screen.
func playOnFullScreen(t *testing.T, variant string) *fullScreen {
	t.Helper()
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	terminal, its := pseudoTerminal(t)
	s := &fullScreen{t: t, terminal: terminal, seen: &written{}, file: filepath.Join(t.TempDir(), "game.pgn")}
	s.child = exec.Command(name, "play", "--variant", variant, "--side", "both", "--save", s.file)
	s.child.Stdin, s.child.Stdout, s.child.Stderr = its, its, its
	s.child.Env = append(os.Environ(), "TERM=xterm", "LC_ALL=C", runProgram+"=1")
	if err := s.child.Start(); err != nil {
		t.Fatal(err)
	}
	its.Close()
	go io.Copy(s.seen, terminal) // ends with the terminal
	s.await("the first screen", func() bool { return s.seen.has("? for help") })
	return s
}

func (s *fullScreen) await(what string, ok func() bool) {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.child.Process.Kill()
			s.t.Fatalf("timed out waiting for %s", what)
		}
	}
}

// play types a move, and waits until it is in the file.
func (s *fullScreen) play(typed, san string) {
	s.t.Helper()
	io.WriteString(s.terminal, typed+"\r")
	s.await(typed+" in the file", func() bool {
		text, _ := os.ReadFile(s.file)
		return strings.Contains(string(text), san)
	})
}

// The full-screen program, killed in the middle of a turn and of a move, has saved every
// completed move; only the incomplete one is lost.
func TestPlayKilledOnFullScreen(t *testing.T) {
	s := playOnFullScreen(t, "madhouse+fibonacci")
	for _, move := range []struct{ typed, san string }{{"e2e4", "e4"}, {"d7d5", "d5"}, {"g1f3", "Nf3"}} {
		s.play(move.typed, move.san)
	}
	// The second move of White's turn: the capture is typed, but not the
	// square for the captured pawn.
	io.WriteString(s.terminal, "e4d5")
	s.await("the half-made move", func() bool { return s.seen.has("e4d5") || s.seen.has("d5") })
	if err := s.child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	s.child.Wait()
	status, out, errs := playing(t, "list\n", "play", "--load", s.file)
	if status != ExitOK || !strings.Contains(out, "1. e4 | d5\n  2. Nf3\n") {
		t.Errorf("%d\n%s\n%s", status, out, errs)
	}
}

// A signal ends the full-screen program with the status of the signal. The terminal is as
// before, and the game is saved and can be continued.
func TestPlaySignalledOnFullScreen(t *testing.T) {
	for range 5 { // what a signal ends runs in several goroutines, whose order differs
		for signal, want := range map[os.Signal]int{os.Interrupt: ExitInterrupted, syscall.SIGTERM: ExitTerminated} {
			s := playOnFullScreen(t, "chess")
			s.play("e2e4", "e4")
			if err := s.child.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			stuck := time.AfterFunc(20*time.Second, func() { s.child.Process.Kill() })
			s.child.Wait()
			if got := s.child.ProcessState.ExitCode(); !stuck.Stop() || got != want {
				t.Fatalf("%v: exit status %d, want %d", signal, got, want)
			}
			const mainScreen = "\x1b[?1049l"
			s.await("the main screen", func() bool { return s.seen.has(mainScreen) })
			if mode, err := unix.IoctlGetTermios(int(s.terminal.Fd()), unix.TCGETS); err != nil || mode.Lflag&unix.ICANON == 0 || mode.Lflag&unix.ECHO == 0 {
				t.Errorf("%v: the terminal is left in raw mode (%v)", signal, err)
			}
			if status, out, errs := playing(t, "list\n", "play", "--load", s.file); status != ExitOK || !strings.Contains(out, "1. e4") {
				t.Errorf("%v: %d\n%s\n%s", signal, status, out, errs)
			}
		}
	}
}
