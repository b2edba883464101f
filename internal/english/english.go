// Package english puts numbers and lists into sentences.
package english

import (
	"fmt"
	"strings"
)

// Count writes a number of things: "1 game", "2 games".
func Count[N int | uint64 | int64](n N, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// List joins words with commas, and the last with another word: "a, b and c".
func List(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
