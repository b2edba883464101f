package engine

import (
	"context"
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// A Player thinks about any game that an Engine plays, at the door: those of the fast
// machine, and those whose positions bring a walker along. It is a game.Searcher.
// Its methods but PonderHit must not be called while a search runs.
type Player struct{ engine *Engine }

// NewPlayer returns a Player. Options that SetOptions would refuse are replaced by
// the defaults.
func NewPlayer(o Options) *Player { return &Player{New(o)} }

// NewSearcher returns what finds moves in a game, a Player of these options; nil
// if it cannot think about this game.
func NewSearcher(rules game.Rules, o Options) game.Searcher {
	start := rules.Start()
	if _, fast := game.FastPosition(start); !fast {
		if _, walks := start.(game.Walkable); !walks {
			return nil
		}
	}
	return NewPlayer(o)
}

// Options, SetOptions, Clear and PonderHit are the Engine's.
func (p *Player) Options() Options { return p.engine.Options() }

// SetOptions changes the settings, or says which value is bad and changes nothing.
func (p *Player) SetOptions(o Options) error { return p.engine.SetOptions(o) }

// Clear forgets everything learned: a new game starts.
func (p *Player) Clear() { p.engine.Clear() }

// PonderHit says that the move pondered on was played, as Engine.PonderHit does.
func (p *Player) PonderHit() { p.engine.PonderHit() }

// Search searches as Engine.Search does. A game that it cannot think about gets
// the first legal move.
func (p *Player) Search(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) game.Result {
	defer p.adapt(l)()
	limits := Limits{
		Depth: l.Depth, Nodes: l.Nodes, Mate: l.Mate, MoveTime: l.MoveTime,
		Clock: l.Clock, Time: l.Time, Increment: l.Increment, MovesToGo: l.MovesToGo,
		Infinite: l.Infinite, Ponder: l.Ponder, WholeTurn: l.WholeTurn,
	}
	if report == nil {
		report = func(game.Info) {}
	}
	if _, ok := game.FastPosition(r.Start()); ok {
		limits.SearchMoves = fastMoves(l.SearchMoves)
		found := p.engine.Search(ctx, fastGame(r), limits, func(i Info) { report(doorInfo(i, doorMoves(i.PV))) })
		return doorResult(found, doorMoves)
	}
	pos, ok := r.Position().(game.Walkable)
	if !ok {
		var first game.Move
		if moves := r.Position().Moves(); len(moves) > 0 {
			first = moves[0]
		}
		return game.Result{Best: first}
	}
	w := pos.Walk()
	if m, ok := w.(game.Rememberer); ok && w.Traits().Recurs {
		positions := make([]game.Position, r.Len()+1)
		for i := range positions {
			positions[i] = r.At(i)
		}
		m.Remember(positions, r.Moves())
	}
	legal := pos.Moves()
	for _, m := range l.SearchMoves {
		if slices.Contains(legal, m) {
			limits.SearchMoves = append(limits.SearchMoves, w.Code(m))
		}
	}
	keys := make([]uint64, 0, r.Len()+1)
	for i := range r.Len() + 1 {
		keys = append(keys, r.At(i).Key())
	}
	translate := func(line []chess.Move) []game.Move { return walkMoves(w.Clone(), line) }
	found := p.engine.searchWalk(ctx, pos.Rules(), w, keys, pos.Outcome().Result, limits, func(i Info) { report(doorInfo(i, translate(i.PV))) })
	return doorResult(found, translate)
}

// adapt changes the options as far as the limits of one search have their own, until
// the function that it returns is called.
func (p *Player) adapt(l game.Limits) (restore func()) {
	usual := p.engine.Options()
	o := usual
	if l.Lines != 0 {
		o.MultiPV = min(max(l.Lines, 1), MaxMultiPV)
	}
	if l.Level != 0 {
		o.Skill, o.Elo = skillOf(l.Level), 0
	}
	if o == usual {
		return func() {}
	}
	_ = p.engine.SetOptions(o) // in range, as both come from ranges
	return func() { _ = p.engine.SetOptions(usual) }
}

// doorResult turns a result into that of the door, lines of moves by translate.
func doorResult(r Result, translate func([]chess.Move) []game.Move) game.Result {
	line := translate(slices.Concat(r.Moves, r.Ponder))
	result := game.Result{
		Turn: line[:len(r.Moves):len(r.Moves)], Ponder: line[len(r.Moves):],
		Info: doorInfo(r.Info, translate(r.Info.PV)), NoMate: r.NoMate,
	}
	if len(result.Turn) > 0 {
		result.Best = result.Turn[0]
	}
	return result
}

// walkMoves returns a line of a walker's codes as moves of the door.
func walkMoves(w game.Walker, line []chess.Move) (moves []game.Move) {
	for _, m := range line {
		moves = append(moves, w.Move(m))
		w.Play(m)
	}
	return moves
}

// Evaluate returns what the function of this name does; of games of other machines
// than the fast one the score alone. ok is false if the game is not one that the
// Engine plays.
func (p *Player) Evaluate(pos game.Position) (score Score, terms []Term, ok bool) {
	fast, ok := game.FastPosition(pos)
	if !ok {
		walkable, ok := pos.(game.Walkable)
		if !ok {
			return 0, nil, false
		}
		return Score(walkable.Walk().Evaluate()), nil, true
	}
	score, terms = Evaluate(&fast)
	return score, terms, true
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

func doorInfo(i Info, line []game.Move) game.Info {
	info := game.Info{
		Depth: i.Depth, SelDepth: i.SelDepth, Line: max(i.MultiPV, 1), Score: int(i.Score), Bound: game.Bound(i.Bound),
		WDL: i.WDL, Nodes: i.Nodes, Time: i.Time, HashFull: i.HashFull, PV: line, NoMate: i.NoMate,
	}
	info.MateIn, info.Mate = i.Score.Mate()
	return info
}

func doorMoves(moves []chess.Move) (list []game.Move) {
	for _, m := range moves {
		list = append(list, game.Move(m))
	}
	return list
}

func fastMoves(moves []game.Move) (list []chess.Move) {
	for _, m := range moves {
		list = append(list, chess.Move(m))
	}
	return list
}
