package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/variants"
)

// plan adds a line of moves in UCI notation.
func (c *client) plan(line string) (int, map[string]any) {
	c.t.Helper()
	moves, _ := json.Marshal(strings.Fields(line))
	return c.act("condition", fmt.Sprintf(`{"revision": %v, "moves": %s}`, c.game()["revision"], moves))
}

// planned returns the lines that the client sees, in words.
func (c *client) planned() (text string) {
	list, _ := c.hello()["planned"].([]any)
	for _, l := range list {
		for _, m := range l.(map[string]any)["named"].([]any) {
			text += m.(map[string]any)["san"].(string) + " "
		}
		text += "; "
	}
	return text
}

// planTable starts a game for two, in which White has moved, and White plans.
func planTable(t *testing.T, server *httptest.Server, variant string, lines ...string) *table2 {
	t.Helper()
	two := invite(t, server, fmt.Sprintf(`{"variant": %q, "players": [{}, {}]}`, variant))
	two.host.play("e4")
	for _, line := range lines {
		if status, answer := two.host.plan(line); status != 200 || answer["refused"] != nil {
			t.Fatalf("%s: %d %v", line, status, answer)
		}
	}
	return two
}

// Lines are played as long as the opponent follows them, and dropped otherwise; opponent and
// spectators cannot see them.
func TestConditionalMoves(t *testing.T) {
	server := newServer(t)
	two := planTable(t, server, "chess", "e7e5 g1f3 b8c6 f1b5", "e7e5 g1f3 g8f6 f3e5", "c7c5 c2c3")
	if seen := two.host.planned(); seen != "e5 Nf3 Nc6 Bb5 ; e5 Nf3 Nf6 Nxe5 ; c5 c3 ; " {
		t.Errorf("unexpected lines: %s", seen)
	}
	for _, other := range []*client{two.guest, two.watch} {
		for _, event := range other.listen(3) {
			if text := fmt.Sprint(event); strings.Contains(text, "g1f3") || strings.Contains(text, "Nf3 ") || other.planned() != "" {
				t.Errorf("another client sees the lines: %s", text)
			}
		}
		if status, _ := other.act("uncondition", `{"moves": ["c7c5", "c2c3"]}`); other == two.watch && status != 403 {
			t.Errorf("a spectator deletes a line: got status %d, want 403", status)
		}
	}
	two.guest.play("e5")
	if moves, seen := two.host.moves(), two.host.planned(); moves != "e4 e5 Nf3 " || seen != "Nc6 Bb5 ; Nf6 Nxe5 ; " {
		t.Errorf("after e5: moves %s, lines %s", moves, seen)
	}
	two.guest.play("Nf6")
	if moves, seen := two.host.moves(), two.host.planned(); moves != "e4 e5 Nf3 Nf6 Nxe5 " || seen != "" {
		t.Errorf("after Nf6: moves %s, lines %s", moves, seen)
	}
	two = planTable(t, server, "chess", "e7e5 g1f3")
	two.guest.play("d5")
	if two.host.moves() != "e4 d5 " || two.host.planned() != "" {
		t.Errorf("after a move that no line foresees: moves %s, lines %s", two.host.moves(), two.host.planned())
	}
}

// An offer that comes with a move is not declined by a planned answer: that waits until the player
// declines it, also if the server is restarted; if it is accepted, or the player moves, it is not played.
func TestPlansAwaitOffers(t *testing.T) {
	server, _, again := startServer(t, func(*serve.Options) {})
	for _, want := range []struct {
		offer, answer string
		moves, result string
	}{
		{"draw", "decline", "e4 e5 Nf3 ", "*"},
		{"draw", "draw", "e4 e5 ", "1/2-1/2"},
		{"draw", "", "e4 e5 d4 ", "*"},
		{"switch", "decline", "e4 e5 Nf3 ", "*"},
	} {
		two := planTable(t, server, "chess", "e7e5 g1f3")
		two.guest.must(want.offer)
		two.guest.play("e5")
		again()
		if game := two.host.game(); two.host.moves() != "e4 e5 " || game["offer"] == nil || two.host.planned() != "Nf3 ; " {
			t.Errorf("%v: moves %s, lines %s, offer %v", want, two.host.moves(), two.host.planned(), game["offer"])
		}
		if want.answer == "" {
			two.host.play("d4")
		} else {
			two.host.must(want.answer)
		}
		game := two.host.game()
		if two.host.moves() != want.moves || game["result"] != want.result || two.host.planned() != "" {
			t.Errorf("%v: moves %s, result %v, lines %s", want, two.host.moves(), game["result"], two.host.planned())
		}
	}
}

// A take-back and a change of sides drop the plans.
func TestPlansDropped(t *testing.T) {
	server := newServer(t)
	two := planTable(t, server, "chess", "e7e5 g1f3")
	two.host.must("takeback")
	two.guest.must("takeback")
	two.host.play("e4")
	two.guest.play("e5")
	if two.host.moves() != "e4 e5 " {
		t.Errorf("a line survives a take-back: moves %s", two.host.moves())
	}
	two = planTable(t, server, "chess", "e7e5 g1f3")
	two.host.must("switch")
	two.guest.must("switch")
	two.host.play("e5") // as Black now
	if two.host.moves() != "e4 e5 " || two.host.planned()+two.guest.planned() != "" {
		t.Errorf("after switching sides: moves %s, lines %s", two.host.moves(), two.guest.planned())
	}
}

// An impossible line is refused with the reason, and a different answer replaces the old line.
func TestConditionsRefused(t *testing.T) {
	server := newServer(t)
	two := planTable(t, server, "chess", "e7e5 g1f3", "e7e5 g1f3 b8c6 f1b5", "e7e5 b1c3")
	if seen := two.host.planned(); seen != "e5 Nc3 ; " {
		t.Errorf("after another answer to the same move: lines %s", seen)
	}
	for line, want := range map[string]string{
		"e7e5":                      "must end with a move of your own",
		"":                          "must end with a move of your own",
		"e7e5 e4e5":                 "move 2",
		"e2e3 e7e5":                 "move 1",
		"nonsense":                  "move 1",
		strings.Repeat("a7a6 ", 41): "up to 40 moves",
	} {
		if status, answer := two.host.plan(line); status != 200 || !strings.Contains(fmt.Sprint(answer["refused"]), want) {
			t.Errorf("%.20q: %d %v", line, status, answer)
		}
	}
	if _, answer := two.guest.plan("e7e5 g1f3"); !strings.Contains(fmt.Sprint(answer["refused"]), "your move") {
		t.Errorf("the side to move can add a line: %v", answer)
	}
	if status, _ := two.watch.plan("e7e5 g1f3"); status != 403 {
		t.Errorf("a spectator adds a line: got status %d, want 403", status)
	}
	if status, _ := two.host.act("condition", `{"revision": 1, "moves": ["e7e5", "g1f3"]}`); status != 409 {
		t.Errorf("a line for an outdated position: got status %d, want 409", status)
	}
	timed := invite(t, server, `{"variant": "chess", "players": [{}, {}], "base": 300}`)
	timed.host.play("e4")
	if _, answer := timed.host.plan("e7e5 g1f3"); !strings.Contains(fmt.Sprint(answer["refused"]), "without a clock") {
		t.Errorf("a line in a game with a clock: %v", answer)
	}
	refused := ""
	for _, first := range []string{"a7a6", "b7b6", "c7c6", "d7d6"} { // lines that differ in Black's move
		for _, second := range strings.Fields("a8a7 g7g6 h7h6 h7h5 g7g5 f7f6 f7f5 g8f6 g8h6 b8d7 b8a6 b8c6 c8b7 c8a6 c8d7 b7b5") {
			if _, answer := two.host.plan(first + " g1f3 " + second + " f3g1"); answer["refused"] != nil && !strings.Contains(fmt.Sprint(answer["refused"]), "move 3") {
				refused = fmt.Sprint(answer["refused"])
			}
		}
	}
	if n := strings.Count(two.host.planned(), ";"); n < 40 || n > 50 || n == 50 && !strings.Contains(refused, "up to 50 lines") {
		t.Errorf("%d lines, last refusal %q", n, refused)
	}
	two.host.act("uncondition", `{"moves": ["e7e5", "b1c3"]}`)
	two.guest.play("e5")
	if moves := two.host.moves(); moves != "e4 e5 " {
		t.Errorf("a deleted line is played: %s", moves)
	}
}

// If turns have several moves, a line names each; all planned moves of a turn are played.
func TestPlansOfTurns(t *testing.T) {
	two := planTable(t, newServer(t), "marseillais", "e7e5 g8f6 g1f3 b1c3")
	two.guest.play("e5")
	if moves := two.host.moves(); moves != "e4 e5 " {
		t.Errorf("in the middle of a turn: moves %s", moves)
	}
	two.guest.play("Nf6")
	if moves := two.host.moves(); moves != "e4 e5 Nf6 Nf3 Nc3 " {
		t.Errorf("after the turn: moves %s", moves)
	}
}

// The position after supposed moves comes with its legal moves.
func TestSuppose(t *testing.T) {
	two := planTable(t, newServer(t), "chess")
	revision := two.host.game()["revision"]
	status, answer := two.host.act("suppose", fmt.Sprintf(`{"revision": %v, "moves": ["e7e5"], "steps": ["g1", "f3"]}`, revision))
	if status != 200 || fmt.Sprint(answer["moves"]) != "[e7e5 g1f3]" || answer["position"].(map[string]any)["side"] != "black" {
		t.Errorf("suppose: got %d %v", status, answer)
	}
	status, answer = two.host.act("suppose", fmt.Sprintf(`{"revision": %v, "moves": [], "text": "1… e5 2. Nf3 Nc6"}`, revision))
	if status != 200 || fmt.Sprint(answer["moves"]) != "[e7e5 g1f3 b8c6]" {
		t.Errorf("suppose: got %d %v", status, answer)
	}
	for _, body := range []string{`"moves": ["e7e4"]`, `"moves": [], "steps": ["e7", "e4"]`, `"moves": [], "text": "Ke7"`} {
		if _, answer = two.host.act("suppose", fmt.Sprintf(`{"revision": %v, %s}`, revision, body)); answer["refused"] == nil {
			t.Errorf("%s is not refused: %v", body, answer)
		}
	}
	if _, answer := two.host.act("why", fmt.Sprintf(`{"revision": %v, "n": -1, "moves": ["e7e5"], "steps": [], "square": "e5"}`, revision)); !strings.Contains(fmt.Sprint(answer["text"]), "Black") {
		t.Errorf("why: %v", answer)
	}
}

// Plans outlast the server, which answers a move that was made just before it stopped; a file
// that was tampered with does no harm.
func TestPlansOutlastTheServer(t *testing.T) {
	var dir string
	server, _, again := startServer(t, func(o *serve.Options) { dir = o.Dir })
	two := planTable(t, server, "chess", "e7e5 g1f3 b8c6 f1b5")
	again()
	if seen := two.host.planned(); seen != "e5 Nf3 Nc6 Bb5 ; " {
		t.Errorf("unexpected lines: %s", seen)
	}
	two.guest.play("e5")
	again()
	if moves, seen := two.host.moves(), two.host.planned(); moves != "e4 e5 Nf3 " || seen != "Nc6 Bb5 ; " {
		t.Errorf("moves %s, lines %s", moves, seen)
	}
	files, err := filepath.Glob(filepath.Join(dir, ".seats", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	text := must.Get(t, os.ReadFile, files[0])
	for _, bad := range []string{`[[]]`, `[["x"]]`, `null`} {
		again()
		os.WriteFile(files[0], []byte(strings.Replace(string(text), `[["b8c6","f1b5"]]`, bad, 1)), 0o600)
		two.guest.hello()
	}
	two.guest.play("Nc6")
	if moves := two.host.moves(); moves != "e4 e5 Nf3 Nc6 " {
		t.Errorf("after the file of lines was damaged: moves %s", moves)
	}
}

// A slowPosition waits before it reads or names a move.
type slowPosition struct {
	screen.Position
	wait func()
}

func (p slowPosition) Play(m game.Move) game.Position {
	return slowPosition{screen.Of(p.Position.Play(m)), p.wait}
}

func (p slowPosition) SAN(m game.Move) string {
	p.wait()
	return p.Position.SAN(m)
}

func (p slowPosition) ParseMove(text string) (game.Move, error) {
	p.wait()
	return p.Position.ParseMove(text)
}

type slowRules struct {
	game.Rules
	wait func()
}

func (r slowRules) Start() game.Position { return slowPosition{screen.Of(r.Rules.Start()), r.wait} }

// newSlowServer returns a server whose games of gun send on named, and wait until free is closed,
// before they read or name a move while slow is set.
func newSlowServer(t *testing.T) (server *httptest.Server, slow *atomic.Bool, named, free chan bool) {
	slow, named, free = &atomic.Bool{}, make(chan bool, 10), make(chan bool)
	server = newServerWith(t, func(o *serve.Options) {
		o.Open = func(name string) (game.Rules, error) {
			rules, err := variants.Open(name)
			if name != "gun" {
				return rules, err
			}
			return slowRules{rules, func() {
				if slow.Load() {
					named <- true
					<-free
				}
			}}, err
		}
	})
	return server, slow, named, free
}

// Putting the lines of a player into words, which takes long in some games, holds up nobody else.
func TestPlansHoldUpNobody(t *testing.T) {
	server, slow, named, free := newSlowServer(t)
	two := planTable(t, server, "gun", "e7e5 g1f3")
	other := begin(t, server, forTwo)
	slow.Store(true)
	seen, moved := make(chan string), make(chan bool)
	go func() { seen <- two.host.planned() }()
	<-named
	go func() {
		other.play("e4")
		moved <- true
	}()
	select {
	case <-moved:
	case <-time.After(10 * time.Second):
		t.Error("a move in another game waits")
	}
	slow.Store(false)
	close(free)
	if text := <-seen; text != "e5 Nf3 ; " {
		t.Errorf("unexpected lines: %s", text)
	}
	if t.Failed() {
		<-moved
	}
}

// A move played while a line is being added does not drop the player's lines.
func TestPlansKeptWhileAdding(t *testing.T) {
	server, slow, named, free := newSlowServer(t)
	two := planTable(t, server, "gun", "e7e5 g1f3 b8c6 f1b5")
	line := fmt.Sprintf(`{"revision": %v, "moves": ["c7c5", "c2c3"]}`, two.host.game()["revision"])
	slow.Store(true)
	added, played := make(chan bool), make(chan bool)
	go func() {
		two.host.act("condition", line)
		close(added)
	}()
	<-named
	slow.Store(false)
	go func() {
		two.guest.play("e5")
		close(played)
	}()
	select {
	case <-played:
	case <-time.After(time.Second):
	}
	close(free)
	<-added
	<-played
	if moves, seen := two.host.moves(), two.host.planned(); moves != "e4 e5 Nf3 " || seen != "Nc6 Bb5 ; " {
		t.Errorf("moves %s, lines %s", moves, seen)
	}
}
