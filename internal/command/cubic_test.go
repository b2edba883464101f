package command

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	cubicMated    = "[rq,##],[##,K#]"
	cubicMateIn2  = "[##K,###,###],[###,###,k##],[##q,###,##Q]"
	cubicCrowd    = "[###b,##n#,r###,####],[###b,####,####,##b#],[Qn#N,q###,#K##,###B],[####,###k,##R#,###b]"
	cubicStandard = "checkmate: true\ncheck: true\nstalemate: false\nWhite's king on a1I is in check from the queen on b2II\n"
)

func TestCubicVerdict(t *testing.T) {
	for board, want := range map[string]string{
		"[###,n##,#rr],[#b#,###,###],[###,###,bRK]":                                               "true",
		"[b#b,###,###],[###,###,RNR],[#q#,###,#K#]":                                               "false",
		"[#q#,#b#,###],[n##,###,###],[#k#,###,#KB]":                                               "false",
		"[####,####,r###,####],[####,#q##,####,####],[##r#,###b,####,BRnn],[####,####,#N##,#KQ#]": "true",
		"[###,##b,r#r],[###,###,###],[#k#,###,#K#]":                                               "false",
		"[##k,###,r#K],[###,n##,#N#],[###,###,#Q#]":                                               "true",
		"[###,###,##q],[###,###,###],[#k#,###,rNK]":                                               "true",
		"[#q,##],[##,K#]": "false",
		"[rq,##],[##,K#]": "true",
		"[###,###,#q#],[###,###,###],[#k#,###,BKn]": "false",
	} {
		status, out, errs := call(t, t.Context(), "cubic", board)
		if status != ExitOK || errs != "" || !strings.HasPrefix(out, "checkmate: "+want+"\n") {
			t.Errorf("%s: status %d, stderr %q, stdout\n%s", board, status, errs, out)
		}
	}
}

// The board may come from one argument, several, a file or standard input.
func TestCubicSources(t *testing.T) {
	file := filepath.Join(t.TempDir(), "board#1.txt")
	if err := os.WriteFile(file, []byte(cubicMated+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{cubicMated}, {"[[rq]", "[##]]", "[[##]", "[K#]]"}, {"--size", "2", "rq####K#"}, {file}, {"--side", "w", file},
		{"\ufeff" + cubicMated},
		{`{"board":[["rq","##"],["##","K#"]]}`},
	} {
		status, out, errs := call(t, t.Context(), append([]string{"cubic"}, args...)...)
		if status != ExitOK || errs != "" || !strings.HasPrefix(out, cubicStandard) {
			t.Errorf("%q: status %d, stderr %q, stdout\n%s", args, status, errs, out)
		}
	}
	for _, args := range [][]string{{"cubic"}, {"cubic", "-"}} {
		var out, errs bytes.Buffer
		status := dispatch(t.Context(), args, Stdio{In: strings.NewReader("\ufeffrq\n##\n\n##\nK#\n"), Out: &out, Err: &errs})
		if status != ExitOK || errs.String() != "" || !strings.HasPrefix(out.String(), cubicStandard) {
			t.Errorf("%q: status %d, stderr %q, stdout\n%s", args, status, errs.String(), out.String())
		}
	}
}

func TestCubicAnswers(t *testing.T) {
	for _, c := range []struct {
		want string
		args []string
	}{
		{"a1Ib2II\n1 legal\n", []string{"--moves", "[#q,##],[##,K#]"}},
		{"[##,k#],[##,#N]\n", []string{"--write", "brackets", "--side", "black", "##k####N"}},
		{`[["##","k#"],["##","#N"]]` + "\n", []string{"--write", "json2", "--side", "black", "##k####N"}},
		{"no mate in 1\n", []string{"--mate", "1", cubicMateIn2}},
		{"mate in 2, proof of 6 lines\n1. c1Ic3I\n" +
			"   1… a1IIb1I 2. c3Ib2II mate\n   1… a1IIa2I 2. c3Ib2II mate\n   1… a1IIb1II 2. c3Ib2II mate\n" +
			"   1… a1IIa2II 2. c3Ib2II mate\n   1… a1IIb1III 2. c3Ib2II mate\n   1… a1IIa2III 2. c3Ib2II mate\n",
			[]string{"--mate", "3", cubicMateIn2}},
		{"      II      I\n 2  [N] .    .  .\n 1   .  .    .  .\n     a  b    a  b\nN on a2II: 0 legal\n",
			[]string{"--empty", "2", "--piece", "N", "--cell", "a2II"}},
		{"      II      I\n 2   .  .    .  .\n 1   .  .    .  .\n     a  b    a  b\n", []string{"--empty", "2", "--draw"}},
	} {
		status, out, errs := call(t, t.Context(), append([]string{"cubic"}, c.args...)...)
		if status != ExitOK || errs != "" || out != c.want {
			t.Errorf("%q: status %d, stderr %q, stdout\n%s\nwant\n%s", c.args, status, errs, out, c.want)
		}
	}
	wantOutput(t, `nodes   684452\nseconds \d+\.\d{3}\nnodes/s \d+\n`, "cubic", "--perft", "4", cubicCrowd)
	wantOutput(t, `nodes   1\nseconds \d+\.\d{3}\nnodes/s \d+\n`, "cubic", "--perft", "0", cubicCrowd)
	wantOutput(t, `best    c1Ic3I\nscore   mate in 2\nline    c1Ic3I a1II\S+ c3Ib2II\ndepth   \d+\nnodes   \d+\nseconds \d+\.\d{3}\n`,
		"cubic", "--best", "--depth", "6", cubicMateIn2)
	wantOutput(t, `best    \S+\nscore   [+-]\d+\.\d\d \(a rook is 5\.00\)\n(?s:.*)`, "cubic", "--best", "--movetime", "20", cubicCrowd)
	wantOutput(t, `best    \(none\)\n`, "cubic", "--best", cubicMated)
	wantOutput(t, `      II      I\n(?s:.*)`+cubicStandard+`(?s:.*)`, "cubic", "--draw", cubicMated)
	wantOutput(t, `(?s:.*)q on b2II: 7 if its side were to move\n`, "cubic", "--cell", "b2II", "[#q,##],[##,##]")
	wantOutput(t, `(?s:.*)--movetime(?s:.*)`, "cubic", "--help")
}

func TestCubicJSON(t *testing.T) {
	status, out, errs := call(t, t.Context(), "cubic", "--json", "--perft", "2", "--mate", "2", "--best", "--depth", "5", "--cell", "c1I", cubicMateIn2)
	if status != ExitOK || errs != "" || strings.Count(out, "\n") != 1 {
		t.Fatalf("status %d, stderr %q, stdout %s", status, errs, out)
	}
	var got struct {
		Size                        int
		Side, Board                 string
		Checkmate, Check, Stalemate bool
		Moves, Reasons              []string
		Cell                        struct{ Moves []string }
		Perft                       struct{ Depth, Nodes int }
		Mate                        struct {
			Found     bool
			In, Lines int
			Proof     struct {
				Move    string
				Answers []struct{ Move string }
			}
		}
		Best struct {
			Move string
			Mate int
			Line []string
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if got.Size != 3 || got.Side != "white" || got.Board != cubicMateIn2 || got.Checkmate || !got.Check || got.Stalemate ||
		len(got.Moves) != 3 || len(got.Reasons) != 7 || len(got.Cell.Moves) != 1 || got.Perft.Depth != 2 || got.Perft.Nodes == 0 ||
		!got.Mate.Found || got.Mate.In != 2 || got.Mate.Lines != 6 || got.Mate.Proof.Move != "c1Ic3I" || len(got.Mate.Proof.Answers) != 6 ||
		got.Best.Move != "c1Ic3I" || got.Best.Mate != 2 || len(got.Best.Line) != 3 {
		t.Errorf("%+v", got)
	}
	// It can read its own output.
	var again, failure bytes.Buffer
	if status := dispatch(t.Context(), []string{"cubic", "--json"}, Stdio{In: strings.NewReader(out), Out: &again, Err: &failure}); status != ExitOK || failure.String() != "" {
		t.Errorf("its own JSON: status %d, %s", status, failure.String())
	}
	status, out, _ = call(t, t.Context(), "cubic", "--json", "--best", "--mate", "1", cubicMated)
	if status != ExitOK || !strings.Contains(out, `"checkmate":true`) || !strings.Contains(out, `"best":{"move":null`) ||
		!strings.Contains(out, `"mate":{"within":1,"found":false}`) || !strings.Contains(out, `"moves":[]`) {
		t.Errorf("status %d, %s", status, out)
	}
}

func TestCubicSuite(t *testing.T) {
	wantOutput(t, `72 lines, 432 facts, 0 mismatches\n`, "cubic", "--suite", "../../variants/cubic/testdata/cubic.txt")
	dir := t.TempDir()
	wrong, bad := filepath.Join(dir, "wrong"), filepath.Join(dir, "bad")
	if err := os.WriteFile(wrong, []byte("\ufeff# two are wrong\n\n"+cubicMated+" | white | mate no | legal 0 | D2 7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte(cubicMated+" | white | mate no\n[#] | white | mate no\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, errs := call(t, t.Context(), "cubic", "--suite", wrong)
	want := wrong + ":3: [rq,##],[##,K#], white to move: mate: expected no, got yes\n" +
		wrong + ":3: [rq,##],[##,K#], white to move: D2: expected 7, got 0\n1 lines, 3 facts, 2 mismatches\n"
	if status != ExitFailure || errs != "" || out != want {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
	}
	wantUsageError(t, bad+":2: board: 1 cell: n = 1 is too small", "cubic", "--suite", bad)
	wantUsageError(t, "no such file", "cubic", "--suite", filepath.Join(dir, "none"))
	wantUsageError(t, "--suite needs at least one FILE", "cubic", "--suite")
	wantUsageError(t, "--suite and --perft cannot be combined", "cubic", "--suite", "--perft", "2", wrong)
}

func TestCubicUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"board: level 2 of 2 (I), row 2 (rank 1): 1 cell, not 2":    {"[rq,##],[##,K]"},
		"two white kings, on b1I and a2II":                          {"[K#,##],[##,#K]"},
		"is in check from the king on a2II, but it is White's move": {"[Kk,##],[##,##]"},
		`"nosuch.txt" is neither a file nor a board`:                {"nosuch.txt"},
		`"." is neither a file nor a board`:                         {"."},
		"--empty 17 is not in 2 … 16":                               {"--empty", "17"},
		"--size 1 is not in 2 … 16":                                 {"--size", "1", cubicMated},
		"--perft -1 is not in 0 … 100":                              {"--perft", "-1", cubicMated},
		"--perft 101 is not in 0 … 100":                             {"--perft", "101", cubicMated},
		"--mate 0 is not in 1 … 60":                                 {"--mate", "0", cubicMated},
		"--movetime 0 is not in":                                    {"--best", "--movetime", "0", cubicMated},
		"--movetime needs --best":                                   {"--movetime", "5", cubicMated},
		"--depth 101 is not in 1 … 100":                             {"--best", "--depth", "101", cubicMated},
		"--piece needs --empty":                                     {"--piece", "Q", cubicMated},
		"--piece needs --cell":                                      {"--piece", "Q", "--empty", "3"},
		`--piece "P" is not a piece`:                                {"--piece", "P", "--empty", "3", "--cell", "a1I"},
		`--cell: "x" is not a cell`:                                 {"--cell", "x", cubicMated},
		"--cell: b1I is empty":                                      {"--cell", "b1I", cubicMated},
		"--cell: c3III is empty":                                    {"--cell", "c3III", cubicMated},
		"--cell: a board of n = 2 has no c3III":                     {"--empty", "2", "--piece", "Q", "--cell", "c3III"},
		"--empty cannot be combined":                                {"--empty", "3", cubicMated},
		`--side: "red" is not a side`:                               {"--side", "red", cubicMated},
		`"xml" is not a form`:                                       {"--write", "xml", cubicMated},
		"unknown flag: --nosuch":                                    {"--nosuch"},
		"board: no cells":                                           nil,
	} {
		wantUsageError(t, want, append([]string{"cubic"}, args...)...)
	}
	huge := io.LimitReader(endless{}, 1<<30)
	var out, errs bytes.Buffer
	if status := dispatch(t.Context(), []string{"cubic"}, Stdio{In: huge, Out: &out, Err: &errs}); status != ExitUsage || !strings.Contains(errs.String(), "standard input is longer than") {
		t.Errorf("status %d, %q", status, errs.String())
	}
}

// endless is a reader that returns number signs without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '#'
	}
	return len(p), nil
}

// A cancelled context, as after Ctrl-C, ends everything soon.
func TestCubicInterrupted(t *testing.T) {
	for what, args := range map[string][]string{
		"perft": {"--perft", "90", cubicCrowd},
		"mate":  {"--mate", "40", "[####,####,####,####],[####,#k##,####,####],[####,####,####,####],[####,####,#K#R,####]"},
		"best":  {"--best", "--movetime", "100000", cubicCrowd},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		start := time.Now()
		status, out, errs := call(t, ctx, append([]string{"cubic"}, args...)...)
		if status != ExitInterrupted || errs != "heterodox: cubic: "+what+" interrupted\n" || (what == "best") != strings.HasPrefix(out, "best    ") {
			t.Errorf("%s: status %d, stdout %q, stderr %q", what, status, out, errs)
		}
		if took := time.Since(start); took > time.Minute { // uninterrupted it would take hours
			t.Errorf("%s took %v", what, took)
		}
		cancel()
	}
	// The same while waiting for standard input.
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	reader, writer := io.Pipe()
	defer writer.Close()
	var out, errs bytes.Buffer
	if status := dispatch(ctx, []string{"cubic"}, Stdio{In: reader, Out: &out, Err: &errs}); status != ExitInterrupted || out.String() != "" {
		t.Errorf("status %d, %q, %q", status, out.String(), errs.String())
	}
}

// The output of --json can be read again.
func TestCubicReadsItsOwnJSON(t *testing.T) {
	all := []string{"--json", "--moves", "--perft", "1", "--mate", "1", "--best", "--depth", "1", "--cell", "a1I"}
	_, first, _ := call(t, t.Context(), append(append([]string{"cubic"}, all...), cubicMated)...)
	status, second, errs := call(t, t.Context(), "cubic", "--json", first)
	var a, b struct{ Size, Side, Board any }
	if json.Unmarshal([]byte(first), &a) != nil || json.Unmarshal([]byte(second), &b) != nil || a != b || a.Side != "white" || status != ExitOK {
		t.Errorf("status %d, stderr %q, first\n%ssecond\n%s", status, errs, first, second)
	}
}
