package fast_test

import (
	"testing"

	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/variants"
)

// Mirroring a position twice changes nothing but the moves left in a turn.
func TestMirrorTwiceIsNothing(t *testing.T) {
	for _, name := range variants.Names() {
		start := variants.MustOpen(name).Start()
		once, err := fast.Mirror(start)
		if pos, _ := fast.Position(start); pos.Rules().Horde() || pos.Rules().Race() {
			if err == nil {
				t.Errorf("%s, where the colours differ, was turned over", name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if once.Side() == start.Side() {
			t.Errorf("%s: %s is to move in both", name, once.Side())
		}
		if twice, err := fast.Mirror(once); err != nil || twice.FEN() != start.FEN() {
			t.Errorf("%s: %v, %v, want %s", name, twice, err, start.FEN())
		}
	}
	if _, err := fast.Mirror(variants.MustOpen("cube3").Start()); err == nil {
		t.Error("a cube was turned over")
	}
}
