package cluster

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"
)

// A purgeJob supports removing a worker's results.
type purgeJob struct {
	endlessJob
	purged string
}

// newPurgeJob returns a job that has tasks until a worker has ended.
func newPurgeJob(ended <-chan error) *purgeJob { return &purgeJob{endlessJob{newOpenJob(ended)}, ""} }

func (p *purgeJob) Purge(worker, why string) (results int, err error) {
	for n, r := range p.found {
		if r.Worker == worker {
			delete(p.found, n)
			results++
		}
	}
	p.next, p.purged = 0, worker+" "+why
	return results, nil
}

// wantOthers checks that all tasks are done, and none by the given worker.
func (p *purgeJob) wantOthers(t *testing.T, worker string) {
	t.Helper()
	p.right(t)
	for n, r := range p.found {
		if r.Worker == worker {
			t.Errorf("%d is still there as %s has found it", n, worker)
		}
	}
}

// slowly takes a moment, so that the job does not finish too early.
func slowly(ctx context.Context, n int) (string, error) {
	pause(ctx, time.Millisecond)
	return square(ctx, n)
}

// The results of a faulty worker are all done again by others.
func TestFaultyWorkerIsPurged(t *testing.T) {
	s := newStage(t)
	s.wait = 2 * time.Second
	s.worker("anna", do(slowly))
	ended := s.leaves("slow", do(slowly))
	job := newPurgeJob(ended)
	var last Status
	if err := s.coordinate(job, func(st Status) { last = st }); err != nil {
		t.Fatal(err)
	}
	job.wantOthers(t, "slow")
	s.wantUnwanted(ended, "lost on time in ")
	if !strings.HasPrefix(job.purged, "slow lost on time in ") {
		t.Errorf("purged: %q", job.purged)
	}
	for _, w := range last.Workers {
		if (w.Worker == "slow") != (w.Purged > 0) {
			t.Errorf("%+v", w)
		}
	}
}

// A worker can be removed by hand, even if nothing is wrong with it and no other is
// present; its tasks are done again.
func TestPurgeByHand(t *testing.T) {
	s := newStage(t)
	s.wait = 2 * time.Second
	ended := s.leaves("bert", do(slowly))
	job := newPurgeJob(ended)
	asks := s.connect("status")
	var once sync.Once
	purged := make(chan int, 1)
	err := s.coordinate(job, func(st Status) {
		for _, w := range st.Workers {
			if w.Worker == "bert" && w.Taken >= 5 {
				once.Do(func() {
					go func() {
						if _, err := Purge(t.Context(), asks, s.key, "nobody"); err == nil || !strings.Contains(err.Error(), "no worker called nobody has joined") {
							t.Errorf("an unknown worker is purged: %v", err)
						}
						n, err := Purge(t.Context(), asks, s.key, "bert")
						if err != nil {
							t.Error(err)
						}
						purged <- n
						s.worker("anna", do(square))
					}()
				})
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := <-purged; n < 5 {
		t.Errorf("%d results are purged", n)
	}
	job.wantOthers(t, "bert")
	s.wantUnwanted(ended, "was removed by hand")
}

// A job that cannot remove results says so.
func TestPurgeRefused(t *testing.T) {
	s, job := newStage(t), newSquares(10)
	asks := s.connect("status")
	refused := make(chan error, 1)
	var once sync.Once
	err := s.coordinate(job, func(st Status) {
		once.Do(func() {
			go func() {
				_, err := Purge(t.Context(), asks, s.key, "anna")
				refused <- err
				s.worker("anna", do(square))
			}()
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-refused; err == nil || !strings.Contains(err.Error(), "a job of kind square are written at once") {
		t.Error(err)
	}
}
