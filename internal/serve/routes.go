package serve

import (
	"net/url"
	"strings"
)

// A handler answers the requests of a route.
type handler func(w *Reply, r *Request)

// A route says where requests with a method and a path are handled. A part of the path
// in braces is a wildcard.
type route struct {
	method string
	parts  []string
	handle handler
}

// routes returns the routes; the first that matches a request handles it.
func (s *Server) routes() (list []route) {
	add := func(method, path string, handle handler) {
		list = append(list, route{method, strings.Split(path, "/"), handle})
	}
	add("GET", "/piece/{color}/{letter}", s.piece)
	add("GET", "/ground.svg", s.ground)
	add("GET", "/moves.svg", s.moves)
	add("GET", boardPath+"{mac}", s.thumbnail)
	add("GET", "/api/catalogue", s.catalogue)
	add("POST", "/api/combine", s.keyed(s.combine))
	add("POST", "/api/position", s.keyed(s.position))
	add("POST", "/api/cube", s.keyed(s.cube))
	add("POST", "/api/games", s.keyed(s.begin))
	add("GET", "/api/puzzles", s.puzzleGames)
	add("GET", "/api/puzzles/{variant}", s.puzzleList)
	add("POST", "/api/puzzle", s.keyed(s.puzzle))
	add("POST", "/api/variants", s.keyed(s.variants))
	add("POST", "/api/link", s.keyed(s.fromLink))
	add("POST", "/api/bench", s.keyed(s.bench))
	add("POST", "/api/bench/try", s.keyed(s.sketched(s.try)))
	add("POST", "/api/bench/link", s.keyed(s.sketched(s.benchLink)))
	add("POST", "/api/bench/picture", s.keyed(s.sketched(s.benchPicture)))
	add("POST", "/api/bench/export", s.keyed(s.sketched(s.benchExport)))
	add("POST", "/api/bench/study", s.keyed(s.sketched(s.studyText)))
	add("POST", "/api/bench/study/{id}/end", s.keyed(s.endStudy))
	add("GET", "/api/bench/study/{id}/stream", s.keyed(s.followStudy))
	add("POST", "/api/bench/keep", s.keyed(s.sketched(s.benchKeep)))
	add("POST", "/api/piece", s.keyed(s.pieceDiagram))
	add("POST", "/api/headlines", s.keyed(s.headlines))
	add("POST", "/api/explore", s.keyed(s.exploreMore))
	add("GET", "/api/explore", s.keyed(s.through))
	add("GET", "/api/games/{id}/explore/{n}", s.keyed(s.inRoom(s.explore)))
	add("GET", "/api/saved", s.owned(s.saved))
	add("POST", "/api/saved", s.owned(s.openSaved))
	add("GET", "/api/saved/all", s.owned(s.export))
	add("POST", "/api/saved/import", s.owned(s.bring))
	add("POST", "/api/saved/delete", s.owned(s.deleteSaved))
	add("POST", "/api/saved/tags", s.owned(s.tagSaved))
	add("GET", savedBoardPath+"{mac}", s.savedBoard)
	add("GET", "/api/games/{id}/stream", s.inRoom(s.stream))
	add("GET", "/api/games/{id}/at/{n}", s.inRoom(s.at))
	add("GET", "/api/games/{id}/text", s.inRoom(s.text))
	add("GET", "/api/games/{id}/board.svg", s.inRoom(s.drawing))
	add("GET", "/api/games/{id}/board.png", s.inRoom(s.drawing))
	add("GET", "/api/games/{id}/game.svg", s.inRoom(s.filmed))
	add("GET", "/api/games/{id}/game.gif", s.inRoom(s.filmed))
	add("POST", "/api/games/{id}/why", s.inRoom(s.why))
	add("POST", "/api/games/{id}/code", s.inRoom(s.code))
	add("GET", "/api/games/{id}/link", s.inRoom(s.link))
	add("POST", "/api/games/{id}/{action}", s.inRoom(s.act))
	return list
}

// Answer answers a request. It may be called concurrently.
func (s *Server) Answer(r *Request) *Reply {
	w := &Reply{Status: StatusNotFound}
	parts, other := strings.Split(r.Path, "/"), false
	for _, route := range s.paths {
		values, ok := route.match(parts)
		if ok && route.method == r.Method {
			r.values = values
			route.handle(w, r)
			return w
		}
		other = other || ok
	}
	if other {
		fail(w, StatusMethodNotAllowed, "method not allowed")
	} else {
		fail(w, StatusNotFound, "there is no such page")
	}
	return w
}

// match returns the values of the wildcards; ok is false if the path does not match the route.
func (r route) match(parts []string) (values map[string]string, ok bool) {
	if len(parts) != len(r.parts) {
		return nil, false
	}
	values = map[string]string{}
	for i, part := range r.parts {
		name, any := strings.CutPrefix(part, "{")
		if !any {
			if part != parts[i] {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(parts[i])
		if err != nil || value == "" {
			return nil, false
		}
		values[strings.TrimSuffix(name, "}")] = value
	}
	return values, true
}
