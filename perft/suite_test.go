package perft_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/perft"
	"github.com/heterodox-chess/heterodox/variants"
)

// deep skips a test that takes minutes unless HETERODOX_DEEP=1 is set.
func deep(t *testing.T) {
	t.Helper()
	if os.Getenv("HETERODOX_DEEP") != "1" {
		t.Skip("takes minutes: set HETERODOX_DEEP=1 to run it")
	}
}

func readSuites(t *testing.T, pattern string) (cases []perft.Case) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		read, err := perft.ReadSuite(name, file, "chess", variants.Open)
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, read...)
	}
	return cases
}

// TestSuites makes every count of the suites; in short mode, the smaller ones.
func TestSuites(t *testing.T) {
	cases := readSuites(t, "testdata/*.epd")
	if len(cases) < 600 {
		t.Fatalf("only %d lines", len(cases))
	}
	var maxNodes uint64
	if testing.Short() {
		maxNodes = 50_000
	}
	result, err := perft.RunSuite(t.Context(), cases, maxNodes, perft.Options{Threads: 2}, func(m perft.Mismatch) { t.Error(m) })
	if err != nil || result.Lines < 600 || result.Counts < 1500 {
		t.Errorf("%v, %v", result, err)
	}
}

// TestSuitesWithTables runs the lines of many games in sequence, so that it detects a
// table that outlives its game.
func TestSuitesWithTables(t *testing.T) {
	cases := readSuites(t, "testdata/*.epd")
	o := perft.Options{Threads: 2, HashMB: 1}
	result, err := perft.RunSuite(t.Context(), cases, 100_000, o, func(m perft.Mismatch) { t.Error(m) })
	if err != nil || result.Skipped == 0 {
		t.Errorf("%v, %d skipped, %v", result, result.Skipped, err)
	}
}

func TestDeepSuites(t *testing.T) {
	deep(t)
	result, err := perft.RunSuite(t.Context(), readSuites(t, "testdata/deep/*.epd"), 0,
		perft.Options{Threads: 2}, func(m perft.Mismatch) { t.Error(m) })
	if err != nil || result.Mismatches > 0 {
		t.Errorf("%v, %v", result, err)
	}
	t.Logf("%v in %v", result, result.Elapsed)
}

func read(text string) ([]perft.Case, error) {
	return perft.ReadSuite("some.epd", strings.NewReader(text), "chess", variants.Open)
}

func TestReadSuite(t *testing.T) {
	cases, err := read("\ufeff# a comment\n" +
		"\n" +
		"gun | 4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;D2 35 ;D1 7\r\n" +
		"4k3/8/8/8/8/8/P7/4K3 w - -; D1 7; d3 280;\n")
	if err != nil || len(cases) != 2 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	want := []struct {
		number int
		rules  string
		counts []perft.Known
	}{
		{3, "gun", []perft.Known{{Depth: 1, Nodes: 7}, {Depth: 2, Nodes: 35}}},
		{4, "chess", []perft.Known{{Depth: 1, Nodes: 7}, {Depth: 3, Nodes: 280}}},
	}
	for i, w := range want {
		c := cases[i]
		if c.File != "some.epd" || c.Number != w.number || c.Position.Rules().Name() != w.rules || fmt.Sprint(c.Counts) != fmt.Sprint(w.counts) {
			t.Errorf("case %d: %s:%d %s %v", i, c.File, c.Number, c.Position.Rules().Name(), c.Counts)
		}
	}
}

// A name is compiled once, so that lines of one game share a table.
func TestLinesOfOneGameShareItsRules(t *testing.T) {
	cases, err := read("gun | 4k3/8/8/8/8/8/P7/4K3 w - - ;D1 7\ngun | 4k3/8/8/8/8/8/P7/4K3 b - - ;D1 5\n")
	if err != nil || cases[0].Position.Rules() != cases[1].Position.Rules() {
		t.Errorf("different rules, or %v", err)
	}
}

func TestSuiteErrors(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
	for line, want := range map[string]string{
		fen:                                   "no counts",
		fen + " ;":                            "no counts",
		fen + " D1 20":                        "no counts",
		";D1 20":                              "no position",
		"chess | ;D1 20":                      "no position",
		" | " + fen + " ;D1 7":                "nothing before the |",
		"nonsense | " + fen + " ;D1 7":        `unknown variant "nonsense"`,
		"shogi | " + fen + " ;D1 7":           "there must be 9 ranks, not 8",
		"gun+rifle | " + fen + " ;D1 7":       "whether capturing pieces move",
		"chess | 9/8/8/8/8/8/8/8 w - - ;D1 7": "offset",
		fen + " ;D1":                          `depth 1: "" is not a count`,
		fen + " ;D1 x":                        `depth 1: "x" is not a count`,
		fen + " ;D1 -7":                       `depth 1: "-7" is not a count`,
		fen + " ;D1 7 8":                      `depth 1: "7 8" is not a count`,
		fen + " ;D1 99999999999999999999":     `depth 1: "99999999999999999999" is not a count`,
		fen + " ;D0 1":                        `"D0 1" does not begin with a depth (D1 to D100)`,
		fen + " ;D101 1":                      "does not begin with a depth",
		fen + " ;7":                           "does not begin with a depth",
		fen + " ;depth 7":                     "does not begin with a depth",
		fen + " ;D1 7 ;D2 35 ;D1 7":           "depth 1 is given twice",
		fen + " ;D1 7" + strings.Repeat(" ", 5000): "longer than 4096 bytes",
	} {
		cases, err := read("# first\n\n" + line + "\n")
		var bad *perft.SuiteError
		if !errors.As(err, &bad) || bad.File != "some.epd" || bad.Line != 3 || cases != nil {
			t.Errorf("%.80q: error %v", line, err)
			continue
		}
		if text := err.Error(); !strings.HasPrefix(text, "some.epd:3: ") || !strings.Contains(text, want) || strings.Contains(text, "\n") {
			t.Errorf("%.80q: error %q, want %q", line, text, want)
		}
	}
}

func TestSuiteOfTooManyLines(t *testing.T) {
	_, err := read(strings.Repeat("#\n", 100_001))
	if err == nil || err.Error() != "some.epd:100001: more than 100000 lines" {
		t.Errorf("error %v", err)
	}
}

func TestRunSuiteReportsMismatches(t *testing.T) {
	cases, err := read("4k3/8/8/8/8/8/P7/4K3 w - - ;D1 7 ;D2 36 ;D3 280\n" +
		"gun | 4k3/8/8/8/8/8/P7/4K3 w - - ;D1 8\n" +
		"4k3/8/8/8/8/8/P7/4K3 w - - ;D3 280\n")
	if err != nil {
		t.Fatal(err)
	}
	var reports []string
	result, err := perft.RunSuite(t.Context(), cases, 100, perft.Options{}, func(m perft.Mismatch) {
		reports = append(reports, m.String())
	})
	want := []string{
		"some.epd:1: D2: expected 36, got 35: chess | 4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
		"some.epd:2: D1: expected 8, got 7: gun | 4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
	}
	if strings.Join(reports, "\n") != strings.Join(want, "\n") {
		t.Errorf("reports:\n%s", strings.Join(reports, "\n"))
	}
	if err != nil || result.String() != "2 lines, 3 counts, 2 mismatches" || result.Skipped != 2 || result.Nodes != 49 {
		t.Errorf("%v, %d skipped, %d nodes, %v", result, result.Skipped, result.Nodes, err)
	}
}

// A count that does not fit 64 bits differs from every known count.
func TestRunSuiteReportsOverflow(t *testing.T) {
	cases, err := read("8/8/4k3/8/8/4K3/8/8 w - - 0 1 ;D30 7")
	if err != nil {
		t.Fatal(err)
	}
	result, err := perft.RunSuite(t.Context(), cases, 0, perft.Options{HashMB: 16}, func(perft.Mismatch) {})
	if err != nil || result.String() != "1 lines, 1 counts, 1 mismatches" {
		t.Errorf("%v, %v", result, err)
	}
}

func TestRunSuiteStops(t *testing.T) {
	cases, err := read("4k3/8/8/8/8/8/P7/4K3 w - - ;D1 7\n" + kiwipete + " ;D9 1\n")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	o := perft.Options{Progress: func(p perft.Progress) {
		if p.Nodes > 7 && p.Elapsed > 0 {
			cancel()
		}
	}}
	result, err := perft.RunSuite(ctx, cases, 0, o, func(m perft.Mismatch) { t.Error(m) })
	if !errors.Is(err, context.Canceled) || result.String() != "1 lines, 1 counts, 0 mismatches" || result.Elapsed <= 0 {
		t.Errorf("%v, %v", result, err)
	}
}

func FuzzSuiteLine(f *testing.F) {
	for _, line := range []string{
		"chess | 4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;D1 7 ;D2 35",
		"gun+madhouse | 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2 ;D1 50 ;D2 403",
		"baseline | 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1 ;D1 40",
		"fibonacci | 4k3/8/8/8/4K3/8/8/8 w - - 0 3 5:5 ;D1 8",
		"4k3/8/8/8/8/8/P7/4K3 w - -;D1 7", "# no line", "|;", "chess|x;D1 1;D1 1",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line, err := perft.ParseLine(text)
		if err == nil {
			if line.FEN == "" || len(line.Counts) == 0 {
				t.Errorf("%q reads as %+v", text, line)
			}
			for i, c := range line.Counts {
				if c.Depth < 1 || c.Depth > perft.MaxDepth || i > 0 && c.Depth <= line.Counts[i-1].Depth {
					t.Errorf("%q has the depths %+v", text, line.Counts)
				}
			}
		} else if strings.ContainsAny(err.Error(), "\r\n") {
			t.Errorf("%q: an error of several lines: %q", text, err)
		}
		cases, err := read(text)
		if err != nil && (cases != nil || strings.ContainsAny(err.Error(), "\r\n")) {
			t.Errorf("%q: %d cases and error %q", text, len(cases), err)
		}
	})
}

func ExampleReadSuite() {
	suite := strings.NewReader("gun | 4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;D1 7 ;D2 36\n")
	cases, err := perft.ReadSuite("gun.epd", suite, "chess", variants.Open)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := perft.RunSuite(context.Background(), cases, 0, perft.Options{}, func(m perft.Mismatch) {
		fmt.Println(m)
	})
	fmt.Println(result, err)
	// Output:
	// gun.epd:1: D2: expected 36, got 35: gun | 4k3/8/8/8/8/8/P7/4K3 w - - 0 1
	// 1 lines, 2 counts, 1 mismatches <nil>
}
