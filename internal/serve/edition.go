package serve

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/draft"
)

// maxEditions bounds how many games that differ may have been given the same name.
const maxEditions = 50

// learnEdition is learn for a text whose games may have the names of others that are known:
// they are given a number then, and renamed says how each is called. A text that was learned
// before has the same names again.
func (s *Server) learnEdition(text string) (names []string, renamed map[string]string, err error) {
	if names, err = s.learn(text); err == nil {
		return names, nil, nil
	}
	taken := []string{}
	for _, name := range draft.Names(text) {
		if _, failed := s.openGame(name); failed == nil {
			taken = append(taken, name)
		}
	}
	if len(taken) == 0 {
		return nil, nil, err
	}
	for n := 2; n <= maxEditions; n++ {
		renamed = map[string]string{}
		free := true
		for _, name := range taken {
			renamed[name] = fmt.Sprintf("%s-%d", name, n)
		}
		now := draft.Rename(text, renamed)
		if names, err = s.learn(now); err == nil {
			return names, renamed, nil
		}
		for _, name := range taken {
			if _, failed := s.openGame(renamed[name]); failed == nil {
				free = false
			}
		}
		if free { // something else is wrong with it
			break
		}
	}
	return nil, nil, err
}

// rename gives the game of a PGN the name that it has here.
func rename(pgn string, renamed map[string]string) string {
	if len(renamed) == 0 {
		return pgn
	}
	const tag = `[Variant "`
	i := strings.Index(pgn, tag)
	if i < 0 {
		return pgn
	}
	at := i + len(tag)
	end := strings.IndexByte(pgn[at:], '"')
	if end < 0 {
		return pgn
	}
	words := strings.Split(pgn[at:at+end], "+")
	for i, word := range words {
		if now := renamed[word]; now != "" {
			words[i] = now
		}
	}
	return pgn[:at] + strings.Join(words, "+") + pgn[at+end:]
}
