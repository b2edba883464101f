package cubic

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/rules"
)

// The attack sets of single pieces, up to and including the first occupied cell on
// each line. On boards of one word they are looked up; on larger ones each ray is
// searched for its first blocker word by word.

func (g *geometry[S]) rook(cell int, occ *S) (att S) {
	if len(att) == 1 {
		att[0] = g.windows.straight[cell&63].look((*occ)[0])
		return att
	}
	rays := &g.rays[cell]
	slideUp(&att, rays[:planarFrom], occ)
	slideDown(&att, rays[halfTurn:halfTurn+planarFrom], occ)
	return att
}

func (g *geometry[S]) bishop(cell int, occ *S) (att S) {
	if len(att) == 1 {
		att[0] = g.windows.triagonal[cell&63].look((*occ)[0])
		return att
	}
	rays := &g.rays[cell]
	slideUp(&att, rays[triagonalFrom:halfTurn], occ)
	slideDown(&att, rays[halfTurn+triagonalFrom:], occ)
	return att
}

func (g *geometry[S]) queen(cell int, occ *S) (att S) {
	if len(att) == 1 {
		att[0] = g.windows.straight[cell&63].look((*occ)[0]) | g.windows.slanted[cell&63].look((*occ)[0])
		return att
	}
	rays := &g.rays[cell]
	slideUp(&att, rays[:halfTurn], occ)
	slideDown(&att, rays[halfTurn:], occ)
	return att
}

// attacks returns the cells that a piece attacks.
func (g *geometry[S]) attacks(role rules.Role, cell int, occ *S) (att S) {
	switch role {
	case rules.Queen:
		return g.queen(cell, occ)
	case rules.Rook:
		return g.rook(cell, occ)
	case rules.Bishop:
		return g.bishop(cell, occ)
	case rules.Knight:
		return g.knight[cell]
	case rules.King:
		return g.king[cell]
	}
	return att
}

// slideUp adds the attacks along rays that lead to higher indexes: the first blocker
// is the lowest occupied bit in the first word that has one.
func slideUp[S set](att *S, rays []ray, occ *S) {
	for _, words := range rays {
		for _, r := range words {
			word := r.word & uint8(len(*att)-1)
			blockers := r.cells & (*occ)[word]
			(*att)[word] |= r.cells & (blockers ^ (blockers - 1))
			if blockers != 0 {
				break
			}
		}
	}
}

// slideDown does the same for rays that lead to lower indexes: the first blocker is
// the highest occupied bit.
func slideDown[S set](att *S, rays []ray, occ *S) {
	for _, words := range rays {
		for _, r := range words {
			word := r.word & uint8(len(*att)-1)
			blockers := r.cells & (*occ)[word]
			(*att)[word] |= r.cells & (^uint64(0) << (63 - bits.LeadingZeros64(blockers|1)))
			if blockers != 0 {
				break
			}
		}
	}
}
