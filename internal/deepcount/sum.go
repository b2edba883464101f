package deepcount

import (
	"math/big"
	"math/bits"
)

// A Sum is a sum of products of 64-bit numbers, of any size. The zero value is 0.
type Sum struct {
	high, low uint64
	rest      big.Int // overflow of the other two
}

// Add adds a·b.
func (s *Sum) Add(a, b uint64) {
	high, low := bits.Mul64(a, b)
	var carry uint64
	s.low, carry = bits.Add64(s.low, low, 0)
	s.high, carry = bits.Add64(s.high, high, carry)
	if carry != 0 {
		s.rest.Add(&s.rest, new(big.Int).Lsh(big.NewInt(1), 128))
	}
}

// Int returns the sum.
func (s *Sum) Int() *big.Int {
	n := new(big.Int).SetUint64(s.high)
	n.Lsh(n, 64)
	n.Add(n, new(big.Int).SetUint64(s.low))
	return n.Add(n, &s.rest)
}

func (s *Sum) String() string { return s.Int().String() }
