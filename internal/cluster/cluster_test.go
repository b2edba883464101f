package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// A squares is a job in which task n is to square n. Its ledger is in memory.
type squares struct {
	n     int
	next  int
	found map[int]jobs.Result
	taken int
}

func newSquares(n int) *squares { return &squares{n: n, found: map[int]jobs.Result{}} }

func (s *squares) Kind() string      { return "square" }
func (s *squares) ID() string        { return "test" }
func (s *squares) TermsText() []byte { return []byte("terms") }
func (s *squares) Done() bool        { return len(s.found) == s.n }
func (s *squares) Next() (jobs.Task, bool, error) {
	for s.next < s.n {
		s.next++
		if _, known := s.found[s.next-1]; !known {
			return jobs.Task{Number: s.next - 1, Body: fmt.Append(nil, s.next-1)}, true, nil
		}
	}
	return jobs.Task{}, false, nil
}

func (s *squares) Again(n int) (jobs.Task, bool, error) {
	_, known := s.found[n]
	return jobs.Task{Number: n, Body: fmt.Append(nil, n)}, !known, nil
}

func (s *squares) Check(r jobs.Result) error {
	var x int
	if _, err := fmt.Sscan(string(r.Body), &x); err != nil || r.Number >= s.n {
		return errors.New("no number")
	}
	return nil
}

func (s *squares) Take(results []jobs.Result) error {
	for _, r := range results {
		s.taken++
		if old, known := s.found[r.Number]; known && string(old.Body) != string(r.Body) {
			return &jobs.Conflict{Task: r.Number, Workers: [2]string{old.Worker, r.Worker}, Values: [2]string{string(old.Body), string(r.Body)}}
		}
		s.found[r.Number] = r
	}
	return nil
}

// right checks that a finished job has every square.
func (s *squares) right(t *testing.T) {
	t.Helper()
	for n := range s.n {
		if string(s.found[n].Body) != fmt.Sprint(n*n) {
			t.Errorf("%d² is %q", n, s.found[n].Body)
		}
	}
}

// do is a Doer made from a function of the task number.
type do func(ctx context.Context, n int) (string, error)

func (d do) Do(ctx context.Context, t jobs.Task) ([]byte, error) {
	var n int
	fmt.Sscan(string(t.Body), &n)
	text, err := d(ctx, n)
	return []byte(text), err
}

func square(_ context.Context, n int) (string, error) { return fmt.Sprint(n * n), nil }

// A count counts arrivals; all is closed when the expected number has arrived.
type count struct {
	lacking atomic.Int64
	all     chan struct{}
}

func newCount(wanted int64) *count {
	c := &count{all: make(chan struct{})}
	c.lacking.Store(wanted)
	return c
}

// come counts one more, and reports whether all had arrived before.
func (c *count) come() (late bool) {
	lacking := c.lacking.Add(-1)
	if lacking == 0 {
		close(c.all)
	}
	return lacking < 0
}

// wait waits until all have arrived.
func (c *count) wait(ctx context.Context) {
	select {
	case <-c.all:
	case <-ctx.Done():
	}
}

// A stage is a server with a coordinator. Tasks of silent workers are handed out
// again after the wait.
type stage struct {
	t      *testing.T
	server *Server
	key    *Key
	own    string
	wait   time.Duration
	log    strings.Builder
	mu     sync.Mutex
}

func newStage(t *testing.T) *stage {
	server, err := Embed("", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return stageAt(t, server)
}

// stageAt returns a stage at a server.
func stageAt(t *testing.T, server *Server) *stage {
	key, err := newKey()
	if err != nil {
		t.Fatal(err)
	}
	return &stage{t: t, server: server, key: key, wait: time.Minute}
}

func (s *stage) connect(name string) *nats.Conn {
	conn, err := s.server.Connect(name)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(conn.Close)
	return conn
}

// worker runs a worker until the test ends.
func (s *stage) worker(name string, doer jobs.Doer) {
	w := newWorker(name, doer)
	conn := s.connect(name)
	done := make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	go func() { defer close(done); w.Work(ctx, ctx, conn) }()
	s.t.Cleanup(func() { cancel(); <-done })
}

func (s *stage) coordinate(job jobs.Job, tell func(Status)) error {
	return Coordinate(s.t.Context(), s.connect("coordinator"), job, Options{
		Build: "b", Check: "c", Wait: s.wait, Tell: tell, Key: s.key, Own: s.own,
		Log: func(format string, args ...any) {
			s.mu.Lock()
			defer s.mu.Unlock()
			fmt.Fprintf(&s.log, format+"\n", args...)
		},
	})
}

func TestLocal(t *testing.T) {
	job := newSquares(100)
	if err := jobs.Run(t.Context(), job, do(square), 3, "here", func() {}); err != nil {
		t.Fatal(err)
	}
	job.right(t)
	if err := jobs.Run(t.Context(), newSquares(5), do(func(context.Context, int) (string, error) { return "", errors.New("no luck") }), 2, "here", nil); err == nil || !strings.Contains(err.Error(), "no luck") {
		t.Error(err)
	}
}

// Two workers share the tasks: neither goes beyond its first before the other has
// arrived.
func TestTwoWorkers(t *testing.T) {
	s, job, anna, bert := newStage(t), newSquares(200), newCount(1), newCount(1)
	s.worker("anna", do(func(ctx context.Context, n int) (string, error) {
		anna.come()
		bert.wait(ctx)
		return square(ctx, n)
	}))
	s.worker("bert", do(func(ctx context.Context, n int) (string, error) {
		bert.come()
		anna.wait(ctx)
		return square(ctx, n)
	}))
	var last Status
	if err := s.coordinate(job, func(st Status) { last = st }); err != nil {
		t.Fatal(err)
	}
	job.right(t)
	by := map[string]int{}
	for _, w := range last.Workers {
		by[w.Worker] = w.Taken
	}
	if last.End != "all is done" || last.Taken != 200 || len(by) != 2 || by["anna"] == 0 || by["bert"] == 0 || by["anna"]+by["bert"] != 200 {
		t.Errorf("%+v", last)
	}
}

// send sends a result with the receipt of its task, as a worker does, and returns
// the coordinator's reply.
func (s *stage) send(conn *nats.Conn, job string, r jobs.Result) string {
	return s.sendWith(conn, resultMessage(job, r, s.key.receipt(job, r.Number, r.Worker), nil))
}

func (s *stage) sendWith(conn *nats.Conn, m *nats.Msg) string {
	reply, err := request(s.t.Context(), conn, m)
	if err != nil {
		s.t.Error(err)
		return ""
	}
	return strings.TrimSpace(reply.Header.Get(headerWord) + " " + string(reply.Data))
}

// Results that are duplicates, belong to no task or another job, or are broken
// change nothing.
func TestStrangeResults(t *testing.T) {
	s, job := newStage(t), newSquares(50)
	conn := s.connect("carl")
	broken := resultMessage("test", jobs.Result{Number: 9, Body: []byte("80"), Worker: "carl", Seconds: 1}, s.key.receipt("test", 9, "carl"), nil)
	broken.Header.Set(headerSum, "00000000")
	var once sync.Once
	err := s.coordinate(job, func(st Status) {
		once.Do(func() {
			go func() {
				for _, c := range []struct{ got, want string }{
					{s.send(conn, "test", jobs.Result{Number: 7, Body: []byte("49"), Worker: "carl", Seconds: 1}), "kept"},
					{s.send(conn, "test", jobs.Result{Number: 7, Body: []byte("49"), Worker: "carl", Seconds: 1}), "kept"},
					{s.send(conn, "test", jobs.Result{Number: 7777, Body: []byte("49"), Worker: "carl", Seconds: 1}), "refused no number"},
					{s.send(conn, "test", jobs.Result{Number: 8, Body: []byte("what?"), Worker: "carl", Seconds: 1}), "refused no number"},
					{s.send(conn, "other", jobs.Result{Number: 9, Body: []byte("1"), Worker: "carl", Seconds: 1}), "over another has begun"},
					{s.sendWith(conn, &nats.Msg{Subject: subjectResult + ".carl", Header: nats.Header{headerJob: {"test"}}, Data: []byte("81")}), "refused task -1 was not assigned to it"},
					{s.sendWith(conn, broken), "refused task 9: the checksum is wrong"},
				} {
					if c.got != c.want {
						t.Errorf("%q, want %q", c.got, c.want)
					}
				}
				s.worker("anna", do(square))
			}()
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	job.right(t)
	if log := s.log.String(); strings.Count(log, "refused") != 4 {
		t.Errorf("the log is\n%s", log)
	}
}

// Two workers that disagree stop the job and are named.
func TestConflict(t *testing.T) {
	s, job := newStage(t), newSquares(1000)
	job.found[990] = jobs.Result{Number: 990, Body: []byte("980100"), Worker: "anna", Seconds: 1}
	conn := s.connect("eve")
	var once sync.Once
	err := s.coordinate(job, func(Status) {
		once.Do(func() {
			m := resultMessage("test", jobs.Result{Number: 990, Body: []byte("1"), Worker: "eve", Seconds: 1}, s.key.receipt("test", 990, "eve"), nil)
			m.Reply = inbox("eve") + ".x"
			if err := conn.PublishMsg(m); err != nil {
				t.Error(err)
			}
		})
	})
	var conflict *jobs.Conflict
	if !errors.As(err, &conflict) || conflict.Task != 990 || conflict.Workers != [2]string{"anna", "eve"} {
		t.Errorf("%v", err)
	}
}

// A worker that fails gives up, and its tasks go elsewhere; one that hangs loses
// its task after the wait; a task that fails everywhere stops the job.
func TestBadWorkers(t *testing.T) {
	s, job := newStage(t), newSquares(60)
	s.wait = 2 * time.Second
	var anna sync.Once
	s.worker("clumsy", do(func(context.Context, int) (string, error) { return "", errors.New("out of luck") }))
	if err := s.coordinate(job, func(st Status) {
		if len(st.Log) > 0 {
			anna.Do(func() { s.worker("anna", do(square)) })
		}
	}); err != nil {
		t.Fatal(err)
	}
	job.right(t)
	if log := s.log.String(); !strings.Contains(log, "has failed at clumsy: out of luck") {
		t.Errorf("the log is\n%s", log)
	}
	s, job = newStage(t), newSquares(10)
	s.worker("anna", do(func(ctx context.Context, n int) (string, error) {
		if n == 3 {
			return "", errors.New("three is too much")
		}
		return square(ctx, n)
	}))
	if err := s.coordinate(job, nil); err == nil || !strings.Contains(err.Error(), "task 3 has failed 5 times: three is too much") {
		t.Errorf("%v", err)
	}
}

// A fullDisk is a job that cannot store results.
type fullDisk struct{ *squares }

func (fullDisk) Take([]jobs.Result) error { return errors.New("the disk is full") }

// A worker whose job ends reports how it ended, and that it is waiting.
func TestJobOver(t *testing.T) {
	s := newStage(t)
	said := make(chan string, 100)
	w := newWorker("anna", do(square))
	w.Tell = func(format string, args ...any) { said <- fmt.Sprintf(format, args...) }
	ctx, cancel := context.WithCancel(t.Context())
	conn, done := s.connect("anna"), make(chan struct{})
	go func() { defer close(done); w.Work(ctx, ctx, conn) }()
	defer func() { cancel(); <-done }()
	for _, c := range []struct {
		job  jobs.Job
		want string
	}{
		{newSquares(3), "the job is over: all is done; waiting for another"},
		{fullDisk{newSquares(3)}, "the job is over: the disk is full; waiting for another"},
	} {
		s.coordinate(c.job, nil)
		for line := range said {
			if strings.Contains(line, "the job is over") {
				if line != c.want {
					t.Errorf("said %q, want %q", line, c.want)
				}
				break
			}
		}
	}
	if job := newSquares(1); s.coordinate(job, nil) != nil || len(job.found) != 1 {
		t.Error("it does not join the next job")
	}
	for len(said) > 0 {
		if line := <-said; strings.Contains(line, "no coordinator yet") {
			t.Errorf("said %q after the end of a job", line)
		}
	}
}

// A worker that missed the end of its job does not take tasks of the next one, but
// joins it.
func TestMissedEnd(t *testing.T) {
	s, job := newStage(t), newSquares(20)
	s.wait = time.Second
	conn, joined := s.connect("coordinator"), make(chan struct{})
	w := newWorker("anna", do(square))
	w.Tell = func(format string, args ...any) {
		if strings.HasPrefix(fmt.Sprintf(format, args...), "joined square old") {
			close(joined)
		}
	}
	before, err := conn.Subscribe(subjectOffer+".*", func(m *nats.Msg) {
		text, err := json.Marshal(Offer{Protocol: Protocol, Build: "b", Check: "c", Kind: "square", Job: "old", AckWait: s.wait})
		if err := errors.Join(err, m.Respond(text)); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done, own := make(chan struct{}), s.connect("anna")
	go func() { defer close(done); w.Work(ctx, ctx, own) }()
	defer func() { cancel(); <-done }()
	<-joined
	if err := before.Unsubscribe(); err != nil {
		t.Fatal(err)
	}
	if err := s.coordinate(job, func(st Status) {
		if len(st.Log) > 0 {
			t.Fatalf("the log is %q", st.Log)
		}
	}); err != nil {
		t.Fatal(err)
	}
	job.right(t)
}

// A worker that does not meet the coordinator's requirements is told why.
func TestJoin(t *testing.T) {
	offer := Offer{Protocol: Protocol, Build: "b", Check: "c", Kind: "square"}
	for want, change := range map[string]func(*Offer){
		"":                                 func(*Offer) {},
		"speaks protocol 9":                func(o *Offer) { o.Protocol = 9 },
		"build x, this program b":          func(o *Offer) { o.Build = "x" },
		`jobs of kind "cube"`:              func(o *Offer) { o.Kind = "cube" },
		"check gives c, the coordinator's": func(o *Offer) { o.Check = "d" },
	} {
		o := offer
		change(&o)
		w := Worker{
			Build: "b", Check: func(string, []byte) (string, error) { return "c", nil },
			Kinds: jobs.Kinds{"square": func([]byte) (jobs.Doer, error) { return do(square), nil }},
		}
		if _, err := w.join(o); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
}

// Beyond loopback nobody gets in without an invitation, and an invitation permits
// no more than working.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	server, err := Embed("0.0.0.0:0", dir)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL(), "tls://"), "]")
	if port == "" {
		port = server.URL()[strings.LastIndex(server.URL(), ":"):]
	}
	url := "tls://127.0.0.1" + port[strings.LastIndex(port, ":"):]
	for _, stranger := range []string{url, strings.Replace(url, "tls", "nats", 1)} {
		if conn, err := Dial(stranger, "eve"); err == nil {
			conn.Close()
			t.Errorf("%s admits everybody", stranger)
		}
	}
	here := t.TempDir()
	loopback, err := Embed("127.0.0.1:0", here)
	if err != nil {
		t.Fatal(err)
	}
	loopback.Close()
	if _, err := Invite(here, "anna", url); err == nil || !strings.Contains(err.Error(), "only from this machine") || !strings.Contains(err.Error(), "embed:0.0.0.0:4222") {
		t.Errorf("invited to a coordinator on loopback: %v", err)
	}
	text, err := Invite(dir, "anna", url)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Invite(dir, "anna", url); err == nil {
		t.Error("anna is invited twice")
	}
	for _, name := range []string{"../x", "here", "coordinator", "a.b", "*"} {
		if _, err := Invite(dir, name, url); err == nil {
			t.Errorf("%s is invited", name)
		}
	}
	// A worker whose key has been deleted gets a clear error.
	file := filepath.Join(dir, "eve.invite")
	eve, err := Invite(dir, "eve", url)
	if err := errors.Join(err, os.WriteFile(file, eve, 0o600), os.Remove(filepath.Join(dir, "keys", "workers", "eve.nk"))); err != nil {
		t.Fatal(err)
	}
	for {
		late, err := Dial(file, "eve")
		if err != nil {
			if !strings.Contains(err.Error(), "does not accept the key") {
				t.Error(err)
			}
			break
		}
		late.Close()
		pause(t.Context(), 100*time.Millisecond)
	}
	file = filepath.Join(dir, "anna.invite")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	var conn *nats.Conn
	for { // until the server has seen the key
		if conn, err = Dial(file, "anna"); err == nil {
			break
		}
		if pause(t.Context(), 100*time.Millisecond); t.Context().Err() != nil {
			t.Fatal(err)
		}
	}
	defer conn.Close()
	own, err := server.Connect("coordinator")
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	// Each task tries to stop the job, which would end with an error.
	w := newWorker("anna", do(func(ctx context.Context, n int) (string, error) {
		if err := errors.Join(conn.Publish(subjectControl, nil), conn.Flush()); err != nil {
			t.Error(err)
		}
		return square(ctx, n)
	}))
	job := newSquares(30)
	go w.Work(t.Context(), t.Context(), conn)
	if err := Coordinate(t.Context(), own, job, Options{Build: "b", Check: "c", Wait: time.Minute}); err != nil {
		t.Fatal(err)
	}
	job.right(t)
}

func TestEmbedErrors(t *testing.T) {
	first, err := Embed("127.0.0.1:0", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	begun := time.Now()
	for address, want := range map[string]string{
		"nowhere": "is not an address", "127.0.0.1:x": "is not an address", "127.0.0.1:99999": "is not an address",
		strings.TrimPrefix(first.URL(), "nats://"): "cannot listen",
	} {
		if s, err := Embed(address, t.TempDir()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
			if err == nil {
				s.Close()
			}
		}
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("that takes %v", took)
	}
	if _, err := Dial("nats://127.0.0.1:99999", "x"); err == nil || !strings.HasSuffix(err.Error(), "is not the URL of a server: invalid port") {
		t.Error(err)
	}
	if _, err := Dial("nats://127.0.0.1:1", "x"); err == nil || !strings.Contains(err.Error(), "no server answers at nats://127.0.0.1:1") {
		t.Error(err)
	}
}

// Connection errors are reported without the resolver's wording.
func TestDialFaults(t *testing.T) {
	for want, err := range map[string]error{
		`x is neither an invitation file nor the URL of a server: unknown host "h"`: &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "h", Server: "1.2.3.4:53", IsNotFound: true}},
		`x: the host "h" cannot be looked up`:                                       &net.DNSError{Err: "server misbehaving", Name: "h", Server: "1.2.3.4:53"},
		"no server answers at x":                                                    fmt.Errorf("dial: %w", nats.ErrTimeout),
		"x: on fire":                                                                errors.New("on fire"),
	} {
		if got := dialFault("x", err).Error(); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}
