package general

import (
	"fmt"
	"math"

	"github.com/heterodox-chess/heterodox/internal/nnue"
)

// The inputs of chess's networks (engine/net.go): own men, then enemy ones, of six kinds
// in this order on 64 squares each; pawns on the first rank are rooks that may
// castle. Those with hands have these behind, eight of a kind.
const (
	chessPawn = iota
	chessKnight
	chessBishop
	chessRook
	chessQueen
	chessKing
	chessKinds

	chessOnBoard = 2 * chessKinds * 64
	chessInputs  = chessOnBoard + 2*64
)

// StartNetwork returns a network of the game to begin a fit with. Of chess's men it takes
// those most alike by what they are worth, of chess's squares those in the same part of
// the board: it plays as if the game were chess.
func (g *rulesOf[S]) StartNetwork(file []byte) (*nnue.Network, error) {
	w := g.weighed()
	n, _, err := nnue.Decode(file)
	if err != nil {
		return nil, err
	}
	inputs := n.NumInputs()
	switch {
	case inputs == w.net.size():
		return n, nil
	case inputs != chessOnBoard && inputs != chessInputs:
		return nil, fmt.Errorf("a network of %d inputs, which is neither the game's (%d) nor that of chess pieces (%d, %d)",
			inputs, w.net.size(), chessOnBoard, chessInputs)
	}
	v, made := w.net, *n
	made.Inputs = make([]int16, v.size()*n.Hidden)
	for side := range 2 {
		set := func(item, input int) { copy(made.Row(side*v.perColor+item), n.Row(input)) }
		for t := range v.types {
			kind := w.chessKind(g.r, t)
			for sq := range v.squares {
				set(t*v.squares+sq, (side*chessKinds+kind)*64+g.r.chessSquare(sq, kind))
			}
			for i := range mostInHand {
				if v.hands && inputs == chessInputs && kind != chessKing {
					set(v.inHand(t)+i, chessOnBoard+side*64+kind*8+i)
				}
			}
		}
		for wing, file := range []int{7, 0} {
			set(v.wings()+wing, (side*chessKinds+chessPawn)*64+file)
		}
	}
	return &made, nil
}

// chessKind returns which of chess's men a type is most like.
func (w *worth[S]) chessKind(r *ruleset[S], t int) int {
	switch role := r.types[t]; {
	case t == r.royal:
		return chessKing
	case role >= pawn && role <= queen:
		return int(role - pawn)
	}
	best, least := chessPawn, math.MaxInt
	for kind, value := range [...]int{pawnWorth, 280, 320, 500, 950} {
		off := w.measured[t] - value
		if off = max(off, -off); off < least {
			best, least = kind, off
		}
	}
	return best
}

// chessSquare returns the square of the chessboard that lies in the same part of it, for a
// kind of man: pawns stay on the ranks where there are any.
func (r *ruleset[S]) chessSquare(sq, kind int) int {
	part := func(i, n int) int { return (2*i*7 + n - 1) / (2 * max(n-1, 1)) }
	file, rank := part(r.g.file(sq), r.g.files), part(r.g.rank(sq), r.g.ranks)
	if kind == chessPawn {
		rank = min(max(rank, 1), 6)
	}
	return rank*8 + file
}
