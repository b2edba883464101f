package spsa

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/match"
	"github.com/heterodox-chess/heterodox/internal/must"
)

func value(t *testing.T, o match.Option) float64 {
	t.Helper()
	n := must.Get(t, strconv.Atoi, o.Value)
	return float64(n)
}

// play plays pairs up to a number. Strength decreases with the square of the distance from
// an optimum, and the results are as noisy as those of games.
func play(t *testing.T, tuning *Tuning, optimum []float64, until int) {
	t.Helper()
	for pair := tuning.taken; pair < until; pair++ {
		options, ok := tuning.Options(pair)
		if !ok {
			t.Fatalf("pair %d is not offered", pair)
		}
		var elo [2]float64
		for side := range options {
			for i, o := range options[side] {
				p := tuning.params[i]
				x := value(t, o)
				if o.Name != p.Name || x < p.Min || x > p.Max {
					t.Fatalf("%+v", o)
				}
				elo[side] -= 20 * math.Pow((x-optimum[i])/p.CEnd/4, 2)
			}
		}
		random := rand.New(rand.NewPCG(99, uint64(pair)))
		halves := 0
		for range 2 {
			win := 1 / (1 + math.Pow(10, (elo[1]-elo[0]+100)/400))
			loss := 1 / (1 + math.Pow(10, (elo[0]-elo[1]+100)/400))
			switch x := random.Float64(); {
			case x < win:
				halves += 2
			case x > win+loss:
				halves++
			}
		}
		tuning.Take(pair, halves)
	}
}

func params() []Param {
	return []Param{{"a", 100, 0, 200, 10, 0.006}, {"b", 3, -20, 20, 2, 0.006}, {"c", 900, 0, 1000, 40, 0.006}}
}

// The values converge to the optimum, although each result is mostly noise.
func TestConverges(t *testing.T) {
	o := DefaultOptions()
	o.Pairs = 20_000
	tuning := New(params(), o)
	optimum := []float64{60, -9, 700}
	play(t, tuning, optimum, o.Pairs)
	for i, p := range tuning.Params() {
		before, after := math.Abs(tuning.params[i].Start-optimum[i]), math.Abs(p.Start-optimum[i])
		if after > before/2 {
			t.Errorf("%s: %.1f from the optimum, before %.1f", p.Name, after, before)
		}
	}
	// Values that start at the optimum stay near it.
	for i := range optimum {
		optimum[i] = tuning.params[i].Start
	}
	tuning = New(params(), o)
	play(t, tuning, optimum, o.Pairs)
	for i, p := range tuning.Params() {
		if far := math.Abs(p.Start-optimum[i]) / p.CEnd; far > 2 {
			t.Errorf("%s: %.1f C_END from the optimum, where it started", p.Name, far)
		}
	}
}

// Known values of the schedule: those that define C_END and R_END, and that of fishtest at
// the start.
func TestSchedule(t *testing.T) {
	o := DefaultOptions()
	o.Pairs = 10_000
	p := Param{"x", 50, 0, 100, 5, 0.002}
	tuning := New([]Param{p}, o)
	if c, change := tuning.step(9_999, &p); c != 5 || math.Abs(change-0.01) > 1e-12 {
		t.Errorf("last: %v, %v", c, change)
	}
	// c = 5·10000^0.101, a = 0.002·25·(11000/1001)^0.602
	if c, change := tuning.step(0, &p); math.Abs(c-12.6765) > 1e-3 || math.Abs(change-0.016705) > 1e-5 {
		t.Errorf("first: %v, %v", c, change)
	}
}

// A batch is played with the values that result from the previous one, and Options always
// returns the same for a pair.
func TestBatches(t *testing.T) {
	o := Options{Pairs: 10, Batch: 4, Seed: 7, A: 0.1, Alpha: 0.602, Gamma: 0.101}
	big := []Param{{"a", 100, 0, 200, 10, 1}}
	tuning := New(big, o)
	first, ok := tuning.Options(3)
	if _, early := tuning.Options(4); !ok || early {
		t.Fatal("a batch is not as long as it should be")
	}
	tuning.Take(0, 4)
	tuning.Take(1, 4)
	if again, _ := tuning.Options(3); value(t, again[0][0]) != value(t, first[0][0]) {
		t.Errorf("%v, then %v", first, again)
	}
	before := tuning.now[0]
	tuning.Take(2, -1)
	if tuning.now[0] != before {
		t.Error("a pair that says nothing has changed the values")
	}
	tuning.Take(3, 2)
	if tuning.now[0] != before {
		t.Error("an even pair has changed the values")
	}
	if pairs, void := tuning.Taken(); pairs != 4 || void != 1 {
		t.Errorf("%d pairs, %d void", pairs, void)
	}
	if _, ok := tuning.Options(4); !ok || tuning.begun[0] != before {
		t.Error("the next batch does not start")
	}
	if _, ok := tuning.Options(3); ok {
		t.Error("a pair of a finished batch is offered")
	}
	tuning.taken = 8
	if _, ok := tuning.Options(10); ok {
		t.Error("a pair beyond the last is offered")
	}
}

// Values are rounded to one of the two nearest integers, without bias in the long run.
func TestRounding(t *testing.T) {
	o := Options{Pairs: 4000, Batch: 4000, Seed: 3, A: 0.1, Alpha: 0.602}
	tuning := New([]Param{{"x", 50.3, 0, 100, 10, 0.002}}, o)
	sum := 0.0
	for pair := range o.Pairs {
		options, _ := tuning.Options(pair)
		a, b := value(t, options[0][0]), value(t, options[1][0])
		if low, high := min(a, b), max(a, b); low != 40 && low != 41 || high != 60 && high != 61 {
			t.Fatalf("%v and %v", a, b)
		}
		sum += a + b
	}
	if mean := sum / float64(2*o.Pairs); math.Abs(mean-50.3) > 0.3 {
		t.Errorf("%v in the mean", mean)
	}
}

func TestParams(t *testing.T) {
	var p Params
	text := "\ufeff# comment\n\nRazorMargin, 220.5, 50, 500, 20, 0.002\nHarm,int,90,0,300,15,0.003\n  Bare Name \n"
	if err := p.Read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	spins := []match.Spin{{Name: "RazorMargin", Initial: 220, Min: 0, Max: 1000}, {Name: "harm", Initial: 1, Min: 0, Max: 300}, {Name: "Bare Name", Initial: 7, Min: 1, Max: 440}}
	if err := p.Complete(spins); err != nil {
		t.Fatal(err)
	}
	want := []string{"RazorMargin, 220.5, 50, 500, 20, 0.002", "harm, 90, 0, 300, 15, 0.003", "Bare Name, 7, 1, 440, 21.95, 0.002"}
	for i, param := range p.List {
		if param.String() != want[i] {
			t.Errorf("%q, want %q", param.String(), want[i])
		}
		var again Params
		if err := again.Add(param.String()); err != nil || again.List[0] != param {
			t.Errorf("%v: %v", again, err)
		}
	}
	spins[0].Max = 400
	if err := p.Complete(spins); err == nil || err.Error() != "RazorMargin: 50..500 is not within the engine's range 0..400" {
		t.Error(err)
	}
	p = Params{}
	if err := p.Add("Fixed"); err != nil {
		t.Fatal(err)
	}
	if err := p.Complete([]match.Spin{{Name: "Fixed", Initial: 1, Min: 1, Max: 1}}); err == nil || !strings.Contains(err.Error(), "MIN 1 is not below MAX 1") {
		t.Error(err)
	}
}

func TestBadParams(t *testing.T) {
	for text, want := range map[string]string{
		"a,1,0,9,1,0.1\nA,1,0,9,1,0.1": "line 2: A is listed twice",
		"\n,1,2":                       "line 2: \",1,2\": the name of an option is missing",
		"a,1,2":                        `line 1: "a,1,2": expected NAME,START,MIN,MAX,C_END,R_END`,
		"a,float,1,0,9,1,1":            `line 1: a: the type of a UCI option is int, not "float"`,
		"a,x,0,9,1,1":                  `line 1: a: "x" is not a number`,
		"a,NaN,0,9,1,1":                `line 1: a: "NaN" is not a number`,
		"a,1,0,Inf,1,1":                `line 1: a: "Inf" is not a number`,
		"a,1,0.5,9,1,1":                "line 1: a: MIN 0.5 and MAX 9 are not whole numbers",
		"a,1,9,9,1,1":                  "line 1: a: MIN 9 is not below MAX 9",
		"a,10,0,9,1,1":                 "line 1: a: START 10 is not in 0..9",
		"a,1,0,9,0,1":                  "line 1: a: C_END 0 is not above 0, or exceeds the range 0..9",
		"a,1,0,9,10,1":                 "line 1: a: C_END 10 is not above 0, or exceeds the range 0..9",
		"a,1,0,9,1,-1":                 "line 1: a: R_END -1 is not above 0, or exceeds 100",
		strings.Repeat("x", 1<<17):     "line 1: bufio.Scanner: token too long",
	} {
		var p Params
		if err := p.Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

// Values drift as docs/tuning.md says: with 20,000 pairs, an R_END of 0.002 and 40 % draws,
// about 0.4 C_END per Elo between the two sides in the last pair, and 0.5 by chance.
func TestDrift(t *testing.T) {
	o := DefaultOptions()
	o.Pairs = 20_000
	drift := func(elo float64) (mean, deviation float64) {
		var sum, squares float64
		const tunings = 25
		for seed := range uint64(tunings) {
			o.Seed = seed
			tuning := New([]Param{{"x", 500, 0, 1000, 1, 0.002}}, o)
			for pair := range o.Pairs {
				c, _ := tuning.step(pair, &tuning.params[0])
				flip := flips(tuning.random(pair), 1)[0]
				win := 1/(1+math.Pow(10, -flip*elo*c/400)) - 0.2
				random := rand.New(rand.NewPCG(seed, uint64(pair)))
				halves := 0
				for range 2 {
					switch x := random.Float64(); {
					case x < win:
						halves += 2
					case x < win+0.4:
						halves++
					}
				}
				tuning.Take(pair, halves)
			}
			x := tuning.now[0] - 500
			sum, squares = sum+x, squares+x*x
		}
		mean = sum / tunings
		return mean, math.Sqrt(squares/tunings - mean*mean)
	}
	still, chance := drift(0)
	moved, _ := drift(5)
	t.Logf("by chance %.2f ± %.2f, by 5 Elo %.2f C_END", still, chance, moved)
	if math.Abs(still) > 0.3 || chance < 0.25 || chance > 0.55 || moved < 1.6 || moved > 2.4 {
		t.Errorf("by chance %.2f ± %.2f, by 5 Elo %.2f C_END", still, chance, moved)
	}
}
