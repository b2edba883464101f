package tune

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/english"
)

// Origin describes in a few lines where a network comes from.
func (f *NetFit) Origin(variant string, files []File) string {
	var text strings.Builder
	fmt.Fprintf(&text, "The network of %s, fitted to games that the engine played against itself:\n", variant)
	writeFiles(&text, "  ", files)
	o := &f.Options
	if o.Start != nil {
		fmt.Fprintf(&text, "It began as %s.\n", o.StartName)
	}
	fmt.Fprintf(&text, "Target: %.4g of the result and %.4g of the score of the search, K = %.5f; rate %.4g, decay %.4g, seed %d.\n",
		o.Blend, 1-o.Blend, f.K, o.Rate, o.Decay, o.Seed)
	fmt.Fprintf(&text, "After %s: %v\n", english.Count(o.Epochs, "epoch"), f.Fitted)
	if f.HeldOut.Positions > 0 {
		fmt.Fprintf(&text, "Held out: %v\n", f.HeldOut)
	}
	return text.String()
}

// writeFiles describes the games in the files, one line per file; consecutive files with the
// same header except for the variant and the number of games share a line.
func writeFiles(text *strings.Builder, indent string, files []File) {
	for i := 0; i < len(files); {
		file, first := files[i], files[i].Name
		h := file.Header
		n := i + 1
		for ; n < len(files) && h.alike(files[n].Header); n++ {
			file.Games += files[n].Games
			file.Positions += files[n].Positions
		}
		of := h.Variant
		if n > i+1 {
			first, of = first+" to "+files[n-1].Name, english.Count(n-i, "variant")
		}
		fmt.Fprintf(text, "%s- %s: %s, %d positions of %d games, %d nodes a move after %d random ones, seed %d",
			indent, first, of, file.Positions, file.Games, h.Nodes, h.Plies, h.Seed)
		if h.Evaluated > 0 {
			fmt.Fprintf(text, ", %.4g of all that were evaluated", h.Evaluated)
		}
		if h.Judged > 0 {
			fmt.Fprintf(text, ", judged with %d nodes", h.Judged)
		}
		fmt.Fprintln(text)
		i = n
	}
}

// alike reports whether two headers differ in the variant and agree in all else except the
// number of games.
func (h Header) alike(other Header) bool {
	same := h
	same.Variant, same.Games = other.Variant, other.Games
	return same == other && h.Variant != other.Variant
}
