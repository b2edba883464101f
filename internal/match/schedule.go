package match

import "time"

// A task is a game to be played. Everything about it follows from its number
// and the Config.
type task struct {
	number  int // from 0
	round   int // number of its opening
	variant int // index
	white   int // index of the engine
	black   int
}

// A schedule is the list of all games: round by round, in each the variants, in
// each the pairs of engines, which play twice, with colours exchanged. Games
// 2k and 2k+1 are such a pair. More rounds only make it longer.
type schedule struct {
	rounds, variants int
	pairs            [][2]int // of engines
}

func newSchedule(c *Config) schedule {
	s := schedule{rounds: c.Rounds, variants: len(c.Variants)}
	for a := range c.Engines {
		for b := a + 1; b < len(c.Engines); b++ {
			if a == 0 || !c.Gauntlet {
				s.pairs = append(s.pairs, [2]int{a, b})
			}
		}
	}
	return s
}

// games returns the number of games.
func (s *schedule) games() int { return s.rounds * s.variants * len(s.pairs) * 2 }

// task returns a game by its number.
func (s *schedule) task(number int) task {
	pair := number / 2
	players := s.pairs[pair%len(s.pairs)]
	group := pair / len(s.pairs)
	t := task{
		number: number, round: group / s.variants, variant: group % s.variants,
		white: players[0], black: players[1],
	}
	if number%2 == 1 {
		t.white, t.black = t.black, t.white
	}
	return t
}

// record returns the record of a game that begins now, from an opening.
func (t task) record(c *Config, o Opening) Record {
	r := Record{
		Game: t.number, Round: t.round, Variant: c.Variants[t.variant].Name(),
		White: t.white, Black: t.black,
		Names: [2]string{c.Engines[t.white].Name, c.Engines[t.black].Name},
		Began: time.Now().UTC().Truncate(time.Second),
	}
	pos := o.Start
	if start := pos.Rules().Start(); pos.FEN() != start.FEN() {
		r.Start = pos.FEN()
	}
	for _, m := range o.Moves {
		r.Opening = append(r.Opening, pos.UCI(m))
		pos = pos.Play(m)
	}
	for color, engine := range []int{t.white, t.black} {
		r.Controls[color] = c.Engines[engine].Limits.String()
	}
	return r
}
