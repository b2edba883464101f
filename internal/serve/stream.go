package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"
)

const (
	beat      = 15 * time.Second       // between signs of life
	reporting = 150 * time.Millisecond // between reports of one search
)

// stream reports everything that happens at a table as events: "hello" at first and
// whenever somebody comes, goes or changes seats, "game" after every change and
// "search" about the engine.
func (s *Server) stream(w *Reply, r *Request, room *room, _ seat) {
	token := r.Seat
	leave, ok := s.rooms.join(room, token)
	if !ok {
		fail(w, StatusServiceUnavailable, "too many people are watching: try again later")
		return
	}
	w.Type, w.Cache = "text/event-stream", "no-store"
	w.Status = StatusOK
	w.Follow = func(send func(string, []byte) error) {
		defer func() {
			if leave() && s.thinkers != nil {
				room.table.Analyse(0, 0) // nobody is watching; a closed table has already ended it
				room.table.Review(0, false)
			}
		}()
		s.follow(r, room, token, send)
	}
}

// hello describes the seat of a token's holder in a room, and who else is there. news is
// closed when that has changed.
func (s *Server) hello(room *room, token string) (text []byte, news <-chan struct{}) {
	hello, seat, plans, news := s.presence(room, token)
	if hello["people"] != nil {
		hello["planned"] = planned(room.table.State(), plans, seat) // may take long: not under the lock of the rooms
	}
	text, _ = json.Marshal(hello)
	return text, news
}

// presence returns what a hello says, except for the plans.
func (s *Server) presence(room *room, token string) (hello map[string]any, seat seat, plans [2]plan, news <-chan struct{}) {
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	seat = room.seatOf(token)
	hello = map[string]any{"seat": seat, "engine": s.thinkers != nil && !room.guest, "shared": s.options.Shared, "alone": s.options.Alone, "guest": room.guest}
	tokens := map[string]string{}
	if seat == owner || seat == white || seat == black {
		tokens["watch"] = room.token(watcher)
	}
	if seat == room.host && room.has(invited) {
		tokens["invited"] = room.token(invited)
	}
	hello["tokens"] = tokens
	if room.host != nobody {
		people := map[string]any{}
		for _, p := range players {
			there := map[string]any{"taken": room.has(p), "here": false}
			if room.has(p) {
				token := room.token(p)
				there["here"] = room.here[token] > 0
				if since, gone := room.away[token]; gone && room.here[token] == 0 {
					there["away"] = time.Since(since).Milliseconds()
				}
			}
			people[seatNames[p]] = there
		}
		hello["people"] = people
	}
	if room.fault != nil {
		hello["fault"] = "the seats of this game are not saved: " + s.told(room.fault)
	}
	if room.next != nil {
		to := seat
		switch seat {
		case white, black:
			to = seat.other()
		case invited:
			to = watcher
		}
		hello["next"] = map[string]string{"id": room.next.id, "token": room.next.token(to)}
	}
	return hello, seat, room.plans, room.news
}

// follow sends changes until the reader leaves or the table is closed.
func (s *Server) follow(r *Request, room *room, token string, send func(string, []byte) error) {
	changes, stop := room.table.Watch()
	defer stop()
	alive := time.NewTicker(beat)
	defer alive.Stop()
	revision, notes, fault := -1, -1, error(nil)
	var lastHello, lastSearch []byte
	var heard <-chan struct{}
	for {
		hello, news := s.hello(room, token)
		if news != heard {
			if !bytes.Equal(hello, lastHello) && send("hello", hello) != nil { // only if this seat may see the change
				return
			}
			heard, lastHello = news, hello
		}
		state := room.table.State()
		if state.Revision != revision || state.Notes != notes || !errors.Is(state.Fault, fault) {
			shown := state
			if state.Fault != nil {
				shown.Fault = errors.New(s.told(state.Fault))
			}
			text, err := room.view.of(shown)
			if err != nil || send("game", text) != nil {
				return
			}
			revision, notes, fault = state.Revision, state.Notes, state.Fault
		}
		search, err := json.Marshal(searchOf(state))
		if err != nil {
			return
		}
		if !bytes.Equal(search, lastSearch) {
			if send("search", search) != nil {
				return
			}
			lastSearch = search
		}
		if state.Analysing { // reports come in quick succession
			select {
			case <-time.After(reporting):
			case <-r.Context().Done():
				return
			}
		}
		select {
		case _, open := <-changes:
			if !open {
				return
			}
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
