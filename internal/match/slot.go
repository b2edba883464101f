package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Host plays pairs on this machine, as many at a time as it has slots.
type Host struct {
	Terms
	// Open returns the rules of a variant.
	Open func(name string) (game.Rules, error)
	// Self is the engine that the command self stands for. It speaks UCI until the end
	// of its input or of the context.
	Self func(ctx context.Context, in io.Reader, out io.Writer) error
	// Bench is the number of nodes of a fixed search by Self, 0 if unknown.
	Bench uint64

	// Paces are the paces of the clocks, by variant; none where they run as the Terms
	// specify.
	Paces map[string]*Pace

	// Sums are the checksums that files must still have when they are run.
	Sums map[string]string

	mu     sync.Mutex
	starts map[int]int // failed starts in a row, by engine
}

// A Slot plays one pair at a time. Its engines keep running for the next pair.
type Slot struct {
	host    *Host
	players map[int]*player // by engine
}

// buildOf identifies an engine on this machine without starting it.
func (h *Host) buildOf(e *Engine) Build {
	b := buildOf(e)
	if e.isSelf() {
		b.Bench = h.Bench
	}
	return b
}

// record returns the record of a game of a pair that begins now.
func (h *Host) record(p *Pair, game int) Record { return p.record(&h.Terms, h.Paces[p.Variant], game) }

// NewSlot returns a slot. The caller must close it.
func (h *Host) NewSlot() *Slot { return &Slot{host: h, players: map[int]*player{}} }

// Play plays the unfinished games of a pair and passes each to done when it ends. It
// returns early with the error of done or of ctx; the game in progress is then
// abandoned.
func (s *Slot) Play(ctx context.Context, p Pair, done func(Record) error) error {
	for number := range p.Done {
		if p.Done[number] {
			continue
		}
		r, err := s.play(ctx, &p, number)
		if err == nil {
			err = done(*r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// play plays one game. If the referee itself panics, the game is void.
func (s *Slot) play(ctx context.Context, p *Pair, number int) (r *Record, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			s.Close()
			r, err = s.void(p, number, cause, debug.Stack()), nil
		}
	}()
	ruleset, err := s.host.Open(p.Variant)
	if err != nil {
		return nil, err
	}
	opening, err := opened(ruleset, p.Start, p.Opening)
	if err != nil {
		return nil, fmt.Errorf("pair %d: opening: %w", p.Number+1, err)
	}
	engines := p.players(number)
	s.keep(engines)
	var players [2]*player
	for color, engine := range engines {
		options := p.Options[0]
		if engine == p.Second {
			options = p.Options[1]
		}
		player, err := s.ready(ctx, engine, Variant{ruleset, p.Names}, options)
		if f := (*failure)(nil); errors.As(err, &f) {
			return s.forfeit(p, number, rules.Color(color), f), nil
		}
		if err != nil {
			return nil, err
		}
		players[color] = player
	}
	table, err := newTable(&s.host.Terms, s.host.record(p, number), opening, players)
	if err != nil {
		return nil, err
	}
	if !table.play(ctx) {
		s.Close()
		return nil, ctx.Err()
	}
	if t := table.record.Trouble; t != nil {
		for color, engine := range engines { // an engine at fault may be in any state
			if t.Engine == table.record.Names[color] {
				s.drop(engine)
			}
		}
	}
	return &table.record, nil
}

// ready returns a player prepared for the new game and its options. It starts one if
// there is none.
func (s *Slot) ready(ctx context.Context, engine int, v Variant, options []Option) (*player, error) {
	h := s.host
	p := s.players[engine]
	if p == nil {
		if h.hopeless(engine) {
			return nil, &failure{Abandoned, "did not start in the last games", nil}
		}
		var err error
		p, err = h.newPlayer(ctx, &h.Engines[engine])
		if ctx.Err() != nil {
			if p != nil {
				p.close()
			}
			return nil, ctx.Err()
		}
		h.failedStarts(engine, err != nil)
		if err != nil {
			return nil, asFailure(err)
		}
		s.players[engine] = p
	}
	err := p.setOptions(options)
	if err == nil {
		err = p.newGame(ctx, v)
	}
	if err != nil {
		s.drop(engine)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, asFailure(err)
	}
	return p, nil
}

// asFailure returns the failure in an error. An option that was accepted at the first
// start but no longer is also counts as a failure.
func asFailure(err error) *failure {
	if f := (*failure)(nil); errors.As(err, &f) {
		return f
	}
	return &failure{Abandoned, oneLine(err.Error()), nil}
}

// forfeit returns the record of a game that an engine failed to begin.
func (s *Slot) forfeit(p *Pair, game int, color rules.Color, f *failure) *Record {
	r := s.host.record(p, game)
	r.Result = rules.WinFor(color.Opponent()).String()
	r.Termination, r.Reason = f.Termination, color.String()+" "+f.Detail
	r.Trouble = newTrouble(&s.host.Engines[p.players(game)[color]], f, f.Last)
	return &r
}

// void returns the record of a game that the referee could not complete.
func (s *Slot) void(p *Pair, game int, cause any, stack []byte) *Record {
	r := s.host.record(p, game)
	r.Result, r.Termination = "*", Abandoned
	r.Reason = oneLine(fmt.Sprintf("the referee panicked: %v", cause))
	var t tail
	t.crash(string(stack))
	r.Trouble = &Trouble{Engine: "the referee", What: r.Reason, Last: t.all()}
	return &r
}

// keep ends all engines except these.
func (s *Slot) keep(engines [2]int) {
	for engine := range maps.Clone(s.players) {
		if engine != engines[0] && engine != engines[1] {
			s.drop(engine)
		}
	}
}

// drop ends an engine.
func (s *Slot) drop(engine int) {
	if p := s.players[engine]; p != nil {
		p.close()
		delete(s.players, engine)
	}
}

// Close ends the engines of the slot.
func (s *Slot) Close() { s.keep([2]int{-1, -1}) }

// failedStarts counts consecutive failed starts of an engine: one more, or back to 0.
func (h *Host) failedStarts(engine int, failed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.starts == nil {
		h.starts = map[int]int{}
	}
	h.starts[engine]++
	if !failed {
		h.starts[engine] = 0
	}
}

// hopeless reports whether an engine has failed to start too often to try again.
func (h *Host) hopeless(engine int) bool {
	const most = 3
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.starts[engine] >= most
}
