package serve_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// That games cannot be saved is said before one begins, and with each until it works.
func TestUnsaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	server := newServerWith(t, func(o *serve.Options) { o.Dir = dir })
	c := begin(t, server, forTwo)
	if _, answer := c.send("GET", "/api/catalogue", ""); answer["saves"] != false || !strings.Contains(answer["unsaved"].(string), "no such file") {
		t.Errorf("the catalogue says %v, %v", answer["saves"], answer["unsaved"])
	}
	fault := func() string { text, _ := c.listen(2)[1]["fault"].(string); return text }
	for i, move := range []string{"e4", "e5"} {
		c.act("move", `{"revision": `+string(rune('3'+i))+`, "text": "`+move+`"}`)
		if text := fault(); !strings.HasPrefix(text, "the game is not saved: ") || !strings.Contains(text, dir) {
			t.Errorf("after %s the fault is %q", move, text)
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	c.act("move", `{"revision": 5, "text": "Nf3"}`)
	if text := fault(); text != "" {
		t.Errorf("the fault stays: %s", text)
	}
	if _, answer := c.send("GET", "/api/catalogue", ""); answer["saves"] != true {
		t.Errorf("the catalogue says %v", answer)
	}
	if list, err := table.List(dir); err != nil || len(list) != 1 {
		t.Errorf("saved are %v, %v", list, err)
	}
}

// A saved game that another program has open is not opened, and one that is open here is
// not opened by others.
func TestSavedElsewhere(t *testing.T) {
	var dir string
	server := newServerWith(t, func(o *serve.Options) { dir = o.Dir })
	file := filepath.Join(dir, "game.pgn")
	if err := os.WriteFile(file, []byte("[WhiteType \"human\"]\n\n1. e4 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	elsewhere, err := table.Load(file, variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, server: server}
	open := func() (int, map[string]any) {
		return c.send("POST", "/api/saved", `{"file": "game.pgn"}`, "Heterodox-Key", testKey)
	}
	if status, answer := open(); status != 200 || !strings.Contains(answer["refused"].(string), "open in another heterodox") {
		t.Errorf("it is opened: %d %v", status, answer)
	}
	elsewhere.Close()
	if status, answer := open(); status != http.StatusCreated {
		t.Errorf("it is not opened: %d %v", status, answer)
	}
	if _, err := table.Load(file, variants.Open, nil); err == nil {
		t.Error("it is opened twice")
	}
}
