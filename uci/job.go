package uci

import (
	"context"

	"github.com/heterodox-chess/heterodox/engine"
)

// A job is work in the background of the session: a search, a perft or a bench. There is at most
// one.
type job struct {
	cancel context.CancelFunc
	result chan string // receives the closing lines, once
	count  bool        // it is a perft or a bench, which only stop cuts short
	// infinite and pondering each hold back the closing lines: the protocol allows no bestmove
	// before stop or ponderhit, even if the search is done.
	infinite, pondering bool
	finished            bool
	text                string // the closing lines, once finished
	// after, if not nil, runs in the session when a job that was not dropped is done.
	after func()
}

// start runs work in the background; the session must have no other job. work ends soon after
// its context and returns the closing lines. If it panics, a line says so at once, and the
// closing lines are those of instead, if it is not nil.
func (s *Session) start(ctx context.Context, j *job, work func(context.Context) string, instead func() string) {
	ctx, j.cancel = context.WithCancel(ctx)
	j.result = make(chan string, 1)
	s.job = j
	go func() {
		text, p := attempt(func() string { return work(ctx) })
		if p != nil {
			s.fail(p)
			if instead != nil {
				text, _ = attempt(instead)
			}
		}
		j.result <- text
	}()
}

// attempt returns what f returns, or the panic that ended it.
func attempt(f func() string) (text string, p *engine.Panic) {
	defer func() { p = engine.Caught(recover()) }()
	return f(), nil
}

// fail reports a panic, and ends the session if the config says so.
func (s *Session) fail(p *engine.Panic) {
	s.info("%s", p)
	if s.config.EndOnPanic {
		s.end(p)
	}
}

// done returns the channel on which a running job delivers its closing lines; nil, which blocks
// forever, if there is none.
func (j *job) done() <-chan string {
	if j == nil || j.finished {
		return nil
	}
	return j.result
}

// jobDone takes the closing lines of the job, and writes them now or when nothing holds them
// back any more.
func (s *Session) jobDone(text string) {
	s.job.finished, s.job.text = true, text
	s.release()
}

// release ends a job that is finished and not held back.
func (s *Session) release() {
	j := s.job
	if !j.finished || j.infinite || j.pondering {
		return
	}
	j.cancel()
	s.job = nil
	s.out.write(j.text)
	if j.after != nil {
		j.after()
	}
}

// drop ends the job, if there is one, without its closing lines or what comes after them.
func (s *Session) drop() {
	j := s.job
	if j == nil {
		return
	}
	j.cancel()
	if !j.finished {
		<-j.result
	}
	s.job = nil
	if s.xb != nil {
		s.pong()
	}
}

// finish ends the job, if there is one, and waits until it has answered.
func (s *Session) finish() {
	j := s.job
	if j == nil {
		return
	}
	j.cancel()
	j.infinite, j.pondering = false, false
	if !j.finished {
		j.finished, j.text = true, <-j.result
	}
	s.release()
}

// stop ends the job; it says nothing if there is none.
func (s *Session) stop(context.Context, []string) { s.finish() }

// ponderHit turns pondering into an ordinary search.
func (s *Session) ponderHit(context.Context, []string) {
	if s.job == nil || !s.job.pondering {
		s.explain("ponderhit: no search is pondering")
		return
	}
	s.job.pondering = false
	s.player.PonderHit()
	s.release()
}
