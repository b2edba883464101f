package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/scripts/internal/talk"
)

// An engine is a program that speaks UCI.
type engine struct {
	*talk.Engine
	games []string // that it knows
}

// names are the names that Fairy-Stockfish and Stockfish use for games with other names here; a
// game that is not listed has the same name.
var names = map[string]string{
	"fischerandom": "chess", "threecheck": "3check", "fivecheck": "5check", "fairy": "amazon",
}

func start(command string) (engine, error) {
	program, err := talk.Start(command)
	if err != nil {
		return engine{}, err
	}
	games, err := program.Variants()
	if len(games) == 0 {
		games = []string{"chess"}
	}
	return engine{program, games}, err
}

// variant chooses the game.
func (e engine) variant(name string) error {
	chess960 := name == "fischerandom"
	if other, ok := names[name]; ok {
		name = other
	}
	if !slices.Contains(e.games, name) {
		return fmt.Errorf("the engine does not play %s", name)
	}
	commands := []string{fmt.Sprintf("setoption name UCI_Chess960 value %v", chess960), "ucinewgame", "isready"}
	if len(e.games) > 1 {
		commands = append([]string{"setoption name UCI_Variant value " + name}, commands...)
	}
	_, err := e.Ask("readyok", commands...)
	return err
}

// move returns the engine's move in a position.
func (e engine) move(fen string, nodes int) (string, error) {
	lines, err := e.Ask("bestmove", "ucinewgame", "position fen "+fen, fmt.Sprintf("go nodes %d", nodes))
	if err != nil {
		return "", err
	}
	words := strings.Fields(lines[len(lines)-1])
	if len(words) < 2 {
		return "", fmt.Errorf("bestmove without a move in %s", fen)
	}
	return words[1], nil
}
