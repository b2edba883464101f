package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/heterodox-chess/heterodox/internal/ledger"
	"github.com/heterodox-chess/heterodox/internal/parallel"
)

// A store keeps the games of a study in memory and, if a file is named, in a ledger.
type store struct {
	mu     sync.Mutex
	games  map[string]Game // by subject and task
	notes  map[string]Note
	ledger *ledger.Ledger // nil for none
}

// A Header is the first line of a ledger: it identifies the study.
type Header struct {
	Study   int // the version of the ledger's format
	Game    string
	Rules   string // a fingerprint of the game's rules
	Seed    uint64
	Nodes   uint64
	Plies   int
	Proof   uint64
	Explore bool `json:",omitempty"`
	Tables  bool `json:",omitempty"` // the players probe endgame tables
}

func (h Header) String() string {
	text := fmt.Sprintf("%s (rules %s), seed %d, %d nodes, openings of %d plies, proofs of %d nodes", h.Game, h.Rules, h.Seed, h.Nodes, h.Plies, h.Proof)
	if h.Explore {
		text += ", --explore"
	}
	if h.Tables {
		text += ", with endgame tables"
	}
	if h.Study != ledgerVersion {
		text += fmt.Sprintf(", format version %d", h.Study)
	}
	return text
}

// A Note is another line of a ledger: a decision that was made once.
type Note struct {
	Note  string
	Count int    `json:",omitempty"`
	Text  string `json:",omitempty"`
}

// ledgerVersion changes when the meaning of a ledger's lines does.
const ledgerVersion = 1

// openStore returns the store of a study, with the contents of the ledger of that name.
func openStore(name string, h Header) (*store, error) {
	s := &store{games: map[string]Game{}, notes: map[string]Note{}}
	if name == "" {
		return s, nil
	}
	l, err := ledger.Open(name, func(line ledger.Line) error { return s.read(line, h) })
	if errors.Is(err, ledger.ErrMissing) || errors.Is(err, ledger.ErrEmpty) {
		l, err = ledger.Create(name, h, false)
	}
	if err != nil {
		return nil, fmt.Errorf("ledger %s: %w", name, err)
	}
	s.ledger = l
	return s, nil
}

// read processes a line of the ledger.
func (s *store) read(line ledger.Line, want Header) error {
	if line.Number == 1 {
		var h Header
		if err := json.Unmarshal(line.Text, &h); err != nil {
			return err
		}
		if h != want {
			return fmt.Errorf("it belongs to another study: %v, not %v", h, want)
		}
		return nil
	}
	var both struct {
		Game
		Note
	}
	if err := json.Unmarshal(line.Text, &both); err != nil {
		return err
	}
	if both.Note.Note != "" {
		s.notes[both.Note.Note] = both.Note
		return nil
	}
	g := both.Game
	s.games[gameKey(g.Subject, task{stage: g.Stage, number: g.Number})] = g
	return nil
}

func gameKey(subject string, t task) string { return subject + "\n" + t.key() }

// find returns the game of a task if it has been played.
func (s *store) find(subject string, t task) (Game, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := s.games[gameKey(subject, t)]
	return g, ok
}

// add stores a game that has been played.
func (s *store) add(g Game) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.games[gameKey(g.Subject, task{stage: g.Stage, number: g.Number})] = g
	if s.ledger == nil {
		return nil
	}
	return s.ledger.Append(g)
}

// note returns a decision; decide makes it the first time.
func (s *store) note(name string, decide func() (Note, error)) (Note, error) {
	s.mu.Lock()
	n, ok := s.notes[name]
	s.mu.Unlock()
	if ok {
		return n, nil
	}
	n, err := decide()
	if err != nil {
		return Note{}, err
	}
	n.Note = name
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes[name] = n
	if s.ledger == nil {
		return n, nil
	}
	return n, s.ledger.Append(n)
}

func (s *store) close() error {
	if s.ledger == nil {
		return nil
	}
	return s.ledger.Close()
}

// playing plays the game of a task and stores it before it returns.
type playing func(context.Context, task) (Game, error)

// playAll plays the games of tasks that are not in the store, concurrency at a time, until the
// tasks or the time run out; games in the store take no time. It returns the games of all tasks
// before the first one without a game, so that the games depend only on their number, and long
// games are not under-represented. An error of play ends it.
func playAll(ctx context.Context, s *subject, st *store, tasks iter.Seq[task], concurrency int, begin func() playing, watch func(Game)) ([]Game, error) {
	type numbered struct {
		index int
		task  task
	}
	var mu sync.Mutex
	games := map[int]Game{}
	keep := func(index int, g Game) {
		mu.Lock()
		defer mu.Unlock()
		games[index] = g
		watch(g)
	}
	missing := func(yield func(numbered) bool) {
		index := 0
		for t := range tasks {
			if g, known := st.find(s.name, t); known {
				keep(index, g)
			} else if !yield(numbered{index, t}) {
				return
			}
			index++
		}
	}
	err := parallel.Do(ctx, missing, concurrency, func(int) func(context.Context, numbered) error {
		play := begin()
		return func(ctx context.Context, n numbered) error {
			g, err := play(ctx, n.task)
			if err == nil {
				keep(n.index, g)
			}
			return err
		}
	})
	var played []Game
	for {
		g, ok := games[len(played)]
		if !ok {
			break
		}
		played = append(played, g)
	}
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return played, err
	}
	return played, nil
}
