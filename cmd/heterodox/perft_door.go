package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/perft"
	"github.com/heterodox-chess/heterodox/variants"
)

// This file counts games that the fast machine does not play, through the door.

// library returns the games of a file of variants, "" for none.
func library(path string) (*variants.Library, error) {
	lib := new(variants.Library)
	if path == "" {
		return lib, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if errs := lib.Add(string(text)); len(errs) > 0 {
		more := ""
		if len(errs) > 1 {
			more = fmt.Sprintf(" (and %d more: heterodox variants --check %s)", len(errs)-1, path)
		}
		return nil, fmt.Errorf("%s: %w%s", path, errs[0], more)
	}
	return lib, nil
}

// doorPosition returns the position that the flags name, of a game that the fast
// machine does not know; ok is false for one that it does.
func (p *perftFlags) doorPosition(lib *variants.Library, fenGiven bool) (pos game.Position, ok bool, err error) {
	if _, err := variants.Compile(p.variant); err == nil {
		return nil, false, nil
	}
	rules, err := lib.Open(p.variant)
	if err != nil {
		return nil, true, fmt.Errorf("--variant: %w", err)
	}
	pos = rules.Start()
	if fenGiven {
		if pos, err = rules.ParsePosition(p.fen); err != nil {
			return nil, true, fmt.Errorf("--fen: %w", err)
		}
	}
	for _, text := range strings.Fields(p.moves) {
		m, err := pos.ParseMove(text)
		if err != nil {
			return nil, true, fmt.Errorf("--moves: %w", err)
		}
		pos = pos.Play(m)
	}
	return pos, true, nil
}

// A doorCount is the number of sequences that begin with one move.
type doorCount struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// countDoor counts on some threads, a first move at a time.
func countDoor(ctx context.Context, pos game.Position, depth, threads int) (counts []doorCount, nodes uint64, err error) {
	if depth == 0 {
		return nil, 1, ctx.Err()
	}
	moves := pos.Moves()
	counts = make([]doorCount, len(moves))
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(threads, 1) {
		workers.Go(func() {
			for i := range next {
				n, _ := pos.Play(moves[i]).Perft(ctx, depth-1)
				counts[i] = doorCount{pos.UCI(moves[i]), n}
			}
		})
	}
	for i := range moves {
		next <- i
	}
	close(next)
	workers.Wait()
	for _, c := range counts {
		nodes += c.Nodes
	}
	return counts, nodes, ctx.Err()
}

// runDoor counts one position.
func (p *perftFlags) runDoor(ctx context.Context, std stdio, pos game.Position, depth int) int {
	start := time.Now()
	var counts []doorCount
	var nodes uint64
	var err error
	if p.divide || p.json || p.options.Threads > 1 {
		counts, nodes, err = countDoor(ctx, pos, depth, p.options.Threads)
	} else {
		nodes, err = pos.Perft(ctx, depth)
	}
	seconds := time.Since(start).Seconds()
	if err != nil {
		fmt.Fprintf(std.err, "heterodox: perft: interrupted after %.1f s\n", seconds)
		return exitInterrupted
	}
	speed := float64(nodes) / max(seconds, 1e-9)
	if p.json {
		json.NewEncoder(std.out).Encode(struct {
			Variant  string      `json:"variant"`
			FEN      string      `json:"fen"`
			Depth    int         `json:"depth"`
			Nodes    uint64      `json:"nodes"`
			Seconds  float64     `json:"seconds"`
			Speed    float64     `json:"nodes_per_second"`
			Complete bool        `json:"complete"`
			Moves    []doorCount `json:"moves"`
		}{pos.Rules().Name(), pos.FEN(), depth, nodes, seconds, speed, true, counts})
		return exitOK
	}
	if p.divide {
		for _, c := range counts {
			fmt.Fprintf(std.out, "%s: %d\n", c.Move, c.Nodes)
		}
		fmt.Fprintln(std.out)
	}
	fmt.Fprintf(std.out, "nodes   %d\nseconds %.3f\nnodes/s %.0f\n", nodes, seconds, speed)
	return exitOK
}

// A doorCase is a line of a suite of any game.
type doorCase struct {
	where string
	pos   game.Position
	known []perft.Known
}

// readDoorSuite reads a suite of any games of a library.
func readDoorSuite(name, variant string, lib *variants.Library) (cases []doorCase, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	number := 0
	for lines.Scan() {
		number++
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		where := fmt.Sprintf("%s:%d", name, number)
		line, err := perft.ParseLine(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
		if line.Variant == "" {
			line.Variant = variant
		}
		rules, err := lib.Open(line.Variant)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
		pos, err := rules.ParsePosition(line.FEN)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
		cases = append(cases, doorCase{where, pos, line.Counts})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, number+1, err)
	}
	if len(cases) == 0 {
		return nil, errors.New(name + " holds no line with counts")
	}
	return cases, nil
}

// runDoorSuite counts the lines of suites of any games.
func (p *perftFlags) runDoorSuite(ctx context.Context, std stdio, lib *variants.Library) int {
	var cases []doorCase
	for _, name := range p.args {
		read, err := readDoorSuite(name, p.variant, lib)
		if err != nil {
			return std.fail("perft: %v", err)
		}
		cases = append(cases, read...)
	}
	result := perft.SuiteResult{Lines: len(cases)}
	for _, c := range cases {
		for _, known := range c.known {
			if p.maxNodes > 0 && known.Nodes > p.maxNodes {
				result.Skipped++
				continue
			}
			_, got, err := countDoor(ctx, c.pos, known.Depth, p.options.Threads)
			if err != nil {
				fmt.Fprintf(std.err, "heterodox: perft: interrupted: %v\n", result)
				return exitInterrupted
			}
			result.Counts++
			if got != known.Nodes {
				result.Mismatches++
				fmt.Fprintf(std.out, "%s: D%d: expected %d, got %d: %s | %s\n", c.where, known.Depth, known.Nodes, got,
					c.pos.Rules().Name(), c.pos.FEN())
			}
		}
	}
	if result.Skipped > 0 {
		fmt.Fprintf(std.out, "%d counts above %d nodes skipped\n", result.Skipped, p.maxNodes)
	}
	fmt.Fprintln(std.out, result)
	if result.Mismatches > 0 {
		return exitFailure
	}
	return exitOK
}
