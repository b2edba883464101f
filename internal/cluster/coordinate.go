package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// Options say how to hand out a job.
type Options struct {
	Build string
	Check string        // what each worker's own check must come to
	Wait  time.Duration // in which a worker must say that it is still at a task
	// Progress says how far the job is, in its own terms; it may be nil. Tell is
	// told all that is known, a few times a second while something happens; it may
	// be nil.
	Progress func() Progress
	Tell     func(Status)
	// Log is told what goes wrong on the way, a line each; it may be nil.
	Log func(format string, args ...any)
}

// A Status tells how a job fares.
type Status struct {
	Kind, Job string
	Began     time.Time // when the coordinator did
	Progress  Progress
	Taken     int // results since then
	Queued    int // tasks that are handed out
	Again     int // that had to be handed out more than once
	Refused   int // results that were none
	Conflicts int
	Rate      float64 // results a minute, lately
	Workers   []Standing
	Log       []string // the last lines
	End       string   // why it is over, "" as long as it is not
}

const (
	queueMessages = 10_000
	// attempts is how often a task may fail before the job stops.
	attempts = 5
	// logLines is how many lines of the log a Status has.
	logLines = 50
)

var errStopped = errors.New("it was told to stop")

// A coordinator is a job that is being handed out.
type coordinator struct {
	job  Job
	o    Options
	js   jetstream.JetStream
	conn *nats.Conn

	out      map[int]bool           // tasks in the queue or in work
	failures map[int]map[string]int // of tasks, by worker
	roster   roster
	slots    int // that can work
	status   Status
	last     time.Time // when something was heard of a task
	told     time.Time // when Tell was
	results  chan jetstream.Msg
	beats    chan heardBeat
	asked    chan *nats.Msg
}

// Coordinate hands out a job to whoever asks at a NATS server, and returns when
// it is done, when ctx ends, or with the first error. One server is for one
// coordinator at a time.
func Coordinate(ctx context.Context, conn *nats.Conn, job Job, o Options) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	c := &coordinator{
		job: job, o: o, js: js, conn: conn, out: map[int]bool{}, failures: map[int]map[string]int{},
		roster: newRoster(o.Wait), status: Status{Kind: job.Kind(), Job: job.ID(), Began: time.Now()},
		last: time.Now(), results: make(chan jetstream.Msg, 4096), beats: make(chan heardBeat, 1024), asked: make(chan *nats.Msg, 64),
	}
	if other, err := Ask(ctx, conn, false); err == nil {
		return fmt.Errorf("there is another coordinator at this server, of %s %.40s", other.Kind, other.Job)
	}
	subscriptions, err := c.listen()
	defer func() {
		for _, s := range subscriptions {
			s.Unsubscribe()
		}
	}()
	if err == nil {
		err = c.prepare(ctx)
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go c.fetch(ctx)
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

// end tells for the last time how the job fares.
func (c *coordinator) end(err error) {
	c.status.End = "all is done"
	if err != nil {
		c.status.End = err.Error()
	}
	if conflict := (*Conflict)(nil); errors.As(err, &conflict) {
		c.status.Conflicts++
	}
	c.told = time.Time{}
	c.tell()
}

// tell tells how the job fares, unless it has been told just now.
func (c *coordinator) tell() {
	if now := time.Now(); c.o.Tell != nil && now.Sub(c.told) >= 50*time.Millisecond {
		c.told = now
		c.o.Tell(c.now())
	}
}

// listen answers those who ask, and hears workers.
func (c *coordinator) listen() (list []*nats.Subscription, err error) {
	for subject, handle := range map[string]nats.MsgHandler{
		subjectOffer:   func(m *nats.Msg) { c.asked <- m },
		subjectStatus:  func(m *nats.Msg) { c.asked <- m },
		subjectControl: func(m *nats.Msg) { c.asked <- m },
		subjectBeat + ".*": func(m *nats.Msg) {
			var b Beat
			if json.Unmarshal(m.Data, &b) == nil {
				c.beats <- heardBeat{b, time.Now()}
			}
		},
	} {
		s, err := c.conn.Subscribe(subject, handle)
		if err != nil {
			return list, err
		}
		list = append(list, s)
	}
	return list, nil
}

// prepare makes the streams and empties the queue: what is to be done the ledger
// knows.
func (c *coordinator) prepare(ctx context.Context) error {
	tasks, err := c.stream(ctx, jetstream.StreamConfig{Name: streamTasks, Subjects: []string{subjectTask + ".>"}, MaxMsgs: queueMessages})
	if err == nil {
		_, err = c.stream(ctx, jetstream.StreamConfig{Name: streamResults, Subjects: []string{subjectResult + ".>"}, MaxBytes: 256 << 20})
	}
	if err == nil {
		err = tasks.Purge(ctx)
	}
	if err == nil {
		_, err = c.js.CreateOrUpdateConsumer(ctx, streamTasks, jetstream.ConsumerConfig{
			Durable: c.job.Kind(), FilterSubject: subjectTask + "." + c.job.Kind() + ".>", AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: c.o.Wait, MaxAckPending: 20_000, MaxWaiting: 4096,
		})
	}
	if err == nil {
		_, err = c.js.CreateOrUpdateConsumer(ctx, streamResults, jetstream.ConsumerConfig{
			Durable: "ledger", AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.o.Wait, MaxAckPending: 20_000,
		})
	}
	if err != nil {
		return fmt.Errorf("NATS: %w", err)
	}
	return nil
}

// stream makes a queue in the server's memory: a full disk does not stop it. One
// of that name that is of another kind is replaced.
func (c *coordinator) stream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	config.Retention, config.Storage, config.Discard = jetstream.WorkQueuePolicy, jetstream.MemoryStorage, jetstream.DiscardNew
	s, err := c.js.CreateOrUpdateStream(ctx, config)
	if err != nil && c.js.DeleteStream(ctx, config.Name) == nil {
		s, err = c.js.CreateOrUpdateStream(ctx, config)
	}
	return s, err
}

// fetch receives results until ctx ends.
func (c *coordinator) fetch(ctx context.Context) {
	for ctx.Err() == nil {
		consumer, err := c.js.Consumer(ctx, streamResults, "ledger")
		if err != nil {
			pause(ctx, 300*time.Millisecond)
			continue
		}
		batch, err := consumer.Fetch(1000, jetstream.FetchMaxWait(500*time.Millisecond))
		if err != nil {
			pause(ctx, 300*time.Millisecond)
			continue
		}
		for message := range batch.Messages() {
			select {
			case c.results <- message:
			case <-ctx.Done():
				return
			}
		}
	}
}

// run hands out tasks and takes results until the job is done.
func (c *coordinator) run(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	c.tell()
	hungry := make(chan struct{}) // ready at once as long as there is something to hand out
	close(hungry)
	for !c.job.Done() {
		more, err := c.feed(ctx)
		if err != nil {
			return err
		}
		feeding := hungry
		if !more {
			feeding = nil
		}
		select {
		case <-feeding:
		case m := <-c.results:
			if err := c.take(append([]jetstream.Msg{m}, c.more()...)); err != nil {
				return err
			}
		case b := <-c.beats:
			c.hear(b)
			c.hearAll()
		case m := <-c.asked:
			if err := c.answer(m); err != nil {
				return err
			}
		case <-tick.C:
			if err := c.look(ctx); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		c.tell()
	}
	return nil
}

// more returns the results that are there already: they are synced together.
func (c *coordinator) more() (list []jetstream.Msg) {
	for len(list) < 1000 {
		select {
		case m := <-c.results:
			list = append(list, m)
		default:
			return list
		}
	}
	return list
}

// feed keeps four tasks for each slot handed out. It returns after a while, as
// making tasks may take long, with more if it has not come to an end.
func (c *coordinator) feed(ctx context.Context) (more bool, err error) {
	begun := time.Now()
	for len(c.out) < min(max(4*c.slots, 8), queueMessages/2) {
		if time.Since(begun) > 20*time.Millisecond {
			return true, nil
		}
		t, more, err := c.job.Next()
		if err != nil || !more {
			return false, err
		}
		if c.out[t.Number] {
			continue // it comes again, as those before it were purged
		}
		c.out[t.Number] = true
		if err := c.publish(ctx, t); err != nil {
			c.log("task %d could not be handed out: %v", t.Number, err)
			return false, nil // watch hands it out again
		}
	}
	return false, nil
}

func (c *coordinator) publish(ctx context.Context, t Task) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err := c.js.PublishMsg(ctx, taskMessage(c.job.Kind(), c.job.ID(), t))
	return err
}

// again hands out a task once more.
func (c *coordinator) again(ctx context.Context, number int) error {
	t, open, err := c.job.Again(number)
	if err != nil || !open {
		return err
	}
	c.out[number] = true
	c.status.Again++
	if err := c.publish(ctx, t); err != nil {
		c.log("task %d could not be handed out: %v", number, err)
	}
	return nil
}

// look sees, once a second, who is at work, and whether the queue is.
func (c *coordinator) look(ctx context.Context) error {
	c.hearAll() // on a busy machine it may be long ago that there was time to
	now := time.Now()
	for _, name := range c.roster.tick(now) {
		c.log("nothing is heard of %s any more", name)
	}
	if n := c.roster.deadly(); n >= 0 {
		return fmt.Errorf("%d workers have died with task %d", attempts, n)
	}
	for _, n := range c.roster.hangs(now, func(task int) bool { return c.out[task] }) {
		c.log("task %d takes far longer than others; it is handed out again", n)
		if err := c.again(ctx, n); err != nil {
			return err
		}
	}
	if err := c.convict(); err != nil {
		return err
	}
	c.slots = c.roster.slots()
	return c.watch(ctx)
}

// convict tells workers that are not trusted any more; what those have done whose
// results were faulty is done again.
func (c *coordinator) convict() error {
	for _, m := range c.roster.convict() {
		c.log("%s gets no more tasks: it %s", m.Worker, m.Flag)
		c.conn.Publish(subjectQuit+"."+m.Worker, []byte(m.Flag))
		if m.faulty {
			if _, err := c.purge(m.Worker); err != nil {
				return err
			}
		}
	}
	return nil
}

// watch begins again with an empty queue when the store has been lost, or when
// nothing has come for long although nobody is at work.
func (c *coordinator) watch(ctx context.Context) error {
	if c.roster.working() {
		c.last = time.Now()
	}
	stuck := len(c.out) > 0 && c.roster.present() > 0 && time.Since(c.last) > 3*c.o.Wait
	if c.alive(ctx) && !stuck {
		return nil
	}
	if err := c.prepare(ctx); err != nil {
		c.log("%v", err) // the server may be away: it is tried again
		return nil
	}
	c.last = time.Now()
	c.log("the queue is lost or stuck; %d tasks are handed out again", len(c.out))
	for _, number := range slices.Sorted(maps.Keys(c.out)) {
		if err := c.again(ctx, number); err != nil {
			return err
		}
	}
	return nil
}

// alive reports whether the streams are there.
func (c *coordinator) alive(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := c.js.Consumer(ctx, streamTasks, c.job.Kind())
	if err == nil {
		_, err = c.js.Consumer(ctx, streamResults, "ledger")
	}
	return err == nil
}

// take keeps the good ones of some results, and takes all of them off the queue
// once these are on disk.
func (c *coordinator) take(messages []jetstream.Msg) error {
	var good []Result
	for _, m := range messages {
		if m.Subject() != subjectResult+"."+c.job.ID() {
			continue // of another job
		}
		r, failure, err := readResult(m.Headers(), m.Data())
		if err == nil && failure == "" {
			err = c.job.Check(r)
		}
		_, out := c.roster.out(r.Worker)
		switch {
		case out:
			if c.out[r.Number] {
				if err := c.again(context.Background(), r.Number); err != nil {
					return err
				}
			}
		case err != nil:
			c.status.Refused++
			c.log("a result of %.40q is refused: %v", m.Headers().Get(headerWorker), err)
			c.roster.of(r.Worker, time.Now()).Refused++
			if err := c.failed(r.Number, r.Worker, "it was no result"); err != nil {
				return err
			}
		case failure != "":
			c.log("task %d has failed at %.40s: %s", r.Number, r.Worker, failure)
			if err := c.failed(r.Number, r.Worker, failure); err != nil {
				return err
			}
		default:
			good = append(good, r)
		}
	}
	if len(good) > 0 {
		if err := c.job.Take(good); err != nil {
			return err
		}
		c.last = time.Now()
		c.status.Taken += len(good)
		for _, r := range good {
			delete(c.out, r.Number)
			delete(c.failures, r.Number)
			fault := ""
			if f, ok := c.job.(jobs.Faulty); ok {
				fault = f.Fault(r)
			}
			c.roster.took(r, fault, c.last)
		}
		if err := c.convict(); err != nil {
			return err
		}
	}
	for _, m := range messages {
		m.Ack()
	}
	return nil
}

// failed counts a failure of a task, and hands it out again, unless it has failed
// so often, and at all who do well otherwise, that it is the task's fault.
func (c *coordinator) failed(number int, worker, why string) error {
	if !c.out[number] {
		return nil // it is no task of ours, or has its result
	}
	c.roster.failed(worker, time.Now())
	by := c.failures[number]
	if by == nil {
		by = map[string]int{}
		c.failures[number] = by
	}
	by[worker]++
	times, everywhere := 0, true
	for _, n := range by {
		times += n
	}
	for _, name := range c.roster.sound() {
		everywhere = everywhere && by[name] > 0
	}
	if times >= attempts && (everywhere || len(by) >= attempts) {
		return fmt.Errorf("task %d has failed %d times: %s", number, times, why)
	}
	if err := c.convict(); err != nil {
		return err
	}
	return c.again(context.Background(), number)
}

// A heardBeat is a Beat with the time when it came.
type heardBeat struct {
	Beat
	at time.Time
}

// hearAll hears all beats that have come.
func (c *coordinator) hearAll() {
	for {
		select {
		case b := <-c.beats:
			c.hear(b)
		default:
			return
		}
	}
}

// hear notes that a worker was alive.
func (c *coordinator) hear(b heardBeat) {
	m := c.roster.of(b.Worker, b.at)
	changed := m.Slots != b.Slots || m.Gone != b.Left
	c.roster.hear(b.Beat, b.at)
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

// offer answers a worker that wants to join.
func (c *coordinator) offer(m *nats.Msg) error {
	o := Offer{
		Protocol: Protocol, Build: c.o.Build, Check: c.o.Check, Kind: c.job.Kind(), Job: c.job.ID(),
		Terms: c.job.TermsText(), AckWait: c.o.Wait,
	}
	o.Unwanted, _ = c.roster.out(string(m.Data))
	text, err := json.Marshal(o)
	if err == nil {
		m.Respond(text)
	}
	return err
}

// answer answers heterodox-lab cluster.
func (c *coordinator) answer(m *nats.Msg) error {
	if m.Subject == subjectOffer {
		return c.offer(m)
	}
	if m.Subject == subjectControl {
		var told control
		if len(m.Data) > 0 && json.Unmarshal(m.Data, &told) == nil && told.Purge != "" {
			return c.purgeFor(m, told.Purge)
		}
		m.Respond([]byte("{}"))
		c.conn.Flush()
		return errStopped
	}
	text, err := json.Marshal(c.now())
	if err == nil {
		m.Respond(text)
	}
	return err
}

// Ask asks a coordinator how its job fares, and tells it to stop if that is wanted.
func Ask(ctx context.Context, conn *nats.Conn, stop bool) (s Status, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	reply, err := conn.RequestWithContext(ctx, subjectStatus, nil)
	if err != nil {
		return s, errors.New("there is no coordinator")
	}
	if err := json.Unmarshal(reply.Data, &s); err != nil {
		return s, errors.New("who answers is no coordinator of heterodox")
	}
	if stop {
		if _, err := conn.RequestWithContext(ctx, subjectControl, nil); err != nil {
			return s, errors.New("the coordinator does not answer")
		}
	}
	return s, nil
}
