package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// A Worker does the tasks that a coordinator hands out.
type Worker struct {
	Name  string // without blanks and dots
	Slots int    // tasks at a time
	Build string
	Kinds Kinds
	// Check does a fixed piece of work for a kind and its terms, and returns what
	// must be the same for everybody.
	Check func(kind string, terms []byte) (string, error)
	// Tell is told what happens, a line each; it may be nil.
	Tell func(format string, args ...any)

	process      string
	done, failed atomic.Int64
	mu           sync.Mutex
	tasks        map[int]int         // in work, and how often
	about        string              // what the doer says of this machine
	handed       func(time.Duration) // told how long a task was waited for; for tests
}

// maxFailures is how many tasks in a row a worker may fail before it gives up.
const maxFailures = 5

// errOver says that a job needs nothing more.
var errOver = errors.New("the job is over")

// Work joins a coordinator and does tasks until there are no more, ctx ends, or
// something is wrong with the worker. When ctx ends it finishes what it has,
// unless now ends, too.
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
		w.say("joined %s %s, %d slots%s", offer.Kind, offer.Job, w.Slots, also(w.about))
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

// also sets a text behind another.
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

// patience is how long an answer is waited for before it is asked again.
const patience = 3 * time.Second

// ask asks what there is to do, for as long as nobody answers. It says that it
// waits, unless that has been said.
func (w *Worker) ask(ctx context.Context, conn *nats.Conn, said bool) (Offer, error) {
	for ; ; said = true {
		waiting, cancel := context.WithTimeout(ctx, patience) // whom it reaches may be about to end
		reply, err := conn.RequestWithContext(waiting, subjectOffer, []byte(w.Name))
		cancel()
		if err == nil {
			var offer Offer
			if err := json.Unmarshal(reply.Data, &offer); err != nil {
				return Offer{}, errors.New("who answers is no coordinator of heterodox")
			}
			return offer, nil
		}
		if ctx.Err() != nil {
			return Offer{Over: true}, nil
		}
		if conn.IsClosed() {
			return Offer{}, err
		}
		if !said {
			w.say("there is no coordinator yet; waiting")
		}
		select {
		case <-ctx.Done():
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// join makes sure that the worker is what the coordinator wants.
func (w *Worker) join(o Offer) (Doer, error) {
	switch {
	case o.Unwanted != "":
		return nil, fmt.Errorf("the coordinator does not want this worker: it %.200s", o.Unwanted)
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
		return nil, fmt.Errorf("this machine's check comes to %s, the coordinator's to %.200s: one of them is broken", check, o.Check)
	}
	return w.Kinds[o.Kind](o.Terms)
}

// job does tasks of one job.
func (w *Worker) job(ctx, now context.Context, conn *nats.Conn, o Offer, doer Doer) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	now, stop := context.WithCancelCause(now)
	defer stop(nil)
	ended, err := conn.Subscribe(subjectStop+"."+o.Job, func(m *nats.Msg) { stop(fmt.Errorf("%w: %.200s", errOver, m.Data)) })
	if err != nil {
		return err
	}
	defer ended.Unsubscribe()
	unwanted, err := conn.Subscribe(subjectQuit+"."+w.Name, func(m *nats.Msg) {
		stop(fmt.Errorf("the coordinator does not want this worker any more: it %.200s", m.Data))
	})
	if err != nil {
		return err
	}
	defer unwanted.Unsubscribe()
	var beating, slots sync.WaitGroup
	beating.Go(func() { w.beat(now, conn) })
	for range w.Slots {
		slots.Go(func() {
			if err := w.slot(ctx, now, js, o, doer); err != nil {
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

// grace is how long tasks may take to end when they are told to.
const grace = 10 * time.Second

// slotsEnd waits for the slots to end, and returns why they have to.
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
		return fmt.Errorf("a task does not end although it should: %v", context.Cause(now))
	}
}

// beat says that the worker is alive until ctx ends.
func (w *Worker) beat(ctx context.Context, conn *nats.Conn) {
	for ctx.Err() == nil {
		w.tell(conn, false)
		pause(ctx, time.Second)
	}
}

// tell says how the worker fares.
func (w *Worker) tell(conn *nats.Conn, left bool) {
	w.mu.Lock()
	b := Beat{Worker: w.Name, Process: w.process, Slots: w.Slots, Done: int(w.done.Load()), Failed: int(w.failed.Load()), About: w.about, Left: left}
	for n, times := range w.tasks {
		b.Tasks = append(b.Tasks, n)
		b.Working += times
	}
	w.mu.Unlock()
	text, _ := json.Marshal(b)
	conn.Publish(subjectBeat+"."+w.Name, text)
}

// at notes that a task has come into work, or is out of it (-1).
func (w *Worker) at(task, change int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.tasks[task] += change; w.tasks[task] == 0 {
		delete(w.tasks, task)
	}
}

// slot does one task after the other.
func (w *Worker) slot(ctx, now context.Context, js jetstream.JetStream, o Offer, doer Doer) error {
	failures := 0
	var consumer jetstream.Consumer
	for ctx.Err() == nil && now.Err() == nil {
		var err error
		if consumer == nil {
			consumer, err = js.Consumer(now, streamTasks, o.Kind)
		}
		var message jetstream.Msg
		asked := time.Now()
		if err == nil {
			message, err = next(ctx, now, consumer)
		}
		if err != nil || message == nil {
			consumer = nil // the server may be gone, or the store: it comes back
			pause(now, 300*time.Millisecond)
			continue
		}
		if w.handed != nil {
			w.handed(time.Since(asked))
		}
		err = w.task(now, js, o, doer, message)
		switch {
		case now.Err() != nil:
		case errors.Is(err, errOver):
			return err
		case err != nil:
			w.failed.Add(1)
			w.say("%v", err)
			if failures++; failures == maxFailures {
				return fmt.Errorf("%d tasks have failed here, one after the other: %w", failures, err)
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

// next fetches a task, and waits a while for one; nil if there is none.
func next(ctx, now context.Context, consumer jetstream.Consumer) (jetstream.Msg, error) {
	waiting, cancel := context.WithTimeout(now, 5*time.Second)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	batch, err := consumer.Fetch(1, jetstream.FetchContext(waiting))
	if err != nil {
		return nil, err
	}
	for message := range batch.Messages() {
		return message, nil
	}
	return nil, nil
}

// task does one task, and sends its result before it is taken off the queue.
func (w *Worker) task(now context.Context, js jetstream.JetStream, o Offer, doer Doer, message jetstream.Msg) error {
	if message.Subject() != subjectTask+"."+o.Kind+"."+o.Job {
		return errors.Join(fmt.Errorf("%w: another has begun", errOver), message.Nak())
	}
	number, err := numbered(message.Headers(), message.Data())
	if err != nil {
		return errors.Join(err, message.Nak())
	}
	w.at(number, 1)
	defer w.at(number, -1)
	ctx, cancel := context.WithCancel(now)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			pause(ctx, o.AckWait/3)
			message.InProgress()
		}
	}()
	begun := time.Now()
	body, failure := doer.Do(ctx, Task{Number: number, Body: message.Data()})
	if now.Err() != nil {
		return errors.Join(now.Err(), message.Nak()) // others need not wait for it
	}
	result := Result{Number: number, Body: body, Worker: w.Name, Seconds: time.Since(begun).Seconds()}
	if err := send(now, js, resultMessage(o.Job, result, failure)); err != nil {
		return err
	}
	waiting, stop := context.WithTimeout(now, 10*time.Second)
	defer stop()
	if err := message.DoubleAck(waiting); err != nil && failure == nil {
		w.say("task %d: not taken off the queue, and so done again: %v", number, err)
	}
	if failure != nil {
		return fmt.Errorf("task %d: %w", number, failure)
	}
	return nil
}

// send sends a result until it is stored.
func send(ctx context.Context, js jetstream.JetStream, m *nats.Msg) error {
	for {
		waiting, cancel := context.WithTimeout(ctx, 5*time.Second)
		_, err := js.PublishMsg(waiting, m)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
		pause(ctx, time.Second)
	}
}
