package serve

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// This file stores what a saved game does not contain: who has which seat, the open offer, and
// the clocks. So a game continues under its old links when the server was stopped, or has
// closed a room that nobody used.

// A record is a room on disk, in a file beside the saved games.
type record struct {
	ID     string          `json:"id"`
	File   string          `json:"file"` // without its directory
	Tokens map[string]seat `json:"tokens"`
	Host   seat            `json:"host"`
	Plans  []plan          `json:"plans,omitempty"` // conditional moves by side
	// These belong to a certain position; they are dropped if the game has continued elsewhere.
	Plies int               `json:"plies,omitempty"`
	FEN   string            `json:"fen,omitempty"`
	Offer table.Offer       `json:"offer,omitempty"`
	By    rules.Color       `json:"by,omitempty"`
	Left  *[2]time.Duration `json:"left,omitempty"` // nanoseconds
}

// knows reports whether a token is one of the room's.
func (rec *record) knows(token string) bool {
	for t := range rec.Tokens {
		if equal(t, token) {
			return true
		}
	}
	return false
}

// seatsDir is the directory of the records, in the directory of saved games.
const seatsDir = ".seats"

func (s *Server) recordFile(id string) string {
	return filepath.Join(s.options.Dir, seatsDir, id+".json")
}

// readRecord returns the record of a room, nil if there is none.
func (s *Server) readRecord(id string) *record {
	plain := func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= '2' && r <= '7' }
	if s.options.Dir == "" || len(id) > 40 || strings.TrimFunc(id, plain) != "" {
		return nil
	}
	text, err := os.ReadFile(s.recordFile(id))
	rec := &record{}
	if err != nil || json.Unmarshal(text, rec) != nil || rec.ID != id || !isPlain(rec.File) {
		return nil
	}
	return rec
}

// isPlain reports whether a name can be a file in the directory of saved games.
func isPlain(file string) bool {
	return file != "" && file == filepath.Base(file) && file[0] != '.'
}

// records returns all records that can be read.
func (s *Server) records() (list []*record) {
	if s.options.Dir == "" {
		return nil
	}
	entries, _ := os.ReadDir(filepath.Join(s.options.Dir, seatsDir))
	for _, e := range entries {
		id, _ := strings.CutSuffix(e.Name(), ".json")
		if rec := s.readRecord(id); rec != nil {
			list = append(list, rec)
		}
	}
	return list
}

// readRecords finds the rooms of all saved games, and deletes those whose game no longer exists
// and cannot be restored.
func (s *Server) readRecords() {
	s.ids = map[string]string{}
	for _, rec := range s.records() {
		if s.shelf.holds(rec.File) {
			s.ids[rec.File] = rec.ID
		} else {
			os.Remove(s.recordFile(rec.ID))
		}
	}
}

// recordOf returns the record of a saved game, nil if there is none. Another program may have
// written it after the start.
func (s *Server) recordOf(name string) *record {
	s.rooms.mu.Lock()
	id := s.ids[name]
	s.rooms.mu.Unlock()
	if id != "" {
		return s.readRecord(id)
	}
	all := s.records()
	if i := slices.IndexFunc(all, func(rec *record) bool { return rec.File == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// record saves a room's record if its game has a file and anything has changed.
func (s *Server) record(r *room) {
	r.recording.Lock()
	defer r.recording.Unlock()
	state := r.table.State()
	if s.options.Dir == "" || state.File == "" || filepath.Dir(state.File) != filepath.Clean(s.options.Dir) {
		return
	}
	rec := record{ID: r.id, File: filepath.Base(state.File)}
	if timed := state.Control.Timed(); timed || state.Offer != table.NoOffer {
		rec.Plies, rec.FEN, rec.Offer, rec.By = len(state.Played), state.Position().FEN(), state.Offer, state.OfferBy
		if timed {
			rec.Left = &state.Left
		}
	}
	s.rooms.mu.Lock()
	rec.Tokens, rec.Host = r.tokens, r.host
	if len(r.plans[0].Lines)+len(r.plans[1].Lines) > 0 {
		rec.Plans = r.plans[:]
	}
	text, err := json.Marshal(rec)
	same := string(text) == r.saved
	s.rooms.mu.Unlock()
	if err == nil && same {
		return
	}
	if err == nil {
		err = os.MkdirAll(filepath.Join(s.options.Dir, seatsDir), 0o700)
	}
	if err == nil {
		err = safefile.WriteFile(s.recordFile(r.id), text)
	}
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	if err == nil {
		r.saved = string(text)
		s.ids[rec.File] = r.id
	}
	if (err == nil) != (r.fault == nil) {
		r.changed()
	}
	r.fault = err
}

// An arrival is a saved game being opened.
type arrival struct {
	done chan struct{}
	room *room
	err  error
}

// reopen opens a saved game in a room, in its old one if there is a record. Concurrent requests
// for a game open it once, and do not hold up requests for others.
func (s *Server) reopen(name string, rec *record) (*room, error) {
	file, rs := filepath.Join(s.options.Dir, name), &s.rooms
	rs.mu.Lock()
	if room := rs.withFile(file); room != nil {
		rs.mu.Unlock()
		return room, nil
	}
	o := rs.arriving[file]
	if o != nil {
		rs.mu.Unlock()
		<-o.done
		return o.room, o.err
	}
	o = &arrival{done: make(chan struct{})}
	rs.arriving[file] = o
	rs.mu.Unlock()
	if rec == nil {
		rec = s.recordOf(name)
	}
	o.room, o.err = s.load(file, rec)
	rs.mu.Lock()
	delete(rs.arriving, file)
	rs.mu.Unlock()
	close(o.done)
	return o.room, o.err
}

func (s *Server) load(file string, rec *record) (*room, error) {
	t, err := table.Load(file, s.openGame, s.thinkers)
	if err != nil {
		return nil, err
	}
	r := newRoom(t)
	if rec != nil {
		t.HoldClocks(true) // until a player enters
		r.id, r.tokens, r.host = rec.ID, rec.Tokens, rec.Host
		for c := range min(len(rec.Plans), len(r.plans)) {
			if rec.Plans[c].sound() {
				r.plans[c] = rec.Plans[c]
			}
		}
		for token := range rec.Tokens {
			r.away[token] = time.Now()
		}
		state := t.State()
		if len(state.Played) == rec.Plies && state.Position().FEN() == rec.FEN {
			left := state.Left
			if rec.Left != nil {
				left = *rec.Left
			}
			t.Resume(rec.Offer, rec.By, left)
		}
	}
	if err := s.rooms.add(r); err != nil {
		t.Close()
		return nil, err
	}
	s.answerPlanned(r) // for a move made just before the server was stopped
	s.record(r)
	return r, nil
}

// tidy is the interval between calls of lookAfter.
const tidy = 10 * time.Second

// lookAfter retries failed saves, records running clocks, and closes rooms that nobody uses:
// their games are saved, and opened again on request.
func (s *Server) lookAfter() {
	s.rooms.mu.Lock()
	all := slices.Collect(maps.Values(s.rooms.byID))
	s.rooms.mu.Unlock()
	for _, r := range all {
		r.table.SaveAgain()
		s.record(r)
		s.release(r, s.options.Limits.Idle)
	}
}

// release closes a room that nobody has used for some time, if nothing is lost by that.
func (s *Server) release(r *room, idle time.Duration) {
	state := r.table.State()
	if state.Running || state.Thinking || state.Fault != nil || state.File == "" {
		return
	}
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	if r.streams == 0 && time.Since(r.used) >= idle && r.fault == nil && r.saved != "" && s.rooms.byID[r.id] == r {
		s.rooms.remove(r)
	}
}
