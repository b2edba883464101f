package engine

import "testing"

// Ratings rise with the level, and each rating maps back to its level.
func TestRatingsRise(t *testing.T) {
	for i := 1; i < len(ratings); i++ {
		if a, b := ratings[i-1], ratings[i]; a.level >= b.level || a.elo >= b.elo {
			t.Errorf("%v before %v", a, b)
		}
	}
	if last := ratings[len(ratings)-1].level; ratings[0].level != 0 || last >= MaxSkill {
		t.Errorf("levels %v to %v", ratings[0].level, last)
	}
	for _, r := range ratings {
		if level := (&Options{Elo: int(r.elo)}).level(); level != r.level {
			t.Errorf("Elo %v is level %v, want %v", r.elo, level, r.level)
		}
	}
	before := -1.0
	for elo := MinElo; elo <= MaxElo; elo++ {
		level := (&Options{Elo: elo}).level()
		if level <= before {
			t.Fatalf("level %v of Elo %d is not more than %v", level, elo, before)
		}
		before = level
	}
}
