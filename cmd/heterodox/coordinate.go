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
)

// clusterFlags are the arguments of commands whose work many machines can do.
type clusterFlags struct {
	target string
	wait   time.Duration
	http   string
	share  bool
}

func (c *clusterFlags) addTo(flags *pflag.FlagSet) {
	flags.StringVar(&c.target, "cluster", "", "hand out the tasks at a `URL` of NATS, or at embed[:HOST:PORT], a server in this process that works, too")
	flags.DurationVar(&c.wait, "ack-wait", time.Minute, "give a task to somebody else if its worker is silent for `TIME`")
	flags.StringVar(&c.http, "http", "", "show how it fares on a page at `ADDRESS`, as 127.0.0.1:8080, and at /metrics for Prometheus")
	flags.BoolVar(&c.share, "http-share", false, "let others on the network look at that page")
}

// check returns an error that names a bad flag.
func (c *clusterFlags) check(flags *pflag.FlagSet) error {
	for _, name := range []string{"ack-wait", "http", "http-share"} {
		if c.target == "" && flags.Changed(name) {
			return fmt.Errorf("--%s needs --cluster", name)
		}
	}
	if c.http != "" {
		if err := checkListen("http", c.http, c.share, "http-share"); err != nil {
			return err
		}
	}
	if c.wait < time.Second {
		return fmt.Errorf("--ack-wait %v is less than a second", c.wait)
	}
	return nil
}

// leastSlots is how many slots of this machine have to work: none if others may.
func (c *clusterFlags) leastSlots() int {
	if c.target != "" {
		return 0
	}
	return 1
}

// coordinate does a job on all machines that join: at the NATS server of a URL,
// or at one in this process ("embed" or "embed:HOST:PORT"), with slots of its own.
// The queue and the keys of the latter are beside the job's ledger.
func (c *clusterFlags) coordinate(ctx context.Context, std stdio, ledger string, job cluster.Job, slots int, kinds cluster.Kinds, progress func() cluster.Progress, tell func(cluster.Status)) error {
	o := cluster.Options{
		Wait: c.wait, Progress: progress, Tell: tell, Build: buildIdentity(),
		Log: func(format string, args ...any) { fmt.Fprintf(std.err, "heterodox: "+format+"\n", args...) },
	}
	var err error
	if o.Check, err = clusterCheck(job.Kind(), job.TermsText()); err != nil {
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
		return cluster.Coordinate(ctx, conn, job, o)
	}
	server, err := cluster.Embed(address, clusterDir(ledger))
	if err != nil {
		return err
	}
	defer server.Close()
	if url := server.URL(); url != "" {
		fmt.Fprintf(std.err, "heterodox: workers may join at %s\n", url)
	}
	conn, err := server.Connect()
	if err != nil {
		return err
	}
	defer conn.Close()
	if slots == 0 {
		return cluster.Coordinate(ctx, conn, job, o)
	}
	own, err := server.Connect()
	if err != nil {
		return err
	}
	defer own.Close()
	return withWorker(ctx, conn, own, job, o, &cluster.Worker{
		Name: "here", Slots: slots, Build: o.Build, Kinds: kinds, Check: clusterCheck, Tell: func(string, ...any) {},
	})
}

// servePage shows what the coordinator tells, until end is called; a browser that
// looks has time then to see the end.
func (c *clusterFlags) servePage(std stdio, o *cluster.Options) (end func(), err error) {
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
		}, hosts(listener.Addr(), c.share)),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10,
	}
	go server.Serve(listener)
	fmt.Fprintf(std.err, "heterodox: how it fares is shown at http://%s/\n", listener.Addr())
	return func() {
		if time.Since(time.Unix(0, looked.Load())) < lookedLately {
			select {
			case <-seen:
			case <-time.After(lookedLately):
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		server.Shutdown(ctx) // who is being answered gets the whole answer
		server.Close()
	}, nil
}

// lookedLately is how long ago somebody may have looked who is waited for: pages
// ask every second, metrics are asked for less often.
const lookedLately = 5 * time.Second

// withWorker coordinates a job, and works at it, too. If the worker gives up the
// job ends.
func withWorker(ctx context.Context, conn, own *nats.Conn, job cluster.Job, o cluster.Options, w *cluster.Worker) error {
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
