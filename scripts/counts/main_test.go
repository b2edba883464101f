package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Counts that contradict themselves or each other, or that nobody can repeat, are rejected.
func TestRead(t *testing.T) {
	const good = `{"variant":"gun","fen":"x","depth":1,"nodes":3,"passes":2,"build":"abc","moves":[{"move":"a2a3","nodes":1},{"move":"b2b3","nodes":2}]}`
	for want, line := range map[string]string{
		"":                                   good,
		"it is 4 here, but was 3 before":     strings.NewReplacer(`"nodes":3`, `"nodes":4`, `"nodes":2`, `"nodes":3`).Replace(good),
		"the first moves add up to 3, not 4": strings.Replace(good, `"nodes":3`, `"nodes":4`, 1),
		"it was counted only once":           strings.Replace(good, `"passes":2`, `"passes":1`, 1),
		"its commit is unknown":              strings.Replace(good, "abc", "abc+", 1),
		"it is not what perft --split --di":  `{"variant":"gun","depth":1,"nodes":3,"passes":2,"build":"abc"}`,
		"invalid character":                  "hello",
	} {
		name := filepath.Join(t.TempDir(), "x.json")
		if err := os.WriteFile(name, []byte(good+"\n"+line+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		counts := map[string]map[int]count{}
		if err := read(name, counts); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if c := counts["gun"][1]; c.Nodes == nil || c.Nodes.Int64() != 3 {
			t.Errorf("%q: %+v", want, c)
		}
	}
	if text := grouped("1234567"); text != "1,234,567" || grouped("12") != "12" || grouped("123456") != "123,456" {
		t.Error(text)
	}
}
