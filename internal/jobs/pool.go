package jobs

import "sync"

// A Pool keeps items that a Doer needs one each of per task, and reuses them.
type Pool[T any] struct {
	New  func() T
	mu   sync.Mutex
	idle []T
}

// Get returns an unused item.
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

// Put returns an item to the pool.
func (p *Pool[T]) Put(x T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, x)
}

// Drain removes and returns all unused items.
func (p *Pool[T]) Drain() []T {
	p.mu.Lock()
	defer p.mu.Unlock()
	idle := p.idle
	p.idle = nil
	return idle
}
