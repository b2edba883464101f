package jobs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/ledger"
)

// The ledger of a stopped job gets a line, but only if it has an effect.
func TestPurge(t *testing.T) {
	type result struct{ Worker string }
	file := filepath.Join(t.TempDir(), "ledger")
	l, err := ledger.Create(file, struct{ Format string }{"heterodox deep count 1"}, false)
	if err == nil {
		err = l.Append(result{"anna"}, result{"bert"}, result{"anna"})
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Purge(file, "anna", "x"); err == nil {
		t.Error("a ledger in use was purged")
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := Purge(file, "anna", "is wrong"); n != 2 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	for _, name := range []string{"anna", "carl"} {
		if _, err := Purge(file, name, "x"); err == nil || !strings.Contains(err.Error(), "it has no results of "+name+" that count") {
			t.Errorf("%v", err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), `"Purged"`) != 1 || !strings.Contains(string(text), `{"Purged":"anna","Why":"is wrong"`) {
		t.Errorf("%v: %s", err, text)
	}
	for format, want := range map[string]string{"heterodox tune tasks 1": "written at once", "": "it is not the ledger of a job"} {
		file := filepath.Join(t.TempDir(), "other")
		l, err := ledger.Create(file, struct{ Format string }{format}, false)
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		if _, err := Purge(file, "anna", "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", format, err)
		}
	}
}
