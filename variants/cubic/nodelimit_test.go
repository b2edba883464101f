package cubic

import (
	"testing"

	"github.com/heterodox-chess/heterodox/game"
)

// A limit of nodes is kept, whatever else there is time for, and a move comes of it.
func TestNodeLimit(t *testing.T) {
	rules, err := Rules(4)
	if err != nil {
		t.Fatal(err)
	}
	for _, lines := range []int{1, 2} {
		for _, nodes := range []uint64{1, 5000} {
			found := doorSearcher{}.Search(t.Context(), game.NewRecord(rules.Start()), game.Limits{Nodes: nodes, Lines: lines}, nil)
			if found.Best == game.NoMove || found.Info.Nodes > nodes+uint64(lines-1)*100_000 {
				t.Errorf("%d lines, %d nodes: %v after %d nodes", lines, nodes, found.Best, found.Info.Nodes)
			}
		}
	}
}
