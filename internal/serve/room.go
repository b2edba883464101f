package serve

import (
	"crypto/rand"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// A seat is what a token lets its holder do at a table.
type seat int

const (
	nobody seat = iota
	watcher
	white
	black
	owner // both sides, and all that is not a move
)

var seatNames = map[seat]string{watcher: "watch", white: "white", black: "black", owner: "owner"}

// A room is a table with the tokens of those who may come in.
type room struct {
	id      string
	table   *table.Table
	tokens  map[string]seat
	streams int
	used    time.Time
	view    view
	study   bool // it is an analysis
	begun   int  // the revision when it was opened
}

// seatOf returns what the holder of a token may do.
func (r *room) seatOf(token string) seat {
	for t, s := range r.tokens {
		if equal(t, token) {
			return s
		}
	}
	return nobody
}

// token returns the token of a seat.
func (r *room) token(s seat) string {
	for t, of := range r.tokens {
		if of == s {
			return t
		}
	}
	return ""
}

// plays reports whether a seat may move for a side.
func (s seat) plays(c rules.Color) bool {
	return s == owner || s == white && c == rules.White || s == black && c == rules.Black
}

// rooms are all rooms of a server.
type rooms struct {
	mu      sync.Mutex
	limits  Limits
	byID    map[string]*room
	streams int
	closed  bool
}

func (rs *rooms) init(l Limits) { rs.limits, rs.byID = l, map[string]*room{} }

var errFull = errors.New("too many games are open: try again later")

// add opens a room for a table. If there are too many it closes the one that has
// been left alone for the longest time, or fails.
func (rs *rooms) add(t *table.Table) (*room, error) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.closed {
		return nil, errFull
	}
	if len(rs.byID) >= rs.limits.Games && !rs.closeOldest() {
		return nil, errFull
	}
	state := t.State()
	r := &room{id: rand.Text(), table: t, used: time.Now(), tokens: map[string]seat{}, study: state.Study, begun: state.Revision}
	for s := range seatNames {
		r.tokens[rand.Text()] = s
	}
	rs.byID[r.id] = r
	return r, nil
}

// closeOldest closes the room that nobody has watched or used for the longest
// time, if that is long enough.
func (rs *rooms) closeOldest() bool {
	var oldest *room
	for _, r := range rs.byID {
		if r.streams == 0 && time.Since(r.used) > rs.limits.Idle && (oldest == nil || r.used.Before(oldest.used)) {
			oldest = r
		}
	}
	if oldest == nil {
		return false
	}
	delete(rs.byID, oldest.id)
	oldest.table.Close()
	return true
}

// enter returns the room of a request and the seat of its token. Whoever has no
// token learns nothing, not even whether there is such a room.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) (*room, seat) {
	rs := &s.rooms
	rs.mu.Lock()
	defer rs.mu.Unlock()
	room := rs.byID[r.PathValue("id")]
	if room == nil {
		fail(w, http.StatusNotFound, "there is no such game")
		return nil, nobody
	}
	seat := room.seatOf(r.Header.Get("Heterodox-Seat"))
	if seat == nobody {
		fail(w, http.StatusNotFound, "there is no such game")
		return nil, nobody
	}
	room.used = time.Now()
	return room, seat
}

// join counts a stream of a room; leave ends it, and tells whether it was the last.
// ok is false if there are too many.
func (rs *rooms) join(r *room) (leave func() (last bool), ok bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.streams >= rs.limits.Streams || r.streams >= rs.limits.GameStreams {
		return nil, false
	}
	rs.streams++
	r.streams++
	return func() bool {
		rs.mu.Lock()
		defer rs.mu.Unlock()
		rs.streams--
		r.streams--
		r.used = time.Now()
		return r.streams == 0
	}, true
}

func (rs *rooms) close() {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.closed = true
	for _, r := range rs.byID {
		r.table.Close()
	}
}
