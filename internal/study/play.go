package study

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/opening"
	"github.com/heterodox-chess/heterodox/rules"
)

const (
	hashMB = 4
	// maxMoves is the number of single moves after which a game is cut off.
	maxMoves = 400
	// openingTries is the number of random openings to try before accepting a shorter
	// one; openingBound is the maximum difference between the score after one and that
	// of the start.
	openingTries = 12
	openingBound = 150
	// settled bounds the scores by which openings are compared: beyond it a side is
	// winning.
	settled = 1000
)

// A table is where one worker plays games, one at a time.
type table struct {
	subject *subject
	engines [2]*engine.Engine
}

// newTable returns a table for the games of a subject.
func newTable(s *subject) *table {
	return &table{s, [2]*engine.Engine{newEngine(s.tables), newEngine(s.tables)}}
}

// newEngine returns an engine that probes endgame tables, unless they are nil.
func newEngine(tables engine.Tables) *engine.Engine {
	o := engine.DefaultOptions()
	o.HashMB, o.MoveOverhead, o.Tables = hashMB, 0, tables
	return engine.New(o)
}

// play plays the game of a task. The error is that of ctx, or a panic of the engine.
func (t *table) play(ctx context.Context, task task) (g Game, err error) {
	defer func() {
		if p := engine.Caught(recover()); p != nil {
			err = fmt.Errorf("%s, game %s: %w", t.subject.rules.Name(), task.key(), p)
		}
	}()
	seats := [2]seat{}
	for c, p := range task.players {
		seats[c] = seat{rules: t.subject.rules, engine: t.engines[c], nodes: p.nodes}
		if p.beginner && t.subject.beginning != nil {
			seats[c].rules = t.subject.beginning
		}
	}
	if task.players[0] == task.players[1] {
		seats[1].engine = seats[0].engine
	}
	record, err := t.open(ctx, task)
	if err != nil {
		return Game{}, err
	}
	for _, e := range t.engines {
		e.Clear()
	}
	for c := range seats {
		if err := seats[c].begin(record); err != nil {
			return Game{}, err
		}
	}
	g = Game{Subject: t.subject.name, Stage: task.stage, Number: task.number, Opening: record.Len()}
	if fen := record.Start().FEN(); fen != t.subject.rules.Start().FEN() {
		g.Start = fen
	}
	random := rand.New(rand.NewPCG(t.subject.seed, mix(task.stage, task.number)))
	for {
		if o := record.Outcome(); o.Over() || record.Len() >= maxMoves {
			g.Result, g.Reason = o.Result, o.Reason
			g.Moves = strings.Join(moveTexts(record), " ")
			return g, nil
		}
		side := record.Position().Side()
		text, score, err := seats[side].think(ctx, random)
		if err != nil {
			return Game{}, err
		}
		if side == rules.Black {
			score = -score
		}
		g.Scores = append(g.Scores, int16(score))
		if err := record.PlayTurn(text); err != nil {
			return Game{}, fmt.Errorf("%s: %w", t.subject.rules.Name(), err)
		}
		for c := range seats {
			if err := seats[c].hear(text); err != nil {
				return Game{}, err
			}
		}
	}
}

// moveTexts returns the moves of a record in UCI notation.
func moveTexts(r *game.Record) []string {
	var texts []string
	for i, m := range r.Moves() {
		texts = append(texts, r.At(i).UCI(m))
	}
	return texts
}

// A seat is one side of a game: its engine and its own record of the game, because the
// rules of its engine may have a different evaluation.
type seat struct {
	rules  game.Rules
	engine *engine.Engine
	nodes  uint64
	record *game.Record
}

// begin sets up the seat with the moves played so far.
func (s *seat) begin(r *game.Record) error {
	start, err := s.rules.ParsePosition(r.Start().FEN())
	if err != nil {
		return err
	}
	s.record = game.NewRecord(start)
	for _, text := range moveTexts(r) {
		if err := s.hear(text); err != nil {
			return err
		}
	}
	return nil
}

// hear plays a move on the seat's record.
func (s *seat) hear(text string) error { return s.record.PlayTurn(text) }

// think returns the move of the side to move, and its score. The number of nodes varies
// by a fifth, so that games differ.
func (s *seat) think(ctx context.Context, random *rand.Rand) (move string, score int, err error) {
	nodes := max(uint64(float64(s.nodes)*(0.8+0.4*random.Float64())), 1)
	found := s.engine.Search(ctx, s.record, game.Limits{Nodes: nodes}, nil)
	if err := ctx.Err(); err != nil {
		return "", 0, err
	}
	pos := s.record.Position()
	if found.Best == game.NoMove {
		return "", 0, fmt.Errorf("%s: no move in %s", s.rules.Name(), pos.FEN())
	}
	return pos.UCI(found.Best), bounded(found.Info, maxScore), nil
}

// bounded returns the score of a search, with the bound for a forced win.
func bounded(i game.Info, bound int) int {
	switch {
	case i.Mate && i.MateIn > 0:
		return bound
	case i.Mate:
		return -bound
	}
	return min(max(i.Score, -bound), bound)
}

// openings returns the openings to try for a task, in this order; the last is the start itself.
func (s *subject) openings(t task) (iter.Seq[*game.Record], error) {
	random := rand.New(rand.NewPCG(s.seed, mix("opening", t.opening)))
	begin := func() game.Position { return opening.Start(s.rules, random) }
	if t.from != "" {
		pos, err := s.rules.ParsePosition(t.from)
		if err != nil {
			return nil, err
		}
		begin = func() game.Position { return pos }
	}
	return func(yield func(*game.Record) bool) {
		for plies := s.plies; plies > 0; plies-- {
			for range openingTries {
				if record := opening.From(begin(), random, plies); !record.Outcome().Over() && !yield(record) {
					return
				}
			}
		}
		yield(game.NewRecord(begin()))
	}, nil
}

// open returns a game after a random opening that a search finds about as good for
// White as the start. If there is no such opening, it is the start itself.
func (t *table) open(ctx context.Context, task task) (*game.Record, error) {
	s := t.subject
	openings, err := s.openings(task)
	if err != nil {
		return nil, err
	}
	var want int
	if task.from == "" {
		want, err = s.startScore(ctx)
	} else {
		var pos game.Position
		if pos, err = s.rules.ParsePosition(task.from); err != nil {
			return nil, err
		}
		want, err = s.score(ctx, t.engines[0], game.NewRecord(pos), settled)
	}
	if err != nil {
		return nil, err
	}
	for record := range openings {
		if record.Len() == 0 {
			return record, nil
		}
		score, err := s.score(ctx, t.engines[0], record, settled)
		if err != nil {
			return nil, err
		}
		if diff := score - want; diff <= openingBound && diff >= -openingBound {
			return record, nil
		}
	}
	panic("unreachable: the last opening has no moves")
}
