package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/proof"
	"github.com/heterodox-chess/heterodox/variants"
)

func checkProofCommand() *cobra.Command {
	part := "1/1"
	cmd := &cobra.Command{
		Use:   "check-proof [--part I/N] FILE",
		Short: "check a proof of who wins a game",
		Long: `Checks a proof, written by heterodox-lab solve, that a side wins by some turn, or has
not lost by then. It uses the slower rules machine, against which the fast one is tested,
and goes through every turn of the opponent. The exit status is 1 if the proof is wrong
(docs/solved.md).`,
	}
	cmd.Flags().StringVar(&part, "part", part, "check only part I of N, as `I/N`; the proof holds if all its parts do")
	cmd.RunE = Run(func(ctx context.Context, args []string, std Stdio) int {
		if len(args) != 1 {
			return std.Fail("check-proof: one FILE is needed")
		}
		return checkProof(ctx, std, args[0], part)
	})
	return cmd
}

func checkProof(ctx context.Context, std Stdio, file, part string) int {
	i, n, err := parsePart(part)
	if err != nil {
		return std.Fail("check-proof: %v", err)
	}
	p, err := readFile(ctx, file, std, proof.Read)
	if ctx.Err() != nil {
		std.Note("check-proof: interrupted before checking started")
		return ExitInterrupted
	}
	if err != nil {
		return std.Fail("check-proof: %v", err)
	}
	r, err := variants.Compile(p.Variant)
	if err != nil {
		return std.Fail("check-proof: %s: %v", file, err)
	}
	live := NewLiveLine(std)
	report, err := p.Check(ctx, r.Variant(), i, n, func(done, all int) { live.Show("%d of %d lines", done, all) })
	live.Clear()
	switch {
	case ctx.Err() != nil:
		std.Note("check-proof: interrupted after %d lines", report.Mine)
		return ExitInterrupted
	case err != nil:
		std.Note("check-proof: %s: %v", file, err)
		return ExitFailure
	}
	fmt.Fprintf(std.Out, "%s: part %d of %d holds\n%d of %d last lines, %d ends of turns", p.Claim(), i, n, report.Mine, report.Last, report.Ends)
	if p.Wins {
		fmt.Fprintf(std.Out, ", %d wins", report.Wins)
	}
	fmt.Fprintln(std.Out)
	return ExitOK
}

// parsePart parses I/N.
func parsePart(text string) (i, n int, err error) {
	var rest string
	if k, _ := fmt.Sscanf(text+" ", "%d/%d%s", &i, &n, &rest); k != 2 || i < 1 || i > n || fmt.Sprintf("%d/%d", i, n) != text {
		return 0, 0, fmt.Errorf("--part %.20q is not I/N with I in 1 … N", text)
	}
	return i, n, nil
}
