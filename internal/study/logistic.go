package study

import (
	"math"
	"slices"
)

// logistic fits coefficients so that sigmoid(x·c) predicts y, from 0 to 1, with a weight
// for each row; ridge is the strength of the pull towards 0. It uses Newton's method from
// a start.
func logistic(start []float64, x [][]float64, y, weight []float64, ridge float64) []float64 {
	n := len(start)
	c := slices.Clone(start)
	for range 25 {
		gradient, hessian := make([]float64, n), make([][]float64, n)
		for i := range hessian {
			hessian[i] = make([]float64, n)
			hessian[i][i] = ridge
			gradient[i] = -ridge * c[i]
		}
		for r, row := range x {
			if weight[r] == 0 {
				continue
			}
			sum := 0.0
			for i, v := range row {
				sum += v * c[i]
			}
			p := sigmoid(sum)
			slope := weight[r] * max(p*(1-p), 1e-6)
			for i, v := range row {
				if v == 0 {
					continue
				}
				gradient[i] += weight[r] * (y[r] - p) * v
				for j := range i + 1 {
					hessian[i][j] += slope * v * row[j]
				}
			}
		}
		for i := range n {
			for j := range i {
				hessian[j][i] = hessian[i][j]
			}
		}
		step := solve(hessian, gradient)
		// Limit long steps, so that it converges even far out, where the curve is flat.
		most, moved := 1.0, 0.0
		for _, s := range step {
			most = max(most, math.Abs(s)/2)
		}
		for i := range c {
			c[i] += step[i] / most
			moved = max(moved, math.Abs(step[i]/most))
		}
		if moved < 1e-7 {
			break
		}
	}
	return c
}

// solve solves a system of linear equations by elimination; it overwrites both arguments.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		pivot := i
		for j := i + 1; j < n; j++ {
			if math.Abs(a[j][i]) > math.Abs(a[pivot][i]) {
				pivot = j
			}
		}
		a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
		if a[i][i] == 0 {
			continue
		}
		for j := i + 1; j < n; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < n; k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			b[i] -= a[i][j] * b[j]
		}
		if a[i][i] != 0 {
			b[i] /= a[i][i]
		} else {
			b[i] = 0
		}
	}
	return b
}
