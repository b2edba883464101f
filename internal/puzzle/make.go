package puzzle

import (
	"context"
	"math"
	"slices"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Effort limits the searches that check puzzles.
type Effort struct {
	// Check is the number of nodes of each search that checks a move of the solver: one for that
	// move and one for all others.
	Check uint64
	// Proof is the number of nodes the prover may visit.
	Proof uint64
}

// DefaultEffort is enough for solutions that a search finds within a few thousand nodes.
var DefaultEffort = Effort{Check: 40_000, Proof: 40_000}

const (
	// beyond is how many times more nodes are spent on checking a solution than a search needs
	// to find it.
	beyond = 20
	// mostSight bounds the nodes of a search for the solution.
	mostSight = 50_000
	// A move wins if the engine expects at least sureWin wins per mille from it, or knows that
	// the win is forced; the others do not if it expects at most noWin from the best of them.
	// See game.Info.WDL.
	sureWin, noWin = 800, 350
	// mostTurns is the number of turns of the solver after which a puzzle is cut off.
	mostTurns = 6
	// hardAlone is the fewest nodes that finding the solution of a puzzle of one turn that does
	// not end the game must take: others are too easy to be of use.
	hardAlone = 300
	// fewMoves is the fewest legal moves that make the first move a choice.
	fewMoves = 3
)

// filters are the nodes of the quick searches that reject positions before they are checked.
var filters = []uint64{300, 3000}

// A Maker makes puzzles, never two of the same position. It is not safe for concurrent use.
type Maker struct {
	effort Effort
	engine *engine.Engine
	seen   map[uint64]bool // keys of positions to be solved
	made   map[string]tally
}

// A tally counts the puzzles of a variant by kind, so that all kinds are made.
type tally struct {
	single, several int // with one move to find, or with more
	timed, alone    int // won in time, or by the only moves that win
}

// NewMaker returns a Maker that knows no puzzles yet.
func NewMaker(e Effort) *Maker {
	o := engine.DefaultOptions()
	o.HashMB, o.MoveOverhead = 8, 0
	return &Maker{effort: e, engine: engine.New(o), seen: map[uint64]bool{}, made: map[string]tally{}}
}

// Know records a puzzle that exists, so that it is not made again.
func (m *Maker) Know(a *Attempt) {
	m.seen[a.Start().Key()] = true
	themes := a.Puzzle.Themes
	m.count(a.Puzzle.Variant, a.line.Len() == a.lead+1, !slices.Contains(themes, "forcedWin") && !slices.Contains(themes, "advantage"))
}

// count counts a puzzle.
func (m *Maker) count(variant string, single, timed bool) {
	t := m.made[variant]
	if single {
		t.single++
	} else {
		t.several++
	}
	if timed {
		t.timed++
	} else {
		t.alone++
	}
	m.made[variant] = t
}

// wantsSingle reports whether another puzzle of one move may be made: they may be a quarter of
// all. wantsTimed reports the same for puzzles won in time: they may be 60 and nine tenths of
// the rest.
func (t tally) wantsSingle() bool { return 3*t.single <= t.several }
func (t tally) wantsTimed() bool  { return t.timed <= 60+9*t.alone }

// FromGame makes puzzles from the positions of a game; url says where it is from. It stops early
// with the context's error.
func (m *Maker) FromGame(ctx context.Context, r *game.Record, url string) (list []Puzzle, err error) {
	turn, skip := 0, 0 // where the last turn began; turns to skip
	for at := 1; at < r.Len(); at++ {
		if r.At(at).Side() == r.At(at-1).Side() {
			continue
		}
		before := turn
		if turn = at; skip > 0 {
			skip--
			continue
		}
		line := game.NewRecord(r.At(before))
		line.Push(r.Moves()[before:at]...)
		p, ok := m.from(ctx, line)
		if err := ctx.Err(); err != nil {
			return list, err
		}
		if ok {
			p.URL = url
			list = append(list, p)
			skip = len(p.Moves) // the game may have followed the solution
		}
	}
	return list, nil
}

// from makes a puzzle, if there is one, that begins with line, the other side's turn.
func (m *Maker) from(ctx context.Context, line *game.Record) (Puzzle, bool) {
	pos := line.Position()
	if m.seen[pos.Key()] || pos.Outcome().Over() || len(pos.Moves()) < fewMoves {
		return Puzzle{}, false
	}
	mateIn, alone := m.promising(ctx, line)
	_, left := pos.Turn()
	if mateIn > 0 && mateIn <= mostProven && (left > 0 || m.made[pos.Rules().Name()].wantsTimed()) {
		if p, ok := m.finish(m.sketch(ctx, line), (*sketch).inTime); ok || ctx.Err() != nil {
			return p, ok
		}
	}
	if !alone || mateIn == 1 {
		return Puzzle{}, false
	}
	return m.finish(m.sketch(ctx, line), (*sketch).winsAlone)
}

// sketch begins a puzzle with a line.
func (m *Maker) sketch(ctx context.Context, line *game.Record) *sketch {
	return &sketch{Maker: m, ctx: ctx, line: line.Clone(), lead: line.Len(), solver: line.Position().Side()}
}

// finish completes a sketch to a puzzle, if that is possible.
func (m *Maker) finish(s *sketch, complete func(*sketch) bool) (Puzzle, bool) {
	if !complete(s) || s.ctx.Err() != nil {
		return Puzzle{}, false
	}
	name, fen, turns := s.line.Start().Rules().Name(), s.line.Start().FEN(), s.turns()
	m.seen[s.line.At(s.lead).Key()] = true
	m.count(name, s.single(), s.ended.Over())
	return Puzzle{
		ID: idOf(name, fen, turns), Variant: name, FEN: fen, Moves: turns, Rating: Rating(s.sight, s.choices), Deviation: deviation,
		Themes: themesOf(s.line, s.lead, s.ended, s.forced), Proved: s.proved,
	}, true
}

// Rating returns how hard a puzzle is, given how many nodes a search needs to find the first
// move and how many choices the solver has: 400 points for each tenfold of the nodes, and 100
// for each choice after the first. It is not a rating won by play, but grows like one.
func Rating(sight uint64, choices int) int {
	return min(max(int(math.Round(400*math.Log10(float64(max(sight, 1)))))+100*(max(choices, 1)-1), 400), 3000)
}

// promising returns within how many turns a quick search sees a forced win, 0 if it sees none,
// and whether quick searches see exactly one winning move.
func (m *Maker) promising(ctx context.Context, line *game.Record) (mateIn int, alone bool) {
	if number, _ := line.Position().Turn(); number > 0 { // searches this quick do not reach the end of a turn
		r := m.engine.Search(ctx, line, game.Limits{Mate: 1, Nodes: filters[1]}, nil)
		if r.Info.Mate && r.Info.MateIn == 1 {
			return 1, false
		}
	}
	for _, nodes := range filters {
		var best, second game.Info
		m.engine.Search(ctx, line, game.Limits{Nodes: nodes, Lines: 2}, func(i game.Info) {
			switch i.Line {
			case 1:
				best = i
			case 2:
				second = i
			}
		})
		if mateIn = 0; best.Mate {
			mateIn = best.MateIn
		}
		if alone = wins(best) && (second.Line == 0 || open(second)); !alone || ctx.Err() != nil {
			break
		}
	}
	return max(mateIn, 0), alone
}

// wins reports whether a search sees a win, open whether it sees none.
func wins(i game.Info) bool { return i.Mate && i.MateIn > 0 || !i.Mate && i.WDL[0] >= sureWin }
func open(i game.Info) bool { return i.Mate && i.MateIn <= 0 || !i.Mate && i.WDL[0] <= noWin }

// see finds out how many nodes, up to limit, a fresh search needs to find the first move of the
// solution for good, and a win within that many turns, 0 for any.
func (s *sketch) see(limit uint64, turns int) (found bool) {
	solution := s.line.Moves()[s.lead]
	s.engine.Clear()
	result := s.engine.Search(s.ctx, s.first(), game.Limits{Nodes: limit}, func(i game.Info) {
		switch {
		case i.Bound != game.Exact || len(i.PV) == 0:
		case i.PV[0] != solution || !wins(i) || turns > 0 && (!i.Mate || i.MateIn > turns):
			found = false
		case !found:
			s.sight, found = i.Nodes, true
		}
	})
	return found && result.Best == solution
}

// first returns the puzzle up to the first move to find.
func (s *sketch) first() *game.Record {
	line := game.NewRecord(s.line.Start())
	line.Push(s.line.Moves()[:s.lead]...)
	return line
}

// A sketch is a puzzle in the making.
type sketch struct {
	*Maker
	ctx     context.Context
	line    *game.Record
	lead    int
	solver  rules.Color
	choices int           // moves of the solver with legal alternatives
	forced  bool          // the win is forced, as far as the search sees
	mateIn  int           // turns, from the first position; 0 if the win is not forced
	proved  bool          // the prover has confirmed it
	sight   uint64        // nodes with which a search finds the first move
	ended   rules.Outcome // how the game is over, after the line or the reply to it
}

// extend plays on as long as there is exactly one winning move, and cuts the line after the last
// that is a choice. It reports whether that leaves a puzzle.
func (s *sketch) extend() bool {
	kept, turns := s.lead, 0
	for side := s.solver.Opponent(); s.ctx.Err() == nil; {
		pos := s.line.Position()
		if s.ended = s.outcome(); s.ended.Over() {
			break
		}
		if pos.Side() != side && pos.Side() == s.solver {
			turns++
		}
		if side = pos.Side(); turns > mostTurns {
			break
		}
		if side != s.solver {
			if !s.answer() {
				break
			}
			continue
		}
		move, choice, ok := s.only()
		if !ok {
			break
		}
		s.line.Push(move)
		if choice {
			s.choices++
			kept = s.line.Len()
		}
	}
	switch {
	case s.ended.Result == rules.WinFor(s.solver): // to the end, except for the other side's last turn
		kept = s.line.Len()
		for kept > s.lead && s.line.At(kept-1).Side() != s.solver {
			kept--
		}
	case s.ended.Over():
		return false
	}
	// The line must not end in the middle of a turn: there is nothing to see yet.
	whole := s.ended.Over() || s.line.Len() > kept && s.line.At(kept).Side() != s.solver || s.line.Len() == kept && s.line.Position().Side() != s.solver
	for s.line.Len() > kept {
		s.line.Undo()
	}
	return kept > s.lead && whole && s.choices > 0
}

// outcome returns how the game is over. Repetitions of positions before the puzzle do not count:
// nobody sees them.
func (s *sketch) outcome() rules.Outcome { return s.line.Outcome() }

// answer plays the other side's best move; it reports false if there is none.
func (s *sketch) answer() bool {
	found := s.engine.Search(s.ctx, s.line, game.Limits{Nodes: max(s.effort.Check/2, 1)}, nil)
	if found.Best == game.NoMove || s.ctx.Err() != nil {
		return false
	}
	s.line.Push(found.Best)
	return true
}

// only returns the one winning move of the position; choice is false if no other is legal.
func (s *sketch) only() (move game.Move, choice, ok bool) {
	legal := s.line.Position().Moves()
	best := s.engine.Search(s.ctx, s.line, game.Limits{Nodes: s.effort.Check}, nil)
	if best.Best == game.NoMove || s.ctx.Err() != nil || !wins(best.Info) {
		return game.NoMove, false, false
	}
	if s.line.Len() == s.lead {
		if s.forced = best.Info.Mate; s.forced {
			s.mateIn = best.Info.MateIn
		}
	}
	return best.Best, len(legal) > 1, s.alone(s.line, best.Best, s.effort.Check)
}

// alone reports whether no move other than the best wins, as far as a search of that many nodes
// sees.
func (s *sketch) alone(line *game.Record, best game.Move, nodes uint64) bool {
	others := without(line.Position().Moves(), best)
	if len(others) == 0 {
		return true
	}
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	rest := s.engine.Search(ctx, line, game.Limits{Nodes: nodes, SearchMoves: others}, func(i game.Info) {
		if i.Bound == game.Exact && i.Depth >= 5 && wins(i) {
			stop() // another move wins
		}
	})
	return s.ctx.Err() == nil && open(rest.Info)
}

// without returns the moves except m.
func without(moves []game.Move, m game.Move) (list []game.Move) {
	for _, other := range moves {
		if other != m {
			list = append(list, other)
		}
	}
	return list
}

// certain checks the first move again with more nodes.
func (s *sketch) certain(nodes uint64) bool {
	solution := s.line.Moves()[s.lead]
	best := s.engine.Search(s.ctx, s.first(), game.Limits{Nodes: nodes}, nil)
	return best.Best == solution && wins(best.Info) && s.alone(s.first(), solution, nodes)
}

// winsAlone makes a puzzle of the only moves that win, as far as searches with many more nodes
// than it takes to find them see.
func (s *sketch) winsAlone() bool {
	if !s.extend() || !s.worthwhile() {
		return false
	}
	if !s.see(s.effort.Check/beyond, 0) && !(s.see(mostSight, 0) && s.certain(beyond*s.sight)) {
		return false
	}
	if !s.ended.Over() && s.single() && s.sight < hardAlone {
		return false
	}
	return s.prove()
}

// worthwhile reports whether the puzzle is more than a recapture, and not one too many of a
// single move.
func (s *sketch) worthwhile() bool {
	if !s.single() {
		return true
	}
	before, last := s.line.At(s.lead-1), s.line.Moves()[s.lead-1]
	taken, takes := before.Captured(last)
	again, retakes := s.line.At(s.lead).Captured(s.line.Moves()[s.lead])
	return s.made[s.line.Start().Rules().Name()].wantsSingle() && (s.ended.Over() || !takes || !retakes || taken != again)
}

// single reports whether there is one move to find.
func (s *sketch) single() bool {
	n := 0
	for i := s.lead; i < s.line.Len(); i++ {
		if s.line.At(i).Side() == s.solver {
			n++
		}
	}
	return n == 1
}

// turns returns the moves of the line as turns.
func (s *sketch) turns() (list []string) {
	moves := s.line.Moves()
	for from, i := 0, 1; i <= len(moves); i++ {
		if i == len(moves) || s.line.At(i).Side() != s.line.At(from).Side() {
			list = append(list, game.FormatTurn(s.line.At(from), moves[from:i]))
			from = i
		}
	}
	return list
}
