package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// dropSquares returns where side us, which holds pieces in hand, may drop one of
// a role. Drops are its only moves.
func (p *Position) dropSquares(role Role) Bitboard {
	r, us := p.rules, uint(p.side)
	free := backRank(us) &^ (p.occupied() | r.holes)
	if r.oppositeBishops {
		free &= p.bishopsFit(role, free)
	}
	if r.royal == 0 {
		return free
	}
	if r.judged {
		for set := free; set != 0; set = set.Next() {
			to := set.First()
			if !p.lawful(newMove(role, to, to)|flagDrop, us, r) {
				free ^= set & -set
			}
		}
		return free
	}
	stops := p.occupied() | r.holes
	if role == King {
		for set := free; set != 0; set = set.Next() {
			if p.attackers(set.First(), us^1, stops, r) != 0 {
				free ^= set & -set
			}
		}
		return free
	}
	checkers := p.checkers(us, r)
	if checkers == 0 {
		return free
	}
	if checkers.Several() {
		return 0
	}
	king := (p.kings & p.colors[us]).First()
	return free & bitboard.Between(king, checkers.First())
}

// bishopsFit returns the squares of either colour on which a drop of role is
// right for the bishops: they go on squares of both colours, and those still in
// hand keep a free square of each colour that they need. Free are the empty
// squares of the first rank.
func (p *Position) bishopsFit(role Role, free Bitboard) (allowed Bitboard) {
	onBoard := p.of(Bishop) & p.colors[p.side]
	inHand := p.hands[p.side].count(Bishop)
	if role == Bishop {
		inHand--
	}
	for _, color := range [2]Bitboard{bitboard.DarkSquares, bitboard.LightSquares} {
		bishops := onBoard
		if role == Bishop {
			if bishops&color != 0 && bishops&^color == 0 {
				continue
			}
			bishops |= color
		}
		if squaresLeft(inHand, bishops, free, color) {
			allowed |= color
		}
	}
	return allowed
}

// squaresLeft reports whether inHand bishops can still be placed beside those
// on the board once a free square of the given colour is taken.
func squaresLeft(inHand int, bishops, free, color Bitboard) bool {
	dark, light := (free & bitboard.DarkSquares).Count(), (free & bitboard.LightSquares).Count()
	if color == bitboard.DarkSquares {
		dark--
	} else {
		light--
	}
	needsDark, needsLight := bishops&bitboard.DarkSquares == 0, bishops&bitboard.LightSquares == 0
	switch {
	case inHand == 0:
		return true
	case needsDark && needsLight && inHand == 1:
		return dark+light > 0
	}
	return (!needsDark || dark > 0) && (!needsLight || light > 0)
}

// countDrops returns the number of legal drops.
func (p *Position) countDrops() (total int) {
	for h := p.hands[p.side]; h != 0; h = h.without(h.lowest()) {
		total += popcount(p.dropSquares(h.lowest()))
	}
	return total
}

// appendDrops appends the legal drops.
func (p *Position) appendDrops(buf []Move) []Move {
	for h := p.hands[p.side]; h != 0; h = h.without(h.lowest()) {
		role := h.lowest()
		for set := p.dropSquares(role); set != 0; set = set.Next() {
			to := set.First()
			buf = append(buf, newMove(role, to, to)|flagDrop)
		}
	}
	return buf
}

// dropsAreStill reports whether both sides are placing pieces, and what one places
// means something to the other only by what it attacks of the other's first rank.
func (p *Position) dropsAreStill() bool {
	r, them := p.rules, uint(p.side)^1
	return r.placement && p.hands[0] != 0 && p.hands[1] != 0 && r.turns == singleMoves && !r.judged &&
		!r.piecesDecide && p.kings&p.colors[them&1]&^backRank(them) == 0 && !p.goalIsNear(2)
}

// answersToDrops counts the drops in answer to drops, where dropsAreStill: most
// attack nothing on the other's first rank, and have the same answers.
func (w *walker) answersToDrops(p *Position) (total uint64) {
	us, stops := uint(p.side), p.occupied()|p.rules.holes
	next := &w.nexts[2]
	*next = *p
	next.side ^= 1
	answers := uint64(next.countDrops()) // to a drop that attacks nothing
	for h := p.hands[us]; h != 0; h = h.without(h.lowest()) {
		role := h.lowest()
		for set := p.dropSquares(role); set != 0; set = set.Next() {
			if attacksOf(role, us, set.First(), stops)&backRank(us^1) == 0 {
				total += answers
				continue
			}
			next.board = p.board
			next.put(us, role, set&-set)
			total += uint64(next.countDrops())
		}
	}
	return total
}
