//go:build tune

package engine

// tunable returns a number of the search as a parameter, of up to twice its value.
func tunable[T ~int | ~int32](name string, number *T) Parameter {
	return Parameter{Name: name, Initial: int(*number), Min: 1, Max: 2 * int(*number), Set: func(n int) {
		*number = T(n)
		reductions = lateMoveReductions()
	}}
}
