package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/safefile"
)

type header struct{ Format string }

type entry struct {
	Number int
	Text   string `json:",omitempty"`
}

// The test binary also serves as the programs of the tests, which append until
// they are stopped.
func TestMain(m *testing.M) {
	program := map[string]func(string) error{"append-for-ever": appendForEver, "append-until-full": appendUntilFull}
	if len(os.Args) == 3 && program[os.Args[1]] != nil {
		if err := program[os.Args[1]](os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// appendForEver prints each number whose line is on disk.
func appendForEver(name string) error {
	l, err := Create(name, header{"killed"}, false)
	for i := 0; err == nil; i++ {
		if err = l.Append(entry{Number: i}); err == nil {
			fmt.Println(i)
		}
	}
	return err
}

func create(t *testing.T, name string, entries ...any) {
	t.Helper()
	l, err := Create(name, header{"test"}, true)
	if err == nil && len(entries) > 0 {
		err = l.Append(entries...)
	}
	if err == nil {
		err = l.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// open opens a file and returns the lines after the header.
func open(name string) (*Ledger, []entry, error) {
	var entries []entry
	l, err := Open(name, func(line Line) error {
		if line.Number == 1 {
			return nil
		}
		if !line.Summed {
			return errors.New("no checksum")
		}
		var e entry
		entries = append(entries, e)
		return json.Unmarshal(line.Text, &entries[len(entries)-1])
	})
	return l, entries, err
}

func TestLedger(t *testing.T) {
	name := filepath.Join(t.TempDir(), "l")
	long := strings.Repeat("x", 1<<17)
	create(t, name, entry{1, "a"}, entry{2, long}, entry{3, "\n\"}"})
	if _, err := Create(name, header{"other"}, false); !errors.Is(err, ErrExists) {
		t.Error(err)
	}
	l, entries, err := open(name)
	if err != nil || len(entries) != 3 || entries[0].Text != "a" || entries[1].Text != long || entries[2].Text != "\n\"}" {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	if _, _, err := open(name); !errors.Is(err, safefile.ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	if _, err := Create(name, header{"x"}, true); !errors.Is(err, safefile.ErrLocked) {
		t.Errorf("replaced while in use: %v", err)
	}
	if err := l.Append(entry{Number: 4}); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []any{3, "x", struct{}{}, func() {}} {
		if err := l.Append(entry{Number: 5}, bad); err == nil {
			t.Errorf("%T was appended", bad)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if l, entries, err = open(name); err != nil || len(entries) != 4 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	l.Close()
	if left, err := os.ReadDir(filepath.Dir(name)); err != nil || len(left) != 1 {
		t.Errorf("files left: %v, %v", left, err)
	}
}

// Wherever a crash cuts the last line, the others stay, and the next line is
// appended to them.
func TestTornLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "l")
	create(t, name, entry{1, "one"}, entry{2, "two"})
	whole := must.Get(t, os.ReadFile, name)
	last := strings.LastIndex(strings.TrimSpace(string(whole)), "\n") + 1
	for size := last; size < len(whole); size++ {
		if err := os.WriteFile(name, whole[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		l, entries, err := open(name)
		if err != nil || len(entries) != 1 {
			t.Fatalf("cut at %d: %d entries, %v", size, len(entries), err)
		}
		if err := errors.Join(l.Append(entry{2, "two"}), l.Close()); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(name); err != nil || string(text) != string(whole) {
			t.Fatalf("cut at %d: %q, %v", size, text, err)
		}
	}
}

// Any changed byte is detected, and the file is left unchanged.
func TestChangedBytes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "l")
	create(t, name, entry{1, "one"}, entry{2, "two"})
	whole := must.Get(t, os.ReadFile, name)
	start := strings.Index(string(whole), "\n") + 1
	end := strings.LastIndex(strings.TrimSpace(string(whole)), "\n")
	for at := start; at < end; at++ { // of the second line
		changed := append([]byte(nil), whole...)
		changed[at] ^= 1
		if err := os.WriteFile(name, changed, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := open(name); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Fatalf("byte %d: %v", at, err)
		}
		if text, err := os.ReadFile(name); err != nil || string(text) != string(changed) {
			t.Fatalf("byte %d: the file has changed", at)
		}
	}
}

func TestNoLedger(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "l")
	if _, _, err := open(name); !errors.Is(err, ErrMissing) || Begun(name) {
		t.Error(err)
	}
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(name); !errors.Is(err, ErrEmpty) || Begun(name) {
		t.Error(err)
	}
	// An empty file holds no results that could be lost.
	l, err := Create(name, header{"test"}, false)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if !Begun(name) {
		t.Error("there is nothing to continue")
	}
	if err := os.WriteFile(name, []byte("hello"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(name); err == nil || !strings.Contains(err.Error(), "line 1 is cut short") {
		t.Error(err)
	}
	for _, bad := range []string{dir, filepath.Join(dir, "none", "x")} {
		if _, err := Create(bad, header{"test"}, true); err == nil {
			t.Errorf("%s was created", bad)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("files left: %v, %v", left, err)
	}
	// Lines without a checksum are recognised, for old files.
	if err := os.WriteFile(name, []byte("{\"Format\":\"old\"}\n{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(name); err == nil || !strings.Contains(err.Error(), "line 2: no checksum") {
		t.Error(err)
	}
}

// Lines for which Append has returned are still there after a kill.
func TestKill(t *testing.T) {
	name := filepath.Join(t.TempDir(), "l")
	child := exec.Command(os.Args[0], "append-for-ever", name)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	told := -1
	for n := 0; ; told = n {
		if _, err := fmt.Fscan(out, &n); err != nil {
			break
		}
		if told < 0 { // however long it took to start
			time.AfterFunc(100*time.Millisecond, func() { child.Process.Kill() })
		}
	}
	child.Wait()
	if told < 0 {
		t.Fatal("it ended before it had appended anything")
	}
	l, entries, err := open(name)
	if err != nil || len(entries) <= told {
		t.Fatalf("%d entries after %d were reported, %v", len(entries), told+1, err)
	}
	defer l.Close()
	for i, e := range entries {
		if e.Number != i {
			t.Errorf("entry %d has number %d", i, e.Number)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add("{\"Format\":\"x\",\"Sum\":\"00000000\"}\n{}")
	name := filepath.Join(f.TempDir(), "l")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var lines []string
		l, err := Open(name, func(line Line) error {
			lines = append(lines, string(line.Text))
			return nil
		})
		if err != nil {
			return
		}
		l.Close()
		if left, _ := os.ReadFile(name); string(left) != strings.Join(lines, "\n")+"\n" {
			t.Errorf("%q became %q", text, left)
		}
	})
}

// A million results are read in seconds.
func BenchmarkOpen(b *testing.B) {
	name := filepath.Join(b.TempDir(), "l")
	l, err := Create(name, header{"bench"}, false)
	if err != nil {
		b.Fatal(err)
	}
	const lines = 1_000_000
	for i := 0; i < lines; i += 1000 {
		var group []any
		for k := range 1000 {
			group = append(group, entry{Number: i + k, Text: "12345678901234567890"})
		}
		if err := l.Append(group...); err != nil {
			b.Fatal(err)
		}
	}
	l.Close()
	b.ResetTimer()
	for b.Loop() {
		l, entries, err := open(name)
		if err != nil || len(entries) != lines {
			b.Fatal(len(entries), err)
		}
		l.Close()
	}
}
