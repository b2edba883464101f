package tune

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// Games of the general machine are played, judged and read like those of the fast
// one: quiet positions, the same for the same seed, however many are played at a
// time.
func TestGeneralGames(t *testing.T) {
	rules := variants.MustOpen("shako")
	o := playOptions(3)
	text := play(t, "shako", o)
	o.Concurrency = 3
	if play(t, "shako", o) != text {
		t.Error("different games when 3 are played at a time")
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n")[1:] {
		r := must.Get(t, ParseRecord, line)
		pos := must.Get(t, rules.ParsePosition, r.FEN)
		if pos.(game.Walkable).Walk().InCheck() || pos.Outcome().Over() {
			t.Errorf("not a quiet position: %s", r.FEN)
		}
	}
	if _, records := judgedRecords(t, text, judgeOptions()); len(records) == 0 {
		t.Error("nothing is judged")
	}
	var d Data
	if err := d.Read(t.Context(), "games", strings.NewReader(text), variants.Open); err != nil || d.Positions() < 50 {
		t.Errorf("%d positions, %v", d.Positions(), err)
	}
}

// A fit recovers the piece values from games whose scores contain them, and the
// game can read the file.
func TestFitGeneral(t *testing.T) {
	rules := variants.MustOpen("capablanca")
	start, groups, err := Weights(rules)
	if err != nil || len(start) == 0 || len(groups) == 0 {
		t.Fatal(len(start), len(groups), err)
	}
	var d Data
	if err := d.Read(t.Context(), "games", strings.NewReader(play(t, "capablanca", playOptions(8))), variants.Open); err != nil {
		t.Fatal(err)
	}
	want := make([]game.Weight, len(start))
	copy(want, start)
	const knight = 1 // of the values, the first group
	want[knight].MG, want[knight].EG = want[knight].MG+200, want[knight].EG+200
	for i := range d.samples {
		d.samples[i].score = float32(d.value(i, want))
	}
	o := DefaultFitOptions()
	o.K, o.Blend, o.HoldOut, o.Prior = 0.003, 0, 0, 1
	fit, err := d.Fit(t.Context(), start, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if gain := fit.Weights[knight].MG + fit.Weights[knight].EG - start[knight].MG - start[knight].EG; gain < 40 || fit.Fitted.After >= fit.Fitted.Before {
		t.Errorf("a knight gains %v, of 400; %v", gain, fit.Fitted)
	}
	source, err := fit.Source(rules, []File{{"a.txt", Header{"capablanca", 8, 150, 8, 1, 0, 0}, 8, 300}})
	if err != nil || !strings.HasPrefix(string(source), Mark(rules)+"\n#\n# The weights of capablanca, fitted to games that the engine played against itself:\n#   - a.txt: capablanca, 300 positions of 8 games, ") {
		t.Errorf("%v, %.300s", err, source)
	}
	_, text, _ := strings.Cut(string(source), "\n\n")
	if own := rules.(game.Fittable).FormatWeights(fit.Weights); text != own {
		t.Errorf("the file ends in %.200s", text)
	}
}

// Games without fittable weights are refused with a clear error.
func TestUnfittable(t *testing.T) {
	rules := variants.MustOpen("cube3")
	if _, _, err := Weights(rules); err == nil || err.Error() != "cube3 has no weights to fit" {
		t.Error(err)
	}
	if _, err := linearise(rules.Start(), nil); err == nil {
		t.Error("linearised")
	}
}
