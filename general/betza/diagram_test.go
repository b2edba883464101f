package betza

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

// again returns the definition of the diagram of a definition, and tests that both have
// the same diagram.
func again(t *testing.T, d Definition) string {
	t.Helper()
	diagram := d.Diagram()
	back, err := diagram.Definition()
	if err != nil {
		t.Fatalf("%s: %v", d.Text, err)
	}
	if got := back.Diagram(); !reflect.DeepEqual(got, diagram) {
		t.Errorf("%s is written %s:\n%v, not\n%v", d.Text, back.Text, got, diagram)
	}
	return back.Text
}

func TestDiagrams(t *testing.T) {
	for text, want := range map[string]string{
		"K": "K", "WF": "K", "Q": "Q", "BR": "Q", "RN": "NR", "N": "N", "fhN": "fhN", "ffN": "fN", "fK": "fK", "fsW": "fsW", "sfW": "fsW",
		"fmWfceF": "fmWfceF", "mRcpR": "mRcpR", "gQ": "gQ", "pN": "pN", "nN": "nN", "nA": "nA", "nW": "W", "N2": "N2", "NN": "NN", "R4": "R4",
		"W4": "R4", "R1": "W", "W1": "W", "ifmnD": "ifmnD", "fmWfmF": "fmK", "KO": "KO", "cdK": "cdK", "tQ": "tK", "mWcWF": "K", "gR1": "gW1", "pR1": "gW1",
		"gR3": "pW3", "flFfrF": "fF", "fFblF": "fblF", "DD": "DD", "D2": "D2", "mNcK": "mNcK", "": "", "O": "O", "eK": "eK", "emW": "meW",
	} {
		if got := again(t, MustParse(text)); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// Toggling sets all squares that belong with one, and toggling again removes them;
// another mode replaces the previous one.
func TestToggle(t *testing.T) {
	var d Diagram
	both := Manner{Mode: Quiet | Capture}
	for _, step := range []struct {
		v    Vector
		m    Manner
		s    Symmetry
		want string
	}{
		{Vector{1, 2}, both, All, "N"},
		{Vector{0, 1}, Manner{Way: Ride, Mode: Quiet | Capture}, All, "NR"},
		{Vector{0, 1}, Manner{Way: Ride, Mode: Quiet}, All, "NmR"},
		{Vector{-2, 1}, both, Sideways, "fbhNmR"},
		{Vector{-2, 1}, both, Sideways, "NmR"},
		{Vector{1, 2}, both, All, "mR"},
		{Vector{1, 1}, Manner{Mode: Capture}, Single, "frcFmR"},
	} {
		d = d.Toggle(step.v, step.m, step.s)
		def, err := d.Definition()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(MustParse(step.want).Diagram().Targets, d.Targets) {
			t.Errorf("%v: %s, want %s", step, def.Text, step.want)
		}
	}
	if d = d.Clear(Vector{0, -1}, All); len(d.Targets) != 1 {
		t.Errorf("%v is left", d.Targets)
	}
}

func FuzzDiagram(f *testing.F) {
	for _, text := range []string{"fmWfceF", "mRcpR", "nNfhNblJ", "gQ3tKcdN", "ifmnDO", "frNrfNlbZ2", "D0bD"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 60 { // the definition of its diagram might be too long
			return
		}
		d, err := Parse(text)
		if err != nil {
			return
		}
		begun := time.Now()
		back, err := d.Diagram().Definition()
		if err != nil {
			t.Skip("too long")
		}
		if !reflect.DeepEqual(back.Diagram(), d.Diagram()) {
			t.Errorf("%q is written %q", text, back.Text)
		}
		if time.Since(begun) > time.Minute {
			t.Error("it took a minute")
		}
	})
}
