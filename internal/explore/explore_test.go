package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

func played(t testing.TB, variant, moves string) *game.Record {
	t.Helper()
	return must.Play(t, variants.MustOpen(variant).Start(), moves)
}

// Moves are counted with the results of their games, also after transpositions, and only in
// games of the same variant.
func TestLook(t *testing.T) {
	games := []Game{
		Of(played(t, "chess", "e4 e5 Nf3 Nc6"), rules.WhiteWins), Of(played(t, "chess", "Nf3 e5 e4 d6"), rules.Draw), Of(played(t, "chess", "e4 c5"), rules.BlackWins),
		Of(played(t, "chess", "e4"), rules.Ongoing), Of(played(t, "gun", "e4 e5 Nf3 d5"), rules.WhiteWins), {},
		Of(played(t, "chess", "Nf3 Nf6 Ng1 Ng8 e4"), rules.WhiteWins), // reaches the start position twice
	}
	for _, test := range [][2]string{
		{"", "{2 1 1 1} e4 {1 0 1 1}, Nf3 {1 1 0 0} [0 1 2]"},
		{"e4", "{2 0 1 1} c5 {0 0 1 0}, e5 {1 0 0 0} [0 2 3]"},
		{"e4 e5 Nf3", "{1 1 0 0} Nc6 {1 0 0 0}, d6 {0 1 0 0} [0 1]"},
		{"a3", "{0 0 0 0}  []"},
	} {
		pos := played(t, "chess", test[0]).Position()
		f := Look(pos, slices.All(games), 3)
		var moves []string
		for _, m := range f.Moves {
			moves = append(moves, fmt.Sprint(pos.SAN(m.Move), " ", m.Results))
		}
		if got := fmt.Sprint(f.Results, " ", strings.Join(moves, ", "), " ", f.Games); got != test[1] {
			t.Errorf("after %q: %s, want %s", test[0], got, test[1])
		}
	}
	if start := variants.MustOpen("gun").Start(); !games[4].Has(start) || games[3].Has(start) || games[5].Has(start) {
		t.Error("a game has positions of another variant")
	}
}

// In any game all positions up to Depth are found, with the moves played.
func TestLookAnywhere(t *testing.T) {
	for _, name := range []string{"chess", "crazyhouse", "fibonacci", "madhouse", "shogi", "duck", "cube3", "seirawan"} {
		random := rand.New(rand.NewPCG(1, 2))
		r := game.NewRecord(variants.MustOpen(name).Start())
		for range Depth + 5 {
			moves := r.Position().Moves()
			if len(moves) == 0 || r.Outcome().Over() {
				break
			}
			r.Push(moves[random.IntN(len(moves))])
		}
		g := Of(r, rules.Draw)
		seen := map[uint64]bool{}
		for i, m := range r.Moves() {
			pos := r.At(i)
			if seen[pos.Key()] {
				continue
			}
			seen[pos.Key()] = true
			f := Look(pos, slices.All([]Game{g}), 1)
			after := pos.Play(m).Key()
			if found := len(f.Moves) == 1 && pos.Play(f.Moves[0].Move).Key() == after; found != (i < Depth) || f.Draws != map[bool]int{true: 1}[i <= Depth] {
				t.Errorf("%s: at move %d found %v", name, i, f)
			}
		}
	}
}

func BenchmarkLook(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	var games []Game
	for range 1000 {
		r := game.NewRecord(variants.MustOpen("chess").Start())
		for range Depth {
			moves := r.Position().Moves()
			if len(moves) == 0 {
				break
			}
			r.Push(moves[random.IntN(len(moves))])
		}
		games = append(games, Of(r, rules.Draw))
	}
	pos := played(b, "chess", "e4 e5").Position()
	for b.Loop() { // in a hundred thousand games
		Look(pos, func(yield func(int, Game) bool) {
			for i := range 100_000 {
				if !yield(i, games[i%1000]) {
					return
				}
			}
		}, 10)
	}
}
