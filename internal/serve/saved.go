package serve

import (
	"time"

	"github.com/heterodox-chess/heterodox/table"
)

// maxListed is how many saved games are listed.
const maxListed = 60

// saved answers with the games that are saved, the newest first.
func (s *Server) saved(w *Reply, r *Request) {
	if !s.knowsKey(r) || s.options.Dir == "" {
		fail(w, StatusForbidden, "saved games need the address with the key, which the terminal shows")
		return
	}
	games, err := table.List(s.options.Dir)
	if err != nil {
		fail(w, StatusInternalServerError, "the directory of saved games cannot be read")
		return
	}
	type entry struct {
		File string    `json:"file"`
		Time time.Time `json:"time"`
	}
	list := []entry{}
	for _, g := range games[:min(len(games), maxListed)] {
		list = append(list, entry(g))
	}
	answer(w, StatusOK, map[string]any{"games": list})
}

// openSaved goes on with a saved game: in its room, if it is open already.
func (s *Server) openSaved(w *Reply, r *Request) {
	if !s.knowsKey(r) || s.options.Dir == "" {
		fail(w, StatusForbidden, "saved games need the address with the key, which the terminal shows")
		return
	}
	var body struct {
		File string `json:"file"`
	}
	if !read(w, r, &body) {
		return
	}
	if !isPlain(body.File) {
		fail(w, StatusNotFound, "there is no such saved game")
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
