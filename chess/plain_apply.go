package chess

// What a move does by the plain rules.

// apply returns what a pseudo-legal move of the side to move leads to.
func (g *plain) apply(m Move) plain {
	next := *g
	next.EnPassant = NoSquare
	g.applyToBoard(&next, m)
	g.applyToCastling(&next, m)
	if g.rules.checkLimit > 0 && next.inCheck(g.Side.Opponent()) {
		next.Checks[g.Side] = min(g.Checks[g.Side]+1, g.rules.checkLimit)
	}
	passes := g.applyToClocks(&next, m)
	if passes {
		next.EnPassant = g.skippedSquare(&next, m)
		next.Side = g.Side.Opponent()
		if g.Side == Black {
			next.Fullmove++
		}
	}
	return next
}

// applyToBoard moves the pieces, step by step.
func (g *plain) applyToBoard(next *plain, m Move) {
	from, to := m.From(), m.To()
	switch {
	case m.IsDrop():
		next.place(to, NewPiece(g.Side, m.Role()), false)
		next.Hands[g.Side][m.Role()]--
	case m.IsCastling():
		kingTo, rookTo := castled(from, to)
		king, rook := g.Promoted.Has(from), g.Promoted.Has(to)
		next.remove(from)
		next.remove(to)
		next.place(kingTo, NewPiece(g.Side, King), king)
		next.place(rookTo, NewPiece(g.Side, Rook), rook)
	case m.IsVanishing():
		next.remove(from)
	case m.IsCapture():
		g.applyCapture(next, m)
		if g.rules.explode {
			next.explode(to, !g.rules.shoot)
		}
	default:
		next.remove(from)
		next.place(to, g.arriving(m), g.arrivesPromoted(m))
	}
}

// applyCapture takes the captured piece away, puts it where it goes, and moves
// the capturer.
func (g *plain) applyCapture(next *plain, m Move) {
	at := m.CapturedSquare()
	victim := g.Board[at]
	next.remove(at)
	if put, ok := m.Relocation(); ok {
		next.Board[put] = victim
	}
	if g.rules.pockets {
		role := victim.Role()
		if g.Promoted.Has(at) {
			role = Pawn
		}
		next.Hands[g.Side][role]++
	}
	if g.rules.shoot {
		return
	}
	// The captured piece may have been put on the capturer's own square.
	if next.Board[m.From()] == g.Board[m.From()] {
		next.remove(m.From())
	}
	next.place(m.To(), g.arriving(m), g.arrivesPromoted(m))
}

// place puts a piece on a square.
func (g *plain) place(sq Square, piece Piece, promoted bool) {
	g.remove(sq)
	g.Board[sq] = piece
	if promoted {
		g.Promoted |= sq.Bitboard()
	}
}

// remove empties a square.
func (g *plain) remove(sq Square) {
	g.Board[sq] = NoPiece
	g.Promoted &^= sq.Bitboard()
}

// explode removes what a capture on a square blows up: all but pawns around it,
// and what stands on it, pawn or not, if that has just arrived.
func (g *plain) explode(center Square, arrived bool) {
	if arrived || g.Board[center].Role() != Pawn {
		g.remove(center)
	}
	for _, d := range compass {
		if sq, ok := g.step(center, d); ok && g.Board[sq].Role() != Pawn {
			g.remove(sq)
		}
	}
}

// arrivesPromoted reports whether what arrives on the destination was a pawn
// once, where that is remembered.
func (g *plain) arrivesPromoted(m Move) bool {
	return g.rules.pockets && (g.Promoted.Has(m.From()) || m.Promotion() != NoRole)
}

// arriving returns what stands on the destination after a move.
func (g *plain) arriving(m Move) Piece {
	if m.Promotion() != NoRole {
		return NewPiece(g.Side, m.Promotion())
	}
	return NewPiece(g.Side, m.Role())
}

// castled returns where king and rook stand when they have castled: on the g
// and f files if the rook came from the king's right, else on c and d.
func castled(king, rook Square) (kingTo, rookTo Square) {
	first := Square(8 * king.Rank())
	if rook.File() > king.File() {
		return first + 6, first + 5
	}
	return first + 2, first + 3
}

// applyToCastling keeps a right as long as the rook and the king that castles
// with it both stay where they are.
func (g *plain) applyToCastling(next *plain, m Move) {
	for _, c := range []Color{White, Black} {
		king, rooks := g.castlers(c)
		next.setCastlers(c, NoSquare, nil)
		kept := []Square{}
		for _, rook := range rooks {
			spent := c == g.Side && m.IsCastling() ||
				g.rules.shotLosesCastling && m.IsCapture() && (m.From() == rook || m.From() == king)
			if !spent && g.stays(next, m, rook) && g.stays(next, m, king) {
				kept = append(kept, rook)
			}
		}
		next.setCastlers(c, king, kept)
	}
	if g.rules.placement && g.rules.castling {
		for _, c := range []Color{White, Black} {
			dropped := c == g.Side && m.IsDrop()
			if dropped || next.Hands[c] != [NumRoles]uint8{} {
				next.deriveCastling(c)
			}
		}
	}
}

// stays reports whether the piece on a square is there before and after a move
// and has not moved in between. One that is captured and put back on its square
// has moved; rules about captures see to it that this is not possible.
func (g *plain) stays(next *plain, m Move, sq Square) bool {
	return next.Board[sq] == g.Board[sq] && (m.From() != sq || g.rules.shoot && m.IsCapture())
}

// castlers returns the king of a side that has castling rights, and the rooks
// that it has them with. The king is the one that the setup names; else it is
// the one on the e-file of the first rank, or the only one on that rank.
func (g *plain) castlers(c Color) (king Square, rooks []Square) {
	king = g.usualCastler(c)
	for file := range Square(8) {
		sq := homeRank(c) + file
		switch {
		case !g.Castling.Has(sq):
		case g.Board[sq] == NewPiece(c, King):
			king = sq
		case g.Board[sq] == NewPiece(c, Rook):
			rooks = append(rooks, sq)
		}
	}
	return king, rooks
}

// usualCastler returns the king that castles if none is named.
func (g *plain) usualCastler(c Color) Square {
	found, kings := NoSquare, 0
	for file := range Square(8) {
		if sq := homeRank(c) + file; g.Board[sq] == NewPiece(c, King) {
			found, kings = sq, kings+1
			if file == 4 {
				return sq
			}
		}
	}
	if kings != 1 {
		return NoSquare
	}
	return found
}

// setCastlers writes the rights of a side into the setup, and names the king
// only where that is needed.
func (g *plain) setCastlers(c Color, king Square, rooks []Square) {
	for file := range Square(8) {
		g.Castling &^= (homeRank(c) + file).Bitboard()
	}
	for _, rook := range rooks {
		g.Castling |= rook.Bitboard()
	}
	if len(rooks) > 0 && king != g.usualCastler(c) {
		g.Castling |= king.Bitboard()
	}
}

// homeRank returns the square on the a-file of a side's first rank.
func homeRank(c Color) Square {
	if c == White {
		return 0
	}
	return 56
}

// deriveCastling gives a side the castling rights of placement: those of the
// king on e1 (e8) and rooks in the corners.
func (g *plain) deriveCastling(c Color) {
	home := homeRank(c)
	for _, corner := range []Square{home, home + 7} {
		g.Castling &^= corner.Bitboard()
		if g.Board[corner] == NewPiece(c, Rook) && g.Board[home+4] == NewPiece(c, King) {
			g.Castling |= corner.Bitboard()
		}
	}
}

// applyToClocks counts the move and reports whether the other side is next. Where
// turns are long that is so after the last move of a turn, and after a check; the
// halfmove clock then counts turns.
func (g *plain) applyToClocks(next *plain, m Move) (passes bool) {
	zeroing := m.IsCapture() || m.Role() == Pawn || m.IsDrop() || m.IsVanishing()
	if zeroing {
		next.Halfmove = 0
	}
	if !g.rules.LongTurns() {
		if !zeroing {
			next.Halfmove++
		}
		return true
	}
	next.Zeroing = g.Zeroing || zeroing
	next.Left--
	if next.Left > 0 && !next.inCheck(g.Side.Opponent()) {
		return false
	}
	if !next.Zeroing {
		next.Halfmove++
	}
	next.Turn++
	next.Left = g.length(next.Turn)
	next.Zeroing = false
	return true
}

// length returns how many moves turn n has: 1, 1, 2, 3, 5, 8 … up to 2^61, or
// 1, 2, 3, 4 …, or 1, 2, 2, 2 ….
func (g *plain) length(n uint64) uint64 {
	switch g.rules.turns {
	case progressiveTurns:
		return n
	case marseillaisTurns:
		if n == 1 {
			return 1
		}
		return 2
	}
	const limit = 1 << 61
	a, b := uint64(1), uint64(1)
	for ; n > 2 && b < limit; n-- {
		a, b = b, a+b
	}
	return min(b, limit)
}

// skippedSquare returns the en-passant square that a move leaves for the
// opponent: the one that a double push from the second rank skips, if an enemy
// pawn stands ready beside the pushed pawn.
func (g *plain) skippedSquare(next *plain, m Move) Square {
	if m.Role() != Pawn || m.IsVanishing() || m.IsDrop() || relativeRank(g.Side, m.From()) != 2 {
		return NoSquare
	}
	ahead := pawnPush(g.Side)
	one, _ := g.step(m.From(), ahead)
	if two, ok := g.step(one, ahead); !ok || two != m.To() {
		return NoSquare
	}
	for _, beside := range []direction{{-1, 0}, {1, 0}} {
		if sq, ok := g.step(m.To(), beside); ok && next.Board[sq] == NewPiece(g.Side.Opponent(), Pawn) {
			return one
		}
	}
	return NoSquare
}
