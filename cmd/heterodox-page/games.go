//go:build js

package main

import (
	"strings"

	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// readGame reads one game with its variations and comments.
func readGame(text string) (any, error) {
	t, err := table.Parse([]byte(text), variants.Open, nil)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	type move struct {
		ID      int    `json:"id"`
		Parent  int    `json:"parent"` // the move before it, 0 for none
		SAN     string `json:"san"`
		UCI     string `json:"uci"`
		Side    string `json:"side"`
		Number  int    `json:"number"`
		Comment string `json:"comment,omitempty"`
		Before  string `json:"before,omitempty"`
		Marks   string `json:"marks,omitempty"`
	}
	s := t.State()
	moves := []move{}
	for _, p := range s.Tree {
		moves = append(moves, move{p.ID, p.Parent, p.SAN, p.UCI, p.Side.String(), p.Number, p.Note, p.Before, p.Marks()})
	}
	return map[string]any{
		"variant": s.Rules.Name(), "start": s.Record.Start().FEN(), "moves": moves, "comment": s.Comment,
		"result": s.Result.Result.String(), "reason": s.Result.Reason, "text": string(t.Text()),
	}, nil
}

// splitGames returns the texts of the games of a file.
func splitGames(text string) ([]string, error) {
	list, from := []string{}, int64(0)
	for r := pgn.NewReader(strings.NewReader(text)); ; {
		g, err := r.Next()
		if err != nil || g == nil {
			return list, err
		}
		at, _ := r.Offset()
		list = append(list, strings.TrimSpace(text[from:at]))
		from = at
	}
}
