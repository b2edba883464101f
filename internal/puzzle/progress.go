package puzzle

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// Progress is the record of somebody who solves puzzles.
type Progress struct {
	Done  map[string]int `json:"done"`  // puzzles tried: 1 for solved without a mistake or a hint, else 0
	Level int            `json:"level"` // on the scale of Puzzle.Rating
}

const (
	firstLevel = 1000
	// step is the most by which a puzzle changes the level, as in Elo's formula.
	step = 32
	// near is how many of the puzzles closest to the level are drawn from.
	near = 6
)

// ReadProgress reads a file written by Write; if there is none, nothing has been tried.
func ReadProgress(file string) (*Progress, error) {
	p := &Progress{Done: map[string]int{}, Level: firstLevel}
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return p, nil
	}
	if err == nil {
		err = json.Unmarshal(text, p)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if p.Done == nil {
		p.Done = map[string]int{}
	}
	return p, nil
}

// Write replaces the file.
func (p *Progress) Write(file string) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return safefile.WriteFile(file, append(text, '\n'))
}

// RecordIn notes how a puzzle went in a file written by Write, which others may have changed
// since it was read. Then p is what the file holds.
func (p *Progress) RecordIn(file string, of Puzzle, solved bool) error {
	lock, err := safefile.TryLock(file)
	for tries := 0; errors.Is(err, safefile.ErrLocked) && tries < 500; tries++ {
		time.Sleep(10 * time.Millisecond)
		lock, err = safefile.TryLock(file)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	now, err := ReadProgress(file)
	if err == nil {
		now.Record(of, solved)
		if err = now.Write(file); err == nil {
			*p = *now
		}
	}
	return errors.Join(err, lock.Unlock())
}

// Record notes how a puzzle went; only the first time counts.
func (p *Progress) Record(of Puzzle, solved bool) {
	if _, known := p.Done[of.ID]; known {
		return
	}
	result := 0
	if solved {
		result = 1
	}
	p.Done[of.ID] = result
	expected := 1 / (1 + math.Pow(10, float64(of.Rating-p.Level)/400))
	p.Level += int(math.Round(step * (float64(result) - expected)))
}

// Solved returns how many puzzles were solved without a mistake.
func (p *Progress) Solved() (n int) {
	for _, result := range p.Done {
		n += result
	}
	return n
}

// Pick draws one of the puzzles that have a theme, "" for any, and have not been tried, near the
// level. ok is false if there is none.
func (p *Progress) Pick(list []Puzzle, theme string, random *rand.Rand) (picked Puzzle, ok bool) {
	var fresh []Puzzle
	for _, one := range list {
		if _, done := p.Done[one.ID]; !done && (theme == "" || slices.Contains(one.Themes, theme)) {
			fresh = append(fresh, one)
		}
	}
	if len(fresh) == 0 {
		return picked, false
	}
	far := func(of Puzzle) int { return max(of.Rating-p.Level, p.Level-of.Rating) }
	slices.SortStableFunc(fresh, func(a, b Puzzle) int { return cmp.Compare(far(a), far(b)) })
	return fresh[random.IntN(min(near, len(fresh)))], true
}
