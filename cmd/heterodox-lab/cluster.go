package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/cluster"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/safefile"
)

func clusterCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster COMMAND [ARGUMENTS]",
		Short: "control a job on many machines",
		Long:  "Controls a job on many machines (docs/cluster.md).",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("expected status, stop, purge or invite (see heterodox-lab cluster --help)")
			}
			return fmt.Errorf("%.40q is none of status, stop, purge and invite", args[0])
		},
	}
	cmd.AddCommand(statusCommand(), stopCommand(), purgeCommand(), inviteCommand())
	return cmd
}

func statusCommand() *cobra.Command {
	var ledger string
	cmd := &cobra.Command{
		Use: "status URL", Short: "show the progress of the job and its workers",
		Long: `Shows the progress of the job and of its workers. If the coordinator's server requires
keys, --ledger is needed.`,
		RunE: command.Run(func(ctx context.Context, args []string, std command.Stdio) int {
			return askCluster(ctx, args, ledger, std, func(*nats.Conn, *cluster.Key) error { return nil })
		}),
	}
	cmd.Flags().StringVar(&ledger, "ledger", "", "the coordinator's ledger `FILE`")
	return cmd
}

func stopCommand() *cobra.Command {
	var ledger string
	cmd := &cobra.Command{
		Use: "stop --ledger FILE URL", Short: "stop the job; finished results are kept",
		Long: `Stops the job. Finished results are kept in its ledger, and --resume continues from them.
The request is signed with the coordinator's key, which is beside its ledger.`,
		RunE: command.Run(func(ctx context.Context, args []string, std command.Stdio) int {
			if ledger == "" {
				return std.Fail("cluster stop: --ledger is needed: beside it is the key that stops the job")
			}
			return askCluster(ctx, args, ledger, std, func(conn *nats.Conn, key *cluster.Key) error { return cluster.Stop(ctx, conn, key) })
		}),
	}
	cmd.Flags().StringVar(&ledger, "ledger", "", "the coordinator's ledger `FILE`")
	return cmd
}

// reach connects to a coordinator, and returns its key if the ledger is given.
func reach(url, ledger string) (*nats.Conn, *cluster.Key, error) {
	if ledger == "" {
		conn, err := cluster.Dial(url, "status")
		return conn, nil, err
	}
	return cluster.DialOwn(url, clusterDir(ledger))
}

// askCluster asks for the status of a job, calls do, and prints the status.
func askCluster(ctx context.Context, args []string, ledger string, std command.Stdio, do func(*nats.Conn, *cluster.Key) error) int {
	if len(args) != 1 {
		return std.Fail("cluster: expected one URL")
	}
	conn, key, err := reach(args[0], ledger)
	if err != nil {
		return std.Fail("cluster: %v", err)
	}
	defer conn.Close()
	s, err := cluster.Ask(ctx, conn)
	if err == nil {
		err = do(conn, key)
	}
	if err != nil {
		return std.Fail("cluster: %s: %v", args[0], err)
	}
	writeStatus(std.Out, s)
	return command.ExitOK
}

// writeStatus writes the status of a job.
func writeStatus(w io.Writer, s cluster.Status) {
	all := ""
	if s.Progress.All > 0 {
		all = fmt.Sprintf(" of %d", s.Progress.All)
	}
	fmt.Fprintf(w, "%s %s: %d%s %s, %d results since %s, %.0f a minute, %d tasks assigned, %d assigned again, %d results refused\n",
		s.Kind, s.Job, s.Progress.Done, all, s.Progress.Unit, s.Taken, s.Began.Format(time.TimeOnly), s.Rate, s.Queued, s.Again, s.Refused)
	if s.Progress.Text != "" {
		fmt.Fprintln(w, strings.TrimRight(s.Progress.Text, "\n"))
	}
	for _, m := range s.Workers {
		state := fmt.Sprintf("%d of %d slots busy", m.Working, m.Slots)
		if m.Gone {
			state = "gone"
		}
		fmt.Fprintf(w, "%s: %s, %d results, %.1f a minute, %d failed", m.Worker, state, m.Taken, m.Rate, m.Failed)
		if m.About != "" {
			fmt.Fprintf(w, ", %s", m.About)
		}
		if m.Flag != "" {
			fmt.Fprintf(w, "; it %s", m.Flag)
		}
		if m.Out {
			fmt.Fprint(w, ", and gets no more tasks")
		}
		if m.Purged > 0 {
			fmt.Fprintf(w, "; %d of its ledger entries were discarded", m.Purged)
		}
		fmt.Fprintln(w)
	}
}

func purgeCommand() *cobra.Command {
	var ledger string
	cmd := &cobra.Command{
		Use:   "purge --ledger FILE [URL] NAME",
		Short: "discard a worker's results and compute them again",
		Long: `Excludes a worker from a match or a count and discards its results so far, which are
then computed again. The ledger keeps the old results, too, and the reason. Leave out URL
if the job has stopped, for example because two workers disagreed. A request to a
coordinator is signed with its key, which is beside its ledger.`,
		RunE: command.Run(func(ctx context.Context, args []string, std command.Stdio) int {
			var results int
			var err error
			switch {
			case ledger != "" && len(args) == 1:
				results, err = jobs.Purge(ledger, args[0], "was purged by hand")
			case ledger != "" && len(args) == 2:
				results, err = purgeAt(ctx, args[0], ledger, args[1])
			default:
				err = errors.New("--ledger and the worker's NAME are needed, and the URL while the job runs")
			}
			if err != nil {
				return std.Fail("cluster purge: %v", err)
			}
			fmt.Fprintf(std.Out, "%d entries of %s no longer count\n", results, args[len(args)-1])
			return command.ExitOK
		}),
	}
	cmd.Flags().StringVar(&ledger, "ledger", "", "the ledger or store `FILE`")
	return cmd
}

// purgeAt tells a coordinator to discard the results of a worker.
func purgeAt(ctx context.Context, url, ledger, worker string) (int, error) {
	conn, key, err := reach(url, ledger)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	return cluster.Purge(ctx, conn, key, worker)
}

func inviteCommand() *cobra.Command {
	var ledger, url, out string
	cmd := &cobra.Command{
		Use:   "invite --ledger FILE --url URL NAME",
		Short: "invite a worker on another machine",
		Long: `Makes a key for a worker, and writes an invitation for heterodox-lab work to the file
NAME.invite: a secret that admits the worker. It is for coordinators that listen beyond
loopback, and that run or have run on this machine.`,
		RunE: command.Run(func(_ context.Context, args []string, std command.Stdio) int {
			if len(args) != 1 || ledger == "" || url == "" {
				return std.Fail("cluster invite: --ledger, --url and one NAME are needed")
			}
			text, err := cluster.Invite(clusterDir(ledger), args[0], url)
			if err == nil {
				if out == "" {
					out = args[0] + ".invite"
				}
				if err = writeSecret(out, text); err != nil {
					err = errors.Join(err, cluster.Withdraw(clusterDir(ledger), args[0]))
				}
			}
			if err != nil {
				return std.Fail("cluster invite: %v", err)
			}
			fmt.Fprintf(std.Out, "%s invites %s: heterodox-lab work %s\n", out, args[0], out)
			return command.ExitOK
		}),
	}
	cmd.Flags().StringVar(&ledger, "ledger", "", "the coordinator's ledger `FILE`")
	cmd.Flags().StringVar(&url, "url", "", "the coordinator's `URL` for the worker, such as tls://host:4222")
	cmd.Flags().StringVar(&out, "out", "", "write to `FILE` (default NAME.invite)")
	return cmd
}

// writeSecret writes a new file that only its owner can read. After an error there is none.
func writeSecret(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = f.Close()
	if err == nil {
		err = safefile.WriteFile(name, text)
	}
	if err != nil {
		os.Remove(name)
	}
	return err
}

// clusterDir returns where the coordinator of a ledger keeps its keys.
func clusterDir(ledger string) string { return ledger + ".cluster" }
