//go:build (amd64 || arm64) && !purego

package vector

// The functions in vector_amd64.s and vector_arm64.s do the same as their plain versions,
// for lengths above 0, if vectors is true.

//go:noescape
func sumVector(dst, start, rows *float32, index *uint16, n, width int)

//go:noescape
func scatterVector(rows, add *float32, index *uint16, n, width int)

//go:noescape
func activateVector(squares, sums, weights *float32, n int) float32

//go:noescape
func backwardVector(slope, weightSlope, biasSlope, squares, sums, weights *float32, n int, factor float32)

//go:noescape
func addToVector(dst, src *float32, n int)

//go:noescape
func adamVector(a *Adam, numbers, mean, square, gradient *float32, n int)

func sum(t Table, dst, start []float32, index []uint16) {
	if !vectors {
		plainSum(t, dst, start, index)
		return
	}
	if len(index) == 0 {
		copy(dst, start)
		return
	}
	sumVector(&dst[0], &start[0], &t.Numbers[0], &index[0], len(index), t.Width)
}

func scatter(t Table, add []float32, index []uint16) {
	if !vectors {
		plainScatter(t, add, index)
		return
	}
	if len(index) > 0 {
		scatterVector(&t.Numbers[0], &add[0], &index[0], len(index), t.Width)
	}
}

func activate(squares, sums, weights []float32) float32 {
	if !vectors || len(sums) == 0 {
		return plainActivate(squares, sums, weights)
	}
	return activateVector(&squares[0], &sums[0], &weights[0], len(sums))
}

func backward(slope, weightSlope, biasSlope, squares, sums, weights []float32, g float32) {
	if !vectors || len(sums) == 0 {
		plainBackward(slope, weightSlope, biasSlope, squares, sums, weights, g)
		return
	}
	backwardVector(&slope[0], &weightSlope[0], &biasSlope[0], &squares[0], &sums[0], &weights[0], len(sums), g)
}

func addTo(dst, src []float32) {
	if !vectors || len(src) == 0 {
		plainAddTo(dst, src)
		return
	}
	addToVector(&dst[0], &src[0], len(src))
}

func adam(a *Adam, numbers, mean, square, gradient []float32) {
	if !vectors || len(numbers) == 0 {
		plainAdam(a, numbers, mean, square, gradient)
		return
	}
	adamVector(a, &numbers[0], &mean[0], &square[0], &gradient[0], len(numbers))
}
