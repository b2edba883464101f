package chess

// This file finds the moves that only the safety of the mover's own king
// forbids: those that screens show in red. No game is played with them.

// Exposed appends to buf the moves that would be legal if they did not leave
// the mover's royal king attacked, in any order, and returns it: none where no
// king is royal or the game is decided. It asks the plain rules, and so is slow.
func (p *Position) Exposed(buf []Move) []Move {
	g := plain{p.Setup(), p.rules}
	if !p.rules.Royal() || g.decided() {
		return buf
	}
	for _, m := range g.pseudoLegal(nil) {
		if next := g.apply(m); next.inCheck(g.Side) && !g.isLawful(m) {
			buf = append(buf, m)
		}
	}
	return buf
}

// ExposedTo returns the pieces that would attack the mover's royal king after a
// move that is legal or Exposed: none after a legal one.
func (p *Position) ExposedTo(m Move) Bitboard {
	us, next := uint(p.side), p.board
	next.play(m, us, p.rules)
	return next.checkers(us, p.rules)
}
