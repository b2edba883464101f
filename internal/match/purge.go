package match

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/ledger"
)

// A PurgedWorker is one whose games have been removed from the score. They remain in
// the store.
type PurgedWorker struct {
	Worker string `json:"worker"`
	Why    string `json:"why"`
	Games  int    `json:"games"`
}

// purge removes the games that a worker has played so far, first in the store.
func (m *Match) purge(worker, why string) (games int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil || m.closed {
		return 0, m.err
	}
	before := m.tally.finished()
	if err := m.store.Append(jobs.Purged{Purged: worker, Why: why}); err != nil {
		m.err = fmt.Errorf("store %s: %w", m.Store, err)
		return 0, m.err
	}
	if err := m.countAnew(); err != nil {
		m.err = err
		return 0, err
	}
	m.next = 0
	return before - m.tally.finished(), nil
}

// countAnew recounts the games of the store without those that have been removed,
// and rewrites the PGN.
func (m *Match) countAnew() error {
	purges, err := m.store.purges()
	if err != nil {
		return fmt.Errorf("store %s: %w", m.Store, err)
	}
	pgn, err := m.pgn.anew()
	if err != nil {
		return err
	}
	tally := newTally(m.Config)
	for _, p := range purges {
		tally.purged = append(tally.purged, p.PurgedWorker)
	}
	err = m.store.Read(func(l ledger.Line) error {
		r := Record{Game: -1}
		if err := json.Unmarshal(l.Text, &r); err != nil {
			return notJSON(err)
		}
		if r.Game < 0 || tally.has(r.Game) {
			return nil
		}
		for i := range purges {
			if p := &purges[i]; p.Worker == r.Worker && l.Number < p.line {
				tally.purged[i].Games++
				return nil
			}
		}
		tally.add(&r)
		return pgn.write(m.Config, &r)
	})
	if err == nil {
		err = pgn.begin()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("store %s: %w", m.Store, err), pgn.close())
	}
	err = m.pgn.close()
	m.tally, m.pgn = tally, pgn
	return err
}

// A purge is a line of the store that removes games before it.
type purge struct {
	PurgedWorker
	line int
}

// purges returns the purges recorded in a store.
func (s *store) purges() (list []purge, err error) {
	err = s.Read(func(l ledger.Line) error {
		var p jobs.Purged
		if err := json.Unmarshal(l.Text, &p); err != nil {
			return notJSON(err)
		}
		if p.Purged != "" {
			list = append(list, purge{PurgedWorker{Worker: p.Purged, Why: p.Why}, l.Number})
		}
		return nil
	})
	return list, err
}
