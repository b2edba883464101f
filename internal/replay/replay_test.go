package replay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

// files writes n games into two files, every seventh of them wrong.
func files(t *testing.T, n int) (names []string) {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[Round \"%d\"]\n\n1. e4 %s 2. Nf3 *\n\n", i, []string{"e5", "Ke5"}[min(1, max(0, 1-i%7))])
		if i == n/3 || i == n-1 {
			name := filepath.Join(t.TempDir(), "games.pgn")
			if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			names = append(names, name)
			b.Reset()
		}
	}
	return names
}

// Games come in order, whichever goroutine played them, wrong ones with their place.
func TestOrder(t *testing.T) {
	names, n := files(t, 500), 0
	err := Files(t.Context(), names, Options{Open: variants.Open}, func(g *Game) error {
		if g.Tag("Round") != fmt.Sprint(n) {
			t.Fatalf("game %d is that of round %s", n, g.Tag("Round"))
		}
		wrong := n%7 == 0
		if (g.Err != nil) != wrong || g.Record.Len() != map[bool]int{true: 1, false: 3}[wrong] {
			t.Fatalf("game %d: %v, %d moves", n, g.Err, g.Record.Len())
		}
		if wrong && !strings.HasPrefix(g.Err.Error(), fmt.Sprintf("game %d, line %d: move 1... Ke5: ", g.Number, g.Line+2)) {
			t.Errorf("game %d: %v", n, g.Err)
		}
		n++
		return nil
	})
	if err != nil || n != 500 {
		t.Errorf("%d games, %v", n, err)
	}
}

// Files ends when use returns an error, when the context ends, and at a file that cannot be
// read, after the games before it.
func TestEnds(t *testing.T) {
	names := files(t, 500)
	enough, n := errors.New("enough"), 0
	err := Files(t.Context(), names, Options{Open: variants.Open}, func(*Game) error {
		if n++; n == 10 {
			return enough
		}
		return nil
	})
	if err != enough || n != 10 {
		t.Errorf("%v after %d games", err, n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n = 0
	err = Files(ctx, names, Options{Open: variants.Open}, func(*Game) error {
		if n++; n == 10 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n != 10 {
		t.Errorf("%v after %d games", err, n)
	}
	n = 0
	err = Files(t.Context(), []string{names[0], "none.pgn"}, Options{Open: variants.Open}, func(*Game) error { n++; return nil })
	if !errors.Is(err, os.ErrNotExist) || n != 167 {
		t.Errorf("%v after %d games", err, n)
	}
}

// Packed text is recognised by its first bytes, and a text that only begins like one is an
// error.
func TestUnpack(t *testing.T) {
	for text, want := range map[string]string{"\x1f\x8bx": "EOF", "\x28\xb5\x2f\xfdxxxxxxxx": "", "": "none", "1.": "none"} {
		err := Files(t.Context(), []string{"-"}, Options{Open: variants.Open, In: strings.NewReader(text)}, func(*Game) error { return nil })
		if (err == nil) != (want == "none") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
