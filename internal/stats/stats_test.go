package stats

import (
	"math"
	"strings"
	"testing"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// Values that others have published with their counts.
func TestPublishedElo(t *testing.T) {
	for _, c := range []struct {
		source                string
		pairs                 Pairs
		elo, eloError         float64
		normal, normalError   float64
		superiority           float64
		tolerance, lTolerance float64
	}{
		// Fishtest, as quoted in Stockfish's commit 5c03883.
		{"Stockfish", Pairs{200, 4860, 10023, 4742, 175}, -1.46, 1.8, -2.77, 3.4, 0.055, 0.05, 0.001},
		// The progress table of the engine Reckless, from OpenBench.
		{"Reckless STC", Pairs{59, 1751, 4800, 3267, 169}, 30.09, 2.56, 56.71, 4.80, 1, 0.006, 1e-6},
		{"Reckless LTC", Pairs{5, 782, 2540, 1655, 19}, 31.38, 3.35, 64.29, 6.81, 1, 0.01, 1e-6},
		// An OpenBench test of the engine Clockwork, and its error.
		{"Clockwork", Pairs{398, 4112, 7672, 4336, 430}, 2.95, 2.18, math.NaN(), math.NaN(), math.NaN(), 0.006, 0},
		// fastchess's pull request 783.
		{"fastchess", Pairs{379, 10170, 21828, 10640, 343}, math.NaN(), math.NaN(), 3.05, 2.31, math.NaN(), 0.006, 0},
	} {
		elo, normal := c.pairs.Elo(), c.pairs.NormalisedElo()
		for name, v := range map[string][3]float64{
			"Elo": {elo.Value, c.elo, c.tolerance}, "Elo error": {elo.Error, c.eloError, c.tolerance},
			"nElo": {normal.Value, c.normal, c.tolerance}, "nElo error": {normal.Error, c.normalError, c.tolerance},
			"LOS": {c.pairs.Superiority(), c.superiority, c.lTolerance},
		} {
			if !math.IsNaN(v[1]) && !near(v[0], v[1], v[2]) {
				t.Errorf("%s: %s %v, published is %v", c.source, name, v[0], v[1])
			}
		}
	}
}

// With two outcomes the numbers are those of a coin, which have closed forms.
func TestCoin(t *testing.T) {
	g := Games{Wins: 60, Losses: 40}
	if elo := g.Elo(); !near(elo.Value, 400*math.Log10(1.5), 1e-9) {
		t.Errorf("Elo %v", elo)
	}
	// z = (0.6 − 0.5)/√(0.24/100)
	if los, want := g.Superiority(), 0.5*math.Erfc(-0.1/math.Sqrt(0.0024)/math.Sqrt2); !near(los, want, 1e-12) {
		t.Errorf("LOS %v, want %v", los, want)
	}
	d := newDistribution([]float64{40, 60})
	if p := d.withMean(0.7); !near(p[0], 0.3, 1e-12) || !near(p[1], 0.7, 1e-12) {
		t.Errorf("likeliest %v", p)
	}
	// (p − ½)/√(p(1−p)) = t has the solution p = ½ + t/(2√(1+t²)).
	const strength = 0.3
	if p, want := d.withStrength(strength), 0.5+strength/2/math.Sqrt(1+strength*strength); !near(p[1], want, 1e-9) {
		t.Errorf("likeliest %v, want %v", p, want)
	}
}

// The log-likelihood ratios that fastchess (its commit 74deac23) gives for the
// same counts. For the logistic model its root finder stops at a θ within 1e-3,
// which shifts the ratio by up to about 1e-4 of its value; the tolerances there
// are wider.
func TestLLRIsThatOfFastchess(t *testing.T) {
	for _, c := range []struct {
		pairs      Pairs
		elo0, elo1 float64
		model      Model
		llr        float64
		tolerance  float64
	}{
		{Pairs{379, 10170, 21828, 10640, 343}, 0, 2, Normalised, 2.9454954309, 1e-6},
		{Pairs{365, 16618, 36229, 16974, 390}, 0, 2, Normalised, 2.2503677035, 1e-6},
		{Pairs{127, 4883, 10712, 5150, 104}, -1.75, 0.25, Normalised, 3.0101542050, 1e-6},
		{Pairs{0, 0, 0, 0, 104}, 0, 5, Normalised, 2.0949545276, 1e-6},
		{Pairs{104, 0, 0, 0, 0}, 0, 5, Normalised, -2.1380248254, 1e-6},
		{Pairs{3, 20, 50, 30, 5}, 0, 5, Normalised, 0.3032800568, 1e-6},
		{Pairs{10, 0, 40, 2, 50}, 0, 200, Normalised, 13.8808271211, 1e-6},
		{Pairs{1, 2, 3, 4, 5}, -3, 1, Normalised, 0.1160780003, 1e-6},
		{Pairs{398, 4112, 7672, 4336, 430}, 0, 3, Normalised, 2.9583294899, 1e-6},
		{Pairs{5, 295, 1145, 466, 2}, 0, 3, Normalised, 2.9785722455, 1e-6},
		{Pairs{0, 0, 40, 0, 0}, 0, 5, Normalised, -0.0137569568, 1e-6},
		{Pairs{3, 20, 50, 30, 5}, 0, 5, Logistic, 0.4696484622, 1e-6},
		{Pairs{10, 0, 40, 2, 50}, 0, 200, Logistic, 13.3524924312, 1e-6},
		{Pairs{1, 2, 3, 4, 5}, -3, 1, Logistic, 0.1159441440, 1e-6},
		{Pairs{398, 4112, 7672, 4336, 430}, 0, 3, Logistic, 3.5260782136, 1e-4},
		{Pairs{223, 9863, 21279, 10037, 246}, 0.5, 2.5, Logistic, -3.0744228600, 1e-3},
		{Pairs{871, 26175, 55983, 26678, 821}, 0, 2, Logistic, -4.9796118720, 1e-3},
	} {
		s := SPRT{c.elo0, c.elo1, 0.05, 0.05, c.model}
		if llr := s.LLR(c.pairs); !near(llr, c.llr, c.tolerance) {
			t.Errorf("%v [%v, %v] %s: %.10f, want %.10f", c.pairs, c.elo0, c.elo1, c.model, llr, c.llr)
		}
	}
}

// A most likely distribution under a condition satisfies it, and to first order
// no other that does is more likely.
func TestLikeliestDistributions(t *testing.T) {
	for _, pairs := range []Pairs{{3, 20, 50, 30, 5}, {1, 1, 1, 1, 1}, {100, 3, 7, 1, 40}, {5, 295, 1145, 466, 2}} {
		d := pairs.distribution()
		for _, x := range []float64{-0.2, -0.01, 0, 0.02, 0.3} {
			withMean := distribution{d.scores, d.withMean(0.5 + x), 1}
			if mu, _ := withMean.mean(); !near(mu, 0.5+x, 1e-12) || !near(sum(withMean.probs), 1, 1e-12) {
				t.Errorf("%v: mean %v, want %v; total %v", pairs, mu, 0.5+x, sum(withMean.probs))
			}
			strong := distribution{d.scores, d.withStrength(x), 1}
			mu, variance := strong.mean()
			if got := (mu - 0.5) / math.Sqrt(variance); !near(got, x, 1e-3) || !near(sum(strong.probs), 1, 1e-9) {
				t.Errorf("%v: strength %v, want %v; total %v", pairs, got, x, sum(strong.probs))
			}
			// A change of 1, −2, 1 in neighbouring scores keeps the mean and
			// the total; the likelihood must have its maximum there.
			for i := range 3 {
				slope := d.probs[i]/withMean.probs[i] - 2*d.probs[i+1]/withMean.probs[i+1] + d.probs[i+2]/withMean.probs[i+2]
				if !near(slope, 0, 1e-9) {
					t.Errorf("%v, mean %v: likelihood rises by %v", pairs, 0.5+x, slope)
				}
			}
		}
	}
}

func sum(probs []float64) (total float64) {
	for _, p := range probs {
		total += p
	}
	return total
}

// However far the counts are from the hypotheses, the ratio is finite.
func TestLLRIsFinite(t *testing.T) {
	counts := []Pairs{{1, 0, 0, 0, 0}, {500, 0, 0, 0, 0}, {0, 0, 0, 0, 500}, {0, 7, 0, 0, 0}, {0, 0, 3, 0, 0}, {1 << 40, 1, 0, 0, 1}}
	bounds := []float64{-2000, -600, -300, -5, 0, 5, 300, 600, 2000}
	for _, pairs := range counts {
		for i, elo0 := range bounds {
			for _, elo1 := range bounds[i+1:] {
				for _, model := range []Model{Normalised, Logistic} {
					s := SPRT{elo0, elo1, 0.05, 0.05, model}
					llr := s.LLR(pairs)
					if math.IsNaN(llr) || math.IsInf(llr, 0) {
						t.Errorf("%v [%v, %v] %s: %v", pairs, elo0, elo1, model, llr)
					}
					if pairs[0] == pairs.Count() && llr > 0 || pairs[4] == pairs.Count() && llr < 0 {
						t.Errorf("%v [%v, %v] %s: %v", pairs, elo0, elo1, model, llr)
					}
				}
			}
		}
	}
}

// The other engine's results are the mirror image.
func TestMirror(t *testing.T) {
	pairs, mirrored := Pairs{7, 20, 50, 30, 11}, Pairs{11, 30, 50, 20, 7}
	for _, model := range []Model{Normalised, Logistic} {
		llr := SPRT{0, 5, 0.05, 0.05, model}.LLR(pairs)
		other := SPRT{-5, 0, 0.05, 0.05, model}.LLR(mirrored)
		if !near(llr, -other, 1e-9) {
			t.Errorf("%s: %v and %v", model, llr, other)
		}
	}
	if a, b := pairs.Elo(), mirrored.Elo(); !near(a.Value, -b.Value, 1e-9) || !near(a.Error, b.Error, 1e-9) {
		t.Errorf("Elo %v and %v", a, b)
	}
	if a, b := pairs.Superiority(), mirrored.Superiority(); !near(a+b, 1, 1e-12) {
		t.Errorf("LOS %v and %v", a, b)
	}
}

func TestWithoutGames(t *testing.T) {
	if llr := (SPRT{0, 5, 0.05, 0.05, Normalised}).LLR(Pairs{}); llr != 0 {
		t.Errorf("LLR %v", llr)
	}
	if elo := (Pairs{}).Elo(); !math.IsNaN(elo.Value) {
		t.Errorf("Elo %v", elo)
	}
	if elo := (Pairs{0, 0, 7, 0, 0}).Elo(); elo.Value != 0 || !math.IsNaN(elo.Error) {
		t.Errorf("Elo %v", elo)
	}
	if elo := (Games{Wins: 3}).Elo(); !math.IsInf(elo.Value, 1) {
		t.Errorf("Elo %v", elo)
	}
}

func TestDecision(t *testing.T) {
	s := SPRT{0, 5, 0.05, 0.1, Normalised}
	lower, upper := s.Bounds()
	if !near(lower, math.Log(0.1/0.95), 1e-12) || !near(upper, math.Log(0.9/0.05), 1e-12) {
		t.Errorf("bounds %v and %v", lower, upper)
	}
	for llr, want := range map[float64]string{lower: "H0", lower + 0.01: "", upper - 0.01: "", upper: "H1"} {
		if got := s.Decision(llr); got != want {
			t.Errorf("LLR %v: %q, want %q", llr, got, want)
		}
	}
}

func TestParseSPRT(t *testing.T) {
	s, err := ParseSPRT("elo0=-1.5 elo1=3 alpha=0.1 model=Logistic")
	if want := (SPRT{-1.5, 3, 0.1, 0.05, Logistic}); err != nil || s != want {
		t.Errorf("%+v, %v", s, err)
	}
	for text, want := range map[string]string{
		"":                           "elo0 and elo1 are needed",
		"elo0=1":                     "elo0 and elo1 are needed",
		"elo0=5 elo1=0":              "elo0 5 is not below elo1 0",
		"elo0=0 elo1=5000":           "both within ±2000",
		"elo0=0 elo1=x":              `elo1: "x" is not a number`,
		"elo0=0 elo1=5 gamma=1":      `unknown "gamma=1"`,
		"elo0=0 elo1=5 alpha=0":      "alpha 0 and beta 0.05",
		"elo0=0 elo1=5 beta=0.96":    "together below 1",
		"elo0=0 elo1=5 alpha=nan":    `alpha: "nan" is not a number`,
		"elo0=0 elo1=5 model=bayes":  `model "bayes" is neither`,
		"elo0=nan elo1=5":            `elo0: "nan" is not a number`,
		"elo0=0 elo1=5 alpha=0.5\t=": `unknown "="`,
	} {
		if _, err := ParseSPRT(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
