package engine

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/variants"
)

// chessRules is a single ruleset, so that an engine keeps what it has built for it.
var chessRules = variants.MustCompile("chess")

// caught returns the panic that a search ends with.
func caught(t *testing.T, e *Engine, report func(FoundInfo)) (p *Panic) {
	t.Helper()
	defer func() {
		value := recover()
		var ok bool
		if p, ok = value.(*Panic); !ok {
			t.Fatalf("the search panicked with %v, not with a *Panic", value)
		}
	}()
	e.SearchGame(context.Background(), RecordOf(chessRules.Start()), game.Limits{Infinite: true}, report)
	return nil
}

// A searcher with accumulators for the root alone panics below it.
func TestPanicOfASearchingGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for broken := range 3 {
		o := DefaultOptions()
		o.HashMB, o.Threads = 1, 3
		e := New(o)
		e.adopt(fast.Game(chessRules), chessRoot{chessRules.Start()})
		s := e.searchers[broken]
		s.chess = newChessBoard(s, e.model)
		s.chess.eval.accumulators = s.chess.eval.accumulators[:1]
		p := caught(t, e, nil)
		var cause runtime.Error
		if !errors.As(p, &cause) {
			t.Errorf("searcher %d: the cause %v is not a runtime error", broken, p.Value)
		}
		if !strings.HasPrefix(p.Where, "engine/") || !strings.Contains(p.Error(), p.Where+": runtime error") || strings.Contains(p.Error(), "\n") {
			t.Errorf("searcher %d: %q in %q", broken, p.Error(), p.Where)
		}
		if !strings.Contains(string(p.Stack), "(*searcher).iterate(") {
			t.Errorf("searcher %d: the stack does not show the search:\n%s", broken, p.Stack)
		}
		// The engine still works.
		if r := e.SearchGame(context.Background(), RecordOf(chessRules.Start()), game.Limits{Depth: 4}, nil); len(r.Moves) != 1 || r.Info.Depth != 4 {
			t.Errorf("searcher %d: afterwards it finds %v at depth %d", broken, r.Moves, r.Info.Depth)
		}
	}
	for range 6000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestPanicOfAReport(t *testing.T) {
	o := DefaultOptions()
	o.HashMB, o.Threads = 1, 2
	cause := errors.New("no\nmore")
	p := caught(t, New(o), func(FoundInfo) { panic(cause) })
	if !errors.Is(p, cause) || !strings.HasSuffix(p.Error(), ": no more") || !strings.HasPrefix(p.Where, "engine/panic_test.go:") {
		t.Errorf("%q at %q", p.Error(), p.Where)
	}
}
