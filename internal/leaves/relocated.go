package leaves

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
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
func (w *walker) answersToRelocations(b *board.Board, us uint, moves []board.Move) (total uint64, rest []board.Move) {
	const where = board.Move(board.RelocationBits)
	rest = moves[:0]
	for len(moves) != 0 {
		capture, n, squares := moves[0]&^where, 0, bitboard.Bitboard(0)
		for ; n < len(moves) && moves[n]&^where == capture && capture&board.FlagRelocate != 0; n++ {
			squares |= 1 << (moves[n] >> board.RelocShift & 63)
		}
		if board.Popcount(squares) < fewSquares {
			n = max(n, 1)
			rest = append(rest, moves[:n]...)
		} else {
			answers, others := w.answersToPuts(b, us&1, capture&^board.FlagRelocate, squares)
			total += answers
			rest = board.AppendRelocated(rest, capture, others)
		}
		moves = moves[n:]
	}
	return total, rest
}

// A bare board is one without the piece that has been captured.
type bare struct {
	board.Board
	rules *board.Masks
	us    uint            // the side that answers: the piece is its own
	king  bitboard.Square // its royal king

	stops, prey bitboard.Bitboard // what stops sliders, and what may be captured
	checkers    bitboard.Bitboard // who attacks the king
	shields     bitboard.Bitboard // what stands alone between it and a slider
	rays        bitboard.Bitboard // from it, also behind what stands first
	fixed       bitboard.Bitboard // where the piece may change more than is corrected
	takes       []take
	captures    int // moves that they are
}

// A take is a capture in answer.
type take struct {
	squares bitboard.Bitboard // on which it may put what it captures
	between bitboard.Bitboard // those between it and what it captures
	times   int               // how many moves each of the squares is
	// rays are the squares on which what it captures would give check from afar, and stops
	// what stops them.
	rays, stops bitboard.Bitboard
}

// answersToPuts counts the answers to a capture after which the captured piece is put
// on some squares, and returns those of the squares for which it did not.
func (w *walker) answersToPuts(b *board.Board, us uint, capture board.Move, squares bitboard.Bitboard) (total uint64, others bitboard.Bitboard) {
	r, them, x := w.rules, us^1, &w.bare
	role := b.RoleAt(capture.CapturedSquare().Bitboard(), r.Queen)
	if r.NoChecks {
		return 0, squares
	}
	*x = bare{Board: *b, rules: r, us: them, takes: x.takes[:0]}
	x.Play(capture, us, r)
	if r.PiecesDecide {
		next := x.Board
		if !r.Explode { // else it may go
			next.Put(them, role, squares&-squares)
		}
		if next.Decided(r) {
			return 0, squares
		}
	}
	x.findChecks(role)
	x.findTakes()
	blast := bitboard.Bitboard(0)
	if r.Explode && role != rules.Pawn {
		blast = squares & board.Around(capture.To().Bitboard()) // where it goes with the others
	}
	unaffected := squares &^ (x.fixed | blast)
	added, attacking := x.added(role, unaffected)
	answers := r.Machines[them].Count(&x.Board, r)
	more := board.Popcount(blast|unaffected)*answers + added - x.prevented(unaffected)
	if r.Compulsory && x.captures == 0 {
		unaffected &^= attacking
		more -= board.Popcount(attacking) * answers
	}
	if !r.Compulsory || x.captures == 0 {
		more += x.quiet(role, unaffected)
	}
	return uint64(more), squares & x.fixed &^ blast
}

// findChecks finds out about the king, and where a piece of a role is not free.
func (x *bare) findChecks(role rules.Role) {
	r := x.rules
	own, enemy := x.Colors[x.us&1], x.Colors[x.us&1^1]
	x.stops, x.prey = own|enemy|r.Holes, enemy
	seventh := board.Forward(board.LastRank(x.us), x.us^1)
	x.fixed = seventh | board.Forward(x.Pawns&own&seventh, x.us)
	rights := x.Rights & own & board.BackRank(x.us)
	if rights != 0 {
		x.fixed |= board.BackRank(x.us)
	}
	if r.Holes != 0 {
		x.fixed |= seenBy(r.Holes, r.Holes, own|enemy) // from where, and through what, sliders vanish
		if role == rules.Knight || role == rules.Amazon {
			x.fixed |= r.NearHoles.Jumps
		}
	}
	x.king = bitboard.NoSquare
	royal := x.Kings & own & r.Royal
	if royal == 0 {
		return
	}
	x.king = royal.First()
	x.checkers = x.Board.Checkers(x.us, r)
	x.rays = bitboard.Queen(x.king, x.stops)
	x.rays |= bitboard.Queen(x.king, x.stops&^x.rays)
	x.fixed |= bitboard.King(x.king) | lines(&x.Board, x.king, enemy, x.stops, 1)
	if r.Explode {
		x.fixed |= bitboard.Diagonals(x.king) | bitboard.Straights(x.king)
	}
	if r.Shoot && x.checkers != 0 {
		x.fixed |= x.rays // which a shot may open
	}
	if !r.Explode || bitboard.King(x.king)&x.Kings == 0 {
		x.shields = x.Blockers(x.us^1, x.king, x.stops)
	}
	zone := bitboard.King(x.king) &^ own // where it may go
	if rights != 0 {
		zone |= castlingZone(rights, own, x.king, x.us)
	}
	for ; zone != 0; zone = zone.Next() {
		x.fixed |= lines(&x.Board, zone.First(), enemy, x.stops&^royal, 0)
	}
}

// findTakes finds the captures in answer.
func (x *bare) findTakes() {
	r, shut := x.rules, board.Everywhere
	for set := x.Colors[x.us&1]; set != 0; set = set.Next() {
		from, role := set.First(), x.RoleAt(set&-set, r.Queen)
		for hits := board.AttacksOf(role, x.us, from, x.stops) & x.prey; hits != 0; hits = hits.Next() {
			to := hits.First()
			t := take{squares: x.Relocations(x.us, x.king, from, to, to, r), between: bitboard.Between(from, to), times: 1}
			if t.squares == 0 {
				continue
			}
			if role == rules.Pawn && !r.Shoot && board.LastRank(x.us).Has(to) {
				t.times = len(r.Promotions)
			}
			x.fixed |= x.findRays(&t, from, to)
			x.captures += board.Popcount(t.squares) * t.times
			prevents := t.between // from where it is made impossible
			if !t.squares.Several() {
				prevents |= t.squares
			}
			shut &= prevents
			x.takes = append(x.takes, t)
		}
	}
	if r.Compulsory && len(x.takes) != 0 {
		x.fixed |= shut // where none of them would be left
	}
}

// findRays fills what a capture has to know of the lines of its king, or returns where
// it is not known.
func (x *bare) findRays(t *take, from, to bitboard.Square) (unknown bitboard.Bitboard) {
	slider := (x.Diagonals | x.Straights) & to.Bitboard()
	if slider == 0 || x.king == bitboard.NoSquare || x.rules.Explode {
		return 0
	}
	vacated := from
	if x.rules.Shoot {
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
	if x.Diagonals&slider != 0 {
		t.rays = bitboard.Bishop(x.king, t.stops)
	}
	if x.Straights&slider != 0 {
		t.rays |= bitboard.Rook(x.king, t.stops)
	}
	return 0
}

// behind counts, for pieces on squares of which one at a time is occupied, the squares
// behind it on which what a capture has taken does not give check any more.
func (x *bare) behind(t *take, squares bitboard.Bitboard) (n int) {
	for squares &= t.rays; squares != 0; squares = squares.Next() {
		sq := squares.First()
		n += board.Popcount(beyond(sq, x.king.Bitboard(), bitboard.Queen(sq, t.stops)&^t.stops))
	}
	return n * t.times
}

// added counts the captures that a piece of a role adds on squares, and returns from
// which of them it captures.
func (x *bare) added(role rules.Role, squares bitboard.Bitboard) (n int, attacking bitboard.Bitboard) {
	r := x.rules
	for set := x.prey; set != 0; set = set.Next() {
		to := set.First()
		from := board.AttacksOf(role, x.us^1, to, x.stops) & squares
		if from == 0 {
			continue
		}
		t := take{squares: x.Relocations(x.us, x.king, from.First(), to, to, r), times: 1}
		if t.squares == 0 {
			continue
		}
		if r.Shoot && !t.squares.Several() {
			from &^= t.squares
		}
		attacking |= from
		n += board.Popcount(from) * board.Popcount(t.squares)
		if r.Shoot { // it stays where it is
			x.findRays(&t, from.First(), to)
			n += x.behind(&t, from) - board.Popcount(from&t.squares)
		}
	}
	return n, attacking
}

// prevented counts the captures that a piece prevents on each of some squares, less
// those that it makes possible, all together.
func (x *bare) prevented(squares bitboard.Bitboard) (n int) {
	for i := range x.takes {
		t := &x.takes[i]
		n += t.times*(board.Popcount(squares&t.squares&^t.between)+board.Popcount(squares&t.between)*board.Popcount(t.squares)) -
			x.behind(t, squares&^t.between)
	}
	return n
}

// quiet counts how many more moves without a capture there are, all together, with a
// piece of a role on each of some squares: its own, less those that it stands in the
// way of.
func (x *bare) quiet(role rules.Role, squares bitboard.Bitboard) (n int) {
	r, us, stops := x.rules, x.us&1, x.stops
	may := ^stops
	if x.checkers != 0 {
		may = board.ShieldsOf(x.king, x.checkers)
	}
	own := x.Colors[us] &^ x.shields
	single, double := pushes(x.Pawns&own, stops, board.LeapRanks(us, r), us)
	n = -board.Popcount(squares&may&(single|double)) - board.Popcount(squares&board.Forward(double&may, us^1))
	for set := (x.Knights | x.Diagonals&x.Straights&r.Amazons) & own; set != 0; set = set.Next() {
		n -= board.Popcount(bitboard.Knight(set.First()) & squares & may)
	}
	for set := x.Kings & own &^ r.Royal; set != 0; set = set.Next() {
		n -= board.Popcount(bitboard.King(set.First()) & squares & may)
	}
	diagonals, straights := x.Diagonals&own, x.Straights&own
	if role == rules.Pawn {
		single, double = pushes(squares, stops, board.LeapRanks(us, r), us)
		n += board.Popcount(single&may) + board.Popcount(double&may)
		squares &= seenBy(diagonals, straights, stops)
	}
	for ; squares != 0; squares = squares.Next() {
		sq := squares.First()
		d, s := bitboard.Bishop(sq, stops), bitboard.Rook(sq, stops)
		seers := d&diagonals | s&straights
		n -= board.Popcount(beyond(sq, seers, (d|s)&may)) + board.Popcount(seers)*board.Popcount(may&(squares&-squares))
		if role != rules.Pawn {
			n += board.Popcount(board.AttacksOf(role, us, sq, stops) & may)
		}
	}
	return n
}
