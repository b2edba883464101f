package serve_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/internal/serve/web"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// shared starts a game on a shared server, as its owner does.
func shared(t *testing.T, server *httptest.Server, body string) *client {
	t.Helper()
	c := &client{t: t, server: server}
	status, answer := c.send("POST", "/api/games", body, "Heterodox-Key", testKey)
	if status != http.StatusCreated {
		t.Fatalf("got %d %v", status, answer)
	}
	c.id, c.token = answer["id"].(string), answer["token"].(string)
	return c
}

// Those who know the address of a shared server but not its key cannot make it work for them.
func TestWorkNeedsTheKey(t *testing.T) {
	server := newServerWith(t, func(o *serve.Options) { o.Shared = true })
	for path, body := range map[string]string{
		"/api/combine": `{"parts": ["gun"]}`, "/api/position": `{"variant": "gun+fibonacci+capablanca"}`,
		"/api/cube": `{"size": 3}`, "/api/games": forTwo, "/api/saved": `{"file": "x.pgn"}`,
	} {
		c := &client{t: t, server: server}
		if status, answer := c.send("POST", path, body); status != http.StatusForbidden {
			t.Errorf("%s without the key: got %d %v", path, status, answer)
		}
		if status, answer := c.send("POST", path, body, "Heterodox-Key", testKey); status >= 400 && path != "/api/saved" {
			t.Errorf("%s with the key: got %d %v", path, status, answer)
		}
	}
}

// A spectator's analyses are neither saved nor analysed by the engine, and however many there
// are, there is room for the owner's games.
func TestSpectatorsAnalyse(t *testing.T) {
	var dir string
	server := newServerWith(t, func(o *serve.Options) {
		o.Shared, dir = true, o.Dir
		o.Limits = serve.Limits{Games: 3, Guests: 5, Streams: 10, GameStreams: 10, Idle: time.Hour}
	})
	c := shared(t, server, forTwo)
	watcher := &client{t: t, server: server, id: c.id, token: c.hello()["tokens"].(map[string]any)["watch"].(string)}
	var first, last *client
	for range 40 {
		status, answer := watcher.act("analysis", `{"n": 0, "text": "e4"}`)
		if status != http.StatusCreated {
			t.Fatalf("opening an analysis: got %d %v", status, answer)
		}
		last = &client{t: t, server: server, id: answer["id"].(string), token: answer["token"].(string)}
		if first == nil {
			first = last
		}
	}
	if status, _ := first.send("GET", "/api/games/"+first.id+"/text", ""); status != 404 {
		t.Error("old analyses of spectators are not closed")
	}
	if status, _ := last.act("move", `{"n": 1, "text": "e5"}`); status != 200 {
		t.Errorf("a move in the latest analysis: got status %d", status)
	}
	if hello := last.hello(); hello["engine"] != false {
		t.Errorf("a spectator is offered the engine: %v", hello)
	}
	for _, action := range []string{"hint", "analyse"} {
		if _, answer := last.act(action, `{"n": 1, "lines": 1}`); answer["refused"] != "there is no engine" {
			t.Errorf("%s by a spectator: %v", action, answer)
		}
	}
	if list, err := table.List(dir); err != nil || len(list) != 0 {
		t.Errorf("want no saved games, got %v, %v", list, err)
	}
	shared(t, server, forTwo)
	shared(t, server, forTwo)
}

// The number of moves in all games together is limited.
func TestPliesAreBounded(t *testing.T) {
	server := newServerWith(t, func(o *serve.Options) {
		o.Limits = serve.Limits{Games: 10, Plies: 6, Streams: 10, GameStreams: 10, Idle: time.Hour}
	})
	c := begin(t, server, `{"variant": "chess", "moves": ["e4", "e5", "Nf3", "Nc6", "Bb5"], "players": [{}, {}]}`)
	if status, answer := (&client{t: t, server: server}).send("POST", "/api/games", `{"variant": "chess", "moves": ["e4", "e5"]}`); status != http.StatusServiceUnavailable {
		t.Errorf("a game beyond the limit of six moves: got %d %v", status, answer)
	}
	status, answer := c.act("analysis", `{"n": 0}`) // there is no room for its moves
	if status != http.StatusServiceUnavailable {
		t.Errorf("an analysis beyond the limit: got %d %v", status, answer)
	}
	if _, answer := c.play("a6"); answer["refused"] != nil {
		t.Errorf("the sixth move is refused: %v", answer)
	}
	if _, answer := c.play("Ba4"); answer["refused"] == nil {
		t.Errorf("the seventh move is not refused: %v", answer)
	}
}

// A guest's analysis may have an equal share of the moves of all guests in addition to those of the
// game; an analysis of it has no more. A move beyond that is refused, and nothing is lost.
func TestGuestsShareMoves(t *testing.T) {
	server := newServerWith(t, func(o *serve.Options) {
		o.Shared = true
		o.Limits = serve.Limits{Games: 10, Guests: 5, Plies: 80, Streams: 10, GameStreams: 10, Idle: time.Hour}
	})
	c := shared(t, server, forTwo)
	c.play("e4")
	guest := &client{t: t, server: server, id: c.id, token: c.hello()["tokens"].(map[string]any)["watch"].(string)}
	for range 2 {
		_, answer := guest.act("analysis", `{"n": 1}`)
		guest = &client{t: t, server: server, id: answer["id"].(string), token: answer["token"].(string)}
		guest.act("move", `{"n": 1, "text": "e5 Nf3 Nc6 Bb5"}`)
		for _, text := range []string{"e5 Nf3 Nc6 Bb5 a6", "d5"} {
			if _, answer := guest.act("move", `{"n": 1, "text": "`+text+`"}`); answer["refused"] != "this game may have up to 5 moves" {
				t.Errorf("%s: got %v", text, answer)
			}
		}
		if got := guest.moves(); got != "e4 e5 Nf3 Nc6 Bb5 " {
			t.Errorf("the moves are %s", got)
		}
	}
	_, answer := guest.send("POST", "/api/games/"+guest.id+"/analysis", `{"n": 1, "text": "d5"}`, "Heterodox-Key", testKey)
	if answer["id"] == nil {
		t.Errorf("with the key there is no such limit: got %v", answer)
	}
}

// The number of connections from one address is limited, so that it cannot hold up anybody else.
func TestConnectionsOfOneAddress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan net.Addr, 1), make(chan error, 1)
	go func() {
		done <- web.Run(ctx, "127.0.0.1:0", func(at net.Addr) (http.Handler, func()) {
			s := serve.New(serve.Options{Open: variants.Open, Key: testKey})
			return web.Handler(s, at.String()), s.Close
		}, func(at net.Addr) { ready <- at })
	}()
	at := (<-ready).String()
	kept, closed := 0, 0
	for range 200 { // more than the limit for one address
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(5 * time.Second))
		// A request for an unknown host is answered with one line.
		fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		if _, err := c.Read(make([]byte, 1)); err == nil {
			kept++
		} else {
			closed++
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if kept != 128 || closed != 72 {
		t.Errorf("%d of 200 connections were kept, want 128", kept)
	}
}

// Opening a long game does not hold up others.
func TestOpeningHoldsUpNobody(t *testing.T) {
	var dir string
	slow, waits := make(chan bool), make(chan bool, 10)
	server := newServerWith(t, func(o *serve.Options) {
		dir = o.Dir
		o.Open = func(name string) (game.Rules, error) {
			if name == "gun" {
				waits <- true
				<-slow
			}
			return variants.Open(name)
		}
	})
	for name, variant := range map[string]string{"slow.pgn": "gun", "quick.pgn": "chess"} {
		text := fmt.Sprintf("[Variant \"%s\"]\n\n1. e4 *\n", variant)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open := func(file string) any {
		c := &client{t: t, server: server}
		_, answer := c.send("POST", "/api/saved", `{"file": "`+file+`"}`, "Heterodox-Key", testKey)
		return answer["id"]
	}
	ids := make(chan any, 2)
	for range 2 {
		go func() { ids <- open("slow.pgn") }()
	}
	<-waits
	if open("quick.pgn") == nil { // returns before the other one
		t.Error("the other game cannot be opened")
	}
	begin(t, server, forTwo)
	close(slow)
	if a, b := <-ids, <-ids; a == nil || a != b {
		t.Errorf("one file is opened as two games: %v and %v", a, b)
	}
}
