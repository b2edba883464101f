package board

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Hand counts the pieces a side holds in hand, eight bits per role.
type Hand uint64

func (h Hand) Count(role rules.Role) int { return int(h >> (8 * role) & 255) }
func (h Hand) Add(role rules.Role) Hand  { return h + 1<<(8*role) }
func (h Hand) Drop(role rules.Role) Hand { return h - 1<<(8*role) }

// Lowest returns the lowest role of which a non-empty hand holds a piece.
func (h Hand) Lowest() rules.Role { return rules.Role(bits.TrailingZeros64(uint64(h)) / 8) }

// Without returns the hand without its pieces of a role.
func (h Hand) Without(role rules.Role) Hand { return h &^ (255 << (8 * role)) }

// Size returns the number of pieces, which must be less than 256.
func (h Hand) Size() int { return int(h * (0x0101010101010101) >> 56) }

func HandOf(counts [rules.NumRoles]uint8) (h Hand) {
	for role, n := range counts {
		h += Hand(n) << (8 * role)
	}
	return h
}
