package tables

import (
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// verify checks tables.
func verify(t *testing.T, dir, variant string, n uint64, materials ...Material) {
	t.Helper()
	s := must.Get(t, Open, dir)
	defer s.Close()
	h := s.Game(variants.MustOpen(variant))
	for _, m := range materials {
		v, err := h.Verify(t.Context(), m, n, func(float64) {})
		if err != nil {
			t.Error(err)
		}
		if v.Positions == 0 {
			t.Errorf("%s: nothing was verified", m)
		}
	}
}

// TestVerify checks tables of games whose rules differ in everything that matters to tables.
func TestVerify(t *testing.T) {
	for variant, materials := range map[string][]string{
		"chess":                  {"KQK", "KPK"},
		"fairy":                  {"KAK"},
		"gun":                    {"KQK", "KRK"},
		"blackhole":              {"KRK", "KKR"},
		"madhouse":               {"KRK"},
		"gun+madhouse":           {"KRK"},
		"gun+blackhole+madhouse": {"KNvK"},
		"atomic":                 {"KQK"},
		"antichess":              {"RvN", "QvP", "PvP"},
		"suicide":                {"RvN"},
		"kingofthehill":          {"KNK"},
		"racingkings":            {"KNvK"},
		"horde":                  {"PvKN"},
		"nocheckatomic":          {"KRvK"},
		"losers":                 {"KNK"},
		"capablanca":             {"KQK"},
		"antichess+capablanca":   {"PvP"},
		"makruk":                 {"KMK"},
		"gardner":                {"KPK"},
		"losalamos":              {"KPK"},
	} {
		t.Run(variant, func(t *testing.T) {
			dir := t.TempDir()
			for m, s := range generate(t, dir, variant, materials...) {
				n := uint64(1)
				if !deep() {
					n = (s.Positions[0]+s.Positions[1])/1000 | 1 // about a thousand, less those equivalent by symmetry
				}
				verify(t, dir, variant, n, m)
			}
		})
	}
}
