package jobs

import "sync"

// A Pool keeps what tasks of a Doer need one each, from one task to the next.
type Pool[T any] struct {
	New  func() T
	mu   sync.Mutex
	idle []T
}

// Get returns one that nobody uses.
func (p *Pool[T]) Get() T {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		x := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return x
	}
	return p.New()
}

// Put gives one back.
func (p *Pool[T]) Put(x T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, x)
}

// Drain returns all that nobody uses, and forgets them.
func (p *Pool[T]) Drain() []T {
	p.mu.Lock()
	defer p.mu.Unlock()
	idle := p.idle
	p.idle = nil
	return idle
}
