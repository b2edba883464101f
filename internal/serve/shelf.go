package serve

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/explore"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/table"
)

// This file keeps a list of the saved games in memory, so that thousands of them can be
// searched quickly. A file is read when it is new or has changed.

// A shelf is a directory of saved games.
type shelf struct {
	dir string

	mu      sync.Mutex
	games   map[string]*shelved // by file
	sorted  []*shelved          // newest first
	listed  time.Time           // when the directory was read
	changed time.Time           // the directory's modification time then
	tags    map[string][]string // of games, by file: players' own labels
}

// shelved is a saved game.
type shelved struct {
	table.Saved
	table.Brief
	fault    string        // why it cannot be read
	text     string        // the text that is searched, in lower case
	players  string        // the players' names, in lower case
	event    string        // as in the file, unless it is OwnEvent
	explored *explore.Game // nil until needed
}

const (
	tagsFile    = ".tags.json"
	deletedDir  = ".deleted"
	keepDeleted = 30 * 24 * time.Hour
)

// openShelf returns the shelf of a directory, "" for none. It removes games
// that were deleted long ago.
func openShelf(dir string) *shelf {
	s := &shelf{dir: dir, games: map[string]*shelved{}}
	if dir == "" {
		return s
	}
	old, _ := os.ReadDir(filepath.Join(dir, deletedDir))
	for _, e := range old {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keepDeleted {
			os.Remove(filepath.Join(dir, deletedDir, e.Name()))
		}
	}
	s.tags, _ = s.readTags()
	return s
}

// holds reports whether a game is saved, or was deleted and can be restored.
func (s *shelf) holds(file string) bool {
	_, here := os.Stat(filepath.Join(s.dir, file))
	_, deleted := os.Stat(filepath.Join(s.dir, deletedDir, file))
	return !errors.Is(here, fs.ErrNotExist) || !errors.Is(deleted, fs.ErrNotExist)
}

// readTags reads the tags of the games that still exist.
func (s *shelf) readTags() (map[string][]string, error) {
	text, err := safefile.Read(filepath.Join(s.dir, tagsFile), 16<<20)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	tags := map[string][]string{}
	json.Unmarshal(text, &tags) // what cannot be read is ignored
	if tags == nil {
		tags = map[string][]string{}
	}
	maps.DeleteFunc(tags, func(file string, _ []string) bool { return !s.holds(file) })
	return tags, nil
}

// find returns the games that match a filter, newest first, and how many are
// still to be read for that.
func (s *shelf) find(wanted filter, open func(string) (game.Rules, error)) (found []*shelved, left int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refresh(); err != nil {
		return nil, 0, err
	}
	if wanted.position != nil {
		if left, err = s.readPositions(open); err != nil {
			return nil, 0, err
		}
	}
	for _, g := range s.sorted {
		if wanted.fits(g, s.tags[g.File]) {
			found = append(found, g)
		}
	}
	return found, left, nil
}

// tagsOf returns the tags of a game.
func (s *shelf) tagsOf(file string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.tags[file]...)
}

// allTags returns all tags in use, the most frequent first.
func (s *shelf) allTags() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	count := map[string]int{}
	for file, tags := range s.tags {
		for _, t := range tags {
			if s.games[file] != nil {
				count[t]++
			}
		}
	}
	all := slices.AppendSeq([]string{}, maps.Keys(count))
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(count[b]-count[a], cmp.Compare(a, b)) })
	return all
}

// refresh reads what has changed in the directory. A change within a moment after a
// read may be noticed late.
func (s *shelf) refresh() error {
	info, err := os.Stat(s.dir)
	if err != nil {
		return err
	}
	if info.ModTime().Equal(s.changed) && s.listed.Sub(s.changed) > time.Second {
		return nil
	}
	now := time.Now()
	list, err := table.List(s.dir)
	if err != nil {
		return err
	}
	games := make(map[string]*shelved, len(list))
	s.sorted = s.sorted[:0]
	for _, saved := range list {
		g := s.games[saved.File]
		if g == nil || !g.Time.Equal(saved.Time) {
			g = s.read(saved)
		}
		games[saved.File] = g
		s.sorted = append(s.sorted, g)
	}
	s.games, s.listed, s.changed = games, now, info.ModTime()
	if tags, err := s.readTags(); err == nil { // another program may have changed them
		s.tags = tags
	}
	return nil
}

// maxSaved limits the size of a saved game, as in package table.
const maxSaved = 8 << 20

func (s *shelf) read(saved table.Saved) *shelved {
	g := &shelved{Saved: saved}
	text, err := safefile.Read(filepath.Join(s.dir, saved.File), maxSaved)
	if err == nil {
		g.Brief, err = table.ReadBrief(text)
	}
	if err != nil {
		g.fault = err.Error()
	}
	words := []string{saved.File, g.Variant, g.Result.String(), saved.Time.Format("2006-01-02 2 January 2006")}
	for _, p := range g.Players {
		words = append(words, p.Name)
		if !p.Human() {
			words = append(words, fmt.Sprintf("engine level %d", p.Level))
		}
	}
	if g.Study {
		words = append(words, "analysis")
	}
	if g.event = clean(g.Event, 120); g.event == table.OwnEvent {
		g.event = ""
	}
	g.players = strings.ToLower(g.Players[0].Name + "\n" + g.Players[1].Name)
	g.Date = cmp.Or(g.Date, saved.Time.Format(time.DateOnly))
	words = append(words, g.event, g.Date)
	g.text = strings.ToLower(strings.Join(words, " "))
	return g
}

var errNoSaved = errors.New("there is no such saved game")

// tag gives a game its tags.
func (s *shelf) tag(file string, tags []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := os.Stat(filepath.Join(s.dir, file)); err != nil {
		return errNoSaved
	}
	if err := s.writeTags(file, tags); err != nil {
		return fmt.Errorf("the tags cannot be saved: %w", err)
	}
	return nil
}

// waitForTags is how long another program may take to write the tags.
const waitForTags = 2 * time.Second

// writeTags changes the tags of a game in the file, which other programs may have changed.
func (s *shelf) writeTags(file string, tags []string) error {
	name, begun := filepath.Join(s.dir, tagsFile), time.Now()
	lock, err := safefile.TryLock(name)
	for errors.Is(err, safefile.ErrLocked) && time.Since(begun) < waitForTags {
		time.Sleep(5 * time.Millisecond)
		lock, err = safefile.TryLock(name)
	}
	if err != nil {
		return err
	}
	defer lock.Unlock()
	all, err := s.readTags()
	if err != nil {
		return err
	}
	if all[file] = tags; len(tags) == 0 {
		delete(all, file)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	if err := safefile.WriteFile(name, text); err != nil {
		return err
	}
	s.tags = all
	return nil
}

// remove moves a game to where restore finds it. A game that is open somewhere is kept.
func (s *shelf) remove(file string) error {
	from := filepath.Join(s.dir, file)
	if _, err := os.Stat(from); err != nil {
		return errNoSaved
	}
	lock, err := safefile.TryLock(from)
	if errors.Is(err, safefile.ErrLocked) {
		return &table.ErrInUse{File: file}
	}
	if err != nil {
		return err
	}
	defer lock.Unlock()
	deleted := filepath.Join(s.dir, deletedDir)
	if err := os.MkdirAll(deleted, 0o700); err != nil {
		return err
	}
	now := time.Now()
	os.Chtimes(from, now, now) // the time for which it is kept starts now
	return os.Rename(from, filepath.Join(deleted, file))
}

// restore brings back a game that was removed.
func (s *shelf) restore(file string) error {
	to := filepath.Join(s.dir, file)
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.New("a saved game with that name already exists")
	}
	if err := os.Rename(filepath.Join(s.dir, deletedDir, file), to); err != nil {
		return errors.New("that game was not deleted, or was deleted too long ago")
	}
	return nil
}
