// Package notnil lets perft.Verify use github.com/notnil/chess, an independently
// written move generator for orthodox chess.
package notnil

import (
	"fmt"
	"strings"

	notnil "github.com/notnil/chess"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/perft"
	"github.com/heterodox-chess/heterodox/rules"
)

// New returns a reference at an orthodox position. It returns false for positions of other
// games, and for those with Chess960 castling rights, which the library does not know.
func New(pos *chess.Position) (perft.Reference, bool) {
	if len(pos.Rules().Variant().Rules) > 0 || !orthodoxCastling(pos) {
		return nil, false
	}
	var p notnil.Position
	if err := p.UnmarshalText([]byte(pos.FEN())); err != nil {
		return nil, false
	}
	return reference{&p}, true
}

// orthodoxCastling reports whether the rooks that may castle are in the corners and
// their kings on the e-file.
func orthodoxCastling(pos *chess.Position) bool {
	rooks := pos.CastlingRooks()
	if rooks&^(bitboard.FileA|bitboard.FileH) != 0 {
		return false
	}
	for c, home := range [2]bitboard.Square{bitboard.E1, bitboard.E8} {
		own := rooks & pos.ByColor(rules.Color(c))
		if own != 0 && !pos.Pieces(rules.Color(c), rules.King).Has(home) {
			return false
		}
	}
	return true
}

type reference struct{ pos *notnil.Position }

func (reference) Name() string { return "notnil/chess" }

func (r reference) Moves() (moves []string) {
	for _, m := range r.pos.ValidMoves() {
		moves = append(moves, m.String())
	}
	return moves
}

// Play returns the receiver unchanged for a move that the library does not know.
func (r reference) Play(move string) perft.Reference {
	for _, m := range r.pos.ValidMoves() {
		if m.String() == move {
			return reference{r.pos.Update(m)}
		}
	}
	return r
}

// Compare compares all fields of the FEN except the en-passant square, which the
// library sets after every double push.
func (r reference) Compare(pos *chess.Position) error {
	ours, theirs := strings.Fields(pos.FEN()), strings.Fields(r.pos.String())
	const enPassant = 3
	ours[enPassant], theirs[enPassant] = "", ""
	if strings.Join(ours, " ") != strings.Join(theirs, " ") {
		return fmt.Errorf("has the position %s", r.pos)
	}
	return nil
}
