package tables

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxMen is how many men a table may have, kings included.
const maxMen = 6

// black is the bit of a man's code that marks it as Black's; the others are the number of its
// kind.
const black = 1 << 6

// A crew is a set of men: their codes and squares, sorted by code, then by square.
type crew struct {
	n    int
	code [maxMen]uint8
	at   [maxMen]uint8
}

// add inserts a man in order.
func (c *crew) add(code, at uint8) {
	i := c.n
	for ; i > 0 && (c.code[i-1] > code || c.code[i-1] == code && c.at[i-1] > at); i-- {
		c.code[i], c.at[i] = c.code[i-1], c.at[i-1]
	}
	c.code[i], c.at[i] = code, at
	c.n++
}

// key returns a number that identifies the material.
func (c *crew) key() (key uint64) {
	for i := range c.n {
		key = key<<8 | uint64(c.code[i]+1)
	}
	return key
}

// swapped returns the crew with its colours exchanged and its squares mapped.
func (c *crew) swapped(to permutation) (s crew) {
	for i := range c.n {
		s.add(c.code[i]^black, to[c.at[i]])
	}
	return s
}

// A Material is the men of a table: White's, a v, and Black's, each from the king to the
// pawns, as in "KQvKR".
type Material string

// codesOf reads a material, "KQvKR" or, if each side has one king, "KQKR". It returns the men
// sorted.
func (r *rulebook) codesOf(text string) (codes []uint8, err error) {
	white, blacks, parted := strings.Cut(text, "v")
	if !parted {
		at := -1
		if strings.Count(text, "K") == 2 && strings.HasPrefix(text, "K") {
			at = strings.LastIndexByte(text, 'K')
		}
		if at < 0 {
			return nil, fmt.Errorf("%.40q is not a material such as KQvKR: White's men, a v, Black's men", text)
		}
		white, blacks = text[:at], text[at:]
	}
	for side, men := range []string{white, blacks} {
		for len(men) > 0 {
			n := 1
			for n < len(men) && men[n-1] == '+' {
				n++
			}
			kind := slices.IndexFunc(r.kinds, func(k kind) bool { return k.letter == men[:n] })
			if kind < 0 {
				return nil, fmt.Errorf("%.40q: %s has no piece %q", text, r.name, men[:n])
			}
			codes = append(codes, uint8(side*black+kind))
			men = men[n:]
		}
	}
	switch {
	case len(codes) < 2:
		return nil, fmt.Errorf("%.40q: a table has at least two men", text)
	case len(codes) > maxMen:
		return nil, fmt.Errorf("%.40q: a table has at most %d men", text, maxMen)
	}
	slices.Sort(codes)
	return codes, r.fit(codes)
}

// fit returns an error if no position of the game can have these men.
func (r *rulebook) fit(codes []uint8) error {
	if codes[0]&black != 0 || codes[len(codes)-1]&black == 0 {
		return fmt.Errorf("%s: each side of a table has at least one man", r.material(codes))
	}
	for side := range 2 {
		if r.kings[side] < 0 {
			continue
		}
		n := 0
		for _, c := range codes {
			if c == uint8(side*black+r.king) {
				n++
			}
		}
		if n != r.kings[side] {
			return fmt.Errorf("%s: %s has %d kings in %s, not %d", r.material(codes), [2]string{"White", "Black"}[side], n, r.name, r.kings[side])
		}
	}
	return nil
}

// material writes the codes of men.
func (r *rulebook) material(codes []uint8) Material {
	var b strings.Builder
	parted := false
	for _, c := range codes {
		if c&black != 0 && !parted {
			b.WriteByte('v')
			parted = true
		}
		b.WriteString(r.kinds[c&^black].letter)
	}
	if !parted {
		b.WriteByte('v')
	}
	return Material(b.String())
}

// canonical returns which of two materials, the same with colours exchanged, has the table,
// where one serves for both: White is the side with more men or, if equal, with the stronger
// ones.
func (r *rulebook) canonical(codes []uint8) []uint8 {
	if r.swap == nil {
		return codes
	}
	var sides [2][]uint8
	for _, c := range codes {
		sides[c>>6] = append(sides[c>>6], c&^black)
	}
	if cmp.Or(len(sides[1])-len(sides[0]), slices.Compare(sides[0], sides[1])) <= 0 {
		return codes
	}
	swapped := make([]uint8, len(codes))
	for i, c := range codes {
		swapped[i] = c ^ black
	}
	slices.Sort(swapped)
	return swapped
}

// hasPawns reports whether there are pawns, or other one-way pieces, among the men.
func (r *rulebook) hasPawns(codes []uint8) bool {
	return slices.ContainsFunc(codes, func(c uint8) bool { return r.kinds[c&^black].pawn })
}

func keyOf(codes []uint8) (key uint64) {
	for _, c := range codes {
		key = key<<8 | uint64(c+1)
	}
	return key
}

// materials returns all materials of n men that have tables.
func (r *rulebook) materials(n int) (list []Material) {
	var codes []uint8
	var extend func(from uint8)
	extend = func(from uint8) {
		if len(codes) == n {
			if r.fit(codes) == nil && slices.Equal(codes, r.canonical(codes)) {
				list = append(list, r.material(codes))
			}
			return
		}
		for c := from; c < black+uint8(len(r.kinds)); c++ {
			if kind := c &^ black; int(kind) < len(r.kinds) && r.kinds[kind].letter != "" {
				codes = append(codes, c)
				extend(c)
				codes = codes[:len(codes)-1]
			}
		}
	}
	extend(0)
	return list
}
