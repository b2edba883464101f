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
		{"", "there is no game in that file"},
		{"# nothing\n", "there is no game in that file"},
		{strings.Repeat("#", 61_000), "longer"},
		{strings.Repeat("[a:chess]\n", 301), "more than 300 games"},
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

// A parent is built in or in the same file: otherwise a link would not hold the whole game, and
// a restarted server would have to know in which order to read the files.
func TestParentsAreInTheSameFile(t *testing.T) {
	var dir string
	server, _, again := startServer(t, func(o *serve.Options) { dir = o.Dir })
	c := &client{t: t, server: server}
	send := func(path, text string) map[string]any {
		body, _ := json.Marshal(map[string]string{"text": text})
		_, answer := c.send("POST", path, string(body))
		return answer
	}
	const reason = "its parent parent-a is in another file"
	for _, f := range []struct{ text, refused string }{
		{"[parent-a:chess]\n", ""},
		{"[parent-b:chess]\n[child-b:parent-b]\n[grandchild-b:gun+child-b]\n", ""},
		{"# its parent is known\n[child-a:parent-a]\n", "line 2, [child-a]: " + reason},
		{"[child-a:gun+parent-a]\n", "line 1, [child-a]: " + reason},
	} {
		refused, _ := send("/api/variants", f.text)["refused"].(string)
		if f.refused == "" && refused != "" || !strings.HasPrefix(refused, f.refused) {
			t.Errorf("%q: refused %q, want %q", f.text, refused, f.refused)
		}
	}
	const foreign = "[child-a:parent-a]\n"
	for _, path := range []string{"/api/bench/keep", "/api/bench/link", "/api/bench/try"} {
		if refused, _ := send(path, foreign)["refused"].(string); !strings.HasPrefix(refused, reason) {
			t.Errorf("%s: refused %q", path, refused)
		}
	}
	if answer := send("/api/bench", foreign); answer["plays"] != false || !strings.Contains(fmt.Sprint(answer["faults"]), reason) {
		t.Errorf("on the bench it plays: %v, faults %v", answer["plays"], answer["faults"])
	}
	// Files of that kind that are there already are read, whatever their order, but make no links.
	for name, text := range map[string]string{"0": "[child-c:middle-c]\n", "1": "[middle-c:parent-c]\n", "2": "[parent-c:chess]\n"} {
		if err := os.WriteFile(filepath.Join(dir, ".variants", name+".ini"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	again()
	g := begin(t, server, `{"variant": "child-c", "players": [{}, {}]}`)
	if _, answer := g.send("GET", "/api/games/"+g.id+"/link", ""); !strings.Contains(fmt.Sprint(answer["refused"]), "its parent middle-c is in another file") {
		t.Errorf("a link that lacks a parent: %v", answer)
	}
}
