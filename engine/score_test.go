package engine

import "testing"

func TestScoresAsUCI(t *testing.T) {
	for _, test := range []struct {
		score Score
		text  string
	}{
		{0, "cp 0"},
		{-12, "cp -12"},
		{maxEval, "cp 300000"},
		{Mate, "mate 0"},
		{-Mate, "mate 0"},
		{Mate - turnCost - 1, "mate 1"},
		{-Mate + 2*turnCost + 2, "mate -1"},
		{Mate - 3*turnCost - 3, "mate 2"},
		{-Mate + 4*turnCost + 4, "mate -2"},
		{Mate - 3*turnCost - 20, "mate 2"}, // long turns
	} {
		if got := test.score.String(); got != test.text {
			t.Errorf("score %d reads %q, want %q", int(test.score), got, test.text)
		}
	}
}

func TestExpectationsAddUp(t *testing.T) {
	for score := Score(-3000); score <= 3000; score += 37 {
		w := wdl(score)
		if w[0]+w[1]+w[2] != 1000 || min(w[0], w[1], w[2]) < 0 {
			t.Errorf("score %d: %v", score, w)
		}
		if m := wdl(-score); m[0] != w[2] || m[2] != w[0] {
			t.Errorf("score %d: %v, and %v for the opponent", score, w, m)
		}
	}
	if w := wdl(-Mate + 2*turnCost); w != [3]int{0, 0, 1000} {
		t.Errorf("mated: %v", w)
	}
}
