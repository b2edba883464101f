package tune

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/stats"
	"github.com/heterodox-chess/heterodox/variants"
)

// small is a game that is learnt quickly: a player wins by having a pawn at the other end.
const small = "[small:breakthrough]\nmaxFile = 5\nmaxRank = 6\nflagRegionWhite = *6\nstartFen = ppppp/ppppp/5/5/PPPPP/PPPPP w - - 0 1\n"

func openSmall(t *testing.T, text string) game.Rules {
	t.Helper()
	rules, err := variants.Derive(text, general.Fitted{})
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func learnOptions() LearnOptions {
	o := DefaultLearnOptions()
	o.Rounds, o.Play.Games, o.Play.Nodes, o.Play.Plies, o.Play.Seed, o.Pairs = 2, 150, 40, 4, 7, 10
	return o
}

// Kept numbers can be opened, state their origin, are the start of the next round, and do
// not depend on the number of goroutines.
func TestLearn(t *testing.T) {
	rules := openSmall(t, small)
	learn := func(workers int) (rounds []Round, kept []Numbers) {
		o := learnOptions()
		o.Play.Concurrency = workers
		err := Learn(t.Context(), rules, o, func(n Numbers) error { kept = append(kept, n); return nil },
			func(r Round) { rounds = append(rounds, r) }, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		return rounds, kept
	}
	rounds, kept := learn(1)
	if len(rounds) == 0 || len(rounds) > 2 {
		t.Fatalf("%d rounds", len(rounds))
	}
	n := 0
	for i, r := range rounds {
		if r.Number != i+1 || r.Played.Games != 150 || r.Played.Positions == 0 || r.Match.Count() != 20 || r.Kept != good(r.Match) {
			t.Errorf("%+v", r)
		}
		if r.Kept {
			n++
		}
	}
	if n == 0 || len(kept) != n {
		t.Fatalf("%d of %d rounds kept, %d files written", n, len(rounds), len(kept))
	}
	for _, numbers := range kept {
		better, err := rules.(game.Learner).With(string(numbers.Weights), string(numbers.Network))
		if err != nil {
			t.Fatal(err)
		}
		if slices.Equal(better.(game.Fittable).Weights(), rules.(game.Fittable).Weights()) {
			t.Error("the weights have not changed")
		}
		if !strings.HasPrefix(string(numbers.Weights), Mark(rules)+"\n#\n# The weights of small, fitted to") || !strings.Contains(string(numbers.Network), "#   - round 1: small, ") {
			t.Errorf("%.200s", numbers.Weights)
		}
	}
	others, same := learn(3)
	if !slices.Equal(others, rounds) {
		t.Errorf("with three goroutines %+v, with one %+v", others, rounds)
	}
	for i := range kept {
		if string(same[i].Weights) != string(kept[i].Weights) || string(same[i].Network) != string(kept[i].Network) {
			t.Errorf("different numbers with three goroutines")
		}
	}
}

// Numbers that gain nothing are not kept, and Learn ends after two such rounds: here every
// game is a draw.
func TestLearnInVain(t *testing.T) {
	rules := openSmall(t, "[still:chess]\nmaxFile = 4\nmaxRank = 4\ncastling = false\ndoubleStep = false\nnMoveRule = 2\nstartFen = k3/p3/P3/3K w - - 0 1\n")
	o := learnOptions()
	o.Rounds, o.Play.Plies = 5, 0
	var rounds []Round
	err := Learn(t.Context(), rules, o, func(Numbers) error { t.Error("kept"); return nil }, func(r Round) { rounds = append(rounds, r) }, func(string) {})
	if err != nil || len(rounds) != vainRounds {
		t.Errorf("%d rounds, %v", len(rounds), err)
	}
	for _, r := range rounds {
		if r.Match != (stats.Games{Draws: 20}) || r.Kept {
			t.Errorf("%+v", r)
		}
	}
}

// Learn stops when its context ends, and with the first error of keep.
func TestLearnStops(t *testing.T) {
	rules := openSmall(t, small)
	ctx, stop := context.WithCancel(t.Context())
	err := Learn(ctx, rules, learnOptions(), func(Numbers) error { t.Error("kept"); return nil }, func(Round) { t.Error("a round is over") }, func(string) { stop() })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := Learn(t.Context(), variants.MustOpen("gun"), learnOptions(), nil, nil, nil); err == nil || err.Error() != "gun has no weights of its own to learn" {
		t.Error(err)
	}
	full := errors.New("disk full")
	if err := Learn(t.Context(), rules, learnOptions(), func(Numbers) error { return full }, func(Round) {}, func(string) {}); err != full {
		t.Error(err)
	}
}

// Of 100 games 55 points are enough to keep the numbers of a round.
func TestGood(t *testing.T) {
	for _, test := range []struct {
		score stats.Games
		want  bool
	}{
		{stats.Games{Wins: 51, Draws: 8, Losses: 41}, true},
		{stats.Games{Wins: 51, Draws: 7, Losses: 42}, false},
		{stats.Games{Wins: 22, Losses: 18}, true},
	} {
		if good(test.score) != test.want {
			t.Errorf("%+v: %v", test.score, !test.want)
		}
	}
}
