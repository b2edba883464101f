package match

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// A Progress is told after each finished game.
type Progress struct {
	Record   *Record
	Finished int // games, those of before a resume included
	Games    int // of the whole match
	Report   func() Report
}

// A match in progress.
type match struct {
	*Config
	schedule schedule
	book     *book
	first    *team // of engines that have been met
	mu       sync.Mutex
	tally    *Tally
	store    *store
	pgn      *pgnFile
	done     map[int]bool // games in the store
	next     int          // the first game that may be left to play
	starts   map[int]int  // failed starts in a row, by engine
	decision string       // of the SPRT
	err      error        // that stopped the match
}

// Run plays a match, or the rest of one, and tells watch, if not nil, after each
// game; one game at a time. It returns an error before the first game if the
// Config, the openings, the files or the engines are not fit for it. When ctx
// ends, the games in progress are given up, and the report is about the
// finished ones, as it is when a file cannot be written any more.
func Run(ctx context.Context, c Config, watch func(Progress)) (Report, error) {
	m, err := prepare(ctx, &c)
	if err != nil {
		return Report{}, err
	}
	m.play(ctx, watch)
	err = errors.Join(m.err, m.pgn.close(), m.store.close())
	return m.tally.report(&c, m.decision), err
}

// prepare does all that comes before the first game.
func prepare(ctx context.Context, c *Config) (*match, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	book, err := openBook(ctx, c)
	if err != nil {
		return nil, err
	}
	for v := range c.Variants {
		if _, err := book.opening(ctx, v, 0); err != nil {
			return nil, err
		}
	}
	m := &match{
		Config: c, schedule: newSchedule(c), book: book, tally: newTally(c),
		done: map[int]bool{}, starts: map[int]int{},
	}
	if m.first, err = m.meet(ctx); err != nil {
		return nil, err
	}
	if err := m.open(); err != nil {
		m.first.close()
		return nil, err
	}
	m.decide()
	return m, nil
}

// check returns an error that says what is wrong with the Config.
func (c *Config) check() error {
	names := map[string]bool{}
	for _, e := range c.Engines {
		if names[e.Name] {
			return fmt.Errorf("two engines are called %s", e.Name)
		}
		names[e.Name] = true
	}
	switch {
	case len(c.Engines) < 2:
		return errors.New("a match needs two engines or more")
	case len(c.Variants) == 0:
		return errors.New("a match needs a variant")
	case c.Rounds < 1 || c.Concurrency < 1:
		return errors.New("a match needs rounds, and games to be played at a time")
	case c.SPRT != nil && len(c.Engines) != 2:
		return errors.New("an SPRT is for two engines")
	}
	return nil
}

// meet starts every engine once, and sees whether it takes its options and
// knows the variants. Engines that do not start are not held against the match
// as long as two do.
func (m *match) meet(ctx context.Context) (*team, error) {
	first := &team{match: m, players: map[int]*player{}}
	var faults []error
	for i := range m.Engines {
		p, err := m.newPlayer(ctx, &m.Engines[i])
		if f := (*failure)(nil); errors.As(err, &f) {
			faults = append(faults, fmt.Errorf("engine %s: %w", m.Engines[i].Name, err))
			continue
		}
		if err == nil {
			first.players[i] = p
			for _, v := range m.Variants {
				if _, unknown := p.variantCommands(v); unknown != nil && err == nil {
					err = unknown
				}
			}
		}
		if err != nil {
			first.close()
			return nil, err
		}
	}
	if len(first.players) < 2 {
		first.close()
		return nil, faults[0]
	}
	return first, nil
}

// open opens the files, and counts the games that are in the store.
func (m *match) open() (err error) {
	if m.pgn, err = openPGN(m.Config); err != nil {
		return err
	}
	m.store, err = openStore(m.Config, m.book.sum, m.have)
	if err == nil {
		err = m.pgn.begin()
	}
	if err != nil {
		err = errors.Join(err, m.pgn.close())
		if m.store != nil {
			err = errors.Join(err, m.store.close())
		}
	}
	return err
}

// have counts a game that the store holds.
func (m *match) have(r Record) error {
	if r.Game < 0 || m.done[r.Game] {
		return fmt.Errorf("game %d is there twice, or is none", r.Game+1)
	}
	if t := m.schedule.task(r.Game); t.white != r.White || t.black != r.Black || m.Variants[t.variant].Name() != r.Variant {
		return fmt.Errorf("game %d is not of this match", r.Game+1)
	}
	if err := m.book.recall(m.schedule.task(r.Game), &r); err != nil {
		return fmt.Errorf("game %d: %w", r.Game+1, err)
	}
	m.done[r.Game] = true
	m.tally.add(&r)
	return m.pgn.write(m.Config, &r)
}

// decide sees whether the SPRT has ended.
func (m *match) decide() {
	if m.SPRT != nil {
		m.decision = m.SPRT.Decision(m.SPRT.LLR(m.tally.total(0).Pairs))
	}
}

// play plays all games that are left.
func (m *match) play(ctx context.Context, watch func(Progress)) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var workers sync.WaitGroup
	for worker := range m.Concurrency {
		t := m.first
		if worker > 0 {
			t = &team{match: m, players: map[int]*player{}}
		}
		workers.Go(func() {
			defer t.close()
			for {
				task, ok := m.take(ctx)
				if !ok {
					return
				}
				r, err := t.play(ctx, task)
				if err == nil && ctx.Err() == nil {
					err = m.count(r, watch)
				}
				m.note(err, stop)
			}
		})
	}
	workers.Wait()
}

// take returns the next game to play, if there is one.
func (m *match) take(ctx context.Context) (task, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.done[m.next] {
		m.next++
	}
	if m.next >= m.schedule.games() || ctx.Err() != nil || m.decision != "" {
		return task{}, false
	}
	m.next++
	return m.schedule.task(m.next - 1), true
}

// count puts a finished game on disk and then counts it.
func (m *match) count(r *Record, watch func(Progress)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil || m.decision != "" {
		return nil // the match is over
	}
	if err := m.store.append(r); err != nil {
		return fmt.Errorf("store %s: %w", m.Store, err)
	}
	m.done[r.Game] = true
	m.tally.add(r)
	if err := m.pgn.write(m.Config, r); err != nil {
		return err
	}
	m.decide()
	if watch != nil {
		watch(Progress{r, m.tally.finished, m.schedule.games(), func() Report { return m.tally.report(m.Config, m.decision) }})
	}
	return nil
}

// note keeps an error, and stops the match for it, or for the SPRT.
func (m *match) note(err error, stop func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil && !errors.Is(err, context.Canceled) && m.err == nil {
		m.err = err
	}
	if m.err != nil || m.decision != "" {
		stop()
	}
}

// failedStarts counts the failed starts of an engine in a row: one more, or none.
func (m *match) failedStarts(engine int, failed bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.starts[engine]++
	if !failed {
		m.starts[engine] = 0
	}
}

// hopeless reports whether an engine has failed to start too often to try again.
func (m *match) hopeless(engine int) bool {
	const most = 3
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.starts[engine] >= most
}
