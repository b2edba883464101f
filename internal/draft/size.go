package draft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/general"
)

// maxSide is how long the side of a board may be.
const maxSide = 16

// older are keys that others overrule.
var older = []string{"whiteFlag", "blackFlag", "whiteDropRegion", "blackDropRegion"}

// size makes the board another size. Zones at the far end stay there.
func (e *editor) size() error {
	files, ranks := e.edit.Files, e.edit.Ranks
	if min(files, ranks) < 1 || max(files, ranks) > maxSide {
		return fmt.Errorf("a board has 1 to %d files and as many ranks", maxSide)
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

// pair reports whether a key stands for White's and Black's.
func (e *editor) pair(key string) bool {
	_, white := e.setting(key + "White")
	return white
}

// moveZone keeps a zone where it was, counted from the nearer end.
func (e *editor) moveZone(set general.Setting, was *general.Sketch) {
	before := Squares(set.Value, was.Files, was.Ranks)
	if len(before) == 0 || len(before) == was.Files*was.Ranks {
		return // none, or the whole board, as it is again
	}
	now := map[string]bool{}
	for file := range e.sketch.Files {
		for rank := range e.sketch.Ranks {
			from := rank
			if rank >= (e.sketch.Ranks+1)/2 {
				from = rank - e.sketch.Ranks + was.Ranks
			}
			like := min(file, was.Files-1) // full ranks stay full
			if file >= was.Files && !fullRank(before, was.Files, from) {
				continue
			}
			now[Name(file, rank)] = before[Name(like, from)]
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

// fitCastling ends castling where the board has no room for it any more.
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
