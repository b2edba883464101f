package tune

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// A file adds the network inputs that the engine reports, with score and result from the
// point of view of the side to move.
func TestReadForNetworks(t *testing.T) {
	const white, black = "4k3/pp6/8/8/8/8/6PP/3QK3 w - - 0 1", "4k3/pp6/8/8/8/8/6PP/3QK3 b - - 0 1"
	d, err := NewNetData(t.TempDir(), 0, 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	text := testHeader + "\n" + white + ";700;1-0;1\n" + black + ";650;1-0;1\n" + black + ";10;1/2-1/2;3\n"
	for _, seed := range []string{"seed=3", "seed=4"} {
		if err := d.Read(t.Context(), seed, strings.NewReader(strings.Replace(text, "seed=3", seed, 1)), variants.Open); err != nil {
			t.Fatal(err)
		}
	}
	if d.Positions() != 6 || d.Games() != 4 || len(d.Files) != 2 || d.Files[1].Games != 2 || d.Files[1].Positions != 3 {
		t.Errorf("%d positions of %d games in %+v", d.Positions(), d.Games(), d.Files)
	}
	alone, err := NewNetData(t.TempDir(), 0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer alone.Close()
	alone.Alone = true
	if err := alone.Read(t.Context(), "f.txt", strings.NewReader(text), variants.Open); err != nil {
		t.Fatal(err)
	}
	for _, s := range samplesOf(t, alone, alone.blocks...) {
		if s.base != 0 || s.scale == 0 {
			t.Errorf("for a network that evaluates alone: %+v", s)
		}
	}
	searched, err := NewNetData(t.TempDir(), 0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer searched.Close()
	if err := searched.Read(t.Context(), "e.txt", strings.NewReader(strings.Replace(text, "\n", " evaluated=0.1 judged=500\n", 1)), variants.Open); err != nil {
		t.Fatal(err)
	}
	for _, s := range samplesOf(t, searched, searched.blocks...) {
		if s.result != noResult {
			t.Errorf("of a position that was only searched: %+v", s)
		}
	}
	samples := samplesOf(t, d, d.blocks...)
	if len(samples) != 6 || d.Census.Buckets[1] != 6 {
		t.Fatalf("%d samples, %v", len(samples), d.Census.Buckets)
	}
	rules := variants.MustCompile("chess")
	sampler := engine.NewNetSampler(rules)
	for i, want := range []struct {
		fen    string
		score  int16
		result uint8
	}{{white, 700, 2}, {black, -650, 0}, {black, -10, 1}} {
		pos := must.Get(t, rules.ParseFEN, want.fen)
		seen, ok := sampler.Sample(&pos, nil, nil)
		slices.Sort(seen.Us)
		slices.Sort(seen.Them)
		found := 0
		for _, s := range samples {
			if s.score != want.score {
				continue
			}
			found++
			if !ok || !slices.Equal(s.us, seen.Us) || !slices.Equal(s.them, seen.Them) || slices.Equal(s.us, s.them) || len(s.us) != 7 ||
				int(s.bucket) != seen.Bucket || s.base != float32(seen.Base) || s.scale != float32(seen.Scale) || s.result != want.result {
				t.Errorf("sample %d: %+v, want %+v", i, s, seen)
			}
		}
		if found != 2 {
			t.Errorf("sample %d: found %d times, not in both files", i, found)
		}
	}
}

// An error in a position is reported with its line, wherever it is and however many
// workers read; samples are read back as written, and a damaged block is detected.
func TestReadForNetworksFails(t *testing.T) {
	for _, bad := range []int{2, 900, 2500} {
		text := testHeader + "\n"
		for line := 2; line < 3000; line++ {
			fen := testFEN
			if line == bad {
				fen = "nonsense"
			}
			text += fen + ";31;1-0;2\n"
		}
		d, err := NewNetData(t.TempDir(), 0, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		want := fmt.Sprintf("a.txt:%d: ", bad)
		if err := d.Read(t.Context(), "a.txt", strings.NewReader(text), variants.Open); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	s := netSample{us: []uint16{3, 700, 65535}, them: []uint16{0}, bucket: 7, base: -12.5, scale: 0.75, score: -2999, result: 2}
	text := s.appendTo(nil)
	var again netSample
	if rest, err := again.read(append(text, 1, 2)); err != nil || len(rest) != 2 || !reflect.DeepEqual(again, s) {
		t.Errorf("%+v, %v, %v", again, rest, err)
	}
	for n := range text {
		if _, err := again.read(text[:n]); err == nil {
			t.Errorf("read from %d of %d bytes", n, len(text))
		}
	}
	d := netSynthetic(t, 5, 0, nil)
	if err := new(netGroup).load(d.blocks, 15); !errors.Is(err, errBlock) {
		t.Errorf("inputs beyond the width: %v", err)
	}
}

// Whole games are held out, and the counts of a part cover its own samples.
func TestNetHoldOutIsByGame(t *testing.T) {
	for share, want := range map[float64]int{0: 0, 0.05: 10, 0.5: 100, 0.333: 66} {
		d := netSynthetic(t, 200, share, func(s *netSample, game int) { s.score = int16(game) })
		held := map[int16]bool{}
		for _, s := range samplesOf(t, d, d.held) {
			held[s.score] = true
		}
		for _, s := range samplesOf(t, d, d.blocks...) {
			if held[s.score] {
				t.Fatalf("%v: game %d is on both sides", share, s.score)
			}
		}
		if got, want := d.parts[1].Share, (Share{Games: want, Positions: 20 * want}); got != want || len(held) != want.Games {
			t.Errorf("%v: held out %+v, want %+v", share, got, want)
		}
		if got, want := d.parts[0].Share, (Share{Games: 200 - want, Positions: 20 * (200 - want)}); got != want {
			t.Errorf("%v: fitted to %+v, want %+v", share, got, want)
		}
	}
}
