package command

import (
	"bytes"
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
