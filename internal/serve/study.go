package serve

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// This file studies games of the bench: a study continues whether or not anybody watches it,
// and anybody who has its ID can watch it, end it and read its report.

const (
	maxStudy    = 10 * time.Hour
	keptStudies = 8 // completed ones
)

// A judging is a study, in progress or completed.
type judging struct {
	id     string
	cancel context.CancelFunc

	mu       sync.Mutex
	progress []byte
	result   []byte // the report, or the reason why there is none
	over     bool
	news     chan struct{} // closed when any of this changes
}

// judgings are the studies of a server, only one of them in progress.
type judgings struct {
	mu   sync.Mutex
	list []*judging // the latest last
}

// tell changes a study, and notifies everybody who follows it.
func (j *judging) tell(change func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change()
	close(j.news)
	j.news = make(chan struct{})
}

var errStudying = errors.New("another game is being studied: end that first, or wait")

// add adds a study, if no other is in progress.
func (js *judgings) add(j *judging) error {
	js.mu.Lock()
	defer js.mu.Unlock()
	for _, other := range js.list {
		other.mu.Lock()
		over := other.over
		other.mu.Unlock()
		if !over {
			return errStudying
		}
	}
	if js.list = append(js.list, j); len(js.list) > keptStudies {
		js.list = js.list[1:]
	}
	return nil
}

func (js *judgings) find(id string) *judging {
	js.mu.Lock()
	defer js.mu.Unlock()
	for _, j := range js.list {
		if equal(j.id, id) {
			return j
		}
	}
	return nil
}

// end ends all studies.
func (js *judgings) end() {
	js.mu.Lock()
	defer js.mu.Unlock()
	for _, j := range js.list {
		j.cancel()
	}
}

// studyText starts the study of a text, and answers with its ID.
func (s *Server) studyText(w *Reply, b benchRequest, _ game.Rules) {
	budget := time.Duration(b.Budget) * time.Second
	switch {
	case s.options.Study == nil:
		refuse(w, "this server does not study games")
		return
	case budget < time.Second || budget > maxStudy:
		refuse(w, "a study must take between one second and ten hours")
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	j := &judging{id: rand.Text(), cancel: cancel, news: make(chan struct{})}
	if err := s.judgings.add(j); err != nil {
		cancel()
		refuse(w, err.Error())
		return
	}
	go func() {
		defer cancel()
		result, err := s.options.Study(ctx, b.Text, budget, func(progress []byte) {
			j.tell(func() { j.progress = progress })
		})
		if err != nil {
			result, _ = json.Marshal(map[string]string{"fault": err.Error()})
		}
		j.tell(func() { j.result, j.over = result, true })
	}()
	answer(w, StatusOK, map[string]any{"id": j.id})
}

// endStudy ends a study: the report covers what has been played.
func (s *Server) endStudy(w *Reply, r *Request) {
	j := s.judgings.find(r.PathValue("id"))
	if j == nil {
		refuse(w, errNoStudy.Error())
		return
	}
	j.cancel()
	answer(w, StatusOK, map[string]any{})
}

var errNoStudy = errors.New("that study no longer exists")

// followStudy reports the progress of a study, and finally its result.
func (s *Server) followStudy(w *Reply, r *Request) {
	j := s.judgings.find(r.PathValue("id"))
	if j == nil {
		refuse(w, errNoStudy.Error())
		return
	}
	w.Status, w.Type, w.Cache = StatusOK, "text/event-stream", "no-store"
	w.Follow = func(send func(name string, data []byte) error) {
		alive := time.NewTicker(beat)
		defer alive.Stop()
		for {
			j.mu.Lock()
			progress, result, over, news := j.progress, j.result, j.over, j.news
			j.mu.Unlock()
			switch {
			case over:
				send("report", result)
				return
			case progress != nil && send("progress", progress) != nil:
				return
			}
			select {
			case <-news:
			case <-alive.C:
				if send("", nil) != nil {
					return
				}
			case <-r.Context().Done():
				return
			}
		}
	}
}
