package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// An engine is a program that speaks UCI.
type engine struct {
	program *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
	games   []string // that it knows
}

// names are those that Fairy-Stockfish and Stockfish have for games whose names are others
// here; a game that is not listed is called the same.
var names = map[string]string{
	"fischerandom": "chess", "threecheck": "3check", "fivecheck": "5check", "fairy": "amazon",
}

func start(command string) (*engine, error) {
	e := &engine{program: exec.Command(command)}
	var err error
	if e.in, err = e.program.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := e.program.StdoutPipe()
	if err != nil {
		return nil, err
	}
	e.out = bufio.NewScanner(out)
	e.out.Buffer(nil, 1<<20)
	if err := e.program.Start(); err != nil {
		return nil, err
	}
	games, err := e.ask("uci", "option name UCI_Variant")
	if err == nil {
		e.games = strings.Fields(games)
		_, err = e.ask("isready", "readyok")
	}
	return e, err
}

func (e *engine) close() {
	fmt.Fprintln(e.in, "quit")
	e.program.Wait()
}

// ask sends a command, and returns the line that begins so.
func (e *engine) ask(command, answer string) (string, error) {
	if _, err := fmt.Fprintln(e.in, command); err != nil {
		return "", err
	}
	for e.out.Scan() {
		if strings.HasPrefix(e.out.Text(), answer) {
			return e.out.Text(), nil
		}
	}
	return "", fmt.Errorf("the engine has ended: %v", e.out.Err())
}

// variant chooses the game.
func (e *engine) variant(name string) error {
	chess960 := name == "fischerandom"
	if other, ok := names[name]; ok {
		name = other
	}
	if !slices.Contains(e.games, name) {
		return fmt.Errorf("the engine does not know %s", name)
	}
	fmt.Fprintf(e.in, "setoption name UCI_Variant value %s\nsetoption name UCI_Chess960 value %v\nucinewgame\n", name, chess960)
	_, err := e.ask("isready", "readyok")
	return err
}

// move returns the engine's move in a position.
func (e *engine) move(fen string, nodes int) (string, error) {
	fmt.Fprintf(e.in, "ucinewgame\nposition fen %s\n", fen)
	line, err := e.ask(fmt.Sprintf("go nodes %d", nodes), "bestmove")
	if err != nil {
		return "", err
	}
	return strings.Fields(line)[1], nil
}
