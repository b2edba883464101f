package study

import (
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// TestOddsAreStarts: pieces are removed from the start, and with a rook its castling
// right.
func TestOddsAreStarts(t *testing.T) {
	r := &run{subject: &subject{rules: variants.MustOpen("chess")}}
	for _, test := range []struct {
		letters [2][]string
		n       int
		fen     string
	}{
		{[2][]string{{"R"}, {"P", "P"}}, 0, "rnbqkbnr/1ppp1ppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"},
		{[2][]string{{"B"}, {"R"}}, 1, "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQq - 0 1"},
		{[2][]string{{"R", "R"}, {"Q"}}, 0, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w kq - 0 1"},
	} {
		pos, ok := r.lacking(test.letters, test.n)
		if !ok || pos.FEN() != test.fen {
			t.Errorf("%v, %d: %v, want %s", test.letters, test.n, ok, test.fen)
		}
	}
	for _, name := range []string{"chess", "capablanca", "xiangqi"} {
		r.subject.rules = variants.MustOpen(name)
		if pos, ok := r.lacking([2][]string{{"K"}, nil}, 0); ok {
			t.Errorf("%s without a king: %s", name, pos.FEN())
		}
	}
}

// TestOddsFindValues: games whose results depend on known values give back these values,
// and games with independent results give none.
func TestOddsFindValues(t *testing.T) {
	list := []odds{{"P", nil}, {"N", []string{"P", "P", "P"}}, {"R", []string{"N", "P"}}}
	values := map[string]float64{"P": 1, "N": 2.5, "R": 4.5}
	for _, unit := range []float64{0.5, 0} {
		random := rand.New(rand.NewPCG(1, 2))
		var games []Game
		for n := range 3000 {
			o := list[n/2%len(list)]
			lead := -values[o.lacks]
			for _, letter := range o.against {
				lead += values[letter]
			}
			if n%2 == 1 {
				lead = -lead
			}
			g := Game{Stage: o.stage(), Number: n/2/len(list)*2 + n%2, Result: rules.WinFor(rules.Black)}
			if random.Float64() < sigmoid(unit*lead+0.2) {
				g.Result = rules.WinFor(rules.White)
			}
			games = append(games, g)
		}
		r := &run{report: &Report{Pieces: []PieceFound{{Letter: "P"}, {Letter: "N"}, {Letter: "R"}}}}
		r.measureOdds(list, games)
		if len(r.report.Odds) != 3 || r.report.Odds[0].Games != 1000 {
			t.Errorf("%+v", r.report.Odds)
		}
		for _, p := range r.report.Pieces {
			if v := p.Odds; unit == 0 && v != nil {
				t.Errorf("%s is worth %+v by chance", p.Letter, *v)
			} else if unit > 0 && (v == nil || !v.Has(values[p.Letter]) || v.Error() > 1) {
				t.Errorf("%s: %+v, want %v", p.Letter, v, values[p.Letter])
			}
		}
	}
}

// TestOddsArePlayed: each piece is set against less valuable ones, in equally many games
// with either colour, and another run finds the same.
func TestOddsArePlayed(t *testing.T) {
	o := small(t, "losalamos", 2)
	o.Rounds, o.Odds = 2, true
	o.Ledger = filepath.Join(t.TempDir(), "ledger")
	r := study(t, o)
	if len(r.Odds) != 4 || r.Odds[0].Lacks != "P" || r.Odds[0].Against != "" || r.Odds[3].Lacks != "Q" || r.Odds[3].Against == "" {
		t.Errorf("%+v", r.Odds)
	}
	for _, f := range r.Odds {
		if f.Games != 4 || f.Score.High <= f.Score.Low {
			t.Errorf("%+v", f)
		}
	}
	if again := study(t, o); !reflect.DeepEqual(again, r) {
		t.Error("from the ledger: another report")
	}
	late := o
	late.Rounds, late.Budget = 0, 1
	if again := study(t, late); !reflect.DeepEqual(again.Odds, r.Odds) {
		t.Errorf("without any time, the ledger says %+v, want %+v", again.Odds, r.Odds)
	}
	o.Ledger, o.Concurrency = "", 1
	if again := study(t, o); !reflect.DeepEqual(again, r) {
		t.Error("another run gives different results")
	}
}
