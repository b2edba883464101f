package table

import (
	"cmp"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/fen"
	"github.com/heterodox-chess/heterodox/rules"
)

// Arrange writes a position that somebody has set up, in the form that game.Rules parses; it
// does not check it. rest is what follows the side to move; if empty, it is "- - 0 1".
func Arrange(board game.Board, pieces map[game.Square]game.Piece, hands [2]map[string]int, side rules.Color, rest string) string {
	mover := string("wb"[side&1])
	if !board.Flat() {
		return arrangeCube(board, pieces) + " " + mover
	}
	text := fen.Board(board.Files, board.Ranks, func(file, rank int) string {
		s := game.At(file, rank, 0)
		if !board.Has(s) {
			return "*"
		}
		return pieceLetter(pieces[s])
	})
	return text + handText(hands, board.Files*board.Ranks) + " " + mover + " " + cmp.Or(rest, "- - 0 1")
}

// pieceLetter writes a piece: upper case for White, followed by "~" if it is promoted.
func pieceLetter(p game.Piece) string {
	text := p.Letter
	if p.Color == rules.Black {
		text = strings.ToLower(text)
	}
	if p.Promoted {
		text += "~"
	}
	return text
}

// handText writes the pieces in hand, up to most of each type.
func handText(hands [2]map[string]int, most int) string {
	text := ""
	for c, hand := range hands {
		for letter := 'A'; letter <= 'Z'; letter++ {
			n := min(max(hand[string(letter)], 0), most)
			text += strings.Repeat(pieceLetter(game.Piece{Color: rules.Color(c), Letter: string(letter)}), n)
		}
	}
	if text == "" {
		return ""
	}
	return "[" + text + "]"
}

func arrangeCube(board game.Board, pieces map[game.Square]game.Piece) string {
	var b strings.Builder
	for level := board.Levels - 1; level >= 0; level-- {
		b.WriteByte('[')
		for rank := board.Ranks - 1; rank >= 0; rank-- {
			for file := range board.Files {
				if p, ok := pieces[game.At(file, rank, level)]; ok {
					b.WriteString(pieceLetter(p))
				} else {
					b.WriteByte('#')
				}
			}
			if rank > 0 {
				b.WriteByte(',')
			}
		}
		b.WriteByte(']')
		if level > 0 {
			b.WriteByte(',')
		}
	}
	return b.String()
}
