package table

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file reads what a player types or pastes: moves, a position, or a whole game.

// Typed is a sequence of moves, as ReadMoves finds them.
type Typed struct {
	Moves []game.Move
	Sides []rules.Color // the side that makes each
	After game.Position
}

// ReadMoves reads what a player types in a position: a move in algebraic or UCI
// notation, or several, joined by '/' or blanks, with or without numbers: "e4",
// "Nf3/Ng5", "1. e4 e5 2. Nf3". The error is one line: what is wrong, or why a move is
// not legal.
func ReadMoves(pos game.Position, text string) (Typed, error) {
	words := moveWords(text)
	if len(words) == 0 {
		return Typed{}, errors.New("expected a move such as e4, Nf3 or e2e4")
	}
	typed := Typed{After: pos}
	for rest := words; len(rest) > 0; {
		word := strings.TrimPrefix(rest[0], "/")
		rest = rest[1:]
		if len(rest) > 0 && strings.HasPrefix(rest[0], "/") { // perhaps what comes into play with the move: Nf3/E
			if _, err := typed.After.ParseSAN(word + rest[0]); err == nil {
				word, rest = word+rest[0], rest[1:]
			}
		}
		m, err := readMove(typed.After, word)
		if err != nil {
			if len(words) > 1 {
				err = fmt.Errorf("move %d: %w", len(typed.Moves)+1, err)
			}
			return Typed{}, err
		}
		typed.Moves, typed.Sides = append(typed.Moves, m), append(typed.Sides, typed.After.Side())
		typed.After = typed.After.Play(m)
	}
	return typed, nil
}

// moveNumber matches the number of a move, which is redundant.
var moveNumber = regexp.MustCompile(`^\d+(\.+|…)`)

// moveWords splits a list of moves into words, without the numbers; a slash stays in front of
// the word that follows it.
func moveWords(text string) (words []string) {
	for _, word := range strings.Fields(strings.ReplaceAll(text, "/", " /")) {
		bare, joined := strings.CutPrefix(word, "/")
		if bare = moveNumber.ReplaceAllString(bare, ""); bare == "" || bare == "…" || bare == "..." {
			continue
		}
		if joined {
			bare = "/" + bare
		}
		words = append(words, bare)
	}
	return words
}

// Paste opens what a player has copied from elsewhere: a game in PGN or in the format
// of saved cubes, a position of the given game, or a list of its moves. A position or
// moves become an analysis.
func Paste(text string, ruleset game.Rules, open func(string) (game.Rules, error), thinkers *Thinkers) (*Table, error) {
	if len(text) > maxFile {
		return nil, errors.New("the text is too long for a game")
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, errors.New("nothing to open: expected a game in PGN, a FEN or moves")
	}
	o := Options{Start: ruleset.Start(), Study: true, Thinkers: thinkers}
	start, fenErr := ruleset.ParsePosition(text)
	if fenErr == nil {
		o.Start = start
		return New(o)
	}
	typed, moveErr := ReadMoves(o.Start, text)
	switch {
	case moveErr == nil:
		t, err := New(o)
		if err == nil {
			if _, err = t.PlayAt(0, typed.Moves...); err != nil {
				t.Close()
				return nil, err
			}
		}
		return t, err
	case strings.HasPrefix(text, "[") && !isTag(text), strings.Count(words[0], "/") > 1: // ranks of a board
		return nil, fenErr
	case strings.ContainsAny(text, "[{(;*"), moveNumber.MatchString(words[0]), strings.HasSuffix(text, "1-0"), strings.HasSuffix(text, "0-1"), strings.HasSuffix(text, "1/2-1/2"):
		return Parse([]byte(text), open, thinkers)
	}
	return nil, moveErr
}

// isTag reports whether a text starts with a PGN tag rather than with the levels of a cube.
func isTag(text string) bool { return tagStart.MatchString(text) }

var tagStart = regexp.MustCompile(`^\[\s*\w+\s*"`)
