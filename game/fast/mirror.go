package fast

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Mirror returns a position with the colours exchanged: flipped top to bottom, with
// the other side to move. A turn of several moves, whose number determines the
// side, becomes the other turn of the same full move, with all of its moves left.
// It works only for games of the fast machine, and not where the colours differ: a
// horde against an army, a race to rank 8.
func Mirror(pos game.Position) (game.Position, error) {
	fast, ok := Position(pos)
	if !ok || fast.Rules().Horde() || fast.Rules().Race() {
		return nil, fmt.Errorf("positions of %s cannot be turned over", pos.Rules().Name())
	}
	s := fast.Setup()
	m := s
	for sq, piece := range s.Board {
		m.Board[bitboard.Square(sq).Flip()] = rules.NewPiece(piece.Color().Opponent(), piece.Role())
	}
	m.Hands[rules.White], m.Hands[rules.Black] = s.Hands[rules.Black], s.Hands[rules.White]
	m.Side = s.Side.Opponent()
	m.Checks[rules.White], m.Checks[rules.Black] = s.Checks[rules.Black], s.Checks[rules.White]
	m.Castling, m.Promoted = s.Castling.Flip(), s.Promoted.Flip()
	if s.EnPassant.Valid() {
		m.EnPassant = s.EnPassant.Flip()
	}
	m.Turn, m.Left, m.Zeroing = 0, 0, false
	flipped, err := fast.Rules().Position(m)
	if err != nil {
		return nil, err
	}
	return &position{flipped}, nil
}

// IsChess960 reports whether castling is written as king takes rook.
func IsChess960(r game.Rules) bool {
	fast, ok := r.(fastGame)
	return ok && fast.rules.IsChess960()
}
