package serve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/puzzle"
	"github.com/heterodox-chess/heterodox/table"
)

// This file serves puzzles. The page remembers what has been found, and each request includes
// it; the server keeps nothing.

// puzzleGames answers with the games that have puzzles, and their themes.
func (s *Server) puzzleGames(w *Reply, _ *Request) {
	type wireGames struct {
		Name  string `json:"name"`
		Count int    `json:"count"`
	}
	type wireTheme struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		Text  string `json:"text"`
	}
	set, err := puzzle.Load()
	if err != nil {
		fail(w, StatusServiceUnavailable, err.Error())
		return
	}
	games, themes := []wireGames{}, []wireTheme{}
	for _, name := range set.Games() {
		games = append(games, wireGames{name, len(set.Of(name))})
	}
	for _, t := range puzzle.Themes {
		themes = append(themes, wireTheme(t))
	}
	answer(w, StatusOK, map[string]any{"games": games, "themes": themes})
}

// puzzleList answers with the puzzles of a game: ID, rating and themes.
func (s *Server) puzzleList(w *Reply, r *Request) {
	set, err := puzzle.Load()
	if err != nil {
		fail(w, StatusServiceUnavailable, err.Error())
		return
	}
	list := [][]any{}
	for _, p := range set.Of(r.PathValue("variant")) {
		list = append(list, []any{p.ID, p.Rating, p.Themes})
	}
	answer(w, StatusOK, map[string]any{"puzzles": list})
}

// A try is a request about a puzzle: Found are the solver's correct moves so far, in UCI notation.
type try struct {
	ID    string   `json:"id"`
	Found []string `json:"found"`
	// What is wanted: a move by its steps or as text, a hint, why a square cannot follow the
	// steps, or the rest of the solution; if none is given, the position.
	Steps    []string `json:"steps"`
	Text     string   `json:"text"`
	Hint     int      `json:"hint"`
	Why      string   `json:"why"`
	Solution bool     `json:"solution"`
}

// A wireShown is a move to be shown, and the board after it.
type wireShown struct {
	SAN    string            `json:"san"`
	Side   string            `json:"side"`
	Number int               `json:"number"`
	Path   []string          `json:"path"`
	Pieces map[string]string `json:"pieces"`
}

// puzzle answers a try.
func (s *Server) puzzle(w *Reply, r *Request) {
	var t try
	if !read(w, r, &t) {
		return
	}
	set, err := puzzle.Load()
	if err != nil {
		fail(w, StatusServiceUnavailable, err.Error())
		return
	}
	p, ok := set.Find(t.ID)
	if !ok {
		refuse(w, "there is no such puzzle")
		return
	}
	a, err := puzzle.Begin(p, s.options.Open)
	if err == nil {
		err = playFound(a, t.Found)
	}
	if err != nil {
		refuse(w, err.Error())
		return
	}
	switch {
	case t.Why != "":
		answerWhy(w, a.Position(), t.Steps, t.Why)
	case t.Hint > 0:
		puzzleHint(w, a, t.Hint)
	case len(t.Steps) > 0 || t.Text != "":
		s.puzzleMove(w, r, a, t)
	case t.Solution:
		from := a.Played().Len()
		if a.Next() == game.NoMove {
			a.Restart()
			from = a.Lead()
		}
		for !a.Solved() {
			a.Play(a.Next())
		}
		answer(w, StatusOK, puzzleState(a, from))
	default:
		state := puzzleState(a, 0)
		state["goal"], state["turns"] = a.Goal()
		state["rules"], state["solver"] = rulesOf(a.Position().Rules()), a.Solver().String()
		state["rating"], state["themes"], state["url"] = p.Rating, p.Themes, p.URL
		state["before"] = positionOf(a.Line().Start(), true)
		answer(w, StatusOK, state)
	}
}

// playFound plays the moves that were found.
func playFound(a *puzzle.Attempt, found []string) error {
	for i, text := range found {
		m, err := a.Position().ParseMove(text)
		if err != nil {
			return err
		}
		if !a.Play(m) {
			return fmt.Errorf("move %d, %s, is not in the solution of the puzzle", i+1, text)
		}
	}
	return nil
}

// puzzleState describes the state of a puzzle; the moves to be shown start at index from.
func puzzleState(a *puzzle.Attempt, from int) map[string]any {
	played, shown, found := a.Played(), []wireShown{}, []string{}
	board := played.Start().Rules().Board()
	for i, m := range played.Moves() {
		pos := played.At(i)
		if pos.Side() == a.Solver() {
			found = append(found, pos.UCI(m))
		}
		if i >= from {
			shown = append(shown, wireShown{pos.SAN(m), pos.Side().String(), pos.Fullmove(), pathOf(board, screen.Of(pos).Steps(m)), piecesOf(played.At(i + 1))})
		}
	}
	state := map[string]any{"id": a.Puzzle.ID, "found": found, "shown": shown, "solved": a.Solved(), "position": positionOf(a.Position(), a.Solved())}
	if a.Solved() {
		if o := a.Position().Outcome(); o.Over() {
			state["result"], state["reason"] = o.Result.String(), o.Reason.String()
		}
	}
	return state
}

// puzzleMove judges a move.
func (s *Server) puzzleMove(w *Reply, r *Request, a *puzzle.Attempt, t try) {
	pos, from := a.Position(), a.Played().Len()
	var m game.Move
	var err error
	if t.Text != "" {
		var typed table.Typed
		if typed, err = table.ReadMoves(pos, t.Text); err == nil && len(typed.Moves) > 1 {
			err = errors.New("enter one move at a time")
		} else if err == nil {
			m = typed.Moves[0]
		}
	} else {
		m, err = picked(pos, t.Steps)
	}
	if err != nil {
		refuseMove(w, pos.Rules().Board(), err)
		return
	}
	if a.Solved() {
		refuse(w, "the puzzle is solved")
		return
	}
	if a.Play(m) {
		state := puzzleState(a, from)
		state["right"] = true
		answer(w, StatusOK, state)
		return
	}
	answer(w, StatusOK, map[string]any{"wrong": s.refutation(r.Context(), pos, m), "restart": a.Free()})
}

// refutation shows a wrong move and the engine's answer to it.
func (s *Server) refutation(ctx context.Context, pos game.Position, m game.Move) map[string]any {
	board, next := pos.Rules().Board(), pos.Play(m)
	show := func(pos game.Position, m game.Move, next game.Position) wireShown {
		return wireShown{pos.SAN(m), pos.Side().String(), pos.Fullmove(), pathOf(board, screen.Of(pos).Steps(m)), piecesOf(next)}
	}
	shown := []wireShown{show(pos, m, next)}
	against := map[string]any{}
	if o := next.Outcome(); o.Over() {
		against["result"], against["reason"] = o.Result.String(), o.Reason.String()
	} else if next.Side() != pos.Side() {
		if reply, ok := s.reply(ctx, next); ok {
			shown = append(shown, show(next, reply.Move, next.Play(reply.Move)))
			against["answer"], against["eval"] = reply.SAN, reply.Eval
		}
	}
	against["shown"] = shown
	return against
}

// replyTime limits the wait for a refutation.
const replyTime = 5 * time.Second

// reply returns the engine's move in a position.
func (s *Server) reply(ctx context.Context, pos game.Position) (table.Played, bool) {
	ctx, cancel := context.WithTimeout(ctx, replyTime)
	defer cancel()
	t, err := table.New(table.Options{Start: pos, Thinkers: s.thinkers})
	if err != nil {
		return table.Played{}, false
	}
	defer t.Close()
	played, err := t.Hint(ctx, 0)
	return played, err == nil
}

// puzzleHint answers with a hint.
func puzzleHint(w *Reply, a *puzzle.Attempt, number int) {
	h, ok := a.Hint(number)
	if !ok {
		answer(w, StatusOK, map[string]any{})
		return
	}
	squares := append([]string{}, names(a.Position().Rules().Board(), h.Squares)...)
	answer(w, StatusOK, map[string]any{"number": h.Number, "idea": h.Idea, "piece": h.Piece, "drop": h.Drop, "san": h.SAN, "squares": squares})
}
