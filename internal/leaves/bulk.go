package leaves

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// Two plies above the leaves most moves change little for the side that answers: a
// knight goes from one quiet corner to another, and the answers are as many as they
// were, but for a pawn before which it stands now. So they are counted once, as if the
// side had passed, and then only what changes.

// bulk is what is known, two plies above the leaves, of the answers to moves.
type bulk struct {
	// squares are, by role, those between which a piece may move, without a capture,
	// so that nothing changes for the answering king: neither checks, pins, nor where
	// it may go or castle. They are not all such squares.
	squares [rules.NumRoles]bitboard.Bitboard
	skipped bitboard.Bitboard // what a double push may skip: no pawn could take there
	us      uint              // the side that moves
	answers int               // if it passed
	pushes  int               // those of them that are pushes of free pawns
	// The free pieces of the other side whose answers change, and where they may go.
	pawns, diagonals, straights, may bitboard.Bitboard
	single, double, west, east       bitboard.Bitboard // where these pawns go, and what they attack
	seen, touched                    bitboard.Bitboard // by these sliders; by them and the pawns
	occupied, leaps                  bitboard.Bitboard
}

// noBulk is for boards on which no squares are.
var noBulk bulk

// busyKing is how many squares there may be around a king that its enemy does not
// guard by pawns or king before it is not worth while to look for squares between which nothing changes.
const busyKing = 3

// fewPieces is with how many pieces a side has so few moves that it is not worth while.
const fewPieces = 8

// findBulk returns what is known of the answers to the moves of side us on a board on
// which nobody holds pieces in hand. It is good until it is called again.
func (w *walker) findBulk(b *board.Board, us uint) *bulk {
	r := w.rules
	us &= 1
	them := us ^ 1
	own, enemy := b.Colors[us], b.Colors[them]
	if board.Popcount(own) < fewPieces {
		return &noBulk
	}
	king := b.Kings & enemy & r.Royal
	zone, guarded, pinned := bitboard.Bitboard(0), bitboard.Bitboard(0), bitboard.Bitboard(0) // where the king may go; what our pawns guard of it
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

// castlingZone returns the squares that a king passes when it castles, if it may as soon
// as the enemy, whose pieces are not among its own, lets it.
func castlingZone(rights, own bitboard.Bitboard, king bitboard.Square, us uint) (zone bitboard.Bitboard) {
	rank := 56 * us
	for _, way := range board.Castlings[king&7][uint8(rights>>rank)] {
		if uint8(own>>rank)&way.Empty == 0 {
			zone |= bitboard.Bitboard(way.Path) << rank
		}
	}
	return zone
}

// findAnswers finds the pieces whose answers change with the squares that they see: pawns
// that promote are not among them, nor what is pinned.
func (s *bulk) findAnswers(b *board.Board, pinned bitboard.Bitboard, r *board.Masks) {
	them := s.us&1 ^ 1
	free := b.Colors[them] &^ pinned
	s.diagonals, s.straights = b.Diagonals&free, b.Straights&free
	s.pawns = b.Pawns & free &^ board.Forward(board.LastRank(them), s.us)
	s.seen = seenBy(s.diagonals, s.straights, s.occupied)
	s.single, s.double = pushes(s.pawns, s.occupied, s.leaps, them)
	s.pushes = board.Popcount(s.single | s.double)
	s.west, s.east = board.CaptureWest(s.pawns, them), board.CaptureEast(s.pawns, them)
	push := board.Forward(s.pawns, them) // in front of one that is blocked, too
	s.touched = s.seen | push | board.Forward(push&s.leaps, them) | s.west | s.east
	s.skipped = ^board.PawnAttacks(b.Pawns&b.Colors[them], them)
	s.may = ^b.Colors[them]
	if r.Shoot {
		s.may &^= pinned // which shield the king, if they are ours
	}
	if r.Holes != 0 {
		s.may &^= b.Kings & r.Royal // which a slider may see behind a hole
	}
}

// fixed returns squares of which no piece may leave one, or arrive on one, whatever
// kings see of it; all squares if there are none between which one may go.
func (s *bulk) fixed(b *board.Board, pinned bitboard.Bitboard, r *board.Masks) (fixed bitboard.Bitboard) {
	them := s.us&1 ^ 1
	own, enemy, stops := b.Colors[s.us&1], b.Colors[them], s.occupied|r.Holes
	king, ours := b.Kings&enemy&r.Royal, b.Kings&own&r.Royal
	if r.Holes != 0 && b.Checkers(s.us, r) != 0 {
		return board.Everywhere // the king would be taken, if it did not stand behind a hole
	}
	others := b.Pawns & enemy &^ s.pawns
	push := board.Forward(others, them)
	fixed = push | board.Forward(push&s.leaps, them) | board.PawnAttacks(others, them)
	if r.Shoot {
		for set := pinned & enemy; set != 0; set = set.Next() {
			fixed |= board.AttacksOf(b.RoleAt(set&-set, r.Queen), them, set.First(), s.occupied)
		}
		for set := king; set != 0; set = set.Next() {
			fixed |= bitboard.King(set.First()) // where it shoots, and need not go
		}
	}
	if !r.Relocate && !r.Explode && !r.Compulsory && !r.NoChecks {
		return fixed
	}
	// A capture is not as good as another move, or not every move is as good.
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
		return board.Everywhere // what captures do depends on all squares
	}
	if r.Relocate && fixed&own&b.Pawns != 0 {
		fixed |= board.BackRanks // where these pawns may not be put
	}
	if r.NoChecks && ours != 0 {
		rays := bitboard.Queen(ours.First(), stops) // along which they may not give check
		fixed |= rays | bitboard.Queen(ours.First(), stops&^rays)
	}
	return fixed
}

// findSquares fills s.squares, given the king that answers, if it is royal, squares to
// which it may go, those of them that pawns of ours guard, and squares that are not
// among them.
func (s *bulk) findSquares(b *board.Board, king, zone, guarded, fixed bitboard.Bitboard, w *walker) {
	r := w.rules
	stops, own, them := s.occupied|r.Holes, b.Colors[s.us&1], s.us^1
	taking := fixed&own != 0
	var jumps, diagonals, straights, pawns bitboard.Bitboard // from where a piece attacks its squares
	if king != 0 {
		at := king.First()
		jumps, pawns = bitboard.Knight(at), bitboard.Pawn(them, at)
		diagonals, straights = bitboard.Bishop(at, stops), bitboard.Rook(at, stops)
		behind := stops &^ ((diagonals | straights) & s.occupied) // to pin what stands before them
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
		if taking && (r.Relocate || r.Explode) { // a captured piece may be put between, or what is between may go
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
	if w.orderly { // our king may go where it guards no square of theirs
		s.squares[rules.King] = ^(fixed | board.Around(board.Around(king)|zone))
	}
}

// lines returns the squares between a square and sliders of one side, given
// by its pieces, that are in line with it and have at most so many stops between.
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

// pushes returns where pawns of a side go by a push and, from some ranks on, by a double
// one, which are never the same squares.
func pushes(pawns, occupied, leaps bitboard.Bitboard, us uint) (single, double bitboard.Bitboard) {
	single = board.Forward(pawns, us) &^ occupied
	return single, board.Forward(single&leaps, us) &^ occupied
}

// beyond returns the squares behind one that sliders see, among the rays from it.
func beyond(sq bitboard.Square, sliders, rays bitboard.Bitboard) (behind bitboard.Bitboard) {
	for ; sliders != 0; sliders = sliders.Next() {
		from := sliders.First()
		behind |= rays & bitboard.Line(from, sq) &^ bitboard.Between(from, sq)
	}
	return behind
}

// after counts the answers to the moves of a piece from one of its squares to
// others.
func (s *bulk) after(from, to bitboard.Bitboard) uint64 {
	if (from|to)&s.touched == 0 {
		return uint64(board.Popcount(to) * s.answers)
	}
	// The piece gives way to pawns, and cannot be taken by them, and sliders see further.
	sq, occupied := from.First(), s.occupied^from
	single, double := pushes(s.pawns, occupied, s.leaps, s.us^1)
	diagonal, straight := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied)
	opened := beyond(sq, diagonal&s.diagonals|straight&s.straights, (diagonal|straight)&s.may)
	answers := s.answers - s.pushes + board.Popcount(single|double) - board.Popcount(s.west&from) - board.Popcount(s.east&from) + board.Popcount(opened)
	// It does the opposite where it arrives.
	total := board.Popcount(to)*answers - board.Popcount(to&(single|double)) - board.Popcount(to&board.Forward(double, s.us)) +
		board.Popcount(to&s.west) + board.Popcount(to&s.east)
	for to &= s.seen | opened; to != 0; to = to.Next() {
		sq := to.First()
		diagonal, straight := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied)
		total -= board.Popcount(beyond(sq, diagonal&s.diagonals|straight&s.straights, (diagonal|straight)&s.may))
	}
	return uint64(total)
}

// pushesBy is after for pawns that go to some squares, from so many squares behind
// each of them.
func (s *bulk) pushesBy(to bitboard.Bitboard, back int) (total uint64) {
	moved := func(b bitboard.Bitboard, by int) bitboard.Bitboard {
		return bitboard.Bitboard(bits.RotateLeft64(uint64(b), by))
	}
	seen := s.seen | moved(s.seen, back)
	for set := to & seen; set != 0; set = set.Next() {
		total += s.after(moved(set&-set, -back), set&-set)
	}
	to &^= seen
	from := moved(to, -back) // which opens no way to a pawn
	n := board.Popcount(to)*s.answers - board.Popcount(to&(s.single|s.double)) - board.Popcount(to&board.Forward(s.double, s.us)) +
		board.Popcount(to&s.west) + board.Popcount(to&s.east) - board.Popcount(from&s.west) - board.Popcount(from&s.east)
	return total + uint64(n)
}

// afterPushes is after for pushes of pawns to some squares and double ones to others.
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
