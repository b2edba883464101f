package chess

import "github.com/heterodox-chess/heterodox/internal/board"

// Pass returns the position in which the side to move has given up its turn, where turns
// are long with all moves left in it. No rule allows that: it is the null move of searches
// that ask what the opponent threatens. It makes sense only if the side is not in check
// and holds no piece in hand. An en-passant right ends; the halfmove clock counts a pass
// like a quiet move (with long turns, like a turn without captures and pawn moves).
func (p *Position) Pass() Position {
	next := *p
	next.key ^= p.stateKeys()
	next.board.Rights &^= board.EnPassantRanks
	next.full += int32(p.side)
	next.side ^= 1
	if p.rules.board.Turns != nil {
		next.turn++
		next.left = p.rules.board.Turns.Of(uint64(next.turn))
	}
	if !p.zeroing {
		next.half++
	}
	next.zeroing = false
	next.key ^= next.stateKeys()
	return next
}
