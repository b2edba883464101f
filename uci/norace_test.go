//go:build !race

package uci_test

// slowdown is how many times slower the tests run than the program.
const slowdown = 1
