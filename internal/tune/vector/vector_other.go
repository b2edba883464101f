//go:build (!amd64 && !arm64) || purego

package vector

func sum(t Table, dst, start []float32, index []uint16)   { plainSum(t, dst, start, index) }
func scatter(t Table, add []float32, index []uint16)      { plainScatter(t, add, index) }
func activate(squares, sums, weights []float32) float32   { return plainActivate(squares, sums, weights) }
func addTo(dst, src []float32)                            { plainAddTo(dst, src) }
func adam(a *Adam, numbers, mean, square, grad []float32) { plainAdam(a, numbers, mean, square, grad) }

func backward(slope, weightSlope, biasSlope, squares, sums, weights []float32, g float32) {
	plainBackward(slope, weightSlope, biasSlope, squares, sums, weights, g)
}
