package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// A Player thinks about any game: with an Engine about those of the fast machine,
// with what a game brings along by a method NewSearcher about others. It is a
// game.Searcher. Its methods but PonderHit must not be called while a search runs.
type Player struct {
	engine *Engine
	rules  game.Rules    // of the game searched last by own
	own    game.Searcher // nil before the first
	hits   chan struct{} // a PonderHit for own
}

// searcherOf is what a game brings along that has a search of its own.
type searcherOf interface{ NewSearcher() game.Searcher }

// NewPlayer returns a Player. Options that SetOptions would refuse are replaced by
// the defaults.
func NewPlayer(o Options) *Player {
	return &Player{engine: New(o), hits: make(chan struct{}, 1)}
}

// NewSearcher returns what finds moves in a game, a Player of these options; nil
// if it cannot think about this game.
func NewSearcher(rules game.Rules, o Options) game.Searcher {
	if _, fast := game.FastPosition(rules.Start()); !fast {
		if _, own := rules.(searcherOf); !own {
			return nil
		}
	}
	return NewPlayer(o)
}

// Options and SetOptions are the Engine's. Of other searches than its own only
// Skill, Elo and MultiPV are obeyed.
func (p *Player) Options() Options { return p.engine.Options() }

// SetOptions changes the settings, or says which value is bad and changes nothing.
func (p *Player) SetOptions(o Options) error { return p.engine.SetOptions(o) }

// Clear forgets everything learned: a new game starts.
func (p *Player) Clear() {
	p.engine.Clear()
	if p.own != nil {
		p.own.Clear()
	}
}

// PonderHit says that the move pondered on was played, as Engine.PonderHit does.
func (p *Player) PonderHit() {
	p.engine.PonderHit()
	select {
	case p.hits <- struct{}{}:
	default:
	}
}

// Search searches as Engine.Search does. A game that it cannot think about gets
// the first legal move.
func (p *Player) Search(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) game.Result {
	select { // a hit of the search before
	case <-p.hits:
	default:
	}
	if _, ok := game.FastPosition(r.Start()); ok {
		return p.searchFast(ctx, r, l, report)
	}
	if l.Level == 0 {
		l.Level = levelOf(p.engine.Options())
	}
	if l.Lines == 0 {
		l.Lines = p.engine.Options().MultiPV
	}
	return p.searchOwn(ctx, r, l, report)
}

func (p *Player) searchFast(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) game.Result {
	usual := p.engine.Options()
	o := usual
	if l.Lines != 0 {
		o.MultiPV = min(max(l.Lines, 1), MaxMultiPV)
	}
	if l.Level != 0 {
		o.Skill, o.Elo = skillOf(l.Level), 0
	}
	if o != usual {
		_ = p.engine.SetOptions(o) // in range, as both come from ranges
		defer p.engine.SetOptions(usual)
	}
	var told func(Info)
	if report != nil {
		told = func(i Info) { report(doorInfo(i)) }
	}
	found := p.engine.Search(ctx, fastGame(r), Limits{
		Depth: l.Depth, Nodes: l.Nodes, Mate: l.Mate, MoveTime: l.MoveTime,
		Clock: l.Clock, Time: l.Time, Increment: l.Increment, MovesToGo: l.MovesToGo,
		Infinite: l.Infinite, Ponder: l.Ponder, SearchMoves: fastMoves(l.SearchMoves), WholeTurn: l.WholeTurn,
	}, told)
	result := game.Result{
		Turn: doorMoves(found.Moves), Ponder: doorMoves(found.Ponder),
		Info: doorInfo(found.Info), NoMate: found.NoMate,
	}
	if len(result.Turn) > 0 {
		result.Best = result.Turn[0]
	}
	return result
}

// searchOwn searches with what the game brings along.
func (p *Player) searchOwn(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) game.Result {
	rules := r.Start().Rules()
	if p.rules != rules {
		p.rules, p.own = rules, nil
		if brings, ok := rules.(searcherOf); ok {
			p.own = brings.NewSearcher()
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if l.Ponder {
		l = p.ponder(ctx, cancel, r.Position().Side(), l)
	}
	if l.Infinite {
		l.Clock, l.MoveTime, l.Depth, l.Nodes = false, 0, 0, 0
	}
	moves := l.SearchMoves
	if len(moves) == 0 {
		moves = r.Position().Moves()
	}
	if len(moves) == 0 {
		o := r.Position().Outcome()
		info := game.Info{Line: 1, Mate: o.Result == chess.WhiteWins || o.Result == chess.BlackWins}
		if report != nil {
			report(info)
		}
		return game.Result{Info: info}
	}
	var result game.Result
	if p.own != nil {
		result = p.own.Search(ctx, r, l, report)
	}
	if !slices.Contains(moves, result.Best) {
		result.Best, result.Turn = moves[0], nil
	}
	if len(result.Turn) == 0 {
		result.Turn = []game.Move{result.Best}
	}
	return result
}

// ponder returns the limits of a search that goes on until the move pondered on
// was played, and from then on as long as its clock allows.
func (p *Player) ponder(ctx context.Context, cancel func(), side chess.Color, l game.Limits) game.Limits {
	budget := l.MoveTime
	if l.Clock {
		share := l.Time[side]/time.Duration(cmp.Or(max(l.MovesToGo, 0), 30)) + l.Increment[side]*3/4
		budget = max(min(share, l.Time[side]*3/4), time.Millisecond)
	}
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-p.hits:
		}
		if budget > 0 {
			time.AfterFunc(budget, cancel)
		}
	}()
	l.Clock, l.MoveTime = false, 0
	return l
}

// Evaluate returns what the function of this name does; ok is false if the game
// is not one that the Engine plays.
func (p *Player) Evaluate(pos game.Position) (score Score, terms []Term, ok bool) {
	fast, ok := game.FastPosition(pos)
	if !ok {
		return 0, nil, false
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

// skillOf returns the skill of a level, levelOf the level of options.
func skillOf(level int) int {
	if level <= 0 || level >= game.MaxLevel {
		return MaxSkill
	}
	return (level - 1) * MaxSkill / (game.MaxLevel - 1)
}

func levelOf(o Options) int {
	skill := o.Skill
	if o.Elo != 0 && o.Elo < MaxElo {
		skill = (o.Elo - MinElo) * MaxSkill / (MaxElo - MinElo)
	}
	return 1 + skill*(game.MaxLevel-1)/MaxSkill
}

func doorInfo(i Info) game.Info {
	info := game.Info{
		Depth: i.Depth, SelDepth: i.SelDepth, Line: max(i.MultiPV, 1), Score: int(i.Score), Bound: game.Bound(i.Bound),
		WDL: i.WDL, Nodes: i.Nodes, Time: i.Time, HashFull: i.HashFull, PV: doorMoves(i.PV), NoMate: i.NoMate,
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
