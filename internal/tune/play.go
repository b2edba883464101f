// Package tune fits the numbers of the evaluation to games that the engine plays
// against itself: Play plays the games and records their quiet positions, Judge
// gives some of these the scores of longer searches, Fit finds the weights that
// predict the results best, FitNet does the same for a network, and Source and
// Origin write the files that the engine is built with and describe where they
// come from.
package tune

import (
	"context"
	"io"
	"iter"

	"github.com/heterodox-chess/heterodox/game"
)

// PlayOptions describe how games are played. Start from DefaultPlayOptions.
type PlayOptions struct {
	Games       int
	Nodes       uint64 // of each search
	Plies       int    // random single moves at the start
	Seed        uint64
	Concurrency int // games at a time; it does not affect the games
	// Evaluated is the share of the positions evaluated by the searches that is recorded, with
	// their static values, in place of the quiet positions of the games; 0 for these.
	Evaluated float64
}

// DefaultPlayOptions returns 1000 games of 3000 nodes a move, after 8 random
// single moves.
func DefaultPlayOptions() PlayOptions {
	return PlayOptions{Games: 1000, Nodes: 3000, Plies: 8, Seed: 1, Concurrency: 2}
}

// Header returns the first line of a file of these games.
func (o *PlayOptions) Header(r game.Rules) Header {
	return Header{Variant: r.Name(), Games: o.Games, Nodes: o.Nodes, Plies: o.Plies, Seed: o.Seed, Evaluated: o.Evaluated}
}

// Tasks returns the games as tasks, of size games each except possibly the last.
func (o *PlayOptions) Tasks(r game.Rules, size int) iter.Seq2[Task, error] {
	return func(yield func(Task, error) bool) {
		for first := 1; first <= o.Games; first += size {
			games := Games{First: first, Count: min(size, o.Games-first+1), Plies: o.Plies, Seed: o.Seed, Evaluated: o.Evaluated}
			if !yield(Task{Number: (first - 1) / size, Variant: r.Name(), Nodes: o.Nodes, Games: &games}, nil) {
				return
			}
		}
	}
}

// Play plays games and writes a header and their records to out, each game in
// one piece as soon as it and all earlier ones have ended, in order of number.
// The same options write the same text. When ctx ends, Play writes the games
// that have ended by then and returns its error. progress is called after each
// game that is written.
func Play(ctx context.Context, out io.Writer, r game.Rules, o PlayOptions, progress func(Tally)) (Tally, error) {
	w := Writer{Out: out, Progress: progress}
	if err := w.Header(o.Header(r)); err != nil {
		return w.Tally(), err
	}
	err := doAll(ctx, o.Tasks(r, 1), o.Concurrency, func(string) (game.Rules, error) { return r, nil }, w.Take)
	if full := w.Flush(); full != nil {
		err = full
	}
	return w.Tally(), err
}
