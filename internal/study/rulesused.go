package study

import (
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/parallel"
	"github.com/heterodox-chess/heterodox/rules"
)

// mostReplayed is the maximum number of games that are replayed without each rule.
const mostReplayed = 160

// A use is how a rule mattered in a game.
type use struct{ touched, used, decided bool }

// withoutRule replays a game with and without a rule, for as long as both follow the same
// course.
func withoutRule(whole, without game.Rules, g *Game, moves []string) (u use) {
	start, err := g.begin(whole)
	other, err2 := g.begin(without)
	if err != nil || err2 != nil {
		return use{touched: true, used: true}
	}
	a, b := game.NewRecord(start), game.NewRecord(other)
	if !sameBoard(a.Position(), b.Position()) {
		return use{touched: true, used: true}
	}
	for _, text := range moves {
		if b.Outcome().Over() {
			u.touched, u.used = true, true // without the rule the game would have ended here
			return u
		}
		if len(a.Position().Moves()) != len(b.Position().Moves()) {
			u.touched = true
		}
		if a.PlayTurn(text) != nil {
			return u
		}
		if b.PlayTurn(text) != nil || !sameBoard(a.Position(), b.Position()) {
			u.touched, u.used = true, true
			u.decided = endsAlone(a, without)
			return u
		}
	}
	if !a.Outcome().Over() && len(a.Position().Moves()) != len(b.Position().Moves()) {
		u.touched = true
	}
	// Both took the same course: the rule was decisive if only one of the games has ended.
	if x, y := a.Outcome(), b.Outcome(); x.Result != y.Result && x.Reason != rules.InsufficientMaterial {
		u = use{true, true, true}
	}
	return u
}

// endsAlone reports whether a game has ended in a position that goes on without the rule.
func endsAlone(a *game.Record, without game.Rules) bool {
	o := a.Outcome()
	if !o.Over() {
		return false
	}
	pos, err := without.ParsePosition(a.Position().FEN())
	return err == nil && pos.Outcome().Result != o.Result
}

// sameBoard reports whether the same pieces are on the same squares and in hand, and the
// same side is to move.
func sameBoard(a, b game.Position) bool {
	if a.Side() != b.Side() {
		return false
	}
	for _, s := range a.Rules().Board().Squares() {
		p, stands := a.At(s)
		q, also := b.At(s)
		if stands != also || p.Color != q.Color || p.Letter != q.Letter {
			return false
		}
	}
	for c := rules.White; c <= rules.Black; c++ {
		if !slices.Equal(a.Hand(c), b.Hand(c)) {
			return false
		}
	}
	return true
}

// rulesOf reports how each rule mattered in the games. Rules that orthodox chess also has
// are reported only if they mattered at all: a game need not have the pieces that they
// concern.
func rulesOf(whole game.Rules, parts []general.Part, games []*Game, concurrency int) []RuleFound {
	if len(games) > mostReplayed {
		few := make([]*Game, mostReplayed)
		for i := range few {
			few[i] = games[i*len(games)/mostReplayed]
		}
		games = few
	}
	uses := make([][]use, len(games))
	parallel.Each(len(games), concurrency, func(i int) {
		moves := strings.Fields(games[i].Moves)
		for _, p := range parts {
			uses[i] = append(uses[i], withoutRule(whole, p.Without, games[i], moves))
		}
	})
	var list []RuleFound
	for k, p := range parts {
		touched, used, decided := 0, 0, 0
		for i := range games {
			u := uses[i][k]
			touched, used, decided = touched+count(u.touched), used+count(u.used), decided+count(u.decided)
		}
		if n := len(games); n > 0 && (touched > 0 || !p.Usual) {
			list = append(list, RuleFound{Name: p.Name, Usual: p.Usual, Games: n,
				Touched: shareOf(touched, n), Used: shareOf(used, n), Decided: shareOf(decided, n)})
		}
	}
	return list
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
