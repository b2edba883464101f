package command

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Files that are not regular, or too long, are refused before they are read: a pipe cannot
// prevent a session from ending, and a device or a large file cannot fill the memory.
func TestUnreadableFilesOfGames(t *testing.T) {
	dir := t.TempDir()
	pipe, device, large := filepath.Join(dir, "pipe"), "/dev/zero", filepath.Join(dir, "large.ini")
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 300<<20); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		pipe:   "pipe is not a regular file",
		device: "zero is not a regular file",
		dir:    filepath.Base(dir) + " is not a regular file",
		large:  "large.ini is longer than 4 MB",
	} {
		if file == pipe && exec.Command("mkfifo", pipe).Run() != nil {
			continue // there are no named pipes here
		}
		if _, err := os.Stat(file); err != nil {
			continue // nor devices
		}
		done := make(chan string, 1)
		go func() {
			var out, errs bytes.Buffer
			dispatch(t.Context(), nil, Stdio{In: strings.NewReader("setoption name VariantPath value " + file + "\nquit\n"), Out: &out, Err: &errs})
			done <- out.String()
		}()
		select {
		case out := <-done:
			if !strings.Contains(out, "info string setoption VariantPath: "+want+"\n") {
				t.Errorf("%s: %s", file, out)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s keeps the session from ending", file)
		}
		wantUsageError(t, want, "variants", "--check", file)
		wantUsageError(t, want, "variants", "--variants", file)
	}
}

// Reading a file that does not end, or does not come, is interrupted at once.
func TestReadingInterrupted(t *testing.T) {
	for _, args := range [][]string{
		{"puzzles", "--solve", "-"},
		{"puzzles", "--known", "-"},
		{"check-proof", "-"},
		{"perft", "--suite", "-"},
		{"cubic", "--suite", "-"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		in, end := io.Pipe()
		done := make(chan int, 1)
		go func() { done <- dispatch(ctx, args, Stdio{In: in, Out: io.Discard, Err: io.Discard}) }()
		end.Write([]byte("P")) // it is being read
		cancel()
		select {
		case status := <-done:
			if status != ExitInterrupted {
				t.Errorf("%q: status %d, want %d", args, status, ExitInterrupted)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%q goes on after the interruption", args)
		}
		end.Close()
	}
}

// Setting VariantPath to a file that was edited replaces its games; the position on the board, and
// with an error in the file all games, stay as they are.
func TestVariantPathAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "own.ini")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	in, end := io.Pipe()
	from, out := io.Pipe()
	go func() {
		dispatch(t.Context(), nil, Stdio{In: in, Out: out, Err: io.Discard})
		out.Close()
	}()
	defer end.Close()
	lines := bufio.NewScanner(from)
	ask := func(commands ...string) (answer string) {
		t.Helper()
		fmt.Fprintln(end, strings.Join(append(commands, "isready"), "\n"))
		for lines.Scan() && lines.Text() != "readyok" {
			answer += lines.Text() + "\n"
		}
		return answer
	}
	read, open := "setoption name VariantPath value "+file, "setoption name UCI_Variant value pathagain"
	board := func(want string, commands ...string) {
		t.Helper()
		if got := ask(append(commands, "d")...); !strings.Contains(got, want) {
			t.Errorf("%q: got %s, want %s", commands, got, want)
		}
	}
	write("[pathagain:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n")
	board("4k3/8/8/8/8/8/8/4K2R", read, open)
	board("4k3/8/8/8/8/8/4K3/7R", "position startpos moves e1e2", read, open) // the same file
	write("[pathagain:chess]\nstartFen = 3k4/8/8/8/8/8/8/4K2R w - - 0 1\n")
	board("4k3/8/8/8/8/8/4K3/7R", read)
	board("3k4/8/8/8/8/8/8/4K2R", open)
	write("[pathagain:chess]\nstartFen = 8/8\n")
	board("info string setoption VariantPath: "+file+": line 2", read)
	board("3k4/8/8/8/8/8/8/4K2R", open)
}
