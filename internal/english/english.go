// Package english puts numbers into sentences.
package english

import "fmt"

// Count writes a number of things: "1 game", "2 games".
func Count[N int | uint64 | int64](n N, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
