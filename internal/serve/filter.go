package serve

import (
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// A filter selects saved games. filter.js in the page does the same for the games of a file.
// Empty fields match everything.
type filter struct {
	words         []string // all of them in the text of the game or in one of its tags
	player, event string   // in a name, in lower case
	variant       string
	result        string // "*" for unfinished games
	from, to      string // dates: "2026-05-17"; a game with an incomplete date may match
	opening       string // the first moves, without numbers and signs
	tag           string // in a tag, in lower case
	position      game.Position
}

// filterOf reads the filter of a request.
func (s *Server) filterOf(r *Request) (filter, error) {
	value := func(name string) string { return clean(r.Query.Get(name), 200) }
	low := func(name string) string { return strings.ToLower(value(name)) }
	f := filter{
		words: strings.Fields(low("q")), player: low("player"), event: low("event"), variant: low("variant"), result: value("result"),
		from: value("after"), to: value("before"), opening: value("opening"), tag: low("tag"),
	}
	if r.Query.Get("fen") == "" {
		return f, nil
	}
	pos, err := s.positionAsked(r)
	f.position = pos
	return f, err
}

func (f filter) fits(g *shelved, tags []string) bool {
	inTags := func(word string) bool {
		return slices.ContainsFunc(tags, func(t string) bool { return strings.Contains(strings.ToLower(t), word) })
	}
	for _, w := range f.words {
		if !strings.Contains(g.text, w) && !inTags(w) {
			return false
		}
	}
	switch {
	case f.player != "" && !strings.Contains(g.players, f.player),
		f.event != "" && !strings.Contains(strings.ToLower(g.event), f.event),
		f.variant != "" && g.Variant != f.variant,
		f.result != "" && g.Result.String() != f.result,
		f.from != "" && g.Date < f.from[:min(len(g.Date), len(f.from))],
		f.to != "" && g.Date[:min(len(g.Date), len(f.to))] > f.to,
		f.opening != "" && !strings.HasPrefix(g.Opening+" ", f.opening+" "),
		f.tag != "" && !inTags(f.tag):
		return false
	case f.position != nil:
		return g.explored != nil && g.explored.Has(f.position)
	}
	return true
}
