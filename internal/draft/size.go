package draft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/general"
)

// maxSide is the maximum length of a side of the board.
const maxSide = 16

// older are keys that newer ones override.
var older = []string{"whiteFlag", "blackFlag", "whiteDropRegion", "blackDropRegion"}

// size changes the size of the board. Zones at the far end stay at that end.
func (e *editor) size() error {
	files, ranks := e.edit.Files, e.edit.Ranks
	if min(files, ranks) < 1 || max(files, ranks) > maxSide {
		return fmt.Errorf("a board has 1 to %d files and 1 to %d ranks", maxSide, maxSide)
	}
	was := e.sketch
	p := e.start()
	p.Resize(files, ranks)
	now := *was
	now.Files, now.Ranks = files, ranks
	e.sketch = &now
	e.Set("maxFile", strconv.Itoa(files))
	e.Set("maxRank", strconv.Itoa(ranks))
	e.Set("startFen", p.String())
	for _, set := range was.Settings {
		if set.Kind == general.SquaresSetting && !slices.Contains(older, set.Key) && !e.pair(set.Key) {
			e.moveZone(set, was)
		}
	}
	return e.fitCastling(p)
}

// pair reports whether a key stands for the keys of both sides.
func (e *editor) pair(key string) bool {
	_, white := e.setting(key + "White")
	return white
}

// moveZone keeps a zone's distance from the nearer end of the board. Ranks that are new in the
// middle are in the zone as far as both ranks beside them are.
func (e *editor) moveZone(set general.Setting, was *general.Sketch) {
	before := Squares(set.Value, was.Files, was.Ranks)
	if len(before) == 0 || len(before) == was.Files*was.Ranks {
		return // empty, or the whole board, which it still is
	}
	kept := min(was.Ranks, e.sketch.Ranks)
	low := (kept + 1) / 2 // ranks that keep their distance from the first one
	now := map[string]bool{}
	for rank := range e.sketch.Ranks {
		from := []int{rank}
		if rank >= e.sketch.Ranks-(kept-low) {
			from = []int{rank - e.sketch.Ranks + was.Ranks}
		} else if rank >= low {
			from = []int{low - 1, low}
		}
		for file := range e.sketch.Files {
			now[Name(file, rank)] = !slices.ContainsFunc(from, func(rank int) bool {
				return !before[Name(file, rank)] && (file < was.Files || !fullRank(before, was.Files, rank)) // full ranks stay full
			})
		}
	}
	if text := e.squaresText(now); text != set.Value {
		e.Set(set.Key, text)
	}
}

func fullRank(squares map[string]bool, files, rank int) bool {
	for file := range files {
		if !squares[Name(file, rank)] {
			return false
		}
	}
	return true
}

// fitCastling ends castling if the board is now too small for it.
func (e *editor) fitCastling(p *Placement) error {
	castling, _ := e.setting("castling")
	if castling.Value != "true" {
		return nil
	}
	for _, key := range []string{"castlingKingsideFile", "castlingQueensideFile", "castlingKingFile"} {
		set, _ := e.setting(key)
		if set.Value != "" && int(set.Value[0]-'a') >= p.Files {
			e.Set("castling", "false")
			fields := strings.Fields(p.rest)
			if len(fields) > 1 {
				fields[1] = "-"
				p.rest = strings.Join(fields, " ")
				e.Set("startFen", p.String())
			}
		}
	}
	return nil
}
