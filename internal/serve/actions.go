package serve

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/table"
)

// This file is what the page can ask of a game.

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
	Level    int      `json:"level"`
}

// act does what is asked of a table.
func (s *Server) act(w http.ResponseWriter, r *http.Request) {
	room, seat := s.enter(w, r)
	if room == nil {
		return
	}
	var a action
	if !read(w, r, &a) {
		return
	}
	if r.PathValue("action") == "branch" {
		s.branch(w, room, a)
		return
	}
	if r.PathValue("action") == "hint" {
		s.hint(w, r, room, seat)
		return
	}
	do, known := deeds[r.PathValue("action")]
	if !known {
		fail(w, http.StatusNotFound, "there is no such action")
		return
	}
	switch err := do(room.table, seat, a); {
	case errors.Is(err, table.ErrStale):
		fail(w, http.StatusConflict, err.Error())
	case errors.Is(err, errSeat):
		fail(w, http.StatusForbidden, err.Error())
	case err != nil:
		refuseMove(w, room.table.State().Rules.Board(), err)
	default:
		s.keep(room)
		answer(w, http.StatusOK, map[string]int{"revision": room.table.State().Revision})
	}
}

var errSeat = errors.New("this is for the other player to do")

// deeds are the actions by name.
var deeds = map[string]func(t *table.Table, by seat, a action) error{
	"move":     move,
	"takeback": ownerOnly(func(t *table.Table, a action) error { return t.TakeBack(a.Revision) }),
	"back":     ownerOnly(func(t *table.Table, a action) error { return t.BackTo(a.Revision, a.N) }),
	"switch":   ownerOnly(func(t *table.Table, a action) error { return t.SwitchSides(a.Revision) }),
	"analyse":  ownerOnly(func(t *table.Table, a action) error { return t.Analyse(a.N, a.Lines) }),
	"note":     ownerOnly(func(t *table.Table, a action) error { return t.Annotate(a.N, clean(a.Text, 400)) }),
	"player": ownerOnly(func(t *table.Table, a action) error {
		side, err := sideOf(a.Side)
		if err != nil {
			return err
		}
		return t.SetPlayer(a.Revision, side, table.Player{Name: clean(a.Name, 60), Level: a.Level})
	}),
	"resign": func(t *table.Table, by seat, a action) error {
		side, err := own(t, by, a)
		if err != nil {
			return err
		}
		return t.Resign(a.Revision, side)
	},
	"draw": func(t *table.Table, by seat, a action) error {
		side, err := own(t, by, a)
		if err != nil {
			return err
		}
		_, err = t.OfferDraw(a.Revision, side)
		return err
	},
}

func ownerOnly(do func(*table.Table, action) error) func(*table.Table, seat, action) error {
	return func(t *table.Table, by seat, a action) error {
		if by != owner {
			return errSeat
		}
		return do(t, a)
	}
}

// own returns the side that a request speaks for: its seat's; of one who plays
// both, the person's against an engine, else the side to move.
func own(t *table.Table, by seat, a action) (chess.Color, error) {
	state := t.State()
	side := state.Position().Side()
	switch {
	case by == white:
		side = chess.White
	case by == black:
		side = chess.Black
	case by != owner:
		return side, errSeat
	case a.Side != "":
		return sideOf(a.Side)
	case !state.Players[side].Human():
		side = side.Opponent()
	}
	return side, nil
}

func sideOf(text string) (chess.Color, error) {
	switch text {
	case "white":
		return chess.White, nil
	case "black":
		return chess.Black, nil
	}
	return chess.White, errors.New("the side is white or black")
}

// clean cuts a text and takes out what is no letter.
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
		return t.PlayText(a.Revision, a.Text)
	}
	p := table.NewPick(state.Position())
	if len(a.Steps) > 8 || !readSteps(p, a.Steps) {
		return errors.New("that move is not legal")
	}
	m, ok := p.Move()
	if !ok {
		return errors.New("the move is not complete")
	}
	return t.Play(a.Revision, m)
}

// keep gives a game a file once it has moves, if games are saved.
func (s *Server) keep(room *room) {
	state := room.table.State()
	if s.options.Dir == "" || state.File != "" || len(state.Played) == 0 || room.passing {
		return
	}
	if file, err := table.NewFile(s.options.Dir, state.Rules, time.Now()); err == nil {
		room.table.SaveTo(file) // an error is seen in the next state
	}
}

// hint answers with what the engine would play.
func (s *Server) hint(w http.ResponseWriter, r *http.Request, room *room, by seat) {
	if by != owner {
		fail(w, http.StatusForbidden, errSeat.Error())
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	m, err := room.table.Hint(ctx)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	board := room.table.State().Rules.Board()
	keys := []string{}
	for _, step := range m.Steps {
		keys = append(keys, stepKey(board, step))
	}
	answer(w, http.StatusOK, map[string]any{"steps": keys, "path": pathOf(board, m.Steps), "san": m.SAN})
}

// branch begins a new game with the first moves of one, and another move if one
// is given.
func (s *Server) branch(w http.ResponseWriter, room *room, a action) {
	t, err := room.table.Branch(a.N)
	if err != nil {
		refuse(w, err.Error())
		return
	}
	if len(a.Steps) > 0 || a.Text != "" {
		a.Revision = t.State().Revision
		if err := move(t, owner, a); err != nil {
			t.Close()
			refuseMove(w, t.State().Rules.Board(), err)
			return
		}
	}
	s.open(w, t, true)
}

// open opens a room for a table and answers with the way there. A passing game
// is not saved.
func (s *Server) open(w http.ResponseWriter, t *table.Table, passing bool) {
	room, err := s.rooms.add(t)
	if err != nil {
		t.Close()
		fail(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	room.passing = passing
	answer(w, http.StatusCreated, map[string]string{"id": room.id, "token": room.token(owner)})
}

// at answers with the position after n moves.
func (s *Server) at(w http.ResponseWriter, r *http.Request) {
	room, _ := s.enter(w, r)
	if room == nil {
		return
	}
	state := room.table.State()
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 0 || n > state.Record.Len() {
		fail(w, http.StatusNotFound, "the game has no such position")
		return
	}
	answer(w, http.StatusOK, positionOf(state.Record.At(n), false))
}

// text answers with the game as it is saved.
func (s *Server) text(w http.ResponseWriter, r *http.Request) {
	room, _ := s.enter(w, r)
	if room == nil {
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(room.table.Text())
}

// why answers why a click does nothing.
func (s *Server) why(w http.ResponseWriter, r *http.Request) {
	room, _ := s.enter(w, r)
	if room == nil {
		return
	}
	var a action
	if !read(w, r, &a) {
		return
	}
	state := room.table.State()
	pos := state.Position()
	if a.N >= 0 { // an earlier position is looked at
		if a.N > state.Record.Len() {
			refuse(w, "the game has no such position")
			return
		}
		pos = state.Record.At(a.N)
	}
	board := pos.Rules().Board()
	square, ok := board.ParseSquare(a.Square)
	p := table.NewPick(pos)
	if !ok || len(a.Steps) > 8 || !readSteps(p, a.Steps) {
		refuse(w, "there is no such square or step")
		return
	}
	why := p.Why(square)
	answer(w, http.StatusOK, map[string]any{"text": why.Text, "attackers": append([]string{}, names(board, why.Attackers)...)})
}
