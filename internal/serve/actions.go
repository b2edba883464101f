package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// This file handles the page's requests about a game.

// An action is the body of a request. Each action uses a few of its fields.
type action struct {
	Revision int      `json:"revision"`
	Steps    []string `json:"steps"`
	Square   string   `json:"square"`
	Text     string   `json:"text"`
	N        int      `json:"n"`
	Lines    int      `json:"lines"`
	Side     string   `json:"side"`
	Name     string   `json:"name"`
	Moves    []string `json:"moves"`
	Level    int      `json:"level"`
}

// act performs an action at a table.
func (s *Server) act(w *Reply, r *Request, room *room, seat seat) {
	var a action
	if !read(w, r, &a) {
		return
	}
	name := r.PathValue("action")
	change, inStudy := studies[name]
	do, known := deeds[name]
	switch {
	case len(a.Text) > maxTyped && (name == "move" || name == "analysis"):
		refuse(w, fmt.Sprintf("typed moves may have up to %d letters: open a longer text as a game", maxTyped))
		return
	case name == "analysis":
		s.analysis(w, room, a, !s.trusts(r))
		return
	case name == "hint":
		s.hint(w, r, room, seat, a)
		return
	case name == "try":
		s.tryTurn(w, r, room, seat, a)
		return
	case name == "leave" && !room.study: // the page is closed
		time.AfterFunc(leaving, func() { s.release(room, leaving/2) })
		answer(w, StatusOK, map[string]any{})
		return
	case name == "move" && !s.rooms.mayMove(room):
		refuse(w, errPlies.Error())
		return
	case room.study && inStudy:
		s.change(w, room, seat, a, change)
		return
	case !known:
		fail(w, StatusNotFound, "there is no such action")
		return
	}
	reply, err := do(s, room, seat, a)
	if declined := (*table.Declined)(nil); errors.As(err, &declined) {
		answer(w, StatusOK, map[string]any{"revision": room.table.State().Revision, "answer": declined.Reason})
		return
	}
	if err != nil {
		s.refused(w, room, err)
		return
	}
	s.answerPlanned(room)
	s.keep(room)
	if reply == nil {
		reply = map[string]any{}
	}
	reply["revision"] = room.table.State().Revision
	answer(w, StatusOK, reply)
}

// maxTyped limits the text of typed moves: enough for some hundreds.
const maxTyped = 8000

// leaving is how long a closed page may take to be opened again before its game is released.
const leaving = 3 * time.Second

// change changes an analysis, and answers with the position to show afterwards.
func (s *Server) change(w *Reply, room *room, by seat, a action, do func(*table.Table, action) (int, error)) {
	at, err := 0, errSeat
	if by == owner {
		at, err = do(room.table, a)
	}
	if err != nil {
		s.refused(w, room, err)
		return
	}
	s.keep(room)
	state, ok := room.table.StateAt(at)
	if !ok { // somebody has deleted it in the meantime
		state = room.table.State()
	}
	answer(w, StatusOK, map[string]any{"revision": state.Revision, "at": state.At, "position": positionIn(state)})
}

// refused answers with the reason why something was not done.
func (s *Server) refused(w *Reply, room *room, err error) {
	switch {
	case errors.Is(err, table.ErrStale):
		fail(w, StatusConflict, err.Error())
	case errors.Is(err, errSeat):
		fail(w, StatusForbidden, err.Error())
	default:
		refuseMove(w, room.table.State().Rules.Board(), err)
	}
}

var errSeat = errors.New("only the player in that seat may do this")

// A deed does something at a table and returns what else to answer.
type deed func(s *Server, room *room, by seat, a action) (reply map[string]any, err error)

// deeds are the actions in a game, by name.
var deeds = map[string]deed{
	"move": func(_ *Server, room *room, by seat, a action) (map[string]any, error) {
		return nil, move(room.table, by, a)
	},
	"redo":     ownerOnly(func(t *table.Table, a action) error { return t.PutForward(a.Revision) }),
	"back":     ownerOnly(func(t *table.Table, a action) error { return t.BackTo(a.Revision, a.N) }),
	"analyse":  ownerOnly(func(t *table.Table, a action) error { return t.Analyse(a.N, a.Lines) }),
	"review":   ownerOnly(func(t *table.Table, a action) error { return t.Review(a.N, a.Lines > 0) }),
	"mark":     ownerOnly(func(t *table.Table, a action) error { return t.Mark(a.N, a.Text) }),
	"note":     ownerOnly(func(t *table.Table, a action) error { return t.Annotate(a.N, clean(a.Text, 4000)) }),
	"takeback": offered(table.OfferTakeBack, func(t *table.Table, a action) error { return t.TakeBack(a.Revision) }),
	"switch":   offered(table.OfferSwitch, func(t *table.Table, a action) error { return t.SwitchSides(a.Revision) }),
	"draw":     offered(table.OfferDraw, nil),
	"rematch":  (*Server).askRematch,
	"decline":  decline,

	"suppose":     (*Server).suppose,
	"condition":   (*Server).condition,
	"uncondition": (*Server).uncondition,

	"invite": (*Server).invite,
	"sit":    (*Server).sit,
	"player": ownerOnly(func(t *table.Table, a action) error {
		side, err := sideOf(a.Side)
		if err != nil {
			return err
		}
		return t.SetPlayer(a.Revision, side, table.Player{Name: clean(a.Name, 60), Level: a.Level})
	}),
	"resign": func(_ *Server, room *room, by seat, a action) (map[string]any, error) {
		side, err := own(room.table, by, a)
		if err != nil {
			return nil, err
		}
		return nil, room.table.Resign(a.Revision, side)
	},
}

// studies are the actions in an analysis, by name. They return the position to show afterwards.
var studies = map[string]func(t *table.Table, a action) (at int, err error){
	"move": func(t *table.Table, a action) (int, error) {
		if a.Text != "" {
			return t.PlayTextAt(a.N, a.Text)
		}
		state, ok := t.StateAt(a.N)
		if !ok {
			return 0, table.ErrStale
		}
		m, err := picked(state.Position(), a.Steps)
		if err != nil {
			return 0, err
		}
		return t.PlayAt(a.N, m)
	},
	"promote": func(t *table.Table, a action) (int, error) { _, err := t.Promote(a.N, false); return a.N, err },
	"main":    func(t *table.Table, a action) (int, error) { _, err := t.Promote(a.N, true); return a.N, err },
	"delete":  func(t *table.Table, a action) (int, error) { return t.Delete(a.N) },
	"undo":    func(t *table.Table, _ action) (int, error) { return t.Undo() },
	"redo":    func(t *table.Table, _ action) (int, error) { return t.Redo() },
}

func ownerOnly(do func(*table.Table, action) error) deed {
	return func(_ *Server, room *room, by seat, a action) (map[string]any, error) {
		if by != owner {
			return nil, errSeat
		}
		return nil, do(room.table, a)
	}
}

// own returns the side that a request acts for: that of its seat; for an owner, who plays both
// sides, the side given, otherwise the person's against an engine, otherwise the side to move.
func own(t *table.Table, by seat, a action) (rules.Color, error) {
	state := t.State()
	side := state.Position().Side()
	switch {
	case by == white:
		side = rules.White
	case by == black:
		side = rules.Black
	case by != owner:
		return side, errSeat
	case a.Side != "":
		return sideOf(a.Side)
	case !state.Players[side].Human():
		side = side.Opponent()
	}
	return side, nil
}

func sideOf(text string) (rules.Color, error) {
	switch text {
	case "white":
		return rules.White, nil
	case "black":
		return rules.Black, nil
	}
	return rules.White, errors.New("the side must be white or black")
}

// clean removes control characters from a text and shortens it.
func clean(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return strings.TrimSpace(text)
}

// move plays a move, given as steps or as text.
func move(t *table.Table, by seat, a action) error {
	state := t.State()
	side := state.Position().Side()
	switch {
	case !by.plays(side):
		return errSeat
	case state.Revision != a.Revision:
		return table.ErrStale
	case !state.Players[side].Human():
		return errors.New("it is the engine's move")
	case a.Text != "":
		if by == owner {
			return t.PlayText(a.Revision, a.Text)
		}
		return t.PlayText(a.Revision, a.Text, side)
	}
	m, err := picked(state.Position(), a.Steps)
	if err != nil {
		return err
	}
	return t.Play(a.Revision, m)
}

// picked returns the move that the steps describe.
func picked(pos game.Position, steps []string) (game.Move, error) {
	p := table.NewPick(pos)
	if len(steps) > 8 || !readSteps(p, steps) {
		return game.NoMove, errors.New("that move is not legal")
	}
	m, ok := p.Move()
	if !ok {
		return game.NoMove, errors.New("the move is incomplete")
	}
	return m, nil
}

// keep gives a game a file once it has been changed and has moves, if games are saved, and
// updates the room's record.
func (s *Server) keep(room *room) {
	state := room.table.State()
	unchanged := state.Revision == room.begun && state.Notes == 0
	if len(state.Tree) > 0 && !unchanged {
		s.file(room)
	}
	s.record(room)
}

// file gives a game a file, if games are saved. If that fails the page shows the error, and
// every change tries again.
func (s *Server) file(room *room) {
	dir, rules := s.options.Dir, room.table.State().Rules
	if dir != "" && !room.guest && room.source == "" {
		room.table.KeepIn(func() (string, error) { return table.NewFile(dir, rules, time.Now()) })
	}
}

// hint answers with what the engine would play.
func (s *Server) hint(w *Reply, r *Request, room *room, by seat, a action) {
	if by != owner {
		fail(w, StatusForbidden, errSeat.Error())
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	if !room.study { // the page may not know about the last move yet
		a.N = room.table.State().At
	}
	m, err := room.table.Hint(ctx, a.N)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	board := room.table.State().Rules.Board()
	keys := []string{}
	for _, step := range m.Steps {
		keys = append(keys, stepKey(board, step))
	}
	answer(w, StatusOK, map[string]any{"steps": keys, "path": pathOf(board, m.Steps), "san": m.SAN})
}

// tryTurn answers how good the turn is that ends with a move of an analysis,
// tried in place of a bad one.
func (s *Server) tryTurn(w *Reply, r *Request, room *room, by seat, a action) {
	if by != owner {
		fail(w, StatusForbidden, errSeat.Error())
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	j, err := room.table.JudgeTurn(ctx, a.N)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	s.keep(room)
	answer(w, StatusOK, map[string]any{"class": strings.ToLower(j.Class.String()), "best": j.Top, "why": j.Why})
}

// analysis opens an analysis of a game, and plays a move there if one is given; with lines the
// engine starts to judge the moves. A guest's analysis is not saved, gets no engine, and may have
// an equal share of what all guests may have, in addition to the moves of the game.
func (s *Server) analysis(w *Reply, room *room, a action, guest bool) {
	t, err := room.table.Analysis()
	if err != nil {
		refuse(w, err.Error())
		return
	}
	limits := s.options.Limits
	most := cmp.Or(room.most, t.Len()+limits.Plies/4/limits.Guests)
	if guest {
		t.Limit(most)
	}
	at := a.N
	plays := len(a.Steps) > 0 || a.Text != ""
	if plays {
		if at, err = studies["move"](t, a); err != nil {
			t.Close()
			refuseMove(w, t.State().Rules.Board(), err)
			return
		}
	}
	study := newRoom(t)
	study.source = room.source
	if study.guest = guest; guest {
		study.most = most
		t.WithoutEngine()
	}
	reviews := a.Lines > 0 && !guest
	place := []string{}
	if state, ok := t.StateAt(at); ok {
		for _, m := range state.Played {
			place = append(place, m.UCI)
		}
	}
	if !s.open(w, study, map[string]any{"place": place}) {
		return
	}
	if plays || reviews {
		s.file(study)
		s.record(study)
	}
	if reviews {
		t.Review(at, true) // without an engine there is no review
	}
}

// open opens a room and answers with its ID and token, and anything else given. It returns
// false if the server is full.
func (s *Server) open(w *Reply, room *room, also map[string]any) bool {
	s.rooms.mu.Lock()
	way := map[string]any{"id": room.id, "token": room.token(owner)}
	s.rooms.mu.Unlock()
	if err := s.rooms.add(room); err != nil {
		room.table.Close()
		fail(w, StatusServiceUnavailable, err.Error())
		return false
	}
	maps.Copy(way, also)
	answer(w, StatusCreated, way)
	return true
}

// at answers with the position after a move.
func (s *Server) at(w *Reply, r *Request, room *room, _ seat) {
	n, err := strconv.Atoi(r.PathValue("n"))
	if state, ok := room.table.StateAt(n); ok && err == nil && room.study {
		answer(w, StatusOK, positionIn(state))
		return
	}
	record, ok := room.table.RecordAt(n)
	if err != nil || !ok {
		fail(w, StatusNotFound, "the game has no such position")
		return
	}
	position := positionOf(record.Position(), false)
	position.Captured = capturedIn(record.Position(), record.Start())
	answer(w, StatusOK, position)
}

// text answers with the game as it is saved.
func (s *Server) text(w *Reply, _ *Request, room *room, _ seat) {
	w.send(StatusOK, "text/plain; charset=utf-8", room.table.Text())
}

// why answers why a click does nothing.
func (s *Server) why(w *Reply, r *Request, room *room, _ seat) {
	var a action
	if !read(w, r, &a) {
		return
	}
	pos := room.table.State().Position()
	if a.N >= 0 { // a different position is shown
		record, ok := room.table.RecordAt(a.N)
		if !ok {
			refuse(w, "the game has no such position")
			return
		}
		pos = record.Position()
	}
	if record, err := ahead(game.NewRecord(pos), a.Moves); err == nil { // in a planned line
		pos = record.Position()
	}
	answerWhy(w, pos, a.Steps, a.Square)
}

// answerWhy answers why a square cannot follow the steps of a move.
func answerWhy(w *Reply, pos game.Position, steps []string, name string) {
	board := pos.Rules().Board()
	square, ok := board.ParseSquare(name)
	p := table.NewPick(pos)
	if !ok || len(steps) > 8 || !readSteps(p, steps) {
		refuse(w, "there is no such square or step")
		return
	}
	why := p.Why(square)
	answer(w, StatusOK, map[string]any{"text": why.Text, "attackers": append([]string{}, names(board, why.Attackers)...)})
}
