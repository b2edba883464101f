package chess

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/bitboard"
)

// popcount is Count as an int, short enough to be inlined into large functions.
func popcount(b Bitboard) int { return bits.OnesCount64(uint64(b)) }

// countMoves returns the number of legal moves of a board on which nobody holds
// pieces in hand and the game is not decided. It is the twin of listMoves: the
// same sets, counted instead of written out.
func countMoves[M mode](b *board, r *Ruleset) int {
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
	quiets, captures := ^stops, enemy
	var pinned, checkers Bitboard
	king := NoSquare
	total := 0
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
				total = popcount(targets & captures)
			}
			targets &^= occupied
		} else {
			targets &^= own
		}
		if holes {
			total += popcount(targets & r.holes)
			targets &^= r.holes
		}
		asked, rooks := targets, b.rights&own&b.straights&backRank(us)
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
			total += popcount(targets & asked)
		}
		if path|secondPath != 0 {
			unsafe := ^(asked | royal)
			sliders := b.straights & enemy & backRank(us)
			if path != 0 && path&unsafe == 0 && (sliders == 0 || rookMayLeave(king, rooks.First(), occupied, sliders)) {
				total++
			}
			if secondPath != 0 && secondPath&unsafe == 0 && (sliders == 0 || rookMayLeave(king, rooks.Next().First(), occupied, sliders)) {
				total++
			}
		}
		if !odd && checkers.Several() {
			return total
		}
	} else {
		total = countCommonKings(b, us, quiets, captures, r)
	}
	if odd && r.relocate {
		total += countRelocations(b, us, king, enemy, r)
		captures = 0
	} else if b.rights&enPassantRanks != 0 {
		total += countEnPassant(b, us, r)
	}

	vanishing := Bitboard(0) // destinations of vanishing moves, unless a slider's way is clear
	if holes && checkers == 0 {
		vanishing = ^own &^ (b.kings & enemy & r.royal)
	}
	free := own &^ pinned
	targets := quiets | captures
	queens := b.diagonals & b.straights
	for set := (b.knights | queens&r.amazons) & free; set != 0; set = set.Next() {
		reached := bitboard.Knight(set.First())
		total += popcount(reached & targets)
		if holes {
			total += popcount(reached & vanishing & r.holes)
		}
	}
	for set := b.diagonals & free; set != 0; set = set.Next() {
		reached := bitboard.Bishop(set.First(), stops)
		total += popcount(reached & targets)
		if holes && reached&r.holes != 0 {
			total += popcount(bitboard.Bishop(set.First(), occupied) & vanishing &^ (reached &^ r.holes))
		}
	}
	for set := b.straights & free; set != 0; set = set.Next() {
		reached := bitboard.Rook(set.First(), stops)
		total += popcount(reached & targets)
		if holes && reached&r.holes != 0 {
			total += popcount(bitboard.Rook(set.First(), occupied) & vanishing &^ (reached &^ r.holes))
		}
	}

	pawns := b.pawns & free
	push := forward(pawns, us) &^ occupied
	leap := push & leapRanks(us, r)
	if holes {
		if vanishing != 0 {
			double := forward(leap, us) &^ occupied
			total += popcount(push&r.holes) + popcount(double&(r.holes|forward(leap&r.holes, us)))
		}
		leap &^= r.holes
	}
	push &= quiets
	double := forward(leap, us) & quiets
	west, east := captureWest(pawns, us)&captures, captureEast(pawns, us)&captures
	total += popcount(push) + popcount(double) + popcount(west) + popcount(east)
	if last := lastRank(us); (push|west|east)&last != 0 {
		promoting := popcount(push & last)
		if !odd || !r.shoot {
			promoting += popcount(west&last) + popcount(east&last)
		}
		total += promoting * r.morePromotions
	}
	if pinned != 0 {
		total += countPinned(b, us, king, pinned, quiets, captures, stops, r)
	}
	return total
}

// countPinned counts the moves of pinned pieces: along the line to the king, or
// any capture if the capturer stays where it is. Holes need no care here: a
// pinned piece may not vanish.
func countPinned(b *board, us uint, king Square, pinned, quiets, captures, stops Bitboard, r *Ruleset) (total int) {
	for ; pinned != 0; pinned = pinned.Next() {
		from := pinned.First()
		bit := from.Bitboard()
		line := bitboard.Line(king, from)
		targets := line & (quiets | captures)
		if r.shoot {
			targets = line&quiets | captures
		}
		if b.diagonals&bit != 0 {
			total += popcount(bitboard.Bishop(from, stops) & targets)
		}
		if b.straights&bit != 0 {
			total += popcount(bitboard.Rook(from, stops) & targets)
		}
		if (b.knights|b.diagonals&b.straights&r.amazons)&bit != 0 {
			total += popcount(bitboard.Knight(from) & targets)
		}
		if b.pawns&bit != 0 {
			push, double, hits := pawnMoves(us, bit, targets&quiets, targets&captures)
			total += popcount(push) + popcount(double) + popcount(hits)
			if r.shoot {
				hits = 0
			}
			total += popcount((push|hits)&lastRank(us)) * r.morePromotions
		}
	}
	return total
}

// pawnMoves returns the destinations of one pinned pawn, given those that its
// line leaves it. A double push needs both of its squares among quiets: they are
// the empty ones of the line or, since no pinned piece can parry a check,
// nothing.
func pawnMoves(us uint, pawn, quiets, captures Bitboard) (push, double, hits Bitboard) {
	push = forward(pawn, us) & quiets
	double = forward(push&thirdRank(us), us) & quiets
	hits = (captureWest(pawn, us) | captureEast(pawn, us)) & captures
	return push, double, hits
}

// countCommonKings counts the moves of kings that are not royal.
func countCommonKings(b *board, us uint, quiets, captures Bitboard, r *Ruleset) (total int) {
	own := b.colors[us&1]
	if r.relocate {
		captures = 0
	}
	for set := b.kings & own; set != 0; set = set.Next() {
		total += popcount(bitboard.King(set.First()) & (quiets | captures | r.holes))
	}
	if king := b.rights & b.kings & backRank(us); king != 0 {
		for rooks := b.rights & b.straights & backRank(us); rooks != 0; rooks = rooks.Next() {
			if castlingPath(king.First(), rooks.First(), b.occupied()|r.holes) != 0 {
				total++
			}
		}
	}
	return total
}

// countEnPassant counts the legal captures en passant.
func countEnPassant(b *board, us uint, r *Ruleset) (total int) {
	to := (b.rights & enPassantRanks).First()
	for set := bitboard.Pawn(us^1, to) & b.pawns & b.colors[us&1]; set != 0; set = set.Next() {
		if b.mayCapture(enPassantMove(set.First(), to), us, r) {
			total++
		}
	}
	return total
}

func enPassantMove(from, to Square) Move {
	return newMove(Pawn, from, to) | flagCapture | flagEnPassant
}

// mayCapture reports whether a pseudo-legal capture en passant leaves the royal
// king of side us unattacked. Two pieces leave their squares, so neither pins
// nor evasions tell.
func (b *board) mayCapture(enPassant Move, us uint, r *Ruleset) bool {
	royal := b.kings & b.colors[us&1] & r.royal
	if royal == 0 {
		return true
	}
	victim := enPassant.CapturedSquare().Bitboard()
	stops := b.occupied()&^victim | r.holes
	if !r.shoot {
		stops = stops&^enPassant.From().Bitboard() | enPassant.To().Bitboard()
	}
	king := royal.First()
	return (bitboard.Bishop(king, stops)&b.diagonals|
		bitboard.Rook(king, stops)&b.straights|
		bitboard.Knight(king)&(b.knights|b.diagonals&b.straights&r.amazons)|
		bitboard.Pawn(us, king)&b.pawns)&b.colors[us&1^1]&^victim == 0
}

// countRelocations counts the captures of a game in which captured pieces are
// put elsewhere, each square being a move. King is the royal king of side us.
func countRelocations(b *board, us uint, king Square, captures Bitboard, r *Ruleset) (total int) {
	stops := b.occupied() | r.holes
	for set := b.colors[us&1]; set != 0; set = set.Next() {
		from := set.First()
		role := b.roleAt(from.Bitboard(), r.queen)
		for hits := attacksOf(role, us, from, stops) & captures; hits != 0; hits = hits.Next() {
			to := hits.First()
			choices := popcount(b.relocations(us, king, from, to, to, r))
			if role == Pawn && !r.shoot && lastRank(us).Has(to) {
				choices *= 1 + r.morePromotions
			}
			total += choices
		}
	}
	if ep := b.rights & enPassantRanks; ep != 0 {
		to := ep.First()
		for set := bitboard.Pawn(us^1, to) & b.pawns & b.colors[us&1]; set != 0; set = set.Next() {
			from := set.First()
			total += popcount(b.relocations(us, king, from, to, enPassantMove(from, to).CapturedSquare(), r))
		}
	}
	return total
}

// attacksOf returns the squares that a piece attacks, given what stops a slider.
func attacksOf(role Role, side uint, from Square, stops Bitboard) Bitboard {
	switch role {
	case Pawn:
		return bitboard.Pawn(side, from)
	case Knight:
		return bitboard.Knight(from)
	case Bishop:
		return bitboard.Bishop(from, stops)
	case Rook:
		return bitboard.Rook(from, stops)
	case Queen:
		return bitboard.Bishop(from, stops) | bitboard.Rook(from, stops)
	case King:
		return bitboard.King(from)
	case Amazon:
		return bitboard.Bishop(from, stops) | bitboard.Rook(from, stops) | bitboard.Knight(from)
	}
	return 0
}

// relocations returns the squares on which the piece on victim, captured from
// from to to, may be put: empty after the capture, no hole, not where it stood,
// and so that the royal king of side us (NoSquare if there is none) is not
// attacked: the piece may not check it, and must shield it where it is checked.
func (b *board) relocations(us uint, king, from, to, victim Square, r *Ruleset) Bitboard {
	occupied := b.occupied() &^ victim.Bitboard()
	if !r.shoot {
		occupied = occupied&^from.Bitboard() | to.Bitboard()
		if king == from {
			king = to
		}
	}
	role := b.roleAt(victim.Bitboard(), r.queen)
	free := ^(occupied | victim.Bitboard() | r.holes)
	if role == Pawn {
		free &^= backRanks
	}
	if king == NoSquare {
		return free
	}
	stops := occupied | r.holes
	diagonal, straight := bitboard.Bishop(king, stops), bitboard.Rook(king, stops)
	checkers := (diagonal&b.diagonals | straight&b.straights |
		bitboard.Knight(king)&(b.knights|b.diagonals&b.straights&r.amazons) |
		bitboard.Pawn(us, king)&b.pawns | bitboard.King(king)&b.kings) &
		b.colors[us&1^1] &^ victim.Bitboard()
	if checkers != 0 {
		if checkers.Several() {
			return 0
		}
		free &= bitboard.Between(king, checkers.First())
	}
	switch role {
	case Pawn:
		free &^= bitboard.Pawn(us, king)
	case Knight:
		free &^= bitboard.Knight(king)
	case Bishop:
		free &^= diagonal
	case Rook:
		free &^= straight
	case Queen:
		free &^= diagonal | straight
	case Amazon:
		free &^= diagonal | straight | bitboard.Knight(king)
	}
	return free
}
