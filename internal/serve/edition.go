package serve

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/draft"
)

// maxEditions limits how many different games may have the same name.
const maxEditions = 50

// learnEdition works like learn, but if a game of the text has the name of another known
// game, it gets a number; renamed maps old names to new ones. A text that was learned before
// gets the same names again.
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
		if free { // the name is not the problem
			break
		}
	}
	return nil, nil, err
}

// rename changes the name of the game in a PGN to the one it has here.
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
