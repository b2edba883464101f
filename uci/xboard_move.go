package uci

import (
	"errors"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// pass is the move that moves nothing. XBoard's sides alternate, so each move of a turn except
// the first is preceded by a pass of the other side.
const pass = "@@@@"

// moveText writes a legal move for XBoard: as in UCI, except
//
//	e4d5,d5e4    in legs: a capture by a piece that stays on its square
//	e1d5         into a hole: the square of the hole, whatever is behind it
//	O-O          castling, where UCI makes the king take its rook and XBoard knows the game
//	a0a1         with ranks from 0 if there are ten
func (s *Session) moveText(pos game.Position, m game.Move) string {
	text := pos.UCI(m)
	if text == "0000" {
		return pass
	}
	board := s.rules.Board()
	if from, to, suffix, ok := cutMove(board, text); ok {
		switch {
		case s.xb.game.Known && takesOwn(pos, to):
			if text, castles := castling(pos, m, from); castles {
				return text
			}
		case len(board.Holes) > 0:
			text = board.Name(from) + board.Name(swallowed(board, from, to)) + suffix
		}
		if victim, captures := pos.Captured(m); captures && stays(pos, m, from) {
			text = board.Name(from) + board.Name(victim) + "," + board.Name(victim) + board.Name(from)
		}
	}
	return shiftRanks(board, text, -1)
}

// takesOwn reports whether a piece of the side to move stands on a square: the rook with which a
// king castles.
func takesOwn(pos game.Position, to game.Square) bool {
	p, ok := pos.At(to)
	return ok && p.Color == pos.Side()
}

// castling writes a move of the king as O-O or O-O-O, if it castles.
func castling(pos game.Position, m game.Move, from game.Square) (text string, castles bool) {
	rook, castles := game.CastlingRook(pos, m)
	return map[bool]string{true: "O-O", false: "O-O-O"}[rook.File() > from.File()], castles
}

// cutMove splits a move into the squares from and to which it goes and a suffix; ok is false if
// it has none.
func cutMove(board game.Board, text string) (from, to game.Square, suffix string, ok bool) {
	from, rest, ok := cutSquare(board, text)
	if !ok {
		return 0, 0, "", false
	}
	to, suffix, ok = cutSquare(board, rest)
	return from, to, suffix, ok
}

// cutSquare cuts a square off the beginning of a text.
func cutSquare(board game.Board, text string) (s game.Square, rest string, ok bool) {
	n := min(1, len(text))
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	s, ok = board.ParseSquare(text[:n])
	return s, text[n:], ok
}

// stays reports whether the capturing piece does not move.
func stays(pos game.Position, m game.Move, from game.Square) bool {
	before, _ := pos.At(from)
	after, ok := pos.Play(m).At(from)
	return ok && after == before
}

// swallowed returns the first hole on the way from one square to another, which is straight or a
// leap; the destination if there is none.
func swallowed(board game.Board, from, to game.Square) game.Square {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	steps := max(files, -files, ranks, -ranks)
	if steps == 0 || files%steps != 0 || ranks%steps != 0 {
		return to
	}
	for i := 1; i < steps; i++ {
		at := game.At(from.File()+i*files/steps, from.Rank()+i*ranks/steps, 0)
		for _, hole := range board.Holes {
			if hole == at {
				return at
			}
		}
	}
	return to
}

// shiftRanks adds to the numbers of ranks on boards with ten, which XBoard counts from 0.
func shiftRanks(board game.Board, text string, by int) string {
	if board.Ranks != 10 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		n := i + 1
		for n < len(text) && '0' <= text[n] && text[n] <= '9' {
			n++
		}
		rank, err := strconv.Atoi(text[i+1 : n])
		if err == nil && 'a' <= text[i] && text[i] <= 'p' {
			b.WriteString(text[i:i+1] + strconv.Itoa(rank+by))
		} else {
			b.WriteString(text[i:n])
		}
		i = n
	}
	return b.String()
}

// parseMove reads a legal move as moveText or UCI writes it.
func (s *Session) parseMove(text string) (game.Move, error) {
	pos := s.record.Position()
	text = strings.TrimRight(strings.TrimSpace(text), "=.") // a promotion declined, or to nothing
	for _, m := range pos.Moves() {
		if strings.EqualFold(s.moveText(pos, m), text) {
			return m, nil
		}
		if from, _, ok := cutSquare(s.rules.Board(), pos.UCI(m)); ok && strings.HasPrefix(text, "O-O") {
			if castles, ok := castling(pos, m, from); ok && castles == text {
				return m, nil
			}
		}
	}
	if strings.HasPrefix(text, "O-O") {
		return pos.ParseSAN(text)
	}
	return pos.ParseMove(shiftRanks(s.rules.Board(), text, 1))
}

// canPass reports whether a rule of the game lets the side to move pass.
func (s *Session) canPass() bool {
	_, err := s.parseMove(pass)
	return err == nil
}

// looksLikeMove tells a wrong move from a wrong command.
func looksLikeMove(text string) bool {
	if text == pass || strings.HasPrefix(text, "O-O") {
		return true
	}
	isSquare := func(t string) bool { return len(t) >= 2 && 'a' <= t[0] && t[0] <= 'p' && '0' <= t[1] && t[1] <= '9' }
	if i := strings.IndexByte(text, '@'); i == 1 {
		return isSquare(text[2:])
	}
	i := strings.IndexAny(text[min(1, len(text)):], "abcdefghijklmnop")
	return isSquare(text) && i > 0 && isSquare(text[i+1:])
}

// reason returns why a move is not legal.
func reason(err error) string {
	if e := (*rules.MoveError)(nil); errors.As(err, &e) {
		return e.Reason
	}
	return err.Error()
}

// unsaid reports whether a reason has a word that XBoard, when it reads of an illegal move,
// takes for the name of a command that failed; the move would then stay on its board.
func unsaid(reason string) bool {
	for _, word := range []string{"name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth",
		"accepted", "protover", "draw", "time", "otim", "analyze"} {
		if strings.Contains(reason, word) {
			return true
		}
	}
	return false
}
