package general

import (
	"fmt"
	"math"

	"github.com/heterodox-chess/heterodox/internal/nnue"
)

// The inputs of chess's networks (engine/net.go): own pieces, then enemy ones, of six
// kinds in this order on 64 squares each; pawns on the first rank are rooks that may
// castle. Networks with hands have inputs for these after the others, eight of each
// kind.
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

// baseFile is the name of the network that is fitted to chess as this machine plays it,
// on top of the weights that follow from the pieces.
const baseFile = "chess"

// The inputs of that network: see netView.
const (
	basePerColor = chessKinds*(64+mostInHand) + 2
	baseWings    = chessKinds * (64 + mostInHand)
)

// A chessLayout says where a network for the pieces of chess has its inputs: for a kind of
// piece on a square, for a right to castle, and for one of several pieces in hand, -1 if
// there is none.
type chessLayout struct {
	on   func(side, kind, sq int) int
	wing func(side, wing int) int
	hand func(side, kind, i int) int
}

// layoutOf returns the layout of a network of the engine, with or without hands.
func layoutOf(hands bool) chessLayout {
	on := func(side, kind, sq int) int { return (side*chessKinds+kind)*64 + sq }
	return chessLayout{
		on:   on,
		wing: func(side, wing int) int { return on(side, chessPawn, 7-7*wing) },
		hand: func(side, kind, i int) int {
			if !hands || kind == chessKing {
				return -1
			}
			return chessOnBoard + side*64 + kind*8 + i
		},
	}
}

// baseLayout is the layout of the network in baseFile.
var baseLayout = chessLayout{
	on:   func(side, kind, sq int) int { return side*basePerColor + kind*64 + sq },
	wing: func(side, wing int) int { return side*basePerColor + baseWings + wing },
	hand: func(side, kind, i int) int { return -1 },
}

// StartNetwork returns a network of the game from which to start a fit. From a network of
// chess it takes the pieces closest in value, and the squares in the same part of the
// board: it plays as if the game were chess.
func (g *rulesOf[S]) StartNetwork(file []byte) (*nnue.Network, error) {
	w := g.weighed()
	if file == nil {
		return w.baseNetwork(g.r)
	}
	n, _, err := nnue.Decode(file)
	if err != nil {
		return nil, err
	}
	inputs := n.NumInputs()
	switch {
	case inputs == w.net.size():
		return n, nil
	case inputs == 2*basePerColor:
		return w.asChess(g.r, n, baseLayout), nil
	case inputs != chessOnBoard && inputs != chessInputs:
		return nil, fmt.Errorf("a network of %d inputs, which is neither the game's (%d) nor that of chess pieces (%d, %d)",
			inputs, w.net.size(), chessOnBoard, chessInputs)
	}
	return w.asChess(g.r, n, layoutOf(inputs == chessInputs)), nil
}

// baseNetwork returns the network of chess as this machine plays it, as one of the game.
func (w *worth[S]) baseNetwork(r *ruleset[S]) (*nnue.Network, error) {
	file, err := netFile(baseFile)
	if err != nil {
		return nil, err
	}
	n, _, err := nnue.Decode(file)
	if err != nil {
		return nil, err
	}
	if n.NumInputs() != 2*basePerColor {
		return nil, fmt.Errorf("the network of chess has %d inputs, not %d", n.NumInputs(), 2*basePerColor)
	}
	return w.asChess(r, n, baseLayout), nil
}

// borrow makes a game to which nothing has been fitted, but which is much like chess, play
// with the network of chess. If that is missing the game has no network.
func (w *worth[S]) borrow(r *ruleset[S]) {
	if !w.likeChess(r) {
		return
	}
	if n, err := w.baseNetwork(r); err == nil {
		w.network = n
	}
}

// mostLikeChess is the number of squares beyond which a board is not like that of chess: on
// 10×10 and 12×10 squares the network of chess made play worse (docs/log.md).
const mostLikeChess = 90

// likeChess reports whether the board is not too large, a game is won by mating a king, pawns
// promote to strong pieces, left and right are alike, and nothing else in the rules makes the
// game very different from chess.
func (w *worth[S]) likeChess(r *ruleset[S]) bool {
	return r.n <= mostLikeChess && r.royal >= 0 && w.net.mirrors && w.passedWorth(r) == passedGain && r.checkmateValue == Loss && r.extinctionValue == NoEnd &&
		!r.pieceDrops && !r.mustCapture && !r.blastOnCapture && r.wallingRule == noWalls && r.flipEnclosedPieces == noEnclosing &&
		!r.capturerStays && !r.capturedRelocated && isEmpty(&r.holeSet) && r.turns == nil && r.connectN == 0 && !r.checkCounting && !r.composed
}

// asChess returns a network of the game made from one for the pieces of chess.
func (w *worth[S]) asChess(r *ruleset[S], n *nnue.Network, from chessLayout) *nnue.Network {
	v, made := w.net, *n
	made.Inputs = make([]int16, v.size()*n.Hidden)
	for side := range 2 {
		set := func(item, input int) {
			if input >= 0 {
				copy(made.Row(side*v.perColor+item), n.Row(input))
			}
		}
		for t := range v.types {
			kind := w.chessKind(r, t)
			for sq := range v.squares {
				set(t*v.squares+sq, from.on(side, kind, r.chessSquare(sq, kind)))
			}
			for i := range mostInHand {
				if v.hands {
					set(v.inHand(t)+i, from.hand(side, kind, i))
				}
			}
		}
		for wing := range 2 {
			set(v.wings()+wing, from.wing(side, wing))
		}
	}
	return &made
}

// chessKind returns which kind of chess piece a type is most like.
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
// kind of piece: pawns stay on the ranks where pawns can be.
func (r *ruleset[S]) chessSquare(sq, kind int) int {
	part := func(i, n int) int { return (2*i*7 + n - 1) / (2 * max(n-1, 1)) }
	file, rank := part(r.g.file(sq), r.g.files), part(r.g.rank(sq), r.g.ranks)
	if kind == chessPawn {
		rank = min(max(rank, 1), 6)
	}
	return rank*8 + file
}
