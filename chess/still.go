package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// Two plies above the leaves most moves change nothing for the side that answers:
// a knight goes from one quiet corner to another, and the answers are as many as
// they were. Then they are counted once for all such moves.

// stillSquares are squares between which a side may move a piece, without a
// capture, so that the other side has as many legal moves after it as if the
// side had passed. They are not all such squares.
type stillSquares struct {
	walkers Bitboard // of pieces that do not jump
	jumpers Bitboard
}

// busyKing is how many squares there may be around a king that its enemy does not
// guard by pawns or king before it is not worth while to look for still squares.
const busyKing = 3

// fewPieces is with how many pieces a side has so few moves that it is not worth while.
const fewPieces = 8

// still returns squares that mean nothing to side them, which has no piece in
// hand: none that its sliders see, none in front of its pawns or attacked by them,
// and none from which a line leads to its king, to what shields it, or to where
// it may go and no pawn of ours forbids it. A pawn of ours that forbids it to go
// somewhere stands on such a line, or steps onto one.
func (b *board) still(us uint, r *Ruleset) (still stillSquares) {
	them := us&1 ^ 1
	own, enemy := b.colors[us&1], b.colors[them]
	occupied := own | enemy
	if popcount(own) < fewPieces {
		return still
	}
	king := b.kings & enemy & r.royal
	zone, guarded := Bitboard(0), Bitboard(0) // where the king may go; what our pawns guard of it
	if king != 0 {
		zone = bitboard.King(king.First()) &^ enemy
		for set := b.kings & own; set != 0; set = set.Next() {
			zone &^= bitboard.King(set.First())
		}
		guarded = zone & pawnAttacks(b.pawns&own, us)
		if popcount(zone&^guarded) > busyKing {
			return still
		}
	}

	seen := Bitboard(0)
	for set := b.diagonals & enemy; set != 0; set = set.Next() {
		seen |= bitboard.Bishop(set.First(), occupied)
	}
	for set := b.straights & enemy; set != 0; set = set.Next() {
		seen |= bitboard.Rook(set.First(), occupied)
	}
	pawns := b.pawns & enemy
	push := forward(pawns, them)
	seen |= push | forward(push&leapRanks(them, r), them) | pawnAttacks(pawns, them)
	if r.shoot || r.relocate || r.explode || r.compulsory { // a capture is not as good as another move
		for set := (b.knights | b.diagonals&b.straights&r.amazons) & enemy; set != 0; set = set.Next() {
			seen |= bitboard.Knight(set.First())
		}
		for set := b.kings & enemy; set != 0; set = set.Next() {
			seen |= bitboard.King(set.First())
		}
		if (r.shoot || r.relocate) && r.judged && seen&own != 0 {
			return still // what captures do depends on all squares
		}
		if r.relocate && seen&own&b.pawns != 0 {
			seen |= backRanks // where these pawns may not be put
		}
	}
	if rights := b.rights & enemy & backRank(them); rights != 0 {
		seen |= backRank(them)
		rank := 56 * them
		holder := (rights & b.kings).First()
		for _, way := range castlings[holder&7][uint8(rights>>rank)] {
			if uint8(enemy>>rank)&way.empty == 0 && king != 0 {
				zone |= Bitboard(way.path) << rank
			}
		}
	}
	stops := occupied | r.holes
	if ours := b.kings & own & r.royal; r.noChecks && ours != 0 {
		rays := bitboard.Queen(ours.First(), stops) // along which they may not give check
		seen |= rays | bitboard.Queen(ours.First(), stops&^rays)
	}
	if king == 0 {
		return stillSquares{^seen, ^seen}
	}

	at := king.First()
	if r.explode { // pieces between may go, and it is safe next to our king
		seen |= bitboard.King(at) | bitboard.Diagonals(at) | bitboard.Straights(at)
	}
	rays := bitboard.Bishop(at, stops) | bitboard.Rook(at, stops)
	behind := stops &^ (rays & occupied)
	seen |= zone | rays | bitboard.Bishop(at, behind) | bitboard.Rook(at, behind)
	jumps := bitboard.Knight(at)
	for set := zone &^ guarded; set != 0; set = set.Next() {
		to := set.First()
		seen |= bitboard.Bishop(to, stops) | bitboard.Rook(to, stops)
		jumps |= bitboard.Knight(to)
	}
	if r.relocate {
		seen |= jumps // from where a captured knight may not give check
	}
	return stillSquares{^seen, ^(seen | jumps)}
}
