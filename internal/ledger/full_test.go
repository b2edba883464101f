//go:build unix

package ledger

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// appendUntilFull appends until the file cannot grow any more, as on a full
// disk, then something that still fits, and prints how many lines there should
// be.
func appendUntilFull(name string) error {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4000, Max: 4000}); err != nil {
		return err
	}
	l, err := Create(name, header{"full"}, false)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		if err = l.Append(entry{i, strings.Repeat("x", 500)}); err != nil {
			if !errors.Is(err, syscall.EFBIG) {
				return err
			}
			if err := l.Append(entry{Number: i}); err != nil {
				return err
			}
			fmt.Println(i + 1)
			return l.Close()
		}
	}
}

func TestFullDisk(t *testing.T) {
	name := filepath.Join(t.TempDir(), "l")
	out, err := exec.Command(os.Args[0], "append-until-full", name).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	l, entries, err := open(name)
	if err != nil || fmt.Sprintln(len(entries)) != string(out) || len(entries) < 5 {
		t.Fatalf("%d entries, %v; want %s", len(entries), err, out)
	}
	l.Close()
}
