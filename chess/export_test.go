package chess

import "unsafe"

// What the external tests need to see.

// PlainPerft is plainPerft.
func (r *Ruleset) PlainPerft(s Setup, depth int) uint64 { return r.plainPerft(s, depth) }

// PlainNext is what PlainPlay plays, without a test that the move is legal.
func (p *Position) PlainNext(m Move) Setup {
	g := plain{p.Setup(), p.rules}
	return g.apply(m).Setup
}

// StaleRights returns castling rights of squares without a king or a rook.
func (p *Position) StaleRights() Bitboard { return p.rights & backRanks &^ (p.kings | p.of(Rook)) }

// ComputeKey is computeKey, and IncrementalKey what it must be equal to.
func (p *Position) ComputeKey() uint64     { return p.computeKey() }
func (p *Position) IncrementalKey() uint64 { return p.key }

// BoardBytes is the size of the hot state.
const BoardBytes = unsafe.Sizeof(board{})
