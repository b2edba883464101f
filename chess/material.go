package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// Draws for want of material: as FIDE's laws know them, and in the games of
// lichess as its rules machine, scalachess, judges them.

// orthodoxMaterial reports whether material alone decides that no mate is
// possible, as in chess.
func (r *Ruleset) orthodoxMaterial() bool {
	return r.royal != 0 && r.holes == 0 && !r.shoot && !r.relocate && !r.placement && r.turns == singleMoves &&
		!r.explode && !r.pockets && !r.compulsory && !r.extinction && !r.giveAway &&
		r.checkLimit == 0 && r.hill == 0 && !r.race && !r.noChecks && !r.horde
}

// lacksMaterial reports whether neither side can win with what is left.
func (p *Position) lacksMaterial() bool { return p.rules.orthodox && p.noMate() }

// noMate reports whether no sequence of orthodox moves can mate: bare kings, one
// knight, or bishops that all stand on squares of one colour.
func (p *Position) noMate() bool {
	if p.pawns|p.straights != 0 {
		return false
	}
	bishops := p.diagonals
	if p.knights != 0 {
		return bishops == 0 && !p.knights.Several()
	}
	return bishops&bitboard.DarkSquares == 0 || bishops&bitboard.LightSquares == 0
}
