package tune

import (
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/variants"
)

// A file adds to the data what the engine says that a network sees, with score
// and result turned to the side to move.
func TestReadForNetworks(t *testing.T) {
	const white, black = "4k3/pp6/8/8/8/8/6PP/3QK3 w - - 0 1", "4k3/pp6/8/8/8/8/6PP/3QK3 b - - 0 1"
	var d NetData
	text := testHeader + "\n" + white + ";700;1-0;1\n" + black + ";650;1-0;1\n" + black + ";10;1/2-1/2;3\n"
	for _, seed := range []string{"seed=3", "seed=4"} {
		if err := d.Read(t.Context(), seed, strings.NewReader(strings.Replace(text, "seed=3", seed, 1)), variants.Open); err != nil {
			t.Fatal(err)
		}
	}
	if d.Positions() != 6 || d.Games() != 4 || len(d.Files) != 2 || d.Files[1].Games != 2 || d.Files[1].Positions != 3 {
		t.Errorf("%d positions of %d games in %+v", d.Positions(), d.Games(), d.Files)
	}
	rules := variants.MustCompile("chess")
	sampler := engine.NewNetSampler(rules)
	for i, want := range []struct {
		fen           string
		score, result float32
		game          int32
	}{{white, 700, 1, 0}, {black, -650, 0, 0}, {black, -10, 0.5, 1}, {white, 700, 1, 2}, {black, -650, 0, 2}, {black, -10, 0.5, 3}} {
		pos, err := rules.ParseFEN(want.fen)
		if err != nil {
			t.Fatal(err)
		}
		seen, ok := sampler.Sample(&pos, nil, nil)
		s := &d.samples[i]
		us, them := d.of(s)
		if !ok || !slices.Equal(us, seen.Us) || !slices.Equal(them, seen.Them) || slices.Equal(us, them) || len(us) != 7 ||
			int(s.bucket) != seen.Bucket || s.base != float32(seen.Base) || s.scale != float32(seen.Scale) {
			t.Errorf("sample %d: %+v of %v and %v, want %+v", i, s, us, them, seen)
		}
		if s.score != want.score || s.result != want.result || s.game != want.game {
			t.Errorf("sample %d: %+v, want %+v", i, s, want)
		}
	}
}

// Whole games are held out, and what is told of a part counts its own.
func TestNetHoldOutIsByGame(t *testing.T) {
	d := netSynthetic(200)
	for share, want := range map[float64]int{0: 0, 0.05: 10, 0.5: 100, 0.333: 66} {
		fitted, held := d.split(share)
		side := map[int32]int{}
		for part, list := range [][]int32{fitted, held} {
			for _, i := range list {
				game := d.samples[i].game
				if other, seen := side[game]; seen && other != part {
					t.Fatalf("%v: game %d is on both sides", share, game)
				}
				side[game] = part
			}
		}
		if got, want := d.share(held), (Share{Games: want, Positions: 20 * want}); got != want {
			t.Errorf("%v: held out %+v, want %+v", share, got, want)
		}
		if got, want := d.share(fitted), (Share{Games: 200 - want, Positions: 20 * (200 - want)}); got != want {
			t.Errorf("%v: fitted to %+v, want %+v", share, got, want)
		}
	}
}
