package serve_test

import (
	"fmt"
	"strings"
	"testing"
)

// The games of a PGN file are listed the same way wherever it is cut into pieces.
func TestHeadlines(t *testing.T) {
	c := &client{t: t, server: newServer(t)}
	var b strings.Builder
	b.WriteString("\ufeff% an escape\n")
	for i := range 40 {
		fmt.Fprintf(&b, "; between games\n[White \"Ädam %d\"]\n[Black \"Bo\"]\n[Date \"2026.05.??\"]\n[Variant \"Gun\"]\n\n{first} 1. e4 {a [White \"x\"] in it} e5 (1... c5) 2. Nf3 %s\n\n", i, []string{"1-0", "", "*", "1/2-1/2"}[i%4])
	}
	b.WriteString("[White \"Broken]\n\n1. e4 *\n[White \"Last\"]\n1. d4")
	text := b.String()
	list := func(size int) (all []string) {
		for at, piece := 0, size; at < len(text); {
			end, query := at+piece, ""
			if end >= len(text) {
				end, query = len(text), "?last=1"
			}
			status, answer := c.send("POST", "/api/headlines"+query, text[at:end], "Content-Type", "application/octet-stream")
			if status != 200 {
				t.Fatalf("got %d %v", status, answer)
			}
			for _, g := range answer["games"].([]any) {
				g := g.(map[string]any)
				own := text[at+int(g["from"].(float64)) : at+int(g["to"].(float64))]
				white := g["white"].(string)
				if !strings.Contains(own, white) || strings.Count(own, "[Black") > 1 {
					t.Fatalf("the range of the game of %s contains %q", white, own)
				}
				all = append(all, fmt.Sprint(white, g["black"], g["result"], g["date"], g["variant"], g["moves"], g["fault"]))
			}
			next := int(answer["next"].(float64))
			if at, piece = at+next, size; next == 0 {
				piece = end - at + size
			}
		}
		return all
	}
	whole := list(len(text))
	if len(whole) != 42 || whole[1] != "Ädam 1Bo*2026-05gun3 <nil>" || !strings.Contains(whole[40], "tag") || whole[41] != "Last*<nil>chess1 <nil>" {
		t.Fatalf("file sent as a whole: got %d games: %q", len(whole), whole)
	}
	for _, size := range []int{1000, 333, 50} {
		if pieces := list(size); fmt.Sprint(pieces) != fmt.Sprint(whole) {
			t.Errorf("file sent in parts of %d bytes: got %q, want %q", size, pieces, whole)
		}
	}
	for body, want := range map[string]int{strings.Repeat(" ", 9<<20): 413, "": 200} {
		if status, _ := c.send("POST", "/api/headlines", body, "Content-Type", "application/octet-stream"); status != want {
			t.Errorf("%d bytes: got status %d, want %d", len(body), status, want)
		}
	}
	if status, _ := c.send("POST", "/api/headlines", "x", "Content-Type", "text/plain"); status != 415 {
		t.Errorf("wrong content type: got status %d, want 415", status)
	}
}
