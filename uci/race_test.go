//go:build race

package uci_test

// slowdown is how many times slower the tests run than the program, here because of the race
// detector.
const slowdown = 20
