package chess

// A hand counts the pieces a side holds, four bits a role.
type hand uint32

func (h hand) count(role Role) int { return int(h >> (4 * role) & 15) }
func (h hand) add(role Role) hand  { return h + 1<<(4*role) }
func (h hand) drop(role Role) hand { return h - 1<<(4*role) }
func handOf(counts [NumRoles]uint8) (h hand) {
	for role, n := range counts {
		h += hand(n) << (4 * role)
	}
	return h
}
