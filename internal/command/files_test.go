package command

import (
	"bytes"
	"context"
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
