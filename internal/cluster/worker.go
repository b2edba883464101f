package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// A Worker does the tasks that a coordinator hands out.
type Worker struct {
	Name  string // as in the connection: letters, digits, _ and -, at most 60
	Slots int    // tasks at a time
	Build string
	Kinds jobs.Kinds
	// Check does a fixed piece of work for a kind and its terms, and returns a
	// result that must be the same on all machines.
	Check func(kind string, terms []byte) (string, error)
	// Tell receives a line about each event; it may be nil.
	Tell func(format string, args ...any)

	process      string
	done, failed atomic.Int64
	mu           sync.Mutex
	tasks        map[int]int         // in progress, and how often
	about        string              // the doer's description of this machine
	handed       func(time.Duration) // receives the time that a task was waited for; for tests
}

// maxFailures is how many tasks in a row a worker may fail before it gives up.
const maxFailures = 5

// errOver means that a job needs nothing more.
var errOver = errors.New("the job is over")

// errUnwanted means that the coordinator has removed the worker.
var errUnwanted = errors.New("the coordinator has removed this worker")

// Work joins a coordinator and does tasks until there are no more, ctx ends, or
// something is wrong with the worker. When ctx ends it finishes the tasks in
// progress, unless now ends as well.
func (w *Worker) Work(ctx, now context.Context, conn *nats.Conn) error {
	w.process, w.tasks = rand.Text(), map[int]int{}
	for waits := false; ctx.Err() == nil; waits = true {
		offer, err := w.ask(ctx, conn, waits)
		if err != nil {
			return err
		}
		if offer.Over {
			return nil
		}
		doer, err := w.join(offer)
		if err != nil {
			return err
		}
		w.mu.Lock()
		w.about = ""
		if a, ok := doer.(jobs.Abouter); ok {
			w.about = fmt.Sprintf("%.200s", a.About())
		}
		w.mu.Unlock()
		w.say("joined %s %s, %s%s", offer.Kind, offer.Job, english.Count(w.Slots, "slot"), also(w.about))
		err = w.job(ctx, now, conn, offer, doer)
		if c, ok := doer.(io.Closer); ok {
			err = errors.Join(err, c.Close())
		}
		if !errors.Is(err, errOver) {
			return err
		}
		w.say("%v; waiting for another", err)
	}
	return nil
}

// also appends a text to another.
func also(text string) string {
	if text == "" {
		return ""
	}
	return "; " + text
}

func (w *Worker) say(format string, args ...any) {
	if w.Tell != nil {
		w.Tell(format, args...)
	}
}

// patience is how long to wait for an answer before asking again.
const patience = 3 * time.Second

// ask asks for an offer until somebody answers. It reports that it is waiting,
// unless said is set.
func (w *Worker) ask(ctx context.Context, conn *nats.Conn, said bool) (Offer, error) {
	for ; ; said = true {
		waiting, cancel := context.WithTimeout(ctx, patience) // the coordinator may be about to end
		reply, err := conn.RequestWithContext(waiting, subjectOffer+"."+w.Name, []byte(w.process))
		cancel()
		why := "no coordinator yet"
		if err == nil {
			var offer Offer
			if err := json.Unmarshal(reply.Data, &offer); err != nil {
				return Offer{}, errors.New("the reply is not from a Heterodox coordinator")
			}
			if !offer.Taken {
				return offer, nil
			}
			why = "another worker called " + w.Name + " is here"
		}
		if ctx.Err() != nil {
			return Offer{Over: true}, nil
		}
		if conn.IsClosed() {
			return Offer{}, err
		}
		if !said {
			w.say("%s; waiting", why)
		}
		select {
		case <-ctx.Done():
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// join checks that the worker meets the coordinator's requirements, and returns
// its Doer.
func (w *Worker) join(o Offer) (jobs.Doer, error) {
	switch {
	case o.Unwanted != "":
		return nil, fmt.Errorf("the coordinator has removed this worker: it %.200s", o.Unwanted)
	case o.Protocol != Protocol:
		return nil, fmt.Errorf("the coordinator speaks protocol %d, this program %d", o.Protocol, Protocol)
	case o.Build != w.Build:
		return nil, fmt.Errorf("the coordinator is build %.80s, this program %.80s: use the same", o.Build, w.Build)
	case w.Kinds[o.Kind] == nil:
		return nil, fmt.Errorf("this program cannot do jobs of kind %.40q", o.Kind)
	}
	check, err := w.Check(o.Kind, o.Terms)
	if err != nil {
		return nil, err
	}
	if check != o.Check {
		return nil, fmt.Errorf("this machine's check gives %s, the coordinator's %.200s: one of them is broken", check, o.Check)
	}
	return w.Kinds[o.Kind](o.Terms)
}

// job does tasks of one job.
func (w *Worker) job(ctx, now context.Context, conn *nats.Conn, o Offer, doer jobs.Doer) error {
	now, stop := context.WithCancelCause(now)
	defer stop(nil)
	ended, err := conn.Subscribe(subjectStop+"."+o.Job, func(m *nats.Msg) { stop(fmt.Errorf("%w: %.200s", errOver, m.Data)) })
	if err != nil {
		return err
	}
	defer ended.Unsubscribe()
	quit, err := conn.Subscribe(subjectQuit+"."+w.Name, func(m *nats.Msg) { stop(unwanted(m.Data)) })
	if err != nil {
		return err
	}
	defer quit.Unsubscribe()
	var beating, slots sync.WaitGroup
	beating.Go(func() { w.beat(now, conn, o.AckWait) })
	for range w.Slots {
		slots.Go(func() {
			if err := w.slot(ctx, now, conn, o, doer); err != nil {
				stop(err)
			}
		})
	}
	err = slotsEnd(now, &slots)
	stop(nil)
	beating.Wait()
	w.tell(conn, true)
	return err
}

// grace is how long tasks may take to end after they are cancelled.
const grace = 10 * time.Second

// slotsEnd waits for the slots to end, and returns why they had to.
func slotsEnd(now context.Context, slots *sync.WaitGroup) error {
	done := make(chan struct{})
	go func() { defer close(done); slots.Wait() }()
	select {
	case <-done:
		return context.Cause(now)
	case <-now.Done():
	}
	select {
	case <-done:
		return context.Cause(now)
	case <-time.After(grace):
		return fmt.Errorf("a task does not stop: %v", context.Cause(now))
	}
}

// beat reports until ctx ends that the worker is alive, often enough for a wait.
func (w *Worker) beat(ctx context.Context, conn *nats.Conn, wait time.Duration) {
	for ctx.Err() == nil {
		w.tell(conn, false)
		pause(ctx, max(10*time.Millisecond, min(time.Second, wait/3)))
	}
}

// tell sends a beat.
func (w *Worker) tell(conn *nats.Conn, left bool) {
	w.mu.Lock()
	b := Beat{Process: w.process, Slots: w.Slots, Done: int(w.done.Load()), Failed: int(w.failed.Load()), About: w.about, Left: left}
	for n, times := range w.tasks {
		b.Tasks = append(b.Tasks, n)
		b.Working += times
	}
	w.mu.Unlock()
	text, _ := json.Marshal(b)
	conn.Publish(subjectBeat+"."+w.Name, text)
}

// at notes that a task has started (1) or ended (-1).
func (w *Worker) at(task, change int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.tasks[task] += change; w.tasks[task] == 0 {
		delete(w.tasks, task)
	}
}

// slot does one task after another.
func (w *Worker) slot(ctx, now context.Context, conn *nats.Conn, o Offer, doer jobs.Doer) error {
	failures := 0
	for ctx.Err() == nil && now.Err() == nil {
		asked := time.Now()
		t, receipt, err := w.next(ctx, now, conn, o)
		if err == nil {
			if w.handed != nil {
				w.handed(time.Since(asked))
			}
			err = w.task(now, conn, o, doer, t, receipt)
		}
		switch {
		case now.Err() != nil || ctx.Err() != nil && errors.Is(err, ctx.Err()):
		case errors.Is(err, errOver) || errors.Is(err, errUnwanted):
			return err
		case err != nil:
			w.failed.Add(1)
			w.say("%v", err)
			if failures++; failures == maxFailures {
				return fmt.Errorf("%d tasks in a row have failed here: %w", failures, err)
			}
		default:
			failures = 0
			w.done.Add(1)
		}
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// next asks for a task until there is one, and returns it with the receipt that
// its result needs.
func (w *Worker) next(ctx, now context.Context, conn *nats.Conn, o Offer) (t jobs.Task, receipt string, err error) {
	waiting, cancel := context.WithCancel(now)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	for {
		m := nats.NewMsg(subjectNext + "." + w.Name)
		m.Data = []byte(o.Job)
		reply, err := request(waiting, conn, m)
		if waiting.Err() != nil {
			return jobs.Task{}, "", waiting.Err()
		}
		wait := 300 * time.Millisecond // the server or the coordinator may be down: they will be back
		if err == nil {
			switch reply.Header.Get(headerWord) {
			case "":
				number, err := numbered(reply.Header, reply.Data)
				return jobs.Task{Number: number, Body: reply.Data}, reply.Header.Get(headerReceipt), err
			case wordNone:
				ms, _ := strconv.Atoi(reply.Header.Get(headerWait))
				wait = min(max(time.Duration(ms)*time.Millisecond, 10*time.Millisecond), 10*time.Second)
			default:
				return jobs.Task{}, "", worded(reply)
			}
		}
		pause(waiting, wait)
	}
}

// request sends a request to the coordinator and waits at most 5 s for the
// answer.
func request(ctx context.Context, conn *nats.Conn, m *nats.Msg) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return conn.RequestMsgWithContext(ctx, m)
}

// worded returns an answer without a task as an error, nil if a result was kept.
func worded(reply *nats.Msg) error {
	switch reply.Header.Get(headerWord) {
	case wordKept:
		return nil
	case wordOver:
		return fmt.Errorf("%w: %.200s", errOver, reply.Data)
	case wordUnwanted:
		return unwanted(reply.Data)
	case wordRefused:
		return fmt.Errorf("the coordinator refused a result: %.200s", reply.Data)
	}
	return errors.New("the reply is not from a Heterodox coordinator")
}

// unwanted returns the error of a worker that the coordinator has removed.
func unwanted(why []byte) error { return fmt.Errorf("%w: it %.200s", errUnwanted, why) }

// task does one task, and returns when the coordinator has its result.
func (w *Worker) task(now context.Context, conn *nats.Conn, o Offer, doer jobs.Doer, t jobs.Task, receipt string) error {
	w.at(t.Number, 1)
	defer w.at(t.Number, -1)
	begun := time.Now()
	body, failure := doer.Do(now, t)
	if now.Err() != nil {
		return now.Err()
	}
	if len(body) > maxPayload-maxHeader {
		body, failure = nil, fmt.Errorf("its result of %d bytes is too long for a message", len(body))
	}
	result := jobs.Result{Number: t.Number, Body: body, Worker: w.Name, Seconds: time.Since(begun).Seconds()}
	err := send(now, conn, resultMessage(o.Job, result, receipt, failure))
	if failure != nil && err == nil {
		return fmt.Errorf("task %d: %w", t.Number, failure)
	}
	return err
}

// maxHeader is an upper bound on the header of a result, in bytes.
const maxHeader = 4 << 10

// send sends a result until it is kept or refused.
func send(ctx context.Context, conn *nats.Conn, m *nats.Msg) error {
	for {
		reply, err := request(ctx, conn, m)
		if err == nil {
			return worded(reply)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		pause(ctx, time.Second)
	}
}
