package proof

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// maxSearch bounds the positions visited in a search for a win in one turn.
const maxSearch = 1_000_000

// win looks for a turn that wins a position for the side to move; it is an error if it finds
// none. It tries shorter turns first.
func (c *checker) win(p game.Position) error {
	for i, line := range c.wins { // first the turns that won elsewhere, the latest first
		if c.lineWins(p, line) {
			copy(c.wins[1:i+1], c.wins[:i])
			c.wins[0] = line
			c.report.Wins++
			return nil
		}
	}
	_, left := p.Turn()
	f := finder{checker: c, side: p.Side(), seen: map[rules.Setup]struct{}{}}
	for n := uint64(1); n <= max(left, 1); n++ {
		clear(f.seen)
		line, err := f.within(p, n)
		if err != nil {
			return err
		}
		if line != nil {
			slices.Reverse(line)
			c.wins = slices.Insert(c.wins, 0, line)
			c.report.Wins++
			return nil
		}
	}
	return fmt.Errorf("%s: no turn wins", Text(p.FEN()))
}

// lineWins reports whether the moves of a line are a turn that wins.
func (c *checker) lineWins(p game.Position, line []game.Move) bool {
	side := p.Side()
	for _, m := range line {
		if p.Side() != side || !slices.Contains(p.Moves(), m) {
			return false
		}
		p = p.Play(m)
	}
	return p.Outcome().Result == rules.WinFor(side)
}

// A finder looks for a win in one turn.
type finder struct {
	*checker
	side   rules.Color
	seen   map[rules.Setup]struct{}
	looked int
}

// within returns at most n further moves of the turn that win, the last first, nil if there are
// none.
func (f *finder) within(p game.Position, n uint64) ([]game.Move, error) {
	if f.looked++; f.looked > maxSearch {
		return nil, fmt.Errorf("%s: no win found in the first %d positions searched", Text(p.FEN()), maxSearch)
	}
	if err := f.ctx.Err(); err != nil {
		return nil, err
	}
	walker := p.(game.Walkable).Walk()
	for _, code := range walker.Moves(nil) {
		walker.Play(code)
		result, over := walker.Verdict()
		passed := walker.Side() != f.side
		if !over && passed && walker.CountMoves() == 0 {
			result, over = walker.NoMoves(), true
		}
		walker.Undo()
		switch {
		case over && result == rules.WinFor(f.side):
			return []game.Move{walker.Move(code)}, nil
		case over || passed || n == 1:
			continue
		}
		after := p.Play(walker.Move(code))
		setup := f.setup(after)
		if _, known := f.seen[setup]; known {
			continue
		}
		f.seen[setup] = struct{}{}
		if line, err := f.within(after, n-1); line != nil || err != nil {
			return append(line, walker.Move(code)), err
		}
	}
	return nil, nil
}
