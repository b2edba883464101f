package study

import (
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/rules"
)

// mostReplayed is how many games are replayed without each rule.
const mostReplayed = 160

// What a rule was to a game.
type use struct{ touched, used, decided bool }

// withoutRule replays a game beside itself without a rule, for as long as both go the same
// way.
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
			u.touched, u.used = true, true // without the rule it would have ended here
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
	// Both have gone the same way: the rule has decided what ends in one alone.
	if x, y := a.Outcome(), b.Outcome(); x.Result != y.Result && x.Reason != rules.InsufficientMaterial {
		u = use{true, true, true}
	}
	return u
}

// endsAlone reports whether a game is over whose position goes on without the rule.
func endsAlone(a *game.Record, without game.Rules) bool {
	o := a.Outcome()
	if !o.Over() {
		return false
	}
	pos, err := without.ParsePosition(a.Position().FEN())
	return err == nil && pos.Outcome().Result != o.Result
}

// sameBoard reports whether the same pieces stand on the same squares and in hand, and the
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
		x, y := a.Hand(c), b.Hand(c)
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if x[i] != y[i] {
				return false
			}
		}
	}
	return true
}

// rulesOf tells what each rule was to the games. Rules that orthodox chess has, too, are
// told only if they ever mattered: a game need not have what they are about.
func rulesOf(whole game.Rules, parts []general.Part, games []*Game, concurrency int) []RuleFound {
	if len(games) > mostReplayed {
		few := make([]*Game, mostReplayed)
		for i := range few {
			few[i] = games[i*len(games)/mostReplayed]
		}
		games = few
	}
	uses := make([][]use, len(games))
	inParallel(len(games), concurrency, func(i int) {
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
