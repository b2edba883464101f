package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Where a side moves twice in a row, its second move depends little on its first: a
// piece that goes from one unaffected square to another changes what it may do itself, and
// what pieces may do that reach one of the two squares. So the second moves are
// counted once, and then only what changes.

// pairs is what is known of the second moves of a side two plies above the leaves.
type pairs struct {
	// squares are, by role, those between which a piece may go, without a capture and
	// without giving check, so that neither pins nor castling, nor what is attacked of
	// the king's squares, change, nor what vanishes in holes.
	squares [rules.NumRoles]Bitboard
	us      uint
	moves   int // second moves, if the first were none
	pushes  int // those of them that are pushes of free pawns
	// The free pieces, the squares to which they may go, those to which the royal king
	// may if no piece of its own stands there, and those that sliders reach.
	pawns, jumpers, diagonals, straights, kings Bitboard
	may, steps, reached                         Bitboard
	enemy, occupied, leaps                      Bitboard // holes are occupied, too
	prey                                        Bitboard // what must be taken, if it can; there is nothing yet
	holes                                       Bitboard // into which pieces may jump
}

// noPairs is for boards on which second moves are not counted at once.
var noPairs pairs

// findPairs returns what is known of the second moves of a side that has more than one
// move left, and must not capture. It is good until it is called again.
func (w *walker) findPairs(b *board, us uint, checks *checkInfo) *pairs {
	r := w.rules
	if !r.pairable {
		return &noPairs
	}
	us &= 1
	them := us ^ 1
	own, enemy := b.colors[us], b.colors[them]
	occupied := own | enemy | r.holes
	jumpers := b.knights | b.diagonals&b.straights&r.amazons
	fixed := seenBy(b.diagonals&enemy, b.straights&enemy, occupied)
	royal := b.kings & own & r.royal
	var steps, pinned, unlawful Bitboard
	if royal != 0 {
		attacked := fixed | pawnAttacks(b.pawns&enemy, them)
		for set := b.kings & enemy; set != 0; set = set.Next() {
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
		if r.explode {
			shields = 8                          // of which captures may take several
			attacked &^= around(b.kings & enemy) // where nobody attacks the king
		}
		lines := b.lines(king, enemy, occupied, shields)
		if r.explode {
			fixed |= seenBy(b.diagonals&lines&own, b.straights&lines&own, occupied)
			unlawful = b.unlawfulTargets(us, king, lines, r)
		}
		fixed |= lines
		steps = bitboard.King(king) &^ (attacked | r.holes)
		pinned = b.blockers(them, king, occupied)
		if r.shoot && pinned&own != 0 {
			return &noPairs // they may shoot
		}
	}
	seventh := forward(lastRank(us), them)
	fixed |= checks.blockers | seventh | forward(b.pawns&own&seventh, us)
	if holder := b.kings & b.rights & own; holder != 0 {
		for _, way := range castlings[holder.First()&7][uint8(b.rights>>(56*us))] {
			if way.rook != 0 && !(occupied >> (56 * us) & Bitboard(way.empty)).Several() {
				fixed |= Bitboard(way.empty|way.rook) << (56 * us)
			}
		}
	}
	if r.holes != 0 {
		push := forward(b.pawns&own&r.nearHoles.pushes[us], us)
		fixed |= b.throughHoles(own, r) | push | forward(push&leapRanks(us, r), us)
	}
	free := own &^ pinned
	p := &w.pairs
	*p = pairs{
		us: us, occupied: occupied, enemy: enemy, leaps: leapRanks(us, r), holes: r.holes, may: ^(own | r.holes | unlawful), steps: steps,
		pawns: b.pawns & free, jumpers: jumpers & free, diagonals: b.diagonals & free, straights: b.straights & free,
		kings: b.kings & own &^ r.royal, reached: seenBy(b.diagonals&free, b.straights&free, occupied),
	}
	if r.shoot && !r.explode {
		p.may &^= pinned // which shield the king, if they are the enemy's
	}
	if r.compulsory {
		p.prey = enemy & p.may
	}
	for role := range p.squares {
		p.squares[role] = ^(fixed | checks.squares[role])
	}
	p.squares[rules.King] = 0
	if r.holes != 0 { // none from where it would slide into one, or be pushed
		diagonal, straight := seenBy(r.holes, 0, own|enemy), seenBy(0, r.holes, own|enemy)
		p.squares[rules.Pawn] &^= r.nearHoles.pushes[us]
		p.squares[rules.Bishop] &^= diagonal
		p.squares[rules.Rook] &^= straight
		p.squares[rules.Queen] &^= diagonal | straight
		p.squares[rules.Amazon] &^= diagonal | straight
	}
	single, double := pushes(p.pawns, occupied, p.leaps, us)
	p.pushes = popcount(single | double)
	next := &w.boards[2]
	*next = *b
	next.rights &^= enPassantRanks
	p.moves = r.machines[us].count(next, r)
	return p
}

// unlawfulTargets returns the enemy's pieces that side us, whose king is not in check,
// may not take where captures explode, of whatever it takes them with; lines are those
// between its king and sliders, which such a piece is not on.
func (b *board) unlawfulTargets(us uint, king Square, lines Bitboard, r *Ruleset) Bitboard {
	enemy := b.colors[us&1^1]
	targets := enemy & bitboard.King(king)
	for set := enemy & around(lines) &^ (around(b.kings&enemy) | targets); set != 0; set = set.Next() {
		if to := set.First(); !b.survives(king, to, to, us, r) {
			targets |= set & -set
		}
	}
	return targets
}

// throughHoles returns the lines on which sliders of own pieces vanish in holes, or would
// if a piece less were in their way.
func (b *board) throughHoles(own Bitboard, r *Ruleset) (lines Bitboard) {
	for holes := r.holes; holes != 0; holes = holes.Next() {
		hole := holes.First()
		for set := (bitboard.Diagonals(hole)&b.diagonals | bitboard.Straights(hole)&b.straights) & own; set != 0; set = set.Next() {
			if between := bitboard.Between(hole, set.First()) & b.occupied(); !between.Several() {
				lines |= bitboard.Line(hole, set.First())
			}
		}
	}
	return lines
}

// after counts the second moves after first ones of a free piece from one of the
// squares to others.
func (p *pairs) after(from, to Bitboard) uint64 {
	sq, total := from.First(), 0
	walks, jumps := -(p.pawns >> sq & 1), -(p.jumpers >> sq & 1) // all squares if it does, else none
	diagonal, straight := -(p.diagonals >> sq & 1), -(p.straights >> sq & 1)
	pawns, jumpers, diagonals, straights := p.pawns&^from, p.jumpers&^from, p.diagonals&^from, p.straights&^from
	occupied, may := p.occupied^from, p.may|from
	d, s, j := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied), bitboard.Knight(sq)
	seers := d&diagonals | s&straights
	opened := beyond(sq, seers, (d|s)&p.may)
	if p.prey != 0 { // then other moves do not count where something can be taken
		for set := to; set != 0; set = set.Next() {
			sq, bit := set.First(), set&-set
			hits := bitboard.Bishop(sq, occupied)&diagonal | bitboard.Rook(sq, occupied)&straight | bitboard.Knight(sq)&jumps | pawnAttacks(bit&walks, p.us)
			if n := popcount(hits&p.prey) + popcount(opened&p.prey&^bitboard.Line(from.First(), sq)); n != 0 {
				total += n
				to ^= bit
			}
		}
	}

	// Without the piece its own moves are gone, and others may go where it was.
	own := d&diagonal | s&straight | j&jumps | pawnAttacks(from&walks, p.us)&p.enemy
	single, double := pushes(pawns, occupied, p.leaps, p.us)
	rest := p.moves - p.pushes - popcount(own&p.may|j&jumps&p.holes) + popcount(single|double) +
		popcount(j&jumpers|p.steps&from|seers|bitboard.King(sq)&p.kings) + popcount(opened)

	// It stands in the way of others where it arrives, ...
	total += popcount(to)*rest - popcount(to&(single|double)) - popcount(to&forward(double, p.us^1)) - popcount(to&p.steps)
	for ; jumpers != 0; jumpers = jumpers.Next() {
		total -= popcount(bitboard.Knight(jumpers.First()) & to)
	}
	for set := p.kings; set != 0; set = set.Next() {
		total -= popcount(bitboard.King(set.First()) & to)
	}
	if walks != 0 {
		single, double = pushes(to, occupied, p.leaps, p.us)
		total += popcount(single) + popcount(double) + popcount(captureWest(to, p.us)&p.enemy&may) + popcount(captureEast(to, p.us)&p.enemy&may)
		to &= p.reached | opened
	}
	// ... of sliders, too, and goes on from there.
	for ; to != 0; to = to.Next() {
		sq := to.First()
		d, s, j := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied), bitboard.Knight(sq)
		seers := d&diagonals | s&straights
		total += popcount((d&diagonal|s&straight|j&jumps)&may|j&jumps&p.holes) - popcount(seers) - popcount(beyond(sq, seers, (d|s)&may))
	}
	return uint64(total)
}

// afterPushes is after for pushes of pawns to some squares and double ones to others.
func (p *pairs) afterPushes(single, double Bitboard) (total uint64) {
	them := p.us ^ 1
	for set := forward(single, them) | forward(forward(double, them), them); set != 0; set = set.Next() {
		from := set & -set
		to := forward(from, p.us)
		total += p.after(from, to&single|forward(to, p.us)&double)
	}
	return total
}
