package match

import (
	"time"

	"github.com/heterodox-chess/heterodox/internal/stats"
)

// A Score is how an engine did against another, in one variant or in all.
type Score struct {
	Games stats.Games
	Pairs stats.Pairs
	// ByColor are its games as White and as Black.
	ByColor [2]stats.Games
	Plies   int // single moves of the games, openings included
	Void    int // games that say nothing of either engine
}

// Add counts a game, as the engine with a colour (0 White, 1 Black) sees it.
func (s *Score) add(r *Record, color int) {
	games := &s.ByColor[color]
	switch half(r.Result, color) {
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
	s.Plies += r.SingleMoves()
}

// half returns the half points that a colour has made: -1 if none were to be
// had.
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

// Usage is what an engine used in all its games.
type Usage struct {
	Games    int
	Points   float64
	Moves    int // answers
	Nodes    uint64
	Time     time.Duration
	Troubles map[Termination]int // games lost by its own fault
}

// A table of scores: for each pair of engines and variant.
type scoreKey struct{ pair, variant int }

// A Tally keeps the score of a match.
type Tally struct {
	schedule schedule
	scores   map[scoreKey]*Score
	usage    []Usage
	halves   map[int]int // of games whose sibling is still to come, by number: the first engine's half points
	finished int
	troubles []TroubledGame
	more     int // troubled games that are not in troubles
}

// A TroubledGame is one that an engine lost by its own fault.
type TroubledGame struct {
	Game    int    `json:"game"` // from 1
	Variant string `json:"variant"`
	Trouble
}

// maxTroubles is how many troubled games are told of in full.
const maxTroubles = 20

func newTally(c *Config) *Tally {
	return &Tally{
		schedule: newSchedule(c),
		scores:   map[scoreKey]*Score{},
		usage:    make([]Usage, len(c.Engines)),
		halves:   map[int]int{},
	}
}

// add counts a game.
func (t *Tally) add(r *Record) {
	task := t.schedule.task(r.Game)
	pair := (r.Game / 2) % len(t.schedule.pairs)
	key := scoreKey{pair, task.variant}
	s := t.scores[key]
	if s == nil {
		s = &Score{}
		t.scores[key] = s
	}
	color := r.Game % 2 // of the first engine
	s.add(r, color)
	t.finished++
	points := half(r.Result, color)
	if other, ok := t.halves[r.Game^1]; ok {
		delete(t.halves, r.Game^1)
		if other >= 0 && points >= 0 {
			s.Pairs[other+points]++
		}
	} else {
		t.halves[r.Game] = points
	}
	t.use(r)
}

// use counts what the engines used, and what went wrong.
func (t *Tally) use(r *Record) {
	for color, engine := range []int{r.White, r.Black} {
		u := &t.usage[engine]
		if points := half(r.Result, color); points >= 0 {
			u.Games++
			u.Points += float64(points) / 2
		}
	}
	for i := range r.Moves {
		ply := &r.Moves[i]
		u := &t.usage[r.mover(i)]
		u.Moves++
		u.Nodes += ply.Nodes
		u.Time += time.Duration(ply.Micros) * time.Microsecond
	}
	if r.Trouble == nil {
		return
	}
	for color, engine := range []int{r.White, r.Black} {
		if r.Names[color] == r.Trouble.Engine {
			u := &t.usage[engine]
			if u.Troubles == nil {
				u.Troubles = map[Termination]int{}
			}
			u.Troubles[r.Termination]++
		}
	}
	if len(t.troubles) < maxTroubles {
		t.troubles = append(t.troubles, TroubledGame{r.Game + 1, r.Variant, *r.Trouble})
	} else {
		t.more++
	}
}

// total returns the score of a pair of engines over all variants.
func (t *Tally) total(pair int) Score {
	var sum Score
	for key, s := range t.scores {
		if key.pair == pair {
			sum.merge(s)
		}
	}
	return sum
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
