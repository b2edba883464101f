package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// The fit recovers the scale that results were drawn with.
func TestFitScale(t *testing.T) {
	const k = 0.004
	random := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	text.WriteString("# heterodox tune 1 variant=chess games=2000 nodes=400 plies=8 seed=1\n")
	for game := 1; game <= 2000; game++ {
		for range 5 {
			score := random.IntN(1600) - 800
			result := "0-1"
			if random.Float64() < sigmoid(k*float64(score)) {
				result = "1-0"
			}
			fmt.Fprintf(&text, "4k3/8/8/8/8/8/8/4K3 w - - 0 1;%d;%s;%d\n", score, result, game)
		}
	}
	c, err := FitScale(strings.NewReader(text.String()))
	if err != nil || math.Abs(c.K-k) > k/20 || c.Games != 2000 || c.Positions != 10000 || c.Variant != "chess" {
		t.Errorf("%+v, %v; want K %v", c, err, k)
	}
	for text, want := range map[string]string{
		"":                 "1: it is empty",
		"nonsense":         "1: not a file",
		c.String() + "\nx": "2: 1 fields",
		c.String() + "\n":  "do not predict",
	} {
		if _, err := FitScale(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}
