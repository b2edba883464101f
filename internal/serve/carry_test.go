package serve_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
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
	r, _ := http.NewRequest("GET", from.URL+"/api/saved/all", nil)
	r.Header.Set("Heterodox-Key", testKey)
	response, err := from.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	if n := strings.Count(string(text), "[Event "); n != 2 || !strings.Contains(string(text), "{best} (1. d4 d5)") {
		t.Fatalf("got %d games, want 2:\n%s", n, text)
	}
	for _, g := range strings.Split(strings.TrimSpace(string(text)), "\n\n[")[0:2] {
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
