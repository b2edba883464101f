package serve

import (
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/heterodox-chess/heterodox/table"
)

// This file handles the list of saved games, and what can be done with them.

// perPage is the number of saved games per page of the list.
const perPage = 40

// A wireSaved is a saved game in the list.
type wireSaved struct {
	File    string        `json:"file"`
	Time    time.Time     `json:"time"`
	Variant string        `json:"variant"`
	Players [2]wirePlayer `json:"players"`
	Result  string        `json:"result"`
	Study   bool          `json:"study,omitempty"`
	Moves   int           `json:"moves"`
	Event   string        `json:"event,omitempty"`
	Tags    []string      `json:"tags"`
	Picture string        `json:"picture,omitempty"`
	Fault   string        `json:"fault,omitempty"`
}

// owned restricts a handler to requests with the key, on a server that saves games.
func (s *Server) owned(next handler) handler {
	return func(w *Reply, r *Request) {
		if !s.mayOwn(r) {
			fail(w, StatusForbidden, errOwned)
			return
		}
		next(w, r)
	}
}

const errOwned = "to see saved games, open the address that the terminal shows, which contains the key"

func (s *Server) mayOwn(r *Request) bool { return s.knowsKey(r) && s.options.Dir != "" }

// saved answers with a page of the saved games that match the filter, newest first.
func (s *Server) saved(w *Reply, r *Request) {
	from, _ := strconv.Atoi(r.Query.Get("from")) // otherwise from the first
	wanted, err := s.filterOf(r)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	found, left, err := s.shelf.find(wanted, s.openGame)
	if err != nil {
		fail(w, StatusInternalServerError, "the folder of saved games cannot be read")
		return
	}
	from = max(0, min(from, len(found)))
	list := []wireSaved{}
	for _, g := range found[from:min(from+perPage, len(found))] {
		list = append(list, s.wireSavedOf(g))
	}
	answer(w, StatusOK, map[string]any{"games": list, "from": from, "total": len(found), "page": perPage, "tags": s.shelf.allTags(), "left": left})
}

const savedBoardPath = "/saved-board/"

func (s *Server) wireSavedOf(g *shelved) wireSaved {
	w := wireSaved{
		File: g.File, Time: g.Time, Variant: g.Variant, Result: g.Result.String(), Study: g.Study, Moves: g.Moves, Event: g.event,
		Tags: s.shelf.tagsOf(g.File), Fault: g.fault,
	}
	for i, p := range g.Players {
		w.Players[i] = wirePlayer{p.Name, p.Level}
	}
	if g.fault == "" {
		w.Picture = s.signed(savedBoardPath, url.Values{"file": {g.File}, "at": {strconv.FormatInt(g.Time.UnixNano(), 36)}})
	}
	return w
}

// savedBoard answers with a picture of a saved game's last position.
func (s *Server) savedBoard(w *Reply, r *Request) {
	if !equal(r.PathValue("mac"), s.signature(savedBoardPath, r.Query)) {
		fail(w, StatusNotFound, "there is no such picture")
		return
	}
	svg, err := s.thumbnails.get(r.Query.Encode(), func() ([]byte, error) {
		t, err := table.Read(filepath.Join(s.options.Dir, r.Query.Get("file")), s.openGame, nil)
		if err != nil {
			return nil, err
		}
		defer t.Close()
		return draw(t.State().Position())
	})
	sendPicture(w, svg, err)
}

// savedFile reads a request about a saved game; on failure it answers, and returns false.
func (s *Server) savedFile(w *Reply, r *Request, body any, file *string) bool {
	if !read(w, r, body) {
		return false
	}
	if !isPlain(*file) {
		fail(w, StatusNotFound, errNoSaved.Error())
		return false
	}
	return true
}

// openSaved continues a saved game, in its room if it is already open.
func (s *Server) openSaved(w *Reply, r *Request) {
	var body struct {
		File string `json:"file"`
	}
	if !s.savedFile(w, r, &body, &body.File) {
		return
	}
	room, err := s.reopen(body.File, nil)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	s.rooms.mu.Lock()
	way := map[string]string{"id": room.id, "token": room.token(room.opener())}
	s.rooms.mu.Unlock()
	answer(w, StatusCreated, way)
}

// deleteSaved deletes a saved game, or restores it if restore is set.
func (s *Server) deleteSaved(w *Reply, r *Request) {
	var body struct {
		File    string `json:"file"`
		Restore bool   `json:"restore"`
	}
	if !s.savedFile(w, r, &body, &body.File) {
		return
	}
	err := error(nil)
	switch {
	case body.Restore:
		err = s.shelf.restore(body.File)
	case !s.rooms.leave(filepath.Join(s.options.Dir, body.File)):
		refuse(w, "this game is open in another window: close it there first")
		return
	default:
		err = s.shelf.remove(body.File)
	}
	answerUnless(err, w, map[string]any{})
}

// leave closes the room of a saved game, if there is one; it returns false if somebody is there.
func (rs *rooms) leave(file string) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	room := rs.withFile(file)
	switch {
	case rs.arriving[file] != nil || room != nil && room.streams > 0:
		return false
	case room != nil:
		rs.remove(room)
	}
	return true
}

// Limits of the tags of a game.
const (
	maxTags = 12
	maxTag  = 40
)

// tagSaved gives a saved game its tags.
func (s *Server) tagSaved(w *Reply, r *Request) {
	var body struct {
		File string   `json:"file"`
		Tags []string `json:"tags"`
	}
	if !s.savedFile(w, r, &body, &body.File) {
		return
	}
	tags := []string{}
	for _, t := range body.Tags {
		if t = clean(t, maxTag); t != "" && !slices.Contains(tags, t) {
			tags = append(tags, t)
		}
	}
	if len(tags) > maxTags {
		refuse(w, "a game can have at most 12 tags")
		return
	}
	err := s.shelf.tag(body.File, tags)
	answerUnless(err, w, map[string]any{"tags": tags})
}
