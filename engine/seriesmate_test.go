package engine

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// seriesSearcher returns a searcher prepared for a position.
func seriesSearcher(pos *chess.Position) *searcher {
	e := New(DefaultOptions())
	at := chessRoot{*pos}
	e.adopt(fast.Game(pos.Rules()), at)
	watch := new(stopwatch)
	r := &run{traits: e.traits, model: e.model, table: e.table, watch: watch, searchers: e.searchers, nodeLimit: math.MaxUint64}
	s := e.searchers[0]
	s.prepare(r, &task{root: at, moves: at.line().moves(0, nil), lines: 1, limits: new(game.Limits), watch: watch, report: func(game.Info) {}})
	return s
}

// matesWith returns, by trying all moves, the least number, up to n, with which the side to
// move mates in this turn; 0 if it cannot.
func matesWith(pos chess.Position, n int) int {
	least := 0
	for _, m := range pos.Moves(nil) {
		next := pos.Play(m)
		switch {
		case hasWon(&next, pos.Side()):
			return 1
		case n > 1 && next.Side() == pos.Side():
			if more := matesWith(next, n-1); more > 0 && (least == 0 || more+1 < least) {
				least = more + 1
			}
		}
	}
	return least
}

// afterTurns plays random moves from the start until a turn begins.
func afterTurns(rules *chess.Ruleset, turn uint64, random *rand.Rand) (chess.Position, bool) {
	pos := rules.Start()
	for {
		if number, _ := pos.Turn(); number >= turn {
			return pos, number == turn
		}
		moves := pos.Moves(nil)
		if len(moves) == 0 {
			return pos, false
		}
		pos = pos.Play(moves[random.IntN(len(moves))])
	}
}

// A search for series mates finds the shortest where there is one, and none where
// there is none.
func TestFindSeriesMate(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	found, none, tries := 0, 0, 60
	if testing.Short() {
		tries = 20
	}
	for _, variant := range []string{"fibonacci", "fibonacci+gun", "fibonacci+blackhole", "fibonacci+fairy", "fibonacci+madhouse"} {
		rules := variants.MustCompile(variant)
		for range tries {
			turn, most := uint64(4), 3
			if rules.Relocates() {
				turn, most = 3, 2 // there are too many moves
			}
			pos, ok := afterTurns(rules, turn, random)
			if !ok {
				continue
			}
			s := seriesSearcher(&pos)
			want := matesWith(pos, most)
			line := s.chess.findSeriesMate(&pos, pos.Key(), math.MaxUint64)
			switch {
			case line == nil && want == 0:
				none++
			case line == nil || line.n != want || !line.works(pos, new([]chess.Move)):
				t.Errorf("%s %s: found %v, want %d moves", variant, pos.FEN(), line, want)
			default:
				found++
			}
		}
	}
	if found < tries/6 || none < tries/6 {
		t.Errorf("%d series mates and %d positions without are too few to tell", found, none)
	}
}

// A seriesMate that was found is known from then on, wherever it works and nowhere else.
func TestRecallSeriesMate(t *testing.T) {
	rules := variants.MustCompile("fibonacci")
	parse := func(fen string) chess.Position {
		return must.Get(t, rules.ParseFEN, fen)
	}
	open := parse("rnbqkbnr/ppp2ppp/8/3pp3/2P5/4P3/PP1P1PPP/RNBQKBNR w KQkq - 0 3 5:5")
	s := seriesSearcher(&open)
	line := s.chess.findSeriesMate(&open, open.Key(), seriesEffort)
	if line == nil || !line.works(open, new([]chess.Move)) {
		t.Fatalf("found %v", line)
	}
	if again := s.chess.series.recall(&open); again != line {
		t.Errorf("recalled %v, want %v", again, line)
	}
	if allocs := testing.AllocsPerRun(20, func() { s.chess.series.recall(&open) }); allocs != 0 {
		t.Errorf("%.1f allocations to recall it", allocs)
	}
	short := parse("rnbqkbnr/ppp2ppp/8/3pp3/2P5/4P3/PP1P1PPP/RNBQKBNR w KQkq - 0 3 5:1")
	if again := s.chess.series.recall(&short); again != nil {
		t.Errorf("recalled %v where one move is left", again)
	}
	shut := parse("rnbqkb1r/ppp2ppp/5n2/3pp3/2P5/4P3/PP1P1PPP/R3K3 w Qkq - 0 3 5:5")
	if again := s.chess.series.recall(&shut); again != nil {
		t.Errorf("recalled %v without the pieces for it", again)
	}
	blocked := parse("rnbqkbnr/ppp2ppp/8/3pp3/2P5/4P3/PP1PBPPP/RNBQK1NR w KQkq - 0 3 5:5")
	if again := s.chess.series.recall(&blocked); again != nil {
		t.Errorf("recalled %v through the bishop on e2", again)
	}
}

// An unsuccessful search is repeated only with much more effort.
func TestVainSeriesMate(t *testing.T) {
	pos := must.Get(t, variants.MustCompile("fibonacci").ParseFEN, "rnbq1bnr/pp1kpppp/8/1p1p4/4P3/7P/PPPP1PP1/RNBQK1NR w KQ - 0 3 5:5")
	s := seriesSearcher(&pos)
	spent := func(effort uint64) uint64 {
		before := s.count
		s.chess.findSeriesMate(&pos, pos.Key(), effort)
		return s.count - before
	}
	if n := spent(100); n != 100 {
		t.Fatalf("%d positions, want 100", n)
	}
	if n := spent(100*seriesAgain - 1); n != 0 {
		t.Errorf("%d positions with little more effort", n)
	}
	if n := spent(100 * seriesAgain); n != 100*seriesAgain {
		t.Errorf("%d positions, want %d", n, 100*seriesAgain)
	}
}

// The line of a root move that fails low is kept.
func TestRootKeepsItsLine(t *testing.T) {
	pos := variants.MustCompile("fibonacci").Start()
	pos = pos.Play(pos.Moves(nil)[0])
	s := seriesSearcher(&pos)
	s.iterate(1, 1, func(int) {}, func() bool { return s.depth == 4 })
	before := len(s.roots[0].line)
	if before < 2 {
		t.Fatalf("line %v", s.roots[0].line)
	}
	s.depth, s.roots[0].previous = 5, s.roots[0].score
	score := s.searchRoot(0, maxEval-1, maxEval)
	if score >= maxEval-1 || s.roots[0].bound != upper || len(s.roots[0].line) != before {
		t.Errorf("score %v, bound %v, line %v; want an upper bound and %d moves", score, s.roots[0].bound, s.roots[0].line, before)
	}
}
