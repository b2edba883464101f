package serve

import (
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/internal/film"
	"github.com/heterodox-chess/heterodox/picture"
)

// filmed answers with an animation of a game, or of the line of an analysis up to the move n:
// pace is how many milliseconds each position is shown; flip=1 puts Black at the bottom; dress
// reads further parameters. Only one is made at a time.
func (s *Server) filmed(w *Reply, r *Request, room *room, _ seat) {
	pace, err := strconv.Atoi(r.Query.Get("pace"))
	n, err2 := strconv.Atoi(r.Query.Get("n"))
	if err != nil || err2 != nil {
		fail(w, StatusBadRequest, "an animation needs a move number and a pace")
		return
	}
	if !s.filming.TryLock() {
		fail(w, StatusServiceUnavailable, "another animation is being made: try again")
		return
	}
	defer s.filming.Unlock()
	a, err := film.Of(room.table, n, func(scene *picture.Scene) error {
		if r.Query.Get("flip") == "1" {
			scene.Turn = 2
		}
		return dress(scene, r.Query)
	})
	if err != nil {
		fail(w, StatusNotFound, err.Error())
		return
	}
	a.Delay = time.Duration(pace) * time.Millisecond
	a.End = min(3*a.Delay, picture.MaxDelay)
	a.Stop = r.Context().Err // once nobody waits for it
	write, kind := a.WriteSVG, "image/svg+xml"
	if strings.HasSuffix(r.Path, ".gif") {
		write, kind = a.WriteGIF, "image/gif"
	}
	sendWritten(w, kind, write, StatusBadRequest)
}
