package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/internal/serve/web"
	"github.com/heterodox-chess/heterodox/internal/study"
	"github.com/heterodox-chess/heterodox/internal/trial"
	"github.com/heterodox-chess/heterodox/variants"
)

const testKey = "A-KEY-FOR-TESTS"

// newServer serves all games with a small engine.
func newServer(t testing.TB) *httptest.Server { return newServerWith(t, func(*serve.Options) {}) }

func newServerWith(t testing.TB, change func(*serve.Options)) *httptest.Server {
	t.Helper()
	server, _, _ := startServer(t, change)
	return server
}

// startServer also returns functions that stop the server, and that restart it at the same
// address with the same games.
func startServer(t testing.TB, change func(*serve.Options)) (server *httptest.Server, end, again func()) {
	t.Helper()
	o := serve.Options{
		Open: variants.Open, Cores: 1, Dir: t.TempDir(), Key: testKey,
		Searcher: func(r game.Rules) game.Searcher {
			o := engine.DefaultOptions()
			o.HashMB = 1
			return engine.New(o)
		},
		Families: func() (list []serve.Family) {
			for _, f := range variants.Families() {
				list = append(list, serve.Family(f))
			}
			return list
		},
	}
	o.Sketch, o.Source = variants.Sketch, variants.Source
	o.Study = func(ctx context.Context, text string, budget time.Duration, tell func([]byte)) ([]byte, error) {
		g, err := variants.NewBeside(text)
		if err != nil {
			return nil, err
		}
		from := study.Catalogue{Open: g.Open, Derive: g.Derive, Parts: g.Parts, Changes: variants.Names()}
		result, err := trial.Run(ctx, trial.Options{Game: g.Name, Catalogue: from, Budget: budget, Concurrency: 1}, tell)
		if err != nil {
			return nil, err
		}
		return json.Marshal(result)
	}
	o.Learn = func(text string) ([]string, error) {
		names, errs := variants.Add(text, nil)
		return names, errors.Join(errs...)
	}
	for _, v := range variants.All()[1:] {
		o.Parts = append(o.Parts, serve.Part{Name: v.Name, Summary: v.Summary})
	}
	type running struct {
		*serve.Server
		http.Handler
	}
	var now atomic.Pointer[running]
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { now.Load().ServeHTTP(w, r) }))
	change(&o)
	begin := func() {
		s := serve.New(o)
		now.Store(&running{s, web.Handler(s, strings.TrimPrefix(server.URL, "http://"))})
	}
	begin()
	t.Cleanup(func() { now.Load().Close(); server.CloseClientConnections(); server.Close() })
	end = func() { now.Load().Close() }
	return server, end, func() { end(); begin() }
}

// A client talks to a server as the page does.
type client struct {
	t      testing.TB
	server *httptest.Server
	token  string
	id     string
}

// send sends a request and returns the status and the answer.
func (c *client) send(method, path, body string, headers ...string) (int, map[string]any) {
	c.t.Helper()
	status, text := c.text(method, path, body, headers...)
	answer := map[string]any{}
	json.Unmarshal([]byte(text), &answer) // other answers are judged by their status
	return status, answer
}

// get returns the status and the text at a path.
func (c *client) get(path string, headers ...string) (int, string) {
	c.t.Helper()
	return c.text("GET", path, "", headers...)
}

// text sends a request and returns the status and the text of the answer.
func (c *client) text(method, path, body string, headers ...string) (int, string) {
	c.t.Helper()
	r, err := http.NewRequest(method, c.server.URL+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Heterodox-Seat", c.token)
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := c.server.Client().Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, h := range []string{"Content-Security-Policy", "X-Content-Type-Options"} {
		if response.Header.Get(h) == "" {
			c.t.Errorf("%s %s: answer without header %s", method, path, h)
		}
	}
	return response.StatusCode, string(text)
}

// begin starts a game and takes the owner's seat.
func begin(t testing.TB, server *httptest.Server, body string) *client {
	t.Helper()
	c := &client{t: t, server: server}
	status, answer := c.send("POST", "/api/games", body)
	if status != http.StatusCreated {
		t.Fatalf("%s: got %d %v", body, status, answer)
	}
	c.id, c.token = answer["id"].(string), answer["token"].(string)
	return c
}

// act performs an action at the client's table.
func (c *client) act(action, body string) (int, map[string]any) {
	c.t.Helper()
	return c.send("POST", "/api/games/"+c.id+"/"+action, body)
}

const forTwo = `{"variant": "chess", "players": [{}, {}]}`

// What other sites, other machines and strangers must not be able to do.
func TestHostile(t *testing.T) {
	server := newServer(t)
	c := begin(t, server, forTwo)
	stranger := &client{t: t, server: server}
	stream := "/api/games/" + c.id + "/stream"
	for _, r := range []struct {
		what, method, path, body string
		headers                  []string
		want                     int
	}{
		{"another host", "GET", "/", "", []string{"Host", "evil.example"}, 421},
		{"a host that only begins like ours", "GET", "/", "", []string{"Host", "127.0.0.1.evil.example:80"}, 421},
		{"no port", "GET", "/", "", []string{"Host", "127.0.0.1"}, 421},
		{"another site", "POST", "/api/games", forTwo, []string{"Origin", "http://evil.example"}, 403},
		{"another site's fetch", "POST", "/api/games", forTwo, []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"a form", "POST", "/api/games", forTwo, []string{"Content-Type", "text/plain"}, 415},
		{"no JSON", "POST", "/api/games", "{", nil, 400},
		{"text after the JSON", "POST", "/api/games", `{"variant": "chess"} x`, nil, 400},
		{"two requests in one", "POST", "/api/games", `{"variant": "chess"}{"variant": "gun"}`, nil, 400},
		{"an unknown field", "POST", "/api/games", `{"variant": "chess", "x": 1}`, nil, 400},
		{"too much", "POST", "/api/combine", `{"parts": ["` + strings.Repeat("x", 100_000) + `"]}`, nil, 413},
		{"far too much", "POST", "/api/games", `{"text": "` + strings.Repeat("x", 3_000_000) + `"}`, nil, 413},
		{"a file outside the page", "GET", "/assets/..%2Fserve.go", "", nil, 404},
		{"a file of the machine", "GET", "/assets/%2Fetc%2Fpasswd", "", nil, 404},
		{"no such piece", "GET", "/piece/x/N.svg", "", nil, 404},
		{"no such game", "GET", "/api/games/AAAA/stream", "", nil, 404},
		{"a game without its token", "GET", stream, "", nil, 404},
		{"a game with another token", "GET", stream, "", []string{"Heterodox-Seat", "AAAA"}, 404},
		{"its text", "GET", "/api/games/" + c.id + "/text", "", nil, 404},
		{"a move in it", "POST", "/api/games/" + c.id + "/move", `{"revision": 1, "text": "e4"}`, nil, 404},
		{"saved games", "GET", "/api/saved", "", nil, 403},
		{"saved games with another key", "GET", "/api/saved", "", []string{"Heterodox-Key", "x"}, 403},
		{"a file that is not a saved game", "POST", "/api/saved", `{"file": "../../etc/passwd"}`, []string{"Heterodox-Key", testKey}, 404},
		{"another method", "DELETE", "/api/games/" + c.id, "", nil, 404},
	} {
		if status, answer := stranger.send(r.method, r.path, r.body, r.headers...); status != r.want {
			t.Errorf("%s: %d %v, want %d", r.what, status, answer, r.want)
		}
	}
	for _, body := range []string{
		`{"variant": "quantum"}`, `{"variant": "` + strings.Repeat("gun+", 1000) + `"}`, `{"variant": "chess", "fen": "x"}`,
		`{"variant": "chess", "players": [{"level": 99}, {}]}`, `{"variant": "chess", "base": -1}`, `{"variant": "chess", "base": 1e300}`,
		`{"variant": "chess", "moves": ["e5"]}`, `{"text": "1. e5 *"}`, `{"variant": "cube11"}`,
	} {
		if status, answer := stranger.send("POST", "/api/games", body); status != 200 || answer["refused"] == nil {
			t.Errorf("%.60s is not refused: %d %v", body, status, answer)
		}
	}
}

// A refused action at a table changes nothing, and only an outdated one is a conflict.
func TestRefusedAtTheTable(t *testing.T) {
	c := begin(t, newServer(t), forTwo)
	if status, answer := c.act("move", `{"revision": 3, "steps": ["e2", "e4"]}`); status != 200 || answer["revision"] != 4. {
		t.Fatalf("a move: got %d %v", status, answer)
	}
	for _, r := range []struct {
		action, body string
		want         int
		refused      string
	}{
		{"move", `{"revision": 3, "steps": ["e7", "e5"]}`, 409, ""},
		{"move", `{"revision": 4, "steps": ["e7", "e4"]}`, 200, "that move is not legal"},
		{"move", `{"revision": 4, "steps": ["e7"]}`, 200, "the move is incomplete"},
		{"move", `{"revision": 4, "steps": []}`, 200, "the move is incomplete"},
		{"move", `{"revision": 4, "text": "Qh4"}`, 200, "the queen on d8 cannot reach h4"},
		{"why", `{"n": -1, "steps": ["e7"], "square": "z9"}`, 200, "no such square"},
		{"why", `{"n": 99, "steps": [], "square": "e4"}`, 200, "no such position"},
		{"move", `{"revision": 4, "text": "` + strings.Repeat("e5 ", 3000) + `"}`, 200, "up to 8000 letters"},
		{"back", `{"revision": 4, "n": 7}`, 200, "there are 1 moves"},
		{"analyse", `{"n": 0, "lines": 1000}`, 200, "at most 10 lines"},
		{"player", `{"revision": 4, "side": "green"}`, 200, "white or black"},
		{"dance", `{}`, 404, ""},
	} {
		status, answer := c.act(r.action, r.body)
		refused, _ := answer["refused"].(string)
		if status != r.want || !strings.Contains(refused, r.refused) {
			t.Errorf("%s %s: %d %v, want %d %q", r.action, r.body, status, answer, r.want, r.refused)
		}
	}
	if status, answer := c.act("why", `{"n": -1, "steps": ["e7"], "square": "e4"}`); status != 200 || answer["text"] != "the pawn on e7 cannot reach e4" {
		t.Errorf("why: got %d %v", status, answer)
	}
}

// An analysis can be changed only by its owner, by the IDs of its moves; a game
// cannot be changed that way.
func TestAnalyses(t *testing.T) {
	server := newServer(t)
	c := begin(t, server, `{"variant": "chess", "moves": ["e4", "e5"], "analysis": true}`)
	for _, r := range []struct {
		action, body string
		want         int
		refused      string
		at           float64
	}{
		{"move", `{"n": 1, "steps": ["c7", "c5"]}`, 200, "", 3},
		{"move", `{"n": 1, "text": "c5"}`, 200, "", 3},
		{"move", `{"n": 3, "steps": ["c7", "c5"]}`, 200, "that move is not legal", 0},
		{"move", `{"n": 77, "steps": ["c7", "c5"]}`, 409, "", 0},
		{"move", `{"n": 77, "text": "c5"}`, 200, "that move no longer exists", 0},
		{"mark", `{"n": 3, "text": "!?"}`, 200, "", 0},
		{"mark", `{"n": 3, "text": "<b>"}`, 200, "is not a mark", 0},
		{"note", `{"n": 3, "text": "a comment\u0007"}`, 200, "", 0},
		{"main", `{"n": 3}`, 200, "", 3},
		{"delete", `{"n": 3}`, 200, "", 1},
		{"delete", `{"n": 0}`, 200, "no move to delete", 0},
		{"undo", `{}`, 200, "", 3},
		{"undo", `{}`, 200, "", 3},
		{"undo", `{}`, 200, "", 3},
		{"undo", `{}`, 200, "", 3},
		{"undo", `{}`, 200, "", 1},
		{"undo", `{}`, 200, "nothing to undo", 0},
		{"redo", `{}`, 200, "", 3},
		{"undo", `{}`, 200, "", 1},
		{"takeback", `{"revision": 1}`, 200, "this is an analysis", 0},
		{"why", `{"n": 77, "steps": [], "square": "e4"}`, 200, "no such position", 0},
	} {
		status, answer := c.act(r.action, r.body)
		refused, _ := answer["refused"].(string)
		at, _ := answer["at"].(float64)
		if status != r.want || !strings.Contains(refused, r.refused) || (r.refused == "") != (refused == "") || at != r.at {
			t.Errorf("%s %s: %d %.200v, want %d %q at %v", r.action, r.body, status, answer, r.want, r.refused, r.at)
		}
	}
	if status, answer := c.send("GET", "/api/games/"+c.id+"/at/2", ""); status != 200 || answer["side"] != "white" {
		t.Errorf("position after e5: got %d %v", status, answer)
	}
	if status, _ := c.send("GET", "/api/games/"+c.id+"/at/3", ""); status != 404 {
		t.Errorf("position after an undone move: got status %d, want 404", status)
	}
	for _, name := range []string{"watch"} {
		guest := &client{t: t, server: server, id: c.id, token: c.listen(1)[0]["tokens"].(map[string]any)[name].(string)}
		for _, action := range []string{"move", "delete", "main", "undo", "redo", "note", "mark", "analyse"} {
			if status, answer := guest.act(action, `{"n": 1, "text": "c5"}`); status != 403 {
				t.Errorf("%s may %s: got %d %v, want 403", name, action, status, answer)
			}
		}
	}
	g := begin(t, server, forTwo)
	for _, action := range []string{"delete", "main", "promote", "undo"} {
		if status, _ := g.act(action, `{"n": 1}`); status != 404 {
			t.Errorf("%s in a game: got status %d, want 404", action, status)
		}
	}
	status, answer := g.act("analysis", `{"n": 0, "text": "d4"}`)
	if status != http.StatusCreated || fmt.Sprint(answer["place"]) != "[d2d4]" || answer["id"] == g.id {
		t.Errorf("analysing a game: got %d %v", status, answer)
	}
	if _, answer := g.act("analysis", `{"n": 0, "text": "d5"}`); answer["refused"] == nil {
		t.Errorf("an analysis begins with an illegal move: %v", answer)
	}
}

// Walls that moves put on the board are shown, and can be set up in the editor.
func TestWalls(t *testing.T) {
	server := newServer(t)
	c := begin(t, server, `{"variant": "duck", "moves": ["e4,d5"], "players": [{}, {}]}`)
	game := c.listen(2)[1]
	if pieces := game["position"].(map[string]any)["pieces"].(map[string]any); pieces["d5"] != "w*" || pieces["e4"] != "wP" {
		t.Errorf("pieces after e4,d5: %v", pieces)
	}
	if game["rules"].(map[string]any)["walls"] != true {
		t.Error("the page is not told that there are walls")
	}
	_, answer := c.send("POST", "/api/position", `{"variant": "duck", "pieces": {"e1": "wK", "e8": "bK", "d5": "w*"}, "side": "black"}`)
	if want := "4k3/8/8/3*4/8/8/8/4K3 b - - 0 1"; answer["fen"] != want || answer["fault"] != nil {
		t.Errorf("position from pieces: got %v, fault %v", answer["fen"], answer["fault"])
	}
	if _, answer := c.act("why", `{"n": -1, "steps": [], "square": "d5"}`); answer["text"] != "there is a duck on d5" {
		t.Errorf("reason for a click on the duck: got %v", answer["text"])
	}
}

// Games of Chess960 start from shuffled ranks on request.
func TestShuffle(t *testing.T) {
	server := newServer(t)
	start := func(body string) any { return begin(t, server, body).listen(2)[1]["start"] }
	seen := map[any]bool{}
	for range 12 {
		seen[start(`{"variant": "fischerandom", "shuffle": true, "players": [{}, {}]}`)] = true
	}
	if len(seen) < 4 { // practically impossible by chance
		t.Errorf("twelve shuffled games have only these start positions: %v", seen)
	}
	const fen = "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w KQkq - 0 1"
	for body, want := range map[string]any{
		`{"variant": "chess", "shuffle": true}`:                              nil,
		`{"variant": "fischerandom"}`:                                        nil,
		`{"variant": "fischerandom", "shuffle": true, "fen": "` + fen + `"}`: fen,
	} {
		if got := start(body); got != want {
			t.Errorf("%s: got start position %v, want %v", body, got, want)
		}
	}
}

// Games between engines have a pace that people can follow.
func TestWatchingHasAPace(t *testing.T) {
	c := begin(t, newServer(t), `{"variant": "chess", "players": [{"level": 1}, {"level": 1}]}`)
	moves := func() int { return len(c.game()["moves"].([]any)) }
	for moves() == 0 {
		time.Sleep(20 * time.Millisecond)
	}
	began := time.Now()
	for n := moves(); moves() < n+2; {
		time.Sleep(20 * time.Millisecond)
	}
	if took := time.Since(began); took < 900*time.Millisecond {
		t.Errorf("two moves between engines took only %v", took)
	}
}

// An analysing engine rests when nobody is watching any more.
func TestNobodyLooks(t *testing.T) {
	c := begin(t, newServer(t), forTwo)
	if status, answer := c.act("analyse", `{"n": 0, "lines": 2}`); status != 200 || answer["refused"] != nil {
		t.Fatal(status, answer)
	}
	c.listen(3) // and leaves
	for {
		events := c.listen(3)
		if search := events[2]; search["analysing"] == false {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// listen reads the first n events of the client's table. For a player the first three are
// hello, game and search; after that they come in any order.
func (c *client) listen(n int) (events []map[string]any) {
	c.t.Helper()
	c.follow(func(event map[string]any) bool {
		events = append(events, event)
		return len(events) < n
	})
	return events
}

// follow passes on the events of a stream until more returns false.
func (c *client) follow(more func(event map[string]any) bool) {
	c.t.Helper()
	r, err := http.NewRequest("GET", c.server.URL+"/api/games/"+c.id+"/stream", nil)
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Heterodox-Seat", c.token)
	response, err := c.server.Client().Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			event := map[string]any{}
			if err := json.Unmarshal([]byte(data), &event); err != nil {
				c.t.Fatal(err)
			}
			if !more(event) {
				return
			}
		}
	}
}

// A thousand games do not fit; unused ones make room.
func TestTooManyGames(t *testing.T) {
	server := newServerWith(t, func(o *serve.Options) {
		o.Limits = serve.Limits{Games: 100, Streams: 4, GameStreams: 3, Idle: time.Hour}
	})
	full := 0
	c := &client{t: t, server: server}
	for range 1000 {
		if status, _ := c.send("POST", "/api/games", `{"variant": "gun", "players": [{}, {}]}`); status == http.StatusServiceUnavailable {
			full++
		}
	}
	if full != 900 {
		t.Errorf("%d games were refused, want 900", full)
	}
	server = newServerWith(t, func(o *serve.Options) {
		o.Limits = serve.Limits{Games: 2, Streams: 4, GameStreams: 3, Idle: 0}
	})
	first := begin(t, server, forTwo)
	begin(t, server, forTwo)
	begin(t, server, forTwo)
	if status, _ := first.send("GET", "/api/games/"+first.id+"/text", ""); status != 404 {
		t.Errorf("the oldest game was not closed: got status %d", status)
	}
}

func TestTooManyStreams(t *testing.T) {
	server := newServerWith(t, func(o *serve.Options) {
		o.Limits = serve.Limits{Games: 10, Streams: 4, GameStreams: 3, Idle: time.Hour}
	})
	c := begin(t, server, forTwo)
	watch := c.listen(1)[0]["tokens"].(map[string]any)["watch"].(string)
	var open []*http.Response
	let := 0
	for range 4 {
		r, _ := http.NewRequest("GET", server.URL+"/api/games/"+c.id+"/stream", nil)
		r.Header.Set("Heterodox-Seat", watch)
		response, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		switch response.StatusCode {
		case 200:
			let++
		case 503:
		default:
			t.Errorf("got status %d", response.StatusCode)
		}
		open = append(open, response)
	}
	// The owner's stream, which may end at any moment, counts as one until then.
	if let != 2 && let != 3 {
		t.Errorf("%d of 4 streams were let in, of at most 3", let)
	}
	if events := c.listen(1); len(events) != 1 {
		t.Error("spectators keep the player out")
	}
	for _, r := range open {
		r.Body.Close()
	}
	c.token = watch
	for range 3000 {
		if status, _ := c.send("GET", "/api/games/"+c.id+"/text", ""); status != 200 {
			t.Fatal(status)
		}
		if events := c.listen(1); len(events) == 1 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("ended streams are still counted")
}

// A saved game continues after the server was restarted.
func TestSavedGoOn(t *testing.T) {
	var dir string
	server, end, _ := startServer(t, func(o *serve.Options) { dir = o.Dir })
	c := begin(t, server, `{"variant": "madhouse+fibonacci", "players": [{}, {}]}`)
	c.act("move", `{"revision": 3, "text": "e4"}`)
	end()
	again := newServerWith(t, func(o *serve.Options) { o.Dir = dir })
	o := &client{t: t, server: again}
	status, answer := o.send("GET", "/api/saved", "", "Heterodox-Key", testKey)
	games, _ := answer["games"].([]any)
	if status != 200 || len(games) != 1 {
		t.Fatalf("saved games: got %d %v", status, answer)
	}
	file := games[0].(map[string]any)["file"].(string)
	status, answer = o.send("POST", "/api/saved", `{"file": "`+file+`"}`, "Heterodox-Key", testKey)
	if status != http.StatusCreated || answer["id"] != c.id {
		t.Fatalf("opening the saved game: got %d %v", status, answer)
	}
	o.id, o.token = answer["id"].(string), answer["token"].(string)
	events := o.listen(2)
	moves := events[1]["moves"].([]any)
	if len(moves) != 1 || moves[0].(map[string]any)["uci"] != "e2e4" {
		t.Errorf("the opened game has moves %v", moves)
	}
	if _, twice := o.send("POST", "/api/saved", `{"file": "`+file+`"}`, "Heterodox-Key", testKey); twice["id"] != o.id {
		t.Error("an open game is opened twice")
	}
}

// A saved game opened several times at once is still one game.
func TestSavedOnce(t *testing.T) {
	var dir string
	server := newServerWith(t, func(o *serve.Options) { dir = o.Dir })
	long := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 500) // takes a while to read
	if err := os.WriteFile(dir+"/game.pgn", []byte(long+"*\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ids := make([]any, 20)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			c := &client{t: t, server: server}
			_, answer := c.send("POST", "/api/saved", `{"file": "game.pgn"}`, "Heterodox-Key", testKey)
			ids[i] = answer["id"]
		})
	}
	all.Wait()
	for _, id := range ids {
		if id == nil || id != ids[0] {
			t.Fatalf("one file is opened as several games: %v", ids)
		}
	}
}

// A stuckReader is a connection that accepts no more data, until its deadlines are made to pass.
type stuckReader struct {
	header http.Header
	past   chan struct{} // closed when deadlines pass
	mu     sync.Mutex
	until  time.Time
}

func (s *stuckReader) Header() http.Header { return s.header }
func (s *stuckReader) WriteHeader(int)     {}
func (s *stuckReader) Write([]byte) (int, error) {
	<-s.past
	return 0, os.ErrDeadlineExceeded
}
func (s *stuckReader) SetReadDeadline(time.Time) error { return nil }
func (s *stuckReader) SetWriteDeadline(at time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.until = at
	return nil
}

// Spectators who do not read hold up neither the game nor the other spectators, and
// are dropped after a while.
func TestSlowReaders(t *testing.T) {
	server := newServer(t)
	c := begin(t, server, forTwo)
	past := make(chan struct{})
	var gone sync.WaitGroup
	stuck := make([]*stuckReader, 20)
	for i := range stuck {
		stuck[i] = &stuckReader{header: http.Header{}, past: past}
		r := httptest.NewRequest("GET", server.URL+"/api/games/"+c.id+"/stream", nil)
		r.Header.Set("Heterodox-Seat", c.token)
		gone.Go(func() { server.Config.Handler.ServeHTTP(stuck[i], r) })
	}
	for _, s := range stuck {
		for until := (time.Time{}); until.IsZero(); time.Sleep(time.Millisecond) {
			s.mu.Lock()
			until = s.until
			s.mu.Unlock()
			if wait := time.Until(until); !until.IsZero() && wait > time.Minute {
				t.Fatalf("the server waits %v for a client that does not read", wait)
			}
		}
	}
	first := int(c.listen(2)[1]["revision"].(float64))
	for i, move := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"} {
		if status, answer := c.act("move", fmt.Sprintf(`{"revision": %d, "text": %q}`, first+i, move)); status != 200 || answer["refused"] != nil {
			t.Fatal(status, answer)
		}
	}
	events := c.listen(2)
	if moves := events[1]["moves"].([]any); len(moves) != 6 {
		t.Errorf("another spectator sees %d of 6 moves", len(moves))
	}
	close(past)
	gone.Wait()
}

// BenchmarkSpectators measures how long it takes until the last of 200
// spectators has received a move.
func BenchmarkSpectators(b *testing.B) {
	const spectators = 200
	server := newServer(b)
	c := begin(b, server, forTwo)
	arrived := make(chan time.Time, 8*spectators)
	for range spectators {
		r, _ := http.NewRequest("GET", server.URL+"/api/games/"+c.id+"/stream", nil)
		r.Header.Set("Heterodox-Seat", c.token)
		response, err := server.Client().Do(r)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { response.Body.Close() })
		go func() {
			lines := bufio.NewScanner(response.Body)
			lines.Buffer(nil, 1<<20)
			for lines.Scan() {
				if lines.Text() == "event: game" {
					arrived <- time.Now()
				}
			}
		}()
	}
	for range spectators {
		<-arrived
	}
	moves := []string{"Nf3", "Nf6", "Ng1", "Ng8"}
	var waits []time.Duration
	revision := 3
	for i := 0; b.Loop(); i++ {
		if i%8 == 0 && i > 0 { // before the game is drawn
			c.act("back", fmt.Sprintf(`{"revision": %d, "n": 0}`, revision))
			revision++
			for range spectators {
				<-arrived
			}
		}
		began := time.Now()
		if status, answer := c.act("move", fmt.Sprintf(`{"revision": %d, "text": %q}`, revision, moves[i%4])); status != 200 || answer["refused"] != nil {
			b.Fatal(status, answer)
		}
		revision++
		for range spectators {
			waits = append(waits, (<-arrived).Sub(began))
		}
	}
	slices.Sort(waits)
	b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "p99-ms")
}

// Pictures of the board and of pieces are drawn, also of pieces without a drawing.
func TestDrawings(t *testing.T) {
	c := begin(t, newServer(t), `{"variant": "gun+blackhole", "moves": ["e4"], "players": [{}, {}]}`)
	for path, want := range map[string]string{
		"/piece/w/N.svg?name=knight": "<svg", "/piece/b/X.svg?name=wyvern": "<svg",
		"/api/games/" + c.id + "/board.svg?n=1&flip=1": "<svg", "/api/games/" + c.id + "/board.png?n=0": "\x89PNG",
	} {
		if status, text := c.get(path); status != 200 || !strings.HasPrefix(strings.TrimSpace(text), want) {
			t.Errorf("%s: %d %.40q", path, status, text)
		}
	}
	for path, turns := range map[string]bool{"/piece/w/G.svg?name=gold": true, "/piece/w/N.svg?name=knight": false} {
		_, text := c.get(path)
		if _, turned := c.get(path + "&flip=1"); (text != turned) != turns {
			t.Errorf("%s: only a piece that shows its direction may turn with the board", path)
		}
	}
	if status, _ := c.send("GET", "/api/games/"+c.id+"/board.svg?n=2", ""); status != 404 {
		t.Errorf("picture of a position that does not exist: got status %d, want 404", status)
	}
}

// The QR code of a link has the marks by which readers find it, and is only
// for the owner of the game.
func TestCodes(t *testing.T) {
	c := begin(t, newServer(t), forTwo)
	status, answer := c.act("code", `{"text": "http://192.168.1.5:7575/#/g/0123456789abcdef/0123456789abcdef"}`)
	path, _ := answer["path"].(string)
	if size, _ := answer["size"].(float64); status != 200 || size < 29 || !strings.HasPrefix(path, "M0 0h7v1H0z") || strings.Count(path, "z") < 100 {
		t.Errorf("QR code: got %d %v", status, answer)
	}
	for _, text := range []string{"", strings.Repeat("x", 401)} {
		if _, answer := c.act("code", `{"text": "`+text+`"}`); answer["refused"] == nil {
			t.Errorf("a QR code is made for %d characters", len(text))
		}
	}
	c.token = "stranger"
	if status, _ := c.act("code", `{"text": "x"}`); status < 400 {
		t.Errorf("a stranger gets a QR code: status %d", status)
	}
}

// The editor asks which games have pieces in hand.
func TestHands(t *testing.T) {
	server := newServer(t)
	c := &client{t: t, server: server}
	for name, want := range map[string]bool{"chess": false, "gun": false, "crazyhouse": true, "gun+crazyhouse": true, "shogi": true, "baseline": true, "capablanca": false, "cube3": false} {
		if _, answer := c.send("POST", "/api/position", `{"variant": "`+name+`"}`); answer["hands"] != want {
			t.Errorf("%s: hands %v, want %v", name, answer["hands"], want)
		}
	}
}
