package engine

import (
	"context"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// NewSearcher returns what finds moves in a game: an Engine of these options for
// a game of the fast machine, else what the game itself brings along by a method
// NewSearcher; nil if it brings nothing.
func NewSearcher(rules game.Rules, o Options) game.Searcher {
	if own, ok := rules.(interface{ NewSearcher() game.Searcher }); ok {
		return own.NewSearcher()
	}
	if _, ok := game.FastPosition(rules.Start()); !ok {
		return nil
	}
	return &doorSearcher{engine: New(o)}
}

// doorSearcher is an Engine behind the door.
type doorSearcher struct{ engine *Engine }

func (s *doorSearcher) Clear() { s.engine.Clear() }

func (s *doorSearcher) Search(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) game.Result {
	g := fastGame(r)
	o := s.engine.Options()
	o.MultiPV, o.Skill, o.Elo = max(l.Lines, 1), skillOf(l.Level), 0
	if err := s.engine.SetOptions(o); err != nil { // more lines than there can be
		o.MultiPV = MaxMultiPV
		s.engine.SetOptions(o)
	}
	var told func(Info)
	if report != nil {
		told = func(i Info) {
			if i.NoMate == 0 {
				report(doorInfo(i))
			}
		}
	}
	result := s.engine.Search(ctx, g, Limits{
		Depth: l.Depth, Nodes: l.Nodes, MoveTime: l.MoveTime,
		Clock: l.Clock, Time: l.Time, Increment: l.Increment, MovesToGo: l.MovesToGo,
	}, told)
	found := game.Result{Info: doorInfo(result.Info)}
	if len(result.Moves) > 0 {
		found.Best = game.Move(result.Moves[0])
	}
	return found
}

// fastGame plays a record of the fast machine anew as a chess.Game.
func fastGame(r *game.Record) *chess.Game {
	start, _ := game.FastPosition(r.Start())
	g := chess.NewGame(start)
	for _, m := range r.Moves() {
		if g.Play(chess.Move(m)) != nil {
			break // a record holds legal moves only
		}
	}
	return g
}

// skillOf returns the skill of a level.
func skillOf(level int) int {
	if level <= 0 || level >= game.MaxLevel {
		return MaxSkill
	}
	return (level - 1) * MaxSkill / (game.MaxLevel - 1)
}

func doorInfo(i Info) game.Info {
	info := game.Info{Depth: i.Depth, Line: max(i.MultiPV, 1), Score: int(i.Score), Nodes: i.Nodes, Time: i.Time}
	info.MateIn, _ = i.Score.Mate()
	for _, m := range i.PV {
		info.PV = append(info.PV, game.Move(m))
	}
	return info
}
