package cubic

import "github.com/heterodox-chess/heterodox/rules"

const numRoles = rules.NumRoles

// rookWorth is the unit of all scores: the value of a rook on every board.
const rookWorth = 500

// measureWorth derives the piece values from the number of cells each role reaches on
// an empty board of this size, averaged over the board.
func (g *geometry[S]) measureWorth() (worth [numRoles]int) {
	var reached [numRoles]int
	var empty S
	for _, role := range []rules.Role{rules.Queen, rules.Rook, rules.Bishop, rules.Knight} {
		for cell := range g.cells {
			reached[role] += popcount(g.attacks(role, cell, &empty))
		}
	}
	for role, n := range reached {
		worth[role] = n * rookWorth / reached[rules.Rook]
	}
	worth[rules.Knight] = max(worth[rules.Knight], rookWorth/10) // at n = 2 it has no move
	return worth
}

// What the evaluation adds to the piece values for each attacked cell.
const (
	reachWeight = 3 // anywhere
	siegeWeight = 9 // around the enemy king
)

// balance evaluates the position for the side to move, in units where a rook is worth
// rookWorth: its pieces, the cells they attack, and how many of those are next to the
// enemy king, minus the same for the enemy.
func (b *board[S]) balance() int {
	us, them := b.side&1, b.side&1^1
	return b.strength(us) - b.strength(them)
}

func (b *board[S]) strength(c rules.Color) int {
	own, worth := b.colors[c], &b.g.worth
	queens := popcount(intersect(own, b.queens()))
	total := queens*worth[rules.Queen] +
		(popcount(intersect(own, b.straight))-queens)*worth[rules.Rook] +
		(popcount(intersect(own, b.triagonal))-queens)*worth[rules.Bishop] +
		popcount(intersect(own, b.knights))*worth[rules.Knight]
	occ := b.occupied()
	attacked := b.attacked(c, &occ)
	total += reachWeight * popcount(attacked)
	if king := b.king(c ^ 1); king >= 0 {
		total += siegeWeight * popcount(intersect(attacked, b.g.king[king]))
	}
	return total
}
