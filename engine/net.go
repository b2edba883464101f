package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/rules"
)

// A network looks at the board from both sides (internal/nnue). Its netInputs inputs say
// what is on each square, own and enemy pieces, kind by kind. The pawn inputs of the first
// and last ranks, where only a horde has pawns, say instead which rooks may castle, on
// their own first rank, and how many checks a side still has to give, on its last (see
// checksLeft). After these come the inputs for what the sides have in hand (see inHand).
const (
	netInputs  = netOnBoard + 2*64
	netOnBoard = 2 * numKinds * 64 // the first inputs
	netPieces  = 32                // on a full board
)

// kindHand comes after the kinds and is for what a side has in hand (see inHand).
const (
	kindHand = numKinds
	netKinds = numKinds + 1
)

// A perspective says how a side sees the board: square s as s ^ perspective. Black sees it
// flipped, except in a race, in which both sides go the same way; and where kings are
// royal, a side whose king is on the right half sees it mirrored.
type perspective uint8

// perspectiveOf returns the perspective of a side with these kings.
func (m *model) perspectiveOf(c rules.Color, kings bitboard.Bitboard) perspective {
	turned := perspective(56 * (c & 1))
	if m.race {
		turned = 0
	}
	if m.royal && kings != 0 && kings.First()&4 != 0 {
		turned ^= 7
	}
	return turned
}

// netInput returns the input that says that a side's piece of a kind is on a square, as the
// side us sees it. Hands look the same from every perspective.
func netInput(us, c rules.Color, kind int, sq bitboard.Square, l perspective) int {
	if kind == kindHand {
		return netOnBoard + (int((us^c)&1)<<6 | int(sq))
	}
	return (int((us^c)&1)*numKinds+kind)<<6 | int(uint8(sq)^uint8(l))
}

// A netBoard holds the squares of the pieces by side and kind, and the sides' hands.
type netBoard [2][netKinds]bitboard.Bitboard

// seen returns the board as networks see it, with the rooks that may castle
// among the pawns, too.
func (e *evaluation) seen() netBoard {
	b, rooks := e.of, e.pos.CastlingRooks()
	for c := range b {
		b[c][kindPawn] |= rooks & b[c][kindRook]
		if e.model.seesChecks {
			b[c][kindPawn] |= checksLeft(rules.Color(c), e.model.checks-e.pos.Checks(rules.Color(c)))
		}
		if e.model.seesHands {
			b[c][kindHand] = e.inHand(rules.Color(c))
		}
	}
	return b
}

// checksLeft returns the squares of a side's last rank that stand for the number of checks
// it still has to give, four standing for more; they are the same when the board is
// mirrored.
func checksLeft(c rules.Color, left int) bitboard.Bitboard {
	file := min(max(left, 1), 4) - 1
	return (1<<file | 1<<(7-file)) << (56 * (1 - c&1))
}

// inHand returns what a side has in hand as a set of squares: each kind has a rank, pawns
// the first, with as many squares from the left as there are pieces of the kind, at most
// eight.
func (e *evaluation) inHand(c rules.Color) (set bitboard.Bitboard) {
	for kind, role := range e.model.roles[:kindKing] {
		set |= (1<<min(e.pos.Hand(c, role), 8) - 1) << (8 * kind)
	}
	return set
}

// An accumulator holds the first layer of a network for a board, from both
// sides. The zero value stands for an empty board.
type accumulator struct {
	sums         [2]nnue.Sums
	board        netBoard
	perspectives [2]perspective
	filled       bool // sums are those of board
}

// maxNetChanges is how many squares of pieces may change before it is less work to start
// from scratch; fewNetChanges is the most that a move usually changes.
const (
	maxNetChanges = 12
	fewNetChanges = 4
)

// A netPiece is a piece on its square.
type netPiece struct {
	color  rules.Color
	kind   uint8
	square bitboard.Square
}

// A netDifference holds the pieces gained and lost from one board to another.
type netDifference struct {
	gained, lost  [maxNetChanges]netPiece
	gains, losses int
}

// between finds the difference from one board to another; ok is false if it is too large.
func (d *netDifference) between(from, to *netBoard) (ok bool) {
	gains, losses := 0, 0
	for c := range from {
		for kind := range from[c] {
			after := to[c][kind]
			for set := from[c][kind] ^ after; set != 0; set = set.Next() {
				if gains+losses == maxNetChanges {
					return false
				}
				piece := netPiece{rules.Color(c), uint8(kind), set.First()}
				d.gained[gains], d.lost[losses] = piece, piece // one of them counts
				gained := int(after >> piece.square & 1)
				gains += gained
				losses += 1 - gained
			}
		}
	}
	d.gains, d.losses = gains, losses
	return true
}

// learned returns what the network says about the board of an evaluation, for the side to
// move. It brings the accumulator of the ply up to date from what it already holds or from
// that of the previous ply: the fewer the differences, the less work.
func (v *evaluator) learned(e *evaluation, ply int) Score {
	net, acc, seen := v.model.network, &v.accumulators[ply], e.seen()
	from := acc
	var found [2]netDifference
	d, known := &found[0], false
	if ply > 0 {
		if before := &v.accumulators[ply-1]; before.filled && d.between(&before.board, &seen) {
			from, known = before, true
		}
	}
	if acc.filled && (!known || d.gains+d.losses > fewNetChanges) {
		own := &found[1]
		if own.between(&acc.board, &seen) && (!known || own.gains+own.losses <= d.gains+d.losses) {
			from, d, known = acc, own, true
		}
	}
	for c := rules.White; c <= rules.Black; c++ {
		l := v.model.perspectiveOf(c, seen[c&1][kindKing])
		if known && from.perspectives[c&1] == l {
			var on, off [maxNetChanges]uint16
			net.Update(&acc.sums[c&1], &from.sums[c&1], inputsOf(d.gained[:d.gains], c, l, &on), inputsOf(d.lost[:d.losses], c, l, &off))
		} else {
			fill(net, &acc.sums[c&1], c, l, &seen)
		}
		acc.perspectives[c&1] = l // after its use: from may be acc
	}
	acc.board, acc.filled = seen, true
	us := e.pos.Side() & 1
	return Score(net.Output(&acc.sums[us], &acc.sums[us^1], e.netBucket()))
}

// netBucket returns which output of the network values the board.
func (e *evaluation) netBucket() int { return nnue.Bucket(e.occupied.Count(), netPieces) }

// inputsOf returns the inputs of some pieces, as a side sees the board, in a list.
func inputsOf(pieces []netPiece, us rules.Color, l perspective, list *[maxNetChanges]uint16) []uint16 {
	for i, p := range pieces {
		list[i] = uint16(netInput(us, p.color, int(p.kind), p.square, l))
	}
	return list[:len(pieces)]
}

// scratch returns what learned does, computed from the board alone.
func (e *evaluation) scratch(net *nnue.Network) Score {
	var sums [2]nnue.Sums
	seen := e.seen()
	for c := rules.White; c <= rules.Black; c++ {
		fill(net, &sums[c&1], c, e.model.perspectiveOf(c, seen[c][kindKing]), &seen)
	}
	us := e.pos.Side() & 1
	return Score(net.Output(&sums[us], &sums[us^1], e.netBucket()))
}

// fill computes the first layer of a side from scratch.
func fill(net *nnue.Network, sums *nnue.Sums, us rules.Color, l perspective, b *netBoard) {
	net.Start(sums)
	for c := rules.White; c <= rules.Black; c++ {
		for kind := range netKinds {
			for set := b[c][kind]; set != 0; set = set.Next() {
				net.Add(sums, uint16(netInput(us, c, kind, set.First(), l)))
			}
		}
	}
}
