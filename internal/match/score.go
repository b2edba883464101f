package match

import (
	"slices"

	"github.com/heterodox-chess/heterodox/internal/stats"
)

// A Score is the result of one engine against another, in one variant or in
// all.
type Score struct {
	Games stats.Games
	Pairs stats.Pairs
	// ByColor are its games as White and as Black.
	ByColor [2]stats.Games
	Plies   int // single moves of the games, openings included
	Void    int // games without a result
}

// A point is the result of a game for the first engine of its pair.
type point struct {
	halves int8 // half points, -1 if the game has no result
	plies  int32
}

// pointOf returns the result of a record for the first engine of its pair.
func pointOf(r *Record) point {
	return point{int8(half(r.Result, r.Game%2)), int32(r.SingleMoves())}
}

// add counts a game that the engine played with a colour (0 White, 1 Black).
func (s *Score) add(p point, color int) {
	games := &s.ByColor[color]
	switch p.halves {
	case 2:
		s.Games.Wins++
		games.Wins++
	case 1:
		s.Games.Draws++
		games.Draws++
	case 0:
		s.Games.Losses++
		games.Losses++
	default:
		s.Void++
		return
	}
	s.Plies += int(p.plies)
}

// half returns the half points of a colour, -1 if the game has no result.
func half(result string, color int) int {
	white := map[string]int{"1-0": 2, "1/2-1/2": 1, "0-1": 0}
	points, ok := white[result]
	switch {
	case !ok:
		return -1
	case color == 1:
		return 2 - points
	}
	return points
}

// reversed returns the same score from the other engine's point of view.
func (s Score) reversed() Score {
	turn := func(g stats.Games) stats.Games { return stats.Games{Wins: g.Losses, Draws: g.Draws, Losses: g.Wins} }
	s.Games, s.ByColor = turn(s.Games), [2]stats.Games{turn(s.ByColor[1]), turn(s.ByColor[0])}
	slices.Reverse(s.Pairs[:])
	return s
}

// merge adds another score.
func (s *Score) merge(o *Score) {
	for _, g := range []struct{ to, from *stats.Games }{
		{&s.Games, &o.Games}, {&s.ByColor[0], &o.ByColor[0]}, {&s.ByColor[1], &o.ByColor[1]},
	} {
		g.to.Wins += g.from.Wins
		g.to.Draws += g.from.Draws
		g.to.Losses += g.from.Losses
	}
	for i, n := range o.Pairs {
		s.Pairs[i] += n
	}
	s.Plies += o.Plies
	s.Void += o.Void
}
