package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// listMoves appends the legal moves of a board on which nobody holds pieces in
// hand and the game is not decided. countMoves is its twin. In modeRare it leaves
// out what walkPieces makes without a list. Of the moves that do not capture it
// may leave out those that do not end on a wanted square.
func listMoves[M mode](b *board, r *Ruleset, wanted Bitboard, buf []Move) []Move {
	var z M
	n := uint(len(z)) - 1
	us, them := n&modeBlack, n&modeBlack^1
	holes, odd := n&modeHoles != 0, n&modeOdd != 0

	own, enemy := b.colors[us], b.colors[them]
	occupied := own | enemy
	stops := occupied
	if holes {
		stops |= r.holes
	}
	quiets, captures := wanted&^stops, enemy
	var pinned, checkers Bitboard
	king := NoSquare
	if royal := b.kings & own & r.royal; royal != 0 {
		var shields Bitboard
		king = royal.First()
		checkers, pinned, shields = b.threats(us, king, stops, r.amazons)
		if checkers != 0 {
			evasions := bitboard.Between(king, checkers.First())
			captures = checkers
			if checkers.Several() {
				evasions, captures = 0, 0
			}
			quiets &= evasions
		}
		if odd && r.shoot {
			captures &^= shields
		}
		targets := bitboard.King(king)
		if odd {
			if r.shoot && !r.relocate {
				buf = appendMoves(buf, newMove(King, king, 0)|flagCapture, targets&captures)
			}
			targets &= wanted &^ occupied
		} else {
			targets &= wanted&^own | enemy
		}
		if holes {
			buf = appendMoves(buf, newMove(King, king, 0)|flagVanish, targets&r.holes)
			targets &^= r.holes
		}
		asked, rooks := targets, b.rights&own&b.straights&backRank(us)&wanted
		var path, secondPath Bitboard
		if rooks != 0 && checkers == 0 {
			path = castlingPath(king, rooks.First(), stops)
			if second := rooks.Next(); second != 0 {
				secondPath = castlingPath(king, second.First(), stops)
			}
			asked |= (path | secondPath) &^ royal
		}
		if asked != 0 {
			asked = safe(b, asked, them, stops&^royal, r.amazons)
			buf = appendBoth(buf, newMove(King, king, 0), targets&asked, ^enemy, enemy)
		}
		if path|secondPath != 0 {
			unsafe := ^(asked | royal)
			sliders := b.straights & enemy & backRank(us)
			if path != 0 && path&unsafe == 0 && (sliders == 0 || rookMayLeave(king, rooks.First(), occupied, sliders)) {
				buf = append(buf, newMove(King, king, rooks.First())|flagCastle)
			}
			if secondPath != 0 && secondPath&unsafe == 0 && (sliders == 0 || rookMayLeave(king, rooks.Next().First(), occupied, sliders)) {
				buf = append(buf, newMove(King, king, rooks.Next().First())|flagCastle)
			}
		}
		if !odd && checkers.Several() {
			return buf
		}
	} else {
		buf = appendCommonKings(buf, b, us, quiets, captures, r)
	}
	if odd && r.relocate {
		buf = appendRelocations(buf, b, us, king, enemy, r)
		captures = 0
	} else if b.rights&enPassantRanks != 0 {
		buf = appendEnPassant(buf, b, us, r)
	}

	free := own &^ pinned
	pawns := b.pawns & free
	push := forward(pawns, us) &^ occupied
	west, east := captureWest(pawns, us)&captures, captureEast(pawns, us)&captures
	if last := lastRank(us); (push|west|east)&last != 0 {
		buf = appendPromotions(buf, us, push&quiets&last, west&last, east&last, r)
		push, west, east = push&^last, west&^last, east&^last
	}
	if pinned != 0 {
		buf = appendPinned(buf, b, us, king, pinned, quiets, captures, stops, r)
	}
	if holes && checkers == 0 && wanted == everywhere {
		buf = appendVanishing(buf, b, us, free, r)
	}
	if n&modeRare != 0 {
		return buf
	}

	queens := b.diagonals & b.straights
	for set := b.knights & free; set != 0; set = set.Next() {
		from := set.First()
		buf = appendBoth(buf, newMove(Knight, from, 0), bitboard.Knight(from), quiets, captures)
	}
	for set := b.diagonals & free &^ queens; set != 0; set = set.Next() {
		from := set.First()
		buf = appendBoth(buf, newMove(Bishop, from, 0), bitboard.Bishop(from, stops), quiets, captures)
	}
	for set := b.straights & free &^ queens; set != 0; set = set.Next() {
		from := set.First()
		buf = appendBoth(buf, newMove(Rook, from, 0), bitboard.Rook(from, stops), quiets, captures)
	}
	for set := queens & free; set != 0; set = set.Next() {
		from := set.First()
		reached := bitboard.Bishop(from, stops) | bitboard.Rook(from, stops) | bitboard.Knight(from)&r.amazons
		buf = appendBoth(buf, newMove(r.queen, from, 0), reached, quiets, captures)
	}

	leap := push & leapRanks(us, r)
	if holes {
		leap &^= r.holes
	}
	for set := push & quiets; set != 0; set = set.Next() {
		to := set.First()
		buf = append(buf, newMove(Pawn, behind(to, us), to))
	}
	for set := forward(leap, us) & quiets; set != 0; set = set.Next() {
		to := set.First()
		buf = append(buf, newMove(Pawn, behind(behind(to, us), us), to))
	}
	for set := west; set != 0; set = set.Next() {
		to := set.First()
		buf = append(buf, newMove(Pawn, behind(to, us)+1, to)|flagCapture)
	}
	for set := east; set != 0; set = set.Next() {
		to := set.First()
		buf = append(buf, newMove(Pawn, behind(to, us)-1, to)|flagCapture)
	}
	return buf
}

// behind returns the square one rank towards side us.
func behind(s Square, us uint) Square {
	if us == 0 {
		return s - 8
	}
	return s + 8
}

// appendMoves completes a move with each of the destinations.
func appendMoves(buf []Move, m Move, destinations Bitboard) []Move {
	for ; destinations != 0; destinations = destinations.Next() {
		buf = append(buf, m|Move(destinations.First()))
	}
	return buf
}

// appendBoth completes a move with the quiet moves and the captures among the
// squares reached.
func appendBoth(buf []Move, m Move, reached, quiets, captures Bitboard) []Move {
	for set := reached & (quiets | captures); set != 0; set = set.Next() {
		to := set.First()
		buf = append(buf, m|Move(to)|Move(captures>>to&1)<<flagShift)
	}
	return buf
}

// appendPromotions appends pawn moves to the last rank: one for each role a
// pawn may become. A pawn that shoots stays where it is and does not promote.
func appendPromotions(buf []Move, us uint, push, west, east Bitboard, r *Ruleset) []Move {
	one := func(m Move) {
		if r.shoot && m.IsCapture() {
			buf = append(buf, m)
			return
		}
		for _, role := range r.promotions {
			buf = append(buf, m|Move(role)<<promoShift)
		}
	}
	for ; push != 0; push = push.Next() {
		one(newMove(Pawn, behind(push.First(), us), push.First()))
	}
	for ; west != 0; west = west.Next() {
		one(newMove(Pawn, behind(west.First(), us)+1, west.First()) | flagCapture)
	}
	for ; east != 0; east = east.Next() {
		one(newMove(Pawn, behind(east.First(), us)-1, east.First()) | flagCapture)
	}
	return buf
}

// appendPinned appends the moves that countPinned counts.
func appendPinned(buf []Move, b *board, us uint, king Square, pinned, quiets, captures, stops Bitboard, r *Ruleset) []Move {
	for ; pinned != 0; pinned = pinned.Next() {
		from := pinned.First()
		line := bitboard.Line(king, from)
		quiet, hit := quiets&line, captures
		if !r.shoot {
			hit &= line
		}
		role := b.roleAt(from.Bitboard(), r.queen)
		if role != Pawn {
			buf = appendBoth(buf, newMove(role, from, 0), attacksOf(role, us, from, stops), quiet, hit)
			continue
		}
		push, double, hits := pawnMoves(us, from.Bitboard(), quiet, hit)
		if last := lastRank(us); (push|hits)&last != 0 {
			west := captureWest(from.Bitboard(), us) & hits
			buf = appendPromotions(buf, us, push, west, hits&^west, r)
			continue
		}
		buf = appendBoth(buf, newMove(Pawn, from, 0), push|double|hits, push|double, hits)
	}
	return buf
}

// appendCommonKings appends the moves of kings that are not royal.
func appendCommonKings(buf []Move, b *board, us uint, quiets, captures Bitboard, r *Ruleset) []Move {
	if r.relocate {
		captures = 0
	}
	for set := b.kings & b.colors[us&1]; set != 0; set = set.Next() {
		king := set.First()
		buf = appendBoth(buf, newMove(King, king, 0), bitboard.King(king), quiets, captures)
		buf = appendMoves(buf, newMove(King, king, 0)|flagVanish, bitboard.King(king)&r.holes)
	}
	rights := b.rights & b.colors[us&1] & backRank(us)
	if rights&b.kings == 0 {
		return buf
	}
	king := (rights & b.kings).First()
	for rooks := rights & b.straights; rooks != 0; rooks = rooks.Next() {
		if castlingPath(king, rooks.First(), b.occupied()|r.holes) != 0 {
			buf = append(buf, newMove(King, king, rooks.First())|flagCastle)
		}
	}
	return buf
}

// appendEnPassant appends the legal captures en passant.
func appendEnPassant(buf []Move, b *board, us uint, r *Ruleset) []Move {
	to := (b.rights & enPassantRanks).First()
	for set := bitboard.Pawn(us^1, to) & b.pawns & b.colors[us&1]; set != 0; set = set.Next() {
		if m := enPassantMove(set.First(), to); b.mayCapture(m, us, r) {
			buf = append(buf, m)
		}
	}
	return buf
}

// appendRelocations appends the moves that countRelocations counts.
func appendRelocations(buf []Move, b *board, us uint, king Square, captures Bitboard, r *Ruleset) []Move {
	stops := b.occupied() | r.holes
	for set := b.colors[us&1]; set != 0; set = set.Next() {
		from := set.First()
		role := b.roleAt(from.Bitboard(), r.queen)
		for hits := attacksOf(role, us, from, stops) & captures; hits != 0; hits = hits.Next() {
			to := hits.First()
			squares := b.relocations(us, king, from, to, to, r)
			m := newMove(role, from, to) | flagCapture | flagRelocate
			if role != Pawn || r.shoot || !lastRank(us).Has(to) {
				buf = appendRelocated(buf, m, squares)
				continue
			}
			for _, promotion := range r.promotions {
				buf = appendRelocated(buf, m|Move(promotion)<<promoShift, squares)
			}
		}
	}
	if ep := b.rights & enPassantRanks; ep != 0 {
		to := ep.First()
		for set := bitboard.Pawn(us^1, to) & b.pawns & b.colors[us&1]; set != 0; set = set.Next() {
			m := enPassantMove(set.First(), to)
			squares := b.relocations(us, king, set.First(), to, m.CapturedSquare(), r)
			buf = appendRelocated(buf, m|flagRelocate, squares)
		}
	}
	return buf
}

// appendRelocated completes a capture with each of the relocation squares.
func appendRelocated(buf []Move, m Move, squares Bitboard) []Move {
	for ; squares != 0; squares = squares.Next() {
		buf = append(buf, m|Move(squares.First())<<relocShift)
	}
	return buf
}

// appendVanishing appends the moves on which a piece other than a king vanishes
// in a hole. They are legal for pieces that are not pinned, while the king is
// not in check.
func appendVanishing(buf []Move, b *board, us uint, free Bitboard, r *Ruleset) []Move {
	occupied := b.occupied()
	stops := occupied | r.holes
	allowed := ^(b.colors[us&1] | b.kings&b.colors[us&1^1]&r.royal)
	for set := free &^ b.kings; set != 0; set = set.Next() {
		from := set.First()
		var squares Bitboard
		role := b.roleAt(from.Bitboard(), r.queen)
		switch role {
		case Pawn:
			push := forward(from.Bitboard(), us) &^ occupied
			double := forward(push&leapRanks(us, r), us) &^ occupied
			squares = push&r.holes | double&(r.holes|forward(push&r.holes, us))
		case Knight:
			squares = bitboard.Knight(from) & r.holes
		default:
			reached := attacksOf(role, us, from, stops)
			if reached&r.holes == 0 {
				continue
			}
			squares = attacksOf(role, us, from, occupied) & allowed &^ (reached &^ r.holes)
		}
		buf = appendMoves(buf, newMove(role, from, 0)|flagVanish, squares)
	}
	return buf
}
