package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/gofrs/flock"

	"github.com/heterodox-chess/heterodox/internal/stats"
)

// A store is the file of the finished games: a line of JSON that describes the
// match, then one a game. A game counts when its line has reached the disk; of
// a line that a crash has cut short nothing is left after the next start.
type store struct {
	file *os.File
	lock *flock.Flock
	size int64 // of the whole lines
}

// A header describes the match, so that nobody resumes another.
type header struct {
	Format     string
	Engines    []Engine
	Variants   []string
	Gauntlet   bool
	Openings   Openings
	Book       string `json:",omitempty"` // checksum of the file of the openings
	Seed       uint64
	SPRT       *stats.SPRT `json:",omitempty"`
	Adjudicate Adjudication
}

const storeFormat = "heterodox match 1"

func (c *Config) header(book string) header {
	h := header{storeFormat, c.Engines, nil, c.Gauntlet, c.Openings, book, c.Seed, c.SPRT, c.Adjudication}
	for _, v := range c.Variants {
		h.Variants = append(h.Variants, v.Name())
	}
	return h
}

// openStore opens or begins the file. have gets each game that is in it.
func openStore(c *Config, book string, have func(Record) error) (_ *store, err error) {
	flags := os.O_RDWR | os.O_CREATE
	if !c.Resume && !c.Force {
		flags |= os.O_EXCL
	}
	if c.Resume {
		flags &^= os.O_CREATE
	}
	f, err := os.OpenFile(c.Store, flags, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("store %s exists: go on with it (resume), overwrite it (force) or name another", c.Store)
	}
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	s := &store{file: f, lock: flock.New(c.Store)}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("store %s: %w", c.Store, err), s.close())
		}
	}()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(errors.New("not a regular file"), err)
	}
	if locked, err := s.lock.TryLock(); err != nil || !locked {
		return nil, errors.Join(errors.New("another match is using it"), err)
	}
	if !c.Resume {
		if err := f.Truncate(0); err != nil {
			return nil, err
		}
		return s, s.append(c.header(book))
	}
	if err := s.load(c, book, have); err != nil {
		return nil, err
	}
	if err := f.Truncate(s.size); err != nil {
		return nil, err
	}
	return s, nil
}

// load reads the file up to its last whole line.
func (s *store) load(c *Config, book string, have func(Record) error) error {
	in := bufio.NewReader(s.file)
	for number := 1; ; number++ {
		text, err := in.ReadBytes('\n')
		if err == io.EOF {
			if number == 1 {
				return errors.New("it is empty: begin the match anew (force)")
			}
			return nil // and what is behind the last line break was cut short
		}
		if err != nil {
			return err
		}
		if number == 1 {
			err = c.sameMatch(text, book)
		} else {
			var r Record
			if err = json.Unmarshal(text, &r); err == nil {
				err = have(r)
			}
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		s.size += int64(len(text))
	}
}

// sameMatch compares the header of the file with the match that is to go on.
func (c *Config) sameMatch(text []byte, book string) error {
	var old, now map[string]json.RawMessage
	if err := json.Unmarshal(text, &old); err != nil {
		return fmt.Errorf("not the beginning of a match: %w", err)
	}
	current, err := json.Marshal(c.header(book))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(current, &now); err != nil {
		return err
	}
	for _, key := range []string{"Format", "Engines", "Variants", "Gauntlet", "Openings", "Book", "Seed", "SPRT", "Adjudicate"} {
		if !bytes.Equal(old[key], now[key]) {
			return fmt.Errorf("it is another match: %s was %.300s, is %.300s", key, old[key], now[key])
		}
	}
	return nil
}

// append writes a line and waits until it is on disk. If that fails, the file
// is as before.
func (s *store) append(value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if _, err = s.file.WriteAt(text, s.size); err == nil {
		err = s.file.Sync()
	}
	if err != nil {
		return errors.Join(err, s.file.Truncate(s.size))
	}
	s.size += int64(len(text))
	return nil
}

func (s *store) close() error {
	return errors.Join(s.lock.Close(), s.file.Close())
}
