package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// seeLoses is the static exchange evaluation (SEE): it reports whether a move, which may
// capture, gives up more than edge when both sides keep capturing on its destination for as
// long as that pays, the least valuable piece first; gain is what the move itself wins.
// Pins are ignored.
func (m *model) seeLoses(p *chess.Position, move chess.Move, gain, edge int32) bool {
	switch {
	case m.relocates, m.forced, m.givesAway, m.shoots && move.IsCapture() && !m.explodes:
		// Nothing is lost for good, captures are compulsory, losing everything wins, or no
		// piece is left on the square to be captured.
		return false
	case m.explodes:
		return m.explosionLoses(p, move, gain, edge)
	}
	us, to := p.Side(), move.To()
	if move.IsCapture() && m.isLast(p, us.Opponent(), p.RoleAt(move.CapturedSquare())) {
		return false
	}
	role := move.Role()
	if promotion := move.Promotion(); promotion != rules.NoRole {
		role = promotion
	}
	// balance is what the side to move has won, edge included: first with the moved piece
	// safe, then with that piece lost.
	balance := gain + edge
	if balance < 0 {
		return true
	}
	balance -= m.stake(p, us, role)
	if balance >= 0 {
		return false
	}
	e := exchange{model: m, pos: p, to: to, occupied: p.Occupied()&^move.From().Bitboard() | to.Bitboard()}
	if move.IsEnPassant() {
		e.occupied &^= move.CapturedSquare().Bitboard()
	}
	return e.lost(us, role, balance)
}

// explosionLoses is seeLoses where captures explode: no piece is left on the square
// afterwards, so a capture wins just what it blows up, and any other move loses what the
// best capture of the moved piece would win.
func (m *model) explosionLoses(p *chess.Position, move chess.Move, gain, edge int32) bool {
	if move.IsCapture() {
		return gain+edge < 0
	}
	next := p.Play(move)
	if next.Side() == p.Side() || next.Decided().Over() {
		return false
	}
	var worst int32
	for set := next.Attackers(move.To(), next.Side()); set != 0; set = set.Next() {
		from := set.First()
		role := next.RoleAt(from)
		if role == rules.King && m.royal {
			continue // it would explode, too
		}
		worst = max(worst, m.blastOf(&next, role, from, move.To(), move.To()))
	}
	return gain+edge < worst
}

// stake returns what a side loses with a piece of a role.
func (m *model) stake(p *chess.Position, c rules.Color, role rules.Role) int32 {
	value := m.values[role]
	if m.pockets {
		value *= 2 // the enemy gets it
	}
	if m.extinct {
		value += m.scarcity(p, c, role)
	}
	return value
}

// offers reports whether a quiet move puts its piece where the enemy may take it.
func (m *model) offers(p *chess.Position, move chess.Move) bool {
	if move.IsCapture() {
		return false
	}
	e := exchange{model: m, pos: p, to: move.To(), occupied: p.Occupied()&^move.From().Bitboard() | move.To().Bitboard()}
	return e.attackers(p.Side().Opponent()) != 0
}

// isLast reports whether losing one piece of a role would lose a side the game.
func (m *model) isLast(p *chess.Position, c rules.Color, role rules.Role) bool {
	vital := int(m.vital[c&1][role&7])
	return vital >= 0 && p.Pieces(c, role).Count()+p.Hand(c, role) <= vital+1
}

// An exchange is a series of captures on one square.
type exchange struct {
	model    *model
	pos      *chess.Position
	to       bitboard.Square
	occupied bitboard.Bitboard
}

// lost reports whether side us, which has just put a piece on the square, comes out of the
// exchange with less than it needs: balance, which is negative, is what it has if that
// piece is lost too.
func (e *exchange) lost(us rules.Color, standing rules.Role, balance int32) bool {
	m, side := e.model, us
	for {
		side = side.Opponent()
		attackers := e.attackers(side)
		if attackers == 0 {
			break
		}
		role, from := e.least(attackers, side)
		if m.isLast(e.pos, side.Opponent(), standing) {
			return side != us
		}
		if m.shoots {
			return true // the capturer stays where it is, so the exchange ends
		}
		e.occupied &^= from
		if role == rules.King && m.royal {
			if e.attackers(side.Opponent()) == 0 {
				side = side.Opponent()
			}
			break // a king may not capture a defended piece
		}
		standing, balance = role, -balance-1-m.stake(e.pos, side, role)
		if balance >= 0 {
			side = side.Opponent()
			break
		}
	}
	return side == us
}

// attackers returns the remaining pieces of a side that attack the square.
func (e *exchange) attackers(c rules.Color) bitboard.Bitboard {
	p, stops := e.pos, e.occupied|e.model.holes
	queens := p.ByRole(rules.Queen)
	found := bitboard.King(e.to)&p.ByRole(rules.King) |
		bitboard.Pawn(uint(c)^1, e.to)&p.ByRole(rules.Pawn) |
		bitboard.Bishop(e.to, stops)&(p.ByRole(rules.Bishop)|queens) |
		bitboard.Rook(e.to, stops)&(p.ByRole(rules.Rook)|queens)
	knights := p.ByRole(rules.Knight)
	if e.model.rules.QueenRole() == rules.Amazon {
		knights |= queens
	}
	found |= bitboard.Knight(e.to) & knights
	return found & p.ByColor(c) & e.occupied &^ e.to.Bitboard()
}

// least returns the role of the least valuable piece in a set of a side's pieces, and the
// piece.
func (e *exchange) least(set bitboard.Bitboard, c rules.Color) (rules.Role, bitboard.Bitboard) {
	best, found := rules.NoRole, bitboard.Bitboard(0)
	for _, role := range e.model.roles {
		if pieces := set & e.pos.ByRole(role); pieces != 0 {
			if !e.model.extinct {
				return role, pieces & -pieces
			}
			if found == 0 || e.model.stake(e.pos, c, role) < e.model.stake(e.pos, c, best) {
				best, found = role, pieces&-pieces
			}
		}
	}
	return best, found
}
