// Package solve finds forced wins in games with turns of several moves, such as Fibonacci chess,
// and writes proofs of them, which package proof checks without it.
//
// A turn is treated as a whole: what counts are the positions in which it can end, whatever the
// order of its moves. Searches tell positions apart by keys of 128 bits; any claim about a game
// rests on a proof, whose checker compares whole positions.
package solve

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// A key tells the positions of a search apart: two independent hashes.
type key [2]uint64

func keyOf(p *chess.Position) key {
	h := uint64(p.ByColor(rules.White)) * 0x9e3779b97f4a7c15
	for i, set := range [...]chess.Bitboard{
		p.ByColor(rules.Black), p.ByRole(rules.Pawn), p.ByRole(rules.Knight), p.ByRole(rules.Bishop),
		p.ByRole(rules.Rook), p.ByRole(rules.Queen), p.ByRole(rules.King), p.CastlingRooks(),
	} {
		h = bits.RotateLeft64(h^uint64(set)*0xbf58476d1ce4e5b9, 23+i) * 0x94d049bb133111eb
	}
	return key{p.Key(), h ^ h>>29 | 1}
}

// A keySet is a set of keys.
type keySet struct {
	slots []key // of a hash table; the second half of a key is never zero
	count int
}

// add adds a key, and reports whether it is new.
func (s *keySet) add(k key) bool {
	if s.count*2 >= len(s.slots) {
		s.grow()
	}
	mask := uint64(len(s.slots) - 1)
	for at := k[0] & mask; ; at = (at + 1) & mask {
		switch slot := &s.slots[at]; {
		case slot[1] == 0:
			*slot = k
			s.count++
			return true
		case slot[0] == k[0] && slot[1] == k[1]:
			return false
		}
	}
}

func (s *keySet) grow() {
	old := s.slots
	s.slots = make([]key, max(1<<10, 2*len(old)))
	mask := uint64(len(s.slots) - 1)
	for _, k := range old {
		if k[1] == 0 {
			continue
		}
		at := k[0] & mask
		for s.slots[at][1] != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = k
	}
}

// clear empties the set, and makes room for about size keys.
func (s *keySet) clear(size int) {
	want := 1 << 10
	for want < 2*size {
		want *= 2
	}
	switch {
	case want <= cap(s.slots):
		s.slots = s.slots[:want]
		clear(s.slots)
	default:
		s.slots = make([]key, want)
	}
	s.count = 0
}

// won reports whether a side has won with the move that led to a position.
func won(p *chess.Position, side rules.Color) bool {
	if o := p.Decided(); o.Over() {
		return o.Result == rules.WinFor(side)
	}
	return p.Side() != side && p.InCheck() && p.CountMoves() == 0
}
