package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Draws because neither side can win any more: in chess by want of mating
// material, and in the games of lichess as its rules machine, scalachess, judges
// them. Compositions of other parts have none.

// A materialRule says how a game judges what is left.
type materialRule uint8

const (
	materialAlwaysWins materialRule = iota
	materialMates                   // as in chess
	materialChecks                  // only bare kings cannot win: the others may give checks
	materialExplodes                // as in atomic
	materialIsLost                  // as in antichess
)

// chooseMaterial returns how the rules judge what is left.
func (r *Ruleset) chooseMaterial() materialRule {
	mixed := r.holes != 0 || r.shoot || r.relocate || r.placement || r.pockets || r.turns != singleMoves ||
		r.extinction || r.hill != 0 || r.race || r.noChecks || r.horde
	counts, compels := r.checkLimit != 0, r.compulsory || r.giveAway
	switch {
	case mixed:
	case r.royal != 0 && !r.explode && !counts && !compels:
		return materialMates
	case r.royal != 0 && !r.explode && counts && !compels:
		return materialChecks
	case r.royal != 0 && r.explode && !counts && !compels:
		return materialExplodes
	case r.royal == 0 && !r.explode && !counts && r.compulsory && r.giveAway:
		return materialIsLost
	}
	return materialAlwaysWins
}

// lacksMaterial reports whether neither side can win with what is left.
func (p *Position) lacksMaterial() bool {
	switch p.rules.material {
	case materialMates:
		return p.noMate()
	case materialChecks:
		return p.occupied() == p.kings
	case materialExplodes:
		return p.nothingToExplode() || p.isClosed()
	case materialIsLost:
		return p.bishopsNeverMeet()
	}
	return false
}

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

// nothingToExplode reports whether neither king can be mated or blown up with
// what is left in atomic: single bishops on different colours; against a bare
// king two knights, or one piece that is neither queen nor pawn.
func (p *Position) nothingToExplode() bool {
	if p.pawns|p.diagonals&p.straights != 0 {
		return false
	}
	bishops, pieces := p.diagonals, popcount(p.occupied())
	opposite := bishops&bitboard.DarkSquares != 0 && bishops&bitboard.LightSquares != 0
	switch {
	case p.colors[rules.White].Several() && p.colors[rules.Black].Several():
		return p.knights|p.straights == 0 && pieces <= 4 && opposite
	case bishops|p.straights == 0:
		return pieces <= 4
	}
	return pieces <= 3 && !opposite
}

// isClosed reports whether in atomic all that is left is kings, pawns that block
// one another, and bishops of one side that can take no pawn.
func (p *Position) isClosed() bool {
	if p.knights|p.straights != 0 || !p.pawnsAreStuck() {
		return false
	}
	if p.diagonals == 0 {
		return true
	}
	// The bishops are those of one side, on squares of one colour, and no enemy
	// pawn stands there.
	side := rules.White
	if p.diagonals&p.colors[rules.White] == 0 {
		side = rules.Black
	}
	shade := bitboard.LightSquares
	if p.diagonals&shade == 0 {
		shade = bitboard.DarkSquares
	}
	return p.diagonals&^(p.colors[side]&shade) == 0 && p.pawns&p.colors[side.Opponent()]&shade == 0
}

// pawnsAreStuck reports whether every pawn has a pawn before it and nothing to
// take.
func (p *Position) pawnsAreStuck() bool {
	for us := range uint(2) {
		pawns := p.pawns & p.colors[us]
		targets := p.colors[us^1]
		if us == uint(p.side) {
			targets |= p.rights & enPassantRanks
		}
		if forward(pawns, us)&^p.pawns != 0 || (captureWest(pawns, us)|captureEast(pawns, us))&targets != 0 {
			return false
		}
	}
	return true
}

// bishopsNeverMeet reports whether in antichess nothing can be taken any more:
// the bishops of one side stand on light squares, those of the other on dark
// ones, and the pawns are stuck where no bishop attacks them and they attack
// none.
func (p *Position) bishopsNeverMeet() bool {
	bishops := p.diagonals
	if p.knights|p.straights|p.kings != 0 || bishops&p.colors[rules.White] == 0 || bishops&p.colors[rules.Black] == 0 {
		return false
	}
	for _, shade := range [2]Bitboard{bitboard.LightSquares, bitboard.DarkSquares} {
		white, black := bishops&p.colors[rules.White], bishops&p.colors[rules.Black]
		if white&^shade == 0 && black&shade == 0 {
			// White's bishops move on this shade. Pawns of either side are safe
			// from the enemy's on the shade of their own.
			return p.pawns&p.colors[rules.White]&^shade == 0 && p.pawns&p.colors[rules.Black]&shade == 0 && p.pawnsAreStuck()
		}
	}
	return false
}

// hordeIsStuck reports whether the horde has no move, whatever Black plays: a
// draw, unless Black can take the last piece of it.
func (p *Position) hordeIsStuck() bool {
	horde := p.colors[rules.White]
	if p.side != rules.Black || !horde.Several() && p.attackers(horde.First(), uint(rules.Black), p.occupied(), p.rules) != 0 {
		return false
	}
	var buf [MaxMoves]Move
	for _, m := range p.generate(buf[:0]) {
		if next := p.Play(m); next.countGenerated() > 0 {
			return false
		}
	}
	return true
}
