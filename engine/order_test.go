package engine

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// ranked returns the moves of a position in the order in which a searcher tries them, and
// the picks; taught, if not nil, prepares the searcher.
func ranked(t *testing.T, fen string, first string, taught func(*searcher, *frame), ruleset ...rules.Rule) ([]string, []pick) {
	t.Helper()
	r := start(t, ruleset...)
	pos := must.Get(t, r.Rules().ParseFEN, fen)
	s := node(t, fen, ruleset...)
	f := &s.frames[0]
	if taught != nil {
		taught(s, f)
	}
	tableMove := noMove
	if first != "" {
		tableMove = moveOf(t, pos, first)
	}
	f.startPicks(tableMove, false)
	var texts []string
	var picks []pick
	for k := s.pick(0); k.move != noMove; k = s.pick(0) {
		texts, picks = append(texts, chess.Move(k.move).String()), append(picks, k)
	}
	if !sorted(picks) || len(texts) != pos.CountMoves() {
		t.Errorf("%s: %d of %d moves, sorted: %v", fen, len(texts), pos.CountMoves(), sorted(picks))
	}
	return texts, picks
}

func moveOf(t *testing.T, pos chess.Position, text string) game.Code {
	t.Helper()
	m := must.Get(t, pos.ParseMove, text)
	return game.Code(m)
}

// before checks that moves come in the given order, possibly with others between them.
func before(t *testing.T, moves []string, order ...string) {
	t.Helper()
	for i := 1; i < len(order); i++ {
		if a, b := slices.Index(moves, order[i-1]), slices.Index(moves, order[i]); a < 0 || b < 0 || a > b {
			t.Errorf("%s (place %d) does not come before %s (place %d)", order[i-1], a, order[i], b)
		}
	}
}

func TestPicksGoByRankAndMove(t *testing.T) {
	sorted := []pick{
		{move: 9, rank: rankTable}, {move: 1, rank: 5}, {move: 1, rank: 4}, {move: 2, rank: 4}, {move: 1 << 40, rank: 4}, {rank: -1},
		{move: 1, rank: rankSuicide},
	}
	for i, a := range sorted {
		for j, b := range sorted {
			if a.before(b) != (i < j) {
				t.Errorf("%v before %v: %v", a, b, a.before(b))
			}
		}
	}
}

// sorted reports whether picks are in order, the best first.
func sorted(picks []pick) bool {
	for i := range picks[min(1, len(picks)):] {
		if picks[i+1].before(picks[i]) {
			return false
		}
	}
	return true
}

// However many moves there are, sorting the best of them again and again sorts all.
func TestSortBest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 3 * fewPicks {
		for _, ranks := range []int32{1, 5, 1000} {
			picks := make([]pick, n)
			for i := range picks {
				picks[i] = pick{move: game.Code(random.IntN(2 * n)), rank: random.Int32N(ranks) - ranks/2}
			}
			want := slices.Clone(picks)
			slices.SortFunc(want, func(a, b pick) int { return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.move, b.move)) })
			for i := 0; i < n; {
				i += sortBest(picks[i:])
			}
			if !slices.Equal(picks, want) {
				t.Fatalf("%v, want %v", picks, want)
			}
		}
	}
	rising := make([]pick, 200) // whatever is best comes last
	for i := range rising {
		rising[i] = pick{move: game.Code(i), rank: int32(i)}
	}
	if n := sortBest(rising); n == 0 || rising[0].rank != 199 || !sorted(rising[:n]) {
		t.Errorf("%d of %v", n, rising)
	}
}

func TestMovesAreOrdered(t *testing.T) {
	const fen = "4k3/1P6/1p6/2p1q3/3P4/5N2/8/R2Q3K w - - 0 1"
	moves, _ := ranked(t, fen, "a1a2", func(s *searcher, f *frame) {
		f.killers[0] = moveOf(t, *s.pos(0), "d1b3")
		s.updateQuiet(0, moveOf(t, *s.pos(0), "a1a7"), 1600)
	})
	before(t, moves, "a1a2", "d4e5", "f3e5", "d4c5", "d1b3", "a1a7", "a1a8", "b7b8q", "b7b8r")
}

func TestSuicideComesLast(t *testing.T) {
	moves, _ := ranked(t, "4k3/8/8/8/4K3/8/8/3R4 w - - 0 1", "", nil, rules.BlackHoles(bitboard.Of(bitboard.D5, bitboard.F5)))
	if last := moves[len(moves)-2:]; !slices.Contains(last, "e4d5") || !slices.Contains(last, "e4f5") {
		t.Errorf("the last moves are %v", last)
	}
	before(t, moves, "e4e3", "d1d5", "e4d5")
}

func TestTheLastOfItsKindIsTakenFirst(t *testing.T) {
	// One of two rooks or the only knight.
	moves, _ := ranked(t, "rr2k2q/1P1n4/2P5/p5b1/8/8/8/RNBQK3 w - - 0 1", "", nil, rules.Extinction{}, rules.CommonKings{}, rules.PromotionToKing{})
	before(t, moves, "c6d7", "b7a8q")
}

// For each capture, only the three squares where the victim stands worst come early.
func TestRelocationsAreThinnedOut(t *testing.T) {
	_, picks := ranked(t, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "", nil, rules.Relocation{})
	kept := 0
	for _, k := range picks {
		square, ok := chess.Move(k.move).Relocation()
		if !ok || k.isSurplus() {
			continue
		}
		kept++
		if centrality(square.File(), square.Rank()) > 0 {
			t.Errorf("%v puts the knight inside the board", chess.Move(k.move))
		}
	}
	if kept != keptAlike {
		t.Errorf("%d relocations are kept, want %d", kept, keptAlike)
	}
	moves, picks := ranked(t, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5,d5d4", nil, rules.Relocation{})
	if moves[0] != "e4d5,d5d4" || picks[0].isSurplus() {
		t.Errorf("the table's move is not first but %s", moves[0])
	}
}

// Of captures that differ only in where the wall goes, few are tried early, so that a
// search of duck makes progress where many pieces hang.
func TestWallsAreThinnedOut(t *testing.T) {
	duck := variants.MustOpen("duck")
	pos := must.Get(t, duck.ParsePosition, "rnbqkb1r/p*2pppp/3p3n/1pp5/3P4/5NP1/PPPQPP1P/RNB1KB1R w KQkq - 0 5")
	s := New(DefaultOptions())
	if found := s.Search(t.Context(), game.NewRecord(pos), game.Limits{Nodes: 10_000}, nil); found.Info.Depth < 4 {
		t.Errorf("depth %d in 10000 nodes", found.Info.Depth)
	}
	history := &s.searchers[0].history.besides[rules.White]
	if !slices.ContainsFunc(history[:], func(n int16) bool { return n > 0 }) || !slices.ContainsFunc(history[:], func(n int16) bool { return n < 0 }) {
		t.Error("the history of walls is empty")
	}
}

func TestHistoryIsBounded(t *testing.T) {
	var value int16
	for range 1000 {
		update(&value, 1600)
	}
	if value <= maxHistory/2 || value > maxHistory {
		t.Errorf("history %d, want it near %d", value, maxHistory)
	}
	for range 1000 {
		update(&value, -1600)
	}
	if value >= -maxHistory/2 || value < -maxHistory {
		t.Errorf("history %d, want it near %d", value, -maxHistory)
	}
}

// A reply is remembered for the move it answers, not for others.
func TestRepliesAreRemembered(t *testing.T) {
	s := node(t, "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1")
	s.play(0, moveOf(t, *s.pos(0), "a1a7"))
	reply := moveOf(t, *s.pos(1), "h7h6")
	s.frames[1].tried = s.frames[1].tried[:0]
	s.updateHistories(1, reply, 8)
	answering := s.taught(1, reply)
	s.play(0, moveOf(t, *s.pos(0), "b1b7"))
	if other := s.taught(1, reply); other <= 0 || answering <= other {
		t.Errorf("%d as a reply to the move it answered, %d to another", answering, other)
	}
}

// In a turn of several moves, what follows well on one's own move says nothing about the
// reply to the same move by the opponent.
func TestRepliesKnowWhoMovedBefore(t *testing.T) {
	s := node(t, "6k1/8/8/1r6/1R6/8/8/6K1 w - - 0 3 3:2", rules.FibonacciTurns)
	s.play(0, moveOf(t, *s.pos(0), "g1f2"))
	next := moveOf(t, *s.pos(1), "b4a4")
	s.updateQuiet(1, next, 1600)
	own := s.taught(1, next)
	s.set(0, *node(t, "6k1/8/8/1r6/1R6/8/8/6K1 b - - 0 3 2:1", rules.FibonacciTurns).pos(0))
	if other := s.taught(1, next); other <= 0 || own <= other {
		t.Errorf("%d after a move of one's own, %d after the opponent's", own, other)
	}
}

// A move is also remembered for the mover's own moves before it.
func TestFollowUpsAreRemembered(t *testing.T) {
	s := node(t, "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1")
	for ply, text := range []string{"a1a7", "h7h6", "b1b7", "g8h8"} {
		s.play(ply, moveOf(t, *s.pos(ply), text))
	}
	move := moveOf(t, *s.pos(4), "h2h3")
	s.updateQuiet(4, move, 1600)
	following := s.taught(4, move)
	s.frames[0].playedTo = pieceToOf(chess.Move(moveOf(t, *s.pos(0), "a1a6")))
	if other := s.taught(4, move); other <= 0 || following <= other {
		t.Errorf("%d after the move it followed, %d after another", following, other)
	}
}
