package uci

import (
	"context"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/fen"
)

// The colours of squares to which a lifted piece can go, in XBoard's letters.
const (
	quietTarget     = 'Y' // yellow
	captureTarget   = 'R' // red
	promotionTarget = 'M' // magenta: XBoard asks for the piece
	legTarget       = 'C' // cyan: the move goes on from there
)

// liftPiece highlights where the piece on a square can go or, after it was put on a square on
// its way, where it can go from there.
func (s *Session) liftPiece(_ context.Context, args []string) {
	x, square := s.xb, strings.Join(args, " ")
	if square != x.via || x.lift == "" {
		x.lift, x.via = square, ""
	}
	board, colours := s.rules.Board(), s.targets()
	s.out.write("highlight " + fen.Board(board.Files, board.Ranks, func(file, rank int) string {
		if colour, ok := colours[game.At(file, rank, 0)]; ok {
			return string(colour)
		}
		return ""
	}))
}

// putPiece notes where the piece is put, and offers the pieces that a pawn can become there.
func (s *Session) putPiece(_ context.Context, args []string) {
	square := strings.TrimSuffix(strings.Join(args, " "), ",")
	s.xb.via = square
	if choice := s.choices(square); choice != "" {
		s.out.write("choice " + choice)
	}
}

// legs calls each with the moves of the lifted piece as they are on XBoard's board: the squares
// to which their legs go, and what the piece becomes.
func (s *Session) legs(each func(m game.Move, to []game.Square, suffix string)) {
	pos, board := s.record.Position(), s.rules.Board()
	lifted, ok := board.ParseSquare(shiftRanks(board, s.xb.lift, 1))
	if !ok {
		return
	}
	for _, m := range pos.Moves() {
		text := shiftRanks(board, s.moveText(pos, m), 1)
		var to []game.Square
		var suffix string
		for i, leg := range strings.Split(text, ",") {
			from, target, rest, ok := cutMove(board, leg)
			if !ok || i == 0 && from != lifted {
				to = nil
				break
			}
			to, suffix = append(to, target), rest
		}
		if len(to) > 0 {
			each(m, to, suffix)
		}
	}
}

// targets returns the squares to which the next step of a move can lead, and their colours.
func (s *Session) targets() map[game.Square]rune {
	pos, board := s.record.Position(), s.rules.Board()
	via, second := board.ParseSquare(shiftRanks(board, s.xb.via, 1))
	colours := map[game.Square]rune{}
	s.legs(func(m game.Move, to []game.Square, suffix string) {
		if second {
			if to[0] != via {
				return
			}
			to = to[min(1, len(to)-1):]
		}
		colour := quietTarget
		_, captures := pos.Captured(m)
		switch {
		case len(to) > 1:
			colour = legTarget
		case suffix != "":
			colour = promotionTarget
		case captures:
			colour = captureTarget
		}
		if old, ok := colours[to[0]]; !ok || colour == legTarget || colour == promotionTarget && old != legTarget {
			colours[to[0]] = colour
		}
	})
	return colours
}

// choices returns the letters of the pieces that the lifted one can become on a square, in
// capitals; "" if there are none, or only the promotion fixed for its kind.
func (s *Session) choices(square string) string {
	board := s.rules.Board()
	at, ok := board.ParseSquare(shiftRanks(board, square, 1))
	if !ok {
		return ""
	}
	var letters string
	s.legs(func(_ game.Move, to []game.Square, suffix string) {
		if len(to) == 1 && to[0] == at && len(suffix) == 1 && suffix != "+" {
			letters += strings.ToUpper(suffix)
		}
	})
	return letters
}
