package command

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/memory"
	"github.com/heterodox-chess/heterodox/perft"
)

// MaxThreads is the maximum number of threads on the command line.
const MaxThreads = 512

// MaxHashMB returns the maximum hash table size on the command line.
func MaxHashMB() int { return max(memory.TableMiB(1<<20), 16) }

// perftFlags are the arguments of heterodox perft.
type perftFlags struct {
	positionFlags
	split    splitFlags
	options  perft.Options
	divide   bool
	json     bool
	verify   bool
	suite    bool
	maxNodes uint64
	args     []string // the arguments that are not flags
}

func perftCommand(cluster Cluster) *cobra.Command {
	p := perftFlags{split: splitFlags{cluster: cluster}}
	cmd := &cobra.Command{
		Use:   "perft [FLAGS] DEPTH",
		Short: "count the move sequences from a position, or run suites of counts",
		Long:  "Counts the legal move sequences of a given length.",
		Example: `  heterodox perft [FLAGS] DEPTH            from one position
  heterodox perft --split K --ledger FILE [FLAGS] DEPTH
                                           in tasks, for counts that take hours or days
  heterodox perft --verify [FLAGS] DEPTH   compare the rules with slower implementations
  heterodox perft --suite [FLAGS] FILE…    check files of lines VARIANT | FEN ;D1 20 ;D2 400 …
`,
	}
	p.addTo(cmd.Flags())
	CompleteVariant(cmd)
	cmd.RunE = Run(func(ctx context.Context, args []string, std Stdio) int {
		p.args = args
		return p.run(ctx, cmd.Flags(), std)
	})
	return cmd
}

func (p *perftFlags) run(ctx context.Context, flags *pflag.FlagSet, std Stdio) int {
	if err := p.check(flags); err != nil {
		return std.Fail("perft: %v", err)
	}
	if p.suite {
		return p.runSuite(ctx, std)
	}
	depth, err := p.depth()
	if err != nil {
		return std.Fail("perft: %v", err)
	}
	pos, err := p.position(flags)
	if err != nil {
		return std.Fail("perft: %v", err)
	}
	if p.verify {
		return p.runVerify(ctx, std, pos, depth)
	}
	if flags.Changed("split") {
		fast, ok := fast.Position(pos)
		if !ok {
			return std.Fail("perft: --split is only for games on the chessboard, not for %s", p.variant)
		}
		return p.runSplit(ctx, std, fast, depth)
	}
	return p.runCount(ctx, std, pos, depth)
}

func (p *perftFlags) addTo(flags *pflag.FlagSet) {
	p.add(flags)
	flags.IntVar(&p.options.Threads, "threads", 1, "count on `N` threads")
	flags.IntVar(&p.options.HashMB, "hash", 0, "use a hash table of `MB` MiB (default none)")
	flags.BoolVar(&p.options.Lists, "lists", false, "list the moves of the last ply instead of counting them in bulk")
	flags.BoolVar(&p.divide, "divide", false, "print the count of each first move")
	flags.BoolVar(&p.json, "json", false, "print one JSON object")
	flags.BoolVar(&p.verify, "verify", false, "compare with the general machine and, for chess, also with notnil/chess")
	flags.BoolVar(&p.suite, "suite", false, "run suite files; --variant applies to lines without a variant")
	flags.Uint64Var(&p.maxNodes, "max-nodes", 0, "skip counts above `N` in suites (default none)")
	p.split.add(flags)
}

// check refuses numbers out of range and flags that cannot be combined.
func (p *perftFlags) check(flags *pflag.FlagSet) error {
	if n := p.options.Threads; n < 1 && (n < 0 || !p.split.cluster.Asked()) || n > MaxThreads {
		return fmt.Errorf("--threads %d is not in 1 … %d", n, MaxThreads)
	}
	if n, most := p.options.HashMB, MaxHashMB(); n < 0 || n > most {
		return fmt.Errorf("--hash %d is not in 0 … %d", n, most)
	}
	for _, pair := range [][2]string{
		{"suite", "fen"}, {"suite", "moves"}, {"suite", "divide"}, {"suite", "json"}, {"suite", "verify"},
		{"verify", "divide"}, {"verify", "json"}, {"verify", "lists"}, {"verify", "threads"}, {"verify", "hash"},
		{"lists", "hash"},
	} {
		if flags.Changed(pair[0]) && flags.Changed(pair[1]) {
			return fmt.Errorf("--%s and --%s cannot be combined", pair[0], pair[1])
		}
	}
	if flags.Changed("max-nodes") && !p.suite {
		return errors.New("--max-nodes needs --suite")
	}
	p.options.Seed = p.split.seed
	return p.split.check(flags)
}

// depth returns the only argument, a number.
func (p *perftFlags) depth() (int, error) {
	if len(p.args) != 1 {
		return 0, fmt.Errorf("expected one DEPTH, got %d arguments (heterodox perft --help)", len(p.args))
	}
	depth, err := strconv.Atoi(p.args[0])
	if err != nil || depth < 0 || depth > perft.MaxDepth {
		return 0, fmt.Errorf("depth %.40q is not a number in 0 … %d", p.args[0], perft.MaxDepth)
	}
	return depth, nil
}

// runCount runs perft for one position.
func (p *perftFlags) runCount(ctx context.Context, std Stdio, pos game.Position, depth int) int {
	bar := newBar(std)
	p.options.Progress = bar.show
	result, err := perft.Divide(ctx, pos, depth, p.options)
	bar.clear()
	stopped := err != nil && ctx.Err() != nil
	if err != nil && !stopped {
		return std.Fail("perft: %v", err)
	}
	report := perftReport{pos, depth, result}
	switch {
	case p.json:
		report.writeJSON(std.Out)
	default:
		report.writeText(std.Out, p.divide)
	}
	if stopped {
		std.Note("perft: interrupted: %d of %d moves finished, %d nodes in %.1f s",
			result.Finished(), len(result.Moves), result.Nodes, result.Elapsed.Seconds())
		return ExitInterrupted
	}
	return ExitOK
}
