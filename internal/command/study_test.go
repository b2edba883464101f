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
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
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

func TestStudyRefuses(t *testing.T) {
	wantUsageError(t, "expected one GAME", "study")
	wantUsageError(t, "unknown variant", "study", "nosuch")
	wantUsageError(t, "neither a budget nor rounds", "study", "chess", "--budget", "0s")
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
