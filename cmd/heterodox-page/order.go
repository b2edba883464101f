//go:build js

package main

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/variants"
)

// This file defines the messages between the server and the engine, in JSON.

// An order asks for a search.
type order struct {
	Searcher int      // the same for consecutive searches, as in one game
	Files    []string // of variants, one of which may define the game
	Game     string
	Drawn    string `json:",omitempty"` // the text of a game in the making, instead of a name
	Start    string // FEN
	Moves    []string
	Limits   game.Limits // without SearchMoves
}

// A finding is what a search knows so far, or finally. Its Info contains no moves.
type finding struct {
	Info game.Info
	Line []string
	Best string `json:",omitempty"` // finally
	Done bool   `json:",omitempty"`
}

// files are the variants files that were added, which the engine needs as well.
var files []string

// learn reads a file of variants.
func learn(text string) (names []string, err error) {
	names, errs := variants.Add(text, nil)
	if !general.OnlyUnplayed(errs) {
		return nil, errs[0]
	}
	if !slices.Contains(files, text) {
		files = append(files, text)
	}
	return names, nil
}

func orderOf(searcher int, r *game.Record, l game.Limits) order {
	o := order{Searcher: searcher, Game: r.Position().Rules().Name(), Start: r.Start().FEN(), Limits: l, Files: files}
	o.Moves = written(r.Start(), r.Moves())
	return o
}

// record returns the position of the order, with the moves that led to it.
func (o *order) record() (*game.Record, error) {
	for _, text := range o.Files {
		variants.Add(text, nil) // repeatedly; errors have been reported before
	}
	g, err := o.rules()
	if err != nil {
		return nil, err
	}
	start, err := g.ParsePosition(o.Start)
	if err != nil {
		return nil, err
	}
	moves := parsed(start, o.Moves)
	if len(moves) < len(o.Moves) {
		return nil, fmt.Errorf("move %.20q is not legal", o.Moves[len(moves)])
	}
	r := game.NewRecord(start)
	r.Push(moves...)
	return r, nil
}

// rules returns the game.
func (o *order) rules() (game.Rules, error) {
	if o.Drawn == "" {
		return variants.Open(o.Game)
	}
	sketch, errs := variants.Sketch(o.Drawn)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	return sketch.Rules, nil
}

func findingOf(pos game.Position, i game.Info) finding {
	f := finding{Info: i, Line: written(pos, i.PV)}
	f.Info.PV = nil
	return f
}

// info returns a finding in a position as a game.Info.
func (f *finding) info(pos game.Position) game.Info {
	i := f.Info
	i.PV = parsed(pos, f.Line)
	return i
}

// written writes a sequence of moves.
func written(pos game.Position, moves []game.Move) (texts []string) {
	for _, m := range moves {
		texts = append(texts, pos.UCI(m))
		pos = pos.Play(m)
	}
	return texts
}

// parsed parses a sequence of moves, up to the first that is not legal.
func parsed(pos game.Position, texts []string) (moves []game.Move) {
	for _, text := range texts {
		m, err := pos.ParseMove(text)
		if err != nil {
			return moves
		}
		moves = append(moves, m)
		pos = pos.Play(m)
	}
	return moves
}
