package serve_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/variants"
)

// A game from a file can be played, its link includes the file, and a
// restarted server still knows it.
func TestGamesFromThePage(t *testing.T) {
	learned, dir := 0, ""
	server, _, again := startServer(t, func(o *serve.Options) {
		dir = o.Dir
		o.Source = variants.Source
		o.Learn = func(text string) ([]string, error) {
			learned++
			names, errs := variants.Add(text, nil)
			return names, errors.Join(errs...)
		}
	})
	c := &client{t: t, server: server}
	const file = "[fromthepage:chess]\nstartFen = 4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1\n"
	for _, r := range []struct{ text, refused string }{
		{"[broken:nothing]", "nothing"},
		{"no game", ""},
		{strings.Repeat("#", 61_000), "longer"},
	} {
		body, _ := json.Marshal(map[string]string{"text": r.text})
		if _, answer := c.send("POST", "/api/variants", string(body)); answer["refused"] == nil || !strings.Contains(fmt.Sprint(answer["refused"]), r.refused) {
			t.Errorf("%.20q is not refused as it should be: %v", r.text, answer)
		}
	}
	body, _ := json.Marshal(map[string]string{"text": file})
	if _, answer := c.send("POST", "/api/variants", string(body)); fmt.Sprint(answer["names"]) != "[fromthepage]" {
		t.Fatalf("unexpected answer to the file: %v", answer)
	}
	if kept, _ := filepath.Glob(filepath.Join(dir, ".variants", "*.ini")); len(kept) != 1 {
		t.Errorf("want one kept file, got %v", kept)
	}
	g := begin(t, server, `{"variant": "fromthepage", "players": [{}, {}], "moves": ["a2a4"]}`)
	_, answer := g.send("GET", "/api/games/"+g.id+"/link", "")
	link := fmt.Sprint(answer["link"])
	os.RemoveAll(filepath.Join(dir, ".variants"))
	before := learned
	opened := begin(t, server, fmt.Sprintf(`{"link": %q, "analysis": true}`, link))
	if status, position := opened.send("GET", "/api/games/"+opened.id+"/at/1", ""); status != http.StatusOK || !strings.Contains(fmt.Sprint(position["fen"]), "4k3/8/8/8/P7/8/1PPP4/4K3") || learned != before+1 {
		t.Errorf("the link opens the wrong position: %v", position)
	}
	before = learned
	again()
	if learned != before+1 {
		t.Error("a restarted server does not read the kept file")
	}
}
