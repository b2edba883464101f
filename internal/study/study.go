// Package study judges a game: it lets the engine play it against itself with increasing
// effort, measures the games, and says in plain words what is wrong with the game. Every
// number has its error, and what the games cannot show is not claimed. docs/study.md
// explains the numbers.
package study

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// Options describe how a game is studied. Start from DefaultOptions.
type Options struct {
	Game      string // a name that Catalogue.Open knows
	Catalogue Catalogue
	// Budget limits the time, and Rounds the rounds of games; 0 is no limit, but one of
	// them is required. The same rounds with the same seed give the same result.
	Budget time.Duration
	Rounds int
	Seed   uint64
	Nodes  uint64 // per move, at effort 1
	Plies  int    // single moves of a random opening
	// Proof is the number of nodes for the search for a forced win, for each side; 0 for
	// no search.
	Proof       uint64
	Concurrency int // games at a time
	// Spread plays the games of a job elsewhere, like jobs.Run; nil plays them here.
	Spread func(ctx context.Context, job jobs.Job) error
	Ledger string // file that keeps the games, "" for none
	// Tables, if not nil, are endgame tables that the players probe.
	Tables engine.Tables
	// Learn fits an evaluation to a game that has none of its own.
	Learn bool
	// Doubling plays pairs of games in which one side searches twice as many nodes.
	Doubling bool
	// Odds plays games in which one side lacks a piece and the other what may be worth as
	// much, to find the values of the pieces.
	Odds bool
	// Remedies also judges small changes of the game.
	Remedies bool
	Build    string // for the report
	// Watch, if not nil, receives the progress, never concurrently.
	Watch func(Progress)
}

// A Catalogue is the source of games: the functions of package variants.
type Catalogue struct {
	Open   func(name string) (game.Rules, error)
	Derive func(text string, fitted general.Fitted) (game.Rules, error)
	Parts  func(name string) (whole game.Rules, parts []general.Part, err error)
	// Changes are names of games that can be added to others as parts
	// ("NAME+kingofthehill").
	Changes []string
}

// DefaultOptions returns ten minutes at 600 nodes a move on all processors.
func DefaultOptions() Options {
	return Options{
		Budget: 10 * time.Minute, Seed: 1, Nodes: 600, Plies: 4, Proof: 300_000,
		Concurrency: runtime.GOMAXPROCS(0), Learn: true, Doubling: true,
	}
}

// Check returns an error if an option is invalid.
func (o *Options) Check() error {
	switch {
	case o.Catalogue.Open == nil || o.Catalogue.Derive == nil || o.Catalogue.Parts == nil:
		return errors.New("no catalogue")
	case o.Budget < 0 || o.Rounds < 0:
		return errors.New("the budget and the rounds must not be negative")
	case o.Budget == 0 && o.Rounds == 0:
		return errors.New("neither a budget nor rounds")
	case o.Nodes < 10 || o.Nodes > 1e9:
		return fmt.Errorf("nodes %d is not in 10..%d", o.Nodes, int(1e9))
	case o.Plies < 0 || o.Plies > 40:
		return fmt.Errorf("plies %d is not in 0..40", o.Plies)
	case o.Concurrency < 1 && o.Spread == nil || o.Concurrency < 0 || o.Concurrency > 1024:
		return fmt.Errorf("concurrency %d is not in 1..1024", o.Concurrency)
	}
	return nil
}

// Progress is how far a study is.
type Progress struct {
	Doing    string // a few words
	Games    int    // played so far, including those in the ledger
	Elapsed  time.Duration
	Fraction float64 // of the budget or the rounds
	Results          // of the games at all efforts so far
}

// efforts are the efforts at which fairness is measured, as multiples of Options.Nodes,
// with the number of games per round.
var efforts = []struct {
	times uint64
	games int
}{{1, 4}, {4, 2}, {16, 1}}

// The number of games per round for learning, and for judging what was learned.
const (
	learnGames = 12
	judgeGames = 4
)

// rungEvery[i] is the number of rounds per pair of rung i.
var rungEvery = []int{1, 1, 2, 4}

// A run is a study in progress.
type run struct {
	Options
	store    *store
	job      *Job // nil if the games are played here
	subject  *subject
	report   *Report
	begun    time.Time
	mu       sync.Mutex
	progress Progress
}

// Run studies a game. If ctx ends or the budget runs out, the report covers the games
// played by then, unless there are none.
func Run(ctx context.Context, o Options) (*Report, error) {
	r, ctx, end, err := start(ctx, o, Header{Proof: o.Proof})
	if err != nil {
		return nil, err
	}
	report, err := r.study(ctx)
	return report, end(err)
}

// start opens a game and the ledger for it, whose header it completes. end ends what it began,
// and returns the error with which the run ended, or its own.
func start(ctx context.Context, o Options, h Header) (r *run, inner context.Context, end func(error) error, err error) {
	if err := o.Check(); err != nil {
		return nil, nil, nil, err
	}
	rules, err := o.Catalogue.Open(o.Game)
	if err != nil {
		return nil, nil, nil, err
	}
	if !h.Explore && game.NewRecord(rules.Start()).Outcome().Over() {
		return nil, nil, nil, fmt.Errorf("%s is over before the first move", o.Game)
	}
	h.Study, h.Game, h.Rules, h.Tables = ledgerVersion, rules.Name(), fingerprint(rules), o.Tables != nil
	h.Seed, h.Nodes, h.Plies = o.Seed, o.Nodes, o.Plies
	st, err := openStore(o.Ledger, h)
	if err != nil {
		return nil, nil, nil, err
	}
	r = &run{Options: o, store: st, begun: time.Now(), report: &Report{}}
	r.subject = &subject{rules: rules, seed: o.Seed, nodes: o.Nodes, plies: o.Plies, tables: o.Tables}
	inner, ended, err := r.spread(ctx, h)
	if err != nil {
		return nil, nil, nil, errors.Join(err, st.close())
	}
	return r, inner, func(err error) error { return errors.Join(ended(err), st.close()) }, nil
}

// fingerprint identifies the rules of a game by how a few random games go, so that it
// does not depend on how they are described.
func fingerprint(r game.Rules) string {
	text := ""
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 0))
		pos := r.Start()
		for range 60 {
			moves := pos.Moves()
			text += fmt.Sprintln(pos.FEN(), len(moves), pos.Outcome())
			if len(moves) == 0 || pos.Outcome().Over() {
				break
			}
			pos = pos.Play(moves[random.IntN(len(moves))])
		}
	}
	return fmt.Sprintf("%016x", mix(text))
}

// description returns a description of a game by its start, rules and pieces.
func description(r game.Rules) string {
	text := r.Start().FEN() + "\n" + strings.Join(screen.Card(r), "\n")
	for _, k := range r.Pieces() {
		text += "\n" + k.Letter + k.Betza
	}
	return text
}

// study runs the whole study.
func (r *run) study(ctx context.Context) (*Report, error) {
	rules := r.subject.rules
	board := rules.Board()
	r.report = &Report{Version: ReportVersion, Game: rules.Name(), Build: r.Build, Seed: r.Seed, Nodes: r.Nodes, Plies: r.Plies,
		Start: rules.Start().FEN(), Files: board.Files, Ranks: board.Ranks, Card: screen.Card(rules)}
	var err error
	if r.report.Yardsticks, err = Yardsticks(); err != nil {
		return nil, err
	}
	proof, err := r.proveOnce(ctx)
	if err != nil {
		return nil, err
	}
	r.report.Proof = proof
	if err := r.learn(ctx); err != nil {
		return nil, err
	}
	share := 1.0
	if r.Remedies {
		share = 0.5
	}
	end := share
	if r.Odds {
		share /= 2
	}
	games, err := r.playRounds(ctx, share)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, errors.Join(errors.New("no game was finished: use a larger budget or fewer nodes"), context.Cause(ctx))
	}
	r.report.Complete = ctx.Err() == nil
	if err := r.measure(games); err != nil {
		return nil, err
	}
	if r.Odds && ctx.Err() == nil {
		if err := r.playOdds(ctx, end); err != nil {
			return nil, err
		}
	}
	r.report.conclude()
	if r.Remedies && ctx.Err() == nil {
		if err := r.tryRemedies(ctx); err != nil {
			return nil, err
		}
	}
	return r.report, nil
}

// proveOnce searches for a forced win, or takes the result from the ledger.
func (r *run) proveOnce(ctx context.Context) (p *Proof, err error) {
	r.doing("looking for a forced win")
	n, err := r.store.note("proof", func() (Note, error) {
		within, stop := r.within(ctx, 0.1)
		defer stop()
		p := prove(within, r.subject.rules, r.Proof)
		if err := ctx.Err(); err != nil || p == nil {
			return Note{}, err
		}
		text, err := marshal(p)
		return Note{Text: text}, err
	})
	if err != nil || n.Text == "" {
		return nil, err
	}
	return p, unmarshal(n.Text, &p)
}

// within returns a context that ends when a share of the budget has been used.
func (r *run) within(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if r.Budget <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, r.begun.Add(time.Duration(share*float64(r.Budget))))
}

// learn fits an evaluation to games of the study if the game has none of its own, and
// plays it against the initial one. The better one becomes the judge.
func (r *run) learn(ctx context.Context) error {
	f, why := learns(r.subject.rules)
	if f == nil || !r.Learn {
		if f != nil {
			why = "learning is switched off"
		}
		r.report.Judge.Why = why
		return nil
	}
	learned, err := r.store.note("learned", func() (Note, error) {
		r.doing("learning the game")
		within, stop := r.within(ctx, 0.2)
		defer stop()
		games, err := r.playAll(within, r.subject, limited(r.learningTasks(), learnGames*r.Rounds))
		if err != nil || len(games) < leastLearned || ctx.Err() != nil {
			return Note{Count: len(games)}, errors.Join(err, ctx.Err())
		}
		text, err := fitted(ctx, f, distinct(games))
		return Note{Count: len(games), Text: text}, err
	})
	if err != nil {
		return err
	}
	r.report.Judge.Games = learned.Count
	if learned.Text == "" {
		r.report.Judge.Why = fmt.Sprintf("%d games are too few to learn from", learned.Count)
		return nil
	}
	rules, err := r.Catalogue.derived(r.Game, learned.Text)
	if err != nil {
		r.report.Judge.Why = "no evaluation can be fitted to it: " + err.Error()
		return nil
	}
	own := &subject{text: derivedText(r.Game), weights: learned.Text, rules: rules, beginning: r.subject.rules, seed: r.Seed, nodes: r.Nodes, plies: r.Plies, tables: r.Tables}
	decided, err := r.store.note("judged", func() (Note, error) {
		r.doing("testing what was learned")
		within, stop := r.within(ctx, 0.3)
		defer stop()
		games, err := r.playAll(within, own, limited(r.judgeTasks(), judgeGames*r.Rounds))
		return Note{Count: len(games) / 2 * 2}, errors.Join(err, ctx.Err())
	})
	if err != nil {
		return err
	}
	var games []Game
	if decided.Count > 0 { // 0 would be all, without end
		if games, err = r.playAll(ctx, own, limited(r.judgeTasks(), decided.Count)); err != nil {
			return err
		}
	}
	elo, pairs, ok := eloOf(games)
	if !ok {
		r.report.Judge.Why = "too few games to say whether the learned evaluation is better"
		return nil
	}
	r.report.Judge.Elo, r.report.Judge.Pairs = &elo, pairs
	if elo.Value > 0 {
		r.report.Judge.Learned = true
		own.beginning = nil
		r.subject = own
	} else {
		r.report.Judge.Why = "the learned evaluation is no better than the initial one"
	}
	return nil
}

// limited returns the first n tasks, all if n is 0.
func limited(tasks iter.Seq[task], n int) iter.Seq[task] {
	return func(yield func(task) bool) {
		i := 0
		for t := range tasks {
			if n > 0 && i >= n || !yield(t) {
				return
			}
			i++
		}
	}
}

// learningTasks yields games to learn from, without end.
func (r *run) learningTasks() iter.Seq[task] {
	return func(yield func(task) bool) {
		p := player{nodes: r.Nodes}
		for n := 0; yield(task{stage: learning, number: n, opening: n, players: [2]player{p, p}}); n++ {
		}
	}
}

// judgeTasks yields pairs of games of the learned evaluation against the initial one,
// without end.
func (r *run) judgeTasks() iter.Seq[task] {
	return pairs(proving, player{nodes: r.Nodes}, player{nodes: r.Nodes, beginner: true})
}

// pairs yields games of two players, each opening twice with colours exchanged, without
// end.
func pairs(s stage, a, b player) iter.Seq[task] {
	return func(yield func(task) bool) {
		for n := 0; ; n++ {
			players := [2]player{a, b}
			if n%2 == 1 {
				players = [2]player{b, a}
			}
			if !yield(task{stage: s, number: n, opening: n / 2, players: players}) {
				return
			}
		}
	}
}

// round returns the games of a round: those of every effort, and pairs for the rungs that
// are due.
func (r *run) round(n int) (tasks []task) {
	for _, e := range efforts {
		p := player{nodes: r.Nodes * e.times}
		for i := range e.games {
			number := n*e.games + i
			tasks = append(tasks, task{stage: fairness.numbered(e.times), number: number, opening: number, players: [2]player{p, p}})
		}
	}
	for i, every := range rungEvery {
		if !r.Doubling || n%every != 0 {
			continue
		}
		weak, strong := player{nodes: r.Nodes << i}, player{nodes: r.Nodes << (i + 1)}
		number, s := n/every, doubling.numbered(1<<i)
		tasks = append(tasks, task{stage: s, number: 2 * number, opening: number, players: [2]player{strong, weak}},
			task{stage: s, number: 2*number + 1, opening: number, players: [2]player{weak, strong}})
	}
	return tasks
}

// playRounds plays rounds of games until the rounds, or the given share of the budget,
// are used.
func (r *run) playRounds(ctx context.Context, share float64) ([]Game, error) {
	r.doing("playing")
	within, stop := r.within(ctx, share)
	defer stop()
	return r.playAll(within, r.subject, func(yield func(task) bool) {
		for n := 0; r.Rounds == 0 || n < r.Rounds; n++ {
			for _, t := range r.round(n) {
				if !yield(t) {
					return
				}
			}
			if r.Rounds > 0 {
				r.fraction(float64(n+1) / float64(r.Rounds) * share)
			}
		}
	})
}

// playAll plays games of a subject and reports progress.
func (r *run) playAll(ctx context.Context, s *subject, tasks iter.Seq[task]) ([]Game, error) {
	if r.job != nil {
		elsewhere := func(ctx context.Context, t task) (Game, error) { return r.job.play(ctx, s, t) }
		return playAll(ctx, s, r.store, tasks, spreadGames, func() playing { return elsewhere }, r.count)
	}
	here := func() playing {
		table := newTable(s)
		return func(ctx context.Context, t task) (Game, error) {
			g, err := table.play(ctx, t)
			if err == nil {
				err = r.store.add(g)
			}
			return g, err
		}
	}
	return playAll(ctx, s, r.store, tasks, r.Concurrency, here, r.count)
}
