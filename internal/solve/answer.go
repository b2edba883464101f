package solve

import (
	"cmp"
	"context"
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
)

// A Solver looks for turns after which the side that made them wins with its next turn, whatever
// the opponent does. It learns as it works, and is for one goroutine at a time.
type Solver struct {
	Lore   *Lore
	book   book
	outer  walker // through the opponent's turn
	inner  walker // for wins
	moves  []chess.Move
	thorns []thorn // turns of the opponent that refuted something, the latest first
	Stats  Stats
}

// Stats counts what a Solver has done.
type Stats struct {
	Ends  uint64            // ends of the opponent's turns that were answered
	Wins  [maxLength]uint64 // wins found by a search, by length
	Beams uint64            // searches for a win

	Tried  uint64 // turns
	Mated  uint64 // those answered by a win of the opponent
	Thorny uint64 // those answered by a turn after which no win was found
}

const maxLength = 16

// A thorn is a turn that refuted another.
type thorn []chess.Move

const maxThorns = 48

// Effort says how hard a Solver looks for the win that refutes each of the opponent's turns: the
// widths of its successive beams.
type Effort []int

// A try is a turn that a Solver might answer with.
type try struct {
	pos  chess.Position
	line []chess.Move
	rank float64
}

// An Answer is a Solver's result for a position.
type Answer struct {
	// Turn wins at once, or with the side's next turn whatever the opponent does. It is nil if
	// none was found.
	Turn []chess.Move
	// AtOnce says that Turn ends the game.
	AtOnce bool
	// Turns is how many different ones there are, and Mated how many of them lose at once, if no
	// win was found. If all do, the opponent wins.
	Turns, Mated int
}

// Answer looks for a turn of the side to move that wins at once, or after which it wins with its
// next turn whatever the opponent does.
func (s *Solver) Answer(ctx context.Context, pos *chess.Position, effort Effort) (Answer, error) {
	if line := s.inner.wins(pos); line != nil {
		return Answer{Turn: line, AtOnce: true}, nil
	}
	tries := s.tries(pos)
	answer := Answer{Turns: len(tries)}
	for i, t := range tries {
		if i%16 == 0 {
			s.Lore.share(&s.book)
		}
		if err := ctx.Err(); err != nil {
			return answer, err
		}
		s.Stats.Tried++
		verdict := s.judge(ctx, &t.pos, effort)
		if err := ctx.Err(); err != nil {
			return answer, err
		}
		s.Lore.learn(&t.pos, verdict == holds)
		switch verdict {
		case holds:
			answer.Turn = t.line
			return answer, nil
		case loses:
			answer.Mated++
			s.Stats.Mated++
		case resisted:
			s.Stats.Thorny++
		}
	}
	return answer, nil
}

// tries returns the turns of the side to move, the most promising first.
func (s *Solver) tries(pos *chess.Position) (tries []try) {
	s.outer.walk(pos, func(e *end) bool {
		tries = append(tries, try{*e.pos, e.line(), s.Lore.rank(e.pos)})
		return true
	})
	slices.SortStableFunc(tries, func(a, b try) int { return cmp.Compare(b.rank, a.rank) })
	return tries
}

// A judgement is what is known about a turn.
type judgement uint8

const (
	holds    judgement = iota // each answer loses
	loses                     // an answer wins
	resisted                  // after some answer no win was found
)

// judge finds out whether the side that is not to move wins with its next turn, whatever the
// side to move does.
func (s *Solver) judge(ctx context.Context, pos *chess.Position, effort Effort) judgement {
	us := pos.Side()
	if pos.Decided().Over() {
		return resisted
	}
	if s.book.find(pos) != nil {
		return loses
	}
	if s.thorny(pos, effort) {
		return resisted
	}
	if s.beats(pos) != nil {
		return loses
	}
	ok := s.outer.walk(pos, func(e *end) bool {
		if e.pos.Side() != us && s.wins(e.pos, effort) {
			s.Stats.Ends++
			return s.Stats.Ends%256 != 0 || ctx.Err() == nil
		}
		s.thorns = slices.Insert(s.thorns, 0, thorn(e.line()))
		s.thorns = s.thorns[:min(len(s.thorns), maxThorns)]
		return false
	})
	if ok {
		return holds
	}
	return resisted
}

// beats returns a turn with which the side to move wins. Nil means that there is none: it has
// searched all turns.
func (s *Solver) beats(pos *chess.Position) []chess.Move {
	if l := s.book.find(pos); l != nil {
		return l.of(*pos, &s.moves)
	}
	line, whole := s.inner.beam(pos, &s.book, 100)
	if line == nil && !whole {
		line = s.inner.wins(pos)
	}
	if line == nil {
		return nil
	}
	return s.book.add(pos, line).of(*pos, &s.moves)
}

// wins reports whether it finds a win for the side to move in this turn.
func (s *Solver) wins(pos *chess.Position, effort Effort) bool {
	if s.book.find(pos) != nil {
		return true
	}
	s.Stats.Beams++
	for _, width := range effort {
		line, whole := s.inner.beam(pos, &s.book, width)
		if line != nil {
			s.book.add(pos, line)
			s.Stats.Wins[min(len(line), maxLength-1)]++
			return true
		}
		if whole {
			break
		}
	}
	return false
}

// thorny reports whether a turn that refuted others refutes this one.
func (s *Solver) thorny(pos *chess.Position, effort Effort) bool {
	us := pos.Side()
	for i, line := range s.thorns {
		after, ok := s.follow(*pos, line)
		if !ok || after.Side() == us {
			continue
		}
		if !s.wins(&after, effort[:min(2, len(effort))]) {
			copy(s.thorns[1:i+1], s.thorns[:i])
			s.thorns[0] = line
			return true
		}
	}
	return false
}

// follow plays the moves of a line, each found by its piece, squares and promotion. It returns
// false if one is not legal.
func (s *Solver) follow(pos chess.Position, line []chess.Move) (chess.Position, bool) {
	us := pos.Side()
	for _, want := range line {
		if pos.Side() != us || pos.Pieces(us, want.Role())&want.From().Bitboard() == 0 {
			return pos, false
		}
		s.moves = pos.Moves(s.moves[:0])
		found := chess.NoMove
		for _, m := range s.moves {
			if m.From() == want.From() && m.To() == want.To() && m.Promotion() == want.Promotion() {
				found = m
				break
			}
		}
		if found == chess.NoMove {
			return pos, false
		}
		pos = pos.Play(found)
	}
	return pos, true
}
