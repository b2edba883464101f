package leaves

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// If a side moves twice in a row, its second move depends little on its first: a piece
// that goes from one unaffected square to another changes its own possible moves and
// those of pieces that reach one of the two squares. So the second moves are counted
// once, and then only the changes are counted.

// pairs is what is known of a side's second moves two plies above the leaves.
type pairs struct {
	// squares are, by role, those between which a piece may move without capturing or
	// giving check, and without changing pins, castling, attacks on the king's squares,
	// or what vanishes in holes.
	squares [rules.NumRoles]bitboard.Bitboard
	us      uint
	moves   int // number of second moves without a first one
	pushes  int // how many of them are pushes of free pawns
	// The free pieces, the squares they may go to, the squares the royal king may go to
	// if no own piece is there, and those that sliders reach.
	pawns, jumpers, diagonals, straights, kings bitboard.Bitboard
	may, steps, reached                         bitboard.Bitboard
	enemy, occupied, leaps                      bitboard.Bitboard // holes are occupied, too
	prey                                        bitboard.Bitboard // what must be captured if possible; nothing can be yet
	holes                                       bitboard.Bitboard // into which pieces may jump
}

// noPairs is for boards on which second moves are not counted together.
var noPairs pairs

// findPairs returns what is known of the second moves of a side that has more than one
// move left and need not capture. The result is valid until the next call.
func (w *walker) findPairs(b *board.Board, us uint, checks *board.CheckInfo) *pairs {
	r := w.rules
	if !w.pairable {
		return &noPairs
	}
	us &= 1
	them := us ^ 1
	own, enemy := b.Colors[us], b.Colors[them]
	occupied := own | enemy | r.Holes
	jumpers := b.Knights | b.Diagonals&b.Straights&r.Amazons
	fixed := seenBy(b.Diagonals&enemy, b.Straights&enemy, occupied)
	royal := b.Kings & own & r.Royal
	var steps, pinned, unlawful bitboard.Bitboard
	if royal != 0 {
		attacked := fixed | board.PawnAttacks(b.Pawns&enemy, them)
		for set := b.Kings & enemy; set != 0; set = set.Next() {
			attacked |= bitboard.King(set.First())
		}
		for set := jumpers & enemy; set != 0; set = set.Next() {
			attacked |= bitboard.Knight(set.First())
		}
		if attacked&royal != 0 {
			return &noPairs
		}
		king := royal.First()
		shields := 2 // so that a piece may be pinned, or shield one that is
		if r.Explode {
			shields = 8                                // captures may remove several of them
			attacked &^= board.Around(b.Kings & enemy) // nobody attacks the king there
		}
		lines := lines(b, king, enemy, occupied, shields)
		if r.Explode {
			fixed |= seenBy(b.Diagonals&lines&own, b.Straights&lines&own, occupied)
			unlawful = unlawfulTargets(b, us, king, lines, r)
		}
		fixed |= lines
		steps = bitboard.King(king) &^ (attacked | r.Holes)
		pinned = b.Blockers(them, king, occupied)
		if r.Shoot && (pinned&own != 0 || r.Holes != 0 && pinned != 0) {
			return &noPairs // they may shoot; and sliders that vanish in a hole on their way may aim at a shield of the king
		}
	}
	seventh := board.Forward(board.LastRank(us), them)
	fixed |= checks.Blockers | seventh | board.Forward(b.Pawns&own&seventh, us)
	if holder := b.Kings & b.Rights & own; holder != 0 {
		for _, way := range board.Castlings[holder.First()&7][uint8(b.Rights>>(56*us))] {
			if way.Rook != 0 && !(occupied >> (56 * us) & bitboard.Bitboard(way.Empty)).Several() {
				fixed |= bitboard.Bitboard(way.Empty|way.Rook) << (56 * us)
			}
		}
	}
	if r.Holes != 0 {
		push := board.Forward(b.Pawns&own&r.NearHoles.Pushes[us], us)
		fixed |= throughHoles(b, own, r) | push | board.Forward(push&board.LeapRanks(us, r), us)
	}
	free := own &^ pinned
	p := &w.pairs
	*p = pairs{
		us: us, occupied: occupied, enemy: enemy, leaps: board.LeapRanks(us, r), holes: r.Holes, may: ^(own | r.Holes | unlawful), steps: steps,
		pawns: b.Pawns & free, jumpers: jumpers & free, diagonals: b.Diagonals & free, straights: b.Straights & free,
		kings: b.Kings & own &^ r.Royal, reached: seenBy(b.Diagonals&free, b.Straights&free, occupied),
	}
	if r.Shoot && !r.Explode {
		p.may &^= pinned // pinned enemy pieces shield the king
	}
	if r.Compulsory {
		p.prey = enemy & p.may
	}
	for role := range p.squares {
		p.squares[role] = ^(fixed | checks.Squares[role])
	}
	p.squares[rules.King] = 0
	if r.Holes != 0 { // except from where it would slide or be pushed into one
		diagonal, straight := seenBy(r.Holes, 0, own|enemy), seenBy(0, r.Holes, own|enemy)
		p.squares[rules.Pawn] &^= r.NearHoles.Pushes[us]
		p.squares[rules.Bishop] &^= diagonal
		p.squares[rules.Rook] &^= straight
		p.squares[rules.Queen] &^= diagonal | straight
		p.squares[rules.Amazon] &^= diagonal | straight
	}
	single, double := pushes(p.pawns, occupied, p.leaps, us)
	p.pushes = board.Popcount(single | double)
	next := &w.boards[2]
	*next = *b
	next.Rights &^= board.EnPassantRanks
	p.moves = r.Machines[us].Count(next, r)
	return p
}

// unlawfulTargets returns the enemy pieces that side us, whose king is not in check, may
// not capture with any piece if captures explode; lines are the squares between its king
// and sliders, on which such a capturer does not stand.
func unlawfulTargets(b *board.Board, us uint, king bitboard.Square, lines bitboard.Bitboard, r *board.Masks) bitboard.Bitboard {
	enemy := b.Colors[us&1^1]
	targets := enemy & bitboard.King(king)
	for set := enemy & board.Around(lines) &^ (board.Around(b.Kings&enemy) | targets); set != 0; set = set.Next() {
		if to := set.First(); !b.Survives(king, to, to, us, r) {
			targets |= set & -set
		}
	}
	return targets
}

// throughHoles returns the lines on which sliders among the own pieces vanish in holes,
// or would with one piece less in their way.
func throughHoles(b *board.Board, own bitboard.Bitboard, r *board.Masks) (lines bitboard.Bitboard) {
	for holes := r.Holes; holes != 0; holes = holes.Next() {
		hole := holes.First()
		for set := (bitboard.Diagonals(hole)&b.Diagonals | bitboard.Straights(hole)&b.Straights) & own; set != 0; set = set.Next() {
			if between := bitboard.Between(hole, set.First()) & b.Occupied(); !between.Several() {
				lines |= bitboard.Line(hole, set.First())
			}
		}
	}
	return lines
}

// after counts the second moves after first moves of a free piece from one of the squares
// to others.
func (p *pairs) after(from, to bitboard.Bitboard) uint64 {
	sq, total := from.First(), 0
	walks, jumps := -(p.pawns >> sq & 1), -(p.jumpers >> sq & 1) // all squares if true, else none
	diagonal, straight := -(p.diagonals >> sq & 1), -(p.straights >> sq & 1)
	pawns, jumpers, diagonals, straights := p.pawns&^from, p.jumpers&^from, p.diagonals&^from, p.straights&^from
	occupied, may := p.occupied^from, p.may|from
	d, s, j := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied), bitboard.Knight(sq)
	seers := d&diagonals | s&straights
	opened := beyond(sq, seers, (d|s)&p.may)
	if p.prey != 0 { // where something can be captured, other moves do not count
		for set := to; set != 0; set = set.Next() {
			sq, bit := set.First(), set&-set
			hits := bitboard.Bishop(sq, occupied)&diagonal | bitboard.Rook(sq, occupied)&straight | bitboard.Knight(sq)&jumps | board.PawnAttacks(bit&walks, p.us)
			if n := board.Popcount(hits&p.prey) + board.Popcount(opened&p.prey&^bitboard.Line(from.First(), sq)); n != 0 {
				total += n
				to ^= bit
			}
		}
	}

	// Without the piece its own moves are gone, and others may go to its square.
	own := d&diagonal | s&straight | j&jumps | board.PawnAttacks(from&walks, p.us)&p.enemy
	single, double := pushes(pawns, occupied, p.leaps, p.us)
	rest := p.moves - p.pushes - board.Popcount(own&p.may|j&jumps&p.holes) + board.Popcount(single|double) +
		board.Popcount(j&jumpers|p.steps&from|seers|bitboard.King(sq)&p.kings) + board.Popcount(opened)

	// It blocks others where it arrives, ...
	total += board.Popcount(to)*rest - board.Popcount(to&(single|double)) - board.Popcount(to&board.Forward(double, p.us^1)) - board.Popcount(to&p.steps)
	for ; jumpers != 0; jumpers = jumpers.Next() {
		total -= board.Popcount(bitboard.Knight(jumpers.First()) & to)
	}
	for set := p.kings; set != 0; set = set.Next() {
		total -= board.Popcount(bitboard.King(set.First()) & to)
	}
	if walks != 0 {
		single, double = pushes(to, occupied, p.leaps, p.us)
		total += board.Popcount(single) + board.Popcount(double) + board.Popcount(board.CaptureWest(to, p.us)&p.enemy&may) + board.Popcount(board.CaptureEast(to, p.us)&p.enemy&may)
		to &= p.reached | opened
	}
	// ... including sliders, and moves on from there.
	for ; to != 0; to = to.Next() {
		sq := to.First()
		d, s, j := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied), bitboard.Knight(sq)
		seers := d&diagonals | s&straights
		total += board.Popcount((d&diagonal|s&straight|j&jumps)&may|j&jumps&p.holes) - board.Popcount(seers) - board.Popcount(beyond(sq, seers, (d|s)&may))
	}
	return uint64(total)
}

// afterPushes is after for single pushes of pawns to some squares and double pushes to others.
func (p *pairs) afterPushes(single, double bitboard.Bitboard) (total uint64) {
	them := p.us ^ 1
	for set := board.Forward(single, them) | board.Forward(board.Forward(double, them), them); set != 0; set = set.Next() {
		from := set & -set
		to := board.Forward(from, p.us)
		total += p.after(from, to&single|board.Forward(to, p.us)&double)
	}
	return total
}
