package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// Draws because neither side can win any more: in chess by insufficient mating
// material, and in lichess's games as its rules library, scalachess, judges them.
// Games that combine other parts have none.

// A materialRule says how a game judges the remaining material.
type materialRule uint8

const (
	materialAlwaysWins materialRule = iota
	materialMates                   // as in chess
	materialChecks                  // only bare kings cannot win: other pieces may give checks
	materialExplodes                // as in atomic
	materialIsLost                  // as in antichess
)

// chooseMaterial returns how the rules judge the remaining material.
func (r *Ruleset) chooseMaterial() materialRule {
	mixed := r.board.Holes != 0 || r.board.Shoot || r.board.Relocate || r.board.Placement || r.board.Pockets || r.board.Turns != nil ||
		r.board.Extinction || r.board.Hill != 0 || r.board.Race || r.board.NoChecks || r.board.Horde
	counts, compels := r.board.CheckLimit != 0, r.board.Compulsory || r.board.GiveAway
	switch {
	case mixed:
	case r.board.Royal != 0 && !r.board.Explode && !counts && !compels:
		return materialMates
	case r.board.Royal != 0 && !r.board.Explode && counts && !compels:
		return materialChecks
	case r.board.Royal != 0 && r.board.Explode && !counts && !compels:
		return materialExplodes
	case r.board.Royal == 0 && !r.board.Explode && !counts && r.board.Compulsory && r.board.GiveAway:
		return materialIsLost
	}
	return materialAlwaysWins
}

// chooseHordeDraws reports whether a horde that cannot move, whatever Black plays, draws: mate
// and the loss of the horde are the only goals.
func (r *Ruleset) chooseHordeDraws() bool {
	b := &r.board
	return b.Horde && b.Hill == 0 && !b.Race && !b.Extinction && !b.Compulsory && !b.GiveAway && b.CheckLimit == 0 && b.Turns == nil
}

// lacksMaterial reports whether neither side can win with the remaining material.
func (p *Position) lacksMaterial() bool {
	switch p.rules.material {
	case materialMates:
		return p.noMate()
	case materialChecks:
		return p.board.Occupied() == p.board.Kings
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
	if p.board.Pawns|p.board.Straights != 0 {
		return false
	}
	bishops := p.board.Diagonals
	if p.board.Knights != 0 {
		return bishops == 0 && !p.board.Knights.Several()
	}
	return bishops&bitboard.DarkSquares == 0 || bishops&bitboard.LightSquares == 0
}

// nothingToExplode reports whether in atomic neither king can be mated or blown up
// with the remaining material: single bishops on different colours, or, against a
// bare king, two knights or one piece that is neither queen nor pawn.
func (p *Position) nothingToExplode() bool {
	if p.board.Pawns|p.board.Diagonals&p.board.Straights != 0 {
		return false
	}
	bishops, pieces := p.board.Diagonals, board.Popcount(p.board.Occupied())
	opposite := bishops&bitboard.DarkSquares != 0 && bishops&bitboard.LightSquares != 0
	switch {
	case p.board.Colors[rules.White].Several() && p.board.Colors[rules.Black].Several():
		return p.board.Knights|p.board.Straights == 0 && pieces <= 4 && opposite
	case bishops|p.board.Straights == 0:
		return pieces <= 4
	}
	return pieces <= 3 && !opposite
}

// isClosed reports whether in atomic only kings are left, pawns that block one
// another, and bishops of one side that can take no pawn.
func (p *Position) isClosed() bool {
	if p.board.Knights|p.board.Straights != 0 || !p.pawnsAreStuck() {
		return false
	}
	if p.board.Diagonals == 0 {
		return true
	}
	// The bishops belong to one side and stand on squares of one colour, and no enemy
	// pawn stands on that colour.
	side := rules.White
	if p.board.Diagonals&p.board.Colors[rules.White] == 0 {
		side = rules.Black
	}
	shade := bitboard.LightSquares
	if p.board.Diagonals&shade == 0 {
		shade = bitboard.DarkSquares
	}
	return p.board.Diagonals&^(p.board.Colors[side]&shade) == 0 && p.board.Pawns&p.board.Colors[side.Opponent()]&shade == 0
}

// pawnsAreStuck reports whether every pawn is blocked by a pawn and has nothing to take.
func (p *Position) pawnsAreStuck() bool {
	for us := range uint(2) {
		pawns := p.board.Pawns & p.board.Colors[us]
		targets := p.board.Colors[us^1]
		if us == uint(p.side) {
			targets |= p.board.Rights & board.EnPassantRanks
		}
		if board.Forward(pawns, us)&^p.board.Pawns != 0 || (board.CaptureWest(pawns, us)|board.CaptureEast(pawns, us))&targets != 0 {
			return false
		}
	}
	return true
}

// bishopsNeverMeet reports whether in antichess no capture is possible any more: the
// bishops of one side stand on light squares and those of the other on dark ones, and
// the pawns are stuck where no bishop attacks them and they attack nothing.
func (p *Position) bishopsNeverMeet() bool {
	bishops := p.board.Diagonals
	if p.board.Knights|p.board.Straights|p.board.Kings != 0 || bishops&p.board.Colors[rules.White] == 0 || bishops&p.board.Colors[rules.Black] == 0 {
		return false
	}
	for _, shade := range [2]Bitboard{bitboard.LightSquares, bitboard.DarkSquares} {
		white, black := bishops&p.board.Colors[rules.White], bishops&p.board.Colors[rules.Black]
		if white&^shade == 0 && black&shade == 0 {
			// White's bishops move on this shade. Pawns of each side are safe from
			// the enemy bishops on the shade of their own bishops.
			return p.board.Pawns&p.board.Colors[rules.White]&^shade == 0 && p.board.Pawns&p.board.Colors[rules.Black]&shade == 0 && p.pawnsAreStuck()
		}
	}
	return false
}

// hordeIsStuck reports whether the horde has no move, whatever Black plays: a draw,
// unless Black can take its last piece or some move of Black's decides the game.
func (p *Position) hordeIsStuck() bool {
	horde := p.board.Colors[rules.White]
	if p.side != rules.Black || !horde.Several() && p.board.Attackers(horde.First(), uint(rules.Black), p.board.Occupied(), &p.rules.board) != 0 {
		return false
	}
	var buf [MaxMoves]Move
	for _, m := range p.generate(buf[:0]) {
		if next := p.Play(m); next.decided() || next.countGenerated() > 0 {
			return false
		}
	}
	return true
}
