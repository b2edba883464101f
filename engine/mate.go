package engine

import (
	"context"
	"math"

	"github.com/heterodox-chess/heterodox/game"
)

// firstLook is the number of nodes of the ordinary search that precedes a search for a
// mate, so that there is a move to play whatever the outcome.
const firstLook = 20_000

// findMate finds out whether the side to move can force a win within
// limits.Mate of its moves (turns), and ends on its own with one of three
// results:
//
//   - the win, with a mate score of at most that many moves, not always the
//     fewest, and the longest line of defence;
//   - NoMate equal to limits.Mate: there is none;
//   - a smaller NoMate: how far it got before something stopped it, another
//     limit, or the length of the lines, which is bounded by maxProof.
//
// Without a win, the move is that of a short ordinary search. Only one thread works
// on the proof. Each number of moves that is refuted is reported in NoMate.
func (e *Engine) findMate(ctx context.Context, t *task) game.Result {
	limits, nodes := *t.limits, uint64(math.MaxUint64)
	limits.Mate, limits.Nodes = 0, firstLook
	if t.limits.Nodes > 0 {
		nodes = t.limits.Nodes
		limits.Nodes = min(firstLook, max(nodes/2, 1))
	}
	look := *t
	look.limits = &limits
	info := e.think(ctx, &look)
	p, release := newProver(ctx, e, t, nodes-min(nodes, info.Nodes))
	defer release()

	refuted, found := p.search(t, func(n int) {
		t.report(game.Info{NoMate: n, Nodes: info.Nodes + p.nodes, Time: t.watch.elapsed()})
	})
	if found != nil {
		found.HashFull, found.Nodes = e.table.full(), info.Nodes
		info = *found
	}
	info.Nodes += p.nodes
	info.Time = t.watch.elapsed()
	t.report(info)
	result := e.result(ctx, t, info)
	result.NoMate = refuted
	return result
}

// search looks for a win within one move of the attacker, then two, up to the limit, and
// calls refuted for each number that is refuted. It returns the last of these, and the
// depth, score and line of the win if there is one.
func (p *prover) search(t *task, refuted func(moves int)) (n int, win *game.Info) {
	checked, before := 0, 0
	for n < t.limits.Mate {
		most := p.length(n + 1)
		if e, _ := p.line.turn(0); e > 0 {
			before = 0 // short wins of several turns come first
		}
		for length := before + 1; length <= min(most, maxProof); length++ {
			// In the same time, a win by checks alone is found at a much greater depth.
			for goal := min(2*length+1, p.length(t.limits.Mate), maxProof); checked < goal && p.canCheck(); {
				checked++
				if win := p.try(t, (checked+1)/2, checked, true); win != nil || p.stop.Load() {
					return n, win
				}
			}
			if win := p.try(t, n+1, length, false); win != nil || p.stop.Load() {
				return n, win
			}
		}
		if most > maxProof {
			return n, nil
		}
		before = most
		n++
		refuted(n)
	}
	return n, nil
}

// canCheck reports whether it is worth looking for wins by checks alone: where each move of
// the attacker can be a check.
func (p *prover) canCheck() bool { return p.mates }

// try looks for a win within a number of turns and single moves, and returns its depth,
// score and line.
func (p *prover) try(t *task, turns, length int, forcing bool) *game.Info {
	p.ask(turns, forcing)
	first, ok := p.proves(t.moves, length)
	if !ok {
		return nil
	}
	line := p.best(first, length)
	win := infoOf(Mate - Score(2*turns-1)*turnCost - Score(length))
	win.Depth, win.SelDepth, win.PV = length, len(line), movesOf(t.line, line)
	return &win
}

// best returns the line of a win that was proved within n single moves and begins with
// first: the defender holds out for as long as it can. If something stops the prover, the
// line breaks off.
func (p *prover) best(first game.Code, n int) []game.Code {
	line := []game.Code{first}
	p.limit = math.MaxUint64
	p.line.play(0, first)
	for ply := 1; ply < n; ply++ {
		m, ok := p.bestMove(ply, n-ply)
		if !ok {
			break
		}
		line = append(line, m)
		p.line.play(ply, m)
	}
	return line
}

// bestMove returns the best move of the node at ply, which is won within n single moves:
// for the attacker the one with the shortest win, for the defender the one with the
// longest. There is none if the game is over or the prover stopped.
func (p *prover) bestMove(ply, n int) (best game.Code, ok bool) {
	if _, over := p.decided(ply); over {
		return noMove, false
	}
	attacks := p.line.side(ply) == p.attacker
	least, most := maxProof, -1
	for _, m := range p.line.moves(ply, nil) {
		p.line.play(ply, m)
		if attacks && p.forcing && !p.checks(ply+1) && !p.hasWon(ply+1) {
			continue
		}
		takes, won := p.distance(ply+1, n-1)
		if p.stop.Load() {
			return noMove, false
		}
		if won && attacks && takes < least || !attacks && takes > most {
			best, least, most, ok = m, takes, takes, true
		}
	}
	return best, ok
}

// distance returns the least number of single moves within which the node at ply is won,
// and whether it is won within n at all.
func (p *prover) distance(ply, n int) (int, bool) {
	for i := range n + 1 {
		if p.wins(ply, i) {
			return i, true
		}
	}
	return n + 1, false
}
