// Package cluster runs the jobs of package jobs on many machines: a coordinator hands
// out their tasks through NATS, and workers do them.
package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// Options describe how to hand out a job.
type Options struct {
	Build string
	Check string        // the required result of each worker's own check
	Wait  time.Duration // how long a worker may be silent about a task before it is handed out again
	// Key is the coordinator's. Without one, nobody can stop the job by request, and
	// results for tasks handed out before a restart are refused.
	Key *Key
	// Own is the name of a worker in this process. It is trusted like the
	// coordinator: it may do all passes of a task.
	Own string
	// Progress returns the progress of the job in its own units; it may be nil. Tell
	// receives the full status, a few times a second while something happens; it may
	// be nil.
	Progress func() jobs.Progress
	Tell     func(Status)
	// Log receives a line about each problem; it may be nil.
	Log func(format string, args ...any)
}

// A Status is the state of a job.
type Status struct {
	Kind, Job string
	Began     time.Time // when the coordinator started
	Progress  jobs.Progress
	Taken     int // results since then
	Queued    int // tasks that are handed out or waiting to be handed out again
	Again     int // tasks that had to be handed out more than once
	Refused   int // results that were invalid
	Conflicts int
	Rate      float64 // results per minute, lately
	Workers   []Standing
	Log       []string // the last lines
	End       string   // why it has ended, "" until then
}

const (
	// attempts is how often a task may fail before the job stops.
	attempts = 5
	// logLines is the number of log lines in a Status.
	logLines = 50
)

var errStopped = errors.New("it was stopped on request")

// A coordinator hands out one job.
type coordinator struct {
	job  jobs.Job
	o    Options
	conn *nats.Conn

	out      map[int]bool           // tasks handed out or postponed that have no result; true if they are to be handed out again
	again    []int                  // tasks to be handed out again, in order; those not true in out are skipped
	added    int                    // how often something was added to again
	failures map[int]map[string]int // of tasks, by worker
	roster   roster
	slots    int // of all workers that can work
	alone    time.Time
	status   Status
	told     time.Time // when Tell was last called
	results  chan *nats.Msg
	asked    chan *nats.Msg // requests of workers
	words    chan *nats.Msg // requests for the status, and controls
	gate     gate
	beats    mailbox
}

// Coordinate hands out a job to the workers at a NATS server, and returns when it is
// done, when ctx ends, or with the first error. A server can have only one
// coordinator at a time.
func Coordinate(ctx context.Context, conn *nats.Conn, job jobs.Job, o Options) error {
	if o.Key == nil {
		var err error
		if o.Key, err = newKey(); err != nil {
			return err
		}
	}
	c := &coordinator{
		job: job, o: o, conn: conn, out: map[int]bool{}, failures: map[int]map[string]int{},
		roster: newRoster(o.Wait), status: Status{Kind: job.Kind(), Job: job.ID(), Began: time.Now()},
		results: make(chan *nats.Msg, 64), asked: make(chan *nats.Msg, 64), words: make(chan *nats.Msg, 64),
		gate: gate{bytes: map[string]int{}}, beats: mailbox{last: map[string]heardBeat{}, some: make(chan struct{}, 1)},
	}
	if other, err := Ask(ctx, conn); err == nil {
		return fmt.Errorf("this server already has a coordinator, of %s %.40s", other.Kind, other.Job)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	subscriptions, err := c.listen(ctx)
	defer func() {
		for _, s := range subscriptions {
			s.Unsubscribe()
		}
	}()
	if err != nil {
		return err
	}
	err = c.run(ctx)
	c.end(err)
	conn.Publish(subjectStop+"."+job.ID(), []byte(c.status.End))
	conn.Flush()
	return err
}

func (c *coordinator) log(format string, args ...any) {
	if c.o.Log != nil {
		c.o.Log(format, args...)
	}
	line := time.Now().Format(time.TimeOnly) + " " + fmt.Sprintf(format, args...)
	c.status.Log = append(c.status.Log[max(0, len(c.status.Log)-logLines+1):], line)
}

// end reports the status for the last time.
func (c *coordinator) end(err error) {
	c.status.End = "all is done"
	if err != nil {
		c.status.End = err.Error()
	}
	if conflict := (*jobs.Conflict)(nil); errors.As(err, &conflict) {
		c.status.Conflicts++
	}
	c.told = time.Time{}
	c.tell()
}

// tell reports the status, unless it did so just now.
func (c *coordinator) tell() {
	if now := time.Now(); c.o.Tell != nil && now.Sub(c.told) >= 50*time.Millisecond {
		c.told = now
		c.o.Tell(c.now())
	}
}

// listen subscribes to the messages of workers and to status requests. The queues are
// bounded: messages beyond the limits are dropped, and workers send them again.
func (c *coordinator) listen(ctx context.Context) (list []*nats.Subscription, err error) {
	to := func(queue chan *nats.Msg) nats.MsgHandler {
		return func(m *nats.Msg) {
			select {
			case queue <- m:
			case <-ctx.Done():
			}
		}
	}
	from := func(queue chan *nats.Msg) nats.MsgHandler {
		pass := to(queue)
		return func(m *nats.Msg) {
			// The sender chooses the reply subject of a request: only a worker's own
			// inbox is answered.
			if name := sender(m); name != "" && strings.HasPrefix(m.Reply, inbox(name)+".") && c.gate.enter(m) {
				pass(m)
			}
		}
	}
	for subject, handle := range map[string]nats.MsgHandler{
		subjectStatus:        to(c.words),
		subjectControl:       to(c.words),
		subjectOffer + ".*":  from(c.asked),
		subjectNext + ".*":   from(c.asked),
		subjectResult + ".*": from(c.results),
		subjectBeat + ".*":   c.beats.put,
	} {
		s, err := c.conn.Subscribe(subject, handle)
		if err != nil {
			return list, err
		}
		list = append(list, s)
		if err := s.SetPendingLimits(65_536, 32<<20); err != nil {
			return list, err
		}
	}
	return list, c.conn.Flush()
}

// A gate limits the queued messages of each worker, so that one that floods the
// coordinator does not keep others out.
type gate struct {
	mu    sync.Mutex
	bytes map[string]int
}

// maxWaiting is how many bytes of a worker's messages may be queued, plus one
// message.
const maxWaiting = 1 << 20

func weight(m *nats.Msg) int { return len(m.Data) + 500 }

// enter reports whether a message may be queued.
func (g *gate) enter(m *nats.Msg) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	name := sender(m)
	if g.bytes[name] > maxWaiting {
		return false
	}
	g.bytes[name] += weight(m)
	return true
}

// leave notes that a message is no longer queued.
func (g *gate) leave(m *nats.Msg) {
	g.mu.Lock()
	defer g.mu.Unlock()
	name := sender(m)
	if g.bytes[name] -= weight(m); g.bytes[name] <= 0 {
		delete(g.bytes, name)
	}
}

// A heardBeat is a beat with its time of arrival.
type heardBeat struct {
	text []byte
	at   time.Time
}

// A mailbox keeps the last beat of each worker until it is processed.
type mailbox struct {
	mu   sync.Mutex
	last map[string]heardBeat
	some chan struct{} // holds an element if there may be any
}

func (b *mailbox) put(m *nats.Msg) {
	name := sender(m)
	if name == "" || len(m.Data) > maxBeat {
		return
	}
	b.mu.Lock()
	if _, known := b.last[name]; known || len(b.last) < maxMembers {
		b.last[name] = heardBeat{m.Data, time.Now()}
	}
	b.mu.Unlock()
	select {
	case b.some <- struct{}{}:
	default:
	}
}

// take returns the beats and empties the box.
func (b *mailbox) take() map[string]heardBeat {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.last
	b.last = map[string]heardBeat{}
	return list
}

// run hands out tasks and takes results until the job is done.
func (c *coordinator) run(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	c.tell()
	for !c.job.Done() {
		var err error
		select {
		case m := <-c.results:
			err = c.take(append([]*nats.Msg{m}, c.more()...))
		case m := <-c.asked:
			c.gate.leave(m)
			err = c.serve(m)
		case m := <-c.words:
			err = c.answer(m)
		case <-c.beats.some:
			c.hearAll()
		case <-tick.C:
			err = c.look()
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		c.tell()
	}
	return nil
}

// more returns the results that have already arrived, to be synced together.
func (c *coordinator) more() (list []*nats.Msg) {
	for bytes := 0; len(list) < 1000 && bytes < 32<<20; {
		select {
		case m := <-c.results:
			bytes += len(m.Data)
			list = append(list, m)
		default:
			return list
		}
	}
	return list
}

// word replies to a worker without a task.
func (c *coordinator) word(m *nats.Msg, word, why string) {
	answer := nats.NewMsg(m.Reply)
	answer.Header.Set(headerWord, word)
	answer.Data = []byte(why)
	if word == wordNone {
		wait := min(max(250*time.Millisecond, time.Duration(c.slots)*2*time.Millisecond), 5*time.Second)
		answer.Header.Set(headerWait, strconv.Itoa(int(wait.Milliseconds())))
	}
	c.conn.PublishMsg(answer) // if it fails, the worker notices
}

// serve answers a worker that wants to join, or wants a task.
func (c *coordinator) serve(m *nats.Msg) error {
	if strings.HasPrefix(m.Subject, subjectOffer+".") {
		return c.offer(m)
	}
	member := c.roster.of(sender(m), time.Now())
	switch {
	case string(m.Data) != c.job.ID():
		c.word(m, wordOver, "another has begun")
		return nil
	case member.Out:
		c.word(m, wordUnwanted, member.Flag)
		return nil
	case len(member.holds) >= max(2, 2*member.Slots): // answers may be lost, but not forever
		c.word(m, wordNone, "")
		return nil
	}
	t, ok, err := c.nextFor(member)
	if err != nil {
		return err
	}
	if !ok {
		c.word(m, wordNone, "")
		return nil
	}
	c.out[t.Number] = false
	member.hand(t.Number, time.Now())
	c.conn.PublishMsg(taskMessage(m.Reply, t, c.o.Key.receipt(c.job.ID(), t.Number, member.Worker)))
	return nil
}

// nextFor returns a task that a worker may do: one to be handed out again, else a new
// one, else one that the worker has failed before. It returns false if there is none
// now. It limits the time spent making tasks, which may be slow.
func (c *coordinator) nextFor(m *member) (jobs.Task, bool, error) {
	t, found, err := c.fromAgain(m, false)
	if found || err != nil {
		return t, found, err
	}
	for begun := time.Now(); time.Since(begun) < 20*time.Millisecond; {
		t, more, err := c.job.Next()
		if err != nil {
			return jobs.Task{}, false, err
		}
		if !more {
			if t, found, err = c.fromAgain(m, true); !found && err == nil {
				m.barren = c.added + 1
			}
			return t, found, err
		}
		if _, known := c.out[t.Number]; known {
			continue // comes again because those before it were purged
		}
		if c.may(m, t.Number) {
			return t, true, nil
		}
		c.out[t.Number] = true
		c.again = append(c.again, t.Number)
		c.added++
	}
	return jobs.Task{}, false, nil
}

// fromAgain returns a task that is to be handed out again; with failed, also one that
// the worker has failed before. If there was none for a worker, it does not search
// again until something has been added.
func (c *coordinator) fromAgain(m *member, failed bool) (jobs.Task, bool, error) {
	for i := 0; i < len(c.again) && m.barren != c.added+1; {
		number := c.again[i]
		if c.out[number] && (!c.may(m, number) || !failed && c.failures[number][m.Worker] > 0) {
			i++
			continue
		}
		c.again = slices.Delete(c.again, i, i+1)
		if !c.out[number] {
			continue
		}
		t, open, err := c.job.Again(number)
		if err != nil || open {
			return t, open, err
		}
		delete(c.out, number)
	}
	return jobs.Task{}, false, nil
}

// may reports whether a worker may be handed a task: not if it has done or holds
// another pass of it, nor if it already holds the task, unless no other worker is
// present.
func (c *coordinator) may(m *member, number int) bool {
	if m.holds[number] != nil && c.roster.present() > 1 {
		return false
	}
	return c.mayDo(m.Worker, number, func(other int) bool { return m.holds[other] != nil })
}

// mayDo reports whether a worker has no other pass of a task: none that it has done,
// and none for which at returns true.
func (c *coordinator) mayDo(worker string, number int, at func(other int) bool) bool {
	p, can := c.job.(jobs.Passer)
	if !can || worker == c.o.Own {
		return true
	}
	for other, by := range p.OtherPasses(number) {
		if by == worker || at(other) {
			return false
		}
	}
	return true
}

// requeue marks open tasks to be handed out again, unless other workers hold them.
func (c *coordinator) requeue(numbers ...int) {
	for _, n := range numbers {
		if _, open := c.out[n]; open && !c.roster.held(n) {
			c.handAgain(n)
		}
	}
}

// handAgain marks a task to be handed out again, even if workers hold it.
func (c *coordinator) handAgain(number int) {
	if !c.out[number] {
		c.out[number] = true
		c.again = append(c.again, number)
		c.status.Again++
	}
	c.added++
}

// look checks once a second who is working.
func (c *coordinator) look() error {
	c.hearAll() // on a busy machine, beats may have been waiting for long
	now := time.Now()
	for _, name := range c.roster.tick(now) {
		c.log("%s no longer responds", name)
	}
	if n := c.roster.deadly(); n >= 0 {
		return fmt.Errorf("%d workers have died with task %d", attempts, n)
	}
	c.requeue(c.roster.expire(now)...)
	for _, n := range c.roster.hangs(now, func(task int) bool { _, open := c.out[task]; return open }) {
		c.log("task %d takes far longer than others; it is assigned again", n)
		c.handAgain(n)
	}
	if err := c.convict(); err != nil {
		return err
	}
	c.slots = c.roster.slots()
	c.wantWorkers(now)
	return nil
}

// wantWorkers logs when there are too few workers for the passes.
func (c *coordinator) wantWorkers(now time.Time) {
	p, can := c.job.(jobs.Passer)
	if !can {
		return
	}
	passes, names := 1, c.roster.sound()
	for range p.OtherPasses(0) {
		passes++
	}
	switch {
	case len(names) == 0 || len(names) >= passes || slices.Contains(names, c.o.Own):
		c.alone = time.Time{}
	case c.alone.IsZero():
		c.alone = now.Add(c.o.Wait)
	case now.After(c.alone):
		c.alone = now.Add(24 * time.Hour)
		c.log("each of the %d passes of a task needs a different worker, but only %s is here: the rest must wait", passes, strings.Join(names, " and "))
	}
}

// convict notifies workers that are no longer trusted. If a worker's results were
// faulty, they are all done again.
func (c *coordinator) convict() error {
	for _, m := range c.roster.convict() {
		c.log("%s gets no more tasks: it %s", m.Worker, m.Flag)
		c.requeue(m.release()...)
		c.conn.Publish(subjectQuit+"."+m.Worker, []byte(m.Flag))
		if m.faulty {
			if _, err := c.purge(m.Worker); err != nil {
				return err
			}
		}
	}
	return nil
}

// take keeps the valid ones of some results, and confirms them once they are on disk.
func (c *coordinator) take(messages []*nats.Msg) error {
	var good []jobs.Result
	var kept []*nats.Msg
	for _, m := range messages {
		c.gate.leave(m)
		member := c.roster.of(sender(m), time.Now())
		r, failure, fault := readResult(member.Worker, m.Header, m.Data)
		switch {
		case m.Header.Get(headerJob) != c.job.ID():
			c.word(m, wordOver, "another has begun")
			continue
		case member.Out:
			c.word(m, wordUnwanted, member.Flag)
			continue
		case !c.o.Key.handed(m.Header.Get(headerReceipt), c.job.ID(), r.Number, member.Worker):
			c.refuse(m, member, fmt.Errorf("task %d was not assigned to it", r.Number))
			continue
		case !c.mayDo(member.Worker, r.Number, func(other int) bool {
			return slices.ContainsFunc(good, func(g jobs.Result) bool { return g.Number == other && g.Worker == r.Worker })
		}):
			member.drop(r.Number)
			c.refuse(m, member, fmt.Errorf("it has done another pass of task %d", r.Number))
			c.requeue(r.Number)
			continue
		case fault == nil && failure == "":
			fault = c.job.Check(r)
		}
		if fault == nil && failure == "" {
			r.Seconds = min(r.Seconds, c.longest(member, r.Number))
			good, kept = append(good, r), append(kept, m)
			continue
		}
		if fault != nil {
			failure = "it did not return a valid result"
			c.refuse(m, member, fault)
		} else {
			c.log("task %d has failed at %s: %s", r.Number, member.Worker, failure)
			c.word(m, wordKept, "")
		}
		if err := c.failed(r.Number, member, failure); err != nil {
			return err
		}
	}
	if len(good) == 0 {
		return nil
	}
	if err := c.job.Take(good); err != nil {
		return err
	}
	c.status.Taken += len(good)
	for _, r := range good {
		if _, open := c.out[r.Number]; !open {
			c.roster.of(r.Worker, time.Now()).drop(r.Number) // another worker has done it, or an earlier coordinator handed it out
			continue
		}
		delete(c.out, r.Number)
		delete(c.failures, r.Number)
		fault := ""
		if f, ok := c.job.(jobs.Faulty); ok {
			fault = f.Fault(r)
		}
		c.roster.took(r, fault, time.Now())
	}
	for _, m := range kept {
		c.word(m, wordKept, "")
	}
	return c.convict()
}

// longest returns the longest time in seconds that a worker can have spent on a task.
func (c *coordinator) longest(m *member, number int) float64 {
	if h := m.holds[number]; h != nil {
		return time.Since(h.since).Seconds()
	}
	if _, open := c.out[number]; open {
		return time.Since(c.status.Began).Seconds()
	}
	return math.Inf(1) // it does not count here
}

// refuse tells a worker that its result is invalid. Of many refusals it logs only
// those whose count is a power of two.
func (c *coordinator) refuse(m *nats.Msg, member *member, why error) {
	c.status.Refused++
	member.Refused++
	if n := member.Refused; n < 10 || n&(n-1) == 0 {
		c.log("a result from %s was refused: %s", member.Worker, plain(why.Error(), 500))
	}
	c.word(m, wordRefused, why.Error())
}

// failed counts a failure of a task and hands it out again, unless it has failed so
// often, and for all sound workers or for many, that the task must be at fault. Each
// time that a task is handed out, it can fail once.
func (c *coordinator) failed(number int, m *member, why string) error {
	held := m.holds[number] != nil
	m.drop(number)
	if _, open := c.out[number]; !open {
		return nil // it has its result
	}
	if !held { // the failure has been counted, or the task was taken from the worker
		c.requeue(number)
		return nil
	}
	c.roster.failed(m.Worker, time.Now())
	by := c.failures[number]
	if by == nil {
		by = map[string]int{}
		c.failures[number] = by
	}
	by[m.Worker]++
	times, everywhere := 0, c.o.Own == "" || c.roster.members[c.o.Own] != nil // its own worker takes a while to join
	for _, n := range by {
		times += n
	}
	for _, name := range c.roster.sound() {
		everywhere = everywhere && by[name] > 0
	}
	if times >= attempts && (everywhere || len(by) >= attempts) {
		return fmt.Errorf("task %d has failed %d times: %s", number, times, why)
	}
	c.requeue(number)
	return c.convict()
}

// hearAll processes all beats that have arrived.
func (c *coordinator) hearAll() {
	for name, heard := range c.beats.take() {
		if b, err := readBeat(name, heard.text); err == nil {
			c.hear(b, heard.at)
		}
	}
}

// hear notes that a worker was alive.
func (c *coordinator) hear(b Beat, at time.Time) {
	m := c.roster.of(b.Worker, at)
	changed := m.Slots != b.Slots || m.Gone != b.Left
	c.requeue(c.roster.hear(b, at)...)
	if changed {
		c.slots = c.roster.slots()
	}
}

// now returns the status.
func (c *coordinator) now() Status {
	s := c.status
	s.Queued, s.Rate, s.Workers = len(c.out), c.roster.perMinute(), c.roster.list(time.Now())
	s.Log = slices.Clone(s.Log)
	if c.o.Progress != nil {
		s.Progress = c.o.Progress()
	}
	return s
}

// offer answers a worker that wants to join. The request contains its process.
func (c *coordinator) offer(m *nats.Msg) error {
	o := Offer{
		Protocol: Protocol, Build: c.o.Build, Check: c.o.Check, Kind: c.job.Kind(), Job: c.job.ID(),
		Terms: c.job.TermsText(), AckWait: c.o.Wait,
	}
	name := sender(m)
	o.Unwanted, _ = c.roster.out(name)
	if known := c.roster.members[name]; known != nil {
		o.Taken = !known.Gone && known.Process != "" && known.Process != string(m.Data)
	}
	text, err := json.Marshal(o)
	if err == nil {
		m.Respond(text)
	}
	return err
}

// answer answers requests of heterodox-lab cluster.
func (c *coordinator) answer(m *nats.Msg) error {
	if !strings.HasPrefix(m.Reply, "_INBOX.") {
		return nil
	}
	if m.Subject == subjectControl {
		return c.obey(m)
	}
	text, err := json.Marshal(c.now())
	if err == nil {
		m.Respond(text)
	}
	return err
}

// Ask asks a coordinator for its status.
func Ask(ctx context.Context, conn *nats.Conn) (s Status, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	reply, err := conn.RequestWithContext(ctx, subjectStatus, nil)
	if err != nil {
		return s, errors.New("there is no coordinator")
	}
	if err := json.Unmarshal(reply.Data, &s); err != nil {
		return s, errors.New("the reply is not from a Heterodox coordinator")
	}
	return s, nil
}
