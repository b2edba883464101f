package main

import (
	"context"
	"fmt"
	"os"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/notnil"
	"github.com/heterodox-chess/heterodox/internal/twin"
	"github.com/heterodox-chess/heterodox/perft"
	"github.com/heterodox-chess/heterodox/variants"
)

// runSuite counts the lines of suite files. All files are read before anything
// is counted, so a bad line is found at once.
func (p *perftFlags) runSuite(ctx context.Context, std stdio) int {
	if len(p.args) == 0 {
		return std.fail("perft: --suite wants at least one FILE")
	}
	var cases []perft.Case
	for _, name := range p.args {
		read, err := readSuite(name, p.variant)
		if err != nil {
			return std.fail("perft: %v", err)
		}
		cases = append(cases, read...)
	}
	bar := newBar(std)
	p.options.Progress = bar.show
	result, err := perft.RunSuite(ctx, cases, p.maxNodes, p.options, func(m perft.Mismatch) {
		bar.clear()
		fmt.Fprintln(std.out, m)
	})
	bar.clear()
	if err != nil {
		fmt.Fprintf(std.err, "heterodox: perft: interrupted after %.1f s: %v\n", result.Elapsed.Seconds(), result)
		return exitInterrupted
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

func readSuite(name, variant string) ([]perft.Case, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	cases, err := perft.ReadSuite(name, file, variant, variants.Open)
	if err == nil && len(cases) == 0 {
		err = fmt.Errorf("%s holds no line with counts", name)
	}
	return cases, err
}

// runVerify compares the rules machine with its references.
func (p *perftFlags) runVerify(ctx context.Context, std stdio, from game.Position, depth int) int {
	pos, ok := game.FastPosition(from)
	if !ok {
		return std.fail("perft: --verify: %s is played by one machine only, so there is nothing to compare with", from.Rules().Name())
	}
	general, err := twin.New(&pos)
	if err != nil {
		return std.fail("perft: --verify: %v", err)
	}
	refs := []perft.Reference{general}
	with := general.Name()
	if ref, ok := notnil.New(&pos); ok {
		refs = append(refs, ref)
		with += " and " + ref.Name()
	}
	diff, positions, err := perft.Verify(ctx, &pos, depth, refs...)
	switch {
	case err != nil:
		fmt.Fprintf(std.err, "heterodox: perft: interrupted: %d positions agree with %s\n", positions, with)
		return exitInterrupted
	case diff != nil:
		fmt.Fprintln(std.out, diff)
		return exitFailure
	}
	fmt.Fprintf(std.out, "%d positions agree with %s\n", positions, with)
	return exitOK
}
