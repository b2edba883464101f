package trial_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/study"
	"github.com/heterodox-chess/heterodox/internal/trial"
	"github.com/heterodox-chess/heterodox/variants"
)

// options returns options for a study of a game that is being designed.
func options(t *testing.T, text string, rounds int) trial.Options {
	t.Helper()
	g, err := variants.NewBeside(text)
	if err != nil {
		t.Fatal(err)
	}
	return trial.Options{Game: g.Name, Catalogue: study.Catalogue{Open: g.Open, Derive: g.Derive, Parts: g.Parts}, Rounds: rounds, Concurrency: 2}
}

// A game that is being designed is studied under its name, even if a game from a file has
// the same name, and is unknown afterwards.
func TestRun(t *testing.T) {
	if _, errs := variants.Add("[small:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", nil); len(errs) > 0 {
		t.Fatal(errs)
	}
	const text = "[small:chess]\nmaxFile = 4\nmaxRank = 4\ndoubleStep = false\ncastling = false\ncustomPiece1 = w:WD\nstartFen = wk2/pp2/2PP/2KW w - - 0 1\n"
	told := 0
	result, err := trial.Run(t.Context(), options(t, text, 2), func(progress []byte) {
		var p struct{ Doing string }
		if json.Unmarshal(progress, &p) != nil || p.Doing == "" {
			t.Errorf("progress is %s", progress)
		}
		told++
	})
	if err != nil {
		t.Fatal(err)
	}
	var report study.Report
	if err := json.Unmarshal(result.Report, &report); err != nil {
		t.Fatal(err)
	}
	if report.Game != "small" || report.Files != 4 || report.Overall.Games == 0 || !report.Complete || !strings.Contains(result.HTML, "<html") || told == 0 {
		t.Errorf("%d times told; the report is %+v", told, report)
	}
	if rules := variants.MustOpen("small"); rules.Board().Files != 8 {
		t.Error("the game is known now")
	}
	if _, err := variants.NewBeside("[a:chess]\nfoo = 1\n"); err == nil {
		t.Error("a game with errors is studied")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trial.Run(ended, options(t, text, 1), nil); err == nil || !strings.Contains(err.Error(), "before there was anything to report") {
		t.Errorf("a study that was stopped at once: %v", err)
	}
}
