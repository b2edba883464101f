package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/internal/cluster"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/match"
)

// clusterFlags are the arguments of commands whose work many machines can do.
type clusterFlags struct {
	target string
	wait   time.Duration
	http   string
	share  bool
}

// AddFlags and the other methods implement command.Cluster.
func (c *clusterFlags) AddFlags(flags *pflag.FlagSet) {
	flags.StringVar(&c.target, "cluster", "", "distribute tasks through the NATS server at `URL`, or embed[:HOST:PORT] for one in this process")
	flags.DurationVar(&c.wait, "ack-wait", time.Minute, "give a task to another worker if its worker is silent for `TIME`")
	flags.StringVar(&c.http, "http", "", "show progress on a page at `ADDRESS`, such as 127.0.0.1:8080, and at /metrics for Prometheus")
	flags.BoolVar(&c.share, "http-share", false, "let others on the network see that page")
}

// Check returns an error that names an invalid flag.
func (c *clusterFlags) Check(flags *pflag.FlagSet) error {
	for _, name := range []string{"ack-wait", "http", "http-share"} {
		if c.target == "" && flags.Changed(name) {
			return fmt.Errorf("--%s needs --cluster", name)
		}
	}
	if c.http != "" {
		if err := command.CheckListen("http", c.http, c.share, "http-share"); err != nil {
			return err
		}
	}
	if c.wait < time.Second {
		return fmt.Errorf("--ack-wait %v is less than a second", c.wait)
	}
	return nil
}

// Asked reports whether a URL is given.
func (c *clusterFlags) Asked() bool { return c.target != "" }

// Do does a job on all machines that join: at the NATS server with a URL, or at one in
// this process ("embed" or "embed:HOST:PORT"), which also works itself. The keys are
// beside the job's ledger.
func (c *clusterFlags) Do(ctx context.Context, std command.Stdio, w command.Work) error {
	o := cluster.Options{
		Wait: c.wait, Progress: w.Progress, Build: command.BuildIdentity(),
		Log: std.Note,
	}
	if w.Tell != nil {
		o.Tell = func(cluster.Status) { w.Tell() }
	}
	var err error
	if o.Key, err = cluster.OpenKey(clusterDir(w.Ledger), true); err != nil {
		return err
	}
	if o.Check, err = clusterCheck(w.Job.Kind(), w.Job.TermsText()); err != nil {
		return err
	}
	if c.http != "" {
		end, err := c.servePage(std, &o)
		if err != nil {
			return err
		}
		defer end()
	}
	embedded, address, _ := strings.Cut(c.target, ":")
	if embedded != "embed" {
		conn, err := cluster.Dial(c.target, "coordinator")
		if err != nil {
			return err
		}
		defer conn.Close()
		return cluster.Coordinate(ctx, conn, w.Job, o)
	}
	server, err := cluster.Embed(address, clusterDir(w.Ledger))
	if err != nil {
		return err
	}
	defer server.Close()
	if url := server.URL(); url != "" {
		std.Note("workers may join at %s", url)
	}
	conn, err := server.Connect("coordinator")
	if err != nil {
		return err
	}
	defer conn.Close()
	if w.Slots == 0 {
		return cluster.Coordinate(ctx, conn, w.Job, o)
	}
	o.Own = "here"
	own, err := server.Connect(o.Own)
	if err != nil {
		return err
	}
	defer own.Close()
	kinds := clusterKinds(ctx, resources{w.Slots, w.HashMB, 0, match.Leave{Any: true}})
	return withWorker(ctx, conn, own, w.Job, o, &cluster.Worker{
		Name: o.Own, Slots: w.Slots, Build: o.Build, Kinds: kinds, Check: clusterCheck, Tell: func(string, ...any) {},
	})
}

// servePage shows the status of the coordinator until end is called; end gives open pages time
// to show the final status.
func (c *clusterFlags) servePage(std command.Stdio, o *cluster.Options) (end func(), err error) {
	listener, err := net.Listen("tcp", c.http)
	if err != nil {
		return nil, fmt.Errorf("--http: %w", err)
	}
	var last atomic.Pointer[cluster.Status]
	var looked atomic.Int64
	var once sync.Once
	seen := make(chan struct{})
	last.Store(&cluster.Status{})
	tell := o.Tell
	o.Tell = func(s cluster.Status) {
		last.Store(&s)
		if tell != nil {
			tell(s)
		}
	}
	server := &http.Server{
		Handler: cluster.Page(func() cluster.Status {
			looked.Store(time.Now().UnixNano())
			status := *last.Load()
			if status.End != "" {
				once.Do(func() { close(seen) })
			}
			return status
		}, command.Hosts(listener.Addr(), c.share)),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10,
	}
	go server.Serve(listener)
	std.Note("progress is shown at http://%s/", listener.Addr())
	return func() {
		if time.Since(time.Unix(0, looked.Load())) < lookedLately {
			select {
			case <-seen:
			case <-time.After(lookedLately):
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		server.Shutdown(ctx) // requests in progress are answered completely
		server.Close()
	}, nil
}

// lookedLately is how recent the last request must be for the end to wait: pages ask every
// second, metrics are requested less often.
const lookedLately = 5 * time.Second

// withWorker coordinates a job and also works on it. If the worker gives up, the job ends.
func withWorker(ctx context.Context, conn, own *nats.Conn, job jobs.Job, o cluster.Options, w *cluster.Worker) error {
	ctx, cancel := context.WithCancelCause(ctx)
	worked := make(chan struct{})
	go func() {
		defer close(worked)
		if err := w.Work(ctx, ctx, own); err != nil && ctx.Err() == nil {
			cancel(err)
		}
	}()
	err := cluster.Coordinate(ctx, conn, job, o)
	cancel(context.Canceled)
	select {
	case <-worked:
	case <-time.After(5 * time.Second):
	}
	return err
}
