package study

import (
	"context"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// mostProven is the length, in moves (turns), up to which forced wins are searched.
const mostProven = 30

// prove searches for a forced win from the start: first of the side to move, then of the
// other side against each first move. Each side has a budget of nodes, less if ctx ends.
func prove(ctx context.Context, r game.Rules, nodes uint64) *Proof {
	record := game.NewRecord(r.Start())
	if record.Outcome().Over() || nodes == 0 {
		return nil
	}
	e := newEngine(nil)
	found := e.Search(ctx, record, game.Limits{Mate: mostProven, Nodes: nodes}, nil)
	p := &Proof{Nodes: nodes, Refuted: found.NoMate}
	if ctx.Err() != nil {
		p.Nodes = min(found.Info.Nodes, nodes)
	}
	if found.Info.Mate && found.Info.MateIn > 0 {
		p.Winner, p.In = side(record.Position().Side()), found.Info.MateIn
		p.Line = line(record, found.Info.PV)
		return p
	}
	first := record.Position()
	longest, moves := 0, first.Moves()
	for _, m := range moves {
		record.Play(m)
		lost := record.Outcome().Result == rules.WinFor(first.Side().Opponent())
		if !lost && !record.Outcome().Over() && record.Position().Side() != first.Side() {
			found := e.Search(ctx, record, game.Limits{Mate: mostProven, Nodes: max(nodes/uint64(len(moves)), 1)}, nil)
			lost = found.Info.Mate && found.Info.MateIn > 0
			longest = max(longest, found.Info.MateIn)
		}
		record.Undo()
		if !lost {
			return p
		}
	}
	p.Winner, p.In = side(first.Side().Opponent()), longest
	return p
}

func side(c rules.Color) string { return c.String() }

// line writes moves in SAN.
func line(r *game.Record, moves []game.Move) (text string) {
	r = r.Clone()
	for i, m := range moves {
		if i > 0 {
			text += " "
		}
		text += r.Position().SAN(m)
		if !r.Play(m) {
			break
		}
	}
	return text
}
