package general

import (
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// Counting the answers to all moves of a node together gives the same as playing
// each of them and counting, in every game and throughout it.
func TestLeavesAgree(t *testing.T) {
	together := 0
	for _, name := range Builtin().Names() {
		rules := must.Get(t, Builtin().Open, name)
		for seed := range uint64(3) {
			playout(t, rules, 100+seed, 80, func(p game.Position) {
				switch p := p.(type) {
				case *position[[1]uint64]:
					together += leavesAgree(t, p.b.clone())
				case *position[[2]uint64]:
					together += leavesAgree(t, p.b.clone())
				}
			})
		}
	}
	if together < 1000 {
		t.Errorf("only %d positions were counted together", together)
	}
}

func leavesAgree[S set](t *testing.T, b *board[S]) int {
	t.Helper()
	if !b.r.still {
		return 0
	}
	before := *b
	got := b.countLeaves(func() bool { return false })
	if b.occ != before.occ || b.colors != before.colors || b.state != before.state {
		t.Errorf("%s: %s: the board is not what it was", b.r.Name, b.fen())
	}
	var want uint64
	start := b.list()
	for _, m := range b.moves[start:] {
		b.do(m)
		want += uint64(b.countMoves())
		b.undo()
	}
	if got != want {
		t.Errorf("%s: %s: %d answers, want %d", b.r.Name, b.fen(), got, want)
	}
	return 1
}
