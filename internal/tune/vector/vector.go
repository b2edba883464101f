// Package vector has the arithmetic of fitting networks: sums over rows of a table of
// 32-bit floats, eight numbers at a time where the processor has AVX2. Every function
// returns the same bits on every machine: products are rounded before they are added, and
// sums of many numbers are added up in Lanes parts.
package vector

const (
	// Lanes is how many numbers are computed at a time.
	Lanes = 8
	// Chunk divides the length of every row.
	Chunk = 64
)

// A Table holds rows of Width numbers one after the other. Width is a multiple of Chunk.
type Table struct {
	Width   int
	Numbers []float32
}

// Row returns a row.
func (t Table) Row(i int) []float32 { return t.Numbers[i*t.Width : (i+1)*t.Width] }

// Sum sets dst to start plus the rows of the indices, in order. dst and start have the
// length of a row; every index must be one of a row.
func (t Table) Sum(dst, start []float32, index []uint16) {
	t.check(dst, start, index)
	sum(t, dst, start, index)
}

// Scatter adds a list, of the length of a row, to the rows of the indices.
func (t Table) Scatter(add []float32, index []uint16) {
	t.check(add, add, index)
	scatter(t, add, index)
}

// check panics at what would lead beyond the table.
func (t Table) check(a, b []float32, index []uint16) {
	if len(a) != t.Width || len(b) != t.Width || t.Width%Chunk != 0 || t.Width == 0 {
		panic("vector: lists of another length than rows")
	}
	for _, i := range index {
		if (int(i)+1)*t.Width > len(t.Numbers) {
			panic("vector: no such row")
		}
	}
}

// Activate clips each number of sums to 0..1, sets squares to their squares, and returns
// the sum of these times weights. All lists are of one length, a multiple of Chunk.
func Activate(squares, sums, weights []float32) float32 {
	checkAll(len(sums), squares, weights)
	return activate(squares, sums, weights)
}

// Backward is the derivative of Activate times g: it adds that by the weights to weightSlope
// and that by the sums to biasSlope, and sets slope to the latter.
func Backward(slope, weightSlope, biasSlope, squares, sums, weights []float32, g float32) {
	checkAll(len(sums), slope, weightSlope, biasSlope, squares, weights)
	backward(slope, weightSlope, biasSlope, squares, sums, weights, g)
}

func checkAll(n int, lists ...[]float32) {
	for _, l := range lists {
		if len(l) != n || n%Chunk != 0 {
			panic("vector: lists of different lengths")
		}
	}
}

// Adam holds the numbers of a step by the method of Adam with decoupled decay (Loshchilov
// and Hutter, 2019).
type Adam struct {
	Size         float32 // what the gradients are multiplied with
	Forget       float32 // of the mean
	ForgetSquare float32 // of the mean of the squares
	Rate         float32 // of the step, divided by what the mean has of its value by now
	GrownSquare  float32 // one over what the mean of the squares has of its value by now
	Tiny         float32
	Shrink       float32 // what is left of a number by the decay
	Bound        float32 // of all numbers
}

// Step sums up the gradients in order and brings numbers, mean and square on by a step.
// The gradients are cleared. All lists are of one length, a multiple of Lanes.
func (a *Adam) Step(numbers, mean, square []float32, gradients [][]float32) {
	n := len(numbers)
	for _, g := range gradients {
		if len(g) != n {
			panic("vector: lists of different lengths")
		}
	}
	if len(mean) != n || len(square) != n || n%Lanes != 0 {
		panic("vector: lists of different lengths")
	}
	for _, g := range gradients[1:] {
		addTo(gradients[0], g)
		clear(g)
	}
	adam(a, numbers, mean, square, gradients[0])
	clear(gradients[0])
}
