package proof_test

import (
	"bytes"
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/proof"
	"github.com/heterodox-chess/heterodox/variants"
)

// load reads a proof from testdata.
func load(t *testing.T, name string) *proof.Proof {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := proof.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// check checks part of a proof.
func check(t *testing.T, p *proof.Proof, part, parts int) (proof.Report, error) {
	t.Helper()
	r := must.Get(t, variants.Compile, p.Variant)
	return p.Check(context.Background(), r.Variant(), part, parts, nil)
}

// Neither side of Fibonacci chess can force mate before turn 6. Part of the second proof is
// checked, a larger part in deep tests.
func TestNoMateBeforeTurnSix(t *testing.T) {
	p := load(t, "fibonacci-4.proof")
	if want := "fibonacci is not lost for white by turn 4"; p.Claim() != want {
		t.Errorf("%s, want %s", p.Claim(), want)
	}
	report, err := check(t, p, 1, 1)
	if err != nil || report.Mine != 20 || report.Last != 20 || report.Lines != 21 {
		t.Errorf("%+v, %v", report, err)
	}
	p = load(t, "fibonacci-5.proof")
	if want := "fibonacci is not lost for black by turn 5"; p.Claim() != want {
		t.Errorf("%s, want %s", p.Claim(), want)
	}
	parts := 4000
	if os.Getenv("HETERODOX_DEEP") != "" {
		parts = 100
	}
	report, err = check(t, p, 7, parts)
	if err != nil || report.Last < 5000 || report.Mine != (report.Last-7)/parts+1 {
		t.Errorf("%+v, %v", report, err)
	}
}

// Some combinations of games are won in a few turns. Parts of the longer proofs are checked, all
// of them in deep tests.
func TestShortWins(t *testing.T) {
	p := load(t, "fairy+extinction+fibonacci-3.proof")
	if want := "fibonacci+extinction+fairy is won for white by turn 3"; p.Claim() != want {
		t.Errorf("%s, want %s", p.Claim(), want)
	}
	if report, err := check(t, p, 1, 1); err != nil || report.Wins == 0 || report.Wins > report.Ends {
		t.Errorf("%+v, %v", report, err)
	}
	first := some(p, 0)
	for turn, want := range map[string]string{"e2e4": "no turn wins", "d1d7": "is not legal", "d1c3/c3d5": "the turn is over before"} {
		p.Lines[first] = turn
		if _, err := check(t, p, 1, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", turn, err, want)
		}
	}
	parts := 10
	if os.Getenv("HETERODOX_DEEP") != "" {
		parts = 1
	}
	for name, want := range map[string]string{
		"extinction+fibonacci-4.proof":           "fibonacci+extinction is won for black by turn 4",
		"blackhole+extinction+fibonacci-4.proof": "fibonacci+blackhole+extinction is won for black by turn 4",
	} {
		p := load(t, name)
		if p.Claim() != want {
			t.Errorf("%s, want %s", p.Claim(), want)
		}
		if report, err := check(t, p, 1, parts); err != nil || report.Mine != 20/parts || report.Wins == 0 {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
}

// Changes to a proof are detected.
func TestBrokenProofs(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     func(p *proof.Proof)
	}{
		{"a line is missing", "no line for this position", func(p *proof.Proof) { delete(p.Lines, some(p, 5)) }},
		{"the first line is missing", "no line for this position", func(p *proof.Proof) { delete(p.Lines, some(p, 20)) }},
		{"a line too many", "does not occur", func(p *proof.Proof) { p.Lines["8/8/8/8/8/8/8/K6k w - - 3:2"] = "a1a2" }},
		{"an illegal move", "e2e5 is not legal", func(p *proof.Proof) { p.Lines[some(p, 5)] = "e2e5" }},
		{"a turn too short", "the turn is not over", func(p *proof.Proof) { p.Lines[some(p, 5)] = "a3b5" }},
		{"a turn too long", "the turn is over before", func(p *proof.Proof) { p.Lines[some(p, 5)] += "/a3b1" }},
		{"a turn that loses", "ends the game, 0-1", func(p *proof.Proof) { p.Lines[some(p, 5)] = "f2f3/g2g4" }},
		{"another claim", "turn 5 is a turn of the wrong side", func(p *proof.Proof) { p.Turn = 5 }},
		{"another start", "no line for this position", func(p *proof.Proof) { p.Start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 1:1" }},
		{"a start that is none", "FEN", func(p *proof.Proof) { p.Start = "x" }},
		{"a turn more", "no line for this position", func(p *proof.Proof) { p.Turn = 6 }},
		{"a win that is none", "no turn wins", func(p *proof.Proof) {
			p.Wins, p.Turn = true, 3
			maps.DeleteFunc(p.Lines, func(text, _ string) bool { return strings.Contains(text, "3:2") })
		}},
	} {
		p := load(t, "fibonacci-4.proof")
		c.change(p)
		if _, err := check(t, p, 1, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// A proof without lines claims what the start and at most two turns show.
func TestProofsWithoutLines(t *testing.T) {
	for claim, want := range map[string]string{
		"chess is not lost for black by turn 1":                                                                  "",
		"chess is not lost for black by turn 1\nx\ty":                                                            "does not occur",
		"chess is won for white by turn 1 from 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1":                                   "",
		"kingofthehill is not lost for white by turn 1 from 8/8/8/8/3k4/8/8/7K b - - 0 1":                        "ends the game, 0-1",
		"kingofthehill is not lost for black by turn 1 from 8/8/8/8/3k4/8/8/7K w - - 0 1":                        "",
		"blackhole is not lost for white by turn 1 from 4k3/8/8/8/8/8/8/7R b - - 0 1":                            "ends the game, 0-1",
		"extinction is not lost for white by turn 1 from rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b kq - 0 1": "ends the game, 0-1",
	} {
		p, err := proof.Read(strings.NewReader("heterodox proof 1\n" + claim + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := check(t, p, 1, 1); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", claim, err, want)
		}
	}
}

// some returns the i-th position of a proof.
func some(p *proof.Proof, i int) string { return slices.Sorted(maps.Keys(p.Lines))[i] }

// What is written is read back unchanged, and anything else is refused.
func TestFile(t *testing.T) {
	p := load(t, "fibonacci-4.proof")
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	again, err := proof.Read(&out)
	if err != nil || again.Claim() != p.Claim() || !maps.Equal(again.Lines, p.Lines) {
		t.Errorf("%v, %v", again, err)
	}
	const head = "heterodox proof 1\nfibonacci is won for black by turn 6\n"
	for text, want := range map[string]string{
		"": "cut short", "heterodox proof 1\n": "cut short", "heterodox proof 2\n": "line 1:",
		"heterodox proof 1\nfibonacci is drawn\n":                    "line 2:",
		"heterodox proof 1\nfibonacci is won for black by turn x\n":  "line 2:",
		"heterodox proof 1\nfibonacci is won for nobody by turn 6\n": "line 2:",
		head + "x\n":                      "line 3:",
		head + "x\t\n":                    "line 3:",
		head + "x\ty\nx\ty\n":             "listed twice",
		head + strings.Repeat("x", 1<<17): "line 3: longer than 65536 bytes",
		"\x1f\x8bnonsense":                "",
	} {
		if _, err := proof.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("heterodox proof 1\nfibonacci is won for black by turn 6\nx\ty\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := proof.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := p.Write(&out); err != nil {
			t.Fatal(err)
		}
		if again, err := proof.Read(&out); err != nil || again.Claim() != p.Claim() || !maps.Equal(again.Lines, p.Lines) {
			t.Errorf("%q is read as %v, %v", text, again, err)
		}
	})
}
