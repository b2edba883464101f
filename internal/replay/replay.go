// Package replay plays the games of PGN files of any length by the rules, several at a time, and
// passes them on one by one in order.
package replay

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Game is a game in a file.
type Game struct {
	File string
	*pgn.Game
	// Rules and Record are nil if the game's variant is not known; the record ends before
	// the first wrong move.
	Rules  game.Rules
	Record *game.Record
	// Err says what is wrong with the game and where, in one line: nil if nothing is.
	Err error
}

// Result returns the result of a game, Ongoing if it has none.
func Result(g *pgn.Game) rules.Result {
	for _, r := range []rules.Result{rules.WhiteWins, rules.BlackWins, rules.Draw} {
		if g.Result == r.String() {
			return r
		}
	}
	return rules.Ongoing
}

// Options say how games are played.
type Options struct {
	// Open finds a game by name.
	Open func(name string) (game.Rules, error)
	// Rules, unless nil, apply to every game; otherwise its tags decide.
	Rules game.Rules
	// In is read for the file "-".
	In io.Reader
}

// What a goroutine takes at a time: batchGames games, or fewer once they have batchMoves moves.
const (
	batchGames = 32
	batchMoves = 4000
)

// A batch is a run of consecutive games. done is closed when they have been played.
type batch struct {
	games []*Game
	done  chan struct{}
}

// Files plays the games of files. It calls use with every game, in order; wrong games come with
// their errors. An error of use, or of reading, ends it.
func Files(ctx context.Context, names []string, o Options, use func(*Game) error) error {
	ctx, cancel := context.WithCancel(ctx)
	p := &player{options: o, rules: map[string]game.Rules{}}
	workers := runtime.GOMAXPROCS(0)
	work, ordered := make(chan *batch), make(chan *batch, 2*workers)
	var failed error // of reading; set before ordered is closed
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	for range workers {
		running.Go(func() {
			for b := range work {
				for _, g := range b.games {
					p.play(g)
				}
				close(b.done)
			}
		})
	}
	running.Go(func() {
		defer close(ordered)
		defer close(work)
		send := func(b *batch) bool {
			for _, to := range []chan *batch{ordered, work} {
				select {
				case to <- b:
				case <-ctx.Done():
					return false
				}
			}
			return true
		}
		for _, name := range names {
			if failed = readFile(ctx, name, o.In, send); failed != nil {
				return
			}
		}
	})
	for b := range ordered {
		select {
		case <-b.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		for _, g := range b.games {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := use(g); err != nil {
				return err
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return failed
}

// readFile passes the games of a file to send in batches, until send returns false.
func readFile(ctx context.Context, name string, std io.Reader, send func(*batch) bool) error {
	text, err := Open(ctx, name, std)
	if err != nil {
		return err
	}
	defer text.Close()
	games := pgn.NewReader(text)
	next, moves := &batch{done: make(chan struct{})}, 0
	for {
		g, err := games.Next()
		if g != nil {
			next.games = append(next.games, &Game{File: name, Game: g, Err: err})
			moves += len(g.Moves)
		}
		if n := len(next.games); n > 0 && (g == nil || n >= batchGames || moves >= batchMoves) {
			if !send(next) {
				return ctx.Err()
			}
			next, moves = &batch{done: make(chan struct{})}, 0
		}
		if g == nil && err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if g == nil {
			return nil
		}
	}
}

// A player plays games, and compiles each of their variants once.
type player struct {
	options Options
	mu      sync.Mutex
	rules   map[string]game.Rules // by the name in the tag
}

// play replays a game, unless it could not be read.
func (p *player) play(g *Game) {
	if g.Err != nil {
		return
	}
	if g.Rules = p.options.Rules; g.Rules == nil {
		rules, err := p.open(g.Variant())
		if err != nil {
			g.Err = fmt.Errorf("game %d, %w", g.Number, &pgn.MoveError{Line: g.Line, Err: err})
			return
		}
		g.Rules = rules
	}
	record, err := g.Check(g.Rules)
	if g.Record = record; err != nil {
		g.Err = fmt.Errorf("game %d, %w", g.Number, err)
	}
}

// open returns the rules with a name. A file may contain any number of wrong names, so only
// rules that exist are kept.
func (p *player) open(name string) (game.Rules, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if rules := p.rules[name]; rules != nil {
		return rules, nil
	}
	rules, err := p.options.Open(name)
	if err == nil && len(p.rules) < 1000 {
		p.rules[name] = rules
	}
	return rules, err
}
