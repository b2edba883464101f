package engine

import (
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// pickOf returns the pick of a move at the searcher's root, with another rank.
func pickOf(t *testing.T, s *searcher, move string, rank int32) pick {
	t.Helper()
	f := &s.frames[0]
	f.picks = f.picks[:0]
	s.board.rank(0, []game.Code{moveOf(t, *s.pos(0), move)})
	k := f.picks[0]
	k.rank = rank
	return k
}

// node returns a searcher at a position.
func node(t *testing.T, fen string, ruleset ...rules.Rule) *searcher {
	t.Helper()
	r := start(t, ruleset...)
	pos := must.Get(t, r.Rules().ParseFEN, fen)
	s := newSearcher()
	s.run = &run{watch: &stopwatch{}, table: newTable(1), nodeLimit: 1 << 40}
	at := chessRoot{pos}
	s.traits, s.model = at.model()
	s.run.searchers = []*searcher{s}
	s.limit = 1 << 40
	s.depth = 1
	s.keys = make([]uint64, len(s.frames))
	s.board = at.board(s)
	s.set(0, pos)
	return s
}

// pos returns the position of the node at ply.
func (s *searcher) pos(ply int) *chess.Position { return &s.chess.positions[ply] }

// set sets the node at ply to a position.
func (s *searcher) set(ply int, pos chess.Position) {
	s.chess.positions[ply] = pos
	s.frames[ply].state = s.board.state(ply)
}

// taught returns what the histories say about a quiet move of the node at ply.
func (s *searcher) taught(ply int, m game.Code) int32 {
	butterfly, to := s.board.quietHistory(ply, m)
	c := s.continuations(ply)
	return c.of(*butterfly, to)
}

// Where the next move may change everything, the static value decides nothing.
func TestStaticValuesCountOnlyInCalm(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct {
		fen   string
		rules []rules.Rule
		calm  bool
	}{
		{start, nil, true},
		{start, []rules.Rule{rules.FibonacciTurns}, true},
		{"4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", nil, false},
		{"8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1", []rules.Rule{rules.Placement{}}, true},
		// White's only queen is attacked.
		{"rnbqkbnr/pp1ppppp/8/2p5/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1", extinctionRules, false},
		{"rnbqkbnr/pp1ppppp/8/8/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1", extinctionRules, true},
	} {
		s := node(t, c.fen, c.rules...)
		if got := s.assess(0, &entry{bound: none}); got != c.calm || got != (s.frames[0].static != unknown) {
			t.Errorf("%s %v: calm: %v, static value %d", c.fen, c.rules, got, s.frames[0].static)
		}
	}
}

// In a turn of several moves a side is improving if it stands better than at the previous
// ply, not better than the other side when that was last to move.
func TestImprovingLooksAtTheSameSide(t *testing.T) {
	s := node(t, "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 3 5:2", rules.FibonacciTurns)
	for ply, text := range []string{"a2a3", "a3a4", "a7a6"} {
		s.play(ply, moveOf(t, *s.pos(ply), text))
	}
	for _, c := range []struct {
		ply, at int // compared with
	}{{1, 0}, {3, 2}} {
		if s.pos(c.ply).Side() != s.pos(c.at).Side() {
			t.Fatalf("plies %d and %d are of different sides", c.ply, c.at)
		}
		for ply := range 4 {
			s.frames[ply].static = 100
		}
		s.frames[c.ply].static = 50
		worse := s.improving(c.ply)
		s.frames[c.at].static = 0
		if better := s.improving(c.ply); worse || !better {
			t.Errorf("ply %d: improving if worse %v, if better %v", c.ply, worse, better)
		}
	}
	if s.frames[2].static = -1000; !s.improving(2) {
		t.Error("Black, to move for the first time, is compared with White")
	}
}

// What the table knows of a position far from a draw by the fifty-move rule says nothing
// about the position shortly before such a draw.
func TestTableIsNotTrustedNearTheFiftyMoveRule(t *testing.T) {
	for _, c := range []struct {
		clock string
		want  bool
	}{{"0", true}, {"80", true}, {"96", false}} {
		s := node(t, "8/8/8/3k4/8/8/8/KQ6 w - - "+c.clock+" 90")
		f := &s.frames[0]
		s.table.store(f.key, entry{depth: 20, score: 777, bound: lower})
		for name, score := range map[string]Score{
			"search": s.search(0, 499, 500, 2, false), "quiescence": s.quiesce(0, 499, 500, 4),
		} {
			if got := score == 777; got != c.want {
				t.Errorf("clock %s: %s returns %d, from the table: %v", c.clock, name, score, got)
			}
		}
	}
}

// A side that is a rook up may pass; it may not with pawns alone, nor twice in a row, nor
// where a threat of mate needs an answer.
func TestPassing(t *testing.T) {
	for _, c := range []struct {
		fen    string
		rules  []rules.Rule
		passed bool
		want   bool
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1", nil, false, true},
		{"6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1", nil, true, false},
		{"6k1/8/8/8/8/8/PPPPPPPP/6K1 w - - 0 1", nil, false, false},
		{"3qr1k1/5ppp/8/8/8/8/1Q3PPP/2N3K1 w - - 0 1", nil, false, false},
		{"rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", extinctionRules, false, true},
	} {
		s := node(t, c.fen, c.rules...)
		s.frames[0].afterNull = c.passed
		s.assess(0, &entry{bound: none})
		s.depth = 8
		beta := s.frames[0].static - 150 // the right to move is worth something
		if score, ok := s.prune(0, beta-1, beta, reverseFutilityDepth+1, true); ok != c.want || ok && score < beta {
			t.Errorf("%s: value %d, refuted %v, want %v", c.fen, score, ok, c.want)
		}
		s.nullMoveFrom[rules.White] = 1
		if _, ok := s.prune(0, beta-1, beta, reverseFutilityDepth+1, true); ok {
			t.Errorf("%s: a null move was tried where it may not be", c.fen)
		}
	}
}

// Where the other side needs only two checks to win, a static value far above beta ends a
// node only near the leaves.
func TestChecksToComeAreNotOutweighed(t *testing.T) {
	for _, c := range []struct {
		left  string // checks to give, White's and Black's
		depth int
		want  bool
	}{
		{"3+3", reverseFutilityDepth, true},
		{"1+3", reverseFutilityDepth, true},
		{"3+2", countedChecksDepth, true},
		{"3+2", countedChecksDepth + 1, false},
		{"3+1", reverseFutilityDepth, false},
	} {
		s := node(t, "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - "+c.left+" 0 1", rules.CheckLimit(3))
		f := &s.frames[0]
		f.afterNull = true // only the static value counts
		s.assess(0, &entry{bound: none})
		beta := f.static - reverseFutilityMargin*Score(reverseFutilityDepth+1)
		if score, ok := s.prune(0, beta-1, beta, c.depth, true); ok != c.want {
			t.Errorf("%s checks left, depth %d: value %d, pruned %v", c.left, c.depth, score, ok)
		}
	}
}

// Late moves are reduced, but not checks where they count.
func TestChecksThatCountAreNotReduced(t *testing.T) {
	for _, c := range []struct {
		rules []rules.Rule
		move  string
		full  bool
	}{
		{[]rules.Rule{rules.CheckLimit(3)}, "b1b8", true},
		{[]rules.Rule{rules.CheckLimit(3)}, "b1b7", false},
		{nil, "b1b8", false},
	} {
		s := node(t, "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1", c.rules...)
		m := moveOf(t, *s.pos(0), c.move)
		s.play(0, m)
		if r := s.reduction(0, 30, pick{move: m, rank: rankQuiet}, 12, true, false); (r == 0) != c.full {
			t.Errorf("%s with %d rules is reduced by %d plies", c.move, len(c.rules), r)
		}
	}
}

// At great depth, the result of a null move is verified without null moves; here the table
// knows what that search returns.
func TestPassingIsVerified(t *testing.T) {
	s := node(t, "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1")
	f := &s.frames[0]
	s.assess(0, &entry{bound: none})
	s.depth = verificationDepth
	beta := f.static - 150 // the right to move is worth something
	s.table.store(f.key, entry{score: beta - 1, depth: verificationDepth, bound: upper})
	for depth, want := range map[int]bool{verificationDepth - 1: true, verificationDepth: false} {
		if score, ok := s.prune(0, beta-1, beta, depth, true); ok != want {
			t.Errorf("depth %d: value %d, refuted %v, want %v", depth, score, ok, want)
		}
		if s.nullMoveFrom != [2]int{} {
			t.Errorf("after depth %d null moves are allowed only from %v on", depth, s.nullMoveFrom)
		}
	}
}

// At low depth the late quiet moves are pruned, all the more if the side
// stands worse than before.
func TestLateMoves(t *testing.T) {
	s := node(t, "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1")
	s.play(0, moveOf(t, *s.pos(0), "b1b2"))
	s.play(1, moveOf(t, *s.pos(1), "h7h6"))
	s.frames[0].static, s.frames[2].static = 100, 90
	worse, _ := s.lateMoveCount(2, 3)
	s.frames[2].static = 110
	better, _ := s.lateMoveCount(2, 3)
	deeper, _ := s.lateMoveCount(2, 4)
	if worse >= better || better >= deeper {
		t.Errorf("%d moves if worse, %d if better, at depth 4 %d", worse, better, deeper)
	}
	if all, _ := s.lateMoveCount(2, lateMoveDepth+1); all != allMoves {
		t.Errorf("only %d moves at depth %d", all, lateMoveDepth+1)
	}
}

// What is pruned near the horizon: late quiet moves, and those that lose
// material or come where all seems lost; never a check, nor a killer.
func TestHopelessMoves(t *testing.T) {
	s := node(t, "6k1/4pppp/2p5/8/8/8/4PPPP/RR4K1 w - - 0 1")
	f := &s.frames[0]
	s.assess(0, &entry{bound: none})
	f.startPicks(noMove, false)
	_ = s.pick(0)
	for _, c := range []struct {
		move  string
		rank  int32
		n     int
		alpha Score
		want  bool
	}{
		{"a1a2", rankQuiet, 3, f.static, false},
		{"a1a2", rankQuiet, 20, f.static, true},
		{"a1a2", rankKiller, 20, f.static, false},
		{"a1a8", rankQuiet, 20, f.static, false},
		{"a1a2", rankQuiet, 3, f.static + 1000, true},
		{"b1b5", rankQuiet, 3, f.static, true}, // within reach of a pawn
	} {
		k := pickOf(t, s, c.move, c.rank)
		if got := s.countPruned(0, k, c.n, 12, 2, c.alpha) > 0; got != c.want {
			t.Errorf("%+v: prunable: %v", c, got)
		}
	}
}

// A late quiet move is pruned with those that follow, up to a threat.
func TestLateMovesArePassedOver(t *testing.T) {
	s := node(t, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	f := &s.frames[0]
	s.assess(0, &entry{bound: none})
	f.startPicks(noMove, false)
	seen := map[game.Code]bool{}
	for n := 0; ; {
		k := s.pick(0)
		if k.move == noMove {
			break
		}
		pruned := s.countPruned(0, k, 20, 12, 2, f.static)
		if n += max(pruned, 1); n != f.next {
			t.Errorf("%d moves, but the next pick is %d", n, f.next)
		}
		seen[k.move] = pruned == 0
	}
	threat := moveOf(t, *s.pos(0), "a1a8")
	if searched, ok := seen[threat]; !ok || !searched {
		t.Error("the threat is pruned")
	}
	if len(seen) > 3 {
		t.Errorf("%d moves were asked for", len(seen))
	}
}

// Where captures are compulsory, late quiet moves are pruned, but not those that offer a
// piece; and captures that have to be made are not reduced.
func TestOffersAndForcedCaptures(t *testing.T) {
	s := node(t, "8/8/8/8/8/2p5/R7/8 w - - 0 1", antichessRules...)
	s.assess(0, &entry{bound: none})
	s.frames[0].startPicks(noMove, false)
	_ = s.pick(0)
	for move, want := range map[string]bool{"a2b2": false, "a2c2": true, "a2d2": false, "a2a1": true} {
		if got := s.countPruned(0, pickOf(t, s, move, rankQuiet), 20, 12, 2, s.frames[0].static) > 0; got != want {
			t.Errorf("%s: prunable: %v", move, got)
		}
	}
	for fen, full := range map[string]bool{"8/8/8/8/8/2p5/R7/8 w - - 0 1": false, "8/8/8/8/8/p1p5/R7/2R5 w - - 0 1": true} {
		s := node(t, fen, antichessRules...)
		s.assess(0, &entry{bound: none})
		m := game.Code(s.pos(0).Moves(nil)[0])
		s.play(0, m)
		if r := s.reduction(0, 30, pick{move: m, rank: rankQuiet}, 12, true, false); (r == 0) != full {
			t.Errorf("%s: reduced by %d plies", fen, r)
		}
	}
}

// A capture that loses much is pruned, one that wins is not.
func TestHopelessCaptures(t *testing.T) {
	s := node(t, "6k1/4pppp/2p5/1p6/8/n7/4PPPP/RR4K1 w - - 0 1")
	f := &s.frames[0]
	s.assess(0, &entry{bound: none})
	for _, c := range []struct {
		move string
		rank int32
		want bool
	}{{"b1b5", rankBad, true}, {"a1a3", rankGood, false}, {"a1a3", rankBad, false}} {
		if got := s.countPruned(0, pickOf(t, s, c.move, c.rank), 3, 12, 2, f.static) > 0; got != c.want {
			t.Errorf("%+v: prunable: %v", c, got)
		}
	}
}

// A node of the principal variation, and one that the table knows was one, is
// searched a ply deeper.
func TestReducesLessOnThePrincipalVariation(t *testing.T) {
	s := node(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	f := &s.frames[0]
	quiet := pick{move: game.Code(s.pos(0).Moves(nil)[0]), rank: rankQuiet}
	s.play(0, quiet.move)
	off := s.reduction(0, 12, quiet, 10, true, true)
	f.onPV = true
	if on := s.reduction(0, 12, quiet, 10, true, true); on != off-1 || on < 1 {
		t.Errorf("reduced by %d on the principal variation, by %d off it", on, off)
	}
	s.depth = 10
	for _, alpha := range []Score{0, -1} {
		want := alpha == -1
		s.search(0, alpha, 1, 3, false)
		if known, ok := s.table.probe(f.key); !ok || known.onPV != want {
			t.Errorf("window %d..1: the table knows %+v, %v; want onPV %v", alpha, known, ok, want)
		}
	}
	// Once is enough.
	s.search(0, 400, 401, 4, false)
	if known, ok := s.table.probe(f.key); !ok || !known.onPV || known.depth != 4 {
		t.Errorf("the table has forgotten: %+v", known)
	}
}

// A capture that wins far more than needed ends a node, in games where captures win
// anything at all.
func TestProbCut(t *testing.T) {
	const hanging = "6k1/5ppp/8/8/3q4/4P3/5PPP/R5K1 w - - 0 1"
	for _, c := range []struct {
		fen   string
		beta  Score // above the static value
		depth int
		known entry
		rules []rules.Rule
		want  bool
	}{
		{fen: hanging, beta: 300, depth: probCutDepth, want: true},
		{fen: hanging, beta: 300, depth: probCutDepth - 1},
		{fen: hanging, beta: 1500, depth: probCutDepth},
		{fen: "6k1/5ppp/2p5/3q4/8/4P3/5PPP/R5K1 w - - 0 1", beta: 300, depth: probCutDepth},
		{fen: "6k1/5ppp/8/2p5/3r4/4Q3/5PPP/R5K1 w - - 0 1", beta: 300, depth: probCutDepth}, // defended
		// The defender is pinned, but the exchange evaluation says that the capture loses:
		// it is not even tried.
		{fen: "4k3/5ppp/4p3/3r4/8/3Q4/5PPP/4R1K1 w - - 0 1", beta: 200, depth: probCutDepth},
		{fen: hanging, beta: 300, depth: probCutDepth, known: entry{depth: probCutDepth, bound: upper, score: -900}},
		{fen: hanging, beta: 300, depth: probCutDepth, rules: []rules.Rule{rules.Relocation{}}},
	} {
		s := node(t, c.fen, c.rules...)
		if c.known == (entry{}) {
			c.known.bound = none
		}
		s.assess(0, &c.known)
		s.depth = 8
		beta := s.frames[0].static + c.beta
		if score, ok := s.probCut(0, beta, c.depth, true, &c.known); ok != c.want || ok && score < beta {
			t.Errorf("%+v: value %d, shown to be worth more: %v", c, score, ok)
		}
	}
}

// A node that is cut off is counted together with its siblings, and the count of its own
// moves starts again.
func TestCutoffsAreCounted(t *testing.T) {
	s := node(t, "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1") // the rook can be taken
	s.frames[0].refuted, s.frames[1].refuted = 2, 7
	if s.search(0, 1000, 1001, 1, false); s.frames[0].refuted != 2 {
		t.Errorf("%d without a cutoff, want 2", s.frames[0].refuted)
	}
	s.frames[1].refuted = 7
	s.table.clear()
	if s.search(0, -1001, -1000, 1, true); s.frames[0].refuted != 3 || s.frames[1].refuted != 0 {
		t.Errorf("%d after a cutoff, want 3; %d of its moves, want 0", s.frames[0].refuted, s.frames[1].refuted)
	}
}

// What the previous move has done to the static value decides how deep the reply is
// searched.
func TestAdjust(t *testing.T) {
	for _, c := range []struct {
		reduced        int
		before, static Score
		passed         bool
		want           int
	}{
		{3, 100, -100, false, 1},
		{3, 100, -99, false, 0},
		{2, 100, -100, false, 0},
		{1, 50, 41, false, -1},
		{1, 50, 40, false, 0},
		{0, 50, 200, false, 0},
		{3, unknown, -100, false, 0},
		{3, 100, -100, true, 0},
	} {
		s := node(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
		s.play(0, moveOf(t, *s.pos(0), "g1f3"))
		s.frames[0].static, s.frames[0].reduced = c.before, c.reduced
		s.frames[1].static, s.frames[1].afterNull = c.static, c.passed
		if got := s.hindsight(1, 5); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// A quiet move to which there is no good reply, or after which its side stands better, is
// remembered; a capture or a null move is not.
func TestMovesAreTaughtByTheirAnswers(t *testing.T) {
	for _, c := range []struct {
		move  string
		alpha Score
		want  bool
	}{{"a1a7", 3000, true}, {"a1a7", -3000, false}, {"b1b7", 3000, false}} {
		s := node(t, "6k1/1n3ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1")
		s.depth = 4
		move := moveOf(t, *s.pos(0), c.move)
		s.frames[0].static = unknown
		s.play(0, move)
		s.search(1, c.alpha, c.alpha+1, 5, true)
		if got := s.taught(0, move); got > 0 != c.want {
			t.Errorf("%+v: quietHistory as %d", c, got)
		}
	}
	s := node(t, "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1")
	move := moveOf(t, *s.pos(0), "a1a7")
	s.play(0, move)
	s.frames[0].static = 0
	s.assess(1, &entry{bound: none})
	worse := s.taught(0, move)
	s.frames[0].static = 2000
	s.assess(1, &entry{bound: none})
	if better := s.taught(0, move); worse <= 0 || better >= worse {
		t.Errorf("%d for a move to a winning position, %d more for one from a better still", worse, better-worse)
	}
}

// A reduced search that comes out far better than the best so far is repeated
// deeper, one that comes out hardly better shallower.
func TestRepeatsDeeperWhatIsMuchBetter(t *testing.T) {
	// repeated returns the depth of the node after a move that a reduced search
	// finds above alpha.
	repeated := func(best Score) int {
		const alpha Score = -500
		s := node(t, "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1")
		s.depth = 6
		s.play(0, moveOf(t, *s.pos(0), "a1a7"))
		score := s.searchMove(0, alpha, alpha+1, 5, 3, true, best)
		known, ok := s.table.probe(s.frames[1].key)
		if !ok || score <= alpha {
			t.Fatalf("value %d with alpha %d, the table knows the node: %v", score, alpha, ok)
		}
		return known.depth
	}
	plain := repeated(-infinity)
	if much := repeated(-500); much != plain+1 {
		t.Errorf("depth %d if much better than the best, %d if there is none", much, plain)
	}
	if hardly := repeated(2000); hardly != plain-1 {
		t.Errorf("depth %d if barely better than the best, %d if there is none", hardly, plain)
	}
}

// A quiet move that the table says causes a cutoff is remembered for it.
func TestTableCutoffsTeach(t *testing.T) {
	s := node(t, "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1")
	f := &s.frames[0]
	move := moveOf(t, *s.pos(0), "a1a7")
	s.table.store(f.key, entry{move: move, score: 900, depth: 6, bound: lower})
	if score := s.search(0, 500, 501, 6, true); score != 900 || s.taught(0, move) <= 0 {
		t.Errorf("value %d, quietHistory as %d", score, s.taught(0, move))
	}
}

// Where the table's move captures, or several moves were refuted by a cutoff, late quiet
// moves are reduced more.
func TestReducesMoreWhereQuietMovesFail(t *testing.T) {
	s := node(t, "6k1/5ppp/8/8/3q4/4P3/5PPP/R5K1 w - - 0 1")
	f := &s.frames[0]
	quiet := pick{move: moveOf(t, *s.pos(0), "a1b1"), rank: rankQuiet}
	s.play(0, quiet.move)
	reduction := func() int { return s.reduction(0, 12, quiet, 10, true, true) }
	plain := reduction()
	s.frames[1].refuted = 4
	if got := reduction(); got != plain+1 {
		t.Errorf("reduced by %d after four cutoffs, by %d without", got, plain)
	}
	s.frames[1].refuted, f.first = 3, moveOf(t, *s.pos(0), "e3d4")
	if got := reduction(); got != plain+1 {
		t.Errorf("reduced by %d where the table's move captures, by %d without", got, plain)
	}
}

// An only good move is extended; off the principal variation by two plies if it is better
// by far.
func TestSingleMovesAreExtended(t *testing.T) {
	s := node(t, "6k1/5ppp/8/8/3q4/4P3/5PPP/1N4K1 w - - 0 1")
	s.depth = 10
	known := entry{move: moveOf(t, *s.pos(0), "e3d4"), score: 400, depth: 8, bound: exact}
	for isPV, want := range map[bool]int{false: 2, true: 1} {
		if got, _, ok := s.singular(0, &known, 300, 8, false, isPV); got != want || ok {
			t.Errorf("principal variation %v: extended by %d, left at once: %v", isPV, got, ok)
		}
	}
}

// A node in check is searched a ply deeper, but not one where only a last piece is attacked.
func TestChecksAreExtended(t *testing.T) {
	for _, c := range []struct {
		fen   string
		rules []rules.Rule
		depth int
	}{
		{"4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", nil, 3},
		{"rnb1kbnr/pppp1ppp/8/6q1/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1", extinctionRules, 2},
	} {
		s := node(t, c.fen, c.rules...)
		s.depth = 3
		s.search(0, -maxEval, -maxEval+1, 2, false)
		known, _ := s.table.probe(s.frames[0].key)
		if !s.frames[0].inCheck || known.depth != c.depth {
			t.Errorf("%s: in check: %v, searched to depth %d, want %d", c.fen, s.frames[0].inCheck, known.depth, c.depth)
		}
	}
}

// Captures are searched as deep as there are plies left, and no deeper.
func TestQuiescenceIsBounded(t *testing.T) {
	value := func(left int) (quiet, static Score) {
		s := node(t, "6k1/5ppp/8/3q4/4P3/8/5PPP/6K1 w - - 0 1")
		return s.quiesce(0, -infinity, infinity, left), s.board.evaluate(0)
	}
	if quiet, static := value(0); quiet != static {
		t.Errorf("%d without a ply left, but the static value is %d", quiet, static)
	}
	if quiet, static := value(1); quiet < static+500 {
		t.Errorf("%d with a ply left to capture the queen, but the static value is %d", quiet, static)
	}
}
