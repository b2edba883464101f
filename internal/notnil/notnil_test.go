package notnil_test

import (
	"os"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/notnil"
	"github.com/heterodox-chess/heterodox/perft"
	"github.com/heterodox-chess/heterodox/variants"
)

func position(t *testing.T, variant, fen string) chess.Position {
	t.Helper()
	return must.Get(t, variants.MustCompile(variant).ParseFEN, fen)
}

// TestAgrees compares the positions of the orthodox suite with the library, two moves deep.
func TestAgrees(t *testing.T) {
	file, err := os.Open("../../perft/testdata/chess.epd")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cases, err := perft.ReadSuite(file.Name(), file, "chess", variants.Open)
	if err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		pos, _ := fast.Position(c.Position)
		ref, ok := notnil.New(&pos)
		if !ok {
			t.Errorf("%s:%d: the library does not know the position", c.File, c.Number)
			continue
		}
		depth := 2
		if testing.Short() {
			depth = 1
		}
		if diff, _, err := perft.Verify(t.Context(), &pos, depth, ref); diff != nil || err != nil {
			t.Errorf("%s:%d: %v, %v", c.File, c.Number, diff, err)
		}
	}
}

func TestCompareFindsDifferences(t *testing.T) {
	const fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9"
	pos := position(t, "chess", fen)
	ref, _ := notnil.New(&pos)
	if err := ref.Compare(&pos); err != nil {
		t.Errorf("the same position: %v", err)
	}
	for _, other := range []string{
		"r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 3 9",
		"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQk - 3 9",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 8",
	} {
		pos := position(t, "chess", other)
		if err := ref.Compare(&pos); err == nil || !strings.Contains(err.Error(), fen) {
			t.Errorf("%s: error %v", other, err)
		}
	}
	if after := ref.Play("e1e5"); after.Compare(&pos) != nil {
		t.Error("an unknown move changes the position")
	}
}

func TestOtherGamesAreRefused(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		want         bool
	}{
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true},
		{"standard", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"chess", "4k3/8/8/8/8/8/8/2K3R1 w - - 0 1", true},
		{"chess", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", false},
		{"chess", "4k3/8/8/8/8/8/8/3K3R w H - 0 1", false},
		{"chess960", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false},
		{"gun", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false},
	} {
		pos := position(t, c.variant, c.fen)
		if _, ok := notnil.New(&pos); ok != c.want {
			t.Errorf("%s | %s: %v", c.variant, c.fen, ok)
		}
	}
}
