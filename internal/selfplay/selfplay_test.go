package selfplay

import (
	"context"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// jobs returns a job for each variant.
func jobs(names ...string) []Job {
	var list []Job
	for _, name := range names {
		list = append(list, Job{name, variants.MustOpen(name)})
	}
	return list
}

// run plays the jobs and returns the games in the order of the jobs.
func run(t *testing.T, jobs []Job, o Options) []Game {
	t.Helper()
	var games []Game
	Run(t.Context(), jobs, o, func(g Game) { games = append(games, g) })
	slices.SortFunc(games, func(a, b Game) int { return a.Number - b.Number })
	if len(games) != len(jobs) {
		t.Fatalf("%d games of %d jobs", len(games), len(jobs))
	}
	return games
}

func TestGamesOfEveryVariantAreSound(t *testing.T) {
	list := append(jobs(variants.Names()...), RandomJobs(12, 1, variants.Names(), variants.Open)...)
	o := DefaultOptions()
	o.Limits = game.Limits{Nodes: 60}
	for _, g := range run(t, list, o) {
		for _, fault := range g.Faults {
			t.Errorf("%s: %v\n%s\n%s", g.Rules.Name(), fault, g.Start, strings.Join(g.Moves, " "))
		}
		if !g.Outcome.Over() && len(g.Moves) < o.MaxPlies || g.Checked < len(g.Moves) {
			t.Errorf("%s: %v after %d moves, %d checked", g.Rules.Name(), g.Outcome, len(g.Moves), g.Checked)
		}
	}
}

// Games that only one machine knows are played, too, and reported as not compared.
func TestGamesOfOneMachine(t *testing.T) {
	o := DefaultOptions()
	o.Limits, o.MaxPlies = game.Limits{Nodes: 30}, 60
	var sum Summary
	for _, g := range run(t, jobs("shogi", "capablanca", "crazyhouse+capablanca", "cube3", "gun"), o) {
		for _, fault := range g.Faults {
			t.Errorf("%s: %v\n%s\n%s", g.Rules.Name(), fault, g.Start, strings.Join(g.Moves, " "))
		}
		if alone := g.Group != "gun"; g.Alone != alone || (g.Checked == 0) != alone || len(g.Moves) == 0 {
			t.Errorf("%s: %d moves, %d checked, alone %v", g.Group, len(g.Moves), g.Checked, g.Alone)
		}
		sum.Add(g)
	}
	var out strings.Builder
	if sum.Write(&out); !strings.HasSuffix(out.String(), "\n4 games not compared: only one machine knows the rules\n") {
		t.Error(out.String())
	}
}

func TestManyGamesAreSound(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") != "1" {
		t.Skip("set HETERODOX_DEEP=1 to play hundreds of games")
	}
	list := RandomJobs(500, 2, variants.Names(), variants.Open)
	for range 50 {
		list = append(list, jobs(variants.Names()...)...)
	}
	for _, g := range run(t, list, DefaultOptions()) {
		for _, fault := range g.Faults {
			t.Errorf("%s: %v\n%s\n%s", g.Rules.Name(), fault, g.Start, strings.Join(g.Moves, " "))
		}
	}
}

func TestTheSameSeedGivesTheSameGames(t *testing.T) {
	list := jobs("chess", "gun", "fibonacci", "madhouse")
	o := DefaultOptions()
	o.Limits, o.MaxPlies = game.Limits{Nodes: 30}, 60
	first := run(t, list, o)
	o.Concurrency = 3
	if again := run(t, list, o); !reflect.DeepEqual(first, again) {
		t.Error("the same seed gives different games")
	}
	o.Seed = 2
	if other := run(t, list, o); reflect.DeepEqual(first[0].Moves, other[0].Moves) {
		t.Error("another seed gives the same game")
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	o := DefaultOptions()
	o.Limits = game.Limits{Nodes: 10}
	Run(ctx, jobs(slices.Repeat([]string{"extinction"}, 50)...), o, func(Game) {
		if n++; n == 2 {
			cancel()
		}
	})
	if n > 3 {
		t.Errorf("%d games were reported, the run was stopped after 2", n)
	}
}

// A playerFunc plays the moves that a function returns.
type playerFunc func(context.Context, *game.Record) game.Result

func (f playerFunc) Search(ctx context.Context, r *game.Record, _ game.Limits, _ func(game.Info)) game.Result {
	return f(ctx, r)
}

func TestBadPlayersAreCaught(t *testing.T) {
	legal := func(r *game.Record) game.Move { return r.Position().Moves()[0] }
	first := func(m game.Move) game.Result { return game.Result{Turn: []game.Move{m}} }
	for kind, player := range map[string]playerFunc{
		"no move":      func(context.Context, *game.Record) game.Result { return game.Result{} },
		"illegal move": func(_ context.Context, r *game.Record) game.Result { return first(legal(r) ^ 1<<30) },
		"panic":        func(context.Context, *game.Record) game.Result { panic("two\nlines") },
		"hang": func(ctx context.Context, r *game.Record) game.Result {
			<-ctx.Done()
			return first(legal(r))
		},
	} {
		o := DefaultOptions()
		o.Limits, o.Patience = game.Limits{Nodes: 1}, time.Minute
		if kind == "hang" {
			o.Patience = 3 * time.Second // also the time it has to stop
		}
		g := play(t.Context(), player, jobs("chess")[0], 0, o)
		if len(g.Faults) != 1 || g.Faults[0].Kind != kind || strings.Contains(g.Faults[0].Detail, "\n") {
			t.Errorf("%s: faults %q", kind, g.Faults)
		}
	}
}

func TestAPlayerThatNeverStopsIsLeftBehind(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	player := playerFunc(func(context.Context, *game.Record) game.Result {
		<-release
		return game.Result{}
	})
	o := DefaultOptions()
	o.Limits, o.Patience = game.Limits{Nodes: 1}, 20*time.Millisecond
	g := play(t.Context(), player, jobs("chess")[0], 0, o)
	if len(g.Faults) != 2 || g.Faults[1].Kind != "hang" || !strings.Contains(g.Faults[1].Detail, "does not stop") {
		t.Errorf("faults %q", g.Faults)
	}
}

func TestMovesBehindTheTurnAreIllegal(t *testing.T) {
	player := playerFunc(func(_ context.Context, r *game.Record) game.Result {
		pos := r.Position()
		m := pos.Moves()[0]
		return game.Result{Turn: []game.Move{m, pos.Play(m).Moves()[0]}}
	})
	g := play(t.Context(), player, jobs("chess")[0], 0, DefaultOptions())
	if len(g.Faults) != 1 || g.Faults[0].Kind != "illegal move" {
		t.Errorf("faults %q", g.Faults)
	}
}

func TestRandomJobsCompile(t *testing.T) {
	names := map[string]bool{}
	for _, job := range RandomJobs(100, 7, variants.Names(), variants.Open) {
		names[job.Rules.Name()] = true
	}
	if len(names) < 50 {
		t.Errorf("only %d different compositions in 100", len(names))
	}
}

func TestSummary(t *testing.T) {
	var sum Summary
	for i, outcome := range []rules.Outcome{
		{Result: rules.WhiteWins, Reason: rules.Checkmate},
		{Result: rules.Draw, Reason: rules.Repetition},
		{Result: rules.BlackWins, Reason: rules.Checkmate},
		{},
	} {
		sum.Add(Game{Job: Job{Group: "chess"}, Moves: make([]string, i+1), Outcome: outcome, Checked: 10, Faults: make([]Fault, i/3)})
	}
	sum.Add(Game{Job: Job{Group: "gun"}, Moves: make([]string, 1), Outcome: rules.Outcome{Result: rules.Draw, Reason: rules.Stalemate}})
	var out strings.Builder
	sum.Write(&out)
	const want = `variant  games  white  black  draws  cut off  plies  reasons
chess    4      1      1      1      1        2.5    checkmate 2, threefold repetition 1
gun      1      0      0      1      0        1.0    stalemate 1
5 games, 40 moves checked, 1 fault
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
