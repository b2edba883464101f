package command

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/perft"
)

// A perftReport is a count, with its position and depth.
type perftReport struct {
	pos    game.Position
	depth  int
	result perft.Result
}

// speed returns nodes per second, 0 if no time has passed.
func (r *perftReport) speed() float64 {
	if r.result.Elapsed <= 0 {
		return 0
	}
	return float64(r.result.Nodes) / r.result.Elapsed.Seconds()
}

// writeText writes the finished first moves, if divide is set, and the sum; for an
// interrupted count only the moves.
func (r *perftReport) writeText(w io.Writer, divide bool) {
	if divide {
		for _, m := range r.result.Moves {
			if m.Complete {
				fmt.Fprintf(w, "%s: %d\n", r.pos.UCI(m.Move), m.Nodes)
			}
		}
		fmt.Fprintln(w)
	}
	if r.result.Complete {
		fmt.Fprintf(w, "nodes   %d\nseconds %.3f\nnodes/s %.0f\n",
			r.result.Nodes, r.result.Elapsed.Seconds(), r.speed())
	}
}

// writeJSON writes one line of JSON.
func (r *perftReport) writeJSON(w io.Writer) {
	type moveJSON struct {
		Move     string `json:"move"`
		Nodes    uint64 `json:"nodes"`
		Complete bool   `json:"complete"`
	}
	moves := []moveJSON{}
	for _, m := range r.result.Moves {
		moves = append(moves, moveJSON{r.pos.UCI(m.Move), m.Nodes, m.Complete})
	}
	json.NewEncoder(w).Encode(struct {
		Variant  string     `json:"variant"`
		FEN      string     `json:"fen"`
		Depth    int        `json:"depth"`
		Nodes    uint64     `json:"nodes"`
		Seconds  float64    `json:"seconds"`
		Speed    float64    `json:"nodes_per_second"`
		Complete bool       `json:"complete"`
		Moves    []moveJSON `json:"moves"`
	}{
		r.pos.Rules().Name(), r.pos.FEN(), r.depth, r.result.Nodes,
		r.result.Elapsed.Seconds(), r.speed(), r.result.Complete, moves,
	})
}
