package match

import (
	"os"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// The games of a removed worker are played again. The store keeps both, and a
// resumed match counts the right ones.
func TestPurge(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	j, m := jobOf(t, c)
	d := doerOf(t, j)
	playPair(t, j, d, "anna")
	if n, err := j.Purge("anna", "lost on time"); n != 2 || err != nil || m.Report().Finished != 0 {
		t.Errorf("%d games, %v", n, err)
	}
	if n, err := j.Purge("carl", "was not there"); n != 0 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
	check := func(r Report) {
		t.Helper()
		if r.Finished != 4 || len(r.Purged) != 2 || r.Purged[0] != (PurgedWorker{"anna", "lost on time", 2}) || r.Purged[1].Games != 0 {
			t.Errorf("%d games, %+v", r.Finished, r.Purged)
		}
		if n := r.Pairings[0].Lines[0]; n.Wins+n.Draws+n.Losses != 4 {
			t.Errorf("%+v", n)
		}
		checkPGN(t, c.PGN, 4)
	}
	if err := jobs.Run(t.Context(), j, d, 1, "bert", nil); err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	check(m.Report())
	var text strings.Builder
	if err := m.Report().Write(&text); err != nil || !strings.Contains(text.String(), " games of anna, because it lost on time\n") {
		t.Errorf("%v: %s", err, text.String())
	}
	if n := len(stored(t, c.Store)); n != 4+2+2 {
		t.Errorf("%d lines", n)
	}
	c.Resume = true
	_, m = jobOf(t, c)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	check(m.Report())

	if n, err := jobs.Purge(c.Store, "bert", "was purged by hand"); n != 4 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	before := must.Get(t, os.ReadFile, c.Store)
	r, err := Run(t.Context(), c, nil)
	if err != nil || r.Finished != 4 || len(r.Purged) != 3 || r.Purged[2].Games != 4 {
		t.Errorf("%v: %d games, %+v", err, r.Finished, r.Purged)
	}
	after, err := os.ReadFile(c.Store)
	if err != nil || !strings.HasPrefix(string(after), string(before)) || strings.Count(string(after), "\n") != strings.Count(string(before), "\n")+4 {
		t.Errorf("%v: the store is not longer by four games", err)
	}
}
