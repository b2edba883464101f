package chess

// SplitChecks reorders legal moves of the position: those that leave the
// opponent's royal king in check come first. It returns how many they are. It
// does not allocate, and plays only moves that may give check.
func (p *Position) SplitChecks(moves []Move) int {
	us, n := uint(p.side), 0
	aims := p.aims(us, p.rules)
	for i, m := range moves {
		if !aims.mayCheck(m) {
			continue
		}
		next := p.board
		next.play(m, us, p.rules)
		if next.checkers(us^1, p.rules) != 0 {
			moves[i], moves[n] = moves[n], m
			n++
		}
	}
	return n
}
