package study

import (
	"maps"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/parallel"
)

// leastReplayed is the minimum number of games for reporting rules and pieces.
const leastReplayed = 10

// measure fills in the report from the games of the rounds.
func (r *run) measure(games []Game) error {
	r.doing("measuring")
	r.report.Games = games
	byStage := map[stage][]Game{}
	for _, g := range games {
		byStage[g.Stage] = append(byStage[g.Stage], g)
	}
	var all []*Game
	for _, e := range efforts {
		played := byStage[fairness.numbered(e.times)]
		if len(played) == 0 {
			continue
		}
		different := distinct(played)
		all = append(all, different...)
		r.report.Fairness = append(r.report.Fairness, effortOf(r.Nodes*e.times, different, len(played)-len(different)))
	}
	for i := range rungEvery {
		if elo, pairs, ok := eloOf(byStage[doubling.numbered(1<<i)]); ok {
			r.report.Depth = append(r.report.Depth, Rung{r.Nodes << i, pairs, elo})
		}
	}
	r.report.Overall = effortOf(0, all, 0)
	r.report.Trend = trendOf(r.report.Fairness)
	r.report.Ends = endsOf(all)
	r.report.Drama = dramaOf(all, r.Seed)
	replays, err := r.replay(all)
	if err != nil {
		return err
	}
	var lengths, choices []float64
	for _, v := range replays {
		lengths, choices = append(lengths, float64(len(v.movers))), append(choices, v.choices...)
	}
	r.report.Length, r.report.Choice = spreadOf(lengths), spreadOf(choices)
	r.report.Openings = openingsOf(replays)
	if len(replays) >= leastReplayed {
		r.report.Pieces, r.report.UnitWorth = piecesOf(r.subject.rules, replays, r.Seed)
		r.report.Special = specialsOf(replays)
		r.measureRules(all)
	}
	r.sample(all)
	return nil
}

// replay replays the games.
func (r *run) replay(games []*Game) ([]*replay, error) {
	replays, errs := make([]*replay, len(games)), make([]error, len(games))
	parallel.Each(len(games), r.Concurrency, func(i int) {
		replays[i], errs[i] = replayGame(r.subject.rules, games[i])
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return replays, nil
}

// measureRules reports on the rules of the game if they can be removed one at a time.
func (r *run) measureRules(games []*Game) {
	whole, parts, err := r.Catalogue.Parts(r.Game)
	if err != nil || !reproduces(whole, games[0]) {
		return
	}
	r.report.Rules = rulesOf(whole, parts, games, r.Concurrency)
}

// reproduces reports whether a game can be replayed with these rules and has the same
// result.
func reproduces(whole game.Rules, g *Game) bool {
	record, err := g.record(whole)
	return err == nil && record.Outcome().Result == g.Result
}

// specialsOf counts the kinds of moves other than plain moves and captures.
func specialsOf(replays []*replay) (list []Special) {
	games, moves := map[string]int{}, map[string]int{}
	for _, v := range replays {
		for name, n := range v.special {
			games[name]++
			moves[name] += n
		}
	}
	for _, name := range slices.Sorted(maps.Keys(games)) {
		list = append(list, Special{name, shareOf(games[name], len(replays)), moves[name]})
	}
	return list
}

// sample keeps the game at the highest effort that is nearest to the median length.
func (r *run) sample(games []*Game) {
	best := games[len(games)-1]
	far := 1e9
	for _, g := range games {
		length := float64(strings.Count(g.Moves, " ") + 1)
		d := max(length-r.report.Length.Median, r.report.Length.Median-length)
		if g.Stage == best.Stage && d < far {
			best, far = g, d
		}
	}
	record, err := best.record(r.subject.rules)
	if err != nil {
		return
	}
	for i, m := range record.Moves() {
		r.report.Sample = append(r.report.Sample, record.At(i).SAN(m))
	}
}
