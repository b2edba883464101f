package serve

import (
	"errors"
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// This file is about conditional moves: in a game without a clock, a player can enter answers
// to possible moves of the opponent. The opponent cannot see them; they are played when they
// apply, and dropped when they no longer can.

// Limits of what a player may plan.
const (
	maxLines = 50
	maxAhead = 40 // moves in a line
)

// A plan is a player's lines from a position.
type plan struct {
	Plies int        `json:"plies"` // number of plies before the position
	FEN   string     `json:"fen"`
	Lines [][]string `json:"lines"` // moves in UCI notation; the last one of each is the player's own
}

// sound reports whether a plan that was read is consistent in itself.
func (p *plan) sound() bool {
	empty := func(line []string) bool { return len(line) == 0 }
	return p.Plies >= 0 && len(p.Lines) <= maxLines && !slices.ContainsFunc(p.Lines, empty)
}

// follow updates the plan after moves were played. It returns the plan's answer, "" if there is
// none, and whether anything has changed.
func (p *plan) follow(state table.State, side rules.Color) (reply string, changed bool) {
	if len(p.Lines) == 0 {
		return "", false
	}
	n := len(state.Played)
	if state.Result.Over() || n < p.Plies || state.Record.At(p.Plies).FEN() != p.FEN {
		*p = plan{}
		return "", true
	}
	for _, m := range state.Played[p.Plies:] {
		var rest [][]string
		for _, line := range p.Lines {
			if line[0] == m.UCI && len(line) > 1 {
				rest = append(rest, line[1:])
			}
		}
		if p.Lines, changed = rest, true; len(rest) == 0 {
			*p = plan{}
			return "", true
		}
	}
	p.Plies, p.FEN = n, state.Position().FEN()
	if state.Position().Side() == side {
		reply = p.Lines[0][0] // the same in all lines
	}
	return reply, changed
}

// add adds a line, replacing those that give a different answer in one of its positions; sides
// says who makes each of its moves.
func (p *plan) add(line []string, sides []rules.Color, side rules.Color) error {
	kept := slices.DeleteFunc(slices.Clone(p.Lines), func(old []string) bool {
		for i := range min(len(old), len(line)) {
			if old[i] != line[i] {
				return sides[i] == side
			}
		}
		return len(old) <= len(line) // a prefix of the new one
	})
	if slices.ContainsFunc(kept, func(old []string) bool { return len(old) > len(line) && slices.Equal(old[:len(line)], line) }) {
		return errors.New("there is already a line that starts with these moves")
	}
	if len(kept) == maxLines {
		return fmt.Errorf("you may keep up to %d lines", maxLines)
	}
	p.Lines = append(kept, line)
	return nil
}

// ahead plays moves in UCI notation from a game's position; the error names
// one that cannot be played.
func ahead(record *game.Record, moves []string) (*game.Record, error) {
	record = record.Clone()
	if len(moves) > maxAhead {
		return nil, fmt.Errorf("a line may have up to %d moves", maxAhead)
	}
	for i, text := range moves {
		if record.Outcome().Over() {
			return nil, fmt.Errorf("the game is over after %s", moves[i-1])
		}
		m, err := record.Position().ParseMove(text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		record.Play(m)
	}
	return record, nil
}

// mayPlan returns the side of a seat that may enter lines now, and the state of the game.
func mayPlan(room *room, by seat) (rules.Color, table.State, error) {
	state := room.table.State()
	side, plays := by.side()
	switch {
	case !plays:
		return side, state, errSeat
	case state.Control.Timed():
		return side, state, errors.New("conditional moves are for games without a clock")
	case state.Result.Over():
		return side, state, errors.New("the game is over")
	case state.Position().Side() == side:
		return side, state, errors.New("it is your move: play it")
	}
	return side, state, nil
}

// suppose answers with the position after moves, and after further moves given as steps or typed.
func (s *Server) suppose(room *room, by seat, a action) (map[string]any, error) {
	_, state, err := mayPlan(room, by)
	if err != nil {
		return nil, err
	}
	if state.Revision != a.Revision {
		return nil, table.ErrStale
	}
	record, err := ahead(state.Record, a.Moves)
	if err != nil {
		return nil, err
	}
	moves := a.Moves
	if len(a.Steps) > 0 || a.Text != "" {
		typed := table.Typed{}
		if a.Text != "" {
			if typed, err = table.ReadMoves(record.Position(), clean(a.Text, 400)); err != nil {
				return nil, err
			}
		} else {
			m, err := picked(record.Position(), a.Steps)
			if err != nil {
				return nil, err
			}
			typed.Moves = []game.Move{m}
		}
		pos := record.Position()
		for _, m := range typed.Moves {
			moves = append(slices.Clip(moves), pos.UCI(m))
			pos = pos.Play(m)
		}
		if record, err = ahead(state.Record, moves); err != nil {
			return nil, err
		}
	}
	return map[string]any{"moves": append([]string{}, moves...), "named": namedFrom(state.Record, moves), "position": positionOf(record.Position(), record.Outcome().Over())}, nil
}

// namedFrom names the moves of a line from a game's position; it ends before
// one that cannot be played.
func namedFrom(record *game.Record, moves []string) []wireNamed {
	list, pos := []wireNamed{}, record.Position()
	for _, text := range moves {
		m, err := pos.ParseMove(text)
		if err != nil {
			break
		}
		list = append(list, wireNamed{pos.SAN(m), pos.Fullmove(), pos.Side().String()})
		pos = pos.Play(m)
	}
	return list
}

// condition adds a line.
func (s *Server) condition(room *room, by seat, a action) (map[string]any, error) {
	room.planning.Lock()
	defer room.planning.Unlock()
	side, state, err := mayPlan(room, by)
	if err == nil && state.Revision != a.Revision {
		err = table.ErrStale
	}
	if err != nil {
		return nil, err
	}
	if _, err := ahead(state.Record, a.Moves); err != nil {
		return nil, err
	}
	var sides []rules.Color
	pos := state.Position()
	for _, text := range a.Moves {
		sides = append(sides, pos.Side())
		m, err := pos.ParseMove(text)
		if err != nil {
			return nil, err
		}
		pos = pos.Play(m)
	}
	if len(sides) == 0 || sides[len(sides)-1] != side {
		return nil, errors.New("a line must end with a move of your own")
	}
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	p := &room.plans[side]
	p.follow(state, side)
	if len(p.Lines) == 0 {
		*p = plan{Plies: len(state.Played), FEN: state.Position().FEN()}
	}
	if p.Plies != len(state.Played) {
		return nil, table.ErrStale
	}
	if err := p.add(slices.Clone(a.Moves), sides, side); err != nil {
		return nil, err
	}
	room.changed()
	return nil, nil
}

// uncondition removes a line.
func (s *Server) uncondition(room *room, by seat, a action) (map[string]any, error) {
	side, plays := by.side()
	if !plays {
		return nil, errSeat
	}
	s.rooms.mu.Lock()
	defer s.rooms.mu.Unlock()
	p := &room.plans[side]
	i := slices.IndexFunc(p.Lines, func(line []string) bool { return slices.Equal(line, a.Moves) })
	if i < 0 {
		return nil, errors.New("that line no longer exists")
	}
	p.Lines = slices.Delete(slices.Clone(p.Lines), i, i+1)
	room.changed()
	return nil, nil
}

// answerPlanned plays the answers that the players have planned for the moves played. A move would
// decline an open offer, so the answer waits until the player has seen that and declines it.
func (s *Server) answerPlanned(room *room) {
	for range 2 * maxAhead {
		reply, changed := "", false
		room.planning.Lock()
		state := room.table.State()
		s.rooms.mu.Lock()
		for c := range room.plans {
			text, news := room.plans[c].follow(state, rules.Color(c))
			asked := state.Offer != table.NoOffer && state.OfferBy != rules.Color(c)
			if changed = changed || news; text != "" && !asked {
				reply = text
			}
		}
		if changed {
			room.changed()
		}
		s.rooms.mu.Unlock()
		room.planning.Unlock()
		if reply == "" || !s.rooms.mayMove(room) {
			return
		}
		m, err := state.Position().ParseMove(reply)
		if err == nil {
			err = room.table.Play(state.Revision, m)
		}
		if err != nil && !errors.Is(err, table.ErrStale) { // for example if the game has ended for another reason
			return
		}
	}
}

// planned returns a player's lines for the page: their moves, and the same in words.
func planned(state table.State, plans [2]plan, by seat) []map[string]any {
	list := []map[string]any{}
	side, plays := by.side()
	if !plays {
		return list
	}
	record, p := state.Record, plans[side]
	if p.Plies != record.Len() {
		return list // follow is about to update it
	}
	for _, line := range p.Lines {
		list = append(list, map[string]any{"moves": line, "named": namedFrom(record, line)})
	}
	return list
}
