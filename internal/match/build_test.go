package match

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// copyFile copies a file and appends more to it.
func copyFile(t *testing.T, from, to, more string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, io.MultiReader(in, strings.NewReader(more))); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// A match does not continue with an engine that has become another program, unless
// that is allowed; the store then records it.
func TestOtherBuildsAreRefused(t *testing.T) {
	program := filepath.Join(t.TempDir(), "engine")
	copyFile(t, os.Args[0], program, "")
	e := fakeEngine("good")
	e.Command[0] = program
	c := testConfig(t, e, selfEngine("self", 10))
	c.Rounds = 1
	play(t, c)
	c.Resume, c.Rounds = true, 2
	os.Remove(program)
	copyFile(t, os.Args[0], program, "another")
	before := must.Get(t, os.ReadFile, c.Store)
	_, err := Run(t.Context(), c, nil)
	if err == nil || !strings.Contains(err.Error(), "engine good has changed since the match started: its files have changed (SHA-256 was ") ||
		!strings.Contains(err.Error(), "use --mix-builds to continue") {
		t.Error(err)
	}
	if after, err := os.ReadFile(c.Store); err != nil || string(after) != string(before) {
		t.Errorf("the store has changed: %v", err)
	}
	var notes []string
	c.MixBuilds, c.Note = true, func(text string) { notes = append(notes, text) }
	if _, games := play(t, c); len(games) != 2 || len(notes) != 1 || !strings.Contains(notes[0], "its files have changed") {
		t.Errorf("%d games, notes %q", len(games), notes)
	}
	// From now on that one is the engine.
	c.MixBuilds, c.Rounds = false, 3
	if _, games := play(t, c); len(games) != 2 {
		t.Errorf("%d games", len(games))
	}
	text, err := os.ReadFile(c.Store)
	if n := strings.Count(string(text), `"Builds":`); err != nil || n != 2 || !strings.Contains(string(text), `"Told":"Fake"`) ||
		!strings.Contains(string(text), `"Told":"Heterodox"`) {
		t.Errorf("builds are recorded %d times, %v", n, err)
	}
}

// What was unknown before is no change, but is known from then on.
func TestBuildsThatWereNotKnown(t *testing.T) {
	program := filepath.Join(t.TempDir(), "engine")
	late := fakeEngine("good")
	late.Command[0], late.Name = program, "late"
	c := testConfig(t, late, fakeEngine("good"), selfEngine("self", 10))
	c.Rounds = 1
	play(t, c)
	copyFile(t, os.Args[0], program, "")
	c.Resume, c.Rounds = true, 2
	if _, games := play(t, c); len(games) != 6 {
		t.Errorf("%d games", len(games))
	}
	c.Rounds = 3
	os.Remove(program)
	copyFile(t, os.Args[0], program, "another")
	if _, err := Run(t.Context(), c, nil); err == nil || !strings.Contains(err.Error(), "engine late has changed since the match started") {
		t.Error(err)
	}
}

func TestBuildDiffers(t *testing.T) {
	file := func(sum string) []FileSum { return []FileSum{{Name: "x", SHA256: strings.Repeat(sum, 64)}} }
	for _, c := range []struct {
		a, b Build
		want string
	}{
		{Build{}, Build{}, ""},
		{Build{Told: "A 1"}, Build{Told: "A 2"}, `it called itself "A 1", now "A 2"`},
		{Build{Told: "A 1"}, Build{}, ""},
		{Build{Files: file("1")}, Build{Files: file("1")}, ""},
		{Build{Files: file("1")}, Build{Files: file("2")}, "its files have changed (SHA-256 was 111111111111…, is now 222222222222…)"},
		{Build{Files: file("1")}, Build{Files: append(file("1"), file("2")...)}, "its files have changed"},
		{Build{Files: file("1")}, Build{}, ""},
		{Build{Stamp: "a"}, Build{Stamp: "a"}, ""},
		{Build{Stamp: "a"}, Build{Stamp: "b"}, "it was built from a, now from b"},
		{Build{Stamp: "a"}, Build{Stamp: "a", Files: file("1")}, "only one of the two builds has uncommitted changes"},
	} {
		for _, got := range []string{c.a.differs(c.b)} {
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("%+v, %+v: %q, want %q", c.a, c.b, got, c.want)
			}
		}
	}
}

// Scripts and archives are treated like programs.
func TestFilesOfAnEngine(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"run", "engine.py"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	e := Engine{Command: []string{"./run", "-x", "engine.py", dir}, Dir: dir}
	b := buildOf(&e)
	if len(b.Files) != 2 || b.Files[0].Name != "run" || b.Files[1].Name != "engine.py" ||
		b.Files[0].SHA256 != "acba25512100f80b56fc3ccd14c65be55d94800cda77585c5f41a887e398f9be" {
		t.Errorf("%+v", b)
	}
	e = Engine{Command: []string{"go"}}
	if b := buildOf(&e); len(b.Files) != 1 || b.Files[0].Name != "go" {
		t.Errorf("%+v", b)
	}
	e = Engine{Command: []string{self}}
	if b := buildOf(&e); b.Stamp == "" && len(b.Files) == 0 {
		t.Error("nothing is known about self")
	}
}

// What an engine no longer reports is kept from before; what it reports is not
// replaced.
func TestBuildsAreCompleted(t *testing.T) {
	old := Build{Told: "A 1", Stamp: "a"}
	for _, c := range []struct{ b, want Build }{
		{Build{}, old},
		{Build{Told: "A 2"}, Build{Told: "A 2", Stamp: "a"}},
		{Build{Stamp: "b"}, Build{Told: "A 1", Stamp: "b"}},
	} {
		if got := c.b.with(old); !got.equal(c.want) {
			t.Errorf("%+v becomes %+v, want %+v", c.b, got, c.want)
		}
	}
}
