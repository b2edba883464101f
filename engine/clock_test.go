package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
)

// start returns the start position of orthodox chess under some rules.
func start(t *testing.T, rules ...chess.Rule) chess.Position {
	t.Helper()
	r, err := chess.Compile(chess.Variant{Name: "test", Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	return r.Start()
}

// Whatever the clocks say, the hard limit leaves the overhead on the clock, as
// far as there is so much, and is positive.
func TestBudgetsKeepTheOverhead(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	ms := func(n int) time.Duration { return time.Duration(random.IntN(n)) * time.Millisecond }
	for _, pos := range []chess.Position{start(t), start(t, chess.FibonacciTurns{})} {
		for range 20_000 {
			l := Limits{
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
			b := newBudget(&l, &pos, overhead)
			if b.soft < shortest || b.hard < b.soft {
				t.Fatalf("%+v, overhead %v: budget %v", l, overhead, b)
			}
			if left := l.Time[0] - b.hard; left < overhead && b.hard > shortest {
				t.Fatalf("%+v: budget %v leaves %v of an overhead of %v", l, b, left, overhead)
			}
		}
	}
}

func TestBudgetsUseTheTime(t *testing.T) {
	pos := start(t)
	l := Limits{Clock: true, Time: [2]time.Duration{time.Minute, time.Minute}}
	if b := newBudget(&l, &pos, 0); b.soft < time.Second || b.soft > 4*time.Second {
		t.Errorf("a minute for the game: %v", b)
	}
	l.Increment[0] = 10 * time.Second
	if b := newBudget(&l, &pos, 0); b.soft < 7*time.Second {
		t.Errorf("with ten seconds a move: %v", b)
	}
	l = Limits{Clock: true, Time: [2]time.Duration{time.Second, 0}, MovesToGo: 1}
	if b := newBudget(&l, &pos, 0); b.hard < 500*time.Millisecond {
		t.Errorf("a second for the last move: %v", b)
	}
	if b := newBudget(&Limits{MoveTime: time.Second}, &pos, 30*time.Millisecond); b.hard != 970*time.Millisecond {
		t.Errorf("a second a move: %v", b)
	}
	if b := newBudget(&Limits{Depth: 3}, &pos, time.Second); b != (budget{}) {
		t.Errorf("no clock: %v", b)
	}
}

// Single moves of a long turn share its time.
func TestBudgetsShareATurn(t *testing.T) {
	r := start(t, chess.FibonacciTurns{})
	setup := r.Setup()
	setup.Turn, setup.Left, setup.Fullmove = 21, 10_000, 11
	long, err := r.Rules().Position(setup)
	if err != nil {
		t.Fatal(err)
	}
	l := Limits{Clock: true, Time: [2]time.Duration{time.Minute, time.Minute}}
	if b := newBudget(&l, &long, 0); b.soft > 100*time.Millisecond {
		t.Errorf("one of many moves: %v", b)
	}
	l.WholeTurn = true
	if b := newBudget(&l, &long, 0); b.soft < time.Second {
		t.Errorf("the whole turn: %v", b)
	}
}
