package variants_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/variants"
)

// Games of files evaluate with the weights fitted to them; a file whose weights do not
// belong to its game is rejected.
func TestFittedGamesOfFiles(t *testing.T) {
	const text = "[fittedone:capablanca]\n[fittedtwo:capablanca]\n"
	for _, c := range []struct {
		weights string
		err     error
		want    string
	}{
		{"to move\n1/x\n", nil, `weights or network of fittedtwo: weights, line 2: "1/x" is not a weight`},
		{"", errors.New("not readable"), "weights or network of fittedtwo: not readable"},
	} {
		names, errs := variants.Add(text, func(name string) (general.Fitted, error) {
			if name == "fittedtwo" {
				return general.Fitted{Weights: c.weights}, c.err
			}
			return general.Fitted{}, nil
		})
		if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), c.want) {
			t.Errorf("%v, %v", names, errs)
		}
		if _, err := variants.Open("fittedone"); err == nil {
			t.Error("the file has been added")
		}
	}
	if _, errs := variants.Add(text, func(name string) (general.Fitted, error) {
		if name == "fittedtwo" {
			return general.Fitted{Weights: "to move\n77/33\n"}, nil
		}
		return general.Fitted{}, nil
	}); len(errs) != 0 {
		t.Fatal(errs)
	}
	for name, want := range map[string]bool{"fittedone": false, "fittedtwo": true} {
		weights := variants.MustOpen(name).(game.Fittable).Weights()
		if last := weights[len(weights)-1]; (last == game.Weight{MG: 77, EG: 33}) != want {
			t.Errorf("%s: to move is worth %v", name, last)
		}
	}
}
