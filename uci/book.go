package uci

import (
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/book"
)

// ownBook is the engine's opening book, set by the options OwnBook, BookFile, BookVariety and
// BookSeed.
type ownBook struct {
	on      bool
	file    *book.Book // nil for none
	variety int
	random  *rand.Rand
}

func newOwnBook() ownBook { return ownBook{variety: book.MaxVariety, random: seeded(0)} }

// seeded returns the random numbers for drawing moves, different ones each time if seed is 0.
func seeded(seed int) *rand.Rand {
	if seed == 0 {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return rand.New(rand.NewPCG(uint64(seed), 0))
}

// openBook replaces the book; without a name there is none.
func (s *Session) openBook(name string) error {
	var opened *book.Book
	if name != "" && name != "<empty>" {
		var err error
		if opened, err = book.Open(name); err != nil {
			return err
		}
	}
	s.book.file.Close() // it was only read
	s.book.file = opened
	return nil
}

// bookTurn returns what the book plays in the current game: a whole turn, or a single move if
// the session writes single moves. It returns none if the book knows none, or if the search is
// meant to analyse the position rather than to play.
func (s *Session) bookTurn(limits game.Limits) []game.Move {
	switch {
	case !s.book.on || s.book.file == nil || s.record.Outcome().Over():
		return nil
	case limits.Infinite || limits.Ponder || limits.Mate > 0 || len(limits.SearchMoves) > 0 || s.player.Options().AnalyseMode:
		return nil
	}
	turn, err := s.book.file.Turn(s.record.Position(), s.book.variety, s.book.random)
	if err != nil {
		s.info("book: %s", err)
	}
	if s.settings.singleMoves && len(turn) > 1 {
		turn = turn[:1]
	}
	return turn
}

// bookOptions are the rows of the table of options that concern the book.
func bookOptions() []option {
	return []option{
		{name: "OwnBook", kind: check, initial: "false",
			set: func(s *Session, text string, _ int) error { s.book.on = text == "true"; return nil }},
		{name: "BookFile", kind: str, initial: "<empty>",
			set: func(s *Session, name string, _ int) error { return s.openBook(name) }},
		{name: "BookVariety", kind: spin, initial: "100", min: 0, max: book.MaxVariety,
			set: func(s *Session, _ string, n int) error { s.book.variety = n; return nil }},
		{name: "BookSeed", kind: spin, initial: "0", min: 0, max: 1<<31 - 1,
			set: func(s *Session, _ string, n int) error { s.book.random = seeded(n); return nil }},
	}
}
