package serve_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/serve"
)

// Many saved games are listed, searched and explored: a hundred thousand with
// HETERODOX_DEEP=1, which logs the times.
func TestManySaved(t *testing.T) {
	games := 500
	if os.Getenv("HETERODOX_DEEP") != "" {
		games = 100_000
	}
	var dir string
	server := newServerWith(t, func(o *serve.Options) { dir = o.Dir })
	moves := []string{"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7", "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5", "1. c4 e5 2. Nc3 Nf6 3. Nf3 Nc6 4. g3 d5 5. cxd5 Nxd5"}
	played := map[int]int{}
	for i := range games {
		line := i % 4 % 3 // the first twice as often
		played[line]++
		text := fmt.Sprintf("[Event \"Cup\"]\n[Date \"2026.01.%02d\"]\n[White \"Player %d\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n[WhiteType \"human\"]\n[BlackType \"human\"]\n\n%s 1-0\n", 1+i%28, i, moves[line])
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("g%d.pgn", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := &client{t: t, server: server}
	took := func(what, path string) map[string]any {
		t.Helper()
		began := time.Now()
		status, answer := c.asOwner("GET", path, "")
		if status != 200 {
			t.Fatalf("%s: got status %d", path, status)
		}
		t.Logf("%s: %v", what, time.Since(began).Round(time.Millisecond))
		return answer
	}
	if n := took("listed first", "/api/saved")["total"]; n != float64(games) {
		t.Errorf("listed %v games, want %d", n, games)
	}
	took("listed again", "/api/saved?from=40")
	if n := took("searched", fmt.Sprintf("/api/saved?q=player+%d&event=cup", games-1))["total"]; n != 1. {
		t.Errorf("found %v games, want 1", n)
	}
	if n := took("searched by moves", "/api/saved?opening=d4+Nf6+c4")["total"]; n != float64(played[1]) {
		t.Errorf("found %v games with these moves, want %d", n, played[1])
	}
	position := "/api/saved?at=chess&fen=r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R+w+KQkq+-+0+4"
	began, left := time.Now(), 1.
	for left > 0 {
		_, answer := c.asOwner("GET", position, "")
		left = answer["left"].(float64)
	}
	t.Logf("all positions read: %v", time.Since(began).Round(time.Millisecond))
	if n := took("searched by position", position)["total"]; n != float64(played[0]) {
		t.Errorf("found %v games with this position, want %d", n, played[0])
	}
	c = begin(t, server, `{"variant": "chess", "analysis": true, "players": [{}, {}]}`)
	want := fmt.Sprintf("+%d =0 -0 ?0: e4 +%d =0 -0 ?0", games, played[0])
	if got := tried(took("explored", "/api/games/"+c.id+"/explore/0")); !strings.HasPrefix(got, want) {
		t.Errorf("explorer: got %s, want %s", got, want)
	}
}
