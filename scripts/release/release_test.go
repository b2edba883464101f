package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=N", "-c", "user.email=n@example.org"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE=1700000000 +0000")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

func TestChoose(t *testing.T) {
	if list, err := choose(""); err != nil || len(list) != 10 {
		t.Errorf("%v, %v", list, err)
	}
	list, err := choose("windows/amd64v3,linux/arm64,linux/arm64")
	if err != nil || !slices.Equal(list, []platform{{"windows", "amd64", "v3"}, {"linux", "arm64", ""}}) {
		t.Errorf("%v, %v", list, err)
	}
	if list[0].folder("1.0.0") != "heterodox-1.0.0-windows-amd64v3" || list[0].file(lab) != "heterodox-lab.exe" {
		t.Errorf("%q, %q", list[0].folder("1.0.0"), list[0].file(lab))
	}
	if _, err := choose("linux/amd64,plan9/mips"); err == nil || !strings.Contains(err.Error(), `"plan9/mips" is none of linux/amd64, linux/amd64v3,`) {
		t.Error(err)
	}
}

// Uncommitted changes are refused, unless asked for.
func TestDirtyCheckout(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	put(t, dir, "a")
	git(t, dir, "add", "a")
	git(t, dir, "commit", "-q", "-m", "a")
	r := release{dir: dir}
	if at, err := r.commitTime(context.Background()); err != nil || at.Unix() != 1700000000 {
		t.Errorf("%v, %v", at, err)
	}
	linked := release{dir: filepath.Join(t.TempDir(), "linked")}
	git(t, dir, "worktree", "add", "-q", linked.dir)
	if _, err := linked.commitTime(context.Background()); err == nil || !strings.Contains(err.Error(), "is a linked work tree") {
		t.Errorf("a linked work tree: %v", err)
	}
	put(t, dir, "b")
	if _, err := r.commitTime(context.Background()); err == nil || err.Error() != `there are uncommitted changes ("?? b", …): commit them, or use -dirty` {
		t.Errorf("a new file: %v", err)
	}
	r.dirty = true
	if at, err := r.commitTime(context.Background()); err != nil || at.Unix() != 1700000000 {
		t.Errorf("-dirty: %v, %v", at, err)
	}
}

// A folder with anything else is refused before anything is built or removed; an older release
// in it is replaced.
func TestOutputFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dist")
	a := archive{"heterodox-2.0.0-linux-amd64.tar.gz", []byte("abc")}
	if err := publish(dir, []archive{{"heterodox-1.0.0-windows-arm64.zip", nil}}); err != nil {
		t.Fatal(err)
	}
	if err := publish(dir, []archive{a}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 || entries[0].Name() != sums || entries[1].Name() != a.name {
		t.Errorf("%v, %v", entries, err)
	}
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  heterodox-2.0.0-linux-amd64.tar.gz\n"
	if text, err := os.ReadFile(filepath.Join(dir, sums)); err != nil || string(text) != want {
		t.Errorf("%q, %v", text, err)
	}
	put(t, dir, "thesis.txt")
	r := release{out: dir, log: io.Discard}
	for _, err := range []error{r.run(context.Background()), publish(dir, nil)} {
		if err == nil || !strings.Contains(err.Error(), "holds thesis.txt, which is not part of a release") {
			t.Errorf("an unrelated file: %v", err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, a.name)); err != nil || string(text) != "abc" {
		t.Errorf("the older archive: %q, %v", text, err)
	}
}

// Two clones in different places give the same bytes, with the version stamped.
func TestReproducible(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("builds the programs as they are released: HETERODOX_DEEP=1 runs it")
	}
	var made [2]map[string][]byte
	for i, place := range []string{"here", "some/where/else"} {
		dir := filepath.Join(t.TempDir(), place)
		git(t, ".", "clone", "-q", filepath.Join("..", ".."), dir)
		git(t, dir, "tag", "v1.2.3")
		r := release{dir: dir, out: filepath.Join(t.TempDir(), "dist"), platforms: []platform{host()}, log: io.Discard}
		if err := r.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		made[i] = map[string][]byte{}
		for _, e := range must.Get(t, os.ReadDir, r.out) {
			made[i][e.Name()] = must.Get(t, os.ReadFile, filepath.Join(r.out, e.Name()))
		}
	}
	if n := len(made[0]); n != len(made[1]) || n < 2 || runtime.GOOS == "linux" && n != 4 {
		t.Errorf("%d files, then %d", n, len(made[1]))
	}
	for name, content := range made[0] {
		if name != sums && !strings.Contains(name, "1.2.3") {
			t.Errorf("%s has no version", name)
		}
		if !bytes.Equal(content, made[1][name]) {
			t.Errorf("%s of %d bytes differs from the one of %d", name, len(content), len(made[1][name]))
		}
	}
}
