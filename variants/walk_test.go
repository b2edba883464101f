package variants_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// A walker and the positions of a game are two views of the same game: they agree on
// moves, keys and results, the walker can return to where it was, and its move codes
// mean what the interface promises, in every game that has a walker.
func TestWalkersAgreeWithPositions(t *testing.T) {
	plies := 20
	if testing.Short() {
		plies = 6
	}
	names := append(variants.Builtin().Names(), "cube2", "cube3", "cube4", "cube7")
	walked := 0
	for i, name := range names {
		ruleset := must.Get(t, variants.Open, name)
		pos, ok := ruleset.Start().(game.Walkable)
		if !ok {
			continue // the fast machine plays it
		}
		random := rand.New(rand.NewPCG(7, uint64(i)))
		walked++
		w := pos.Walk()
		var path []game.Walkable
		for range plies {
			if err := agrees(w, pos); err != nil {
				t.Errorf("%s %s: %v", name, pos.FEN(), err)
				break
			}
			moves := pos.Moves()
			if len(moves) == 0 || pos.Outcome().Over() {
				break
			}
			m := moves[random.IntN(len(moves))]
			w.Play(w.Code(m))
			path = append(path, pos)
			pos = pos.Play(m).(game.Walkable)
		}
		for len(path) > 0 {
			last := path[len(path)-1]
			path = path[:len(path)-1]
			if w.Undo(); w.Key() != last.Key() || w.CountMoves() != len(last.Moves()) {
				t.Errorf("%s: not back at %s", name, last.FEN())
			}
		}
	}
	if walked < 30 {
		t.Errorf("only %d games have walkers", walked)
	}
	t.Logf("%d games", walked)
}

// agrees compares a walker with the position it should be at.
func agrees(w game.Walker, pos game.Walkable) error {
	legal := pos.Moves()
	codes := w.Moves(nil)
	if w.Key() != pos.Key() || w.Side() != pos.Side() {
		return fmt.Errorf("another position")
	}
	if r, over := w.Verdict(); over != (pos.Outcome().Over() && pos.Outcome().Reason != rules.Checkmate && len(legal) > 0) && len(legal) > 0 {
		return fmt.Errorf("verdict %v, %v, but outcome %v", r, over, pos.Outcome())
	}
	if len(legal) == 0 {
		r, over := w.Verdict()
		if !over {
			r = w.NoMoves()
		}
		if r != pos.Outcome().Result {
			return fmt.Errorf("ends with %v, not %v", r, pos.Outcome().Result)
		}
	}
	noisy := w.Noisy(nil)
	greedy := len(noisy) == 0 && !slices.ContainsFunc(legal, func(m game.Move) bool { _, captures := pos.Captured(m); return !captures })
	var got []game.Move
	seen := map[game.Code]bool{}
	for _, c := range codes {
		m := w.Move(c)
		got = append(got, m)
		switch {
		case c == 0 || c >= 1<<30 && !w.Traits().Long || seen[c]:
			return fmt.Errorf("%s has the code %x", pos.UCI(m), c)
		case w.Code(m) != c:
			return fmt.Errorf("%s has the codes %x and %x", pos.UCI(m), c, w.Code(m))
		case w.PieceTo(c) >= game.PieceTos || w.FromTo(c) >= game.FromTos || w.Victim(c) >= game.Victims:
			return fmt.Errorf("%s: %d, %d, %d", pos.UCI(m), w.PieceTo(c), w.FromTo(c), w.Victim(c))
		}
		if _, captures := pos.Captured(m); captures && c&game.NoisyCode == 0 && !greedy || captures != (w.Victim(c) > 0) {
			return fmt.Errorf("%s captures: %v, victim %d", pos.UCI(m), captures, w.Victim(c))
		}
		w.Gain(c)
		w.Exchange(c)
		for side := pos.Side().Opponent(); ; side = side.Opponent() {
			if _, _, ok := w.Recapture(side); !ok {
				break
			}
		}
		if c&game.NoisyCode == 0 {
			quiet := w.Quiets([]game.Code{c}, nil)[0]
			quiet.Rise = 0
			if want := (game.Quiet{PieceTo: uint16(w.PieceTo(c)), FromTo: uint16(w.FromTo(c)), Threatens: w.Threatens(c)}); quiet != want {
				return fmt.Errorf("%s: %+v, not %+v", pos.UCI(m), quiet, want)
			}
		}
		seen[c] = true
	}
	slices.Sort(got)
	slices.Sort(legal)
	if !slices.Equal(got, legal) {
		return fmt.Errorf("%d moves, not %d", len(got), len(legal))
	}
	for _, c := range codes {
		if _, captures := pos.Captured(w.Move(c)); captures && !greedy && !slices.Contains(noisy, c) {
			return fmt.Errorf("%s is not among the noisy moves", pos.UCI(w.Move(c)))
		}
	}
	for _, c := range noisy {
		if !seen[c] || c&game.NoisyCode == 0 {
			return fmt.Errorf("%s is among the noisy moves", pos.UCI(w.Move(c)))
		}
	}
	// Evaluating does not change the walker's position, and undoing a null move
	// returns to where it began.
	value, key := w.Evaluate(), w.Key()
	if w.MayPass() {
		w.Pass()
		if w.Side() == pos.Side() || w.Key() == key {
			return fmt.Errorf("a null move changes nothing")
		}
		w.Undo()
	}
	if w.Key() != key || w.Evaluate() != value || w.Clone().Evaluate() != value {
		return fmt.Errorf("undoing does not restore the position")
	}
	return nil
}
