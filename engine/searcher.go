package engine

import (
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/hugepages"
	"github.com/heterodox-chess/heterodox/rules"
)

const (
	// maxPly bounds the length of a line; less than turnCost, so that the
	// single moves of a mate never add up to a turn.
	maxPly = 128
	// maxDepth bounds the iterations.
	maxDepth = 100
	// infinity is beyond every score.
	infinity = Mate + 1
	// pollEvery is the number of nodes between two checks of the clock, pollWalker the same
	// where a node may take long.
	pollEvery  = 256
	pollWalker = 16
)

// A run is a search in progress: what its goroutines share.
type run struct {
	traits    traits
	rules     game.Rules
	tables    Tables // nil, with no men, if none are used
	men       int    // the most men in a position that the tables know
	tableHits atomic.Uint64
	model     *model // nil in games that package chess does not play
	table     *table
	watch     *stopwatch
	nodeLimit uint64 // over all searchers
	searchers []*searcher
	analyse   bool // go on where play needs no more
	stop      atomic.Bool
	// seats is a semaphore with a token for each processor that a searcher may use; nil if
	// there are enough for all.
	seats chan struct{}
	done  <-chan struct{} // closed when the search must stop

	observe Observer // nil for none
}

// processors is how many searchers may run at once. More threads than that take turns, so
// that other goroutines, such as the one that reads the stop command, need not wait until
// the scheduler has gone through all of them.
var processors = runtime.GOMAXPROCS(0)

// seat prepares the seats for a number of searchers.
func (r *run) seat(searchers int) {
	if searchers <= processors {
		return
	}
	r.seats = make(chan struct{}, processors)
	for range processors {
		r.seats <- struct{}{}
	}
}

// sit waits for a seat; rise gives it to the searcher that has waited longest.
func (r *run) sit() {
	if r.seats != nil {
		<-r.seats
	}
}

func (r *run) rise() {
	if r.seats != nil {
		r.seats <- struct{}{}
	}
}

// nodes returns the nodes of all searchers, as they last reported them.
func (r *run) nodes() uint64 {
	var total uint64
	for _, s := range r.searchers {
		total += s.told.Load()
	}
	return total
}

// A searcher is one goroutine of a search, with all the memory it needs, so
// that no node allocates.
type searcher struct {
	*run
	board   board       // of the game being searched
	chess   *chessBoard // the last board of a game of package chess, for what it remembers
	known   valueCache  // values of positions in a Walker's game; nil before the first such game
	frames  [maxPly + 2]frame
	roots   []rootMove
	history *history

	// keys holds the key of each position from the start of the game to the current node;
	// the root's is at index root.
	keys []uint64
	root int

	nullMoveFrom [2]int // the ply from which a side may make null moves; nonzero only during a verification search
	count        uint64 // nodes visited
	limit        uint64 // of them, for this searcher alone
	depth        int    // of the iteration
	finished     int    // depth of the last one that was completed
	selDepth     int
	changes      float64       // of the best move of the root, those of each iteration halved by the next
	told         sharedCounter // count, as last published for other goroutines
}

// A sharedCounter is a number that one goroutine writes and others read, on a
// cache line of its own, so that their reads slow nothing else down.
type sharedCounter struct {
	_ [64]byte
	atomic.Uint64
	_ [56]byte
}

// A frame is a node on the line being searched.
type frame struct {
	state
	mover rules.Color // who made the move that led here
	// distance is how far the node is from the root, in the units of mate scores: 1 for
	// each move, turnCost for each turn.
	distance  Score
	afterNull bool // a null move led here
	onPV      bool // a PV node in this iteration or, as the table says, an earlier one

	// static is the static value, or unknown where it means nothing; hope is the same,
	// refined by the table.
	static, hope Score
	mustCapture  bool      // captures are compulsory, and there is one
	played       game.Code // that led to the next frame, noMove for a null move
	playedTo     int       // its pieceTo
	excluded     game.Code // is not to be tried
	reduced      int       // the reduction, in plies, with which the move played is being searched
	refuted      int       // moves of the node before this one that were refuted by a cutoff here

	first     game.Code // the table's move
	next      int       // index of the next pick
	noisyOnly bool
	sorted    int // as many picks are in their places
	moves     []game.Code
	quiets    []game.Code // those of moves that are not yet among the picks
	picks     []pick
	tried     []game.Code
	killers   [2]game.Code
	line      []game.Code // the best line from here
}

// A rootMove is a move of the root with what is known of it.
type rootMove struct {
	move     game.Code
	score    Score      // of this iteration, −infinity if it is not among the best
	bound    game.Bound // what the score means
	previous Score      // of the iteration before
	kept     bool       // the score is the previous one, as this iteration was stopped
	nodes    uint64     // spent on it
	line     []game.Code
}

// newSearcher returns a searcher with its buffers.
func newSearcher() *searcher {
	s := &searcher{history: &hugepages.Make[history](1)[0]}
	for i := range s.frames {
		f := &s.frames[i]
		f.moves = make([]game.Code, 0, chess.MaxMoves)
		f.picks = make([]pick, 0, chess.MaxMoves)
		f.tried = make([]game.Code, 0, chess.MaxMoves)
		f.line = make([]game.Code, 0, maxPly+2)
	}
	return s
}

// forget drops what earlier searches of the game have taught.
func (s *searcher) forget() {
	*s.history = history{}
	clear(s.known)
	if s.chess != nil {
		s.chess.series = nil
	}
}

// prepare sets the searcher up for a task of a run.
func (s *searcher) prepare(r *run, t *task) {
	s.run = r
	s.count, s.selDepth, s.depth, s.finished = 0, 0, 0, 0
	s.nullMoveFrom = [2]int{}
	s.told.Store(0)
	s.changes = 0
	s.limit = math.MaxUint64
	if len(r.searchers) == 1 {
		s.limit = r.nodeLimit
	}
	for i := range s.frames {
		s.frames[i].killers = [2]game.Code{}
		s.frames[i].excluded = noMove
	}
	f := &s.frames[0]
	f.distance = 0
	s.board = t.root.board(s)
	f.state = s.board.state(0)
	f.mover = f.side.Opponent()
	f.afterNull, f.reduced = false, 0

	s.keys = append(s.keys[:0], t.keys...)
	if len(s.keys) == 0 {
		s.keys = append(s.keys, f.key)
	}
	s.root = len(s.keys) - 1
	s.keys[s.root] = f.key // with the past
	s.keys = append(s.keys, make([]uint64, len(s.frames))...)

	s.assess(0, &entry{bound: none})
	s.roots = s.roots[:0]
	f.startPicks(noMove, false)
	for m := s.pick(0).move; m != noMove; m = s.pick(0).move {
		if slices.Contains(t.moves, m) {
			s.roots = append(s.roots, rootMove{move: m, score: -infinity, previous: -infinity, line: []game.Code{m}})
		}
	}
}

// play makes a move of the node at ply, or a null move; the result is the node at ply+1.
func (s *searcher) play(ply int, m game.Code) {
	f, next := &s.frames[ply], &s.frames[ply+1]
	f.played = m
	next.state, f.playedTo = s.board.advance(ply, m)
	next.mover = f.side
	next.distance = f.distance + 1
	if next.side != f.side || m == noMove {
		next.distance += turnCost
	}
	next.afterNull = m == noMove
	s.keys[s.root+ply+1] = next.key
}

// noisy reports whether a move captures or promotes.
func (s *searcher) noisy(m game.Code) bool { return m&s.traits.noisy != 0 }

// visit counts a node, and reports whether the search must stop.
func (s *searcher) visit(ply int) bool {
	if s.count&(s.traits.pollEvery-1) == 0 {
		s.poll()
	}
	if s.stop.Load() {
		return true
	}
	if s.count >= s.limit {
		s.stop.Store(true)
		return true
	}
	s.count++
	s.selDepth = max(s.selDepth, ply)
	return false
}

// poll publishes the node count, checks whether the search must end, and gives way to
// waiting searchers.
func (s *searcher) poll() {
	s.told.Store(s.count)
	letIn()
	select {
	case <-s.done:
		s.stop.Store(true)
	default:
	}
	if s.watch.late() || s.nodeLimit != math.MaxUint64 && s.nodes() >= s.nodeLimit {
		s.stop.Store(true)
	}
	if s.seats != nil && !s.stop.Load() {
		s.rise()
		s.sit()
	}
}

// settled returns the score of a node where the game is over or counts as drawn, regardless
// of its moves.
func (s *searcher) settled(ply int) (Score, bool) {
	f := &s.frames[ply]
	if r, over := s.board.decided(ply); over {
		return s.valueOf(f, r), true
	}
	if clock := s.traits.Clock; clock > 0 && f.half >= clock {
		if s.board.countMoves(ply) == 0 {
			return s.valueOf(f, s.board.noMoves(ply)), true
		}
		return 0, true
	}
	if s.traits.Recurs {
		r, over := s.board.repeated(ply)
		return s.valueOf(f, r), over
	}
	return 0, s.repeats(ply)
}

// valueOf returns the score of a node where the game has ended with a result.
func (s *searcher) valueOf(f *frame, r rules.Result) Score {
	side := f.side
	switch {
	case r == rules.Draw:
		return 0
	case r != rules.WinFor(side):
		return -Mate + f.distance
	case f.mover == side:
		return Mate - f.distance - turnCost // the turn that wins counts as a whole turn
	}
	return Mate - f.distance
}

// repeats reports whether a node counts as drawn by repetition: its position has occurred
// once since the root, or twice before that.
func (s *searcher) repeats(ply int) bool {
	if s.traits.turns {
		return false // the turn's number never recurs
	}
	f := &s.frames[ply]
	at := s.root + ply
	earliest := max(at-f.half, 0)
	if s.traits.Returns {
		earliest = 0 // captures may be undone, piece by piece
	}
	seen := false
	for i := at - 4; i >= earliest; i -= 2 {
		if s.keys[i] != f.key {
			continue
		}
		if i >= s.root || seen {
			return true
		}
		seen = true
	}
	return false
}

// inCheck reports whether the king of the side to move is attacked or, where losing the
// last piece of a type loses the game, such a piece.
func (m *model) inCheck(p *chess.Position) bool {
	if m.royal {
		return p.InCheck()
	}
	return m.takesLast && m.attackedLast(p, p.Side().Opponent()) != 0
}

// attackedLast returns one of the other side's last pieces that a side attacks, or the empty
// set.
func (m *model) attackedLast(p *chess.Position, c rules.Color) bitboard.Bitboard {
	for set := m.lastPieces(p, c.Opponent()); set != 0; set = set.Next() {
		if p.Attackers(set.First(), c) != 0 {
			return set.First().Bitboard()
		}
	}
	return 0
}
