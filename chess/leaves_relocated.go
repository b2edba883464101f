package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Where captured pieces are put elsewhere, a capture is some thirty moves, after which
// the boards differ in nothing but where one piece of the answering side stands. So
// the answers are counted once, without that piece, and then what it adds and takes
// away wherever it arrives.

// fewSquares is on how many squares a captured piece may be put at least for it to be
// worth while to count the answers together.
const fewSquares = 8

// answersToRelocations counts, two plies above the leaves, the answers to the captures
// among some moves that put the captured piece where it changes little, and returns the
// moves that are left.
func (w *walker) answersToRelocations(b *board, us uint, moves []Move) (total uint64, rest []Move) {
	const where = Move(63) << relocShift
	rest = moves[:0]
	for len(moves) != 0 {
		capture, n, squares := moves[0]&^where, 0, Bitboard(0)
		for ; n < len(moves) && moves[n]&^where == capture && capture&flagRelocate != 0; n++ {
			squares |= 1 << (moves[n] >> relocShift & 63)
		}
		if popcount(squares) < fewSquares {
			n = max(n, 1)
			rest = append(rest, moves[:n]...)
		} else {
			answers, others := w.answersToPuts(b, us&1, capture&^flagRelocate, squares)
			total += answers
			rest = appendRelocated(rest, capture, others)
		}
		moves = moves[n:]
	}
	return total, rest
}

// A bare board is one without the piece that has been captured.
type bare struct {
	board
	rules *Ruleset
	us    uint   // the side that answers: the piece is its own
	king  Square // its royal king

	stops, prey Bitboard // what stops sliders, and what may be captured
	checkers    Bitboard // who attacks the king
	shields     Bitboard // what stands alone between it and a slider
	rays        Bitboard // from it, also behind what stands first
	fixed       Bitboard // where the piece may change more than is corrected
	takes       []take
	captures    int // moves that they are
}

// A take is a capture in answer.
type take struct {
	squares Bitboard // on which it may put what it captures
	between Bitboard // those between it and what it captures
	times   int      // how many moves each of the squares is
	// rays are the squares on which what it captures would give check from afar, and stops
	// what stops them.
	rays, stops Bitboard
}

// answersToPuts counts the answers to a capture after which the captured piece is put
// on some squares, and returns those of the squares for which it did not.
func (w *walker) answersToPuts(b *board, us uint, capture Move, squares Bitboard) (total uint64, others Bitboard) {
	r, them, x := w.rules, us^1, &w.bare
	role := b.roleAt(capture.CapturedSquare().Bitboard(), r.queen)
	if r.noChecks {
		return 0, squares
	}
	*x = bare{board: *b, rules: r, us: them, takes: x.takes[:0]}
	x.play(capture, us, r)
	if r.piecesDecide {
		next := x.board
		if !r.explode { // else it may go
			next.put(them, role, squares&-squares)
		}
		if next.decided(r) {
			return 0, squares
		}
	}
	x.findChecks(role)
	x.findTakes()
	blast := Bitboard(0)
	if r.explode && role != rules.Pawn {
		blast = squares & around(capture.To().Bitboard()) // where it goes with the others
	}
	unaffected := squares &^ (x.fixed | blast)
	added, attacking := x.added(role, unaffected)
	answers := r.machines[them].count(&x.board, r)
	more := popcount(blast|unaffected)*answers + added - x.prevented(unaffected)
	if r.compulsory && x.captures == 0 {
		unaffected &^= attacking
		more -= popcount(attacking) * answers
	}
	if !r.compulsory || x.captures == 0 {
		more += x.quiet(role, unaffected)
	}
	return uint64(more), squares & x.fixed &^ blast
}

// findChecks finds out about the king, and where a piece of a role is not free.
func (x *bare) findChecks(role rules.Role) {
	r := x.rules
	own, enemy := x.colors[x.us&1], x.colors[x.us&1^1]
	x.stops, x.prey = own|enemy|r.holes, enemy
	seventh := forward(lastRank(x.us), x.us^1)
	x.fixed = seventh | forward(x.pawns&own&seventh, x.us)
	rights := x.rights & own & backRank(x.us)
	if rights != 0 {
		x.fixed |= backRank(x.us)
	}
	if r.holes != 0 {
		x.fixed |= seenBy(r.holes, r.holes, own|enemy) // from where, and through what, sliders vanish
		if role == rules.Knight || role == rules.Amazon {
			x.fixed |= r.nearHoles.jumps
		}
	}
	x.king = NoSquare
	royal := x.kings & own & r.royal
	if royal == 0 {
		return
	}
	x.king = royal.First()
	x.checkers = x.board.checkers(x.us, r)
	x.rays = bitboard.Queen(x.king, x.stops)
	x.rays |= bitboard.Queen(x.king, x.stops&^x.rays)
	x.fixed |= bitboard.King(x.king) | x.lines(x.king, enemy, x.stops, 1)
	if r.explode {
		x.fixed |= bitboard.Diagonals(x.king) | bitboard.Straights(x.king)
	}
	if r.shoot && x.checkers != 0 {
		x.fixed |= x.rays // which a shot may open
	}
	if !r.explode || bitboard.King(x.king)&x.kings == 0 {
		x.shields = x.blockers(x.us^1, x.king, x.stops)
	}
	zone := bitboard.King(x.king) &^ own // where it may go
	if rights != 0 {
		zone |= castlingZone(rights, own, x.king, x.us)
	}
	for ; zone != 0; zone = zone.Next() {
		x.fixed |= x.lines(zone.First(), enemy, x.stops&^royal, 0)
	}
}

// findTakes finds the captures in answer.
func (x *bare) findTakes() {
	r, shut := x.rules, everywhere
	for set := x.colors[x.us&1]; set != 0; set = set.Next() {
		from, role := set.First(), x.roleAt(set&-set, r.queen)
		for hits := attacksOf(role, x.us, from, x.stops) & x.prey; hits != 0; hits = hits.Next() {
			to := hits.First()
			t := take{squares: x.relocations(x.us, x.king, from, to, to, r), between: bitboard.Between(from, to), times: 1}
			if t.squares == 0 {
				continue
			}
			if role == rules.Pawn && !r.shoot && lastRank(x.us).Has(to) {
				t.times = len(r.promotions)
			}
			x.fixed |= x.findRays(&t, from, to)
			x.captures += popcount(t.squares) * t.times
			prevents := t.between // from where it is made impossible
			if !t.squares.Several() {
				prevents |= t.squares
			}
			shut &= prevents
			x.takes = append(x.takes, t)
		}
	}
	if r.compulsory && len(x.takes) != 0 {
		x.fixed |= shut // where none of them would be left
	}
}

// findRays fills what a capture has to know of the lines of its king, or returns where
// it is not known.
func (x *bare) findRays(t *take, from, to Square) (unknown Bitboard) {
	slider := (x.diagonals | x.straights) & to.Bitboard()
	if slider == 0 || x.king == NoSquare || x.rules.explode {
		return 0
	}
	vacated := from
	if x.rules.shoot {
		vacated = to
	}
	if x.checkers != 0 || from == x.king || x.shields.Has(vacated) { // then the lines change
		unknown = x.rays
		if from == x.king {
			unknown |= bitboard.Queen(to, x.stops&^from.Bitboard())
		}
		return unknown
	}
	t.stops = x.stops &^ vacated.Bitboard()
	if x.diagonals&slider != 0 {
		t.rays = bitboard.Bishop(x.king, t.stops)
	}
	if x.straights&slider != 0 {
		t.rays |= bitboard.Rook(x.king, t.stops)
	}
	return 0
}

// behind counts, for pieces on squares of which one at a time is occupied, the squares
// behind it on which what a capture has taken does not give check any more.
func (x *bare) behind(t *take, squares Bitboard) (n int) {
	for squares &= t.rays; squares != 0; squares = squares.Next() {
		sq := squares.First()
		n += popcount(beyond(sq, x.king.Bitboard(), bitboard.Queen(sq, t.stops)&^t.stops))
	}
	return n * t.times
}

// added counts the captures that a piece of a role adds on squares, and returns from
// which of them it captures.
func (x *bare) added(role rules.Role, squares Bitboard) (n int, attacking Bitboard) {
	r := x.rules
	for set := x.prey; set != 0; set = set.Next() {
		to := set.First()
		from := attacksOf(role, x.us^1, to, x.stops) & squares
		if from == 0 {
			continue
		}
		t := take{squares: x.relocations(x.us, x.king, from.First(), to, to, r), times: 1}
		if t.squares == 0 {
			continue
		}
		if r.shoot && !t.squares.Several() {
			from &^= t.squares
		}
		attacking |= from
		n += popcount(from) * popcount(t.squares)
		if r.shoot { // it stays where it is
			x.findRays(&t, from.First(), to)
			n += x.behind(&t, from) - popcount(from&t.squares)
		}
	}
	return n, attacking
}

// prevented counts the captures that a piece prevents on each of some squares, less
// those that it makes possible, all together.
func (x *bare) prevented(squares Bitboard) (n int) {
	for i := range x.takes {
		t := &x.takes[i]
		n += t.times*(popcount(squares&t.squares&^t.between)+popcount(squares&t.between)*popcount(t.squares)) -
			x.behind(t, squares&^t.between)
	}
	return n
}

// quiet counts how many more moves without a capture there are, all together, with a
// piece of a role on each of some squares: its own, less those that it stands in the
// way of.
func (x *bare) quiet(role rules.Role, squares Bitboard) (n int) {
	r, us, stops := x.rules, x.us&1, x.stops
	may := ^stops
	if x.checkers != 0 {
		may = shieldsOf(x.king, x.checkers)
	}
	own := x.colors[us] &^ x.shields
	single, double := pushes(x.pawns&own, stops, leapRanks(us, r), us)
	n = -popcount(squares&may&(single|double)) - popcount(squares&forward(double&may, us^1))
	for set := (x.knights | x.diagonals&x.straights&r.amazons) & own; set != 0; set = set.Next() {
		n -= popcount(bitboard.Knight(set.First()) & squares & may)
	}
	for set := x.kings & own &^ r.royal; set != 0; set = set.Next() {
		n -= popcount(bitboard.King(set.First()) & squares & may)
	}
	diagonals, straights := x.diagonals&own, x.straights&own
	if role == rules.Pawn {
		single, double = pushes(squares, stops, leapRanks(us, r), us)
		n += popcount(single&may) + popcount(double&may)
		squares &= seenBy(diagonals, straights, stops)
	}
	for ; squares != 0; squares = squares.Next() {
		sq := squares.First()
		d, s := bitboard.Bishop(sq, stops), bitboard.Rook(sq, stops)
		seers := d&diagonals | s&straights
		n -= popcount(beyond(sq, seers, (d|s)&may)) + popcount(seers)*popcount(may&(squares&-squares))
		if role != rules.Pawn {
			n += popcount(attacksOf(role, us, sq, stops) & may)
		}
	}
	return n
}
