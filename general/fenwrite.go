package general

import (
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/fen"
)

// fen writes a position as Fairy-Stockfish does.
func (b *board[S]) fen() string {
	var w strings.Builder
	r := b.r
	w.WriteString(fen.Board(r.g.files, r.g.ranks, func(file, rank int) string {
		return r.pieceText(b.at[r.g.square(file, rank)])
	}))
	if !r.freeDrops && r.hasHands() {
		w.WriteByte('[')
		for c := range 2 {
			for t := len(r.types) - 1; t >= 0; t-- {
				w.WriteString(strings.Repeat(r.letterOf(uint8(t), c), int(b.hands[c][t])))
			}
		}
		w.WriteByte(']')
	}
	w.WriteString([2]string{" w ", " b "}[b.side])
	w.WriteString(b.rightsText())
	w.WriteByte(' ')
	b.writeEnPassant(&w)
	if r.checkCounting {
		w.WriteString(" " + strconv.Itoa(int(b.remaining[0])) + "+" + strconv.Itoa(int(b.remaining[1])))
	}
	half := b.half
	if b.limit > 0 {
		half = b.counted
	}
	w.WriteString(" " + strconv.Itoa(int(half)) + " " + strconv.Itoa(int(b.full)))
	if r.turns != nil {
		w.WriteString(" " + b.turnText())
	}
	return w.String()
}

// letterOf returns the letter of a type, lower case for Black's.
func (r *ruleset[S]) letterOf(t uint8, c int) string {
	letter := r.letters[r.types[t]]
	if c == 1 {
		letter += 'a' - 'A'
	}
	return string(rune(letter))
}

// pieceText returns what FENs write for a piece or a wall, "" for neither.
func (r *ruleset[S]) pieceText(code uint8) string {
	switch code {
	case 0:
		return ""
	case wallCode:
		return "*"
	}
	k := &r.kinds[(code-1)>>1]
	letter := k.letter
	if (code-1)&1 == 1 {
		letter += 'a' - 'A'
	}
	text := string(rune(letter))
	if k.plus {
		text = "+" + text
	}
	if k.tilde {
		text += "~"
	}
	return text
}

// rightsText writes castling rights and gates.
func (b *board[S]) rightsText() string {
	r := b.r
	text := ""
	for c := range 2 {
		letter := func(file int) string {
			if c == 1 {
				return string(rune('a' + file))
			}
			return string(rune('A' + file))
		}
		king := int(b.state.king[c])
		rights := b.rook[c][0] >= 0 || b.rook[c][1] >= 0
		if r.chess960 && rights && b.severalCastlingKings(c) {
			text += letter(r.g.file(king))
		}
		for wing := range 2 {
			if rook := int(b.rook[c][wing]); rook >= 0 {
				if r.chess960 {
					text += letter(r.g.file(rook))
				} else {
					text += [2][2]string{{"K", "Q"}, {"k", "q"}}[c][wing]
				}
			}
		}
		if !r.gating || isEmpty(&b.gates[c]) || r.seirawanGating && b.handSize(c) == 0 && !r.capturesToHand {
			continue
		}
		for file := range r.g.files {
			if !meets(&b.gates[c], &r.files[file]) || !r.chess960 && rights && file == r.g.file(king) ||
				b.rook[c][0] >= 0 && file == r.g.file(int(b.rook[c][0])) ||
				b.rook[c][1] >= 0 && file == r.g.file(int(b.rook[c][1])) {
				continue
			}
			text += letter(file)
		}
	}
	if text == "" {
		return "-"
	}
	return text
}

func (b *board[S]) severalCastlingKings(c int) bool {
	r := b.r
	t := r.typeOf[r.castlingKingPiece[c]]
	rank := r.castlingRank
	if c == 1 {
		rank = r.g.ranks - 1 - rank
	}
	return t != 255 && several(intersect(intersect(b.types[t&63], b.colors[c]), r.ranks[rank]))
}

func (b *board[S]) writeEnPassant(w *strings.Builder) {
	switch {
	case b.limit > 0:
		w.WriteString(strconv.Itoa(int(b.limit)))
	case isEmpty(&b.ep):
		w.WriteByte('-')
	}
	for x := b.ep; b.limit == 0 && !isEmpty(&x); {
		w.WriteString(b.r.g.squareName(next(&x)))
	}
}
