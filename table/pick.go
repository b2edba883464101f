package table

import (
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
)

// A Pick is a move being entered: each click or key narrows down the legal moves until one is
// left. It begins with what is picked up, continues with a square, and from there with choices.
// It has no side effects; a new position needs a new Pick.
type Pick struct {
	pos     game.Position
	legal   []picked
	exposed []picked
	asked   bool // whether exposed has been filled
	steps   []screen.Step
}

// picked is a move with its steps.
type picked struct {
	move  game.Move
	steps []screen.Step
}

// NewPick returns a Pick with nothing picked.
func NewPick(pos game.Position) *Pick {
	return &Pick{pos: pos, legal: withSteps(pos, pos.Moves())}
}

func withSteps(pos game.Position, moves []game.Move) []picked {
	list := make([]picked, len(moves))
	for i, m := range moves {
		list[i] = picked{m, screen.Of(pos).Steps(m)}
	}
	return list
}

// Position returns the position in which a move is being picked.
func (p *Pick) Position() game.Position { return p.pos }

// Steps returns what has been picked so far.
func (p *Pick) Steps() []screen.Step { return slices.Clone(p.steps) }

// Options returns the steps that may come next, each once, in a fixed order. There are none
// when the move is complete.
func (p *Pick) Options() []screen.Step { return next(p.legal, p.steps) }

// Exposed returns the steps that would be possible next if a royal piece could be left
// attacked: those of such moves only.
func (p *Pick) Exposed() []screen.Step {
	legal := p.Options()
	return slices.DeleteFunc(next(p.exposedMoves(), p.steps), func(s screen.Step) bool { return slices.Contains(legal, s) })
}

func (p *Pick) exposedMoves() []picked {
	if !p.asked {
		p.asked, p.exposed = true, withSteps(p.pos, screen.Of(p.pos).Exposed())
	}
	return p.exposed
}

// next returns the steps that may follow those begun.
func next(moves []picked, begun []screen.Step) (options []screen.Step) {
	seen := map[screen.Step]bool{}
	for _, m := range moves {
		if n := len(begun); len(m.steps) > n && slices.Equal(m.steps[:n], begun) && !seen[m.steps[n]] {
			seen[m.steps[n]] = true
			options = append(options, m.steps[n])
		}
	}
	return options
}

// Add adds a step; it reports false, and does nothing, if no legal move continues like that.
func (p *Pick) Add(s screen.Step) bool {
	if !slices.Contains(p.Options(), s) {
		return false
	}
	p.steps = append(p.steps, s)
	return true
}

// Click adds the step that a click on a square means: picking up a piece, or a different
// one, going there, castling with the rook there, placing something there, or dropping the
// only piece that can be dropped there without being in hand. It reports false, and does
// nothing, if it means none.
func (p *Pick) Click(square game.Square) bool {
	for _, s := range p.Options() {
		if s.Square == square && s.Kind != screen.StepDrop && s.Kind != screen.StepPromote {
			return p.Add(s)
		}
	}
	if len(p.steps) == 0 {
		p.steps = p.freeDrop(square)
		return p.steps != nil
	}
	if len(p.steps) != 1 {
		return false
	}
	if to, ok := p.Castlings()[p.steps[0].Square][square]; ok && p.steps[0].Kind == screen.StepFrom {
		p.steps = append(p.steps, screen.Step{Kind: screen.StepTo, Square: to})
		return true
	}
	another := NewPick(p.pos)
	if another.legal = p.legal; !another.Click(square) {
		return false
	}
	p.steps = another.steps
	return true
}

// Castlings returns the king's destination for each castling move, by the king's square and the
// rook's; nil if there is none.
func (p *Pick) Castlings() map[game.Square]map[game.Square]game.Square {
	var castlings map[game.Square]map[game.Square]game.Square
	for _, m := range p.legal {
		rook, ok := game.CastlingRook(p.pos, m.move)
		if !ok {
			continue
		}
		king := m.steps[0].Square
		if castlings == nil {
			castlings = map[game.Square]map[game.Square]game.Square{}
		}
		if castlings[king] == nil {
			castlings[king] = map[game.Square]game.Square{}
		}
		castlings[king][rook] = m.steps[1].Square
	}
	return castlings
}

// freeDrop returns the steps that drop a piece that is not in the hand on a square, if there
// is exactly one such piece.
func (p *Pick) freeDrop(square game.Square) (steps []screen.Step) {
	hand := p.pos.Hand(p.pos.Side())
	for _, m := range p.legal {
		first := m.steps[0]
		if first.Kind != screen.StepDrop || len(m.steps) != 2 || m.steps[1].Square != square ||
			slices.ContainsFunc(hand, func(h game.InHand) bool { return h.Letter == first.Letter }) {
			continue
		}
		if steps != nil {
			return nil
		}
		steps = slices.Clone(m.steps)
	}
	return steps
}

// Back removes the last step. It reports false if nothing is picked.
func (p *Pick) Back() bool {
	if len(p.steps) == 0 {
		return false
	}
	p.steps = p.steps[:len(p.steps)-1]
	return true
}

// Reset removes all steps.
func (p *Pick) Reset() { p.steps = nil }

// Move returns the move once it is determined: when no step is missing, or when the destination
// is chosen and only one move is left.
func (p *Pick) Move() (m game.Move, ok bool) {
	if len(p.steps) < 2 {
		return game.NoMove, false
	}
	for _, candidate := range p.legal {
		if n := len(p.steps); len(candidate.steps) < n || !slices.Equal(candidate.steps[:n], p.steps) {
			continue
		}
		if m != game.NoMove {
			return game.NoMove, false
		}
		m = candidate.move
	}
	return m, m != game.NoMove
}
