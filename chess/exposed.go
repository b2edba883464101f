package chess

import (
	"slices"

	"github.com/heterodox-chess/heterodox/rules"
)

// This file finds the moves that pieces could make if kings were never in danger: those
// that screens show in red and that error messages mention. They are never played.

// Exposed appends to buf the moves that would be legal if they did not leave the
// mover's royal king attacked, in any order, and returns it. There are none if no
// king is royal or the game is decided.
func (p *Position) Exposed(buf []Move) []Move {
	if !p.rules.Royal() || p.decided() {
		return buf
	}
	for _, m := range p.pseudoLegal() {
		if p.ExposedTo(m) != 0 && !p.board.Lawful(m, uint(p.side), &p.rules.board) {
			buf = append(buf, m)
		}
	}
	return buf
}

// ExposedTo returns the pieces that would attack the mover's royal king after a move
// that is legal or Exposed; after a legal move there are none, unless it wins by exploding
// the enemy's king.
func (p *Position) ExposedTo(m Move) Bitboard {
	us, next := uint(p.side), p.board
	next.Play(m, us, &p.rules.board)
	return next.Checkers(us, &p.rules.board)
}

// pseudoLegal returns the moves of an undecided game as they would be if royal kings
// could be left attacked and no capture were compulsory: those of the game without
// these rules, except for captures of royal kings and castling out of or through check.
func (p *Position) pseudoLegal() []Move {
	us, r := uint(p.side), p.rules
	king := p.board.Kings & p.board.Colors[us^1] & r.board.Royal
	free := *p
	free.rules = r.pseudoLegal
	return slices.DeleteFunc(free.generate(nil), func(m Move) bool {
		return king.Has(m.To()) || m.IsCastling() && r.board.Royal != 0 && !p.board.SafeCastling(m, us, &r.board)
	})
}

// pseudoLegalRules returns the rules of the game whose moves pseudoLegal starts from.
func (r *Ruleset) pseudoLegalRules(start *rules.Setup) *Ruleset {
	pseudoLegal := *r
	pseudoLegal.board.Royal, pseudoLegal.board.NoChecks, pseudoLegal.board.Compulsory = 0, false, false
	pseudoLegal.derive(start)
	return &pseudoLegal
}
