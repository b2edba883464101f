package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"
)

const (
	beat      = 15 * time.Second       // between signs of life
	patience  = 10 * time.Second       // with a reader who does not read
	reporting = 150 * time.Millisecond // between reports of one search
)

// stream tells of all that happens at a table, as server-sent events: "hello"
// once, then "game" after every change and "search" about the engine.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	room, seat := s.enter(w, r)
	if room == nil {
		return
	}
	leave, ok := s.rooms.join(room)
	if !ok {
		fail(w, http.StatusServiceUnavailable, "too many are watching: try again later")
		return
	}
	defer func() {
		if leave() && s.thinkers != nil {
			room.table.Analyse(0, 0) // for nobody; a table that is closed has ended it already
		}
	}()
	out := &events{w: w, control: http.NewResponseController(w)}
	out.control.SetReadDeadline(time.Time{}) // the stream outlasts the request
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	hello := map[string]any{"seat": seatNames[seat], "engine": s.thinkers != nil, "shared": s.options.Shared}
	if seat == owner {
		hello["tokens"] = map[string]string{"white": room.token(white), "black": room.token(black), "watch": room.token(watcher)}
	}
	text, _ := json.Marshal(hello)
	if out.send("hello", text) != nil {
		return
	}
	follow(r, room, out)
}

// follow sends what changes until the reader or the table goes.
func follow(r *http.Request, room *room, out *events) {
	changes, stop := room.table.Watch()
	defer stop()
	alive := time.NewTicker(beat)
	defer alive.Stop()
	revision, notes, fault := -1, -1, error(nil)
	var lastSearch []byte
	for {
		state := room.table.State()
		if state.Revision != revision || state.Notes != notes || !errors.Is(state.Fault, fault) {
			text, err := room.view.of(state)
			if err != nil || out.send("game", text) != nil {
				return
			}
			revision, notes, fault = state.Revision, state.Notes, state.Fault
		}
		search, err := json.Marshal(searchOf(state))
		if err != nil {
			return
		}
		if !bytes.Equal(search, lastSearch) {
			if out.send("search", search) != nil {
				return
			}
			lastSearch = search
		}
		if state.Analysing { // reports come thick and fast
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
		case <-alive.C:
			if out.send("", nil) != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

// events writes server-sent events to one reader.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// send writes an event, a mere sign of life without a name.
func (e *events) send(name string, data []byte) error {
	if err := e.control.SetWriteDeadline(time.Now().Add(patience)); err != nil && !errors.Is(err, http.ErrNotSupported) && !errors.Is(err, os.ErrNoDeadline) {
		return err
	}
	var err error
	if name == "" {
		_, err = fmt.Fprint(e.w, ":\n\n")
	} else {
		_, err = fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", name, data)
	}
	if err != nil {
		return err
	}
	return e.control.Flush()
}
