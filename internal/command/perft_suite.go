package command

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
func (p *perftFlags) runSuite(ctx context.Context, std Stdio) int {
	if len(p.args) == 0 {
		return std.Fail("perft: --suite wants at least one FILE")
	}
	var cases []perft.Case
	for _, name := range p.args {
		read, err := readSuite(name, p.variant)
		if err != nil {
			return std.Fail("perft: %v", err)
		}
		cases = append(cases, read...)
	}
	bar := newBar(std)
	p.options.Progress = bar.show
	result, err := perft.RunSuite(ctx, cases, p.maxNodes, p.options, func(m perft.Mismatch) {
		bar.clear()
		fmt.Fprintln(std.Out, m)
	})
	bar.clear()
	if err != nil {
		std.Note("perft: interrupted after %.1f s: %v", result.Elapsed.Seconds(), result)
		return ExitInterrupted
	}
	if result.Skipped > 0 {
		fmt.Fprintf(std.Out, "%d counts above %d nodes skipped\n", result.Skipped, p.maxNodes)
	}
	fmt.Fprintln(std.Out, result)
	if result.Mismatches > 0 {
		return ExitFailure
	}
	return ExitOK
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
func (p *perftFlags) runVerify(ctx context.Context, std Stdio, from game.Position, depth int) int {
	pos, ok := game.FastPosition(from)
	if !ok {
		return std.Fail("perft: --verify: %s is played by one machine only, so there is nothing to compare with", from.Rules().Name())
	}
	general, err := twin.New(&pos)
	if err != nil {
		return std.Fail("perft: --verify: %v", err)
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
		std.Note("perft: interrupted: %d positions agree with %s", positions, with)
		return ExitInterrupted
	case diff != nil:
		fmt.Fprintln(std.Out, diff)
		return ExitFailure
	}
	fmt.Fprintf(std.Out, "%d positions agree with %s\n", positions, with)
	return ExitOK
}
