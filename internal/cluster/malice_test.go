package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/nats-io/nats.go"
)

// A fortress is a server that requires keys, with invited workers.
type fortress struct {
	*stage
	conns map[string]*nats.Conn
}

func newFortress(t *testing.T, names ...string) *fortress {
	t.Helper()
	dir := t.TempDir()
	server, err := Embed("0.0.0.0:0", dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	f := &fortress{stageAt(t, server), map[string]*nats.Conn{}}
	if f.key, err = OpenKey(dir, false); err != nil {
		t.Fatal(err)
	}
	url := "tls://127.0.0.1" + server.URL()[strings.LastIndex(server.URL(), ":"):]
	for _, name := range names {
		text, err := Invite(dir, name, url)
		file := filepath.Join(dir, name+".invite")
		if err = errors.Join(err, os.WriteFile(file, text, 0o600)); err != nil {
			t.Fatal(err)
		}
		for f.conns[name] == nil { // until the server has seen the key
			if f.conns[name], err = Dial(file, "another"); err != nil {
				pause(t.Context(), 50*time.Millisecond)
			}
			if t.Context().Err() != nil {
				t.Fatal(err)
			}
		}
		if got := f.conns[name].Opts.Name; got != name {
			t.Errorf("the invitation of %s makes a worker called %s", name, got)
		}
		t.Cleanup(f.conns[name].Close)
	}
	return f
}

// works runs an invited worker until the test ends.
func (f *fortress) works(name string, doer jobs.Doer) {
	done := make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	go func() { defer close(done); newWorker(name, doer).Work(ctx, ctx, f.conns[name]) }()
	f.t.Cleanup(func() { cancel(); <-done })
}

// A key lets its worker publish under its own name only, and the coordinator answers
// only to that worker's inbox, whatever reply subject a request names.
func TestKeyIsBoundToItsWorker(t *testing.T) {
	f := newFortress(t, "anna", "mallory")
	evil, err := json.Marshal(control{Stop: true})
	if err != nil {
		t.Fatal(err)
	}
	job, spy, mallory := newSquares(300), f.connect("spy"), f.conns["mallory"]
	var mu sync.Mutex
	var heard []string
	listen := func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		if string(m.Data) == "evil" || m.Subject == subjectControl || strings.HasPrefix(m.Subject, subjectQuit) || m.Subject == inbox("anna")+".evil" ||
			m.Subject == subjectStop+".test" && string(m.Data) != "all is done" {
			heard = append(heard, m.Subject)
		}
	}
	attack := func() {
		_, err := spy.Subscribe(">", listen) // as only the coordinator may
		errs := []error{err, spy.Flush()}
		for _, subject := range []string{subjectControl, subjectStop + ".test", subjectQuit + ".anna", subjectBeat + ".anna", subjectResult + ".anna", subjectNext + ".anna"} {
			errs = append(errs, mallory.Publish(subject, []byte("evil"))) // the server must not pass it on
		}
		for _, reply := range []string{subjectControl, subjectQuit + ".anna", subjectStop + ".test", inbox("anna") + ".evil"} {
			for _, request := range []string{subjectOffer, subjectNext, subjectResult} {
				for _, body := range [][]byte{nil, []byte("test"), evil} {
					errs = append(errs, mallory.PublishRequest(request+".mallory", reply, body))
				}
			}
		}
		if err := errors.Join(append(errs, mallory.Flush())...); err != nil {
			t.Error(err)
		}
	}
	var once sync.Once
	f.works("anna", do(func(ctx context.Context, n int) (string, error) {
		once.Do(attack)
		return slowly(ctx, n)
	}))
	if err := f.coordinate(job, nil); err != nil {
		t.Fatal(err)
	}
	job.right(t)
	mu.Lock()
	defer mu.Unlock()
	if len(heard) > 0 {
		t.Errorf("passed on: %v", heard)
	}
}

// A request to stop or purge is ignored unless it is signed with the coordinator's key
// for this run.
func TestUnsignedControl(t *testing.T) {
	s, job := newStage(t), newSquares(20)
	asks := s.connect("status")
	other, err := newKey()
	if err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	err = s.coordinate(job, func(st Status) {
		once.Do(func() {
			go func() {
				defer s.worker("anna", do(square))
				if err := Stop(t.Context(), asks, other); err == nil || !strings.Contains(err.Error(), "not signed with the coordinator's key") {
					t.Errorf("another key stops it: %v", err)
				}
				for _, what := range []control{{}, {Began: st.Began.Add(-time.Second), Stop: true}} {
					text, _ := json.Marshal(what)
					m := nats.NewMsg(subjectControl)
					m.Data = text
					if what.Stop { // of an earlier run
						signature, _ := s.key.sign(text)
						m.Header.Set(headerSignature, signature)
					}
					reply, err := request(t.Context(), asks, m)
					if err != nil || !strings.Contains(string(reply.Data), "not signed") {
						t.Errorf("%s: %v", text, err)
					}
				}
			}()
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	job.right(t)
	s, once = newStage(t), sync.Once{}
	asks = s.connect("status")
	stopped := make(chan error, 1)
	err = s.coordinate(newSquares(20), func(Status) {
		once.Do(func() {
			go func() { stopped <- Stop(t.Context(), asks, s.key) }()
		})
	})
	if !errors.Is(err, errStopped) {
		t.Errorf("stopped on request: %v", err)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// Results of tasks that a worker has not been handed are refused, whatever their
// contents and the worker's name.
func TestResultsOfOthersTasks(t *testing.T) {
	s, job := newStage(t), newSquares(20)
	conn := s.connect("mallory")
	var once sync.Once
	err := s.coordinate(job, func(Status) {
		once.Do(func() {
			go func() {
				for n := range 20 {
					r := jobs.Result{Number: n, Body: []byte("666"), Worker: "mallory", Seconds: 1}
					for _, receipt := range []string{"", s.key.receipt("test", n+1, "mallory"), s.key.receipt("other", n, "mallory"), s.key.receipt("test", n, "bert")} {
						if got, want := s.sendWith(conn, resultMessage("test", r, receipt, nil)), fmt.Sprintf("refused task %d was not assigned to it", n); got != want {
							t.Errorf("%q, want %q", got, want)
						}
					}
					r.Worker = "anna" // without keys, anybody may claim this
					m := resultMessage("test", r, s.key.receipt("test", n, "mallory"), nil)
					m.Reply = inbox("anna") + ".x"
					if err := conn.PublishMsg(m); err != nil {
						t.Error(err)
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
	if log := s.log.String(); strings.Count(log, "a result of mallory is refused") > 20 {
		t.Errorf("80 results fill the log:\n%s", log)
	}
}

// A twice is a job in which every square is done in two passes.
type twice struct{ *squares }

func (w twice) OtherPasses(n int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		other := (n + w.n/2) % w.n
		yield(other, w.found[other].Worker)
	}
}

func (w twice) Next() (jobs.Task, bool, error) {
	t, more, err := w.squares.Next()
	t.Body = fmt.Append(nil, t.Number%(w.n/2))
	return t, more, err
}

func (w twice) Again(n int) (jobs.Task, bool, error) {
	t, open, err := w.squares.Again(n)
	t.Body = fmt.Append(nil, n%(w.n/2))
	return t, open, err
}

func (w twice) Take(results []jobs.Result) error {
	for _, r := range results {
		other := w.found[(r.Number+w.n/2)%w.n]
		if other.Body != nil && string(other.Body) != string(r.Body) {
			return &jobs.Conflict{Task: r.Number, Workers: [2]string{other.Worker, r.Worker}, Values: [2]string{string(other.Body), string(r.Body)}}
		}
	}
	return w.squares.Take(results)
}

// The passes of a task go to different workers: one that lies is found out, and one
// that is alone does only half of the passes, which is logged.
func TestPassesGoToDifferentWorkers(t *testing.T) {
	for _, lies := range []bool{false, true} {
		s, job := newStage(t), twice{newSquares(60)}
		s.wait = 300 * time.Millisecond
		s.worker("mallory", do(func(_ context.Context, n int) (string, error) {
			if lies && n == 17 {
				return "1", nil
			}
			return fmt.Sprint(n * n), nil
		}))
		alone := make(chan struct{})
		var once, replay sync.Once
		conn := s.connect("mallory")
		err := s.coordinate(job, func(st Status) {
			if len(job.found) > 30 && len(alone) == 0 && !strings.Contains(fmt.Sprint(st.Log), "only mallory is here") {
				t.Fatalf("%d results are taken from one worker, the log is %q", len(job.found), st.Log)
			}
			if strings.Contains(fmt.Sprint(st.Log), "each of the 2 passes of a task needs a different worker, but only mallory is here: the rest must wait") && len(job.found) == 30 {
				replay.Do(func() { // a receipt of an earlier coordinator does not help
					go func() {
						if got := s.send(conn, "test", jobs.Result{Number: 47, Body: []byte("1"), Worker: "mallory", Seconds: 1}); got != "refused it has done another pass of task 47" {
							t.Errorf("%q", got)
						}
						once.Do(func() { close(alone); s.worker("anna", do(square)) })
					}()
				})
			}
		})
		conflict := (*jobs.Conflict)(nil)
		switch {
		case !lies && err != nil:
			t.Fatal(err)
		case lies && (!errors.As(err, &conflict) || conflict.Workers != [2]string{"mallory", "anna"} || conflict.Task != 47):
			t.Errorf("a lie ends in %v", err)
		}
		select {
		case <-alone:
		default:
			t.Error("no other worker was needed")
		}
		for n := range 30 {
			if a, b := job.found[n].Worker, job.found[n+30].Worker; a == b {
				t.Errorf("both passes of %d are by %s", n, a)
			}
		}
	}
	// The coordinator's own worker is trusted like the coordinator.
	s, job := newStage(t), twice{newSquares(60)}
	s.own = "here"
	s.worker("here", do(square))
	if err := s.coordinate(job, nil); err != nil {
		t.Fatal(err)
	}
}

// Both passes of a task by one worker are not accepted in one batch either, even with
// receipts of different runs of the coordinator.
func TestPassesTogether(t *testing.T) {
	s, job := newStage(t), twice{newSquares(60)}
	c := coordinator{
		job: job, o: Options{Key: s.key}, conn: s.connect("coordinator"), out: map[int]bool{}, failures: map[int]map[string]int{},
		roster: newRoster(time.Minute), gate: gate{bytes: map[string]int{}},
	}
	var batch []*nats.Msg
	for _, n := range []int{17, 47} {
		m := resultMessage("test", jobs.Result{Number: n, Body: []byte("1"), Worker: "mallory"}, s.key.receipt("test", n, "mallory"), nil)
		m.Reply = inbox("mallory") + ".x"
		batch = append(batch, m)
	}
	if err := c.take(batch); err != nil || len(job.found) != 1 || c.status.Refused != 1 {
		t.Errorf("%v; taken: %v", err, job.found)
	}
}

// Tasks that a worker claims to be doing but was never handed are ignored: they do not
// count as deadly when it dies, nor are they kept from others.
func TestInventedTasks(t *testing.T) {
	c := clock{time.Unix(1e9, 0)}
	r := newRoster(time.Second)
	for i := range 2 * attempts {
		r.hear(beat(fmt.Sprint("n", i), 700), c.Time)
		r.tick(c.after(absent + 1))
	}
	if n := r.deadly(); n != -1 {
		t.Errorf("task %d is deadly, and was handed to nobody", n)
	}
	for i := range 3 * maxMembers {
		r.hear(beat(fmt.Sprint("x", i)), c.Time)
	}
	if n := len(r.members); n > maxMembers {
		t.Errorf("%d workers are remembered", n)
	}
	r.tick(c.after(absent + 1))
	if r.hear(beat("anna"), c.Time); r.members["anna"] == nil {
		t.Error("no new worker is admitted although all others have left")
	}
	for _, text := range []string{`{"Slots":1000000000}`, `{"Slots":-1}`, `{"Working":-1}`, `{"Process":"` + strings.Repeat("x", 65) + `"}`, `{"About":"` + strings.Repeat("x", maxBeat) + `"}`, `[]`} {
		if _, err := readBeat("x", []byte(text)); err == nil {
			t.Errorf("%.40s is accepted as a heartbeat", text)
		}
	}
	if b, err := readBeat("x", []byte(`{"Worker":"anna","About":"\u001b[2J`+strings.Repeat("x", 300)+`"}`)); err != nil || b.Worker != "x" || b.About != "?[2J"+strings.Repeat("x", 196) {
		t.Errorf("%+v, %v", b, err)
	}
}

// The queue of beats is bounded: the last beat of each worker, up to maxMembers
// workers.
func TestMailbox(t *testing.T) {
	box := mailbox{last: map[string]heardBeat{}, some: make(chan struct{}, 1)}
	put := func(subject, text string) { box.put(&nats.Msg{Subject: subject, Data: []byte(text)}) }
	put(subjectBeat+".anna", strings.Repeat("x", maxBeat+1))
	put(subjectBeat+".", "x")
	put(subjectBeat+".a b", "x")
	if list := box.take(); len(list) > 0 {
		t.Errorf("kept: %d", len(list))
	}
	for i := range 2 * maxMembers {
		put(fmt.Sprint(subjectBeat, ".w", i), "first")
		put(fmt.Sprint(subjectBeat, ".w", i), "last")
	}
	if list := box.take(); len(list) != maxMembers || string(list["w7"].text) != "last" || len(box.take()) > 0 {
		t.Errorf("%d workers wait, of w7 %s", len(list), list["w7"].text)
	}
}

// Beats of a thousand invented workers, each as long as a message may be, take little
// memory, and the job goes on.
func TestFloodOfBeats(t *testing.T) {
	s, job := newStage(t), newSquares(200)
	conn := s.connect("mallory")
	long, err := json.Marshal(Beat{Slots: 1, Tasks: make([]int, 450_000)})
	if err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	var most uint64
	if err := s.coordinate(job, func(st Status) {
		once.Do(func() {
			for i := range 1000 {
				if err := conn.Publish(fmt.Sprintf("%s.w%d", subjectBeat, i), long); err != nil {
					t.Error(err)
				}
			}
			if err := conn.Flush(); err != nil {
				t.Error(err)
			}
			s.worker("anna", do(slowly))
		})
		if n := len(job.found); n == 100 || n == 199 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}); err != nil {
		t.Fatal(err)
	}
	job.right(t)
	if most > 200<<20 {
		t.Errorf("the heap has %d MB", most>>20)
	}
}

// A worker that keeps asking gets at most twice as many tasks as it has slots, and the
// queue of its messages is bounded.
func TestGreedyWorker(t *testing.T) {
	s, job := newStage(t), newSquares(200)
	conn := s.connect("mallory")
	var once sync.Once
	if err := s.coordinate(job, func(Status) {
		once.Do(func() {
			go func() {
				text, _ := json.Marshal(Beat{Process: "p", Slots: 3})
				if err := conn.Publish(subjectBeat+".mallory", text); err != nil {
					t.Error(err)
				}
				pause(t.Context(), 50*time.Millisecond)
				got := 0
				for range 50 {
					m := nats.NewMsg(subjectNext + ".mallory")
					m.Data = []byte("test")
					reply, err := request(t.Context(), conn, m)
					if err != nil {
						t.Error(err)
					} else if reply.Header.Get(headerNumber) != "" {
						got++
					}
				}
				if got != 6 {
					t.Errorf("%d tasks for 3 slots", got)
				}
				text, _ = json.Marshal(Beat{Process: "p", Left: true}) // so that others get its tasks at once
				if err := conn.Publish(subjectBeat+".mallory", text); err != nil {
					t.Error(err)
				}
				s.worker("anna", do(square))
			}()
		})
	}); err != nil {
		t.Fatal(err)
	}
	job.right(t)
	g := gate{bytes: map[string]int{}}
	message := func(name string) *nats.Msg {
		return &nats.Msg{Subject: subjectResult + "." + name, Data: make([]byte, 300<<10)}
	}
	waits := 0
	for range 100 {
		if g.enter(message("mallory")) {
			waits++
		}
	}
	if waits != 4 || !g.enter(message("anna")) {
		t.Errorf("%d messages of 300 kB wait", waits)
	}
	for range waits {
		g.leave(message("mallory"))
	}
	if g.leave(message("anna")); len(g.bytes) > 0 {
		t.Errorf("%v", g.bytes)
	}
}

// A worker that is there before all others does not stop the job: neither by failing one
// task again and again, which counts once, nor by failing all tasks many times before the
// coordinator's own worker has joined.
func TestFirstWorkerFails(t *testing.T) {
	for _, c := range []struct {
		good         string // the worker that does the job
		handed, sent int    // tasks handed to the bad one, answers to each
	}{
		{"anna", 1, 3 * attempts},
		{"here", 20 * (attempts + 1), 1},
	} {
		s, job := newStage(t), newSquares(20)
		if c.good == "here" {
			s.own = c.good
		}
		conn := s.connect("mallory")
		var once sync.Once
		if err := s.coordinate(job, func(Status) {
			once.Do(func() {
				go func() {
					defer s.worker(c.good, do(square))
					for range c.handed {
						m := nats.NewMsg(subjectNext + ".mallory")
						m.Data = []byte("test")
						reply, err := request(t.Context(), conn, m)
						if err != nil {
							t.Error(err)
							return
						}
						n, err := strconv.Atoi(reply.Header.Get(headerNumber))
						if err != nil {
							t.Errorf("it gets no task: %v", reply.Header)
							return
						}
						for range c.sent {
							if got := s.send(conn, "test", jobs.Result{Number: n, Body: []byte("what?"), Worker: "mallory"}); got != "refused no number" {
								t.Errorf("%q", got)
								return
							}
						}
					}
				}()
			})
		}); err != nil {
			t.Fatal(err)
		}
		job.right(t)
	}
}

// A second worker with the same name waits until the first is gone: their results and
// beats would be confused.
func TestSecondOfAName(t *testing.T) {
	s := newStage(t)
	release := make(chan struct{})
	s.worker("anna", do(func(ctx context.Context, n int) (string, error) {
		select {
		case <-release:
		case <-ctx.Done():
		}
		return square(ctx, n)
	}))
	said := make(chan string, 10)
	second := newWorker("anna", do(square))
	second.Tell = func(format string, args ...any) { said <- fmt.Sprintf(format, args...) }
	conn := s.connect("anna")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	defer func() { cancel(); <-done }()
	var once sync.Once
	job := newSquares(20)
	if err := s.coordinate(job, func(st Status) {
		if len(st.Workers) > 0 && st.Workers[0].Process != "" {
			once.Do(func() {
				go func() { defer close(done); second.Work(ctx, ctx, conn) }()
				go func() {
					if line := <-said; line != "another worker called anna is here; waiting" {
						t.Errorf("said %q", line)
					}
					close(release)
				}()
			})
		}
	}); err != nil {
		t.Fatal(err)
	}
	job.right(t)
}
