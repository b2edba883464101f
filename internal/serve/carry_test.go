package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/serve"
)

// All games are exported as one file, and imported elsewhere.
func TestGamesAreCarried(t *testing.T) {
	from, to := newServer(t), newServer(t)
	games := []string{"[White \"Ada\"]\n\n1. e4 {best} (1. d4 d5) 1... e5 *", "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 0-1"}
	bring := func(server *client, text string) map[string]any {
		body, _ := json.Marshal(map[string]string{"text": text})
		_, answer := server.send("POST", "/api/saved/import", string(body), "Heterodox-Key", testKey)
		return answer
	}
	for _, g := range games {
		if answer := bring(&client{t: t, server: from}, g); answer["refused"] != nil {
			t.Fatal(answer)
		}
	}
	for _, bad := range []string{"1. e5 *", "", "[Variant \"nothing\"]\n\n1. e4 *", "*"} {
		if answer := bring(&client{t: t, server: from}, bad); answer["refused"] == nil {
			t.Errorf("%q is not refused: %v", bad, answer)
		}
	}
	if status, _ := (&client{t: t, server: from}).send("GET", "/api/saved/all", ""); status != http.StatusForbidden {
		t.Errorf("without the key: got status %d", status)
	}
	_, text := (&client{t: t, server: from}).get("/api/saved/all", "Heterodox-Key", testKey)
	if n := strings.Count(text, "[Event "); n != 2 || !strings.Contains(text, "{best} (1. d4 d5)") {
		t.Fatalf("got %d games, want 2:\n%s", n, text)
	}
	for _, g := range strings.Split(strings.TrimSpace(text), "\n\n[")[0:2] {
		if !strings.HasPrefix(g, "[") {
			g = "[" + g
		}
		if answer := bring(&client{t: t, server: to}, g); answer["refused"] != nil {
			t.Errorf("refused: %v", answer)
		}
	}
	if _, answer := (&client{t: t, server: to}).send("GET", "/api/saved", "", "Heterodox-Key", testKey); fmt.Sprint(answer["total"]) != "2" {
		t.Errorf("the other server has saved %v games, want 2", answer["total"])
	}
}

// The export has all games, also the longest that may be saved; if one cannot be read it says so.
func TestLongGamesAreCarried(t *testing.T) {
	var dir string
	c := &client{t: t, server: newServerWith(t, func(o *serve.Options) { dir = o.Dir })}
	for _, g := range []struct {
		name  string
		bytes int
		want  string
	}{{"short", 10, "{short"}, {"long", 8<<20 - 100, "{long"}, {"huge", 8 << 20, `{"refused":"a saved game cannot be read: huge.pgn is longer than 8 MB; `}} {
		text := "1. e4 {" + g.name + strings.Repeat(" x", g.bytes/2) + "} *\n"
		if err := os.WriteFile(filepath.Join(dir, g.name+".pgn"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, text := c.get("/api/saved/all", "Heterodox-Key", testKey); !strings.Contains(text, g.want) {
			t.Errorf("with the %s game: got %d bytes, %.200q", g.name, len(text), text)
		}
	}
}
