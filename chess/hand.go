package chess

import "math/bits"

// A hand counts the pieces a side holds, four bits a role.
type hand uint32

func (h hand) count(role Role) int { return int(h >> (4 * role) & 15) }
func (h hand) drop(role Role) hand { return h - 1<<(4*role) }

// lowest returns the first role of which a hand that is not empty holds a piece.
func (h hand) lowest() Role { return Role(bits.TrailingZeros32(uint32(h)) / 4) }

// without returns the hand without its pieces of a role.
func (h hand) without(role Role) hand { return h &^ (15 << (4 * role)) }

func handOf(counts [NumRoles]uint8) (h hand) {
	for role, n := range counts {
		h += hand(n) << (4 * role)
	}
	return h
}
