package general

import (
	"fmt"
	"strconv"
	"strings"
)

// Turns of several moves: a turn ends with its last move or, unless the game says
// otherwise, with a check.

// turnKey is a turn's part of the key, the same for turns from which the game continues
// alike.
func (d *Description) turnKey(n, left uint64) uint64 {
	n = d.turns.FirstAlike(n)
	x := n*0x9e3779b97f4a7c15 ^ left*0xbf58476d1ce4e5b9
	x ^= x >> 31
	x *= 0x94d049bb133111eb
	return x ^ x>>29
}

// setTurn sets the turn and what is left of it.
func (b *board[S]) setTurn(n, left uint64) {
	b.key ^= b.r.turnKey(b.turn, b.left) ^ b.r.turnKey(n, left)
	b.turn, b.left = n, left
}

// endMove counts a move of a turn and reports whether the turn is over. A turn
// counts for the clock if nothing in it resets the clock.
func (b *board[S]) endMove(before int32, check bool) (over bool) {
	if b.half == 0 {
		b.reset = true
	} else {
		b.half = before
	}
	if b.left > 1 && !(check && b.r.checkInTurn != checkContinues) {
		b.setTurn(b.turn, b.left-1)
		b.clearEnPassant()
		return false
	}
	if !b.reset {
		b.half = before + 1
	}
	b.reset = false
	b.setTurn(b.turn+1, b.r.turns.Of(b.turn+1))
	return true
}

// begun reports whether the side to move has already moved in its turn.
func (b *board[S]) begun() bool { return b.r.turns != nil && b.left < b.r.turns.Of(b.turn) }

// mover returns the side that made the last move.
func (b *board[S]) mover() int {
	if b.begun() {
		return int(b.side)
	}
	return int(b.side ^ 1)
}

// defaultTurn is the turn of a position that does not give one.
func (b *board[S]) defaultTurn() uint64 { return 2*uint64(b.full) - 1 + uint64(b.side) }

// readTurn reads the field "turn:left" of a FEN, "" where there is none.
func (b *board[S]) readTurn(text string) error {
	n := b.defaultTurn()
	left := b.r.turns.Of(n)
	if text != "" {
		first, second, _ := strings.Cut(text, ":")
		var err1, err2 error
		n, err1 = strconv.ParseUint(first, 10, 62)
		left, err2 = strconv.ParseUint(second, 10, 62)
		switch {
		case err1 != nil || err2 != nil || n == 0:
			return fmt.Errorf("FEN, turn: %.40q is not a number, a colon and a number", text)
		case n%2 == uint64(b.side):
			return fmt.Errorf("FEN, turn: turn %d is not %s's", n, colorTitle(int(b.side)))
		case left == 0 || left > b.r.turns.Of(n):
			return fmt.Errorf("FEN, turn: turn %d has %d moves, not %d left", n, b.r.turns.Of(n), left)
		}
	}
	b.setTurn(n, left)
	return nil
}

func (b *board[S]) turnText() string {
	return strconv.FormatUint(b.turn, 10) + ":" + strconv.FormatUint(b.left, 10)
}
