package general

// Counting: in makruk and its relatives a side that is hard to mate counts moves, and
// gets a draw once it reaches a limit. While it has more than a bare king, that is the
// board's honour, with a fixed limit; with a bare king it is the pieces' honour, with a
// limit that depends on the other side's pieces and a count that starts at the number of
// pieces on the board. All numbers are those of Fairy-Stockfish.

// countLimit returns the number of moves after which a side gets a draw, 0 if it may
// not count.
func (b *board[S]) countLimit(c int) int {
	r := b.r
	pawns := b.countOnBoard(0, pawn) + b.countOnBoard(1, pawn)
	own, others := popcount(b.colors[c&1]), popcount(b.colors[(c^1)&1])
	switch r.countingRule {
	case "makruk":
		switch {
		case pawns > 0, others == 1:
			return 0
		case own > 1:
			return 64
		}
		return b.piecesHonour(c ^ 1)
	case "cambodian":
		switch {
		case own > 3, others == 1:
			return 0
		case own > 1:
			return 63
		case pawns > 0:
			return 0
		}
		return b.piecesHonour(c^1) - 1
	case "asean":
		if pawns > 0 || own > 1 {
			return 0
		}
		switch {
		case b.countOnBoard(c^1, rook) > 0:
			return 16
		case b.countOnBoard(c^1, silver) > 0:
			return 44
		case b.countOnBoard(c^1, knight) > 0:
			return 64
		}
	}
	return 0
}

// piecesHonour returns within how many moves a side must mate a bare king.
func (b *board[S]) piecesHonour(c int) int {
	rooks, silvers, knights := b.countOnBoard(c, rook), b.countOnBoard(c, silver), b.countOnBoard(c, knight)
	switch {
	case rooks > 1:
		return 8
	case rooks == 1:
		return 16
	case silvers > 1:
		return 22
	case knights > 1:
		return 32
	case silvers == 1:
		return 44
	}
	return 64
}

// countOnBoard returns how many pieces of a role a side has on the board.
func (b *board[S]) countOnBoard(c int, role Role) int {
	if t := b.r.typeOf[role]; t != 255 {
		return b.count(c, t)
	}
	return 0
}

// beginCount starts or restarts a count after a move of a side.
func (b *board[S]) beginCount(m move, mover int, captured uint8) {
	all := int32(popcount(union(b.colors[0], b.colors[1])))
	asean := b.r.countingRule == "asean"
	// A bare king has taken the last pawn.
	if captured != 0 && int(b.r.typeAt(captured)) == b.r.pawn && !asean && popcount(b.colors[mover]) == 1 &&
		b.countOnBoard(0, pawn)+b.countOnBoard(1, pawn) == 0 {
		if n := b.countLimit(mover); n > 0 {
			b.limit, b.counted = int32(2*n), 2*all-1
		}
	}
	bare := popcount(b.colors[mover^1]) == 1
	if b.limit != 0 && !(bare && (captured != 0 || m.what() == promotion)) {
		return
	}
	if n := b.countLimit(mover ^ 1); n > 0 {
		b.limit, b.counted = int32(2*n), 2*all
		if asean || !bare {
			b.counted = 0
		}
	}
}

// countedOut reports whether a count has exceeded its limit.
func (b *board[S]) countedOut() bool { return b.limit > 0 && b.counted > b.limit }
