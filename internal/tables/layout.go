package tables

import "slices"

// A permutation maps squares to squares.
type permutation []uint8

// A layout numbers the positions of a material, for either side to move: the squares of the men
// are the digits of a number. Positions that a symmetry of the rules maps onto each other share
// a number: one man, the leader, the only one of its kind on its side, stands on only one of
// each set of squares that are equivalent by symmetry.
type layout struct {
	codes  []uint8
	leader int
	size   uint64
	// worth is what a man on a square adds to the number; -1 where it cannot stand.
	worth  [maxMen][]int64
	stands [maxMen][]uint8 // the squares by digit
	place  [maxMen]uint64  // the place value of a man's digit
	syms   []permutation
	// apply are the symmetries that take the leader from a square to its representative.
	apply [][]int
	twins bool // there are several men of one kind and colour
}

func (r *rulebook) newLayout(codes []uint8) *layout {
	l := &layout{codes: codes, leader: -1}
	for i, c := range codes {
		switch single := count(codes, c) == 1; {
		case !single:
			l.twins = true
		case l.leader < 0 || int(c&^black) == r.king && int(codes[l.leader]&^black) != r.king:
			l.leader = i
		}
	}
	l.syms = r.syms[0]
	if r.hasPawns(codes) {
		l.syms = r.syms[1]
	}
	if l.leader < 0 {
		l.leader, l.syms = 0, l.syms[:1]
	}
	l.apply = make([][]int, r.squares)
	l.size = 1
	for _, i := range l.order() {
		stands := r.kinds[codes[i]&^black].stands[codes[i]>>6]
		if i == l.leader {
			stands = l.representatives(stands)
		}
		l.stands[i], l.place[i] = stands, l.size
		l.worth[i] = make([]int64, r.squares)
		for sq := range l.worth[i] {
			l.worth[i][sq] = -1
		}
		for digit, sq := range stands {
			l.worth[i][sq] = int64(uint64(digit) * l.size)
		}
		l.size *= uint64(len(stands))
	}
	return l
}

// order returns the men from the lowest digit to the highest, which is the leader's.
func (l *layout) order() (order []int) {
	for i := len(l.codes) - 1; i >= 0; i-- {
		if i != l.leader {
			order = append(order, i)
		}
	}
	return append(order, l.leader)
}

func count(codes []uint8, code uint8) (n int) {
	for _, c := range codes {
		if c == code {
			n++
		}
	}
	return n
}

// representatives returns the least square of each set of equivalent squares, and notes the
// symmetries that take other squares there.
func (l *layout) representatives(stands []uint8) (own []uint8) {
	for sq := range l.apply {
		least := uint8(sq)
		for _, p := range l.syms {
			least = min(least, p[sq])
		}
		for s, p := range l.syms {
			if p[sq] == least {
				l.apply[sq] = append(l.apply[sq], s)
			}
		}
		if least == uint8(sq) && slices.Contains(stands, least) {
			own = append(own, least)
		}
	}
	return own
}

// index returns the number of a position whose men are given in the order of the codes; those of
// one kind and colour in any order. It returns false if a man cannot stand on its square.
func (l *layout) index(at *[maxMen]uint8) (uint64, bool) {
	apply := l.apply[at[l.leader]]
	if len(apply) == 1 && !l.twins {
		p, sum := l.syms[apply[0]], int64(0)
		for i := range l.codes {
			w := l.worth[i][p[at[i]]]
			if w < 0 {
				return 0, false
			}
			sum += w
		}
		return uint64(sum), true
	}
	least := int64(-1)
	for _, s := range apply {
		p, sum := l.syms[s], int64(0)
		var to [maxMen]uint8
		for i := range l.codes {
			sq := p[at[i]]
			k := i
			for ; k > 0 && l.codes[k-1] == l.codes[i] && to[k-1] > sq; k-- {
				to[k] = to[k-1]
			}
			to[k] = sq
		}
		for i := range l.codes {
			w := l.worth[i][to[i]]
			if w < 0 {
				return 0, false
			}
			sum += w
		}
		if least < 0 || sum < least {
			least = sum
		}
	}
	return uint64(least), true
}

// squares returns where the men of a number stand; ok is false if two stand on one square, or if
// the position has another number.
func (l *layout) squares(index uint64, at *[maxMen]uint8) (ok bool) {
	for i := range l.codes {
		stands := l.stands[i]
		at[i] = stands[index/l.place[i]%uint64(len(stands))]
		for k := range i {
			if at[k] == at[i] || l.codes[k] == l.codes[i] && at[k] > at[i] {
				return false
			}
		}
	}
	if len(l.apply[at[l.leader]]) == 1 {
		return true
	}
	own, ok := l.index(at)
	return ok && own == index
}

// images returns how many different positions share the number of a position.
func (l *layout) images(at *[maxMen]uint8) int {
	same := 1
	if apply := l.apply[at[l.leader]]; len(apply) > 1 {
		same = 0
		for _, s := range apply {
			var to crew
			for i, c := range l.codes {
				to.add(c, l.syms[s][at[i]])
			}
			is := true
			for i := range l.codes {
				is = is && to.at[i] == at[i]
			}
			if is {
				same++
			}
		}
	}
	return len(l.syms) / same
}
