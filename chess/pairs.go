package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// Where a side moves twice in a row, its second move depends little on its first: a
// piece that goes from one calm square to another changes what it may do itself, and
// what pieces may do that reach one of the two squares. So the second moves are
// counted once, and then only what changes.

// pairs is what is known of the second moves of a side two plies above the leaves.
type pairs struct {
	// squares are those between which a piece may go, without a capture, so that
	// neither pins nor castling, nor what is attacked of the king's squares, change.
	squares Bitboard
	us      uint
	moves   int // second moves, if the first were none
	pushes  int // those of them that are pushes of free pawns
	// The free pieces, and the squares to which they may go, and the king if no
	// piece of its own stands there.
	pawns, jumpers, diagonals, straights Bitboard
	may, steps, occupied, enemy, leaps   Bitboard
	reached                              Bitboard // by free sliders
}

// findPairs fills w.pairs for a side that has more than one move left, and returns
// its squares.
func (w *walker) findPairs(b *board, us uint, aims *aims) Bitboard {
	r := w.rules
	if !r.pairable {
		return 0
	}
	us &= 1
	them := us ^ 1
	own, enemy := b.colors[us], b.colors[them]
	occupied := own | enemy
	jumpers := b.knights | b.diagonals&b.straights&r.amazons
	seen := Bitboard(0) // by their sliders
	for set := b.diagonals & enemy; set != 0; set = set.Next() {
		seen |= bitboard.Bishop(set.First(), occupied)
	}
	for set := b.straights & enemy; set != 0; set = set.Next() {
		seen |= bitboard.Rook(set.First(), occupied)
	}
	attacked := seen | pawnAttacks(b.pawns&enemy, them)
	for set := b.kings & enemy; set != 0; set = set.Next() {
		attacked |= bitboard.King(set.First())
	}
	for set := jumpers & enemy; set != 0; set = set.Next() {
		attacked |= bitboard.Knight(set.First())
	}
	royal := b.kings & own
	if royal == 0 || attacked&royal != 0 {
		return 0
	}

	king := royal.First()
	var lines, pinned Bitboard // where a piece may be pinned, or shield one that is
	for set := (bitboard.Diagonals(king)&b.diagonals | bitboard.Straights(king)&b.straights) & enemy; set != 0; set = set.Next() {
		line := bitboard.Between(king, set.First())
		if between := line & occupied; !between.Several() {
			lines |= line
			pinned |= between
		} else if !between.Next().Several() {
			lines |= line
		}
	}
	if r.shoot && pinned&own != 0 {
		return 0 // they may shoot
	}
	seventh := forward(lastRank(us), them)
	p := &w.pairs
	p.squares = ^(seen | lines | aims.screens | seventh | forward(b.pawns&own&seventh, us))
	if rights := uint8(b.rights >> (56 * us)); rights != 0 {
		for _, way := range castlings[king&7][rights] {
			if way.rook != 0 && !(occupied >> (56 * us) & Bitboard(way.empty)).Several() {
				p.squares &^= backRank(us)
			}
		}
	}
	p.us, p.occupied, p.enemy, p.leaps = us, occupied, enemy, leapRanks(us, r)
	p.may, p.steps = ^own, bitboard.King(king)&^attacked
	if r.shoot {
		p.may &^= pinned // which shield the king, if they are the enemy's
	}
	free := own &^ pinned
	p.pawns, p.jumpers, p.diagonals, p.straights = b.pawns&free, jumpers&free, b.diagonals&free, b.straights&free
	single, double := p.pushesOf(p.pawns, occupied)
	p.pushes = popcount(single | double)
	p.reached = 0
	for set := p.diagonals; set != 0; set = set.Next() {
		p.reached |= bitboard.Bishop(set.First(), occupied)
	}
	for set := p.straights; set != 0; set = set.Next() {
		p.reached |= bitboard.Rook(set.First(), occupied)
	}
	next := &w.boards[2]
	*next = *b
	next.rights &^= enPassantRanks
	p.moves = r.machines[us].count(next, r)
	return p.squares
}

// pushesOf returns where pawns go by a push and by a double one, which are never the
// same squares.
func (p *pairs) pushesOf(pawns, occupied Bitboard) (single, double Bitboard) {
	single = forward(pawns, p.us) &^ occupied
	return single, forward(single&p.leaps, p.us) &^ occupied
}

// beyond returns the squares behind one that sliders see, among the rays from it.
func beyond(sq Square, sliders, rays Bitboard) (behind Bitboard) {
	for ; sliders != 0; sliders = sliders.Next() {
		from := sliders.First()
		behind |= rays & bitboard.Line(from, sq) &^ bitboard.Between(from, sq)
	}
	return behind
}

// after counts the second moves after first ones of a free piece from one of the
// squares to others, where it gives no check.
func (p *pairs) after(from, to Bitboard) uint64 {
	sq := from.First()
	walks, jumps := -(p.pawns >> sq & 1), -(p.jumpers >> sq & 1) // all squares if it does, else none
	diagonal, straight := -(p.diagonals >> sq & 1), -(p.straights >> sq & 1)
	pawns, jumpers, diagonals, straights := p.pawns&^from, p.jumpers&^from, p.diagonals&^from, p.straights&^from
	occupied, may := p.occupied^from, p.may|from

	// Without the piece its own moves are gone, and others may go where it was.
	d, s, j := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied), bitboard.Knight(sq)
	own := d&diagonal | s&straight | j&jumps | pawnAttacks(from&walks, p.us)&p.enemy
	seers := d&diagonals | s&straights
	opened := beyond(sq, seers, (d|s)&p.may)
	single, double := p.pushesOf(pawns, occupied)
	rest := p.moves - p.pushes - popcount(own&p.may) + popcount(single|double) +
		popcount(j&jumpers|p.steps&from|seers) + popcount(opened)

	// It stands in the way of others where it arrives, ...
	total := popcount(to)*rest - popcount(to&(single|double)) - popcount(to&forward(double, p.us^1)) - popcount(to&p.steps)
	for ; jumpers != 0; jumpers = jumpers.Next() {
		total -= popcount(bitboard.Knight(jumpers.First()) & to)
	}
	if walks != 0 {
		single, double = p.pushesOf(to, occupied)
		total += popcount(single|double) + popcount(captureWest(to, p.us)&p.enemy&may) + popcount(captureEast(to, p.us)&p.enemy&may)
		to &= p.reached | opened
	}
	// ... of sliders, too, and goes on from there.
	for ; to != 0; to = to.Next() {
		sq := to.First()
		d, s, j := bitboard.Bishop(sq, occupied), bitboard.Rook(sq, occupied), bitboard.Knight(sq)
		seers := d&diagonals | s&straights
		total += popcount((d&diagonal|s&straight|j&jumps)&may) - popcount(seers) - popcount(beyond(sq, seers, (d|s)&may))
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
