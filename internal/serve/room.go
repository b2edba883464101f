package serve

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// A seat is what a token allows its holder to do at a table.
type seat int

const (
	nobody  seat = iota
	watcher      // watches
	invited      // watches, and may take the free seat
	white        // plays this side; everything else needs the other player's consent
	black
	owner // of a table without seats: plays both sides, and decides everything else
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

// plays reports whether the holder of a seat may move for a side.
func (s seat) plays(c rules.Color) bool {
	side, ok := s.side()
	return s == owner || ok && side == c
}

// other returns the seat across the table.
func (s seat) other() seat { return white + black - s }

// players are the seats of the two players.
var players = [2]seat{white, black}

// A room is a table with the tokens of the people who may enter. At first it has an owner; once
// somebody is invited to play it has two seats instead, and no player can act for the other.
type room struct {
	id    string
	table *table.Table
	view  view
	study bool // whether it is an analysis
	guest bool // whether it was opened without the key: neither saved nor helped by the engine
	most  int  // moves, if it is a guest's
	// source is the variants file of a game in the making, which is not among the known games;
	// such a game is not saved.
	source string
	begun  int // the revision when it was opened

	recording  sync.Mutex // held while a record is written
	rematching sync.Mutex // held while a rematch is asked for
	planning   sync.Mutex // held while the plans follow a state of the game, from when it is read

	// Under the lock of the rooms:
	tokens  map[string]seat
	host    seat // white or black: the one who sent the invitation; nobody if there are no seats
	streams int
	plans   [2]plan              // conditional moves by side
	here    map[string]int       // streams of each token
	away    map[string]time.Time // the time since which a token has no stream
	news    chan struct{}        // closed when any of this changes
	next    *room                // the rematch
	used    time.Time
	saved   string // the record on disk
	fault   error  // of saving the record
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

// token returns a token for a seat, a new one if there is none.
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

// has reports whether there is a token for a seat.
func (r *room) has(s seat) bool {
	for _, of := range r.tokens {
		if of == s {
			return true
		}
	}
	return false
}

// opener returns the seat of the person who opened the room.
func (r *room) opener() seat {
	if r.host != nobody {
		return r.host
	}
	return owner
}

// changed notifies everybody who follows the room.
func (r *room) changed() {
	close(r.news)
	r.news = make(chan struct{})
}

// swap makes the players change sides: each keeps the token.
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

// rooms are the rooms of a server.
type rooms struct {
	mu       sync.Mutex
	limits   Limits
	byID     map[string]*room
	arriving map[string]*arrival // saved games being opened, by file
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

	errDeleted = errors.New("this game has been deleted")
)

// watchPace is the minimum time between moves when engines play each other,
// so that people can watch.
const watchPace = time.Second

func newRoom(t *table.Table) *room {
	t.SetPace(watchPace)
	state := t.State()
	return &room{
		id: rand.Text(), table: t, used: time.Now(), tokens: map[string]seat{rand.Text(): owner, rand.Text(): watcher},
		study: state.Study, begun: state.Revision, here: map[string]int{}, away: map[string]time.Time{}, news: make(chan struct{}),
	}
}

// add opens a room. If there are too many it closes the one that has been unused longest, or fails.
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

// fits reports whether a room may have that many more moves: all rooms together hold up to
// Limits.Plies, those of guests up to a quarter of that.
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

// mayMove reports whether the limit allows another move.
func (rs *rooms) mayMove(r *room) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.fits(r, 1)
}

// closeOldest closes the room, of guests or of others, that nobody has watched or used for the
// longest time, if that time is long enough; for guests any time is.
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

// remove closes a room. The table of a guest, which holds no file, closes when it can: nobody
// waits for what is being done there.
func (rs *rooms) remove(r *room) {
	delete(rs.byID, r.id)
	if r.guest {
		go r.table.Close()
		return
	}
	r.table.Close()
}

// withFile returns the room of a game saved in a file, nil if there is none.
func (rs *rooms) withFile(file string) *room {
	for _, r := range rs.byID {
		if !r.guest && r.table.File() == file {
			return r
		}
	}
	return nil
}

// inRoom answers requests in the room that they name, with the seat of their token. Without a
// valid token it reveals nothing, not even whether the room exists.
func (s *Server) inRoom(next func(w *Reply, r *Request, room *room, by seat)) handler {
	return func(w *Reply, r *Request) {
		room, seat, err := s.find(r.PathValue("id"), r.Seat)
		switch {
		case errors.Is(err, errDeleted): // a page need not try again
			fail(w, StatusNotFound, err.Error())
			return
		case err != nil: // the game exists, and the token is valid
			fail(w, StatusServiceUnavailable, s.told(err))
			return
		case seat == nobody:
			fail(w, StatusNotFound, "there is no such game")
			return
		case seat != watcher && seat != invited:
			room.table.HoldClocks(false) // a player has returned
		}
		next(w, r, room, seat)
	}
}

// find finds a room that is open, or reopens it from its record.
func (s *Server) find(id, token string) (*room, seat, error) {
	if room, seat := s.rooms.find(id, token); room != nil {
		return room, seat, nil
	}
	rec := s.readRecord(id)
	if rec == nil || !rec.knows(token) {
		return nil, nobody, nil
	}
	if _, err := s.reopen(rec.File, rec); err != nil {
		if _, missing := os.Stat(filepath.Join(s.options.Dir, rec.File)); errors.Is(missing, fs.ErrNotExist) {
			err = errDeleted
		}
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

// maxPages is the maximum number of open pages for the holder of a seat.
const maxPages = 32

// join counts a stream of a room; leave ends it, and reports whether it was the last. ok is
// false if there are too many.
func (rs *rooms) join(r *room, token string) (leave func() (last bool), ok bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	many := rs.streams >= rs.limits.Streams || r.streams >= rs.limits.GameStreams
	if s := r.seatOf(token); s == watcher || s == invited { // they must not displace the players
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

// present records that the holder of a token has come or gone.
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
