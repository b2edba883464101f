package variants

import (
	"slices"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
)

// sketches caches the texts read last by Sketch, the latest at the end.
var sketches struct {
	sync.Mutex
	list []sketched
}

type sketched struct {
	text   string
	sketch *general.Sketch
	errs   []error
}

// maxSketches is how many sketches are cached.
const maxSketches = 8

// Sketch reads the last game of a text, a game being designed, given the games that Open knows
// (see general.NewSketch). It does not make the game known to Open. A text that was read
// recently gives the same rules again.
func Sketch(text string) (*general.Sketch, []error) {
	known := catalogues()
	sketches.Lock()
	defer sketches.Unlock()
	if i := slices.IndexFunc(sketches.list, func(s sketched) bool { return s.text == text }); i >= 0 {
		s := sketches.list[i]
		sketches.list = append(slices.Delete(sketches.list, i, i+1), s)
		return s.sketch, s.errs
	}
	s := sketched{text: text}
	s.sketch, s.errs = general.NewSketch(text, known...)
	if s.sketch != nil && isCube(s.sketch.Name) {
		s.errs = append(s.errs, &general.FileError{Line: 1, Section: s.sketch.Name, Reason: "a game with this name exists already"})
		s.sketch.Rules = nil
	}
	sketches.list = append(sketches.list, s)
	if len(sketches.list) > maxSketches {
		sketches.list = slices.Delete(sketches.list, 0, 1)
	}
	return s.sketch, s.errs
}

// SketchText returns the text that rules came from, if Sketch has read it recently; else "".
func SketchText(rules game.Rules) string {
	sketches.Lock()
	defer sketches.Unlock()
	for _, s := range sketches.list {
		if s.sketch != nil && s.sketch.Rules == rules {
			return s.text
		}
	}
	return ""
}
