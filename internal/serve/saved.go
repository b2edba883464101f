package serve

import (
	"net/http"
	"path/filepath"
	"time"

	"github.com/heterodox-chess/heterodox/table"
)

// maxListed is how many saved games are listed.
const maxListed = 60

// saved answers with the games that are saved, the newest first.
func (s *Server) saved(w http.ResponseWriter, r *http.Request) {
	if !s.knowsKey(r) || s.options.Dir == "" {
		fail(w, http.StatusForbidden, "saved games need the address with the key, which the terminal shows")
		return
	}
	games, err := table.List(s.options.Dir)
	if err != nil {
		fail(w, http.StatusInternalServerError, "the directory of saved games cannot be read")
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
	answer(w, http.StatusOK, map[string]any{"games": list})
}

// openSaved goes on with a saved game: in its room, if it is open already.
func (s *Server) openSaved(w http.ResponseWriter, r *http.Request) {
	if !s.knowsKey(r) || s.options.Dir == "" {
		fail(w, http.StatusForbidden, "saved games need the address with the key, which the terminal shows")
		return
	}
	var body struct {
		File string `json:"file"`
	}
	if !read(w, r, &body) {
		return
	}
	if body.File == "" || body.File != filepath.Base(body.File) || body.File[0] == '.' {
		fail(w, http.StatusNotFound, "there is no such saved game")
		return
	}
	file := filepath.Join(s.options.Dir, body.File)
	s.opening.Lock()
	defer s.opening.Unlock()
	if room := s.rooms.withFile(file); room != nil {
		answer(w, http.StatusOK, map[string]string{"id": room.id, "token": room.token(owner)})
		return
	}
	t, err := table.Load(file, s.openGame, s.thinkers)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	s.open(w, t, nil)
}

// withFile returns the room of a game that is saved in a file, nil if there is
// none.
func (rs *rooms) withFile(file string) *room {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for _, r := range rs.byID {
		if r.table.State().File == file {
			return r
		}
	}
	return nil
}
