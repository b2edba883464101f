package match

import "github.com/heterodox-chess/heterodox/rules"

// An Adjudication lets the referee end games early. Its zero value never does.
type Adjudication struct {
	// An engine resigns when its own score has been at or below -ResignScore
	// for ResignMoves moves in a row and, if Both is set, its opponent's at or
	// above ResignScore.
	ResignMoves, ResignScore int
	Both                     bool
	// A draw is agreed from full move DrawAfter on when both scores have been
	// within ±DrawScore for the last DrawMoves moves of each side.
	DrawAfter, DrawMoves, DrawScore int
	// MaxPlies is the number of single moves after which a game is a draw.
	MaxPlies int
}

// A jury follows the scores of a game.
type jury struct {
	rules Adjudication
	low   [2]int // moves in a row with a score low enough to resign
	high  [2]int // … with a score high enough for the opponent to resign
	level [2]int // … with a score near 0
}

// hear records the score that a side reported with its move.
func (j *jury) hear(side rules.Color, i *info) {
	count := func(n *int, ok bool) {
		if *n++; !ok || !i.scored {
			*n = 0
		}
	}
	v := i.value()
	count(&j.low[side], v <= -j.rules.ResignScore)
	count(&j.high[side], v >= j.rules.ResignScore)
	count(&j.level[side], v <= j.rules.DrawScore && v >= -j.rules.DrawScore)
}

// verdict returns the referee's decision and the reason for it.
func (j *jury) verdict(fullmove, plies int) (rules.Result, string) {
	r := &j.rules
	for _, side := range []rules.Color{rules.White, rules.Black} {
		other := side.Opponent()
		if r.ResignMoves > 0 && j.low[side] >= r.ResignMoves && (!r.Both || j.high[other] >= r.ResignMoves) {
			return rules.WinFor(other), side.String() + " resigns"
		}
	}
	switch {
	case r.DrawMoves > 0 && fullmove >= r.DrawAfter && min(j.level[0], j.level[1]) >= r.DrawMoves:
		return rules.Draw, "draw by agreement"
	case r.MaxPlies > 0 && plies >= r.MaxPlies:
		return rules.Draw, "maximum length"
	}
	return rules.Ongoing, ""
}
