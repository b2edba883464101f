package cubic

import "github.com/heterodox-chess/heterodox/chess"

// What the search remembers, and how it orders moves by it.

const tableSize = 1 << 18 // entries: 6 MB

// An entry is what the search has found out about one position.
type entry struct {
	key   uint64
	move  Move
	score int32
	depth int8
	bound bound
}

// A bound says how a score relates to the true one. The zero value is of no use.
type bound uint8

const (
	noBound bound = iota
	upperBound
	lowerBound
	exact
)

// decides reports whether a score of the entry makes a search needless.
func (e entry) decides(score, alpha, beta int) bool {
	switch e.bound {
	case exact:
		return true
	case lowerBound:
		return score >= beta
	case upperBound:
		return score <= alpha
	}
	return false
}

// probe returns the entry of a position, the zero entry if there is none.
func (s *searcher) probe(key uint64) entry {
	if e := s.table[key%tableSize]; e.key == key {
		return e
	}
	return entry{}
}

func (s *searcher) store(key uint64, m Move, score, depth int, b bound) {
	// A mate is so far from the position, not from the root.
	switch {
	case score >= mateBound:
		score += s.ply
	case score <= -mateBound:
		score -= s.ply
	}
	s.table[key%tableSize] = entry{key, m, int32(score), int8(depth), b}
}

// fromTable returns the score of an entry as seen from the root.
func (s *searcher) fromTable(score int32) int {
	switch n := int(score); {
	case n >= mateBound:
		return n - s.ply
	case n <= -mateBound:
		return n + s.ply
	default:
		return n
	}
}

// credit notes a move that has caused a cutoff.
func (s *searcher) credit(here *searchPly, m Move, depth int) {
	if m.Captured() != chess.NoRole {
		return
	}
	if here.killers[0] != m {
		here.killers[0], here.killers[1] = m, here.killers[0]
	}
	h := &s.history[m.Role()][m.To()]
	*h = min(*h+depth*depth, maxHistory)
}

// The ranks of moves, best first: the one the table names, captures by what they
// gain, killers, the rest by their history.
const (
	rankTable   = 0
	rankCapture = 1
	rankKiller  = rankCapture + 2*maxWorth*maxWorth
	rankQuiet   = rankKiller + 2
	maxHistory  = 1 << 30
	maxWorth    = 1 << 12 // above the worth of any piece
)

func (s *searcher) order(here *searchPly, first Move) {
	here.ranked = here.ranked[:0]
	worth := s.worths()
	for _, m := range here.moves {
		rank := rankQuiet + maxHistory - s.history[m.Role()][m.To()]
		switch {
		case m == first:
			rank = rankTable
		case m.Captured() != chess.NoRole:
			// The most valuable victim first, by the least valuable piece.
			rank = rankCapture + (maxWorth-worth[m.Captured()])*maxWorth + worth[m.Role()]
		case m == here.killers[0]:
			rank = rankKiller
		case m == here.killers[1]:
			rank = rankKiller + 1
		}
		here.ranked.add(m, rank)
	}
	here.ranked.sort(here.moves)
}
