package vector

import "math"

// The plain Go versions of the vector code. A product is converted before it is added,
// so that no compiler fuses the two operations into one with a single rounding.

func plainSum(t Table, dst, start []float32, index []uint16) {
	copy(dst, start)
	for _, i := range index {
		for j, x := range t.Row(int(i)) {
			dst[j] += x
		}
	}
}

func plainScatter(t Table, add []float32, index []uint16) {
	for _, i := range index {
		row := t.Row(int(i))
		for j, x := range add {
			row[j] += x
		}
	}
}

func plainActivate(squares, sums, weights []float32) float32 {
	var parts [Lanes]float32
	for j, x := range sums {
		x = min(max(x, 0), 1)
		squares[j] = x * x
		parts[j%Lanes] += float32(squares[j] * weights[j])
	}
	return (parts[0] + parts[4] + (parts[2] + parts[6])) + (parts[1] + parts[5] + (parts[3] + parts[7]))
}

func plainBackward(slope, weightSlope, biasSlope, squares, sums, weights []float32, g float32) {
	twice := g + g
	for j, x := range sums {
		weightSlope[j] += float32(g * squares[j])
		slope[j] = 0
		if x > 0 && x < 1 {
			slope[j] = float32(float32(twice*x) * weights[j])
		}
		biasSlope[j] += slope[j]
	}
}

func plainAddTo(dst, src []float32) {
	for i, x := range src {
		dst[i] += x
	}
}

func plainAdam(a *Adam, numbers, mean, square, gradient []float32) {
	new, newSquare := 1-a.Forget, 1-a.ForgetSquare
	for i, g := range gradient {
		g = float32(g * a.Size)
		mean[i] = float32(a.Forget*mean[i]) + float32(new*g)
		square[i] = float32(a.ForgetSquare*square[i]) + float32(float32(newSquare*g)*g)
		root := float32(math.Sqrt(float64(float32(square[i] * a.GrownSquare))))
		change := float32(a.Rate*mean[i]) / (root + a.Tiny)
		numbers[i] = min(max(float32(numbers[i]*a.Shrink)-change, -a.Bound), a.Bound)
	}
}
