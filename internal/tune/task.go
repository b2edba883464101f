package tune

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/parallel"
)

// A Task is a part of the work of Play or Judge: some games, or some positions.
// Its result depends on it alone, wherever and however often it is done. It is
// plain data.
type Task struct {
	Number  int // from 0, in the order of the output
	Variant string
	Nodes   uint64 // of each search
	// Games are to be played, or the records of Lines judged.
	Games *Games   `json:",omitempty"`
	Lines []string `json:",omitempty"`
}

// Games are some of the games that PlayOptions describe.
type Games struct {
	First, Count int // numbers First, First+1, … from 1
	Plies        int
	Seed         uint64
	Evaluated    float64 `json:",omitempty"`
}

// A Batch is the result of a task: lines of a file, and their tally.
type Batch struct {
	Number int // of the task
	Tally
	Lines string
}

// A Tally counts what has been played or judged.
type Tally struct {
	Games, Positions int
	Results          [4]int // games, by rules.Result
}

// add adds another tally.
func (t *Tally) add(o Tally) {
	t.Games += o.Games
	t.Positions += o.Positions
	for i, n := range o.Results {
		t.Results[i] += n
	}
}

// A Worker does one task at a time.
type Worker struct {
	compile compiler
	rules   map[string]game.Rules
	engine  *engine.Engine
}

// NewWorker returns a worker; compile compiles the variants of its tasks.
func NewWorker(compile func(variant string) (game.Rules, error)) *Worker {
	return &Worker{compile: compile, rules: map[string]game.Rules{}, engine: newEngine()}
}

// Do does a task. It returns an error if the task cannot be done or the engine
// panics, or that of ctx.
func (w *Worker) Do(ctx context.Context, t Task) (b Batch, err error) {
	defer func() {
		if p := engine.Caught(recover()); p != nil {
			w.engine = newEngine()
			err = fmt.Errorf("task %d of %s: %w", t.Number+1, t.Variant, p)
		}
	}()
	rules := w.rules[t.Variant]
	if rules == nil {
		if rules, err = w.compile(t.Variant); err != nil {
			return Batch{}, err
		}
		w.rules[t.Variant] = rules
	}
	b.Number = t.Number
	var text strings.Builder
	if g := t.Games; g != nil {
		p := player{rules, t.Nodes, g.Plies, g.Seed, g.Evaluated, w.engine}
		for number := g.First; number < g.First+g.Count; number++ {
			played, err := p.play(ctx, number)
			if err != nil {
				return Batch{}, err
			}
			text.Write(played.lines(number))
			b.Games++
			b.Positions += len(played.positions)
			b.Results[played.result]++
		}
	}
	j := judge{rules, t.Nodes, w.engine}
	for _, line := range t.Lines {
		line, err := j.judge(ctx, line)
		if err != nil {
			return Batch{}, err
		}
		if line != "" {
			text.WriteString(line)
			b.Positions++
		}
	}
	b.Lines = text.String()
	return b, nil
}

// doAll does tasks, concurrency at a time, and passes their results to take one
// at a time, in any order. It ends early at an error: of a task, of take, or of
// ctx.
func doAll(ctx context.Context, tasks iter.Seq2[Task, error], concurrency int, compile compiler, take func(Batch) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	source := func(yield func(Task) bool) {
		for t, err := range tasks {
			if err != nil {
				stop(err)
			}
			if err != nil || !yield(t) {
				return
			}
		}
	}
	var mu sync.Mutex
	return parallel.Do(ctx, source, concurrency, func(int) func(context.Context, Task) error {
		w := NewWorker(compile)
		return func(ctx context.Context, t Task) error {
			b, err := w.Do(ctx, t)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			return take(b)
		}
	})
}
