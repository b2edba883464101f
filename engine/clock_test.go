package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/rules"
)

// start returns the start position of orthodox chess under some rules.
func start(t *testing.T, ruleset ...rules.Rule) chess.Position {
	t.Helper()
	r, err := chess.Compile(rules.Variant{Name: "test", Rules: ruleset})
	if err != nil {
		t.Fatal(err)
	}
	return r.Start()
}

// Whatever the clocks say, the hard limit is positive, and leaves the overhead on the clock
// as far as there is enough.
func TestBudgetsKeepTheOverhead(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	ms := func(n int) time.Duration { return time.Duration(random.IntN(n)) * time.Millisecond }
	for _, pos := range []chess.Position{start(t), start(t, rules.FibonacciTurns)} {
		for range 20_000 {
			l := game.Limits{
				Clock:     true,
				Time:      [2]time.Duration{ms(120_000) - 20*time.Second, ms(1000)},
				Increment: [2]time.Duration{ms(2000) - 200*time.Millisecond, 0},
				MovesToGo: max(0, random.IntN(80)-40),
				WholeTurn: random.IntN(2) == 0,
			}
			if random.IntN(4) == 0 {
				l.MoveTime = 1 + ms(1000)
			}
			overhead := ms(200)
			b := newBudget(&l, &pos, random.IntN(2) == 0, overhead)
			if b.soft < shortest || b.hard < b.soft {
				t.Fatalf("%+v, overhead %v: budget %v", l, overhead, b)
			}
			if b.rest != 0 {
				t.Fatalf("%+v: budget %v reserves time in a turn of one move", l, b)
			}
			if left := l.Time[0] - b.hard; left < overhead && b.hard > shortest {
				t.Fatalf("%+v: budget %v leaves %v of an overhead of %v", l, b, left, overhead)
			}
		}
	}
}

func TestBudgetsUseTheTime(t *testing.T) {
	pos := start(t)
	l := game.Limits{Clock: true, Time: [2]time.Duration{time.Minute, time.Minute}}
	if b := newBudget(&l, &pos, false, 0); b.soft < time.Second || b.soft > 4*time.Second {
		t.Errorf("a minute for the game: %v", b)
	}
	l.Increment[0] = 10 * time.Second
	if b := newBudget(&l, &pos, false, 0); b.soft < 7*time.Second {
		t.Errorf("with ten seconds a move: %v", b)
	}
	setup := pos.Setup()
	setup.Fullmove = 20
	later, err := pos.Rules().Position(setup)
	if err != nil {
		t.Fatal(err)
	}
	l.Increment[0] = time.Second
	if first, then := newBudget(&l, &pos, false, 0), newBudget(&l, &later, false, 0); then.soft < first.soft*5/4 {
		t.Errorf("the same clock gives %v to the first move and %v to the twentieth", first, then)
	}
	if usual, forced := newBudget(&l, &pos, false, 0), newBudget(&l, &pos, true, 0); forced.soft < usual.soft*5/4 {
		t.Errorf("a first move has %v where captures are compulsory, %v elsewhere", forced, usual)
	}
	l = game.Limits{Clock: true, Time: [2]time.Duration{time.Second, 0}, MovesToGo: 1}
	if b := newBudget(&l, &pos, false, 0); b.hard < 500*time.Millisecond {
		t.Errorf("a second for the last move: %v", b)
	}
	for _, late := range []time.Duration{-1, math.MinInt64} { // as of time.Until
		if b := newBudget(&game.Limits{MoveTime: late}, &pos, false, 30*time.Millisecond); b.hard != shortest {
			t.Errorf("move time %v gives %v", late, b.hard)
		}
	}
	if b := newBudget(&game.Limits{MoveTime: time.Second}, &pos, false, 30*time.Millisecond); b.hard != 970*time.Millisecond {
		t.Errorf("a second a move: %v", b)
	}
	if b := newBudget(&game.Limits{Depth: 3}, &pos, false, time.Second); b != (budget{}) {
		t.Errorf("no clock: %v", b)
	}
}

// Single moves of a long turn share its time.
func TestBudgetsShareATurn(t *testing.T) {
	r := start(t, rules.FibonacciTurns)
	setup := r.Setup()
	setup.Turn, setup.Left, setup.Fullmove = 21, 10_000, 11
	long, err := r.Rules().Position(setup)
	if err != nil {
		t.Fatal(err)
	}
	l := game.Limits{Clock: true, Time: [2]time.Duration{time.Minute, time.Minute}}
	if b := newBudget(&l, &long, false, 0); b.soft > 100*time.Millisecond {
		t.Errorf("one of many moves: %v", b)
	}
	l.WholeTurn = true
	if b := newBudget(&l, &long, false, 0); b.soft < time.Second {
		t.Errorf("the whole turn: %v", b)
	}
}

// A clock never runs out even if every move takes its hard limit and five milliseconds
// more, in games of 150 moves by each side, or 12 Fibonacci turns; nor does it without an
// increment, if the overhead is set well above that.
func TestClocksNeverRunOut(t *testing.T) {
	const lag = 5 * time.Millisecond
	chessStart, fibonacci, antichess := start(t), start(t, rules.FibonacciTurns), start(t, rules.CompulsoryCaptures{})
	for _, control := range []struct {
		base, increment time.Duration
		moves           int
	}{
		{time.Second, 10 * time.Millisecond, 0}, // the overhead is more than the increment
		{100 * time.Millisecond, 10 * time.Millisecond, 0},
		{10 * time.Millisecond, 10 * time.Millisecond, 0},
		{8 * time.Second, 80 * time.Millisecond, 0},
		{time.Minute, time.Second, 0},
		{10 * time.Second, 0, 0},
		{time.Minute, 0, 0},
		{time.Hour, 0, 0},
		{time.Second, 0, 10},
		{time.Second, 0, 40},
		{time.Minute, 0, 40},
		{time.Second, 10 * time.Millisecond, 1},
	} {
		for _, overhead := range []time.Duration{10 * time.Millisecond, 30 * time.Millisecond, 100 * time.Millisecond} {
			for _, pos := range []chess.Position{chessStart, fibonacci, antichess} {
				if control.increment == 0 && control.moves == 0 && overhead < 6*lag {
					continue
				}
				left, toGo, moves := control.base, control.moves, 150
				if pos.Rules().LongTurns() {
					moves = 12
				}
				for move := range moves {
					l := game.Limits{Clock: true, WholeTurn: true, MovesToGo: toGo}
					l.Time[0], l.Increment[0] = left, control.increment
					left -= newBudget(&l, &pos, pos.Rules().CompulsoryCaptures(), overhead).hard + lag
					if left < 0 {
						t.Errorf("%+v, overhead %v: over at move %d", control, overhead, move+1)
						break
					}
					left += control.increment
					if toGo--; toGo == 0 {
						left, toGo = left+control.base, control.moves
					}
					toGo = max(toGo, 0)
				}
			}
		}
	}
}

// Further moves of a long turn, however quickly they are found, leave less for
// the search.
func TestBudgetsLeaveTimeForTheTurn(t *testing.T) {
	r := start(t, rules.FibonacciTurns)
	setup := r.Setup()
	setup.Turn, setup.Left, setup.Fullmove = 21, 10_000, 11
	long, err := r.Rules().Position(setup)
	if err != nil {
		t.Fatal(err)
	}
	l := game.Limits{Clock: true, Time: [2]time.Duration{200 * time.Millisecond, 0}, WholeTurn: true}
	if short, b := newBudget(&l, &r, false, 0), newBudget(&l, &long, false, 0); b.hard >= short.hard || b.hard > 50*time.Millisecond {
		t.Errorf("a turn of one move has %v, one of 10,000 %v", short, b)
	}
}

// The soft limit shrinks when all is clear and stretches when it is not.
func TestPacer(t *testing.T) {
	const a, b = game.Code(1), game.Code(2)
	p := pacer{before: unknown}
	first := p.scale(a, 20, 0.6, 0)
	var clear float64
	for range 10 {
		clear = p.scale(a, 20, 0.9, 0)
	}
	fallen := p.scale(a, -100, 0.9, 0)
	for range 10 {
		p.scale(a, -100, 0.9, 0)
	}
	changed := p.scale(b, -100, 0.3, 1)
	if !(clear < 0.6 && clear < first && clear < fallen && fallen < changed && changed > 1.2 && changed < 4) {
		t.Errorf("first %.2f, clear %.2f, fallen %.2f, changed %.2f", first, clear, fallen, changed)
	}
	if again := (&pacer{before: unknown}).scale(a, 20, 0.6, 1); again < 1.5*first {
		t.Errorf("%.2f after a change of the best move, %.2f without", again, first)
	}
	if worse := (&pacer{before: 80}).scale(a, 20, 0.6, 0); worse < 1.3*first || worse > 2*first {
		t.Errorf("%.2f where the last search promised more, %.2f where nothing is known of one", worse, first)
	}
}

// Searches on a clock leave their score to the next of the same side, until Clear.
func TestPacerHearsOfTheLastSearch(t *testing.T) {
	e := New(DefaultOptions())
	pos := start(t)
	l := game.Limits{Clock: true, Time: [2]time.Duration{time.Second, time.Second}}
	e.Search(t.Context(), game.NewRecord(fast.Wrap(pos)), l, nil)
	if e.scores[rules.White] == unknown || e.scores[rules.Black] != unknown {
		t.Errorf("after a search for White: %v", e.scores)
	}
	if e.Clear(); e.scores != unknownScores {
		t.Errorf("after Clear: %v", e.scores)
	}
}

// Time spent pondering on the right reply counts towards the soft limit.
func TestSettledSearchEndsWithThePonderHit(t *testing.T) {
	var w stopwatch
	w.begin(time.Now, budget{soft: time.Nanosecond, hard: time.Hour}, true)
	time.Sleep(time.Millisecond)
	if w.settle(1) || w.late() {
		t.Error("over before the hit")
	}
	w.count()
	time.Sleep(time.Millisecond)
	if !w.late() || !w.settle(1) {
		t.Error("not over after the hit")
	}
	w.begin(time.Now, budget{soft: time.Hour, hard: time.Hour}, true)
	w.count()
	time.Sleep(time.Millisecond)
	if w.settle(1) || w.late() {
		t.Error("over, although time is left")
	}
}

// A turn that is stopped has stopRest for its remaining moves, from the first check of the
// clock on.
func TestStoppedTurnsHaveTheirRest(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var now time.Time
	var w stopwatch
	w.begin(func() time.Time { return now }, budget{}, false)
	now = now.Add(time.Hour)
	if w.overdue(ctx) {
		t.Error("overdue without a budget or a stop")
	}
	stop()
	for _, test := range []struct {
		after time.Duration
		want  bool
	}{{0, false}, {stopRest - 1, false}, {1, true}} {
		now = now.Add(test.after)
		if got := w.overdue(ctx); got != test.want {
			t.Errorf("after %v, overdue: %v", test.after, got)
		}
	}
}

// Where there is only the increment to play on, a low clock recovers.
func TestLowClocksRecover(t *testing.T) {
	pos := start(t)
	const increment, lag = 10 * time.Millisecond, time.Millisecond
	left := 50 * time.Millisecond
	for range 200 {
		l := game.Limits{Clock: true, Time: [2]time.Duration{left, 0}, Increment: [2]time.Duration{increment, 0}}
		left += increment - lag - newBudget(&l, &pos, false, 30*time.Millisecond).soft
	}
	if left < 250*time.Millisecond || left > 600*time.Millisecond {
		t.Errorf("%v after 200 moves at their soft limits", left)
	}
}
