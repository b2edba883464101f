package chess

// What the external tests need to see.

// PlainPerft is plainPerft.
func (r *Ruleset) PlainPerft(s Setup, depth int) uint64 { return r.plainPerft(s, depth) }

// PlainNext is what PlainPlay plays, without a test that the move is legal.
func (p *Position) PlainNext(m Move) Setup {
	g := plain{p.Setup(), p.rules}
	return g.apply(m).Setup
}

// ComputeKey is computeKey, and IncrementalKey what it must be equal to.
func (p *Position) ComputeKey() uint64     { return p.computeKey() }
func (p *Position) IncrementalKey() uint64 { return p.key }
