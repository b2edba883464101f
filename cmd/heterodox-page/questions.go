//go:build js

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/picture"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// A question is a request of the package that need not be quick. Each uses some of the fields.
type question struct {
	Op     string
	Board  int32
	Text   string
	N      int
	Flip   bool
	Tags   [][2]string
	Limits game.Limits
}

var errNoBoard = errors.New("the board has been closed")

// answer answers the question by its name.
func (q *question) answer() (any, error) {
	switch q.Op {
	case "variants":
		return append(variants.Names(), variants.More()...), nil
	case "add":
		names, err := learn(q.Text)
		return append([]string{}, names...), err
	case "rules":
		return q.rules()
	case "game":
		return readGame(q.Text)
	case "split":
		return splitGames(q.Text)
	}
	b := boards[q.Board]
	if b == nil {
		return nil, errNoBoard
	}
	pos := b.record.Position()
	switch q.Op {
	case "look":
		return lookAt(b), nil
	case "play":
		return q.play(b)
	case "why":
		if _, err := parseAny(pos, q.Text); err != nil {
			return err.Error(), nil
		}
		return "", nil
	case "san":
		m, err := parseAny(pos, q.Text)
		if err != nil {
			return nil, err
		}
		return pos.SAN(m), nil
	case "sans":
		list := []string{}
		for _, m := range b.moves {
			list = append(list, pos.SAN(m))
		}
		return list, nil
	case "uci":
		m, err := parseAny(pos, q.Text)
		if err != nil {
			return nil, err
		}
		return pos.UCI(m), nil
	case "history":
		return sanOf(b.record), nil
	case "steps":
		return stepsOf(b), nil
	case "svg":
		return q.svg(pos)
	case "pgn":
		return q.pgn(b.record)
	case "perft":
		n, err := pos.Perft(context.Background(), q.N)
		return n, err
	case "order":
		return orderOf(int(q.Board), b.record, q.Limits), nil
	}
	return nil, fmt.Errorf("unknown question %q", q.Op)
}

// rules describes a game.
func (q *question) rules() (any, error) {
	g, err := variants.Open(q.Text)
	if err != nil {
		return nil, err
	}
	b := g.Board()
	type kind struct {
		Letter string `json:"letter"`
		Name   string `json:"name"`
		Betza  string `json:"betza,omitempty"`
	}
	kinds := []kind{}
	for _, k := range g.Pieces() {
		kinds = append(kinds, kind{k.Letter, k.Name, k.Betza})
	}
	return map[string]any{
		"name": g.Name(), "card": screen.Card(g), "files": b.Files, "ranks": b.Ranks, "levels": b.Levels, "pieces": kinds, "start": g.Start().FEN(),
	}, nil
}

// parseAny reads a move in UCI or algebraic notation.
func parseAny(pos game.Position, text string) (game.Move, error) {
	m, err := pos.ParseMove(text)
	if err == nil {
		return m, nil
	}
	if san, failed := pos.ParseSAN(text); failed == nil {
		return san, nil
	} else if len(text) > 0 && (text[0] >= 'A' && text[0] <= 'Z') && !strings.Contains(text, "@") {
		err = failed
	}
	return game.NoMove, err
}

func (q *question) play(b *board) (any, error) {
	m, err := parseAny(b.record.Position(), q.Text)
	if err != nil {
		return nil, err
	}
	b.record.Push(m)
	b.look()
	return b.state(), nil
}

// lookAt describes the state of a board.
func lookAt(b *board) any {
	pos := b.record.Position()
	shape := pos.Rules().Board()
	pieces, hands := map[string]string{}, [2]map[string]int{{}, {}}
	for _, s := range shape.Squares() {
		if p, ok := pos.At(s); ok {
			letter := strings.ToUpper(p.Letter)
			if p.Color == rules.Black {
				letter = strings.ToLower(p.Letter)
			}
			pieces[shape.Name(s)] = letter
		}
	}
	for c := range 2 {
		for _, h := range pos.Hand(rules.Color(c)) {
			hands[c][h.Letter] = h.Count
		}
	}
	royals, attackers := table.InCheck(pos)
	look := map[string]any{
		"fen": pos.FEN(), "turn": pos.Side().String(), "ply": b.record.Len(), "pieces": pieces,
		"hands": map[string]any{"white": hands[0], "black": hands[1]}, "check": squares(shape, royals), "attackers": squares(shape, attackers),
	}
	if o := b.record.Outcome(); o.Over() {
		look["result"] = map[string]string{"result": o.Result.String(), "reason": o.Reason.String()}
	}
	return look
}

func squares(board game.Board, list []game.Square) []string {
	names := []string{}
	for _, s := range list {
		names = append(names, board.Name(s))
	}
	return names
}

func sanOf(r *game.Record) []string {
	list := []string{}
	for i, m := range r.Moves() {
		list = append(list, r.At(i).SAN(m))
	}
	return list
}

// stepsOf returns the steps by which a player makes each move.
func stepsOf(b *board) any {
	type step struct {
		Kind   string `json:"kind"`
		Square string `json:"square,omitempty"`
		Letter string `json:"letter,omitempty"`
	}
	kinds := map[screen.StepKind]string{
		screen.StepFrom: "from", screen.StepTo: "to", screen.StepDrop: "drop", screen.StepPromote: "promote", screen.StepPut: "put", screen.StepGate: "gate",
	}
	pos := b.record.Position()
	board, all := pos.Rules().Board(), map[string][]step{}
	for _, m := range b.moves {
		list := []step{}
		for _, s := range screen.Of(pos).Steps(m) {
			one := step{Kind: kinds[s.Kind], Letter: s.Letter}
			if s.Kind != screen.StepDrop && s.Kind != screen.StepPromote {
				one.Square = board.Name(s.Square)
			}
			list = append(list, one)
		}
		all[pos.UCI(m)] = list
	}
	return all
}

func (q *question) svg(pos game.Position) (any, error) {
	scene := picture.FromPosition(pos)
	if q.Flip {
		scene.Turn = 2
	}
	scene.Check, _ = table.InCheck(pos)
	var b bytes.Buffer
	err := scene.WriteSVG(&b)
	return b.String(), err
}

// pgn writes a game without variations.
func (q *question) pgn(r *game.Record) (any, error) {
	result := r.Outcome().Result
	tags := []pgn.Tag{{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"}, {Name: "Date", Value: "????.??.??"}, {Name: "Round", Value: "?"}, {Name: "White", Value: "?"}, {Name: "Black", Value: "?"}, {Name: "Result", Value: result.String()}}
	for _, t := range q.Tags {
		switch {
		case slices.Contains([]string{"Variant", "Composition", "SetUp", "FEN"}, t[0]):
			return nil, fmt.Errorf("the tag %s is the board's own", t[0])
		case t[0] == "" || strings.ContainsFunc(t[0], notInTagName):
			return nil, fmt.Errorf("%.40q cannot be the name of a tag: it has to consist of letters, digits and underscores", t[0])
		}
		known := false
		for i := range tags {
			if tags[i].Name == t[0] {
				tags[i].Value, known = t[1], true
			}
		}
		if !known {
			tags = append(tags, pgn.Tag{Name: t[0], Value: t[1]})
		}
	}
	rules := r.Start().Rules()
	tags = append(tags, pgn.VariantTags(rules.Name(), r.Start().FEN(), rules.Start().FEN())...)
	var b bytes.Buffer
	err := pgn.Write(&b, tags, r, nil, "", result)
	return b.String(), err
}

// notInTagName reports whether PGN has no such character in the name of a tag.
func notInTagName(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_')
}
