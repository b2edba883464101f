package engine

import (
	"sync"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// pawnWins knows the ending of king and pawn against king (KPK): for the square of a white
// pawn and that of its king, the squares of the other king from where the pawn wins, with
// White to move and with Black to move. Squares where the side to move could take a king do
// not count. It takes some 10 ms to compute.
var pawnWins = sync.OnceValue(func() *[2][64][64]bitboard.Bitboard {
	w := new([2][64][64]bitboard.Bitboard)
	for pawn := bitboard.Square(55); pawn >= 8; pawn-- { // pushes lead to what is known
		for changed := true; changed; {
			changed = false
			for king := range bitboard.Square(64) {
				if king == pawn {
					continue
				}
				white, black := whiteWins(w, pawn, king), blackLoses(w, pawn, king)
				changed = changed || white != w[rules.White][pawn][king] || black != w[rules.Black][pawn][king]
				w[rules.White][pawn][king], w[rules.Black][pawn][king] = white, black
			}
		}
	}
	return w
})

// whiteWins returns the squares of the black king from where White, to move, wins according
// to w.
func whiteWins(w *[2][64][64]bitboard.Bitboard, pawn, king bitboard.Square) bitboard.Bitboard {
	attacked := bitboard.King(king)
	won := bitboard.Bitboard(0)
	for steps := attacked &^ pawn.Bitboard(); steps != 0; steps = steps.Next() {
		won |= w[rules.Black][pawn][steps.First()]
	}
	if next := pawn + 8; next != king {
		// The new queen must not be taken. If it stalemates, a rook does not.
		switch {
		case next.Rank() < 7:
			won |= w[rules.Black][next][king] &^ next.Bitboard()
		case attacked.Has(next):
			won |= ^next.Bitboard()
		default:
			won |= ^(bitboard.King(next) | next.Bitboard())
		}
		if pawn.Rank() == 1 && next+8 != king {
			won |= w[rules.Black][next+8][king] &^ (next.Bitboard() | (next + 8).Bitboard())
		}
	}
	return won &^ (attacked | king.Bitboard() | pawn.Bitboard() | pawnAttacks(pawn.Bitboard(), rules.White))
}

// blackLoses returns the squares of the black king from where Black, to move, loses
// according to w.
func blackLoses(w *[2][64][64]bitboard.Bitboard, pawn, king bitboard.Square) bitboard.Bitboard {
	guarded := bitboard.King(king) | king.Bitboard()
	lost := bitboard.Bitboard(0)
	for black := range bitboard.Square(64) {
		if black == pawn || guarded.Has(black) {
			continue
		}
		moves := bitboard.King(black) &^ (guarded | pawnAttacks(pawn.Bitboard(), rules.White))
		if moves != 0 && moves&^w[rules.White][pawn][king] == 0 {
			lost |= black.Bitboard()
		}
	}
	return lost
}

// drawnPawn reports whether a side's pawn, the only man beside the kings, cannot win.
func (e *evaluation) drawnPawn(c rules.Color) bool {
	pawn, king, other := e.of[c][kindPawn].First(), e.of[c][kindKing].First(), e.of[c.Opponent()][kindKing].First()
	side := e.pos.Side()
	if c == rules.Black {
		pawn, king, other, side = pawn^56, king^56, other^56, side.Opponent()
	}
	return !pawnWins()[side][pawn][king].Has(other)
}
