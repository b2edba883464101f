package match

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// scripted returns an engine made of a script and a file argument, in a directory that
// also has a file of the same size.
func scripted(t *testing.T) (e Engine, dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{"run": "#!/bin/sh\nexec true\n", "net": "numbers", "same size": "NUMBERS"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return Engine{Name: "script", Command: []string{"./run", "--net", "net", "no file"}, Dir: dir, Limits: TimeControl{Nodes: 1}}, dir
}

// Files are found by their contents anywhere below the given directory.
func TestLeave(t *testing.T) {
	e, there := scripted(t)
	build := buildOf(&e)
	if len(build.Files) != 2 || build.Files[0].Word != 0 || build.Files[1].Word != 2 {
		t.Fatalf("%+v", build.Files)
	}
	here := t.TempDir()
	if err := os.MkdirAll(filepath.Join(here, "deep", "down"), 0o700); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"run": "deep/down/other", "net": "a.bin", "same size": "net"} {
		if err := os.Rename(filepath.Join(there, from), filepath.Join(here, filepath.FromSlash(to))); err != nil {
			t.Fatal(err)
		}
	}
	mine := e
	if err := (Leave{Dir: here}).adapt(&mine, &build); err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(here, "deep", "down", "other"), "--net", filepath.Join(here, "a.bin"), "no file"}
	if !slices.Equal(mine.Command, want) || mine.Dir != filepath.Dir(want[0]) || e.Command[0] != "./run" {
		t.Errorf("%q in %s; before %q", mine.Command, mine.Dir, e.Command)
	}
	os.Remove(want[2])
	for _, c := range []struct {
		leave Leave
		build Build
		want  string
	}{
		{Leave{Dir: here}, build, "engine script: no file in " + here + " is net (SHA-256 "},
		{Leave{Dir: filepath.Join(here, "gone")}, build, "engine script: "},
		{Leave{Dir: here}, Build{Files: build.Files[1:]}, "its program has no checksum"},
		{Leave{Dir: here}, Build{Files: []FileSum{build.Files[0], {SHA256: build.Files[0].SHA256, Size: build.Files[0].Size, Word: 9}}}, "has no word 9"},
		{Leave{}, build, "this worker may not run programs"},
	} {
		mine := e
		if err := c.leave.adapt(&mine, &c.build); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if err := os.Chmod(want[0], 0o600); err != nil {
		t.Fatal(err)
	}
	mine, only := e, Build{Files: build.Files[:1]}
	if err := (Leave{Dir: here}).adapt(&mine, &only); err == nil {
		t.Error("a file that is not a program is accepted")
	}
}

// Options of self that name files are for a machine's own matches, and those with leave.
func TestLeaveToOpenFiles(t *testing.T) {
	for _, c := range []struct {
		leave  Leave
		option string
		ok     bool
	}{
		{Leave{}, "Hash", true},
		{Leave{}, "BookFile", false},
		{Leave{}, "tablepath", false},
		{Leave{}, "VariantPath", false},
		{Leave{Any: true}, "BookFile", true},
		{Leave{Dir: "engines"}, "BookFile", true},
	} {
		e := Engine{Name: "a", Command: []string{self}, Options: []Option{{c.option, "x"}}}
		if err := c.leave.adapt(&e, &Build{}); (err == nil) != c.ok {
			t.Errorf("%+v, %s: %v", c.leave, c.option, err)
		}
	}
}

// A program that is replaced during the match is not started.
func TestReplacedEngine(t *testing.T) {
	c := testConfig(t, selfEngine("self", 10), fakeEngine("good"))
	dir := t.TempDir()
	copied, text := filepath.Join(dir, "copy"), []byte(nil)
	text, err := os.ReadFile(os.Args[0])
	if err == nil {
		err = os.WriteFile(copied, text, 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	j, m := jobOf(t, c)
	defer m.Close()
	here := machine(1)
	here.Leave = Leave{Dir: dir}
	d, err := NewDoer(t.Context(), j.TermsText(), here)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	e := &d.host.Engines[1]
	if e.Command[0] != copied {
		t.Errorf("it runs %s", e.Command[0])
	}
	if err := d.host.unchanged(e); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(copied, []byte("another"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := d.host.start(e); err == nil || !strings.Contains(err.Error(), "copy has changed since the match started here") {
		t.Errorf("a different program is run: %v", err)
	}
	if text, err := json.Marshal(m.Engines); err != nil || strings.Contains(string(text), dir) {
		t.Errorf("%v: %s", err, text)
	}
}
