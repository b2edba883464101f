// Package tune fits the numbers of the evaluation to games that the engine plays
// against itself: Play makes the games and records their quiet positions, Judge
// gives some of these the scores of longer searches, Fit finds the weights that
// foretell the results best, FitNet a network, and Source and Origin say what the
// files that the engine is built with hold and where that comes from.
package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/heterodox-chess/heterodox/chess"
)

// PlayOptions say how games are played. Start from DefaultPlayOptions.
type PlayOptions struct {
	Games       int
	Nodes       uint64 // of each search
	Plies       int    // random single moves at the start
	Seed        uint64
	Concurrency int // games at a time; it does not change what is played
}

// DefaultPlayOptions returns 1000 games of 3000 nodes a move, after 8 random
// single moves.
func DefaultPlayOptions() PlayOptions {
	return PlayOptions{Games: 1000, Nodes: 3000, Plies: 8, Seed: 1, Concurrency: 2}
}

// Header returns the first line of a file of these games.
func (o *PlayOptions) Header(r *chess.Ruleset) Header {
	return Header{Variant: r.Name(), Games: o.Games, Nodes: o.Nodes, Plies: o.Plies, Seed: o.Seed}
}

// A Tally counts what has been played.
type Tally struct {
	Games, Positions int
	Results          [4]int // games, by chess.Result
}

// Play plays games and writes their records to out behind a header, each game
// in one piece when it and those before it are over, in the order of their
// numbers. The same options write the same text. When ctx ends, the games that
// are finished by then are written, and its error is returned. progress is told
// after each game that is written.
func Play(ctx context.Context, out io.Writer, r *chess.Ruleset, o PlayOptions, progress func(Tally)) (Tally, error) {
	w := &sorter{out: out, progress: progress, waiting: map[int]*played{}, next: 1}
	if _, err := fmt.Fprintln(out, o.Header(r)); err != nil {
		return w.tally, err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for i := 1; i <= o.Games; i++ {
			select {
			case numbers <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range o.Concurrency {
		workers.Go(func() {
			p := newPlayer(r, o)
			for number := range numbers {
				game, err := p.play(ctx, number)
				if err == nil {
					err = w.add(number, game)
				}
				if err != nil {
					stop(err)
					return
				}
			}
		})
	}
	workers.Wait()
	return w.tally, errors.Join(context.Cause(ctx), w.flush())
}

// A sorter writes games in the order of their numbers.
type sorter struct {
	mu       sync.Mutex
	out      io.Writer
	progress func(Tally)
	waiting  map[int]*played // for one with a lower number
	next     int
	tally    Tally
	failed   bool
}

// add takes a game, and writes those whose turn it is.
func (s *sorter) add(number int, g *played) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting[number] = g
	for g := s.waiting[s.next]; g != nil; g = s.waiting[s.next] {
		if err := s.write(s.next, g); err != nil {
			return err
		}
		s.next++
	}
	return nil
}

// flush writes the games that wait for others which will not come.
func (s *sorter) flush() error {
	numbers := make([]int, 0, len(s.waiting))
	for number := range s.waiting {
		numbers = append(numbers, number)
	}
	slices.Sort(numbers)
	for _, number := range numbers {
		if err := s.write(number, s.waiting[number]); err != nil {
			return err
		}
	}
	return nil
}

// write writes one game. After an error it writes no more.
func (s *sorter) write(number int, g *played) error {
	delete(s.waiting, number)
	if s.failed {
		return nil
	}
	if _, err := s.out.Write(g.lines(number)); err != nil {
		s.failed = true
		return err
	}
	s.tally.Games++
	s.tally.Positions += len(g.positions)
	s.tally.Results[g.result]++
	if s.progress != nil {
		s.progress(s.tally)
	}
	return nil
}
