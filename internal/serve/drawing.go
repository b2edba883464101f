package serve

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/table"
)

// drawing answers with a picture of the position after the move n, which is highlighted; flip=1
// puts Black at the bottom; dress reads further parameters.
func (s *Server) drawing(w *Reply, r *Request, room *room, _ seat) {
	state := room.table.State()
	text := cmp.Or(r.Query.Get("n"), strconv.Itoa(state.At))
	n, err := strconv.Atoi(text)
	record, ok := room.table.RecordAt(n)
	if err != nil || !ok {
		fail(w, StatusNotFound, "the game has no such position")
		return
	}
	scene := picture.FromPosition(record.Position())
	if r.Query.Get("flip") == "1" {
		scene.Turn = 2
	}
	if err := dress(&scene, r.Query); err != nil {
		fail(w, StatusNotFound, err.Error())
		return
	}
	if last, ok := state.Tree.Find(n); ok {
		for _, step := range last.Steps {
			if step.Kind == screen.StepFrom || step.Kind == screen.StepTo || step.Kind == screen.StepPut {
				scene.Last = append(scene.Last, step.Square)
			}
		}
	}
	scene.Check, _ = table.InCheck(record.Position())
	write, kind := scene.WriteSVG, "image/svg+xml"
	if strings.HasSuffix(r.Path, ".png") {
		write, kind = scene.WritePNG, "image/png"
	}
	sendWritten(w, kind, write, StatusInternalServerError)
}
