package table_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// A slowSearcher searches until it is stopped, or for as long as its limits allow, and counts
// the concurrent searches.
type slowSearcher struct {
	searches *searches
}

type searches struct {
	mu           sync.Mutex
	running, top int
	turns        map[string]int // of analyses, by the first move played
}

func (s slowSearcher) Clear() {}

func (s slowSearcher) Search(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) game.Result {
	s.searches.mu.Lock()
	s.searches.running++
	s.searches.top = max(s.searches.top, s.searches.running)
	if report != nil {
		s.searches.turns[r.Position().FEN()]++
	}
	s.searches.mu.Unlock()
	pos := r.Position()
	best := pos.Moves()[0]
	if report != nil {
		report(game.Info{Depth: 1, Line: 1, PV: []game.Move{best}})
	}
	wait := l.MoveTime
	if l.Clock {
		wait = 50 * time.Millisecond
	}
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
	s.searches.mu.Lock()
	defer s.searches.mu.Unlock()
	s.searches.running--
	return game.Result{Best: best}
}

// Analyses give up their seats to games and hints at once, and continue when those are done.
// Among themselves they take turns.
func TestGamesComeFirst(t *testing.T) {
	count := &searches{turns: map[string]int{}}
	thinkers := table.NewThinkers(2, func(game.Rules) game.Searcher { return slowSearcher{count} })
	firsts := []string{"e4", "d4", "c4", "Nf3"}
	var studies []*table.Table
	for _, first := range firsts {
		tb := newTable(t, "chess", "", table.Options{Thinkers: thinkers, Study: true})
		if _, err := tb.PlayTextAt(0, first); err != nil {
			t.Fatal(err)
		}
		if err := tb.Analyse(1, 1); err != nil {
			t.Fatal(err)
		}
		studies = append(studies, tb)
	}
	timed := newTable(t, "chess", "", table.Options{
		Thinkers: thinkers, Players: [2]table.Player{1: {Level: 3}}, Control: table.Control{Base: 2 * time.Second},
	})
	for i, move := range []string{"e4", "d4", "c4", "b4"} {
		play(t, timed, move)
		s := await(t, timed, "the engine's move", func(s table.State) bool { return len(s.Played) == 2*(i+1) })
		if s.Ending.Over() {
			t.Fatalf("it ends by %s", s.Ending.Reason)
		}
	}
	if left := timed.State().Left[rules.Black]; left < time.Second {
		t.Errorf("the engine has %v left after four moves of 50 ms", left)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if _, err := studies[0].Hint(ctx, 1); err != nil {
		t.Errorf("no hint beside analyses: %v", err)
	}
	for i, tb := range studies { // all of them get a turn
		await(t, tb, "the lines of "+firsts[i], func(s table.State) bool { return len(s.Analysis) == 1 })
	}
	count.mu.Lock()
	defer count.mu.Unlock()
	if count.top != 2 {
		t.Errorf("%d searches ran at a time, want 2", count.top)
	}
	if len(count.turns) != len(firsts) {
		t.Errorf("turns were %v", count.turns)
	}
}
