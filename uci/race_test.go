//go:build race

package uci_test

// slowdown is by how much slower the tests run than the program, here with
// the race detector at work.
const slowdown = 20
