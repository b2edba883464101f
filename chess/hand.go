package chess

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/rules"
)

// A hand counts the pieces a side holds, eight bits a role.
type hand uint64

func (h hand) count(role rules.Role) int { return int(h >> (8 * role) & 255) }
func (h hand) add(role rules.Role) hand  { return h + 1<<(8*role) }
func (h hand) drop(role rules.Role) hand { return h - 1<<(8*role) }

// lowest returns the first role of which a hand that is not empty holds a piece.
func (h hand) lowest() rules.Role { return rules.Role(bits.TrailingZeros64(uint64(h)) / 8) }

// without returns the hand without its pieces of a role.
func (h hand) without(role rules.Role) hand { return h &^ (255 << (8 * role)) }

// size counts the pieces, of which there are less than 256.
func (h hand) size() int { return int(h * (0x0101010101010101) >> 56) }

func handOf(counts [rules.NumRoles]uint8) (h hand) {
	for role, n := range counts {
		h += hand(n) << (8 * role)
	}
	return h
}
