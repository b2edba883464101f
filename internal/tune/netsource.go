package tune

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/english"
)

// Origin says in some lines where a network comes from.
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

// writeFiles writes what games lie in the files, a line each.
func writeFiles(text *strings.Builder, indent string, files []File) {
	for _, file := range files {
		h := file.Header
		fmt.Fprintf(text, "%s- %s: %s, %d positions of %d games, %d nodes a move after %d random ones, seed %d",
			indent, file.Name, h.Variant, file.Positions, file.Games, h.Nodes, h.Plies, h.Seed)
		if h.Judged > 0 {
			fmt.Fprintf(text, ", judged with %d nodes", h.Judged)
		}
		fmt.Fprintln(text)
	}
}
