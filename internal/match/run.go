package match

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
)

// A Progress is reported after each finished game.
type Progress struct {
	Record   *Record
	Finished int // games, including those from before a resume
	Games    int // of the whole match
	Report   func() Report
}

// Run plays a match, or the rest of one, on this machine. It calls watch, if
// not nil, after each game, never concurrently. It returns an error before the
// first game if the Config, the openings, the files or the engines are unfit.
// When ctx ends or a file can no longer be written, the games in progress are
// abandoned and the report covers the finished ones.
func Run(ctx context.Context, c Config, watch func(Progress)) (Report, error) {
	h := c.host()
	m, first, err := open(ctx, &c, h)
	if err != nil {
		return Report{}, err
	}
	if len(m.store.references) > 0 {
		first.Close()
		return Report{}, errors.Join(fmt.Errorf("store %s: its clocks are scaled to different machines: continue it with --cluster", c.Store), m.Close())
	}
	m.play(ctx, h, first, watch)
	err = errors.Join(m.err, m.Close())
	return m.Report(), err
}

// host returns where the pairs of the match are played.
func (c *Config) host() *Host {
	return &Host{Terms: c.Terms, Self: c.Self, Bench: c.Bench, Open: func(name string) (game.Rules, error) {
		for _, v := range c.Variants {
			if v.Name() == name {
				return v.Rules, nil
			}
		}
		return nil, fmt.Errorf("unknown variant %.40q", name)
	}}
}

// play plays all remaining pairs, the first of them in a slot whose engines are
// running.
func (m *Match) play(ctx context.Context, h *Host, first *Slot, watch func(Progress)) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var slots sync.WaitGroup
	for i := range min(m.Concurrency, m.tally.schedule.pairs()) {
		s := first
		if i > 0 {
			s = h.NewSlot()
		}
		slots.Go(func() {
			defer s.Close()
			for {
				p, ok, err := m.await(ctx)
				if err == nil && ok {
					err = s.Play(ctx, p, func(r Record) error { return m.Take(r, watch) })
				}
				if err != nil || m.Over() {
					m.fail(err)
					stop()
				}
				if !ok || ctx.Err() != nil {
					return
				}
			}
		})
	}
	slots.Wait()
}

// A Match hands out pairs and takes in the records of their games. It is safe
// for concurrent use.
type Match struct {
	*Config
	book   *book
	mu     sync.Mutex
	tally  *tally
	store  *store
	pgn    *pgnFile
	next   int           // the first pair that may still have to be handed out
	learnt int           // pairs that the Tuner has received
	failed int           // games in a row that ended in a failure
	more   chan struct{} // closed when there may be more pairs to hand out
	err    error
	closed bool
}

// Open opens a match without playing it: the pairs from Next are to be played
// elsewhere. Every engine is started once on this machine and must be
// available.
func Open(ctx context.Context, c Config) (*Match, error) {
	m, first, err := open(ctx, &c, c.host())
	if err == nil {
		first.Close()
	}
	return m, err
}

// open does everything that comes before the first game. It returns a slot with
// running engines.
func open(ctx context.Context, c *Config, h *Host) (*Match, *Slot, error) {
	if err := c.check(); err != nil {
		return nil, nil, err
	}
	book, err := openBook(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	for v := range c.Variants {
		if _, err := book.opening(ctx, v, 0); err != nil {
			return nil, nil, err
		}
	}
	m := &Match{Config: c, book: book, tally: newTally(c), more: make(chan struct{})}
	first, builds, err := h.meet(ctx, c.Variants)
	if err != nil {
		return nil, nil, err
	}
	if err := m.open(ctx, builds); err != nil {
		first.Close()
		return nil, nil, err
	}
	return m, first, nil
}

// open opens the files and counts the games in the store.
func (m *Match) open(ctx context.Context, builds []Build) (err error) {
	if m.pgn, err = openPGN(m.Config); err != nil {
		return err
	}
	m.store, err = openStore(ctx, m.Config, m.book.sum, builds, m.have)
	if err == nil {
		if m.store.purged {
			err = m.countAnew()
		} else {
			err = m.pgn.begin()
		}
		if err != nil {
			err = errors.Join(err, m.store.Close())
		}
	}
	if err != nil {
		err = errors.Join(err, m.pgn.close())
	}
	return err
}

// have counts a game from the store.
func (m *Match) have(r Record) error {
	opening, err := m.check(&r)
	if err != nil {
		return err
	}
	if games := m.tally.schedule.games(); r.Game >= games {
		return fmt.Errorf("game %d is beyond the %d games of this match: a resumed match cannot have fewer rounds", r.Game+1, games)
	}
	if m.tally.has(r.Game) {
		return nil
	}
	m.book.recall(m.tally.schedule.place(r.Game/2), opening)
	m.tally.add(&r)
	m.learn()
	return m.pgn.write(m.Config, &r)
}

// check returns the opening of a record, or an error if it cannot be a game of
// this match or its moves or result violate the rules.
func (m *Match) check(r *Record) (*game.Record, error) {
	s := &m.tally.schedule
	if r.Game < 0 || r.Round < 0 {
		return nil, errors.New("game numbers start at 1")
	}
	white, black := s.players(r.Game)
	at := s.place(r.Game / 2)
	v := m.Variants[at.variant]
	names := [2]string{m.Engines[white].Name, m.Engines[black].Name}
	if r.White != white || r.Black != black || r.Names != names || r.Round != at.round || r.Variant != v.Name() {
		return nil, fmt.Errorf("game %d does not belong to this match", r.Game+1)
	}
	opening, err := opened(v.Rules, r.Start, r.Opening)
	if err == nil {
		err = r.check(opening)
	}
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.Game+1, err)
	}
	return opening, nil
}

// Next returns the next pair to be played; ok is false if there is none. A pair
// with a missing game is handed out again only after the match has been
// reopened. The error means that no opening was found, or is that of ctx.
func (m *Match) Next(ctx context.Context) (p Pair, ok bool, err error) {
	m.mu.Lock()
	s := &m.tally.schedule
	for m.next < s.pairs() && m.tally.has(2*m.next) && m.tally.has(2*m.next+1) {
		m.next++
	}
	number := m.next
	if number >= s.pairs() || m.tally.decision != "" || m.err != nil || ctx.Err() != nil || !m.tuned(number) {
		m.mu.Unlock()
		return Pair{}, false, nil
	}
	m.next++
	m.mu.Unlock()
	p, err = m.pair(ctx, number)
	return p, err == nil, err
}

// pair returns a pair by its number, with those of its games marked that are
// done.
func (m *Match) pair(ctx context.Context, number int) (Pair, error) {
	s := &m.tally.schedule
	at := s.place(number)
	opening, err := m.book.opening(ctx, at.variant, at.round)
	if err != nil {
		return Pair{}, err
	}
	p := newPair(number, s, m.Variants[at.variant], opening)
	p.Done = m.played(number)
	if m.Tuner != nil && p.Done != [2]bool{true, true} {
		m.mu.Lock()
		defer m.mu.Unlock()
		var known bool
		if p.Options, known = m.Tuner.Options(number); !known {
			return Pair{}, fmt.Errorf("pair %d: earlier pairs must be played first", number+1)
		}
	}
	return p, nil
}

// played reports which games of a pair have been counted.
func (m *Match) played(number int) [2]bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return [2]bool{m.tally.has(2 * number), m.tally.has(2*number + 1)}
}

// Take writes a finished game to disk and counts it, as TakeAll does.
func (m *Match) Take(r Record, watch func(Progress)) error { return m.TakeAll([]Record{r}, watch) }

// TakeAll writes finished games to disk, all at once, and then counts them.
// Duplicates are ignored, as is everything after the match has failed. An error
// means that a game does not belong to this match, or that the match has
// failed.
func (m *Match) TakeAll(records []Record, watch func(Progress)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var fresh []Record
	seen := map[int]bool{}
	for i := range records {
		r := &records[i]
		if m.err != nil || m.closed || m.tally.has(r.Game) || seen[r.Game] {
			continue
		}
		if _, err := m.check(r); err != nil {
			return err
		}
		seen[r.Game] = true
		fresh = append(fresh, *r)
	}
	lines := make([]any, len(fresh))
	for i := range fresh {
		lines[i] = &fresh[i]
	}
	if err := m.store.Append(lines...); err != nil {
		m.err = fmt.Errorf("store %s: %w", m.Store, err)
		return m.err
	}
	for i := range fresh {
		r := &fresh[i]
		m.tally.add(r)
		if m.learn(); m.fails(r) {
			m.err = fmt.Errorf("an engine failed in each of the last %d games: %s", m.failed, r.Reason)
			return m.err
		}
		if err := m.pgn.write(m.Config, r); err != nil {
			m.err = err
			return err
		}
		if watch != nil {
			watch(Progress{r, m.tally.finished(), m.tally.schedule.games(), func() Report { return m.tally.report(m.Config) }})
		}
	}
	return nil
}

// Over reports whether no more pairs will be handed out.
func (m *Match) Over() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err != nil || m.tally.decision != "" || m.tally.finished() == m.tally.schedule.games()
}

// Report returns the state of the match.
func (m *Match) Report() Report {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tally.report(m.Config)
}

// Close closes the files.
func (m *Match) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return errors.Join(m.pgn.close(), m.store.Close(), m.book.file.Close())
}

// fail records the first error other than a cancelled context.
func (m *Match) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil && !errors.Is(err, context.Canceled) && m.err == nil {
		m.err = err
	}
}
