package leaves

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// Two plies above the leaves, most moves change little for the side that answers: if a
// knight moves from one quiet corner to another, the number of answers stays the same,
// except for a pawn that it now blocks. So the answers are counted once, as if the side
// to move had passed, and then only the changes are counted.

// bulk is what is known, two plies above the leaves, of the answers to moves.
type bulk struct {
	// squares are, by role, those between which a piece may move without a capture and
	// without changing anything for the answering king: checks, pins, and the squares it
	// may go to or castle to. They need not be all such squares.
	squares [rules.NumRoles]bitboard.Bitboard
	skipped bitboard.Bitboard // what a double push may skip: no pawn could capture there
	us      uint              // the side that moves
	answers int               // number of answers if that side passed
	pushes  int               // how many of them are pushes of free pawns
	// The free pieces of the other side whose answers change, and the squares they may go to.
	pawns, diagonals, straights, may bitboard.Bitboard
	single, double, west, east       bitboard.Bitboard // where these pawns go, and what they attack
	seen, touched                    bitboard.Bitboard // by these sliders; by them and the pawns
	occupied, leaps                  bitboard.Bitboard
}

// noBulk is for boards without such squares.
var noBulk bulk

// busyKing is how many squares around a king may be unguarded by enemy pawns and king
// before it no longer pays to look for squares between which nothing changes.
const busyKing = 3

// fewPieces is the number of pieces below which a side has too few moves for this to pay.
const fewPieces = 8

// findBulk returns what is known of the answers to the moves of side us on a board on
// which both hands are empty. The result is valid until the next call.
func (w *walker) findBulk(b *board.Board, us uint) *bulk {
	r := w.rules
	us &= 1
	them := us ^ 1
	own, enemy := b.Colors[us], b.Colors[them]
	if board.Popcount(own) < fewPieces {
		return &noBulk
	}
	king := b.Kings & enemy & r.Royal
	zone, guarded, pinned := bitboard.Bitboard(0), bitboard.Bitboard(0), bitboard.Bitboard(0) // where the king may go; which of those squares our pawns guard
	if king != 0 {
		zone = bitboard.King(king.First()) &^ enemy
		for set := b.Kings & own; set != 0; set = set.Next() {
			zone &^= bitboard.King(set.First())
		}
		guarded = zone & board.PawnAttacks(b.Pawns&own, us)
		if board.Popcount(zone&^guarded) > busyKing {
			return &noBulk
		}
		pinned = b.Blockers(us, king.First(), b.Occupied()|r.Holes)
	}
	s := &w.bulk
	*s = bulk{us: us, occupied: own | enemy, leaps: board.LeapRanks(them, r)}
	s.findAnswers(b, pinned, r)
	fixed := s.fixed(b, pinned, r)
	if fixed == board.Everywhere {
		return &noBulk
	}
	if rights := b.Rights & enemy & board.BackRank(them); rights != 0 {
		fixed |= board.BackRank(them)
		if king != 0 {
			zone |= castlingZone(rights, enemy, king.First(), them)
		}
	}
	s.findSquares(b, king, zone, guarded, fixed, w)
	next := &w.boards[2]
	*next = *b
	next.Rights &^= board.EnPassantRanks
	s.answers = r.Machines[them].Count(next, r)
	return s
}

// castlingZone returns the squares that a king passes when it castles, if only the enemy,
// whose pieces are not in own, may prevent it.
func castlingZone(rights, own bitboard.Bitboard, king bitboard.Square, us uint) (zone bitboard.Bitboard) {
	rank := 56 * us
	for _, way := range board.Castlings[king&7][uint8(rights>>rank)] {
		if uint8(own>>rank)&way.Empty == 0 {
			zone |= bitboard.Bitboard(way.Path) << rank
		}
	}
	return zone
}

// findAnswers finds the pieces whose answers change with the squares they see. Pawns
// about to promote and pinned pieces are not among them.
func (s *bulk) findAnswers(b *board.Board, pinned bitboard.Bitboard, r *board.Masks) {
	them := s.us&1 ^ 1
	free := b.Colors[them] &^ pinned
	s.diagonals, s.straights = b.Diagonals&free, b.Straights&free
	s.pawns = b.Pawns & free &^ board.Forward(board.LastRank(them), s.us)
	s.seen = seenBy(s.diagonals, s.straights, s.occupied)
	s.single, s.double = pushes(s.pawns, s.occupied, s.leaps, them)
	s.pushes = board.Popcount(s.single | s.double)
	s.west, s.east = board.CaptureWest(s.pawns, them), board.CaptureEast(s.pawns, them)
	push := board.Forward(s.pawns, them) // also in front of a blocked pawn
	s.touched = s.seen | push | board.Forward(push&s.leaps, them) | s.west | s.east
	s.skipped = ^board.PawnAttacks(b.Pawns&b.Colors[them], them)
	s.may = ^b.Colors[them]
	if r.Shoot {
		s.may &^= pinned // our pinned pieces shield the king
	}
	if r.Holes != 0 {
		s.may &^= b.Kings & r.Royal // a slider may see the king behind a hole
	}
}

// fixed returns squares that no piece may leave or enter in a move that is counted in bulk,
// apart from those that depend on kings; all squares if no move can be counted in bulk.
func (s *bulk) fixed(b *board.Board, pinned bitboard.Bitboard, r *board.Masks) (fixed bitboard.Bitboard) {
	them := s.us&1 ^ 1
	own, enemy, stops := b.Colors[s.us&1], b.Colors[them], s.occupied|r.Holes
	king, ours := b.Kings&enemy&r.Royal, b.Kings&own&r.Royal
	switch {
	case r.Holes != 0 && b.Checkers(s.us, r) != 0:
		return board.Everywhere // the king would be captured if it did not stand behind a hole
	case r.Holes != 0 && r.Shoot && pinned&own != 0:
		return board.Everywhere // sliders that vanish in a hole on their way may aim at a shield of the king
	}
	others := b.Pawns & enemy &^ s.pawns
	push := board.Forward(others, them)
	fixed = push | board.Forward(push&s.leaps, them) | board.PawnAttacks(others, them)
	if r.Shoot {
		for set := pinned & enemy; set != 0; set = set.Next() {
			fixed |= board.AttacksOf(b.RoleAt(set&-set, r.Queen), them, set.First(), s.occupied)
		}
		for set := king; set != 0; set = set.Next() {
			fixed |= bitboard.King(set.First()) // where it can shoot without moving there
		}
	}
	if !r.Relocate && !r.Explode && !r.Compulsory && !r.NoChecks {
		return fixed
	}
	// A capture is not equivalent to another move, or not all moves are equivalent.
	fixed |= s.touched
	for set := (b.Diagonals | b.Straights) & enemy & pinned; set != 0; set = set.Next() {
		fixed |= bitboard.Queen(set.First(), s.occupied)
	}
	for set := (b.Knights | b.Diagonals&b.Straights&r.Amazons) & enemy; set != 0; set = set.Next() {
		fixed |= bitboard.Knight(set.First())
	}
	for set := b.Kings & enemy; set != 0; set = set.Next() {
		fixed |= bitboard.King(set.First())
	}
	if (r.Shoot || r.Relocate) && r.Judged && fixed&own != 0 {
		return board.Everywhere // the effect of captures depends on all squares
	}
	if r.Relocate && fixed&own&b.Pawns != 0 {
		fixed |= board.BackRanks // where these pawns may not be put
	}
	if r.NoChecks && ours != 0 {
		rays := bitboard.Queen(ours.First(), stops) // along which they must not give check
		fixed |= rays | bitboard.Queen(ours.First(), stops&^rays)
	}
	return fixed
}

// findSquares fills s.squares, given the answering king, if it is royal, the squares it
// may go to, those of them that our pawns guard, and squares to exclude.
func (s *bulk) findSquares(b *board.Board, king, zone, guarded, fixed bitboard.Bitboard, w *walker) {
	r := w.rules
	stops, own, them := s.occupied|r.Holes, b.Colors[s.us&1], s.us^1
	taking := fixed&own != 0
	var jumps, diagonals, straights, pawns bitboard.Bitboard // from where a piece attacks the king or the squares it may go to
	if king != 0 {
		at := king.First()
		jumps, pawns = bitboard.Knight(at), bitboard.Pawn(them, at)
		diagonals, straights = bitboard.Bishop(at, stops), bitboard.Rook(at, stops)
		behind := stops &^ ((diagonals | straights) & s.occupied) // for pinning the pieces in front
		diagonals |= bitboard.Bishop(at, behind)
		straights |= bitboard.Rook(at, behind)
		fixed |= zone | lines(b, at, own, stops, 2)
		for set := zone &^ guarded; set != 0; set = set.Next() {
			to, stops := set.First(), stops&^king
			jumps |= bitboard.Knight(to)
			diagonals |= bitboard.Bishop(to, stops)
			straights |= bitboard.Rook(to, stops)
			fixed |= lines(b, to, own, stops, 1)
		}
		pawns |= board.PawnAttacks(zone, them)
		if taking && (r.Relocate || r.Explode) { // a captured piece may be put in between, or a piece in between may disappear
			fixed |= jumps | diagonals | straights | pawns
			if r.Explode {
				fixed |= bitboard.King(at) | bitboard.Diagonals(at) | bitboard.Straights(at)
			}
		}
	}
	s.squares = [rules.NumRoles]bitboard.Bitboard{
		rules.Pawn: ^(fixed | pawns), rules.Knight: ^(fixed | jumps), rules.Bishop: ^(fixed | diagonals), rules.Rook: ^(fixed | straights),
		rules.Queen: ^(fixed | diagonals | straights), rules.Amazon: ^(fixed | diagonals | straights | jumps),
	}
	if w.orderly { // our king may go where it guards none of their king's squares
		s.squares[rules.King] = ^(fixed | board.Around(board.Around(king)|zone))
	}
}

// lines returns the squares between a square and the sliders of one side (whose pieces
// are own) that are in line with it and have at most most blockers in between.
func lines(b *board.Board, sq bitboard.Square, own, stops bitboard.Bitboard, most int) (found bitboard.Bitboard) {
	for set := (bitboard.Diagonals(sq)&b.Diagonals | bitboard.Straights(sq)&b.Straights) & own; set != 0; set = set.Next() {
		if line := bitboard.Between(sq, set.First()); board.Popcount(line&stops) <= most {
			found |= line
		}
	}
	return found
}

// seenBy returns the squares that sliders see.
func seenBy(diagonals, straights, stops bitboard.Bitboard) (seen bitboard.Bitboard) {
	for ; diagonals != 0; diagonals = diagonals.Next() {
		seen |= bitboard.Bishop(diagonals.First(), stops)
	}
	for ; straights != 0; straights = straights.Next() {
		seen |= bitboard.Rook(straights.First(), stops)
	}
	return seen
}

// pushes returns where pawns of a side go by a push and, from certain ranks, by a double
// push; these squares are never the same.
func pushes(pawns, occupied, leaps bitboard.Bitboard, us uint) (single, double bitboard.Bitboard) {
	single = board.Forward(pawns, us) &^ occupied
	return single, board.Forward(single&leaps, us) &^ occupied
}

// beyond returns the squares behind sq that sliders see, among the rays from sq.
func beyond(sq bitboard.Square, sliders, rays bitboard.Bitboard) (behind bitboard.Bitboard) {
	for ; sliders != 0; sliders = sliders.Next() {
		from := sliders.First()
		behind |= rays & bitboard.Line(from, sq) &^ bitboard.Between(from, sq)
	}
	return behind
}

// after counts the answers to the moves of a piece from one of its squares to others.
func (s *bulk) after(from, to bitboard.Bitboard) uint64 {
	if (from|to)&s.touched == 0 {
		return uint64(board.Popcount(to) * s.answers)
	}
	// The piece unblocks pawns, can no longer be captured by them, and sliders see further.
	sq, occupied := from.First(), s.occupied^from
	single, double := pushes(s.pawns, occupied, s.leaps, s.us^1)
	diagonal, straight := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied)
	opened := beyond(sq, diagonal&s.diagonals|straight&s.straights, (diagonal|straight)&s.may)
	answers := s.answers - s.pushes + board.Popcount(single|double) - board.Popcount(s.west&from) - board.Popcount(s.east&from) + board.Popcount(opened)
	// It has the opposite effect where it arrives.
	total := board.Popcount(to)*answers - board.Popcount(to&(single|double)) - board.Popcount(to&board.Forward(double, s.us)) +
		board.Popcount(to&s.west) + board.Popcount(to&s.east)
	for to &= s.seen | opened; to != 0; to = to.Next() {
		sq := to.First()
		diagonal, straight := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied)
		total -= board.Popcount(beyond(sq, diagonal&s.diagonals|straight&s.straights, (diagonal|straight)&s.may))
	}
	return uint64(total)
}

// pushesBy is after for pawns that go to some squares, from back squares behind each of them.
func (s *bulk) pushesBy(to bitboard.Bitboard, back int) (total uint64) {
	moved := func(b bitboard.Bitboard, by int) bitboard.Bitboard {
		return bitboard.Bitboard(bits.RotateLeft64(uint64(b), by))
	}
	seen := s.seen | moved(s.seen, back)
	for set := to & seen; set != 0; set = set.Next() {
		total += s.after(moved(set&-set, -back), set&-set)
	}
	to &^= seen
	from := moved(to, -back) // leaving opens no way for a pawn
	n := board.Popcount(to)*s.answers - board.Popcount(to&(s.single|s.double)) - board.Popcount(to&board.Forward(s.double, s.us)) +
		board.Popcount(to&s.west) + board.Popcount(to&s.east) - board.Popcount(from&s.west) - board.Popcount(from&s.east)
	return total + uint64(n)
}

// afterPushes is after for single pushes of pawns to some squares and double pushes to others.
func (s *bulk) afterPushes(single, double bitboard.Bitboard) (total uint64) {
	one := 8
	if s.us != 0 {
		one = -8
	}
	if double != 0 {
		total = s.pushesBy(double, 2*one)
	}
	return total + s.pushesBy(single, one)
}
