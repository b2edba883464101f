package cluster

import (
	"context"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// A proxy sits between a worker and its server, and behaves like a bad network.
type proxy struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	changed  *sync.Cond
	mode     string // "pass", "cut", "stall", "half-open"
	open     []net.Conn
}

func newProxy(t *testing.T, target string) *proxy {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, target: target, mode: "pass"}
	p.changed = sync.NewCond(&p.mu)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.serve(conn)
		}
	}()
	t.Cleanup(func() { listener.Close(); p.set("cut") })
	return p
}

// serve connects a client to the target.
func (p *proxy) serve(conn net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	back, err := net.Dial("tcp", p.target)
	if err != nil || p.mode == "cut" {
		conn.Close()
		return
	}
	p.open = append(p.open, conn, back)
	go p.pass(back, conn, "half-open")
	go p.pass(conn, back, "")
}

// pass copies data according to the mode; in the mode swallows it discards it.
func (p *proxy) pass(to, from net.Conn, swallows string) {
	defer to.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		p.mu.Lock()
		for p.mode == "stall" {
			p.changed.Wait()
		}
		lost := p.mode == swallows
		p.mu.Unlock()
		if err != nil {
			return
		}
		if !lost {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
	}
}

// set changes the mode. Connections that have lost data are closed when the
// network is good again.
func (p *proxy) set(mode string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if mode == "cut" || p.mode == "half-open" {
		for _, c := range p.open {
			c.Close()
		}
		p.open = nil
	}
	p.mode = mode
	p.changed.Broadcast()
}

// A lateJob, when all tasks are done, waits for the results that one worker still
// has.
type lateJob struct {
	*squares
	whole chan struct{} // closed when all tasks are done
	once  sync.Once
	late  bool
	out   bool // the worker gets no more tasks
}

func (l *lateJob) Take(results []jobs.Result) error {
	for _, r := range results {
		if _, known := l.found[r.Number]; known && r.Worker == "cut" {
			l.late = true
		}
	}
	err := l.squares.Take(results)
	if l.squares.Done() {
		l.once.Do(func() { close(l.whole) })
	}
	return err
}

func (l *lateJob) Done() bool { return l.squares.Done() && (l.late || l.out) }

// tell checks whether the worker has been removed, which may happen first if
// everything is so slow that it seems to hang.
func (l *lateJob) tell(s Status) {
	for _, w := range s.Workers {
		l.out = l.out || w.Worker == "cut" && w.Out
	}
}

// A worker that loses its connection does no harm: its tasks are done by another
// after the wait, and when it returns, its results are already known.
func TestBadNetwork(t *testing.T) {
	for _, mode := range []string{"cut", "stall", "half-open"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			testBadNetwork(t, mode)
		})
	}
}

func testBadNetwork(t *testing.T, mode string) {
	server, err := Embed("127.0.0.1:0", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	s := stageAt(t, server)
	s.wait = 2 * time.Second
	p := newProxy(t, strings.TrimPrefix(server.URL(), "nats://"))
	conn, err := Dial("nats://"+p.listener.Addr().String(), "cut")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	begun, release := make(chan int, 100), make(chan struct{})
	cut := newWorker("cut", do(func(ctx context.Context, n int) (string, error) {
		begun <- n
		select {
		case <-release:
		case <-ctx.Done():
		}
		return square(ctx, n)
	}))
	ctx := t.Context()
	go cut.Work(ctx, ctx, conn)
	job := &lateJob{squares: newSquares(30), whole: make(chan struct{})}
	go func() {
		<-begun
		<-begun
		p.set(mode)
		lost := time.Now()
		s.worker("anna", do(square))
		select {
		case <-job.whole:
		case <-ctx.Done():
			return
		}
		t.Logf("%s: all is done %.1f s after the network was lost", mode, time.Since(lost).Seconds())
		p.set("pass")
		close(release)
	}()
	if err := s.coordinate(job, job.tell); err != nil {
		t.Fatal(err)
	}
	job.right(t)
}
