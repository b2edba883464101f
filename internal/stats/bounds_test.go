package stats

import (
	"math"
	"testing"
)

func TestCounts(t *testing.T) {
	g := Games{Wins: 5, Draws: 3, Losses: 1}
	if g.Count() != 9 || g.Points() != 6.5 {
		t.Errorf("%d games, %v points", g.Count(), g.Points())
	}
	if n := (Pairs{1, 2, 3, 4, 5}).Count(); n != 15 {
		t.Errorf("%d pairs", n)
	}
}

// A test ends at its bounds, not only beyond them.
func TestDecisionAtTheBounds(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.1, Model: Normalised}
	lower, upper := s.Bounds()
	if want := math.Log(0.1 / 0.95); !near(lower, want, 1e-12) {
		t.Errorf("lower bound %v, want %v", lower, want)
	}
	if want := math.Log(0.9 / 0.05); !near(upper, want, 1e-12) {
		t.Errorf("upper bound %v, want %v", upper, want)
	}
	for llr, want := range map[float64]string{
		lower: "H0", lower - 1: "H0", math.Nextafter(lower, 0): "", 0: "", math.Nextafter(upper, 0): "", upper: "H1", upper + 1: "H1",
	} {
		if got := s.Decision(llr); got != want {
			t.Errorf("%v: %q, want %q", llr, got, want)
		}
	}
}

// The limits of valid options of a test are inclusive or exclusive as
// documented.
func TestLimitsOfSPRT(t *testing.T) {
	for text, good := range map[string]bool{
		"elo0=0 elo1=0":                       false,
		"elo0=1 elo1=0":                       false,
		"elo0=-2000 elo1=2000":                true,
		"elo0=-2001 elo1=0":                   false,
		"elo0=0 elo1=2001":                    false,
		"elo0=0 elo1=5 alpha=0":               false,
		"elo0=0 elo1=5 beta=0":                false,
		"elo0=0 elo1=5 alpha=0.5 beta=0.5":    false,
		"elo0=0 elo1=5 alpha=0.5 beta=0.4999": true,
		"elo0=0 elo1=5 model=logistic":        true,
		"elo0=0 elo1=5 model=x":               false,
		"elo0=0":                              false,
		"elo1=0":                              false,
	} {
		if _, err := ParseSPRT(text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}
