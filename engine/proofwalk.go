package engine

import (
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// What a prover asks of a node, answered from the position in its frame, or by the
// walker there.

// at returns the walker, taken back to the node at ply.
func (p *prover) at(ply int) game.Walker {
	for p.walked > ply {
		p.walker.Undo()
		p.walked--
	}
	return p.walker
}

// play makes a move of the node at ply.
func (p *prover) play(ply int, m chess.Move) {
	if p.walker == nil {
		p.frames[ply+1].pos = p.frames[ply].pos.Play(m)
		return
	}
	p.at(ply).Play(m)
	p.walked = ply + 1
}

func (p *prover) moves(ply int, dst []chess.Move) []chess.Move {
	if p.walker != nil {
		return p.at(ply).Moves(dst)
	}
	return p.frames[ply].pos.Moves(dst)
}

func (p *prover) side(ply int) rules.Color {
	if p.walker != nil {
		return p.at(ply).Side()
	}
	return p.frames[ply].pos.Side()
}

// turn returns the number of the turn and the moves left in it, 0 and 0 where every
// turn is one move.
func (p *prover) turn(ply int) (number, left uint64) {
	if p.walker != nil {
		return 0, 0
	}
	return p.frames[ply].pos.Turn()
}

func (p *prover) key(ply int) uint64 {
	if p.walker != nil {
		return p.at(ply).Key()
	}
	return p.frames[ply].pos.Key()
}

func (p *prover) halfmove(ply int) int {
	if p.walker != nil {
		return p.at(ply).Halfmove()
	}
	return p.frames[ply].pos.Halfmove()
}

func (p *prover) count(ply int) int {
	if p.walker != nil {
		return p.at(ply).CountMoves()
	}
	return p.frames[ply].pos.CountMoves()
}

// decided returns how the game has ended, whatever moves there are.
func (p *prover) decided(ply int) (r rules.Result, over bool) {
	if p.walker != nil {
		return p.at(ply).Verdict()
	}
	o := p.frames[ply].pos.Decided()
	return o.Result, o.Over()
}

// stuck returns what it means that the node has no legal move.
func (p *prover) stuck(ply int) rules.Result {
	if p.walker != nil {
		return p.at(ply).Stuck()
	}
	return p.frames[ply].pos.Outcome().Result
}

func (p *prover) inCheck(ply int) bool {
	if p.walker != nil {
		return p.at(ply).InCheck()
	}
	return p.frames[ply].pos.InCheck()
}

func (p *prover) captures(m chess.Move) bool {
	if p.walker != nil {
		return m&game.NoisyCode != 0
	}
	return m.IsCapture()
}

// checks reports whether the defender is to move and in check.
func (p *prover) checks(ply int) bool { return p.side(ply) != p.attacker && p.inCheck(ply) }

// hasWon reports whether the attacker has won with the move that led to a node.
func (p *prover) hasWon(ply int) bool {
	if p.walker == nil {
		return hasWon(&p.frames[ply].pos, p.attacker)
	}
	if r, over := p.decided(ply); over {
		return r == rules.WinFor(p.attacker)
	}
	return p.side(ply) != p.attacker && p.isMated(ply)
}

// isMated reports whether the side to move has lost for want of a legal move. It
// may do so by stalemate where a walker's game has it so.
func (p *prover) isMated(ply int) bool {
	if p.walker == nil {
		return p.inCheck(ply) && p.count(ply) == 0
	}
	return (p.stalemates || p.inCheck(ply)) && p.count(ply) == 0 &&
		p.stuck(ply) == rules.WinFor(p.side(ply).Opponent())
}

// suicide reports whether a move may lose the game at once.
func (m *model) suicide() bool {
	if m.rules == nil {
		return m.traits.Suicide
	}
	return m.rules.Extinction() || m.rules.Holes() != 0 || m.givesAway || m.race
}
