package game

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/rules"
)

// ParseTurn reads one token that holds a single move in UCI notation, or several
// joined by '/', played one after the other by the side to move. It returns them
// with the position after the last. They need not complete a turn, but may not go
// beyond it. The error for a token of several moves gives the number of the move,
// from 1, and wraps that move's error; a move missing before or after a '/' is a
// *rules.MoveError.
func ParseTurn(pos Position, token string) ([]Move, Position, error) {
	start, side := pos, pos.Side()
	var moves []Move
	for rest, more := token, true; more; {
		var single string
		at := len(token) - len(rest)
		single, rest, more = strings.Cut(rest, "/")
		switch {
		case single == "" && more:
			return nil, start, &rules.MoveError{Text: token, Offset: at, Reason: "expected a move before '/'"}
		case single == "" && len(moves) > 0:
			return nil, start, &rules.MoveError{Text: token, Offset: at, Reason: "expected a move after '/'"}
		}
		m, err := parseInTurn(pos, single, side)
		if err != nil {
			if more || len(moves) > 0 {
				err = fmt.Errorf("single move %d of the turn: %w", len(moves)+1, err)
			}
			return nil, start, err
		}
		moves = append(moves, m)
		pos = pos.Play(m)
	}
	return moves, pos, nil
}

// parseInTurn is ParseMove for a move that must be played by side us.
func parseInTurn(pos Position, text string, us rules.Color) (Move, error) {
	if pos.Side() != us {
		return NoMove, &rules.MoveError{Text: text, Offset: -1, Reason: us.Title() + "'s turn is over"}
	}
	return pos.ParseMove(text)
}

// FormatTurn writes single moves that one side plays in a row from a position, in
// UCI notation joined by '/'.
func FormatTurn(pos Position, moves []Move) string {
	var b strings.Builder
	for i, m := range moves {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(pos.UCI(m))
		pos = pos.Play(m)
	}
	return b.String()
}
