package cluster

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

// leaves works until the coordinator does not want the worker any more, and
// returns why.
func (s *stage) leaves(name string, doer Doer) <-chan error {
	w := newWorker(name, doer)
	conn := s.connect()
	ended := make(chan error, 1)
	go func() { ended <- w.Work(s.t.Context(), s.t.Context(), conn) }()
	return ended
}

func newWorker(name string, doer Doer) *Worker {
	return &Worker{
		Name: name, Slots: 2, Build: "b", Check: func(string, []byte) (string, error) { return "c", nil },
		Kinds: Kinds{"square": func([]byte) (Doer, error) { return doer, nil }},
	}
}

// wantUnwanted checks that a worker has been told to go, and that it cannot come
// back.
func (s *stage) wantUnwanted(ended <-chan error, want string) {
	s.t.Helper()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "does not want this worker any more: it "+want) {
			s.t.Errorf("%v; want %q", err, want)
		}
	case <-time.After(time.Minute):
		s.t.Error("the worker has not been told to go")
	}
}

// An openJob is not done before a worker is out.
type openJob struct {
	*squares
	until string
	out   bool
}

func newOpenJob(until string) *openJob { return &openJob{squares: newSquares(200), until: until} }

func (o *openJob) Done() bool { return o.out && o.squares.Done() }

func (o *openJob) tell(st Status) {
	for _, w := range st.Workers {
		o.out = o.out || w.Worker == o.until && w.Out
	}
}

// Fault finds a fault in what the worker called slow gives.
func (o *openJob) Fault(r Result) string {
	if r.Worker == "slow" {
		return "lost on time"
	}
	return ""
}

// steady takes a while for each task.
func steady(ctx context.Context, n int) (string, error) {
	pause(ctx, 10*time.Millisecond)
	return square(ctx, n)
}

// A worker that hangs over every task, and goes on saying that it is at work, is
// told to go; what it had is done by others.
func TestHangingWorker(t *testing.T) {
	s, job := newStage(t), newOpenJob("idle")
	hung := make(chan int, 100)
	ended := s.leaves("idle", do(func(ctx context.Context, n int) (string, error) {
		hung <- n
		<-ctx.Done()
		return "", ctx.Err()
	}))
	var once sync.Once
	var last Status
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := Coordinate(ctx, s.connect(), job, Options{Build: "b", Check: "c", Wait: 300 * time.Millisecond, Tell: func(st Status) {
		if len(hung) >= 2 {
			once.Do(func() { s.worker("anna", do(steady)) })
		}
		job.tell(st)
		last = st
	}})
	if err != nil {
		t.Fatalf("%v; %+v", err, last)
	}
	job.right(t)
	s.wantUnwanted(ended, "has hung over 2 tasks that others could do")
}

// A worker that fails everything is told to go, and is not let in again.
func TestFailingWorker(t *testing.T) {
	s, job := newStage(t), newOpenJob("clumsy")
	clumsy := do(func(ctx context.Context, n int) (string, error) {
		pause(ctx, 20*time.Millisecond)
		return "", errors.New("out of luck")
	})
	ended := s.leaves("clumsy", clumsy)
	var anna sync.Once
	var back <-chan error
	refused := make(chan struct{})
	err := s.coordinate(job, func(st Status) {
		for _, w := range st.Workers {
			if w.Failed >= 3 || w.Flag != "" {
				anna.Do(func() { s.worker("anna", do(steady)) })
			}
			if w.Out && back == nil {
				back = s.leaves("clumsy", clumsy)
				go func() {
					if err := <-back; err == nil || !strings.Contains(err.Error(), "does not want this worker: it has failed ") {
						t.Errorf("it is let in again: %v", err)
					}
					close(refused)
				}()
			}
		}
		select {
		case <-refused:
			job.tell(st)
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	job.right(t)
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "failed") {
		t.Error(err)
	}
}

// A worker whose games are all lost on time is told to go, and what it gives
// later does not count.
func TestFaultyWorker(t *testing.T) {
	s, job := newStage(t), newOpenJob("slow")
	s.worker("anna", do(steady))
	ended := s.leaves("slow", do(steady))
	if err := s.coordinate(job, job.tell); err != nil {
		t.Fatal(err)
	}
	job.right(t)
	s.wantUnwanted(ended, "lost on time in ")
}
