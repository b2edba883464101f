package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// Each network is that of the game it is named after, fitted on top of the weights that the
// game plays with.
func TestNetworksFitTheirWeights(t *testing.T) {
	files, err := filepath.Glob("nets/*.net")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d networks, error %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".net")
		variant := name
		if name == engine.Compositions {
			variant = "gun+fairy"
		}
		rules := variants.MustCompile(variant)
		if got := engine.NetworkName(rules); got != name {
			t.Errorf("%s plays with the network of %q", name, got)
		}
		text := must.Get(t, os.ReadFile, file)
		n, fingerprint, err := engine.DecodeNetwork(text)
		if err != nil || !n.Alone && fingerprint != engine.Fingerprint(rules) {
			t.Errorf("%s: error %v; fitted on top of weights %016x, but those in force are %016x: fit it again",
				name, err, fingerprint, engine.Fingerprint(rules))
		}
	}
}

func TestNetworkNames(t *testing.T) {
	for variant, want := range map[string]string{
		"chess": "chess", "fischerandom": "chess", "baseline": "baseline", "placement": "baseline",
		"rifle": "gun", "amazon": "fairy", "fibonacci": "fibonacci", "gun+fischerandom": "gun", "baseline+extinction": "compositions",
		"gun+blackhole+fairy": "compositions", "losers": "losers", "losers+gun": "compositions", "giveaway": "antichess",
		"nocheckatomic": "nocheckatomic", "kinglet": "kinglet", "kinglet+gun": "gun", "threekings": "commonkings",
	} {
		if got := engine.NetworkName(variants.MustCompile(variant)); got != want {
			t.Errorf("%s plays with the network of %q, want %q", variant, got, want)
		}
	}
}
