package serve_test

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// A table2 is a game between two people by a link, with both players' clients and a spectator's.
type table2 struct {
	host, guest, watch *client
	invited            *client // the link that was sent
}

// invite starts a game, invites somebody to play Black, and seats both.
func invite(t *testing.T, server *httptest.Server, body string) *table2 {
	t.Helper()
	host := begin(t, server, body)
	status, answer := host.act("invite", `{"side": "black"}`)
	if status != 200 || answer["token"] == nil {
		t.Fatalf("inviting: got %d %v", status, answer)
	}
	with := func(token any) *client {
		return &client{t: t, server: server, id: host.id, token: token.(string)}
	}
	two := &table2{host: host, invited: with(answer["token"])}
	two.watch = with(host.hello()["tokens"].(map[string]any)["watch"])
	status, answer = two.invited.act("sit", `{}`)
	if status != 200 || answer["token"] == nil {
		t.Fatalf("taking the seat: got %d %v", status, answer)
	}
	two.guest = with(answer["token"])
	return two
}

func (c *client) hello() map[string]any { return c.listen(1)[0] }

func (c *client) game() map[string]any { return c.listen(2)[1] }

// do performs an action at the current revision.
func (c *client) do(action string) (int, map[string]any) {
	c.t.Helper()
	return c.act(action, fmt.Sprintf(`{"revision": %v}`, c.game()["revision"]))
}

func (c *client) play(move string) (int, map[string]any) {
	c.t.Helper()
	return c.act("move", fmt.Sprintf(`{"revision": %v, "text": %q}`, c.game()["revision"], move))
}

// must performs an action that has to succeed.
func (c *client) must(action string) map[string]any {
	c.t.Helper()
	status, answer := c.do(action)
	if status != 200 || answer["refused"] != nil {
		c.t.Fatalf("%s: %d %v", action, status, answer)
	}
	return answer
}

func (c *client) moves() (text string) {
	for _, m := range c.game()["moves"].([]any) {
		text += m.(map[string]any)["san"].(string) + " "
	}
	return text
}

// Each seat can do what belongs to it, whoever opened the game, and nobody can
// take a seat that is taken.
func TestSeats(t *testing.T) {
	two := invite(t, newServer(t), forTwo)
	for _, s := range []struct {
		who    *client
		action string
		body   string
		want   int
	}{
		{two.watch, "move", `"text": "e4"`, 403},
		{two.watch, "resign", ``, 403},
		{two.watch, "draw", ``, 403},
		{two.watch, "decline", ``, 403},
		{two.watch, "rematch", ``, 403},
		{two.watch, "invite", `"side": "white"`, 403},
		{two.guest, "move", `"text": "e4"`, 403},
		{two.host, "move", `"text": "e4"`, 200},
		{two.host, "move", `"text": "e5"`, 403},
		{two.host, "back", `"n": 0`, 403},
		{two.host, "redo", ``, 403},
		{two.host, "hint", ``, 403},
		{two.host, "analyse", `"n": 0, "lines": 1`, 403},
		{two.host, "note", `"n": 1, "text": "x"`, 403},
		{two.host, "player", `"side": "black", "level": 3`, 403},
		{two.guest, "hint", ``, 403},
		{two.guest, "invite", `"side": "white"`, 403},
		{two.host, "invite", `"side": "white"`, 403},
	} {
		body := fmt.Sprintf(`{"revision": %v`, s.who.game()["revision"])
		if s.body != "" {
			body += ", " + s.body
		}
		if status, answer := s.who.act(s.action, body+"}"); status != s.want {
			t.Errorf("%s %s: %d %v, want %d", s.who.hello()["seat"], s.action, status, answer, s.want)
		}
	}
	if _, answer := two.host.act("invite", `{"side": "black"}`); answer["refused"] == nil {
		t.Errorf("a taken seat is offered again: %v", answer)
	}
	if _, answer := two.invited.act("sit", `{}`); answer["refused"] == nil {
		t.Errorf("a seat is taken twice: %v", answer)
	}
	for seat, c := range map[string]*client{"white": two.host, "black": two.guest, "watch": two.watch} {
		if hello := c.hello(); hello["seat"] != seat {
			t.Errorf("seat %s: got %v", seat, hello)
		}
	}
	if seat := two.invited.hello()["seat"]; seat != "watch" {
		t.Errorf("the used invitation has seat %v, want watch", seat)
	}
	two.guest.must("resign")
	if g := two.watch.game(); g["result"] != "1-0" || g["reason"] != "resignation" {
		t.Errorf("after Black resigned: %v, %v", g["result"], g["reason"])
	}
}

// What concerns both players is offered by one and accepted by the other: draws, take-backs, a
// change of sides, and another game.
func TestOffers(t *testing.T) {
	two := invite(t, newServer(t), forTwo)
	offer := func() string {
		o, _ := two.watch.game()["offer"].(map[string]any)
		return fmt.Sprint(o["by"], " ", o["what"])
	}
	two.host.play("e4")
	two.guest.play("e5")
	two.host.must("takeback")
	if two.host.moves() != "e4 e5 " || offer() != "white takeback" {
		t.Errorf("after a request to take back: moves %s, offer %s", two.host.moves(), offer())
	}
	two.host.must("takeback") // asking twice is not an answer
	if two.host.moves() != "e4 e5 " {
		t.Error("asking twice takes the move back")
	}
	two.guest.must("decline")
	if offer() != "<nil> <nil>" {
		t.Errorf("after declining: offer %s", offer())
	}
	two.host.must("takeback")
	if answer := two.guest.must("takeback"); answer["accepted"] != true || two.host.moves() != "" {
		t.Errorf("after accepting: %v, moves %s", answer, two.host.moves())
	}
	two.host.play("d4")
	two.host.must("takeback") // before the other side's move: one move
	two.guest.must("takeback")
	if two.host.moves() != "" {
		t.Errorf("after taking back one move: moves %s", two.host.moves())
	}
	two.host.play("d4")
	revision := two.guest.game()["revision"]
	two.host.must("draw")
	if two.guest.game()["revision"] != revision {
		t.Error("an offer changes the revision")
	}
	two.guest.play("d5") // a move is an answer
	if offer() != "<nil> <nil>" {
		t.Errorf("after a move: offer %s", offer())
	}
	two.guest.must("switch")
	two.host.must("switch")
	if seats := fmt.Sprint(two.host.hello()["seat"], two.guest.hello()["seat"]); seats != "blackwhite" {
		t.Errorf("after switching sides the seats are %s", seats)
	}
	if status, _ := two.host.play("c4"); status != 403 {
		t.Error("the host can still move for White")
	}
	two.guest.play("c4")
	if _, answer := two.guest.do("rematch"); answer["refused"] == nil {
		t.Error("a rematch is possible before the end")
	}
	two.guest.must("draw")
	two.host.must("draw")
	if g := two.watch.game(); g["result"] != "1/2-1/2" || g["reason"] != "agreement" {
		t.Errorf("after an agreed draw: %v, %v", g["result"], g["reason"])
	}
	for _, action := range []string{"takeback", "draw", "switch"} {
		if _, answer := two.host.do(action); answer["refused"] == nil {
			t.Errorf("%s is possible after the end", action)
		}
	}
	two.guest.must("rematch")
	if answer := two.watch.hello(); answer["next"] != nil {
		t.Error("a rematch begins when only one player wants it")
	}
	two.host.must("rematch")
	var next [3]*client
	for i, c := range []*client{two.host, two.guest, two.watch} {
		to := c.hello()["next"].(map[string]any)
		next[i] = &client{t: t, server: c.server, id: to["id"].(string), token: to["token"].(string)}
	}
	for i, want := range []string{"white", "black", "watch"} { // the host had Black last
		if seat := next[i].hello()["seat"]; seat != want {
			t.Errorf("rematch: client %d has seat %v, want %s", i, seat, want)
		}
	}
	if status, answer := next[0].play("e4"); status != 200 || answer["refused"] != nil {
		t.Errorf("cannot play in the rematch: %d %v", status, answer)
	}
}

// Both players come to the same rematch, however often and quickly they ask for it.
func TestOneRematch(t *testing.T) {
	two := invite(t, newServer(t), forTwo)
	two.host.must("resign")
	var asking sync.WaitGroup
	var games sync.Map
	for range 8 {
		for _, c := range []*client{two.host, two.guest} {
			asking.Go(func() {
				if _, answer := c.act("rematch", `{"revision": -1}`); answer["id"] != nil {
					games.Store(answer["id"], true)
				}
			})
		}
	}
	asking.Wait()
	n := 0
	games.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Errorf("%d rematches", n)
	}
}

// An engine accepts a draw offer or gives a reason, and keeps thinking meanwhile.
func TestEngineAnswers(t *testing.T) {
	c := begin(t, newServer(t), `{"variant": "chess", "players": [{}, {"level": 1}]}`)
	revision := c.game()["revision"]
	if _, answer := c.do("draw"); answer["answer"] != "the engine declines: it does not agree to a draw before move 20" {
		t.Errorf("the engine's answer to a draw offer: %v", answer)
	}
	if c.game()["revision"] != revision {
		t.Error("a declined offer changes the game")
	}
}

// Everybody can see who is there.
func TestPresence(t *testing.T) {
	two := invite(t, newServer(t), forTwo)
	seen := func() (here bool, away bool) {
		p := two.watch.hello()["people"].(map[string]any)["black"].(map[string]any)
		_, away = p["away"]
		return p["here"].(bool), away
	}
	if here, away := seen(); here || away {
		t.Error("Black is shown as present before opening the page")
	}
	done := make(chan bool)
	go func() {
		two.guest.follow(func(event map[string]any) bool { // until White's move
			moves, _ := event["moves"].([]any)
			return len(moves) == 0
		})
		close(done)
	}()
	until := func(want bool) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			here, away := seen()
			if here == want && away != want {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("Black is shown as here %v, away %v", here, away)
			}
		}
	}
	until(true)
	two.host.play("e4")
	<-done
	until(false)
}

// Seats, offers and clocks outlast the server, even if it is killed; links
// stay valid, without the key.
func TestSeatsOutlastTheServer(t *testing.T) {
	var dir string
	server, _, again := startServer(t, func(o *serve.Options) { dir = o.Dir })
	two := invite(t, server, `{"variant": "gun", "players": [{}, {}], "base": 300, "increment": 2}`)
	unplayed := invite(t, server, forTwo)
	two.host.play("e4")
	two.guest.play("e5")
	two.host.must("draw")
	left := two.watch.listen(3)[2]["clock"].(map[string]any)["left"].([]any)
	again()
	// A stranger who knows the ID of the game, but no token, learns nothing.
	stranger := &client{t: t, server: server, id: two.host.id, token: "x"}
	if status, _ := stranger.act("text", `{}`); status != 404 {
		t.Errorf("a stranger: got status %d, want 404", status)
	}
	if two.guest.moves() != "e4 e5 " || two.guest.hello()["seat"] != "black" || two.host.hello()["seat"] != "white" {
		t.Errorf("after the restart: moves %s, guest %v", two.guest.moves(), two.guest.hello())
	}
	if o, _ := two.guest.game()["offer"].(map[string]any); o["what"] != "draw" || o["by"] != "white" {
		t.Errorf("after the restart: offer %v", o)
	}
	now := two.watch.listen(3)[2]["clock"].(map[string]any)["left"].([]any)
	for i := range left {
		if d := left[i].(float64) - now[i].(float64); d < 0 || d > 60_000 {
			t.Errorf("clock %d: %v after the restart, %v before", i, now[i], left[i])
		}
	}
	two.guest.must("draw")
	if unplayed.guest.hello()["seat"] != "black" || unplayed.host.hello()["seat"] != "white" {
		t.Error("a game without moves is lost by the restart")
	}
	if files, err := os.ReadDir(filepath.Join(dir, ".seats")); err != nil || len(files) != 2 {
		t.Errorf("want two files of seats, got %v, %v", files, err)
	}
}

// After a restart a spectator does not start the clocks; they continue when a player returns.
func TestSpectatorsDoNotStartClocks(t *testing.T) {
	server, _, again := startServer(t, func(o *serve.Options) {})
	two := invite(t, server, `{"variant": "chess", "players": [{}, {}], "base": 60}`)
	late := invite(t, server, `{"variant": "chess", "players": [{}, {}], "base": 60}`)
	for _, two := range []*table2{two, late} {
		two.host.play("e4")
		two.guest.play("e5")
	}
	again()
	running := func(c *client) bool { return c.listen(3)[2]["clock"].(map[string]any)["running"] == true }
	for _, c := range []*client{two.watch, two.invited} {
		if running(c) {
			t.Errorf("the clock runs for %v alone", c.hello()["seat"])
		}
	}
	if !running(two.guest) || !running(two.watch) {
		t.Error("the clock does not run after a player has returned")
	}
	if !running(late.host) {
		t.Error("the clock does not run when a player is the first to return")
	}
}

// A deleted game that is restored has its seats, also if the server was restarted meanwhile.
func TestSeatsAreRestored(t *testing.T) {
	server, _, again := startServer(t, func(*serve.Options) {})
	two := invite(t, server, forTwo)
	two.host.play("e4")
	_, answer := two.host.asOwner("GET", "/api/saved", "")
	file := files(answer)[0]
	again() // no page is open any more
	for _, restore := range []bool{false, true} {
		if _, answer := two.host.asOwner("POST", "/api/saved/delete", fmt.Sprintf(`{"file": %q, "restore": %v}`, file, restore)); answer["refused"] != nil {
			t.Fatal(answer)
		}
		again()
	}
	_, opened := two.host.asOwner("POST", "/api/saved", fmt.Sprintf(`{"file": %q}`, file))
	if opened["id"] != two.host.id {
		t.Fatalf("the game is opened as %v, want %s", opened, two.host.id)
	}
	if host, guest := two.host.hello()["seat"], two.guest.hello()["seat"]; host != "white" || guest != "black" {
		t.Errorf("the seats are %v and %v", host, guest)
	}
}

// A game that another program has started since is opened with its seats.
func TestSeatsOfAnotherProgram(t *testing.T) {
	var dir string
	one, end, _ := startServer(t, func(o *serve.Options) { dir = o.Dir })
	server := newServerWith(t, func(o *serve.Options) { o.Dir = dir })
	two := invite(t, one, forTwo)
	two.host.play("e4")
	end()
	two.host.server, two.guest.server = server, server
	_, answer := two.host.asOwner("GET", "/api/saved", "")
	_, opened := two.host.asOwner("POST", "/api/saved", fmt.Sprintf(`{"file": %q}`, files(answer)[0]))
	if opened["id"] != two.host.id {
		t.Fatalf("the game is opened as %v, want %s", opened, two.host.id)
	}
	if host, guest := two.host.hello()["seat"], two.guest.hello()["seat"]; host != "white" || guest != "black" {
		t.Errorf("the seats are %v and %v", host, guest)
	}
}

// A shared server tells nobody with a link where its files are.
func TestPlayersAreNotToldWhereFilesAre(t *testing.T) {
	for _, shared := range []bool{false, true} {
		var dir string
		server, _, again := startServer(t, func(o *serve.Options) { dir, o.Shared = o.Dir, shared })
		c := &client{t: t, server: server}
		_, answer := c.asOwner("POST", "/api/games", forTwo)
		c.id, c.token = answer["id"].(string), answer["token"].(string)
		c.play("e4")
		_, answer = c.asOwner("GET", "/api/saved", "")
		file := files(answer)[0]
		check := func(what, text, says string) {
			t.Helper()
			if !strings.Contains(text, says) || strings.Contains(text, dir) == shared {
				t.Errorf("shared %v, %s: %q", shared, what, text)
			}
		}
		get := func() string {
			status, answer := c.send("GET", "/api/games/"+c.id+"/text", "")
			return fmt.Sprint(status, answer["error"])
		}
		again()
		elsewhere, err := table.Load(filepath.Join(dir, file), variants.Open, nil)
		if err != nil {
			t.Fatal(err)
		}
		check("open elsewhere", get(), file+" is open in another heterodox")
		elsewhere.Close()
		if err := os.Rename(filepath.Join(dir, file), filepath.Join(dir, "moved")); err != nil {
			t.Fatal(err)
		}
		if text := get(); text != "404this game has been deleted" {
			t.Errorf("shared %v, deleted: %q", shared, text)
		}
		if err := os.Rename(filepath.Join(dir, "moved"), filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
		c.hello()
		if err := os.Rename(dir, dir+"-moved"); err != nil {
			t.Fatal(err)
		}
		c.play("e5")
		check("unsaved", fmt.Sprint(c.game()["fault"]), "the game could not be saved: ")
		_, answer = c.send("GET", "/api/catalogue", "")
		check("catalogue", fmt.Sprint(answer["unsaved"]), "games cannot be saved: ")
		if err := os.Rename(dir+"-moved", dir); err != nil {
			t.Fatal(err)
		}
	}
}

// A page that is its own server ends when it is reloaded: a game that started from a given
// position is still there, though nobody has moved.
func TestAloneKeepsWhatWasSetUp(t *testing.T) {
	server, _, again := startServer(t, func(o *serve.Options) { o.Alone = true })
	c := begin(t, server, `{"variant": "chess", "fen": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "players": [{}, {}]}`)
	again()
	if c.hello()["seat"] != "owner" {
		t.Errorf("the seat is not the owner's: %v", c.hello())
	}
}
