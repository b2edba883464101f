// Package fen writes boards of any size.
package fen

import (
	"strconv"
	"strings"
)

// Board writes a board as FENs do, from the last rank to the first. at returns the contents
// of a square, "" for an empty one.
func Board(files, ranks int, at func(file, rank int) string) string {
	var b strings.Builder
	for rank := ranks - 1; rank >= 0; rank-- {
		empty := 0
		for file := range files {
			what := at(file, rank)
			if what == "" {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			b.WriteString(what)
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}
