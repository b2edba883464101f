package jobs

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"
)

// Run does a job in this process, slots tasks at a time, and returns when it is
// done, when ctx ends, or with the first error. Finished results are stored in
// any case. After each batch of results it calls tell, which may be nil.
func Run(ctx context.Context, job Job, do Doer, slots int, worker string, tell func()) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tasks := make(chan Task)
	results := make(chan Result, 2*slots)
	var workers sync.WaitGroup
	for range slots {
		workers.Go(func() {
			for t := range tasks {
				begun := time.Now()
				body, err := do.Do(ctx, t)
				if err != nil {
					cancel(fmt.Errorf("task %d: %w", t.Number, err))
					continue
				}
				results <- Result{t.Number, body, worker, time.Since(begun).Seconds()}
			}
		})
	}
	go func() {
		<-ctx.Done()
		workers.Wait()
		close(results)
	}()
	kept := true
	take := func(list []Result) error {
		err := job.Take(list)
		kept = err == nil
		return err
	}
	err := feed(ctx, job, tasks, results, take, tell)
	close(tasks)
	cancel(err)
	for r := range results { // finished meanwhile, so not lost
		if kept {
			err = cmp.Or(take([]Result{r}), err)
		}
	}
	return err
}

// feed hands out tasks and takes results until the job is done.
func feed(ctx context.Context, job Job, tasks chan<- Task, results <-chan Result, take func([]Result) error, tell func()) error {
	next, more, err := job.Next()
	if err != nil {
		return err
	}
	for !job.Done() {
		hand := tasks
		if !more {
			hand = nil
		}
		select {
		case hand <- next:
			if next, more, err = job.Next(); err != nil {
				return err
			}
		case r := <-results:
			if err := take(append([]Result{r}, waiting(results)...)); err != nil {
				return err
			}
			if tell != nil {
				tell()
			}
			if !more { // a result may create new tasks
				if next, more, err = job.Next(); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// waiting returns the results that have already arrived, to be synced together.
func waiting(results <-chan Result) (list []Result) {
	for len(list) < 1000 {
		select {
		case r := <-results:
			list = append(list, r)
		default:
			return list
		}
	}
	return list
}
