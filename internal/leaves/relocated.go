package leaves

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// If captured pieces are put elsewhere, one capture gives about thirty moves, and the resulting
// boards differ only in the place of one piece of the answering side. So the answers are counted
// once without that piece, and then the answers that it adds and prevents on each square.

// fewSquares is the least number of squares for a captured piece at which it pays to
// count the answers together.
const fewSquares = 8

// answersToRelocations counts, two plies above the leaves, the answers to those captures
// that put the captured piece where it changes little, and returns the remaining moves.
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

// A bare board is one without the captured piece.
type bare struct {
	board.Board
	rules *board.Masks
	us    uint            // the side that answers, which owns the piece
	king  bitboard.Square // its royal king

	stops, prey bitboard.Bitboard // what blocks sliders, and what may be captured
	checkers    bitboard.Bitboard // the pieces that attack the king
	shields     bitboard.Bitboard // the pieces that alone shield it from a slider
	rays        bitboard.Bitboard // from it, including those behind the first piece
	fixed       bitboard.Bitboard // where the piece may change more than is corrected
	takes       []take
	captures    int // number of moves they make
}

// A take is a capture among the answers.
type take struct {
	squares bitboard.Bitboard // on which it may put the captured piece
	between bitboard.Bitboard // the squares between it and the captured piece
	times   int               // how many moves there are for each square
	// rays are the squares on which the captured piece would give check from a
	// distance, and stops the squares that block it.
	rays, stops bitboard.Bitboard
}

// answersToPuts counts the answers to a capture after which the captured piece is put
// on some squares, and returns the squares that it did not cover.
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
		if !r.Explode { // else it may disappear
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
		blast = squares & board.Around(capture.To().Bitboard()) // where it explodes with the others
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

// findChecks finds what concerns the king, and the squares where a piece of a role is not free.
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
		x.fixed |= seenBy(r.Holes, r.Holes, own|enemy) // from where, and through which squares, sliders vanish
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
		x.fixed |= x.rays // a shot may open them
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

// findTakes finds the captures among the answers.
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
			prevents := t.between // squares from which it is made impossible
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

// findRays fills in what a capture needs to know about the lines of its king, or
// returns the squares for which this is unknown.
func (x *bare) findRays(t *take, from, to bitboard.Square) (unknown bitboard.Bitboard) {
	slider := (x.Diagonals | x.Straights) & to.Bitboard()
	if slider == 0 || x.king == bitboard.NoSquare || x.rules.Explode {
		return 0
	}
	vacated := from
	if x.rules.Shoot {
		vacated = to
	}
	if x.checkers != 0 || from == x.king || x.shields.Has(vacated) { // the lines change
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

// behind counts, with one of the squares occupied at a time, the squares behind it on
// which the piece taken by a capture no longer gives check, summed over the squares.
func (x *bare) behind(t *take, squares bitboard.Bitboard) (n int) {
	for squares &= t.rays; squares != 0; squares = squares.Next() {
		sq := squares.First()
		n += board.Popcount(beyond(sq, x.king.Bitboard(), bitboard.Queen(sq, t.stops)&^t.stops))
	}
	return n * t.times
}

// added counts the captures that a piece of a role adds on squares, and returns those
// squares from which it captures.
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

// prevented counts the captures that a piece prevents on each of some squares, minus
// those that it makes possible, summed over the squares.
func (x *bare) prevented(squares bitboard.Bitboard) (n int) {
	for i := range x.takes {
		t := &x.takes[i]
		n += t.times*(board.Popcount(squares&t.squares&^t.between)+board.Popcount(squares&t.between)*board.Popcount(t.squares)) -
			x.behind(t, squares&^t.between)
	}
	return n
}

// quiet counts how many more moves without a capture there are with a piece of a role
// on each of some squares, summed over them: its own moves minus those that it blocks.
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
