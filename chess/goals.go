package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// Goals beside the main one: checks that are counted, a hill, a race. They hang on
// more than the pieces, or on a king alone, and no generator knows of them: a walk
// asks how far off they are, and goes down to boards where none can be reached.

// reachedGoal reports whether a count of checks, a king on the hill or a race has
// ended the game.
func (p *Position) reachedGoal() bool {
	r := p.rules
	return r.checkLimit != 0 && (p.checks[0] >= r.checkLimit || p.checks[1] >= r.checkLimit) ||
		p.kings&r.hill != 0 ||
		r.race && p.raceIsOver()
}

// goalIsNear reports whether a goal may be reached before the last of so many
// plies. Where it may not, all sequences of moves are there.
func (p *Position) goalIsNear(plies int) bool {
	r := p.rules
	if !r.goals {
		return false
	}
	for c := range uint(2) {
		moves := (plies - 1) / 2
		if c == uint(p.side) {
			moves = plies / 2
		}
		if r.turns != singleMoves {
			moves = max(plies-1, 0)
		}
		if r.checkLimit != 0 && int(r.checkLimit-p.checks[c]) <= moves || p.kingsReach(c, moves)&r.kingGoals != 0 {
			return true
		}
	}
	return false
}

// kingsReach returns squares among which are all those on which a side may have a
// king within so many moves.
func (p *Position) kingsReach(us uint, moves int) Bitboard {
	r, own := p.rules, p.colors[us&1]
	if r.royal == 0 && (r.relocate || r.pockets) || r.placement && p.hands != [2]hand{} {
		return everywhere
	}
	kings, pawns := p.kings&own, p.pawns&own
	if !r.promoteToKing {
		pawns = 0
	}
	for range moves {
		if kings&p.rights != 0 {
			kings |= backRank(us) // by castling
		}
		kings = around(kings)
		pawns = around(pawns) | forward(forward(pawns, us), us)
		kings |= pawns & lastRank(us)
	}
	return kings
}

// around returns a set with the neighbours of its squares.
func around(b Bitboard) Bitboard {
	b |= b&^bitboard.FileA>>1 | b&^bitboard.FileH<<1
	return b | b<<8 | b>>8
}
