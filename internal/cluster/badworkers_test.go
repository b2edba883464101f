package cluster

import (
	"context"
	"errors"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"strings"
	"sync"
	"testing"
	"time"
)

// leaves runs a worker until the coordinator removes it, and returns the error
// that it ends with.
func (s *stage) leaves(name string, doer jobs.Doer) <-chan error {
	w := newWorker(name, doer)
	conn := s.connect(name)
	ended := make(chan error, 1)
	go func() { ended <- w.Work(s.t.Context(), s.t.Context(), conn) }()
	return ended
}

func newWorker(name string, doer jobs.Doer) *Worker {
	return &Worker{
		Name: name, Slots: 2, Build: "b", Check: func(string, []byte) (string, error) { return "c", nil },
		Kinds: jobs.Kinds{"square": func([]byte) (jobs.Doer, error) { return doer, nil }},
	}
}

// wantUnwanted checks that a worker has been removed and cannot come back.
func (s *stage) wantUnwanted(ended <-chan error, want string) {
	s.t.Helper()
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "has removed this worker: it "+want) {
		s.t.Errorf("%v; want %q", err, want)
	}
}

// An openJob is not done before a given worker has ended.
type openJob struct {
	*squares
	ended <-chan error
}

func newOpenJob(ended <-chan error) *openJob { return &openJob{newSquares(200), ended} }

func (o *openJob) Done() bool { return len(o.ended) > 0 && o.squares.Done() }

// Fault finds a fault in every result of the worker called slow.
func (o *openJob) Fault(r jobs.Result) string {
	if r.Worker == "slow" {
		return "lost on time"
	}
	return ""
}

// A worker that hangs in every task but keeps sending beats is removed; its
// tasks are done by others.
func TestHangingWorker(t *testing.T) {
	s := newStage(t)
	s.wait = 300 * time.Millisecond
	hung := make(chan int, 100)
	ended := s.leaves("idle", do(func(ctx context.Context, n int) (string, error) {
		hung <- n
		<-ctx.Done()
		return "", ctx.Err()
	}))
	var once sync.Once
	job := newOpenJob(ended)
	if err := s.coordinate(job, func(Status) {
		if len(hung) >= 2 {
			once.Do(func() { s.worker("anna", do(square)) })
		}
	}); err != nil {
		t.Fatal(err)
	}
	job.right(t)
	s.wantUnwanted(ended, "has hung in 2 tasks that others could do")
}

// A worker that fails every task is removed and not let in again.
func TestFailingWorker(t *testing.T) {
	s := newStage(t)
	s.wait = 2 * time.Second
	clumsy := do(func(context.Context, int) (string, error) { return "", errors.New("out of luck") })
	ended := s.leaves("clumsy", clumsy)
	var anna sync.Once
	var back <-chan error
	refused := make(chan error, 1)
	job := newOpenJob(refused)
	if err := s.coordinate(job, func(st Status) {
		for _, w := range st.Workers {
			if w.Flag != "" {
				anna.Do(func() { s.worker("anna", do(square)) })
			}
			if w.Out && back == nil {
				back = s.leaves("clumsy", clumsy)
				go func() { refused <- <-back }()
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	job.right(t)
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "failed") {
		t.Error(err)
	}
	if err := <-refused; err == nil || !strings.Contains(err.Error(), "has removed this worker: it has failed ") {
		t.Errorf("it is admitted again: %v", err)
	}
}

// An endlessJob has more tasks until a given worker has ended.
type endlessJob struct{ *openJob }

func (e endlessJob) Next() (jobs.Task, bool, error) {
	if len(e.ended) == 0 && e.next == e.n {
		e.n++
	}
	return e.openJob.Next()
}

// A worker whose games are all lost on time is removed, and its later results do
// not count. This is not decided before both workers have sent enough results.
func TestFaultyWorker(t *testing.T) {
	s := newStage(t)
	s.wait = 2 * time.Second
	slowly := do(func(ctx context.Context, n int) (string, error) {
		pause(ctx, time.Millisecond)
		return square(ctx, n)
	})
	s.worker("anna", slowly)
	ended := s.leaves("slow", slowly)
	job := endlessJob{newOpenJob(ended)}
	if err := s.coordinate(job, nil); err != nil {
		t.Fatal(err)
	}
	job.right(t)
	s.wantUnwanted(ended, "lost on time in ")
}
