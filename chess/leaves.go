package chess

import (
	"math/bits"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/bitboard"
)

// Leaves returns the number of sequences of depth legal moves from p, which
// perft calls its leaf nodes: 1 for depth 0 and below. The moves of the last
// ply are counted without being made.
//
// With a table, counts of positions that recur are looked up; several
// goroutines may share one. As soon as stop (which may be nil) becomes true,
// Leaves returns a number that means nothing. A count that does not fit 64 bits
// is given as 2^64 - 1.
func (p *Position) Leaves(depth int, table *CountTable, stop *atomic.Bool) uint64 {
	if depth <= 0 {
		return 1
	}
	return newWalker(p.rules, depth, table, stop).leaves(p, depth)
}

// ListedLeaves is Leaves without a table, with the moves of the last ply written
// out, and the lists' lengths taken. It measures what a search pays for moves.
func (p *Position) ListedLeaves(depth int, stop *atomic.Bool) uint64 {
	if depth <= 0 {
		return 1
	}
	w := newWalker(p.rules, depth, nil, stop)
	w.listing = true
	return w.leaves(p, depth)
}

// A walker walks the tree of moves below one position.
type walker struct {
	rules  *Ruleset
	table  *CountTable
	stop   *atomic.Bool
	lists  [][]Move   // one a ply, by the depth left
	nexts  []Position // likewise: room for the position after a move
	boards []board    // those two plies above the leaves, while a table is used
	// listing says to write out the moves of the last ply.
	listing bool
}

func newWalker(r *Ruleset, depth int, table *CountTable, stop *atomic.Bool) *walker {
	if stop == nil {
		stop = new(atomic.Bool)
	}
	w := &walker{
		rules: r, table: table, stop: stop,
		lists: make([][]Move, depth+1), nexts: make([]Position, depth+1),
	}
	const room = 64 // moves, most often enough
	for buf := make([]Move, room*(depth+1)); depth >= 0; depth-- {
		w.lists[depth] = buf[room*depth:][:0:room]
	}
	return w
}

// leaves counts from a position of any game. Once nobody holds pieces in hand,
// the board alone is walked.
func (w *walker) leaves(p *Position, depth int) uint64 {
	if w.rules.boardOnly && p.hands == [2]hand{} {
		if w.rules.turns != singleMoves {
			return w.turnLeaves(&p.board, uint8(p.side), depth, uint64(p.turn), p.left)
		}
		return w.boardLeaves(&p.board, uint8(p.side), depth)
	}
	if depth == 1 {
		if w.listing {
			w.lists[1] = p.Moves(w.lists[1][:0])
			return uint64(len(w.lists[1]))
		}
		return uint64(p.CountMoves())
	}
	var key countKey
	if w.table != nil {
		key = w.table.positionKey(p, depth)
		if n, ok := w.table.get(key); ok {
			return n
		}
	}
	moves := p.Moves(w.lists[depth][:0])
	w.lists[depth] = moves
	var total uint64
	for _, m := range moves {
		next := &w.nexts[depth]
		*next = *p
		next.step(m)
		total = addSaturating(total, w.leaves(next, depth-1))
		if depth > 2 && w.stop.Load() {
			return 0
		}
	}
	if w.table != nil {
		w.table.put(key, total)
	}
	return total
}

// addSaturating returns a + b, or 2^64 - 1 if that is less.
func addSaturating(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	return sum | -carry
}

// boardLeaves picks the instance of walkBoard for the side to move.
func (w *walker) boardLeaves(b *board, side uint8, depth int) uint64 {
	switch w.rules.bits | side {
	case 0:
		return walkBoard[[1]byte, [2]byte, [9]byte, [10]byte](w, b, depth)
	case modeBlack:
		return walkBoard[[2]byte, [1]byte, [10]byte, [9]byte](w, b, depth)
	case modeHoles:
		return walkBoard[[3]byte, [4]byte, [11]byte, [12]byte](w, b, depth)
	case modeHoles | modeBlack:
		return walkBoard[[4]byte, [3]byte, [12]byte, [11]byte](w, b, depth)
	case modeOdd:
		return walkBoard[[5]byte, [6]byte, [5]byte, [6]byte](w, b, depth)
	case modeOdd | modeBlack:
		return walkBoard[[6]byte, [5]byte, [6]byte, [5]byte](w, b, depth)
	case modeOdd | modeHoles:
		return walkBoard[[7]byte, [8]byte, [7]byte, [8]byte](w, b, depth)
	}
	return walkBoard[[8]byte, [7]byte, [8]byte, [7]byte](w, b, depth)
}

// walkBoard counts from a board with the side of mode M to move; N is the mode
// of the other side. In games without odd captures, whose modes ML and NL for
// lists have modeRare set, most moves are made straight from the sets that the
// generator deals in; the others, and all moves of other games, from a list.
func walkBoard[M, N, ML, NL mode](w *walker, b *board, depth int) uint64 {
	var z M
	var list ML
	r, us := w.rules, uint(len(z)-1)&modeBlack
	if r.piecesDecide && b.decided(r) {
		return 0
	}
	if depth == 1 {
		if w.listing {
			w.lists[1] = listMoves[M](b, r, everywhere, w.lists[1][:0])
			return uint64(len(w.lists[1]))
		}
		return uint64(countMoves[M](b, r))
	}
	if depth > 2 && w.stop.Load() {
		return 0
	}
	var key countKey
	if w.table != nil {
		key = w.table.boardKey(b, uint8(us), depth)
		if n, ok := w.table.get(key); ok {
			return n
		}
	}
	var total uint64
	if w.table != nil && depth == 3 {
		total = walkFetched[M, N, ML, NL](w, b)
	} else {
		moves := listMoves[ML](b, r, everywhere, w.lists[depth][:0])
		w.lists[depth] = moves
		for _, m := range moves {
			next := *b
			next.play(m, us, r)
			total = addSaturating(total, walkBoard[N, M, NL, ML](w, &next, depth-1))
		}
		if uint(len(list)-1)&modeRare != 0 {
			total = addSaturating(total, walkPieces[M, N, ML, NL](w, b, depth))
		}
	}
	if w.stop.Load() {
		return 0
	}
	if w.table != nil {
		w.table.put(key, total)
	}
	return total
}

// walkFetched counts from a board three plies above the leaves, where most
// look-ups in a table come from: the entries of all children are read once
// before any is needed, so that the waits for memory overlap.
func walkFetched[M, N, ML, NL mode](w *walker, b *board) (total uint64) {
	var z M
	us := uint(len(z)-1) & modeBlack
	moves := listMoves[M](b, w.rules, everywhere, w.lists[3][:0])
	w.lists[3] = moves
	w.boards = w.boards[:0]
	for _, m := range moves {
		next := *b
		next.play(m, us, w.rules)
		w.table.fetch(w.table.boardKey(&next, uint8(us^1), 2))
		w.boards = append(w.boards, next)
	}
	for i := range w.boards {
		total = addSaturating(total, walkBoard[N, M, NL, ML](w, &w.boards[i], 2))
	}
	return total
}

// walkPieces counts the leaves behind the moves of pieces that are not pinned,
// but for those of kings, promotions, captures en passant, and vanishings.
func walkPieces[M, N, ML, NL mode](w *walker, b *board, depth int) (total uint64) {
	var z M
	us, r := uint(len(z)-1)&modeBlack, w.rules
	own, enemy := b.colors[us], b.colors[us^1]
	stops := own | enemy | r.holes
	quiets, captures, free := ^stops, enemy, own
	if royal := b.kings & own & r.royal; royal != 0 {
		king := royal.First()
		checkers, pinned, _ := b.threats(us, king, stops, r.amazons)
		if checkers.Several() {
			return 0
		}
		if checkers != 0 {
			quiets &= bitboard.Between(king, checkers.First())
			captures = checkers
		}
		free &^= pinned
	}

	total = walkSteps[M, N, ML, NL](w, b, depth, free, quiets|captures)
	return addSaturating(total, walkPawns[M, N, ML, NL](w, b, depth, b.pawns&free, quiets, captures))
}

// onlyCount reports whether the children of a node at a depth need nothing but
// to have their moves counted.
func (w *walker) onlyCount(depth int) bool {
	return depth == 2 && !w.listing && !w.rules.piecesDecide
}

// walkSteps counts the leaves behind the moves of the free knights, bishops,
// rooks and queens to the target squares.
func walkSteps[M, N, ML, NL mode](w *walker, b *board, depth int, free, targets Bitboard) (total uint64) {
	var z M
	us, r, last := uint(len(z)-1)&modeBlack, w.rules, w.onlyCount(depth)
	enemy := b.colors[us^1]
	stops := b.occupied() | r.holes
	pieces := (b.knights | b.diagonals | b.straights) & free
	for ; pieces != 0; pieces = pieces.Next() {
		from := pieces.First()
		bit := pieces & -pieces
		knight, diagonal, straight := -(b.knights >> from & 1), -(b.diagonals >> from & 1), -(b.straights >> from & 1)
		reached := bitboard.Knight(from) & (knight | diagonal&straight&r.amazons)
		if diagonal != 0 {
			reached |= bitboard.Bishop(from, stops)
		}
		if straight != 0 {
			reached |= bitboard.Rook(from, stops)
		}
		for hits := reached & targets; hits != 0; hits = hits.Next() {
			to := hits & -hits
			next := *b
			both := bit | to
			if to&enemy != 0 {
				next.remove(to, us^1)
			}
			next.knights ^= both & knight
			next.diagonals ^= both & diagonal
			next.straights ^= both & straight
			next.colors[us] ^= both
			next.rights &^= both | enPassantRanks
			if last {
				total += uint64(countMoves[N](&next, r))
				continue
			}
			total = addSaturating(total, walkBoard[N, M, NL, ML](w, &next, depth-1))
		}
	}

	return total
}

// walkPawns counts the leaves behind the moves of the given pawns, but for
// promotions and captures en passant.
func walkPawns[M, N, ML, NL mode](w *walker, b *board, depth int, pawns, quiets, captures Bitboard) (total uint64) {
	var z M
	us, r, last := uint(len(z)-1)&modeBlack, w.rules, w.onlyCount(depth)
	enemy := b.colors[us^1]
	inner := ^lastRank(us)
	push := forward(pawns, us) &^ b.occupied()
	for way, set := range [4]Bitboard{
		push & quiets & inner,
		forward(push&leapRanks(us, r)&^r.holes, us) & quiets,
		captureWest(pawns, us) & captures & inner,
		captureEast(pawns, us) & captures & inner,
	} {
		for ; set != 0; set = set.Next() {
			to := set & -set
			from, skipped := backward(to, us), Bitboard(0)
			next := *b
			switch way {
			case 1:
				if bitboard.Pawn(us, from.First())&b.pawns&enemy != 0 {
					skipped = from & enPassantRanks
				}
				from = backward(from, us)
			case 2:
				from <<= 1
				next.remove(to, us^1)
			case 3:
				from >>= 1
				next.remove(to, us^1)
			}
			next.pawns ^= from | to
			next.colors[us] ^= from | to
			next.rights = next.rights&^enPassantRanks | skipped
			if last {
				total += uint64(countMoves[N](&next, r))
				continue
			}
			total = addSaturating(total, walkBoard[N, M, NL, ML](w, &next, depth-1))
		}
	}
	return total
}
