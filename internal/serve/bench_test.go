package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/draft"
	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/variants"
)

// bench sends a text, with an edit if one is given.
func (c *client) bench(path, text string, edit *draft.Edit) map[string]any {
	c.t.Helper()
	body, _ := json.Marshal(map[string]any{"text": text, "edit": edit, "players": [2]struct{}{}})
	_, answer := c.send("POST", "/api/bench"+path, string(body))
	return answer
}

// Faults are reported with their place; the game is shown as far as it can be.
func TestBenchFaults(t *testing.T) {
	c := &client{t: t, server: newServer(t)}
	for _, f := range []struct{ text, fault, pieces string }{
		{"", "there is no game", "map[]"},
		{"[a:chess]\nfoo = 1\n", "map[key:foo line:2 text:unknown key", "a1:wR"},
		{"[a:chess]\nmaxFile = 99999999999999999999999999\n", "map[key:maxFile line:2 text:\"99999999999999999999999999\" is not a file", "a1:wR"},
		{"[a:chess]\nstartFen = 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\n", "squares:[e8]", "e2:wR"},
		{"[a:chess]\nstartFen = " + strings.Repeat("9", 5000) + "/k* w\n", "map[key:startFen", "a7:bK"},
		{"[a:chess]\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n", "map[key:startFen", "map[]"},
		{"[a:chess]\ncustomPiece1 = n:W\n", "map[]", "b1:wN"},
		{"[chess]\n", "a game with this name exists already", ""},
	} {
		answer := c.bench("", f.text, nil)
		faults, pieces := fmt.Sprint(answer["faults"]), fmt.Sprint(answer["pieces"])
		if f.fault == "map[]" && faults != "[]" || f.fault != "map[]" && !strings.Contains(faults, f.fault) || !strings.Contains(pieces, f.pieces) {
			t.Errorf("%.60q: got faults %s, pieces %.100s", f.text, faults, pieces)
		}
	}
	if a := c.bench("", "[a:chess]\n", &draft.Edit{Op: "put", Square: "e4", Piece: "wX"}); !strings.Contains(fmt.Sprint(a["refused"]), "no piece") {
		t.Errorf("an impossible edit: got refusal %v", a["refused"])
	}
	if a := c.bench("", strings.Repeat("#", 60_001), nil); !strings.Contains(fmt.Sprint(a["refused"]), "longer") {
		t.Errorf("a text that is too long: got refusal %v", a["refused"])
	}
}

// All keys of squares and all parts say what they do, and those that contradict the game say why.
func TestBenchSwitches(t *testing.T) {
	c := &client{t: t, server: newServer(t)}
	answer := c.bench("", "[a:gun+chess]\npass = true\n", nil)
	if !strings.Contains(fmt.Sprint(answer["faults"]), "cannot be combined with pass") {
		t.Errorf("gun with passes: got faults %v", answer["faults"])
	}
	answer = c.bench("", "[a:gun+chess]\n", nil)
	settings := map[string]map[string]any{}
	for _, s := range answer["settings"].([]any) {
		set := s.(map[string]any)
		settings[set["key"].(string)] = set
	}
	if why := fmt.Sprint(settings["pass"]["refused"]); !strings.Contains(why, "cannot be combined with pass") {
		t.Errorf("setting pass is refused with %s", why)
	}
	if on := fmt.Sprint(settings["capturer"]["value"]); on != "stays" {
		t.Errorf("capturer is %s, want stays", on)
	}
	parts := map[string]map[string]any{}
	for _, p := range answer["parts"].([]any) {
		part := p.(map[string]any)
		parts[part["name"].(string)] = part
	}
	if parts["gun"]["on"] != true || !strings.Contains(fmt.Sprint(parts["rifle"]["refused"]), "both change whether capturing pieces move") || parts["fairy"]["refused"] != nil {
		t.Errorf("unexpected parts: %v", parts)
	}
}

// A game can be tried without being known or saved; its analysis and its link include it.
func TestBenchTry(t *testing.T) {
	server := newServer(t)
	c := &client{t: t, server: server}
	const text = "[tried:chess]\nstartFen = 4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1\n"
	answer := c.bench("/try", text, nil)
	c.id, c.token = fmt.Sprint(answer["id"]), fmt.Sprint(answer["token"])
	if status, a := c.act("move", `{"revision": 1, "text": "a4"}`); status != http.StatusOK || a["refused"] != nil {
		t.Fatalf("a move: got %d %v", status, a)
	}
	if _, a := c.send("POST", "/api/position", `{"variant": "tried"}`); a["refused"] == nil {
		t.Errorf("a game on trial can be opened by name: %v", a)
	}
	_, study := c.act("analysis", `{"n": 1}`)
	c.id, c.token = fmt.Sprint(study["id"]), fmt.Sprint(study["token"])
	if status, a := c.act("move", `{"n": 1, "text": "Kf7"}`); status != http.StatusOK || a["refused"] != nil {
		t.Fatalf("a move in the analysis: got %d %v", status, a)
	}
	_, link := c.send("GET", "/api/games/"+c.id+"/link", "")
	opened := begin(t, server, fmt.Sprintf(`{"link": %q, "analysis": true}`, link["link"]))
	if _, position := opened.send("GET", "/api/games/"+opened.id+"/at/2", ""); !strings.Contains(fmt.Sprint(position["fen"]), "8/5k2/8/8/P7/8/1PPP4/4K3") {
		t.Errorf("the link opens the wrong position: %v", position)
	}
	if a := c.bench("/try", "[tried:chess]\nstartFen = 8\n", nil); a["refused"] == nil {
		t.Errorf("an unplayable game can be tried: %v", a)
	}
}

// Different games may have the same name: each edition gets its own number, also for
// the game that a link holds.
func TestEditions(t *testing.T) {
	server := newServer(t)
	c := &client{t: t, server: server}
	names, links := []string{}, []string{}
	for _, moves := range []string{"WD", "WA", "WD", "FA", "WA"} {
		text := "[edition:chess]\ncustomPiece1 = x:" + moves + "\nstartFen = 4k3/8/8/8/8/8/8/X3K3 w - - 0 1\n"
		names = append(names, fmt.Sprint(c.bench("/keep", text, nil)["name"]))
		links = append(links, fmt.Sprint(c.bench("/link", text, nil)["link"]))
	}
	if got := strings.Join(names, " "); got != "edition edition-2 edition edition-3 edition-2" {
		t.Errorf("wrong names of editions: %s", got)
	}
	for i, link := range links {
		if _, a := c.send("POST", "/api/link", fmt.Sprintf(`{"link": %q}`, link)); fmt.Sprint(a["name"]) != names[i] {
			t.Errorf("link %d: got %v, want %s", i, a, names[i])
		}
	}
	tried := c.bench("/try", "[edition:chess]\ncustomPiece1 = x:Q\nstartFen = 4k3/8/8/8/8/8/8/X3K3 w - - 0 1\n", nil)
	c.id, c.token = fmt.Sprint(tried["id"]), fmt.Sprint(tried["token"])
	if _, a := c.act("move", `{"revision": 1, "text": "a1a7"}`); a["refused"] != nil || a["error"] != nil {
		t.Fatal(a)
	}
	_, link := c.send("GET", "/api/games/"+c.id+"/link", "")
	opened := begin(t, server, fmt.Sprintf(`{"link": %q}`, link["link"]))
	r, _ := http.NewRequest("GET", server.URL+"/api/games/"+opened.id+"/text", nil)
	r.Header.Set("Heterodox-Seat", opened.token)
	response, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text := make([]byte, 4000)
	n, _ := response.Body.Read(text)
	if !strings.Contains(string(text[:n]), `[Variant "edition-4"]`) {
		t.Errorf("the link contains the wrong game:\n%s", text[:n])
	}
}

// absurd are games that nobody would play.
var absurd = func() map[string]string {
	letters := "abcdefghijlmnopqrstuvwxyz"
	army, names := "", []string{}
	for i := range 25 {
		army += fmt.Sprintf("customPiece%d = %c:%s\n", i+1, letters[i], strings.Repeat("NCZHWDFAQ", 4))
		names = append(names, fmt.Sprintf("%c:piece %c", letters[i], letters[i]))
	}
	row := func(s string) string { return strings.Repeat(s, 16) }
	full := strings.Repeat(row("a")+"/", 7) + row("k")[:1] + row("b")[:15] + "/" + strings.Repeat(row("C")+"/", 7) + row("K")[:1] + row("D")[:15]
	return map[string]string{
		"all kinds":    "[x:chess]\nmaxFile = 16\nmaxRank = 16\n" + army + "pieceNames = " + strings.Join(names, ", ") + "\nstartFen = " + full + " w - - 0 1\n",
		"free drops":   "[x:chess]\nmaxFile = 16\nmaxRank = 16\n" + army + "pieceDrops = true\nfreeDrops = true\nstartFen = k15/" + strings.Repeat("16/", 14) + "15K w - - 0 1\n",
		"huge numbers": "[x:chess]\nmaxFile = 1" + strings.Repeat("0", 40_000) + "\nnMoveRule = 99999999999999999999\nstartFen = 99999999999/8 w - - 99999999999999 99999999999\n",
		"many pieces":  "[x:chess]\n" + strings.Repeat("customPiece1 = x:WD\n", 2800),
		"many games":   strings.Repeat("[x:chess]\n", 5900),
		"endless":      "[x:chess]\nstalemateValue = none\nnMoveRule = 0\nnFoldRule = 0\npass = true\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1\n",
		"deep":         strings.Join(chain(900), ""),
		"betza":        "[x:chess]\ncustomPiece1 = x:" + strings.Repeat("fbmcrlsvnjpgiW", 200) + "\n",
		"zones":        "[x:chess]\nholes = " + strings.Repeat("*1 a* ", 9000) + "\n",
		"one square":   "[x]\nmaxFile = 1\nmaxRank = 1\nking = k\nstartFen = K w - - 0 1\n",
		"all rules":    "[x:gun+madhouse+blackhole+fibonacci+crazyhouse+antichess+fivecheck+kingofthehill+chess]\n",
	}
}()

func chain(n int) (list []string) {
	parent := "chess"
	for i := range n {
		list = append(list, fmt.Sprintf("[g%d:gun+%s]\n", i, parent))
		parent = fmt.Sprintf("g%d", i)
	}
	return list
}

// A hostile or absurd game is answered, tried if possible, and searched; the whole test
// stays within its time limit.
func TestBenchAbsurd(t *testing.T) {
	server := newServer(t)
	for name, text := range absurd {
		c := &client{t: t, server: server}
		answer := c.bench("", text, nil)
		if answer["faults"] == nil && answer["refused"] == nil {
			t.Errorf("%s: neither faults nor a refusal: %.200v", name, answer)
		}
		tried := c.bench("/try", text, nil)
		if answer["plays"] != true || tried["id"] == nil {
			continue
		}
		c.id, c.token = fmt.Sprint(tried["id"]), fmt.Sprint(tried["token"])
		if _, a := c.act("hint", `{}`); a["steps"] == nil && a["refused"] == nil {
			t.Errorf("%s: the engine gives neither a hint nor a refusal: %v", name, a)
		}
	}
}

// Texts of the bench are kept only in the page; only games that were added are saved.
func TestBenchKeepsNothing(t *testing.T) {
	dir := ""
	server := newServerWith(t, func(o *serve.Options) { dir = o.Dir })
	c := &client{t: t, server: server}
	c.bench("", "[scrap:chess]\ndoubleStep = false\n", nil)
	c.bench("/try", "[scrap:chess]\ndoubleStep = false\n", nil)
	c.bench("/link", "[scrap:chess]\ndoubleStep = false\n", nil)
	if kept, _ := filepath.Glob(filepath.Join(dir, "*")); len(kept) > 0 {
		t.Errorf("files are kept too early: %v", kept)
	}
	c.bench("/keep", "[scrap:chess]\ndoubleStep = false\n", nil)
	if kept, _ := os.ReadDir(filepath.Join(dir, ".variants")); len(kept) != 1 {
		t.Errorf("want one kept file, got %v", kept)
	}
}

// A game in the making is exported; the file for Fairy-Stockfish describes the same game.
func TestBenchExport(t *testing.T) {
	c := &client{t: t, server: newServer(t)}
	export := func(text, kind string) map[string]any {
		t.Helper()
		body, _ := json.Marshal(map[string]any{"text": text, "kind": kind})
		_, answer := c.send("POST", "/api/bench/export", string(body))
		return answer
	}
	const own = "customPiece1 = w:WD\npromotionPieceTypes = w q\nstartFen = rnbqkbnw/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNW w - - 0 1\n"
	a := export("[drafted:chess]\n"+own, "fsf")
	file := fmt.Sprint(a["file"])
	if a["name"] != "variants.ini" || fmt.Sprint(a["cannot"]) != "[]" || !strings.HasPrefix(file, "[drafted]\n") {
		t.Fatalf("unexpected file: %v", a)
	}
	sketch, errs := variants.Sketch("[drafted:chess]\n" + own)
	again, more := variants.Sketch(file)
	if len(errs)+len(more) > 0 || again.Rules.Start().FEN() != sketch.Rules.Start().FEN() || len(again.Rules.Start().Moves()) != len(sketch.Rules.Start().Moves()) {
		t.Errorf("the exported file defines a different game: %v, %v\n%s", errs, more, file)
	}
	a = export("[drafted:gun+chess]\n"+own, "fsf")
	if fmt.Sprint(a["cannot"]) != "[capturing pieces stay where they were]" || !strings.Contains(fmt.Sprint(a["file"]), "# not expressed: capturing pieces stay where they were\n") {
		t.Errorf("with a gun: unexpected file: %v", a)
	}
	for text, want := range map[string]string{
		"[drafted_test:gun+chess]\n" + own:                       "package draftedtest\n",
		"[drafted_test:gun+blackhole+chess]\n# a comment only\n": "package variants\n",
	} {
		if a = export(text, "go"); a["name"] != "draftedtest.go" || !strings.Contains(fmt.Sprint(a["file"]), want) || !strings.Contains(fmt.Sprint(a["file"]), `"drafted_test"`) {
			t.Errorf("%q: unexpected Go file: %v", text, a)
		}
	}
	if a = export("[drafted:gun+chess]\n"+own, "html"); a["name"] != "drafted.html" || !strings.Contains(fmt.Sprint(a["file"]), "<h1>Drafted</h1>") {
		t.Errorf("unexpected printable rules: %.200v", a)
	}
	for text, kind := range map[string]string{"[drafted:chess]\n": "pdf", "[drafted:chess]\nfoo = 1\n": "go", "": "fsf"} {
		if a = export(text, kind); a["refused"] == nil {
			t.Errorf("%q can be exported as %s: %v", text, kind, a)
		}
	}
}
