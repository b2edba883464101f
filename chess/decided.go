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
