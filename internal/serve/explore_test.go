package serve_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/variants"
)

// saveGames writes games into the folder of a server, one file each, newest first.
func saveGames(t *testing.T, dir string, games ...string) {
	t.Helper()
	for i, text := range games {
		file := filepath.Join(dir, fmt.Sprintf("g%d.pgn", i))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local).Add(-time.Duration(i) * time.Hour)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
}

// tried summarises an answer of the explorer: the results and moves of a position.
func tried(answer map[string]any) string {
	var moves []string
	for _, m := range answer["moves"].([]any) {
		m := m.(map[string]any)
		moves = append(moves, fmt.Sprintf("%s +%v =%v -%v ?%v", m["san"], m["white"], m["draws"], m["black"], m["open"]))
	}
	return fmt.Sprintf("+%v =%v -%v ?%v: %s", answer["white"], answer["draws"], answer["black"], answer["open"], strings.Join(moves, ", "))
}

var explored = []string{
	"[White \"Ada\"]\n[Black \"Bo\"]\n[Event \"Cup\"]\n[Date \"2026.02.03\"]\n\n1. e4 e5 2. Nf3 1-0",
	"[White \"Bo\"]\n[Black \"Cy\"]\n[Event \"League\"]\n[Date \"2025.??.??\"]\n\n1. Nf3 e5 2. e4 0-1",
	"[White \"Cy\"]\n[Black \"Ada\"]\n\n1. e4! c5 1/2-1/2",
	"[Variant \"gun\"]\n\n1. e4 e5 *",
	"[White \"broken\"]\n\n1. Ke2 *",
}

// The explorer reports what was played in the saved games, and follows changes of them.
func TestExploreSaved(t *testing.T) {
	var dir string
	server := newServerWith(t, func(o *serve.Options) { dir = o.Dir })
	saveGames(t, dir, explored...)
	c := begin(t, server, `{"variant": "chess", "analysis": true, "moves": ["e2e4", "e7e5", "g1f3"], "players": [{}, {}]}`)
	ask := func(n int) string {
		t.Helper()
		status, answer := c.send("GET", fmt.Sprintf("/api/games/%s/explore/%d", c.id, n), "", "Heterodox-Key", testKey)
		if status != 200 || answer["left"] != 0. {
			t.Fatalf("got %d %v", status, answer)
		}
		return tried(answer)
	}
	for n, want := range []string{
		"+1 =1 -1 ?0: e4 +1 =1 -0 ?0, Nf3 +0 =0 -1 ?0", "+1 =1 -0 ?0: c5 +0 =1 -0 ?0, e5 +1 =0 -0 ?0", "+1 =0 -0 ?0: Nf3 +1 =0 -0 ?0", "+1 =0 -1 ?0: ",
	} {
		if got := ask(n); got != want {
			t.Errorf("at move %d: %s, want %s", n, got, want)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "g9.pgn"), []byte("1. d4 1-0"), 0o600); err != nil {
		t.Fatal(err)
	}
	time.Sleep(10 * time.Millisecond)
	if got := ask(0); !strings.Contains(got, "d4 +1 =0 -0 ?0") {
		t.Errorf("after a game was added: %s", got)
	}
	stranger := &client{t: t, server: server, id: c.id, token: c.token}
	if status, _ := stranger.send("GET", "/api/games/"+c.id+"/explore/0", ""); status != 403 {
		t.Errorf("without the key: got status %d, want 403", status)
	}
	for path, want := range map[string]int{"/api/games/x/explore/0": 404, "/api/games/" + c.id + "/explore/99": 404, "/api/games/" + c.id + "/explore/x": 404} {
		if status, _ := c.send("GET", path, "", "Heterodox-Key", testKey); status != want {
			t.Errorf("%s: got status %d, want %d", path, status, want)
		}
	}
}

// The same for a PGN file that the page sends piece by piece.
func TestExploreFile(t *testing.T) {
	server := newServer(t)
	c := begin(t, server, `{"variant": "chess", "analysis": true, "moves": ["e2e4"], "players": [{}, {}]}`)
	more := func(library string, at int, text string) (int, map[string]any) {
		return c.send("POST", fmt.Sprintf("/api/explore?library=%s&at=%d", library, at), text, "Content-Type", "application/octet-stream")
	}
	if status, answer := more("a", 0, strings.Join(explored[:2], "\n\n")); status != 200 || answer["games"] != 2. || answer["full"] != false {
		t.Fatalf("got %d %v", status, answer)
	}
	if status, _ := more("a", 1, explored[2]); status != 409 {
		t.Errorf("a part of the file out of order: got status %d, want 409", status)
	}
	if _, answer := more("a", 2, strings.Join(explored[2:], "\n\n")+"\n\n[bad]\n"); answer["games"] != 6. {
		t.Errorf("got %v, want 6 games", answer)
	}
	status, answer := c.send("GET", "/api/games/"+c.id+"/explore/0?library=a", "")
	if got := tried(answer); status != 200 || got != "+1 =1 -1 ?0: e4 +1 =1 -0 ?0, Nf3 +0 =0 -1 ?0" {
		t.Errorf("got %d %s", status, got)
	}
	through := func(variant, fen string) string {
		_, answer := c.send("GET", "/api/explore?library=a&at="+variant+"&fen="+url.QueryEscape(fen), "")
		return fmt.Sprint(answer["games"], answer["refused"])
	}
	for _, test := range [][3]string{
		{"chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 77", "[0 1] <nil>"}, {"gun", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "[3] <nil>"},
		{"chess", "8/8/8/8/8/8/8/K1k5 w - - 0 1", "[] <nil>"},
	} {
		if got := through(test[0], test[1]); got != test[2] {
			t.Errorf("%s %s: %s, want %s", test[0], test[1], got, test[2])
		}
	}
	if got := through("chess", "nonsense"); !strings.HasPrefix(got, "<nil>FEN") {
		t.Errorf("an invalid FEN: got %s", got)
	}
	for i := range 5 { // other files replace it
		more(fmt.Sprint("b", i), 0, explored[0])
	}
	if _, answer := c.send("GET", "/api/games/"+c.id+"/explore/0?library=a", ""); answer["refused"] != "the file must be read again" {
		t.Errorf("a file that was replaced: %v", answer)
	}
	for body, want := range map[string]int{strings.Repeat(" ", 9<<20): 413, "": 200} {
		if status, _ := more("c", 0, body); status != want {
			t.Errorf("%d bytes: got status %d, want %d", len(body), status, want)
		}
	}
}

// Saved games are searched by fields and by position.
func TestSavedFilter(t *testing.T) {
	var dir string
	server := newServerWith(t, func(o *serve.Options) { dir = o.Dir })
	saveGames(t, dir, explored...)
	c := &client{t: t, server: server}
	c.asOwner("POST", "/api/saved/tags", `{"file": "g1.pgn", "tags": ["Sharp"]}`)
	for query, want := range map[string]string{
		"": "[g0.pgn g1.pgn g2.pgn g3.pgn g4.pgn]", "player=ada": "[g0.pgn g2.pgn]", "player=ada&result=1-0": "[g0.pgn]", "event=league": "[g1.pgn]", "event=heterodox": "[]",
		"variant=gun": "[g3.pgn]", "variant=Chess": "[g0.pgn g1.pgn g2.pgn g4.pgn]", "result=*": "[g3.pgn g4.pgn]", "after=2026-02": "[g0.pgn g2.pgn g3.pgn g4.pgn]", "before=2025": "[g1.pgn]",
		"before=2026-02-03": "[g0.pgn g1.pgn]", "after=2026-02-03&before=2026-02-28": "[g0.pgn]", "after=2025-06-01&before=2025-06-30": "[g1.pgn]", "opening=e4": "[g0.pgn g2.pgn g3.pgn]", "opening=e4+e5": "[g0.pgn g3.pgn]", "opening=e": "[]",
		"tag=sharp": "[g1.pgn]", "q=sharp+cy": "[g1.pgn]", "q=cup": "[g0.pgn]", "q=2025": "[g1.pgn]",
		"at=chess&fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R+b+KQkq+-+0+1": "[g0.pgn g1.pgn]", "at=chess&player=bo&tag=sharp&fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R+b+KQkq+-+0+1": "[g1.pgn]",
	} {
		_, answer := c.asOwner("GET", "/api/saved?"+query, "")
		if got := files(answer); fmt.Sprint(got) != want {
			t.Errorf("%s: got %v, want %s", query, got, want)
		}
	}
	if _, answer := c.asOwner("GET", "/api/saved?at=chess&fen=x", ""); answer["refused"] == nil {
		t.Errorf("an invalid FEN is not refused: %v", answer)
	}
}

// A piece of a file whose sender has left is not read to its end, and none of it is kept.
func TestExploreEnds(t *testing.T) {
	s := serve.New(serve.Options{Open: variants.Open, Key: testKey})
	defer s.Close()
	send := func(ctx context.Context, text string) string {
		t.Helper()
		r, err := serve.NewRequest(ctx, "POST", "/api/explore?library=a&at=0")
		if err != nil {
			t.Fatal(err)
		}
		r.Type, r.Body = "application/octet-stream", strings.NewReader(text)
		return string(s.Answer(r).Body)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	send(gone, "1. d4 *")
	if got := send(t.Context(), "1. e4 *"); got != `{"full":false,"games":1}` {
		t.Errorf("got %s", got)
	}
}
