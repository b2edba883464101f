package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/internal/bench"
	"github.com/heterodox-chess/heterodox/internal/cluster"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/deepcount"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/leaves"
	"github.com/heterodox-chess/heterodox/internal/match"
	"github.com/heterodox-chess/heterodox/internal/solve"
	"github.com/heterodox-chess/heterodox/internal/study"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/variants"
)

// resources are what jobs may use of this machine: a hash table of hashMB MiB for counts, that
// many slots for a match and tablesMB MiB for the tables of self in it, 0 for no limit, and engines
// other than self only with leave.
type resources struct {
	slots, hashMB, tablesMB int
	leave                   match.Leave
}

// clusterKinds returns the kinds of jobs that this program can do for other machines.
func clusterKinds(ctx context.Context, r resources) jobs.Kinds {
	return jobs.Kinds{
		deepcount.Kind: func(terms []byte) (jobs.Doer, error) {
			return deepcount.NewCounter(terms, variants.Compile, r.hashMB)
		},
		solve.Kind: func(terms []byte) (jobs.Doer, error) { return solve.NewDoer(terms, variants.Compile) },
		match.JobKind: func(terms []byte) (jobs.Doer, error) {
			nodes, err := command.SelfBench()
			if err != nil {
				return nil, err
			}
			return match.NewDoer(ctx, terms, match.Machine{
				Open: variants.Open, Self: command.SelfEngine, Bench: nodes, Leave: r.leave,
				Slots: r.slots, Cores: bench.Cores(), HashMB: r.tablesMB, Gauge: command.Gauge(r.slots),
			})
		},
		study.JobKind: func(terms []byte) (jobs.Doer, error) { return study.NewDoer(terms, command.StudyCatalogue()) },
		tune.JobKind:  func([]byte) (jobs.Doer, error) { return tune.NewDoer(variants.Open), nil },
	}
}

// clusterCheck is a fixed piece of work with the same result on all machines whose program and
// memory are in order: a short search and a small count.
func clusterCheck(string, []byte) (string, error) {
	nodes, err := command.SelfBench()
	if err != nil {
		return "", err
	}
	start := variants.MustCompile("gun+fairy").Start()
	return fmt.Sprintf("bench %d, perft %d", nodes, leaves.Count(&start, 4, nil, nil)), nil
}

// workFlags are the arguments of heterodox-lab work.
type workFlags struct {
	name        string
	slots, hash int
	engines     string
}

func workCommand() *cobra.Command {
	var f workFlags
	cmd := &cobra.Command{
		Use:   "work URL",
		Short: "work for a coordinator on another machine",
		Long: `Joins a coordinator (docs/cluster.md) and does its tasks; between jobs it waits. The
first Ctrl-C lets current tasks finish, the second stops at once.

URL is the coordinator's NATS server, such as nats://10.0.0.1:4222, or an
invitation file (heterodox-lab cluster invite).`,
	}
	f.addTo(cmd.Flags())
	cmd.RunE = command.Run(f.run)
	return cmd
}

func (f *workFlags) addTo(flags *pflag.FlagSet) {
	host, _ := os.Hostname()
	host = regexp.MustCompile(`[^A-Za-z0-9_-]+`).ReplaceAllString(host, "-")
	flags.StringVar(&f.name, "name", fmt.Sprintf("%.30s-%d", host, os.Getpid()), "the worker's `NAME`, unless an invitation names it")
	flags.IntVar(&f.slots, "slots", runtime.NumCPU(), "do `N` tasks at a time")
	flags.Lookup("name").Annotations = map[string][]string{pageDefault: {"HOST-PID"}}
	flags.Lookup("slots").Annotations = map[string][]string{pageDefault: {"CORES"}}
	flags.IntVar(&f.hash, "hash", 256, "use a hash table of `MB` MiB for counts")
	flags.StringVar(&f.engines, "allow-engines", "", "run programs in `DIR` as engines of matches; they are identified by checksum")
}

// enginesThere reports whether the directory of engines exists, if one is given.
func (f *workFlags) enginesThere() bool {
	info, err := os.Stat(f.engines)
	return f.engines == "" || err == nil && info.IsDir()
}

func (f *workFlags) run(ctx context.Context, args []string, std command.Stdio) int {
	switch {
	case len(args) != 1:
		return std.Fail("work: expected one URL")
	case f.slots < 1 || f.slots > runtime.NumCPU():
		return std.Fail("work: --slots %d is not in 1..%d, the number of cores of this machine", f.slots, runtime.NumCPU())
	case f.hash < 0 || f.hash > command.MaxHashMB():
		return std.Fail("work: --hash %d is not in 0..%d", f.hash, command.MaxHashMB())
	case !f.enginesThere():
		return std.Fail("work: --allow-engines %.60q is not a directory", f.engines)
	case !regexp.MustCompile(`^[A-Za-z0-9_-]{1,60}$`).MatchString(f.name):
		return std.Fail("work: --name %.60q may contain only letters, digits, _ and -", f.name)
	}
	conn, err := cluster.Dial(args[0], f.name)
	if err != nil {
		return std.Fail("work: %v", err)
	}
	defer conn.Close()
	w := cluster.Worker{
		Name: conn.Opts.Name, Slots: f.slots, Build: command.BuildIdentity(), Kinds: clusterKinds(ctx, resources{f.slots, f.hash, command.MaxHashMB(), match.Leave{Dir: f.engines}}), Check: clusterCheck,
		Tell: func(format string, args ...any) {
			fmt.Fprintf(std.Err, "%s "+format+"\n", append([]any{time.Now().Format(time.TimeOnly)}, args...)...)
		},
	}
	err = w.Work(ctx, context.WithoutCancel(ctx), conn)
	if ctx.Err() != nil {
		return command.ExitInterrupted
	}
	if err != nil {
		return std.Fail("work: %v", err)
	}
	return command.ExitOK
}
