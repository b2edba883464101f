package chess

// Where pieces may go by the plain rules, leaving the own king in check or not.

// A direction is one step over the board, White's side at the bottom.
type direction struct{ file, rank int }

var (
	orthogonals = []direction{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonals   = []direction{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	compass     = []direction{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	jumps       = []direction{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// leaps returns the steps that a piece takes once.
func leaps(role Role) []direction {
	switch role {
	case Knight, Amazon:
		return jumps
	case King:
		return compass
	}
	return nil
}

// slides returns the steps that a piece repeats until something is in its way.
func slides(role Role) []direction {
	switch role {
	case Bishop:
		return diagonals
	case Rook:
		return orthogonals
	case Queen, Amazon:
		return compass
	}
	return nil
}

// pawnPush returns the step of a side's pawns.
func pawnPush(c Color) direction {
	if c == White {
		return direction{0, 1}
	}
	return direction{0, -1}
}

// pawnCaptures returns the steps with which a side's pawns capture.
func pawnCaptures(c Color) []direction {
	ahead := pawnPush(c).rank
	return []direction{{-1, ahead}, {1, ahead}}
}

// relativeRank returns the rank of a square as a side sees it: 1 for its first.
func relativeRank(c Color, sq Square) int {
	if c == White {
		return sq.Rank() + 1
	}
	return 8 - sq.Rank()
}

// step returns the square next to sq in a direction, and whether there is one.
func (g *plain) step(sq Square, d direction) (Square, bool) {
	file, rank := sq.File()+d.file, sq.Rank()+d.rank
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare, false
	}
	return Square(8*rank + file), true
}

// pseudoLegal appends the moves of the side to move as if no king could be in
// check. A side that has pieces to place does nothing else; one that has captured
// some may drop them.
func (g *plain) pseudoLegal(buf []Move) []Move {
	if g.rules.placement && g.Hands[g.Side] != [NumRoles]uint8{} {
		return g.placements(buf)
	}
	if g.rules.pockets {
		buf = g.drops(buf)
	}
	for from := Square(0); from < 64; from++ {
		piece := g.Board[from]
		switch {
		case piece == NoPiece || piece.Color() != g.Side:
		case piece.Role() == Pawn:
			buf = g.pawnMoves(buf, from)
		default:
			buf = g.pieceMoves(buf, from)
		}
	}
	return g.castlings(buf)
}

// pieceMoves appends the moves of a piece that is not a pawn. Holes do not
// block: what runs over one goes on, but has vanished.
func (g *plain) pieceMoves(buf []Move, from Square) []Move {
	role := g.Board[from].Role()
	for _, d := range leaps(role) {
		if to, ok := g.step(from, d); ok {
			buf = g.moveTo(buf, from, to, g.isHole(to))
		}
	}
	for _, d := range slides(role) {
		swallowed := false
		for to, ok := g.step(from, d); ok; to, ok = g.step(to, d) {
			swallowed = swallowed || g.isHole(to)
			buf = g.moveTo(buf, from, to, swallowed)
			if g.Board[to] != NoPiece {
				break
			}
		}
	}
	return buf
}

// moveTo appends the moves of a piece to a square that it reaches: none if an
// own piece or a royal king stands there.
func (g *plain) moveTo(buf []Move, from, to Square, swallowed bool) []Move {
	m := newMove(g.Board[from].Role(), from, to)
	switch {
	case g.Board[to] != NoPiece && !g.mayCapture(to):
		return buf
	case swallowed:
		return append(buf, m|flagVanish)
	case g.Board[to] != NoPiece:
		return g.captures(buf, m|flagCapture)
	}
	return append(buf, m)
}

// mayCapture reports whether an enemy piece stands on a square that is not a
// royal king.
func (g *plain) mayCapture(sq Square) bool {
	piece := g.Board[sq]
	return piece != NoPiece && piece.Color() != g.Side && !(piece.Role() == King && g.rules.Royal())
}

// captures appends a capture: once for each square on which the captured piece
// may be put, where it is put anywhere. That square is empty once the capture
// is made, and is neither a hole nor the one where the piece was captured; a
// pawn does not go to rank 1 or 8.
func (g *plain) captures(buf []Move, m Move) []Move {
	if !g.rules.relocate {
		return append(buf, m)
	}
	victim := g.Board[m.CapturedSquare()].Role()
	after := *g
	g.applyCapture(&after, m)
	for sq := Square(0); sq < 64; sq++ {
		if after.Board[sq] != NoPiece || g.isHole(sq) || sq == m.CapturedSquare() ||
			victim == Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
			continue
		}
		buf = append(buf, m|flagRelocate|Move(sq)<<relocShift)
	}
	return buf
}

// pawnMoves appends the moves of a pawn: a push, a double push from its second
// rank, and captures, en passant among them.
func (g *plain) pawnMoves(buf []Move, from Square) []Move {
	ahead := pawnPush(g.Side)
	if one, ok := g.step(from, ahead); ok && g.Board[one] == NoPiece {
		buf = g.pawnTo(buf, newMove(Pawn, from, one), g.isHole(one))
		if two, ok := g.step(one, ahead); ok && g.mayLeap(from) && g.Board[two] == NoPiece {
			buf = g.pawnTo(buf, newMove(Pawn, from, two), g.isHole(one) || g.isHole(two))
		}
	}
	for _, d := range pawnCaptures(g.Side) {
		to, ok := g.step(from, d)
		if !ok {
			continue
		}
		m := newMove(Pawn, from, to) | flagCapture
		if g.mayCapture(to) {
			buf = g.pawnTo(buf, m, g.isHole(to))
		} else if to == g.EnPassant {
			buf = g.pawnTo(buf, m|flagEnPassant, g.isHole(to))
		}
	}
	return buf
}

// mayLeap reports whether a pawn may step twice from a square: from its second
// rank, that of a horde from its first, too.
func (g *plain) mayLeap(from Square) bool {
	rank := relativeRank(g.Side, from)
	return rank == 2 || rank == 1 && g.isHorde(g.Side)
}

// pawnTo appends a pawn's move, once for each promotion on the last rank. A
// pawn that vanishes, or stays behind because it shoots, does not promote.
func (g *plain) pawnTo(buf []Move, m Move, swallowed bool) []Move {
	shot := g.rules.shoot && m.IsCapture()
	switch {
	case swallowed:
		return append(buf, newMove(Pawn, m.From(), m.To())|flagVanish)
	case relativeRank(g.Side, m.To()) < 8 || shot:
		return g.pawnMove(buf, m)
	}
	for _, role := range g.rules.Roles() {
		if g.mayBecome(role) {
			buf = g.pawnMove(buf, m|Move(role)<<promoShift)
		}
	}
	return buf
}

// mayBecome reports whether a pawn may promote to a role of the army.
func (g *plain) mayBecome(role Role) bool {
	if role == King {
		return g.rules.promoteToKing
	}
	return role != Pawn && g.rules.promoteToOthers
}

func (g *plain) pawnMove(buf []Move, m Move) []Move {
	if m.IsCapture() {
		return g.captures(buf, m)
	}
	return append(buf, m)
}

// castlings appends castling with each rook that has the right. All squares
// that king and rook pass or land on must be free of pieces and holes, and none
// of the royal king's, its own included, may be attacked.
func (g *plain) castlings(buf []Move) []Move {
	king, rooks := g.castlers(g.Side)
	leaving := *g // the board without the king, who does not shield himself on his way
	if king.Valid() {
		leaving.Board[king] = NoPiece
	}
	for _, rook := range rooks {
		kingTo, rookTo := castled(king, rook)
		free := true
		for sq := Square(0); sq < 64; sq++ {
			kingPasses, rookPasses := isFromTo(sq, king, kingTo), isFromTo(sq, rook, rookTo)
			if !kingPasses && !rookPasses {
				continue
			}
			occupied := g.Board[sq] != NoPiece && sq != king && sq != rook
			endangered := kingPasses && g.rules.Royal() && leaving.endangered(sq, g.Side)
			free = free && !occupied && !g.isHole(sq) && !endangered
		}
		if free {
			buf = append(buf, newMove(King, king, rook)|flagCastle)
		}
	}
	return buf
}

// isFromTo reports whether sq is a or b or between them, on one rank.
func isFromTo(sq, a, b Square) bool { return min(a, b) <= sq && sq <= max(a, b) }

// drops appends the drops of captured pieces: on any empty square that is no
// hole, a pawn not on ranks 1 and 8.
func (g *plain) drops(buf []Move) []Move {
	for role := Pawn; role < NumRoles; role++ {
		for sq := range Square(64) {
			pawnMisplaced := role == Pawn && (sq.Rank() == 0 || sq.Rank() == 7)
			if g.Hands[g.Side][role] > 0 && g.Board[sq] == NoPiece && !g.isHole(sq) && !pawnMisplaced {
				buf = append(buf, newMove(role, sq, sq)|flagDrop)
			}
		}
	}
	return buf
}

// placements appends the drops of a start in hand: any piece on any empty square
// of the own first rank.
func (g *plain) placements(buf []Move) []Move {
	for role := Pawn; role < NumRoles; role++ {
		if g.Hands[g.Side][role] == 0 {
			continue
		}
		for sq := Square(0); sq < 64; sq++ {
			if !g.isFreeHome(sq) {
				continue
			}
			if m := newMove(role, sq, sq) | flagDrop; g.bishopsKept(m) {
				buf = append(buf, m)
			}
		}
	}
	return buf
}

// isFreeHome reports whether the side to move may drop on a square, as far as
// its being empty and on the first rank goes.
func (g *plain) isFreeHome(sq Square) bool {
	return relativeRank(g.Side, sq) == 1 && g.Board[sq] == NoPiece && !g.isHole(sq)
}

// bishopsKept reports whether a drop keeps to the rule of opposite bishops, where
// it holds: as long as a side has no bishop on squares of some colour, its next
// one must go on such a colour; and no drop may take from the bishops still in
// hand the last free square of a colour that they need.
func (g *plain) bishopsKept(drop Move) bool {
	if !g.rules.oppositeBishops {
		return true
	}
	var have, free [2]int // bishops on dark and light squares, free squares for them
	for sq := Square(0); sq < 64; sq++ {
		if g.Board[sq] == NewPiece(g.Side, Bishop) {
			have[shade(sq)]++
		}
		if g.isFreeHome(sq) && sq != drop.To() {
			free[shade(sq)]++
		}
	}
	inHand := int(g.Hands[g.Side][Bishop])
	if drop.Role() == Bishop {
		there, elsewhere := shade(drop.To()), 1-shade(drop.To())
		if have[there] > 0 && have[elsewhere] == 0 {
			return false
		}
		have[there]++
		inHand--
	}
	missing, open := 0, 0 // colours without a bishop, and those of them with a free square
	for color := range 2 {
		if have[color] == 0 {
			missing++
			if free[color] > 0 {
				open++
			}
		}
	}
	return open >= min(missing, inHand)
}

// shade returns 0 for a dark square and 1 for a light one.
func shade(sq Square) int { return (sq.File() + sq.Rank()) % 2 }
