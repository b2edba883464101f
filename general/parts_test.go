package general_test

import (
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

// TestParts: the rules in which a game differs from chess can be taken out one at a time, and
// what is left is a game without them.
func TestParts(t *testing.T) {
	usual := []string{"promotion", "double step", "en passant", "castling", "move rule", "repetition", "checkmate"}
	for name, own := range map[string][]string{
		"chess":         nil,
		"gun+fairy":     {"shooting"},
		"threecheck":    {"counted checks"},
		"kingofthehill": {"goal"},
		"crazyhouse":    {"drops", "captures to hand"},
		"atomic":        {"blast on capture"},
		"duck":          {"walls", "stalemate", "extinction"},
		"madhouse":      {"relocation"},
		"blackhole":     {"holes"},
		"fibonacci":     {"turns"},
	} {
		whole, parts, err := variants.Parts(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, p := range parts {
			if p.Usual != slices.Contains(usual, p.Name) {
				t.Errorf("%s: %q usual: %v", name, p.Name, p.Usual)
			}
			if !p.Usual {
				got = append(got, p.Name)
			}
			if p.Without.Board().Files != whole.Board().Files || len(p.Without.Start().Moves()) == 0 {
				t.Errorf("%s without %s cannot be played", name, p.Name)
			}
		}
		slices.Sort(got)
		slices.Sort(own)
		if !slices.Equal(got, own) {
			t.Errorf("%s has %q, want %q", name, got, own)
		}
	}
	if _, _, err := variants.Parts("nosuch"); err == nil {
		t.Error("a game that does not exist has parts")
	}
	if _, _, err := variants.Parts("cube3"); err == nil {
		t.Error("a cube has parts")
	}
}
