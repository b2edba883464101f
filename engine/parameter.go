package engine

// A Parameter is a number of the search that can be set, for all engines at once, in a
// program built with the tag tune.
type Parameter struct {
	Name              string
	Initial, Min, Max int
	// Set sets it. No engine may be searching.
	Set func(int)
}

// Parameters returns the numbers of the search that can be set, none in an ordinary build.
func Parameters() []Parameter { return parameters }
