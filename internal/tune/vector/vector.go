// Package vector implements the arithmetic of fitting networks: sums over rows of a table
// of 32-bit floats, several numbers at a time with AVX2 or NEON. Every function
// returns the same bits on every machine: products are rounded before they are added, and
// long sums are accumulated in Lanes parts.
package vector

const (
	// Lanes is the number of numbers that are processed at a time.
	Lanes = 8
	// Chunk divides the length of every row.
	Chunk = 64
)

// A Table holds rows of Width numbers, one after another. Width is a multiple of Chunk.
type Table struct {
	Width   int
	Numbers []float32
}

// Row returns a row.
func (t Table) Row(i int) []float32 { return t.Numbers[i*t.Width : (i+1)*t.Width] }

// Sum sets dst to start plus the rows with these indices, in order. dst and start have
// the length of a row; every index must be valid.
func (t Table) Sum(dst, start []float32, index []uint16) {
	t.check(dst, start, index)
	sum(t, dst, start, index)
}

// Scatter adds a list, as long as a row, to the rows with these indices.
func (t Table) Scatter(add []float32, index []uint16) {
	t.check(add, add, index)
	scatter(t, add, index)
}

// check panics if the arguments would lead beyond the table.
func (t Table) check(a, b []float32, index []uint16) {
	if len(a) != t.Width || len(b) != t.Width || t.Width%Chunk != 0 || t.Width == 0 {
		panic("vector: lists and rows have different lengths")
	}
	for _, i := range index {
		if (int(i)+1)*t.Width > len(t.Numbers) {
			panic("vector: no such row")
		}
	}
}

// Activate clips each number of sums to 0..1, stores the squares in squares, and returns
// the sum of squares times weights. All lists have the same length, a multiple of Chunk.
func Activate(squares, sums, weights []float32) float32 {
	checkAll(len(sums), squares, weights)
	return activate(squares, sums, weights)
}

// Backward computes the derivatives of Activate times g: it adds those by the weights to
// weightSlope and those by the sums to biasSlope, and also stores the latter in slope.
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

// Adam holds the coefficients of a step of the method Adam with decoupled weight decay
// (Loshchilov and Hutter, 2019).
type Adam struct {
	Size         float32 // factor of the gradients
	Forget       float32 // decay of the mean
	ForgetSquare float32 // decay of the mean of the squares
	Rate         float32 // learning rate, with the bias correction of the mean
	GrownSquare  float32 // bias correction of the mean of the squares
	Tiny         float32
	Shrink       float32 // what weight decay leaves of a number
	Bound        float32 // of the absolute value of all numbers
}

// Step adds up the gradients in order and updates numbers, mean and square by a step. It
// clears the gradients. All lists have the same length, a multiple of Lanes.
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
