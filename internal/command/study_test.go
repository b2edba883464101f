package command

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/study"
)

// quick are the flags of a study that takes only a moment.
var quick = []string{"--rounds", "2", "--nodes", "20", "--proof-nodes", "1000"}

func TestStudyWritesReports(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games.pgn")
	page, report := filepath.Join(dir, "report.html"), filepath.Join(dir, "report.json")
	args := append([]string{"study", "losalamos", "--html", page, "--json", report, "--pgn", games, "--ledger", filepath.Join(dir, "games"), "--odds"}, quick...)
	status, out, _ := call(t, t.Context(), args...)
	if status != ExitOK || !strings.Contains(out, "14 different games at 20, 80 and 320 nodes a move") || !strings.Contains(out, "checkmate") || !strings.Contains(out, "against one without") {
		t.Fatalf("status %d:\n%s", status, out)
	}
	var r study.Report
	text, err := os.ReadFile(report)
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil || r.Version != study.ReportVersion || r.Game != "losalamos" || r.Overall.Games != 14 || !r.Complete {
		t.Errorf("JSON: %v, %+v", err, r)
	}
	wantOutput(t, `26 games, \d+ moves, 0 wrong\n`, "pgn", games)
	html := must.Get(t, os.ReadFile, page)
	if !strings.Contains(string(html), "Games at odds") || len(r.Odds) != 4 {
		t.Errorf("no games at odds on the page, or not four sets: %+v", r.Odds)
	}
	// The page is self-contained, and its charts are complete.
	for _, wrong := range []string{"<script", "http:", "https:", "NaN", "Inf"} {
		if strings.Contains(strings.ReplaceAll(string(html), "http://www.w3.org/2000/svg", ""), wrong) {
			t.Errorf("the page has %q", wrong)
		}
	}
	charts := 0
	for rest := string(html); ; charts++ {
		_, after, found := strings.Cut(rest, "<svg")
		if !found {
			break
		}
		chart, after, _ := strings.Cut(after, "</svg>")
		rest = after
		d := xml.NewDecoder(strings.NewReader("<svg" + chart + "</svg>"))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("chart %d: %v", charts, err)
				break
			}
		}
	}
	if charts < 4 {
		t.Errorf("%d charts", charts)
	}
	// The ledger gives the same report.
	if status, again, _ := call(t, t.Context(), args...); status != ExitOK || again != out {
		t.Errorf("again: status %d\n%s", status, again)
	}
}

func TestStudyExplores(t *testing.T) {
	status, out, _ := call(t, t.Context(), "study", "--explore", "losalamos", "--rounds", "1", "--nodes", "10")
	if status != ExitOK || !strings.Contains(out, "as it is") || !strings.Contains(out, ":losalamos") {
		t.Errorf("status %d:\n%s", status, out)
	}
}

// Any form of the report can go to standard output, in place of the summary.
func TestStudyPrints(t *testing.T) {
	t.Chdir(t.TempDir())
	for flag, want := range map[string]string{"--json": "{\n\t\"version\": ", "--html": "<!DOCTYPE html>", "--pgn": "[Event "} {
		status, out, errs := call(t, t.Context(), append([]string{"study", "losalamos", flag, "-"}, quick...)...)
		if status != ExitOK || !strings.HasPrefix(out, want) || strings.Contains(out, "losalamos: 14 different games") {
			t.Errorf("%s: status %d, %.200q, %q", flag, status, out, errs)
		}
	}
	if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
		t.Errorf("there are files: %v, %v", files, err)
	}
}

// If one form of the report cannot be written, the others are.
func TestStudyWritesWhatItCan(t *testing.T) {
	dir := t.TempDir()
	o := study.DefaultOptions()
	o.Game, o.Catalogue, o.Budget, o.Rounds, o.Nodes, o.Proof = "losalamos", StudyCatalogue(), 0, 1, 20, 0
	report, err := study.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	f := studyFlags{options: o, json: filepath.Join(dir, "none", "x"), html: filepath.Join(dir, "page"), pgn: filepath.Join(dir, "none", "y")}
	var out strings.Builder
	err = f.write(report, Stdio{Out: &out})
	if err == nil || !strings.Contains(err.Error(), f.json) || !strings.Contains(err.Error(), f.pgn) || !strings.Contains(out.String(), "different games") {
		t.Errorf("%v; %s", err, out.String())
	}
	if _, err := os.Stat(f.html); err != nil {
		t.Error(err)
	}
}

// What would replace another file of the study, or cannot be written, is refused before the first game.
func TestStudyRefusesFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("games.ini", []byte("[mine:chess]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"--ledger m --json m":                  "--ledger and --json are the same file: m",
		"--ledger m --pgn m.lock":              "the lock file of the ledger and --pgn are the same file: m.lock",
		"--json m --html ./m":                  "--json and --html are the same file: ./m",
		"--html m --pgn m":                     "--html and --pgn are the same file: m",
		"--variants games.ini --pgn games.ini": "--variants and --pgn are the same file: games.ini",
		"--json - --html -":                    "only one of --json, --html and --pgn can be -",
		"--json none/x --html ok.html":         "--json: create ",
		"--html .":                             "is not a regular file",
		"--explore --ledger m --json m":        "--ledger and --json are the same file: m",
		"--ledger none/m":                      "--ledger: create ",
	} {
		wantUsageError(t, want, append([]string{"study", "gun"}, strings.Fields(args)...)...)
	}
	if files, err := os.ReadDir("."); err != nil || len(files) != 1 {
		t.Errorf("there are files: %v, %v", files, err)
	}
}

func TestStudyRefuses(t *testing.T) {
	wantUsageError(t, "expected one GAME", "study")
	wantUsageError(t, "unknown variant", "study", "nosuch")
	wantUsageError(t, "neither a budget nor rounds", "study", "chess", "--budget", "0s")
	wantUsageError(t, "--rounds must be more than 0", "study", "chess", "--rounds", "0")
	wantUsageError(t, "must not be negative", "study", "chess", "--budget", "-1s")
	wantUsageError(t, "nodes 3 is not in 10", "study", "chess", "--nodes", "3")
	wantUsageError(t, "--tables: stat /nowhere", "study", "chess", "--tables", "/nowhere")
	wantUsageError(t, "--explore cannot be combined with --html", "study", "--explore", "--html", "x")
	other := filepath.Join(t.TempDir(), "ledger")
	if err := os.WriteFile(other, []byte("hello\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	wantUsageError(t, "line 1", "study", "chess", "--ledger", other)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if status, out, errs := call(t, ctx, "study", "chess", "--rounds", "1"); status != ExitInterrupted || out != "" || !strings.Contains(errs, "stopped") {
		t.Errorf("interrupted: status %d, %q, %q", status, out, errs)
	}
}
