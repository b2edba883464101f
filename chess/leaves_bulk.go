package chess

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/bitboard"
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
	squares [rules.NumRoles]Bitboard
	skipped Bitboard // what a double push may skip: no pawn could take there
	us      uint     // the side that moves
	answers int      // if it passed
	pushes  int      // those of them that are pushes of free pawns
	// The free pieces of the other side whose answers change, and where they may go.
	pawns, diagonals, straights, may Bitboard
	single, double, west, east       Bitboard // where these pawns go, and what they attack
	seen, touched                    Bitboard // by these sliders; by them and the pawns
	occupied, leaps                  Bitboard
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
func (w *walker) findBulk(b *board, us uint) *bulk {
	r := w.rules
	us &= 1
	them := us ^ 1
	own, enemy := b.colors[us], b.colors[them]
	if popcount(own) < fewPieces {
		return &noBulk
	}
	king := b.kings & enemy & r.royal
	zone, guarded, pinned := Bitboard(0), Bitboard(0), Bitboard(0) // where the king may go; what our pawns guard of it
	if king != 0 {
		zone = bitboard.King(king.First()) &^ enemy
		for set := b.kings & own; set != 0; set = set.Next() {
			zone &^= bitboard.King(set.First())
		}
		guarded = zone & pawnAttacks(b.pawns&own, us)
		if popcount(zone&^guarded) > busyKing {
			return &noBulk
		}
		pinned = b.blockers(us, king.First(), b.occupied()|r.holes)
	}
	s := &w.bulk
	*s = bulk{us: us, occupied: own | enemy, leaps: leapRanks(them, r)}
	s.findAnswers(b, pinned, r)
	fixed := s.fixed(b, pinned, r)
	if fixed == everywhere {
		return &noBulk
	}
	if rights := b.rights & enemy & backRank(them); rights != 0 {
		fixed |= backRank(them)
		if king != 0 {
			zone |= castlingZone(rights, enemy, king.First(), them)
		}
	}
	s.findSquares(b, king, zone, guarded, fixed, r)
	next := &w.boards[2]
	*next = *b
	next.rights &^= enPassantRanks
	s.answers = r.machines[them].count(next, r)
	return s
}

// castlingZone returns the squares that a king passes when it castles, if it may as soon
// as the enemy, whose pieces are not among its own, lets it.
func castlingZone(rights, own Bitboard, king Square, us uint) (zone Bitboard) {
	rank := 56 * us
	for _, way := range castlings[king&7][uint8(rights>>rank)] {
		if uint8(own>>rank)&way.empty == 0 {
			zone |= Bitboard(way.path) << rank
		}
	}
	return zone
}

// findAnswers finds the pieces whose answers change with the squares that they see: pawns
// that promote are not among them, nor what is pinned.
func (s *bulk) findAnswers(b *board, pinned Bitboard, r *Ruleset) {
	them := s.us&1 ^ 1
	free := b.colors[them] &^ pinned
	s.diagonals, s.straights = b.diagonals&free, b.straights&free
	s.pawns = b.pawns & free &^ forward(lastRank(them), s.us)
	s.seen = seenBy(s.diagonals, s.straights, s.occupied)
	s.single, s.double = pushes(s.pawns, s.occupied, s.leaps, them)
	s.pushes = popcount(s.single | s.double)
	s.west, s.east = captureWest(s.pawns, them), captureEast(s.pawns, them)
	push := forward(s.pawns, them) // in front of one that is blocked, too
	s.touched = s.seen | push | forward(push&s.leaps, them) | s.west | s.east
	s.skipped = ^pawnAttacks(b.pawns&b.colors[them], them)
	s.may = ^b.colors[them]
	if r.shoot {
		s.may &^= pinned // which shield the king, if they are ours
	}
	if r.holes != 0 {
		s.may &^= b.kings & r.royal // which a slider may see behind a hole
	}
}

// fixed returns squares of which no piece may leave one, or arrive on one, whatever
// kings see of it; all squares if there are none between which one may go.
func (s *bulk) fixed(b *board, pinned Bitboard, r *Ruleset) (fixed Bitboard) {
	them := s.us&1 ^ 1
	own, enemy, stops := b.colors[s.us&1], b.colors[them], s.occupied|r.holes
	king, ours := b.kings&enemy&r.royal, b.kings&own&r.royal
	if r.holes != 0 && b.checkers(s.us, r) != 0 {
		return everywhere // the king would be taken, if it did not stand behind a hole
	}
	others := b.pawns & enemy &^ s.pawns
	push := forward(others, them)
	fixed = push | forward(push&s.leaps, them) | pawnAttacks(others, them)
	if r.shoot {
		for set := pinned & enemy; set != 0; set = set.Next() {
			fixed |= attacksOf(b.roleAt(set&-set, r.queen), them, set.First(), s.occupied)
		}
		for set := king; set != 0; set = set.Next() {
			fixed |= bitboard.King(set.First()) // where it shoots, and need not go
		}
	}
	if !r.relocate && !r.explode && !r.compulsory && !r.noChecks {
		return fixed
	}
	// A capture is not as good as another move, or not every move is as good.
	fixed |= s.touched
	for set := (b.diagonals | b.straights) & enemy & pinned; set != 0; set = set.Next() {
		fixed |= bitboard.Queen(set.First(), s.occupied)
	}
	for set := (b.knights | b.diagonals&b.straights&r.amazons) & enemy; set != 0; set = set.Next() {
		fixed |= bitboard.Knight(set.First())
	}
	for set := b.kings & enemy; set != 0; set = set.Next() {
		fixed |= bitboard.King(set.First())
	}
	if (r.shoot || r.relocate) && r.judged && fixed&own != 0 {
		return everywhere // what captures do depends on all squares
	}
	if r.relocate && fixed&own&b.pawns != 0 {
		fixed |= backRanks // where these pawns may not be put
	}
	if r.noChecks && ours != 0 {
		rays := bitboard.Queen(ours.First(), stops) // along which they may not give check
		fixed |= rays | bitboard.Queen(ours.First(), stops&^rays)
	}
	return fixed
}

// findSquares fills s.squares, given the king that answers, if it is royal, squares to
// which it may go, those of them that pawns of ours guard, and squares that are not
// among them.
func (s *bulk) findSquares(b *board, king, zone, guarded, fixed Bitboard, r *Ruleset) {
	stops, own, them := s.occupied|r.holes, b.colors[s.us&1], s.us^1
	taking := fixed&own != 0
	var jumps, diagonals, straights, pawns Bitboard // from where a piece attacks its squares
	if king != 0 {
		at := king.First()
		jumps, pawns = bitboard.Knight(at), bitboard.Pawn(them, at)
		diagonals, straights = bitboard.Bishop(at, stops), bitboard.Rook(at, stops)
		behind := stops &^ ((diagonals | straights) & s.occupied) // to pin what stands before them
		diagonals |= bitboard.Bishop(at, behind)
		straights |= bitboard.Rook(at, behind)
		fixed |= zone | b.lines(at, own, stops, 2)
		for set := zone &^ guarded; set != 0; set = set.Next() {
			to, stops := set.First(), stops&^king
			jumps |= bitboard.Knight(to)
			diagonals |= bitboard.Bishop(to, stops)
			straights |= bitboard.Rook(to, stops)
			fixed |= b.lines(to, own, stops, 1)
		}
		pawns |= pawnAttacks(zone, them)
		if taking && (r.relocate || r.explode) { // a captured piece may be put between, or what is between may go
			fixed |= jumps | diagonals | straights | pawns
			if r.explode {
				fixed |= bitboard.King(at) | bitboard.Diagonals(at) | bitboard.Straights(at)
			}
		}
	}
	s.squares = [rules.NumRoles]Bitboard{
		rules.Pawn: ^(fixed | pawns), rules.Knight: ^(fixed | jumps), rules.Bishop: ^(fixed | diagonals), rules.Rook: ^(fixed | straights),
		rules.Queen: ^(fixed | diagonals | straights), rules.Amazon: ^(fixed | diagonals | straights | jumps),
	}
	if r.orderly { // our king may go where it guards no square of theirs
		s.squares[rules.King] = ^(fixed | around(around(king)|zone))
	}
}

// lines returns the squares between a square and sliders of one side, given
// by its pieces, that are in line with it and have at most so many stops between.
func (b *board) lines(sq Square, own, stops Bitboard, most int) (lines Bitboard) {
	for set := (bitboard.Diagonals(sq)&b.diagonals | bitboard.Straights(sq)&b.straights) & own; set != 0; set = set.Next() {
		if line := bitboard.Between(sq, set.First()); popcount(line&stops) <= most {
			lines |= line
		}
	}
	return lines
}

// seenBy returns the squares that sliders see.
func seenBy(diagonals, straights, stops Bitboard) (seen Bitboard) {
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
func pushes(pawns, occupied, leaps Bitboard, us uint) (single, double Bitboard) {
	single = forward(pawns, us) &^ occupied
	return single, forward(single&leaps, us) &^ occupied
}

// beyond returns the squares behind one that sliders see, among the rays from it.
func beyond(sq Square, sliders, rays Bitboard) (behind Bitboard) {
	for ; sliders != 0; sliders = sliders.Next() {
		from := sliders.First()
		behind |= rays & bitboard.Line(from, sq) &^ bitboard.Between(from, sq)
	}
	return behind
}

// after counts the answers to the moves of a piece from one of its squares to
// others.
func (s *bulk) after(from, to Bitboard) uint64 {
	if (from|to)&s.touched == 0 {
		return uint64(popcount(to) * s.answers)
	}
	// The piece gives way to pawns, and cannot be taken by them, and sliders see further.
	sq, occupied := from.First(), s.occupied^from
	single, double := pushes(s.pawns, occupied, s.leaps, s.us^1)
	diagonal, straight := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied)
	opened := beyond(sq, diagonal&s.diagonals|straight&s.straights, (diagonal|straight)&s.may)
	answers := s.answers - s.pushes + popcount(single|double) - popcount(s.west&from) - popcount(s.east&from) + popcount(opened)
	// It does the opposite where it arrives.
	total := popcount(to)*answers - popcount(to&(single|double)) - popcount(to&forward(double, s.us)) +
		popcount(to&s.west) + popcount(to&s.east)
	for to &= s.seen | opened; to != 0; to = to.Next() {
		sq := to.First()
		diagonal, straight := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied)
		total -= popcount(beyond(sq, diagonal&s.diagonals|straight&s.straights, (diagonal|straight)&s.may))
	}
	return uint64(total)
}

// pushesBy is after for pawns that go to some squares, from so many squares behind
// each of them.
func (s *bulk) pushesBy(to Bitboard, back int) (total uint64) {
	moved := func(b Bitboard, by int) Bitboard { return Bitboard(bits.RotateLeft64(uint64(b), by)) }
	seen := s.seen | moved(s.seen, back)
	for set := to & seen; set != 0; set = set.Next() {
		total += s.after(moved(set&-set, -back), set&-set)
	}
	to &^= seen
	from := moved(to, -back) // which opens no way to a pawn
	n := popcount(to)*s.answers - popcount(to&(s.single|s.double)) - popcount(to&forward(s.double, s.us)) +
		popcount(to&s.west) + popcount(to&s.east) - popcount(from&s.west) - popcount(from&s.east)
	return total + uint64(n)
}

// afterPushes is after for pushes of pawns to some squares and double ones to others.
func (s *bulk) afterPushes(single, double Bitboard) (total uint64) {
	one := 8
	if s.us != 0 {
		one = -8
	}
	if double != 0 {
		total = s.pushesBy(double, 2*one)
	}
	return total + s.pushesBy(single, one)
}
