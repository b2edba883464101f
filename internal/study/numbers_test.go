package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

// TestWilson compares with published intervals: Newcombe 1998, table I.
func TestWilson(t *testing.T) {
	for _, test := range []struct {
		k, n      int
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}} {
		if i := shareOf(test.k, test.n); !near(i.Low, test.low, 5e-5) || !near(i.High, test.high, 5e-5) {
			t.Errorf("%d of %d: %+v", test.k, test.n, i)
		}
	}
	if i := shareOf(0, 0); i.Low != 0 || i.High != 1 {
		t.Errorf("of no games: %+v", i)
	}
}

// TestScoresCover: the interval of a score covers the true score about as often as
// stated, with few draws and with many.
func TestScoresCover(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, p := range [][2]float64{{0.4, 0.2}, {0.3, 0.6}, {0.1, 0.85}, {0.6, 0.1}} {
		truth, covered := p[0]+p[1]/2, 0
		const runs, games = 2000, 60
		for range runs {
			var points []float64
			for range games {
				switch x := random.Float64(); {
				case x < p[0]:
					points = append(points, 1)
				case x < p[0]+p[1]:
					points = append(points, 0.5)
				default:
					points = append(points, 0)
				}
			}
			if scoreOf(points).Has(truth) {
				covered++
			}
		}
		if share := float64(covered) / runs; share < 0.93 || share > 0.99 {
			t.Errorf("wins %v, draws %v: covered in %v", p[0], p[1], share)
		}
	}
}

func TestSpearman(t *testing.T) {
	if r := Spearman([]float64{1, 2, 3, 4}, []float64{10, 20, 40, 30}); !near(r, 0.8, 1e-9) {
		t.Error(r)
	}
	if r := Spearman([]float64{1, 2, 2, 3}, []float64{1, 2, 2, 3}); !near(r, 1, 1e-9) {
		t.Errorf("with ties: %v", r)
	}
	if r := Spearman([]float64{1, 1, 1}, []float64{1, 2, 3}); !math.IsNaN(r) {
		t.Errorf("of equal values: %v", r)
	}
}

// TestLogisticFinds: a fit finds the coefficients that generated the data.
func TestLogisticFinds(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	want := []float64{0.7, -1.2, 0.1}
	var x [][]float64
	var y, w []float64
	for range 20_000 {
		row := []float64{float64(random.IntN(5) - 2), float64(random.IntN(3) - 1), 1}
		sum := 0.0
		for i := range row {
			sum += row[i] * want[i]
		}
		x, w = append(x, row), append(w, 1)
		y = append(y, float64(count(random.Float64() < sigmoid(sum))))
	}
	for i, c := range logistic(make([]float64, 3), x, y, w, 0.01) {
		if !near(c, want[i], 0.06) {
			t.Errorf("coefficient %d: %v, want %v", i, c, want[i])
		}
	}
	// Separable data do not diverge.
	for _, c := range logistic(make([]float64, 1), [][]float64{{1}, {-1}}, []float64{1, 0}, []float64{1, 1}, 0.1) {
		if !(c > 0 && c < 20) {
			t.Error(c)
		}
	}
}

// TestPieceValuesAreFound: the fit finds the values that generated the results.
func TestPieceValuesAreFound(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var replays []*replay
	for range 3000 {
		m := map[string]int{"P": random.IntN(7) - 3, "N": random.IntN(3) - 1, "R": random.IntN(3) - 1}
		g := &Game{Result: rules.BlackWins}
		if random.Float64() < sigmoid(0.4*float64(m["P"])+1.2*float64(m["N"])+2*float64(m["R"])) {
			g.Result = rules.WhiteWins
		}
		replays = append(replays, &replay{game: g, material: []map[string]int{m}})
	}
	list := []PieceFound{{Letter: "P", Name: "pawn", AtHand: true}, {Letter: "N", Name: "knight", AtHand: true}, {Letter: "R", Name: "rook", AtHand: true}, {Letter: "K", Name: "king", AtHand: true}}
	worth := valuePieces(list, replays, 1)
	if !near(worth, sigmoid(0.4)-0.5, 0.03) {
		t.Errorf("a pawn is worth %v", worth)
	}
	for i, want := range []float64{1, 3, 5} {
		if v := list[i].Value; v == nil || !v.Has(want) || i > 0 && v.Error() > 1 {
			t.Errorf("%s: %+v, want %v", list[i].Name, v, want)
		}
	}
	if list[3].Value != nil {
		t.Errorf("a king: %+v", list[3].Value)
	}
	for _, v := range replays {
		v.game.Result = rules.Draw
	}
	list[0].Value = nil
	if valuePieces(list[:1], replays, 1) != 0 || list[0].Value != nil {
		t.Errorf("values from drawn games: %+v", list[0].Value)
	}
}

func TestDrama(t *testing.T) {
	c := curve{0, 1}
	g := &Game{Result: rules.WhiteWins, Scores: []int16{0, 200, -200, 20, 300, 300, 300, 300}}
	behind, changes, decided := dramaIn(g, c)
	if !near(behind, sigmoid(-2), 1e-9) || changes != 2 || decided != 0.5 {
		t.Errorf("White's win: %v %v %v", behind, changes, decided)
	}
	g.Result = rules.BlackWins
	if behind, _, decided := dramaIn(g, c); !near(behind, sigmoid(-3), 1e-9) || decided != 1 {
		t.Errorf("Black's: %v %v", behind, decided)
	}
}

// TestRulesWithout: replaying a game without a rule shows how the rule mattered.
func TestRulesWithout(t *testing.T) {
	for _, test := range []struct {
		game, rule, moves string
		want              use
	}{
		{"chess", "castling", "e2e4 e7e5 g1f3 b8c6", use{}},
		{"chess", "castling", "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6", use{touched: true}},
		{"chess", "castling", "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1", use{touched: true, used: true}},
		{"chess", "checkmate", "f2f3 e7e5 g2g4 d8h4", use{true, true, true}},
		{"chess", "en passant", "e2e4 a7a6 e4e5 d7d5 a2a3", use{touched: true}},
		{"chess", "en passant", "e2e4 a7a6 e4e5 d7d5 e5d6", use{touched: true, used: true}},
		{"kingofthehill", "goal", "e2e4 a7a6 e1e2 a6a5 e2e3 a5a4 e3d4", use{true, true, true}},
		{"kingofthehill", "goal", "e2e4 a7a6", use{}},
		{"crazyhouse", "drops", "e2e4 d7d5", use{}},
		{"crazyhouse", "drops", "e2e4 d7d5 e4d5", use{touched: true, used: true}},
		{"crazyhouse", "drops", "e2e4 d7d5 e4d5 d8d5 P@e4", use{touched: true, used: true}},
	} {
		whole, parts, err := variants.Parts(test.game)
		if err != nil {
			t.Fatal(err)
		}
		i := -1
		for k, p := range parts {
			if p.Name == test.rule {
				i = k
			}
		}
		if i < 0 {
			t.Errorf("%s has no rule %q", test.game, test.rule)
			continue
		}
		g := &Game{Moves: test.moves}
		if got := rulesOf(whole, []general.Part{{Name: parts[i].Name, Without: parts[i].Without}}, []*Game{g}, 1)[0]; got.Touched.Value != float64(count(test.want.touched)) ||
			got.Used.Value != float64(count(test.want.used)) || got.Decided.Value != float64(count(test.want.decided)) {
			t.Errorf("%s, %s, %s: %+v, want %+v", test.game, test.rule, test.moves, got, test.want)
		}
	}
}

func TestYardsticksAreRead(t *testing.T) {
	list, err := Yardsticks()
	if err != nil || len(list) < 4 {
		t.Fatalf("%d yardsticks, %v", len(list), err)
	}
	for _, y := range list {
		if y.Games < 50 || !y.Score.Has(y.Score.Value) || y.Length < 10 {
			t.Errorf("%+v", y)
		}
	}
}

// A single game is one game in words.
func TestSingleGame(t *testing.T) {
	var page strings.Builder
	var report Report
	report.Overall.Games = 1
	report.concludeResults()
	if err := report.WriteHTML(&page, variants.MustOpen("chess").Start()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 different game on", "It takes more than 1 different game to say"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestEloOfLikePairs: pairs that are all won, or all drawn, show a difference, too.
func TestEloOfLikePairs(t *testing.T) {
	won, lost, drawn := Game{Result: rules.WhiteWins}, Game{Result: rules.BlackWins}, Game{Result: rules.Draw}
	pairs := func(n int, first, second Game) []Game { return slices.Repeat([]Game{first, second}, n) }
	for _, test := range []struct {
		name   string
		games  []Game
		better float64 // the sign of the difference
	}{
		{"all won", pairs(12, won, lost), 1},
		{"all lost", pairs(12, lost, won), -1},
		{"nearly all won", append(pairs(12, won, lost), pairs(1, drawn, drawn)...), 1},
		{"all drawn", pairs(12, drawn, drawn), 0},
		{"all split", pairs(12, won, won), 0},
		{"all half won", pairs(12, won, drawn), 1},
	} {
		elo, n, ok := eloOf(test.games)
		if !ok || n != len(test.games)/2 || math.IsInf(elo.Low, 0) || math.IsInf(elo.High, 0) || !elo.Has(elo.Value) {
			t.Errorf("%s: %+v from %d pairs, %v", test.name, elo, n, ok)
		}
		if test.better == 0 && elo.Value != 0 || elo.Value*test.better < 0 || test.better != 0 && elo.Has(0) {
			t.Errorf("%s: %+v", test.name, elo)
		}
	}
	if _, n, ok := eloOf(pairs(3, won, lost)); ok || n != 3 {
		t.Errorf("%d pairs are enough", n)
	}
}
