package cubic

import "math/rand/v2"

// On boards of one word attack sets are looked up: a multiplication gathers the
// relevant occupied cells into an index, as in magic bitboards. At n = 4 a rook has
// three to six relevant cells, and a queen's other lines have three to eight.
type windows struct {
	straight  [64]window // a rook's lines
	triagonal [64]window // a bishop's
	slanted   [64]window // a queen's lines that are not a rook's
}

// A window is the table of one cell.
type window struct {
	mask, magic uint64
	shift       uint
	sets        []uint64
}

// look returns the attack set for a set of occupied cells.
func (w *window) look(occ uint64) uint64 {
	return w.sets[(occ&w.mask)*w.magic>>(w.shift&63)]
}

// newWindows makes the tables of all cells. The seed was chosen to find them quickly;
// any other gives correct tables too.
func newWindows(rays [][numDirections]ray) *windows {
	w := new(windows)
	random := rand.New(rand.NewPCG(0, windowSeed))
	for cell := range rays {
		r := &rays[cell]
		w.straight[cell] = newWindow(r[:planarFrom], r[halfTurn:halfTurn+planarFrom], random)
		w.triagonal[cell] = newWindow(r[triagonalFrom:halfTurn], r[halfTurn+triagonalFrom:], random)
		w.slanted[cell] = newWindow(r[planarFrom:halfTurn], r[halfTurn+planarFrom:], random)
	}
	return w
}

const windowSeed = 435

// newWindow makes the table for some rays from one cell. Its index has one bit more
// than there are relevant cells, which makes it easy to find a factor.
func newWindow(up, down []ray, random *rand.Rand) window {
	attacks := func(occ uint64) uint64 {
		var att [1]uint64
		slideUp(&att, up, &[1]uint64{occ})
		slideDown(&att, down, &[1]uint64{occ})
		return att[0]
	}
	w := window{shift: 63}
	open := attacks(0)
	for x := open; x != 0; x &= x - 1 {
		// The last cell of a ray is attacked whether or not it is occupied.
		if blocker := x & -x; attacks(blocker) != open {
			w.mask |= blocker
			w.shift--
		}
	}
	var occs, sets []uint64
	for occ := w.mask; ; occ = (occ - 1) & w.mask {
		occs, sets = append(occs, occ), append(sets, attacks(occ))
		if occ == 0 {
			break
		}
	}
	for w.magic = random.Uint64() & random.Uint64(); !w.separates(occs); {
		w.magic = random.Uint64() & random.Uint64()
	}
	w.sets = make([]uint64, 1<<(64-w.shift))
	for i, occ := range occs {
		w.sets[occ*w.magic>>(w.shift&63)] = sets[i]
	}
	return w
}

// separates reports whether the factor maps each occupancy to a different index.
func (w *window) separates(occs []uint64) bool {
	var taken [8]uint64 // as bits: no index has more than nine
	for _, occ := range occs {
		index := occ * w.magic >> (w.shift & 63)
		word, bit := &taken[index>>6&7], uint64(1)<<(index&63)
		if *word&bit != 0 {
			return false
		}
		*word |= bit
	}
	return true
}
