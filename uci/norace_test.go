//go:build !race

package uci_test

// slowdown is by how much slower the tests run than the program.
const slowdown = 1
