package serve

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/explore"
	"github.com/heterodox-chess/heterodox/internal/replay"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// This file says what was played in a position, in the saved games or in those of a PGN
// file that the page has sent.

// Limits of the PGN files in memory: the number of files, and the positions of each, 8 bytes each.
const (
	maxLibraries = 4
	maxExplored  = 16 << 20
)

// libraries are PGN files, by the names that their pages gave them.
type libraries struct {
	mu     sync.Mutex
	byName map[string]*explored
}

// explored is what is stored of a PGN file.
type explored struct {
	games     []explore.Game
	positions int
	used      time.Time
}

// get returns a file; if make is set, a missing one is created, replacing the least recently used.
func (l *libraries) get(name string, make bool) *explored {
	e := l.byName[name]
	if e == nil && make {
		oldest := ""
		for n, o := range l.byName {
			if oldest == "" || o.used.Before(l.byName[oldest].used) {
				oldest = n
			}
		}
		if len(l.byName) >= maxLibraries {
			delete(l.byName, oldest)
		}
		e = &explored{}
		l.byName[name] = e
	}
	if e != nil {
		e.used = time.Now()
	}
	return e
}

// exploreMore appends a piece of a PGN file, which holds whole games; at is the number of games
// before it. It answers with the new number of games, and whether the limit is exceeded.
func (s *Server) exploreMore(w *Reply, r *Request) {
	name, at := clean(r.Query.Get("library"), 40), r.Query.Get("at")
	if r.Type != "application/octet-stream" || name == "" {
		fail(w, StatusUnsupportedMediaType, "expected part of a file")
		return
	}
	text, err := io.ReadAll(io.LimitReader(r.Body, maxPiece+1))
	if err != nil || len(text) > maxPiece {
		fail(w, StatusRequestEntityTooLarge, "that part of the file is too large")
		return
	}
	games := s.exploredIn(r.Context(), string(text))
	if r.Context().Err() != nil {
		fail(w, StatusServiceUnavailable, "nobody is waiting for the answer any more")
		return
	}
	s.libraries.mu.Lock()
	defer s.libraries.mu.Unlock()
	e := s.libraries.get(name, true)
	if at != strconv.Itoa(len(e.games)) {
		fail(w, StatusConflict, "that part of the file is out of order")
		return
	}
	for _, g := range games {
		if e.positions += g.Len(); e.positions > maxExplored {
			g = explore.Game{}
		}
		e.games = append(e.games, g)
	}
	answer(w, StatusOK, map[string]any{"games": len(e.games), "full": e.positions > maxExplored})
}

// exploredIn plays the first moves of all games of a text, until the context ends. A game with an
// error stays empty.
func (s *Server) exploredIn(ctx context.Context, text string) (games []explore.Game) {
	reader := pgn.NewReader(strings.NewReader(text))
	opened := map[string]game.Rules{}
	for {
		g, err := reader.Next()
		if g == nil || ctx.Err() != nil {
			return games
		}
		games = append(games, explore.Game{})
		name := g.Variant()
		if opened[name] == nil && err == nil {
			opened[name], err = s.openGame(name)
		}
		if err != nil {
			continue
		}
		if record, err := g.Replay(opened[name], explore.Depth); err == nil {
			games[len(games)-1] = explore.Of(record, replay.Result(g))
		}
	}
}

// exploreTime is how long one request reads saved games; the page repeats the request for the rest.
const exploreTime = 300 * time.Millisecond

// look looks up a position in the saved games, newest first, and returns how many of
// them are still to be read.
func (s *shelf) look(pos game.Position, open func(string) (game.Rules, error)) (found explore.Found, left int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if left, err = s.readPositions(open); err != nil {
		return found, 0, err
	}
	return explore.Look(pos, func(yield func(int, explore.Game) bool) {
		for i, g := range s.sorted {
			if g.explored != nil && !yield(i, *g.explored) {
				return
			}
		}
	}, 0), left, nil
}

// readPositions plays the first moves of saved games not played yet, for a limited time; an
// analysis without a result does not count as a game. It returns how many are left.
func (s *shelf) readPositions(open func(string) (game.Rules, error)) (left int, err error) {
	if err := s.refresh(); err != nil {
		return 0, err
	}
	began := time.Now()
	for _, g := range s.sorted {
		if g.explored != nil {
			continue
		}
		if time.Since(began) > exploreTime {
			left++
			continue
		}
		g.explored = &explore.Game{}
		if g.Study && g.Result == rules.Ongoing {
			continue // not a game, or a copy of one
		}
		text, err := safefile.Read(filepath.Join(s.dir, g.File), maxSaved)
		if err != nil {
			continue // deleted
		}
		if record, result, err := table.ReadMain(text, open, explore.Depth); err == nil {
			*g.explored = explore.Of(record, result)
		}
	}
	return left, nil
}

// A wireExplored is what was played in a position.
type wireExplored struct {
	explore.Results
	Variant string      `json:"variant"`
	FEN     string      `json:"fen"`
	Moves   []wireTried `json:"moves"`
	Left    int         `json:"left"` // games that are still to be read
}

// A wireTried is a move that was played.
type wireTried struct {
	explore.Results
	SAN string `json:"san"`
}

var errNoLibrary = errors.New("the file must be read again")

// explore answers with what was played in a position of a game, in the
// saved games or in a PGN file.
func (s *Server) explore(w *Reply, r *Request, room *room, _ seat) {
	n, err := strconv.Atoi(r.PathValue("n"))
	record, ok := room.table.RecordAt(n)
	if err != nil || !ok {
		fail(w, StatusNotFound, "the game has no such position")
		return
	}
	pos, library := record.Position(), clean(r.Query.Get("library"), 40)
	if library == "" && !s.mayOwn(r) {
		fail(w, StatusForbidden, errOwned)
		return
	}
	found, left, err := s.lookFor(pos, library)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	reply := wireExplored{Results: found.Results, Variant: pos.Rules().Name(), FEN: pos.FEN(), Moves: []wireTried{}, Left: left}
	for _, m := range found.Moves {
		reply.Moves = append(reply.Moves, wireTried{m.Results, pos.SAN(m.Move)})
	}
	answer(w, StatusOK, reply)
}

func (s *Server) lookFor(pos game.Position, library string) (found explore.Found, left int, err error) {
	if library == "" {
		return s.shelf.look(pos, s.openGame)
	}
	games := s.libraryGames(library)
	if games == nil {
		return found, 0, errNoLibrary
	}
	return explore.Look(pos, slices.All(games), 0), 0, nil
}

// libraryGames returns the games of a PGN file, nil if it is not in memory.
func (s *Server) libraryGames(name string) []explore.Game {
	s.libraries.mu.Lock()
	defer s.libraries.mu.Unlock()
	if e := s.libraries.get(name, false); e != nil {
		return e.games // only ever appended to
	}
	return nil
}

// through answers with the numbers, from 0, of the games of a PGN file that have a position.
func (s *Server) through(w *Reply, r *Request) {
	pos, err := s.positionAsked(r)
	games := s.libraryGames(clean(r.Query.Get("library"), 40))
	switch {
	case err != nil:
		refuse(w, err.Error())
		return
	case games == nil:
		refuse(w, errNoLibrary.Error())
		return
	}
	list := []int{}
	for i, g := range games {
		if g.Has(pos) {
			list = append(list, i)
		}
	}
	answer(w, StatusOK, map[string]any{"games": list})
}

// positionAsked returns the position that a request specifies by game and FEN.
func (s *Server) positionAsked(r *Request) (game.Position, error) {
	ruleset, err := s.openGame(r.Query.Get("at"))
	if err != nil {
		return nil, err
	}
	return ruleset.ParsePosition(r.Query.Get("fen"))
}
