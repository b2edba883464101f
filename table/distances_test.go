package table

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// fewMoves rates positions by the number of legal moves: an odd number is won, an even number
// drawn; checkmate is lost.
type fewMoves struct{ all bool }

func (f fewMoves) Distance(pos game.Position) (result int8, plies int, ok bool) {
	n := len(pos.Moves())
	switch {
	case pos.Outcome().Reason == rules.Checkmate:
		return -1, 0, true
	case n%2 == 1:
		return 1, n, f.all
	}
	return 0, 0, f.all
}

// An analysis shows distances, sorted, but only if all moves are known.
func TestDistances(t *testing.T) {
	pos := must.Get(t, variants.MustOpen("chess").ParsePosition, "k7/8/1K6/8/8/8/8/7R w - - 0 1")
	k := NewThinkers(1, nil)
	if got := k.distances(pos); got != nil {
		t.Errorf("without tables: %v", got)
	}
	if k.Tables = (fewMoves{}); k.distances(pos) != nil {
		t.Error("some moves are unknown")
	}
	k.Tables = fewMoves{true}
	list := k.distances(pos)
	if len(list) != len(pos.Moves()) || list[0].SAN != "Rh8#" || list[0].Result != 1 || list[0].Moves != 1 {
		t.Fatalf("%+v", list)
	}
	for i, d := range list[1:] {
		before := list[i]
		if d.Result > before.Result || d.Result < 0 && before.Result < 0 && d.Moves > before.Moves {
			t.Errorf("%s is listed after %s", d.SAN, before.SAN)
		}
		if !strings.ContainsAny(d.SAN, "KR") || len(d.Steps) != 2 {
			t.Errorf("%+v", d)
		}
	}
	mated := pos.Play(list[0].mustMove(t, pos))
	if k.distances(mated) != nil {
		t.Error("distances although the game is over")
	}
}

func (d Distance) mustMove(t *testing.T, pos game.Position) game.Move {
	t.Helper()
	return must.Get(t, pos.ParseSAN, d.SAN)
}
