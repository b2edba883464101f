package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// If games cannot be saved, the page says so before one is started, and in each
// game until saving works.
func TestUnsaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	server := newServerWith(t, func(o *serve.Options) { o.Dir = dir })
	c := begin(t, server, forTwo)
	if _, answer := c.send("GET", "/api/catalogue", ""); answer["saves"] != false || !strings.Contains(answer["unsaved"].(string), "no such file") {
		t.Errorf("catalogue: saves %v, unsaved %v", answer["saves"], answer["unsaved"])
	}
	fault := func() string { text, _ := c.listen(2)[1]["fault"].(string); return text }
	for i, move := range []string{"e4", "e5"} {
		c.act("move", `{"revision": `+string(rune('3'+i))+`, "text": "`+move+`"}`)
		if text := fault(); !strings.HasPrefix(text, "the game could not be saved: ") || !strings.Contains(text, dir) {
			t.Errorf("after %s: fault %q", move, text)
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	c.act("move", `{"revision": 5, "text": "Nf3"}`)
	if text := fault(); text != "" {
		t.Errorf("the fault remains after the directory was made: %s", text)
	}
	if _, answer := c.send("GET", "/api/catalogue", ""); answer["saves"] != true {
		t.Errorf("catalogue: %v, want saves true", answer)
	}
	if list, err := table.List(dir); err != nil || len(list) != 1 {
		t.Errorf("want one saved game, got %v, %v", list, err)
	}
}

// A saved game that another program has open cannot be opened, and one that is open here
// cannot be opened by others.
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
		t.Errorf("a game open in another program is opened: %d %v", status, answer)
	}
	elsewhere.Close()
	if status, answer := open(); status != http.StatusCreated {
		t.Errorf("the game is not opened: %d %v", status, answer)
	}
	if _, err := table.Load(file, variants.Open, nil); err == nil {
		t.Error("another program can open the game, too")
	}
}

// asOwner sends a request with the key.
func (c *client) asOwner(method, path, body string) (int, map[string]any) {
	c.t.Helper()
	return c.send(method, path, body, "Heterodox-Key", testKey)
}

// files returns the files in a list of saved games.
func files(answer map[string]any) (list []string) {
	for _, g := range answer["games"].([]any) {
		list = append(list, g.(map[string]any)["file"].(string))
	}
	return list
}

// Many saved games are listed page by page, newest first, and searched by players,
// game, result, date and tag.
func TestSavedList(t *testing.T) {
	var dir string
	server := newServerWith(t, func(o *serve.Options) { dir = o.Dir })
	c := &client{t: t, server: server}
	begun := time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local)
	for i := range 600 {
		text := fmt.Sprintf("[White \"Player %d\"]\n[Black \"Bo\"]\n[Variant %q]\n[Result %q]\n[WhiteType \"human\"]\n[BlackType \"human\"]\n\n1. e4 e5 %[3]s\n",
			i, []string{"gun", "chess"}[i%2], []string{"1-0", "*"}[i/2%2])
		file := filepath.Join(dir, fmt.Sprintf("g%d.pgn", i))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at := begun.Add(time.Duration(i) * time.Hour)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	_, answer := c.asOwner("GET", "/api/saved", "")
	if list := files(answer); answer["total"] != 600. || len(list) != 40 || list[0] != "g599.pgn" || list[39] != "g560.pgn" {
		t.Errorf("first page: got %v of %v games", list, answer["total"])
	}
	if _, answer = c.asOwner("GET", "/api/saved?from=580", ""); len(files(answer)) != 20 || files(answer)[19] != "g0.pgn" {
		t.Errorf("last page: got %v", files(answer))
	}
	if _, answer = c.asOwner("GET", "/api/saved?from=9999", ""); len(files(answer)) != 0 {
		t.Errorf("after the last page: got %v", files(answer))
	}
	c.asOwner("POST", "/api/saved/tags", `{"file": "g17.pgn", "tags": [" Brilliant ", "brilliant", "Brilliant", ""]}`)
	for q, want := range map[string]float64{"gun": 300, "1-0 gun": 150, "player+599": 1, "2026-03-02": 24, "march": 600, "brilliant": 1, "brilliant+gun": 0, "nobody": 0} {
		if _, answer := c.asOwner("GET", "/api/saved?q="+strings.ReplaceAll(q, " ", "+"), ""); answer["total"] != want {
			t.Errorf("search for %q: got %v games, want %v", q, answer["total"], want)
		}
	}
	_, answer = c.asOwner("GET", "/api/saved?q=brilliant", "")
	game := answer["games"].([]any)[0].(map[string]any)
	if fmt.Sprintln(game["tags"], game["moves"], game["result"], answer["tags"]) != "[Brilliant brilliant] 2 1-0 [Brilliant brilliant]\n" {
		t.Errorf("unexpected game: %v", game)
	}
	if status, _ := c.send("GET", game["picture"].(string), ""); status != 200 {
		t.Errorf("picture of the game: got status %d", status)
	}
	for _, path := range []string{strings.Replace(game["picture"].(string), "g17", "g18", 1), "/saved-board/x?file=..%2F..%2Fetc%2Fpasswd", "/board/x?game=chess"} {
		if status, _ := c.send("GET", path, ""); status != 404 {
			t.Errorf("%s: got status %d, want 404", path, status)
		}
	}
	// Changes in the directory are noticed.
	if err := os.WriteFile(filepath.Join(dir, "new.pgn"), []byte("[White \"Nobody\"]\n\n1. d4 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, answer := c.asOwner("GET", "/api/saved?q=nobody", ""); answer["total"] != 1. {
		t.Errorf("search for a new game: got %v games, want 1", answer["total"])
	}
}

// A game is deleted, but not while it is open, and restored with its tags.
func TestDeleteSaved(t *testing.T) {
	var dir string
	server := newServerWith(t, func(o *serve.Options) { dir = o.Dir })
	c := begin(t, server, forTwo)
	c.act("move", `{"revision": 3, "text": "e4"}`)
	_, answer := c.asOwner("GET", "/api/saved", "")
	file := files(answer)[0]
	del := func(restore bool) string {
		_, answer := c.asOwner("POST", "/api/saved/delete", fmt.Sprintf(`{"file": %q, "restore": %v}`, file, restore))
		text, _ := answer["refused"].(string)
		return text
	}
	c.asOwner("POST", "/api/saved/tags", `{"file": "`+file+`", "tags": ["mine"]}`)
	stream, err := http.NewRequest("GET", server.URL+"/api/games/"+c.id+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	stream.Header.Set("Heterodox-Seat", c.token)
	watching, err := server.Client().Do(stream)
	if err != nil {
		t.Fatal(err)
	}
	if why := del(false); !strings.Contains(why, "open in another window") {
		t.Errorf("deleting a game that somebody watches: got %q", why)
	}
	watching.Body.Close()
	for wait := time.Now(); del(false) != ""; time.Sleep(10 * time.Millisecond) {
		if time.Since(wait) > pollTimeout {
			t.Fatal("a game that nobody watches is not deleted")
		}
	}
	if _, answer := c.asOwner("GET", "/api/saved", ""); answer["total"] != 0. {
		t.Errorf("%v games are left, want 0", answer["total"])
	}
	if why := del(false); why != "there is no such saved game" {
		t.Errorf("deleting the game again: got %q", why)
	}
	if status, answer := c.send("GET", "/api/games/"+c.id+"/text", ""); status != 404 || answer["error"] != "this game has been deleted" {
		t.Errorf("a page of the game: got status %d, %v", status, answer)
	}
	if why := del(true); why != "" {
		t.Errorf("the game is not restored: %s", why)
	}
	if why := del(true); !strings.Contains(why, "already") {
		t.Errorf("restoring the game again: got %q", why)
	}
	if _, answer := c.asOwner("GET", "/api/saved?q=mine", ""); answer["total"] != 1. {
		t.Errorf("%v games have the tag, want 1", answer["total"])
	}
	// A game that another program has open is not deleted.
	elsewhere, err := table.Load(filepath.Join(dir, file), variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.Close()
	if why := del(false); !strings.Contains(why, "open in another heterodox") {
		t.Errorf("deleting a game that another program has open: got %q", why)
	}
	for _, path := range []string{"/api/saved/delete", "/api/saved/tags"} {
		if status, _ := c.send("POST", path, `{"file": "`+file+`"}`); status != 403 {
			t.Errorf("%s without the key: got status %d, want 403", path, status)
		}
		if status, _ := c.asOwner("POST", path, `{"file": "../x"}`); status != 404 {
			t.Errorf("%s with a file of another directory: got status %d, want 404", path, status)
		}
	}
}

// Two programs that share the saved games keep each other's tags.
func TestTagsOfTwoPrograms(t *testing.T) {
	var dir string
	one := newServerWith(t, func(o *serve.Options) { dir = o.Dir })
	for _, file := range []string{"a.pgn", "b.pgn"} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte("1. e4 *\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	two := newServerWith(t, func(o *serve.Options) { o.Dir = dir })
	tag := func(server *httptest.Server, file, tags string) {
		t.Helper()
		c := &client{t: t, server: server}
		if _, answer := c.asOwner("POST", "/api/saved/tags", fmt.Sprintf(`{"file": %q, "tags": %s}`, file, tags)); answer["refused"] != nil {
			t.Error(answer)
		}
	}
	tags := func(server *httptest.Server) string {
		c, list := &client{t: t, server: server}, map[string]any{}
		_, answer := c.asOwner("GET", "/api/saved", "")
		for _, g := range answer["games"].([]any) {
			list[g.(map[string]any)["file"].(string)] = g.(map[string]any)["tags"]
		}
		return fmt.Sprint(list)
	}
	tag(one, "a.pgn", `["x"]`)
	tag(two, "b.pgn", `["y"]`)
	for _, server := range []*httptest.Server{one, two, newServerWith(t, func(o *serve.Options) { o.Dir = dir })} {
		if got := tags(server); got != "map[a.pgn:[x] b.pgn:[y]]" {
			t.Errorf("the tags are %s", got)
		}
	}
	tag(two, "a.pgn", `[]`)
	if got := tags(two); got != "map[a.pgn:[] b.pgn:[y]]" {
		t.Errorf("after one was removed the tags are %s", got)
	}
}
