//go:build !purego

package vector

import "golang.org/x/sys/cpu"

// The functions in vector_amd64.s do the same as their plain versions, for lengths
// above 0.

//go:noescape
func sumAVX2(dst, start, rows *float32, index *uint16, n, width int)

//go:noescape
func scatterAVX2(rows, add *float32, index *uint16, n, width int)

//go:noescape
func activateAVX2(squares, sums, weights *float32, n int) float32

//go:noescape
func backwardAVX2(slope, weightSlope, biasSlope, squares, sums, weights *float32, n int, factor float32)

//go:noescape
func addToAVX2(dst, src *float32, n int)

//go:noescape
func adamAVX2(a *Adam, numbers, mean, square, gradient *float32, n int)

func sum(t Table, dst, start []float32, index []uint16) {
	if !cpu.X86.HasAVX2 {
		plainSum(t, dst, start, index)
		return
	}
	if len(index) == 0 {
		copy(dst, start)
		return
	}
	sumAVX2(&dst[0], &start[0], &t.Numbers[0], &index[0], len(index), t.Width)
}

func scatter(t Table, add []float32, index []uint16) {
	if !cpu.X86.HasAVX2 {
		plainScatter(t, add, index)
		return
	}
	if len(index) > 0 {
		scatterAVX2(&t.Numbers[0], &add[0], &index[0], len(index), t.Width)
	}
}

func activate(squares, sums, weights []float32) float32 {
	if !cpu.X86.HasAVX2 || len(sums) == 0 {
		return plainActivate(squares, sums, weights)
	}
	return activateAVX2(&squares[0], &sums[0], &weights[0], len(sums))
}

func backward(slope, weightSlope, biasSlope, squares, sums, weights []float32, g float32) {
	if !cpu.X86.HasAVX2 || len(sums) == 0 {
		plainBackward(slope, weightSlope, biasSlope, squares, sums, weights, g)
		return
	}
	backwardAVX2(&slope[0], &weightSlope[0], &biasSlope[0], &squares[0], &sums[0], &weights[0], len(sums), g)
}

func addTo(dst, src []float32) {
	if !cpu.X86.HasAVX2 || len(src) == 0 {
		plainAddTo(dst, src)
		return
	}
	addToAVX2(&dst[0], &src[0], len(src))
}

func adam(a *Adam, numbers, mean, square, gradient []float32) {
	if !cpu.X86.HasAVX2 || len(numbers) == 0 {
		plainAdam(a, numbers, mean, square, gradient)
		return
	}
	adamAVX2(a, &numbers[0], &mean[0], &square[0], &gradient[0], len(numbers))
}
