package chess

import "math/bits"

// A hand counts the pieces a side holds, eight bits a role.
type hand uint64

func (h hand) count(role Role) int { return int(h >> (8 * role) & 255) }
func (h hand) add(role Role) hand  { return h + 1<<(8*role) }
func (h hand) drop(role Role) hand { return h - 1<<(8*role) }

// lowest returns the first role of which a hand that is not empty holds a piece.
func (h hand) lowest() Role { return Role(bits.TrailingZeros64(uint64(h)) / 8) }

// without returns the hand without its pieces of a role.
func (h hand) without(role Role) hand { return h &^ (255 << (8 * role)) }

// size counts the pieces, of which there are less than 256.
func (h hand) size() int { return int(h * (0x0101010101010101) >> 56) }

func handOf(counts [NumRoles]uint8) (h hand) {
	for role, n := range counts {
		h += hand(n) << (8 * role)
	}
	return h
}
