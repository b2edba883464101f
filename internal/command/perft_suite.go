package command

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/notnil"
	"github.com/heterodox-chess/heterodox/internal/reference"
	"github.com/heterodox-chess/heterodox/internal/replay"
	"github.com/heterodox-chess/heterodox/perft"
	"github.com/heterodox-chess/heterodox/variants"
)

// runSuite counts the lines of suite files. All files are read first, so that a
// bad line is found at once.
func (p *perftFlags) runSuite(ctx context.Context, std Stdio) int {
	if len(p.args) == 0 {
		return std.Fail("perft: --suite needs at least one FILE")
	}
	var cases []perft.Case
	for _, name := range p.args {
		read, err := readSuite(ctx, name, p.variant, std)
		if ctx.Err() != nil {
			std.Note("perft: interrupted before counting started")
			return ExitInterrupted
		}
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

func readSuite(ctx context.Context, name, variant string, std Stdio) ([]perft.Case, error) {
	file, err := replay.Open(ctx, name, std.In)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	cases, err := perft.ReadSuite(name, file, variant, variants.Open)
	if err == nil && len(cases) == 0 {
		err = fmt.Errorf("%s has no line with counts", name)
	}
	return cases, err
}

// runVerify compares the rules machine with its references. A game that only one machine knows
// has no reference, and is only checked for consistency.
func (p *perftFlags) runVerify(ctx context.Context, std Stdio, from game.Position, depth int) int {
	pos, ok := fast.Position(from)
	if !ok {
		return verifyAlone(ctx, std, from, depth)
	}
	general, err := reference.New(&pos)
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

// verifyAlone checks what must hold for all games in every position of a tree: no move is
// listed twice, SAN and FEN read back, and the number of moves is the perft count.
func verifyAlone(ctx context.Context, std Stdio, from game.Position, depth int) int {
	positions := 0
	fault, err := checkAlone(ctx, from, depth, nil, &positions)
	switch {
	case err != nil:
		fmt.Fprintf(std.Err, "heterodox: perft: interrupted after %d positions\n", positions)
		return ExitInterrupted
	case fault != "":
		fmt.Fprintln(std.Out, fault)
		return ExitFailure
	}
	fmt.Fprintf(std.Out, "%d positions are consistent; only one machine knows %s, so they were not compared\n",
		positions, from.Rules().Name())
	return ExitOK
}

// checkAlone checks a tree of positions, and counts them. It describes a fault in a few lines.
func checkAlone(ctx context.Context, pos game.Position, depth int, line []string, positions *int) (fault string, err error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	*positions++
	say := func(format string, args ...any) (string, error) {
		return fmt.Sprintf("line:  %s\nFEN:   %s\n", cmp.Or(strings.Join(line, " "), "(no moves)"), pos.FEN()) + fmt.Sprintf(format, args...), nil
	}
	if again, err := pos.Rules().ParsePosition(pos.FEN()); err != nil || again.FEN() != pos.FEN() {
		return say("the FEN does not read back as the position")
	}
	moves := pos.Moves()
	if n, err := pos.Perft(ctx, 1); err == nil && n != uint64(len(moves)) {
		return say("%d moves are counted, %d listed", n, len(moves))
	}
	seen := map[string]bool{}
	for _, m := range moves {
		text, san := pos.UCI(m), pos.SAN(m)
		if seen[text] {
			return say("%s is listed twice", text)
		}
		seen[text] = true
		if got, err := pos.ParseSAN(san); err != nil || got != m {
			return say("%s is written %s, which does not read back as the same move", text, san)
		}
		if depth > 0 {
			if fault, err := checkAlone(ctx, pos.Play(m), depth-1, append(line, text), positions); fault != "" || err != nil {
				return fault, err
			}
		}
	}
	return "", nil
}
