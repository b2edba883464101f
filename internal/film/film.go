// Package film makes the animation of a whole game.
package film

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// Of returns an animation of the game at a table up to a move, or of the line that leads to it
// in an analysis: every position with the last move highlighted, and the players' names, to
// which the last scene adds the result. dress adjusts each scene.
func Of(t *table.Table, last int, dress func(*picture.Scene) error) (a picture.Animation, err error) {
	record, ok := t.RecordAt(last)
	if !ok {
		return a, fmt.Errorf("the game has no move %d", last)
	}
	if record.Len() >= picture.MaxScenes {
		return a, fmt.Errorf("%d moves are too many for an animation, which has up to %d positions", record.Len(), picture.MaxScenes)
	}
	state := t.State()
	line := lineTo(state.Tree, last)
	names := namesOf(state)
	for i := range record.Len() + 1 {
		pos := record.At(i)
		s := picture.FromPosition(pos)
		if s.Names = names; i == record.Len() && state.Result.Over() && last == lastOf(state) {
			s.Names = ended(names, state.Result.Result)
		}
		s.Check, _ = table.InCheck(pos)
		if i > 0 && i <= len(line) {
			for _, step := range line[i-1].Steps {
				if step.Kind == screen.StepFrom || step.Kind == screen.StepTo || step.Kind == screen.StepPut {
					s.Last = append(s.Last, step.Square)
				}
			}
		}
		if err := dress(&s); err != nil {
			return a, err
		}
		a.Scenes = append(a.Scenes, s)
	}
	return a, nil
}

// lineTo returns the moves up to and including one.
func lineTo(tree table.Tree, last int) (line []table.Node) {
	by := map[int]table.Node{}
	for _, n := range tree {
		by[n.ID] = n
	}
	for n, ok := by[last]; ok; n, ok = by[n.Parent] {
		line = append(line, n)
	}
	slices.Reverse(line)
	return line
}

// lastOf returns the ID of the last move of the main line, 0 if there is none.
func lastOf(s table.State) (id int) {
	next := map[int]int{}
	for _, n := range s.Tree {
		if _, ok := next[n.Parent]; !ok {
			next[n.Parent] = n.ID
		}
	}
	for next[id] != 0 {
		id = next[id]
	}
	return id
}

// Last returns the ID of the last move of a game, or of an analysis's main line.
func Last(t *table.Table) int { return lastOf(t.State()) }

// namesOf returns the players' names, "" for both if there are none.
func namesOf(s table.State) (names [2]string) {
	if s.Study && s.Players == [2]table.Player{} {
		return names
	}
	for c, p := range s.Players {
		if names[c] = p.String(); names[c] == "human" {
			names[c] = [...]string{"White", "Black"}[c]
		}
	}
	return names
}

// ended adds a result to the names.
func ended(names [2]string, result rules.Result) [2]string {
	points := [...][2]string{rules.WhiteWins: {"1", "0"}, rules.BlackWins: {"0", "1"}, rules.Draw: {"½", "½"}}[result]
	for c := range names {
		if names[c] != "" {
			names[c] += "   " + points[c]
		}
	}
	return names
}
