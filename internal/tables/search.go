package tables

import (
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// A Store implements engine.Tables.

// Men returns how many men the largest table of a game has, 0 if there is none.
func (s *Store) Men(g game.Rules) int { return s.Game(g).Men() }

// Distance is Probe.
func (s *Store) Distance(pos game.Position) (result int8, plies int, ok bool) {
	v, ok := s.Probe(pos)
	return v.Result, v.Plies, ok
}

// FastDistance is the Probe of a game's tables.
func (s *Store) FastDistance(g game.Rules, p *chess.Position) (result int8, plies int, ok bool) {
	v, ok := s.Game(g).Probe(p)
	return v.Result, v.Plies, ok
}
