package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
)

// A change is a modification of a game, as the text of a file of variants with one game.
type change struct{ name, text string }

// A contender is a change being judged.
type contender struct {
	change
	subject *subject
	games   []*Game
	round   int
	result  Candidate
}

// firstGames is the number of games that each contender plays in the first round of
// halving, if no rounds were requested; each round doubles it.
const firstGames = 8

// keeps is the number of contenders that are never dropped.
const keeps = 3

// halve judges changes with growing budgets: all of them play some games, then the better
// half plays as many again, and so on until few are left or the time runs out. The first
// change is always kept, for comparison. It returns those that got furthest first, and
// among them the nearest to an even and decisive game.
func (r *run) halve(ctx context.Context, changes []change, weights string) ([]Candidate, error) {
	var all []*contender
	seen := map[string]bool{} // changes that give the same game
	for _, c := range changes {
		s := r.contend(c, weights)
		if s == nil || seen[description(s.rules)] {
			continue
		}
		seen[description(s.rules)] = true
		all = append(all, &contender{change: c, subject: s})
	}
	games := firstGames
	if r.Rounds > 0 {
		games = 2 * r.Rounds
	}
	alive := slices.Clone(all)
	for round := 1; ; round++ {
		r.doing(fmt.Sprintf("testing %d versions, round %d", len(alive), round))
		for i, c := range alive {
			played, err := r.playAll(ctx, c.subject, limited(r.contestTasks(), games))
			if err != nil {
				return nil, err
			}
			if ctx.Err() != nil && len(played) < games {
				// The games of the others decide: a few more games give nobody an edge.
				return ranked(all), nil
			}
			c.games, c.round = distinct(played), round
			c.judge()
			r.fraction(float64(i) / float64(len(alive)))
		}
		if len(alive) <= keeps {
			return ranked(all), nil
		}
		base := alive[0]
		rest := slices.Clone(alive[1:])
		slices.SortStableFunc(rest, func(a, b *contender) int { return cmp.Compare(a.result.Distance, b.result.Distance) })
		alive = append([]*contender{base}, rest[:max(len(rest)/2, keeps-1)]...)
		games *= 2
	}
}

// contend sets up a change; it returns nil if the game cannot be played.
func (r *run) contend(c change, weights string) *subject {
	rules, err := r.Catalogue.Derive(c.text, general.Fitted{Weights: weights})
	if err != nil && weights != "" {
		weights = ""
		rules, err = r.Catalogue.Derive(c.text, general.Fitted{}) // without weights, which do not fit if the pieces changed
	}
	if err != nil || game.NewRecord(rules.Start()).Outcome().Over() {
		return nil
	}
	return &subject{name: c.name, text: c.text, weights: weights, rules: rules, seed: r.Seed, nodes: r.Nodes, plies: r.Plies, tables: r.Tables}
}

// contestTasks yields the games of a contender, without end: three at effort 1, then one
// at 4.
func (r *run) contestTasks() iter.Seq[task] {
	return func(yield func(task) bool) {
		for n := 0; ; n++ {
			p := player{nodes: r.Nodes}
			if n%4 == 3 {
				p.nodes *= 4
			}
			if !yield(task{stage: contest, number: n, opening: n, players: [2]player{p, p}}) {
				return
			}
		}
	}
}

// judge summarises the games of a contender.
func (c *contender) judge() {
	e := effortOf(0, c.games, 0)
	var lengths []float64
	for _, g := range c.games {
		lengths = append(lengths, float64(g.Opening+len(g.Scores)))
	}
	c.result = Candidate{Name: c.name, Text: c.text, Games: e.Games, Score: e.Score, Drawn: e.Drawn, Unending: e.Unending,
		Length: spreadOf(lengths).Median, Round: c.round}
	c.result.Distance = distance(e)
}

// distance returns how far games are from even and decisive, in percentage points.
func distance(e Effort) float64 {
	return 100 * (math.Abs(e.Score.Value-0.5) + max(e.Drawn.Value-0.5, 0)/2 + e.Unending.Value/2)
}

// ranked returns the contenders that have been judged: those that got furthest first, and
// among them the nearest to an even and decisive game.
func ranked(all []*contender) (list []Candidate) {
	for _, c := range all {
		if c.round > 0 {
			list = append(list, c.result)
		}
	}
	slices.SortStableFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Round, a.Round), cmp.Compare(a.Distance, b.Distance))
	})
	return list
}

var errNoChanges = errors.New("no change to this game can be played on the general machine")
