package match

// A schedule is the list of all pairs of games: for each round, each variant,
// each pair of engines. Pair k consists of games 2k and 2k+1. More rounds only
// make it longer.
type schedule struct {
	rounds, variants int
	pairings         [][2]int // pairs of engines
}

func newSchedule(c *Config) schedule {
	s := schedule{rounds: c.Rounds, variants: len(c.Variants)}
	for a := range c.Engines {
		for b := a + 1; b < len(c.Engines); b++ {
			if a == 0 || !c.Gauntlet {
				s.pairings = append(s.pairings, [2]int{a, b})
			}
		}
	}
	return s
}

// pairs returns the number of pairs of games.
func (s *schedule) pairs() int { return s.rounds * s.variants * len(s.pairings) }

// games returns the number of games.
func (s *schedule) games() int { return 2 * s.pairs() }

// A place is the position of a pair in the schedule.
type place struct {
	round   int // number of its opening
	variant int // index
	pairing int // index of its pair of engines
}

// place returns the place of a pair by its number.
func (s *schedule) place(pair int) place {
	group := pair / len(s.pairings)
	return place{group / s.variants, group % s.variants, pair % len(s.pairings)}
}

// players returns who plays a game, White first.
func (s *schedule) players(game int) (white, black int) {
	players := s.pairings[s.place(game/2).pairing]
	return players[game%2], players[1-game%2]
}
