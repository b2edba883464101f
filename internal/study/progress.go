package study

import (
	"encoding/json"
	"strings"
	"time"
)

// doing reports the current activity.
func (r *run) doing(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.Doing = what
	r.tell()
}

// fraction sets how much of the current work has been started.
func (r *run) fraction(f float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.Fraction = f
}

// count counts a game.
func (r *run) count(g Game) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.Games++
	if strings.HasPrefix(string(g.Stage), string(fairness)) {
		r.progress.add(&g)
	}
	r.tell()
}

// tell calls Watch; the caller holds the lock.
func (r *run) tell() {
	if r.Watch == nil {
		return
	}
	r.progress.Elapsed = time.Since(r.begun)
	if r.Budget > 0 {
		r.progress.Fraction = max(r.progress.Fraction, min(float64(r.progress.Elapsed)/float64(r.Budget), 1))
	}
	r.Watch(r.progress)
}

func marshal(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

func unmarshal(text string, v any) error { return json.Unmarshal([]byte(text), v) }
