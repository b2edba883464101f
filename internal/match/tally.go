package match

import (
	"time"

	"github.com/heterodox-chess/heterodox/internal/stats"
)

// A tally keeps the score of a match. Games arrive in any order, and each
// counts once.
type tally struct {
	schedule schedule
	points   map[int]point // by number of the game
	scores   map[scoreKey]*Score
	usage    []usage
	troubles []TroubledGame
	more     int     // troubled games beyond those in troubles
	clocks   *Clocks // nil if they ran as the match specifies
	purged   []PurgedWorker
	tuning   bool // there is a Tuner

	sprt *stats.SPRT
	// The test takes the pairs in the order of the schedule, up to the first
	// gap. In the order in which they end, short games would come first.
	ready    int         // the number of those pairs
	pairs    stats.Pairs // their results
	decision string      // of the test: "H0", "H1", or "" until there is one
	late     Score       // games of later pairs that had been finished by the decision
}

// A scoreKey identifies a pair of engines and a variant.
type scoreKey struct{ pairing, variant int }

// usage is what an engine used in all its games.
type usage struct {
	moves  int // answers
	nodes  uint64
	time   time.Duration
	faults map[Termination]int // games lost by its own fault
}

// A TroubledGame is one that an engine lost by its own fault.
type TroubledGame struct {
	Game    int    `json:"game"` // from 1
	Variant string `json:"variant"`
	Trouble
}

// maxTroubles is how many troubled games are reported in full.
const maxTroubles = 20

func newTally(c *Config) *tally {
	return &tally{
		schedule: newSchedule(c),
		points:   map[int]point{},
		scores:   map[scoreKey]*Score{},
		usage:    make([]usage, len(c.Engines)),
		sprt:     c.SPRT,
		tuning:   c.Tuner != nil,
	}
}

// has reports whether a game has been counted.
func (t *tally) has(game int) bool {
	_, ok := t.points[game]
	return ok
}

// finished returns the number of games that have been counted.
func (t *tally) finished() int { return len(t.points) }

// add counts a game, unless it has already been counted.
func (t *tally) add(r *Record) {
	if t.has(r.Game) {
		return
	}
	p := pointOf(r)
	if t.tuning && r.Termination == Abandoned {
		p.halves = -1 // an engine that crashes says nothing about its options
	}
	t.points[r.Game] = p
	t.score(r.Game)
	t.use(r)
	t.decide()
}

// score adds the points of a game, and of its pair if that is complete.
func (t *tally) score(game int) {
	s := t.of(game)
	color := game % 2 // of the first engine
	s.add(t.points[game], color)
	if halves, whole := t.pair(game / 2); whole && halves >= 0 {
		s.Pairs[halves]++
	}
}

// of returns the score that a game belongs to.
func (t *tally) of(game int) *Score {
	if t.decision != "" && game/2 >= t.ready {
		return &t.late
	}
	at := t.schedule.place(game / 2)
	key := scoreKey{at.pairing, at.variant}
	if t.scores[key] == nil {
		t.scores[key] = &Score{}
	}
	return t.scores[key]
}

// pair returns the half points of a pair, -1 if a game has no result, and
// whether both games have been played.
func (t *tally) pair(number int) (halves int, whole bool) {
	a, first := t.points[2*number]
	b, second := t.points[2*number+1]
	if a.halves < 0 || b.halves < 0 {
		return -1, first && second
	}
	return int(a.halves + b.halves), first && second
}

// decide feeds the pairs up to the first gap to the test, one at a time, until
// it has ended. Later games are then scored separately.
func (t *tally) decide() {
	if t.sprt == nil {
		return
	}
	for t.decision == "" {
		halves, whole := t.pair(t.ready)
		if !whole {
			return
		}
		t.ready++
		if halves >= 0 {
			t.pairs[halves]++
		}
		t.decision = t.sprt.Decision(t.sprt.LLR(t.pairs))
	}
	if t.late == (Score{}) && t.finished() > 2*t.ready {
		t.enterAnew()
	}
}

// enterAnew rescores all games once some turn out to be late.
func (t *tally) enterAnew() {
	games := t.points
	t.points, t.scores = map[int]point{}, map[scoreKey]*Score{}
	for game, p := range games {
		t.points[game] = p
		t.score(game)
	}
}

// use adds up what the engines used, and their faults.
func (t *tally) use(r *Record) {
	for i := range r.Moves {
		ply := &r.Moves[i]
		u := &t.usage[r.mover(i)]
		u.moves++
		u.nodes += ply.Nodes
		u.time += time.Duration(ply.Micros) * time.Microsecond
	}
	t.clocks = t.clocks.with(r)
	if r.Trouble == nil {
		return
	}
	for color, engine := range []int{r.White, r.Black} {
		if r.Names[color] == r.Trouble.Engine {
			u := &t.usage[engine]
			if u.faults == nil {
				u.faults = map[Termination]int{}
			}
			u.faults[r.Termination]++
		}
	}
	if len(t.troubles) < maxTroubles {
		t.troubles = append(t.troubles, TroubledGame{r.Game + 1, r.Variant, *r.Trouble})
	} else {
		t.more++
	}
}

// total returns the score of a pair of engines over all variants.
func (t *tally) total(pairing int) Score {
	var sum Score
	for key, s := range t.scores {
		if key.pairing == pairing {
			sum.merge(s)
		}
	}
	return sum
}
