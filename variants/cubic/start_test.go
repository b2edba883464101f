package cubic

import (
	"testing"

	"github.com/heterodox-chess/heterodox/rules"
)

// Start positions are as docs/cubic.md says: quiet, and the same for both sides after
// half a turn about the axis of the files.
func TestStart(t *testing.T) {
	if _, ok := Start(MaxStart + 1); ok {
		t.Errorf("there is a start on a cube of edge %d", MaxStart+1)
	}
	for n := MinSize; n <= MaxStart; n++ {
		p, ok := Start(n)
		if !ok || p.Size() != n || p.Side() != rules.White || p.InCheck() {
			t.Fatalf("edge %d: no start, or a bad one: %v", n, p)
		}
		if n == MinSize {
			continue // two kings do not fit
		}
		for _, m := range p.Moves(nil) {
			if m.Captured() != rules.NoRole {
				t.Errorf("edge %d: %v captures at once", n, m)
			}
			if next := p.Play(m); next.CountMoves() == 0 {
				t.Errorf("edge %d: %v ends the game at once", n, m)
			}
		}
		for level := range n {
			for rank := range n {
				for file := range n {
					white, black := p.At(NewCell(file, rank, level)), p.At(NewCell(file, n-1-rank, n-1-level))
					if white.Role() != black.Role() || white != rules.NoPiece && white.Color() == black.Color() {
						t.Errorf("edge %d: %v is not the mirror of its opposite", n, NewCell(file, rank, level))
					}
				}
			}
		}
		for _, c := range []rules.Color{rules.White, rules.Black} {
			if _, ok := p.King(c); !ok {
				t.Errorf("edge %d: %v has no king", n, c)
			}
		}
	}
}
