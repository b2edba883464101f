package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/draft"
	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// This file is how the page adds games: the texts of variants files, which are kept beside the
// saved games that need them.

const (
	variantsDir = ".variants" // in the directory of saved games
	maxVariants = 100         // files
	mostOfFile  = 60_000      // bytes of one
	gamesInFile = 300
)

// LearnKept learns the files that the page has kept in a directory of saved games, also those
// with a parent in another, in whatever order they are. One that no longer fits, for example
// because its game is now built in, is left alone.
func LearnKept(dir string, learn func(text string) (names []string, err error)) {
	files, _ := filepath.Glob(filepath.Join(dir, variantsDir, "*.ini"))
	files = files[:min(len(files), maxVariants)]
	for left := len(files) + 1; len(files) < left; {
		left = len(files)
		files = slices.DeleteFunc(files, func(file string) bool {
			text, err := safefile.Read(file, mostOfFile)
			if err == nil {
				_, err = learn(string(text))
			}
			return err == nil
		})
	}
}

var errNoGame = errors.New("there is no game in that file: a game begins with a line [NAME] or [NAME:PARENT]")

// foreign returns an error if a game of a variants file has a parent in another file: the text
// alone, in a link or after a restart, would not be a game.
func (s *Server) foreign(text string) error {
	if s.options.Source == nil {
		return nil
	}
	earlier, number := []string{}, 0
	for line := range strings.Lines(text) {
		number++
		name, parents := draft.Parse(line).Head()
		for parent := range strings.SplitSeq(parents, "+") {
			if parent = strings.TrimSpace(parent); !slices.Contains(earlier, parent) && s.options.Source(parent) != "" {
				return &general.FileError{Line: number, Section: name, Reason: fmt.Sprintf("its parent %.60s is in another file; a file must contain the parents of its games, except those that are built in", parent)}
			}
		}
		earlier = append(earlier, name)
	}
	return nil
}

// learn adds the games of a file to the known games, and keeps the file.
func (s *Server) learn(text string) (names []string, err error) {
	switch {
	case s.options.Learn == nil:
		return nil, errors.New("this server does not open games from files")
	case len(text) > mostOfFile:
		return nil, fmt.Errorf("the file is longer than %d bytes", mostOfFile)
	case len(draft.Names(text)) > gamesInFile:
		return nil, fmt.Errorf("the file contains more than %d games", gamesInFile)
	}
	s.learning.Lock()
	defer s.learning.Unlock()
	if err := s.foreign(text); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(text))
	dir := filepath.Join(s.options.Dir, variantsDir)
	file := filepath.Join(dir, hex.EncodeToString(sum[:8])+".ini")
	kept, _ := filepath.Glob(filepath.Join(dir, "*.ini"))
	if _, err := os.Stat(file); s.options.Dir != "" && err != nil && len(kept) >= maxVariants {
		return nil, fmt.Errorf("there are already %d variants files: delete some in %s", len(kept), dir)
	}
	names, err = s.options.Learn(text)
	if err == nil && len(names) == 0 {
		err = errNoGame
	}
	if err != nil || s.options.Dir == "" {
		return names, err
	}
	if err = os.MkdirAll(dir, 0o700); err == nil {
		err = safefile.WriteFile(file, []byte(text))
	}
	return names, err
}

// variants adds a file of variants, and answers with the names of its games.
func (s *Server) variants(w *Reply, r *Request) {
	var body struct {
		Text string `json:"text"`
	}
	if !read(w, r, &body) {
		return
	}
	names, err := s.learn(body.Text)
	answerUnless(err, w, map[string]any{"names": names})
}
