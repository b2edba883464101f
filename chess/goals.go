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

// around returns a set with the neighbours of its squares.
func around(b Bitboard) Bitboard {
	b |= b&^bitboard.FileA>>1 | b&^bitboard.FileH<<1
	return b | b<<8 | b>>8
}
