package solve

import (
	"sync"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// Lore is what solvers learn from each other: which turns have worked elsewhere, each identified
// by the formation in which it leaves the side's pieces; and the lines that have won. It is safe
// for concurrent use.
type Lore struct {
	mu     sync.Mutex
	scores map[formation]*score
	lines  []found
}

// A found is a line of a book, with its shelf there.
type found struct {
	shelf place
	line  *line
}

type formation struct {
	own, pawns, knights, bishops, rooks, kings chess.Bitboard
	check                                      bool
}

type score struct{ won, lost float64 }

// NewLore returns an empty Lore.
func NewLore() *Lore { return &Lore{scores: map[formation]*score{}} }

// formationOf returns the formation of a side, and whether the side to move is in check.
func formationOf(p *chess.Position, side rules.Color) formation {
	own := p.ByColor(side)
	return formation{
		own, p.ByRole(rules.Pawn) & own, p.ByRole(rules.Knight) & own, p.ByRole(rules.Bishop) & own,
		p.ByRole(rules.Rook) & own, p.ByRole(rules.King) & own, p.InCheck(),
	}
}

func (l *Lore) learn(p *chess.Position, won bool) {
	f := formationOf(p, p.Side().Opponent())
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.scores[f]
	if s == nil {
		s = &score{}
		l.scores[f] = s
	}
	if won {
		s.won++
	} else {
		s.lost++
	}
}

// rank returns how promising a turn is that led to a position.
func (l *Lore) rank(p *chess.Position) float64 {
	l.mu.Lock()
	s := l.scores[formationOf(p, p.Side().Opponent())]
	l.mu.Unlock()
	prior := 0.001
	if p.InCheck() {
		prior = 0.02 // few first moves for the opponent, so few turns
	}
	if s == nil {
		return prior
	}
	return (s.won + prior) / (s.won + s.lost + 1)
}

// share takes a book's new lines, and gives it those that others have added since the last time.
func (l *Lore) share(k *book) {
	l.mu.Lock()
	others := l.lines[k.shared:]
	l.lines = append(l.lines, k.fresh...)
	k.shared = len(l.lines)
	l.mu.Unlock()
	for _, f := range others {
		k.put(f, 2)
	}
	k.fresh = k.fresh[:0]
}
