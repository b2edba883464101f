package chess

// Decided returns the outcome that the pieces alone decide: a royal king has
// vanished, a piece type is extinct, or no mate is possible with what is left.
// It looks at no moves and no clocks, so it is cheap enough for every node of a
// search; Outcome tells the rest.
func (p *Position) Decided() Outcome {
	switch {
	case p.decided():
		return p.verdict()
	case p.lacksMaterial() && p.rules.orthodoxMaterial():
		return Outcome{Draw, InsufficientMaterial}
	}
	return Outcome{}
}

// decided reports whether the game was decided by what is, or is not, on the
// board: a royal king has vanished, or some piece type of a side is extinct.
func (p *Position) decided() bool {
	r := p.rules
	if !r.piecesDecide {
		return false
	}
	if p.hands == [2]hand{} {
		return p.board.decided(r)
	}
	if r.extinction {
		return p.extinct(White) || p.extinct(Black)
	}
	return p.kingless(White) || p.kingless(Black)
}

// decided is Position.decided where nobody holds pieces in hand.
func (b *board) decided(r *Ruleset) bool {
	for _, own := range b.colors {
		if b.kings&own == 0 {
			return true
		}
		if r.extinction && (b.pawns&own == 0 || b.knights&own == 0 ||
			b.diagonals&^b.straights&own == 0 || b.straights&^b.diagonals&own == 0 ||
			b.diagonals&b.straights&own == 0) {
			return true
		}
	}
	return false
}

// kingless reports whether a side has no king, on the board or in hand.
func (p *Position) kingless(c Color) bool {
	return p.kings&p.colors[c] == 0 && p.hands[c].count(King) == 0
}

// extinct reports whether a side lacks a piece type of the army, on the board
// and in hand.
func (p *Position) extinct(c Color) bool {
	own, h := p.colors[c], p.hands[c]
	for _, role := range p.rules.Roles() {
		if p.of(role)&own == 0 && h.count(role) == 0 {
			return true
		}
	}
	return false
}
