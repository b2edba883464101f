package chess

import (
	"unsafe"

	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// Internals that the external tests need.

// StaleRights returns castling rights of squares without a king or a rook.
func (p *Position) StaleRights() Bitboard {
	return p.board.Rights & board.BackRanks &^ (p.board.Kings | p.board.Of(rules.Rook))
}

// ComputeKey is computeKey; IncrementalKey must be equal to it.
func (p *Position) ComputeKey() uint64     { return p.computeKey() }
func (p *Position) IncrementalKey() uint64 { return p.key }

// BlackKey is in the key of positions with Black to move.
var BlackKey = zobrist.black

// StateKeys is stateKeys.
func (p *Position) StateKeys() uint64 { return p.stateKeys() }

// IsSpecial reports whether a move is more than a step or capture.
func (p *Position) IsSpecial(m Move) bool { return m&p.rules.board.Special != 0 }

// BoardBytes is the size of the hot state.
const BoardBytes = unsafe.Sizeof(board.Board{})
