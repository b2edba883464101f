package chess

import (
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// Outcome returns how the game has ended, judged by the position alone, that is
// without repetition, which a game.Record detects. Conditions that decide the game come
// first, then the lack of a legal move, then the draws.
func (p *Position) Outcome() rules.Outcome {
	if p.decided() {
		return p.verdict()
	}
	if p.countGenerated() == 0 {
		return p.noMoves()
	}
	switch {
	case p.lacksMaterial(), p.rules.hordeDraws && p.hordeIsStuck():
		return rules.Outcome{Result: rules.Draw, Reason: rules.InsufficientMaterial}
	case p.half >= 100 && !p.rules.board.Pockets:
		return rules.Outcome{Result: rules.Draw, Reason: rules.FiftyMoves}
	}
	return rules.Outcome{}
}

// noMoves returns the outcome where the side to move has no legal move.
func (p *Position) noMoves() rules.Outcome {
	us, them := p.side, p.side.Opponent()
	switch {
	case p.rules.board.FewerPieces:
		return p.fewerPiecesWin()
	case p.rules.board.GiveAway:
		return rules.Outcome{Result: rules.WinFor(us), Reason: rules.NoMoves}
	case p.InCheck():
		return rules.Outcome{Result: rules.WinFor(them), Reason: rules.Checkmate}
	}
	return rules.Outcome{Result: rules.Draw, Reason: rules.Stalemate}
}

// fewerPiecesWin gives the win to the side with fewer pieces.
func (p *Position) fewerPiecesWin() rules.Outcome {
	switch white, black := p.owned(rules.White), p.owned(rules.Black); {
	case white < black:
		return rules.Outcome{Result: rules.WhiteWins, Reason: rules.NoMoves}
	case black < white:
		return rules.Outcome{Result: rules.BlackWins, Reason: rules.NoMoves}
	}
	return rules.Outcome{Result: rules.Draw, Reason: rules.NoMoves}
}

// owned returns how many pieces a side has, on the board and in hand.
func (p *Position) owned(c rules.Color) int {
	n := board.Popcount(p.board.Colors[c])
	for role := rules.Pawn; role < rules.NumRoles; role++ {
		n += p.hands[c].Count(role)
	}
	return n
}

// verdict returns the outcome of a decided position. The conditions are tested in a
// fixed order; except for lost kings, the side that moved last takes precedence in each.
func (p *Position) verdict() rules.Outcome {
	r, mover := p.rules, p.lastMover()
	other := mover.Opponent()
	switch white, black := p.lostKing(rules.White), p.lostKing(rules.Black); {
	case white && black:
		return rules.Outcome{Result: rules.Draw, Reason: p.whyKingLost(other)}
	case white:
		return rules.Outcome{Result: rules.BlackWins, Reason: p.whyKingLost(rules.White)}
	case black:
		return rules.Outcome{Result: rules.WhiteWins, Reason: p.whyKingLost(rules.Black)}
	}
	for _, c := range [2]rules.Color{mover, other} {
		if r.board.CheckLimit != 0 && p.checks[c] >= r.board.CheckLimit {
			return rules.Outcome{Result: rules.WinFor(c), Reason: r.lastCheck()}
		}
	}
	for _, c := range [2]rules.Color{mover, other} {
		if p.board.Kings&p.board.Colors[c]&r.board.Hill != 0 {
			return rules.Outcome{Result: rules.WinFor(c), Reason: rules.KingOnHill}
		}
	}
	if r.board.Race && p.raceIsOver() {
		return p.raceVerdict()
	}
	for _, c := range [2]rules.Color{other, mover} { // the mover wins even if it has lost a type itself
		if p.extinct(c) {
			return rules.Outcome{Result: rules.WinFor(c.Opponent()), Reason: rules.Extinct}
		}
	}
	for _, c := range [2]rules.Color{mover, other} {
		if p.bare(c) && r.board.GiveAway {
			return rules.Outcome{Result: rules.WinFor(c), Reason: rules.AllLost}
		}
	}
	return rules.Outcome{Result: rules.WinFor(rules.Black), Reason: rules.AllLost} // nothing is left of the horde
}

// whyKingLost says how a side lost its king.
func (p *Position) whyKingLost(c rules.Color) rules.Reason {
	r := p.rules
	if !r.board.Explode || r.board.Holes != 0 && c == p.lastMover() {
		return rules.KingVanished // only a king's own move takes it into a hole
	}
	return rules.KingExploded
}

// lastCheck returns the reason for a win by checks.
func (r *Ruleset) lastCheck() rules.Reason {
	switch r.board.CheckLimit {
	case 3:
		return rules.ThirdCheck
	case 5:
		return rules.FifthCheck
	}
	return rules.LastCheck
}

// raceVerdict returns the outcome of a race that is over.
func (p *Position) raceVerdict() rules.Outcome {
	switch arrived := p.board.Kings & board.GoalRank; {
	case arrived&p.board.Colors[rules.White] == 0:
		return rules.Outcome{Result: rules.BlackWins, Reason: rules.KingRaced}
	case arrived&p.board.Colors[rules.Black] == 0:
		return rules.Outcome{Result: rules.WhiteWins, Reason: rules.KingRaced}
	}
	return rules.Outcome{Result: rules.Draw, Reason: rules.BothRaced}
}

// lastMover returns the side that made the last move: the side not to move, unless
// the turn of the side to move has begun.
func (p *Position) lastMover() rules.Color {
	if p.turnHasBegun() {
		return p.side
	}
	return p.side.Opponent()
}
