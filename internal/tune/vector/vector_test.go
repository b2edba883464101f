package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// numbers returns random ones, including 0, 1 and some beyond.
func numbers(random *rand.Rand, n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(random.NormFloat64())
		if random.IntN(10) == 0 {
			list[i] = float32(random.IntN(3) - 1)
		}
	}
	return list
}

func same(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
			t.Fatalf("%s: number %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// The vector code and the plain code give the same bits.
func TestTwins(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		width := Chunk * (1 + random.IntN(4))
		table := Table{width, numbers(random, 10*width)}
		index := make([]uint16, random.IntN(12))
		for i := range index {
			index[i] = uint16(random.IntN(10))
		}
		start := numbers(random, width)
		got, want := make([]float32, width), make([]float32, width)
		table.Sum(got, start, index)
		plainSum(table, want, start, index)
		same(t, "sum", got, want)

		other := Table{width, slices.Clone(table.Numbers)}
		table.Scatter(start, index)
		plainScatter(other, start, index)
		same(t, "scatter", table.Numbers, other.Numbers)

		sums, weights, g := numbers(random, width), numbers(random, width), float32(random.NormFloat64())
		squares, squares2 := make([]float32, width), make([]float32, width)
		if a, b := Activate(squares, sums, weights), plainActivate(squares2, sums, weights); math.Float32bits(a) != math.Float32bits(b) {
			t.Fatalf("activate: %v, want %v", a, b)
		}
		same(t, "squares", squares, squares2)
		var lists, twins [3][]float32
		for i := range lists {
			lists[i] = numbers(random, width)
			twins[i] = slices.Clone(lists[i])
		}
		Backward(lists[0], lists[1], lists[2], squares, sums, weights, g)
		plainBackward(twins[0], twins[1], twins[2], squares, sums, weights, g)
		for i := range lists {
			same(t, "backward", lists[i], twins[i])
		}

		a := Adam{Size: 0.01, Forget: 0.9, ForgetSquare: 0.999, Rate: 0.02, GrownSquare: 20, Tiny: 1e-8, Shrink: 0.99, Bound: 1.5}
		state := [3][]float32{numbers(random, width), numbers(random, width), numbers(random, width)}
		for i := range state[2] {
			state[2][i] *= state[2][i]
		}
		plain := [3][]float32{slices.Clone(state[0]), slices.Clone(state[1]), slices.Clone(state[2])}
		first, second := numbers(random, width), numbers(random, width)
		gradient := make([]float32, width)
		plainAddTo(gradient, first)
		plainAddTo(gradient, second)
		plainAdam(&a, plain[0], plain[1], plain[2], gradient)
		a.Step(state[0], state[1], state[2], [][]float32{first, second})
		for i := range state {
			same(t, "adam", state[i], plain[i])
		}
		same(t, "gradient", append(first, second...), make([]float32, 2*width))
	}
}

// Arguments that would lead beyond a table panic.
func TestBounds(t *testing.T) {
	table := Table{Chunk, make([]float32, 2*Chunk)}
	list := make([]float32, Chunk)
	for name, f := range map[string]func(){
		"row":    func() { table.Sum(list, list, []uint16{2}) },
		"width":  func() { table.Scatter(list[1:], nil) },
		"chunk":  func() { Activate(list[:10], list[:10], list[:10]) },
		"length": func() { (&Adam{}).Step(list, list, list[8:], [][]float32{list}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
