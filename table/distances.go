package table

import (
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
)

// Tables are endgame tables: they give the result of a position with few pieces
// under best play (1 if the side to move wins, 0 for a draw, -1 if it loses) and the
// number of plies until the end.
type Tables interface {
	Distance(pos game.Position) (result int8, plies int, ok bool)
}

// A Distance is a legal move with what endgame tables say about it: the result
// for the side that makes it (1 for a win, 0 for a draw, -1 for a loss) and the
// number of moves until the end.
type Distance struct {
	SAN    string
	Steps  []screen.Step
	Result int8
	Moves  int
	plies  int
}

// distances returns all legal moves, best first, if the tables know them all.
func (k *Thinkers) distances(pos game.Position) (list []Distance) {
	if k == nil || k.Tables == nil || pos.Outcome().Over() {
		return nil
	}
	for _, m := range pos.Moves() {
		next := pos.Play(m)
		result, plies, ok := k.Tables.Distance(next)
		if !ok || next.Side() == pos.Side() {
			return nil
		}
		d := Distance{SAN: pos.SAN(m), Steps: screen.Of(pos).Steps(m), Result: -result, plies: plies + 1}
		if d.Moves = (d.plies + 1) / 2; d.Result < 0 {
			d.Moves = d.plies / 2
		}
		list = append(list, d)
	}
	slices.SortStableFunc(list, func(a, b Distance) int {
		if a.Result != b.Result {
			return int(b.Result - a.Result)
		}
		return int(a.Result) * (a.plies - b.plies)
	})
	return list
}
