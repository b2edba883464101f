package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return name
}

func holds(t *testing.T, name, want string) {
	t.Helper()
	if text, err := os.ReadFile(name); err != nil || string(text) != want {
		t.Errorf("%s holds %q, %v; want %q", name, text, err, want)
	}
}

// alone reports whether a directory holds only the given files.
func alone(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(names) {
		t.Errorf("%s holds %v, %v; want %v", dir, entries, err, names)
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := WriteFile(name, []byte("one")); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "one")
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(name, []byte("two")); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "two")
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v, %v", info.Mode(), err)
	}
	alone(t, dir, "a")
	if err := WriteFile(dir, nil); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Error(err)
	}
	if err := WriteFile(filepath.Join(dir, "none", "x"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// Until Commit, and after Discard, the old file is kept.
func TestOldFileStands(t *testing.T) {
	dir := t.TempDir()
	name := write(t, filepath.Join(dir, "a"), "old")
	for _, commit := range []bool{false, true} {
		f := must.Get(t, Create, name)
		if _, err := f.WriteString("new"); err != nil {
			t.Fatal(err)
		}
		holds(t, name, "old")
		var err error
		if commit {
			err = f.Commit()
		}
		f.Discard()
		if err != nil {
			t.Fatal(err)
		}
		alone(t, dir, "a")
	}
	holds(t, name, "new")
	// A file that cannot be written to disk does not replace the old one.
	f := must.Get(t, Create, name)
	f.File.Close()
	if err := f.Commit(); err == nil {
		t.Error("a closed file was committed")
	}
	holds(t, name, "new")
	alone(t, dir, "a")
}

func TestLinksStayLinks(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.Symlink("target", link); err != nil {
		t.Skip(err)
	}
	for _, text := range []string{"new", "newer"} { // at first the link is dangling
		if err := WriteFile(link, []byte(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, target, text)
		if to, err := os.Readlink(link); err != nil || to != "target" {
			t.Errorf("the link leads to %q, %v", to, err)
		}
	}
}

func TestDistinct(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "in", "x")
	if err := os.Link("in", "hard"); err != nil {
		t.Skip(err)
	}
	for link, to := range map[string]string{"soft": "in", "dangling": "new", "here": ".", "loop": "loop"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	in := func(name string) Use { return Use{"input", name, false} }
	out := func(name string) Use { return Use{"output", name, true} }
	for _, c := range []struct {
		a, b Use
		same bool
	}{
		{in("in"), in("in"), false},
		{in("in"), out("in"), true},
		{out("in"), in(filepath.Join(dir, "in")), true},
		{in("in"), out("soft"), true},
		{in("in"), out("hard"), true},
		{in("in"), out("here/in"), true},
		{in("in"), out("other"), false},
		{out("new"), out("./new"), true},
		{out("new"), out("dangling"), true},
		{out("new"), out("here/new"), true},
		{out("new"), out("new2"), false},
		{out(""), out(""), false},
		{in(""), out("in"), false},
		{out("nowhere/x"), out("nowhere/x"), true},
		{out("nowhere/x"), out("nowhere/y"), false},
		{out(os.DevNull), in("in"), false},
	} {
		if err := Distinct(c.a, c.b); (err != nil) != c.same || err != nil && !strings.Contains(err.Error(), "put and ") {
			t.Errorf("%v, %v: %v", c.a, c.b, err)
		}
	}
	if err := Distinct(in("loop"), out("x")); err == nil || !strings.HasPrefix(err.Error(), "input loop: ") {
		t.Error(err)
	}
}

// Outputs that cannot be written are noticed beforehand, and no file is changed or left.
func TestReady(t *testing.T) {
	dir := t.TempDir()
	old := write(t, filepath.Join(dir, "old"), "x")
	for _, c := range []struct {
		uses []Use
		want string // "" if they can be written
	}{
		{[]Use{{"--in", filepath.Join(dir, "none", "x"), false}, {"--out", filepath.Join(dir, "new"), true}, {"--out", old, true}, {"--more", "", true}}, ""},
		{[]Use{{"--in", old, false}, {"--out", old, true}}, "--in and --out are the same file: "},
		{[]Use{{"--out", filepath.Join(dir, "none", "x"), true}}, "--out: create " + filepath.Join(dir, "none", "x") + ": "},
		{[]Use{{"--one", old, true}, {"--two", dir, true}}, "--two: replace " + dir + ": is not a regular file"},
	} {
		if err := Ready(c.uses...); (err != nil) != (c.want != "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.uses, err, c.want)
		}
		holds(t, old, "x")
		alone(t, dir, "old")
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	l, err := TryLock(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{name, link} {
		if _, err := TryLock(other); !errors.Is(err, ErrLocked) {
			t.Errorf("locked twice: %v", err)
		}
	}
	// Meanwhile the file itself can be written, created and replaced.
	if err := WriteFile(name, []byte("x")); err != nil {
		t.Error(err)
	}
	if err := l.Unlock(); err != nil {
		t.Error(err)
	}
	alone(t, dir, "a", "link")
	if l, err = TryLock(link); err != nil {
		t.Fatal(err)
	}
	if err := l.Unlock(); err != nil {
		t.Error(err)
	}
	if err := (*Lock)(nil).Unlock(); err != nil {
		t.Error(err)
	}
	if _, err := TryLock(filepath.Join(dir, "none", "x")); err == nil || errors.Is(err, ErrLocked) {
		t.Error(err)
	}
}

// Whatever the number of contenders, only one holds the lock at a time.
func TestLockUnderContention(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	inside := make(chan struct{}, 1)
	done := make(chan error)
	for range 8 {
		go func() {
			for n := 0; n < 50; {
				l, err := TryLock(name)
				if errors.Is(err, ErrLocked) {
					continue
				}
				if err != nil {
					done <- err
					return
				}
				select {
				case inside <- struct{}{}:
				default:
					err = errors.New("two hold the lock")
				}
				if err == nil {
					<-inside
					err = l.Unlock()
				}
				if err != nil {
					done <- err
					return
				}
				n++
			}
			done <- nil
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// Sweep removes what killed programs have left, except what belongs to a locked file.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.pgn", ".a.pgn.123.part", "a.pgn.lock", "b.pgn", ".b.pgn.4.part", ".b.pgn.5.part", ".part", "x.part", ".hidden"} {
		write(t, filepath.Join(dir, name), "x")
	}
	lock, err := TryLock(filepath.Join(dir, "a.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	Sweep(dir)
	alone(t, dir, "a.pgn", ".a.pgn.123.part", "a.pgn.lock", "b.pgn", ".part", "x.part", ".hidden")
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	Sweep(dir)
	alone(t, dir, "a.pgn", "b.pgn", ".part", "x.part", ".hidden")
	Sweep(filepath.Join(dir, "none"))
}

// Claim removes what killed programs have left of one file, unless another program has claimed it.
func TestClaim(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", ".a.1.part", ".a.2.part", ".a.b.3.part", ".b.4.part", "a.lock"} {
		write(t, filepath.Join(dir, name), "x")
	}
	lock, err := Claim(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	alone(t, dir, "a", ".a.b.3.part", ".b.4.part", "a.lock")
	write(t, filepath.Join(dir, ".a.5.part"), "x")
	if _, err := Claim(filepath.Join(dir, "a")); !errors.Is(err, ErrLocked) {
		t.Errorf("claimed twice: %v", err)
	}
	if err := lock.Unlock(); err != nil {
		t.Error(err)
	}
	alone(t, dir, "a", ".a.5.part", ".a.b.3.part", ".b.4.part")
}

// MkdirTemp removes the folders that killed programs have left, and no others.
func TestMkdirTemp(t *testing.T) {
	dir := t.TempDir()
	first, done, err := MkdirTemp(dir, "fit-")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"fit-killed", "fit-other", "killed"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name, "x"), "x")
	}
	for _, name := range []string{"fit-killed", "killed"} {
		write(t, filepath.Join(dir, name, filepath.Base(LockName(inUse(name)))), "")
	}
	second, doneToo, err := MkdirTemp(dir, "fit-")
	if err != nil || filepath.Dir(second) != dir {
		t.Fatal(second, err)
	}
	alone(t, dir, filepath.Base(first), filepath.Base(second), "fit-other", "killed")
	write(t, filepath.Join(first, "x"), "x")
	done()
	doneToo()
	alone(t, dir, "fit-other", "killed")
	if _, _, err := MkdirTemp(filepath.Join(dir, "none"), "fit-"); err == nil {
		t.Error("made a folder in one that does not exist")
	}
}
