package general

import (
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
)

// In games with parts of our own, pins and checks give the same legal moves as
// playing every move and examining the result; also where captures and turns are as in
// any game, so that nothing is judged.
func TestForeseenMoves(t *testing.T) {
	foreseen, seeds := 0, uint64(2)
	names := append([]string{
		"gun+shako", "madhouse+xiangqi", "gun+madhouse+capahouse", "rifle+madhouse+omicron", "gun+losers+capablanca",
		"madhouse+chess", "marseillais+threecheck+gun+grand", "fibonacci+madhouse+crazyhouse+janus", "gun+fischerandom+embassy",
		"threecheck+kingofthehill+capablanca",
		"nocastle+losers+gothic", "threecheck+crazyhouse+janus", "fairy+extinction+torpedo", "racingkings+threecheck+torpedo",
		"progressive+shako", "gun+makruk", "rifle+manchu", "madhouse+berolina", "gun+torpedo", "madhouse+losers+wolf",
	}, composed...)
	for _, name := range names {
		rules, err := Compose(name, Builtin())
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		for seed := range seeds {
			playout(t, rules, 300+seed, 60, func(p game.Position) {
				switch p := p.(type) {
				case *position[[1]uint64]:
					foreseen += foreseenAgree(t, p.b)
				case *position[[2]uint64]:
					foreseen += foreseenAgree(t, p.b)
				}
			})
		}
	}
	if foreseen < 1000 {
		t.Errorf("only %d positions were foreseen", foreseen)
	}
}

func foreseenAgree[S set](t *testing.T, b *board[S]) int {
	t.Helper()
	if !b.r.foresee && (b.r.judged || !b.r.composed) {
		return 0
	}
	looking := *b.r
	looking.judged, looking.foresee = true, false
	for _, phase := range []phase{everything, captures} {
		if phase == captures && b.r.special && !b.r.judged {
			continue // such games are never asked for captures alone
		}
		var lists [2][]move
		for i, r := range []*ruleset[S]{b.r, &looking} {
			c := b.clone()
			c.r = r
			g := generator[S]{board: c, listing: true, phase: phase}
			g.run()
			slices.Sort(c.moves)
			lists[i] = c.moves
			if n := c.clone().countMoves(); phase == everything && n != len(c.moves) || i == 0 && g.n != len(c.moves) {
				t.Errorf("%s: %s: %d and %d moves are counted, of %d", b.r.Name, b.fen(), n, g.n, len(c.moves))
			}
		}
		if !slices.Equal(lists[0], lists[1]) {
			t.Errorf("%s: %s: %s of %d, want %d", b.r.Name, b.fen(), difference(b, lists[0], lists[1]), len(lists[0]), len(lists[1]))
		}
	}
	return 1
}

// difference names a move that only one of two lists has.
func difference[S set](b *board[S], got, want []move) string {
	for _, m := range got {
		if !slices.Contains(want, m) {
			return "one too many, " + b.uci(m) + ","
		}
	}
	for _, m := range want {
		if !slices.Contains(got, m) {
			return "one too few, " + b.uci(m) + ","
		}
	}
	return "one twice"
}
