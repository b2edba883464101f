package serve

import (
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// A seat is what a token lets its holder do at a table.
type seat int

const (
	nobody  seat = iota
	watcher      // looks on
	invited      // looks on, and may sit down on the seat that is free
	white        // plays this side, and asks the other player for all else
	black
	owner // of a table without seats: both sides, and all that is not a move
)

var seatNames = map[seat]string{nobody: "", watcher: "watch", invited: "invited", white: "white", black: "black", owner: "owner"}

func (s seat) MarshalText() ([]byte, error) { return []byte(seatNames[s]), nil }

func (s *seat) UnmarshalText(text []byte) error {
	for of, name := range seatNames {
		if name == string(text) {
			*s = of
			return nil
		}
	}
	return fmt.Errorf("there is no seat %.20q", text)
}

// side returns the side of a seat; ok is false if it has none.
func (s seat) side() (c rules.Color, ok bool) {
	return rules.Color(s - white), s == white || s == black
}

// plays reports whether a seat may move for a side.
func (s seat) plays(c rules.Color) bool {
	side, ok := s.side()
	return s == owner || ok && side == c
}

// other returns the seat across the table.
func (s seat) other() seat { return white + black - s }

// players are the seats of those who play each other.
var players = [2]seat{white, black}

// A room is a table with the tokens of those who may come in. A table for whoever opened it
// has an owner; once somebody is invited to play it has two seats instead, and nobody can do
// for the other what is the other's.
type room struct {
	id    string
	table *table.Table
	view  view
	study bool // it is an analysis
	guest bool // it is that of somebody without the key: neither saved nor helped by the engine
	// source is the variants file of a game in the making, which nobody else knows: the game
	// is not saved.
	source string
	begun  int // the revision when it was opened

	recording sync.Mutex // one record is written after the other

	// Under the lock of the rooms:
	tokens  map[string]seat
	host    seat // white or black: who has invited the other; nobody if there are no seats
	streams int
	plans   [2]plan              // conditional moves by side
	here    map[string]int       // streams of each token
	away    map[string]time.Time // since when a token has none
	news    chan struct{}        // closed when any of this changes
	next    *room                // the rematch
	used    time.Time
	saved   string // the record as it is on disk
	fault   error  // of saving that
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

// token returns a token of a seat, a new one if there is none.
func (r *room) token(s seat) string {
	for t, of := range r.tokens {
		if of == s {
			return t
		}
	}
	t := rand.Text()
	r.tokens[t] = s
	return t
}

// has reports whether anybody has a token of a seat.
func (r *room) has(s seat) bool {
	for _, of := range r.tokens {
		if of == s {
			return true
		}
	}
	return false
}

// opener returns the seat of whoever opened the room.
func (r *room) opener() seat {
	if r.host != nobody {
		return r.host
	}
	return owner
}

// changed lets all who follow the room look again.
func (r *room) changed() {
	close(r.news)
	r.news = make(chan struct{})
}

// swap lets the players change places: each keeps the token.
func (r *room) swap() {
	r.plans = [2]plan{}
	for t, s := range r.tokens {
		if _, plays := s.side(); plays {
			r.tokens[t] = s.other()
		}
	}
	if r.host != nobody {
		r.host = r.host.other()
	}
	r.changed()
}

// rooms are all rooms of a server.
type rooms struct {
	mu       sync.Mutex
	limits   Limits
	byID     map[string]*room
	arriving map[string]*arrival // saved games, by their files
	streams  int
	closed   bool
}

func (rs *rooms) init(l Limits) {
	rs.limits, rs.byID, rs.arriving = l, map[string]*room{}, map[string]*arrival{}
}

var (
	errFull  = errors.New("too many games are open: try again later")
	errPlies = errors.New("the open games have too many moves: try again later")
	errGuest = errors.New("too many people are analysing: try again later")
)

// watchPace is the least time between two moves where engines play each other, so that
// people can watch.
const watchPace = time.Second

func newRoom(t *table.Table) *room {
	t.SetPace(watchPace)
	state := t.State()
	return &room{
		id: rand.Text(), table: t, used: time.Now(), tokens: map[string]seat{rand.Text(): owner, rand.Text(): watcher},
		study: state.Study, begun: state.Revision, here: map[string]int{}, away: map[string]time.Time{}, news: make(chan struct{}),
	}
}

// add opens a room. If there are too many it closes the one that has been left alone for
// the longest time, or fails.
func (rs *rooms) add(r *room) error {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.closed {
		return errFull
	}
	number, most, full := 0, rs.limits.Games, errFull
	if r.guest {
		most, full = rs.limits.Guests, errGuest
	}
	for _, o := range rs.byID {
		if o.guest == r.guest {
			number++
		}
	}
	if number >= most && !rs.closeOldest(r.guest) {
		return full
	}
	for !rs.fits(r, r.table.Len()) {
		if !rs.closeOldest(true) && (r.guest || !rs.closeOldest(false)) {
			return errPlies
		}
	}
	rs.byID[r.id] = r
	return nil
}

// fits reports whether a room may have so many moves more: all rooms together hold up to
// Limits.Plies, those of guests up to a quarter of them.
func (rs *rooms) fits(wants *room, more int) bool {
	all, guests := more, more
	for _, r := range rs.byID {
		n := r.table.Len()
		all += n
		if r.guest {
			guests += n
		}
	}
	return all <= rs.limits.Plies && (!wants.guest || guests <= rs.limits.Plies/4)
}

// mayMove reports whether there is room for another move.
func (rs *rooms) mayMove(r *room) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.fits(r, 1)
}

// closeOldest closes the room, of guests or of others, that nobody has watched or used for
// the longest time, if that is long enough: those of guests need not wait.
func (rs *rooms) closeOldest(guest bool) bool {
	var oldest *room
	for _, r := range rs.byID {
		idle := r.streams == 0 && (guest || time.Since(r.used) > rs.limits.Idle)
		if r.guest == guest && idle && (oldest == nil || r.used.Before(oldest.used)) {
			oldest = r
		}
	}
	if oldest == nil {
		return false
	}
	rs.remove(oldest)
	return true
}

func (rs *rooms) remove(r *room) {
	delete(rs.byID, r.id)
	r.table.Close()
}

// withFile returns the room of a game that is saved in a file, nil if there is none.
func (rs *rooms) withFile(file string) *room {
	for _, r := range rs.byID {
		if r.table.File() == file {
			return r
		}
	}
	return nil
}

// enter returns the room of a request and the seat of its token. Whoever has no
// token learns nothing, not even whether there is such a room.
func (s *Server) enter(w *Reply, r *Request) (*room, seat) {
	room, seat, err := s.find(r.PathValue("id"), r.Seat)
	switch {
	case err != nil: // there is such a game, and the token is good
		fail(w, StatusServiceUnavailable, err.Error())
		return nil, nobody
	case seat == nobody:
		fail(w, StatusNotFound, "there is no such game")
		return nil, nobody
	}
	return room, seat
}

// find finds a room that is open, or that was open and is saved.
func (s *Server) find(id, token string) (*room, seat, error) {
	if room, seat := s.rooms.find(id, token); room != nil {
		return room, seat, nil
	}
	rec := s.readRecord(id)
	if rec == nil || !rec.knows(token) {
		return nil, nobody, nil
	}
	if _, err := s.reopen(rec.File, rec); err != nil {
		return nil, nobody, err
	}
	room, seat := s.rooms.find(id, token)
	return room, seat, nil
}

func (rs *rooms) find(id, token string) (*room, seat) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	room := rs.byID[id]
	if room == nil {
		return nil, nobody
	}
	seat := room.seatOf(token)
	if seat != nobody {
		room.used = time.Now()
	}
	return room, seat
}

// maxPages is how many pages the holder of a seat may have open.
const maxPages = 32

// join counts a stream of a room; leave ends it, and tells whether it was the last.
// ok is false if there are too many.
func (rs *rooms) join(r *room, token string) (leave func() (last bool), ok bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	many := rs.streams >= rs.limits.Streams || r.streams >= rs.limits.GameStreams
	if s := r.seatOf(token); s == watcher || s == invited { // who do not keep those away who play
		if many {
			return nil, false
		}
	} else if r.here[token] >= maxPages {
		return nil, false
	}
	rs.streams++
	r.streams++
	r.present(token, 1)
	return func() bool {
		rs.mu.Lock()
		defer rs.mu.Unlock()
		rs.streams--
		r.streams--
		r.used = time.Now()
		r.present(token, -1)
		return r.streams == 0
	}, true
}

// present takes down that a player has come or gone.
func (r *room) present(token string, n int) {
	was := r.here[token]
	if r.here[token] += n; r.here[token] == 0 {
		delete(r.here, token)
		r.away[token] = time.Now()
	}
	if _, plays := r.seatOf(token).side(); plays && (was == 0 || was+n == 0) {
		r.changed()
	}
}
