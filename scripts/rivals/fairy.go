package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
)

// fairyStockfish talks UCI to Fairy-Stockfish: it counts moves with perft, and shows
// its FEN.
type fairyStockfish struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	known    []string
	position string // the command that sets it up
	moves    string
	passes   bool // the game is one of passes
}

// apart are the games of its that are not compared, and why.
var apart = map[string]string{
	"fairy":    "a game of that name with other rules",
	"atlantis": "it writes a wall behind moves that put none",
	"elgam":    "it has no moves for one of the pieces, a lame camel",
}

// passes are games in which a pass may set its halfmove clock to 0 (docs/games.md).
var passes = []string{"andersgiveaway", "andersanti"}

func startFairy(path string) (*fairyStockfish, error) {
	f := &fairyStockfish{cmd: exec.Command(path)}
	var err error
	if f.in, err = f.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := f.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	f.out = bufio.NewReaderSize(out, 1<<16)
	if err := f.cmd.Start(); err != nil {
		return nil, err
	}
	if f.known, err = f.variants(); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

func (f *fairyStockfish) name() string { return "Fairy-Stockfish" }

func (f *fairyStockfish) games() []string { return together(f.known) }

// together leaves out the games that are not compared, and says so.
func together(names []string) (list []string) {
	for _, name := range names {
		if why := apart[name]; why != "" {
			fmt.Printf("not compared: %s: %s\n", name, why)
			continue
		}
		list = append(list, name)
	}
	return list
}

func (f *fairyStockfish) close() {
	f.in.Close()
	f.cmd.Process.Kill()
	f.cmd.Wait()
}

// ask sends commands and returns the lines of the answer, up to one that begins with
// last.
func (f *fairyStockfish) ask(last string, commands ...string) (lines []string, err error) {
	if _, err := io.WriteString(f.in, strings.Join(commands, "\n")+"\n"); err != nil {
		return nil, fmt.Errorf("Fairy-Stockfish has gone: %w", err)
	}
	for {
		line, err := f.out.ReadString('\n')
		if err != nil {
			return lines, errors.New("Fairy-Stockfish has gone")
		}
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, last) {
			return lines, nil
		}
		lines = append(lines, line)
	}
}

// variants returns the names that it lists.
func (f *fairyStockfish) variants() (names []string, err error) {
	lines, err := f.ask("uciok", "uci")
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "option name UCI_Variant "); ok {
			for _, name := range strings.Split(rest, " var ")[1:] {
				names = append(names, strings.TrimSpace(name))
			}
		}
	}
	return names, err
}

// load has it read a file of variants, and returns the names that are new.
func (f *fairyStockfish) load(path string) (names []string, err error) {
	if _, err := f.ask("readyok", "setoption name VariantPath value "+path, "isready"); err != nil {
		return nil, err
	}
	all, err := f.variants()
	return together(slices.DeleteFunc(all, func(n string) bool { return slices.Contains(f.known, n) })), err
}

func (f *fairyStockfish) begin(name string, start game.Position) error {
	f.passes = slices.Contains(passes, name)
	f.position, f.moves = "position startpos", "" // so that its own start is compared
	if fen := start.FEN(); fen != start.Rules().Start().FEN() {
		f.position = "position fen " + fen
	}
	_, err := f.ask("readyok", fmt.Sprintf("setoption name UCI_Chess960 value %v", *frc || fast.IsChess960(start.Rules())),
		"setoption name UCI_Variant value "+name, "ucinewgame", "isready")
	return err
}

func (f *fairyStockfish) push(uci string) error {
	f.moves += " " + uci
	return nil
}

func (f *fairyStockfish) look() (v view, err error) {
	command := f.position
	if f.moves != "" {
		command += " moves" + f.moves
	}
	lines, err := f.ask("Nodes searched", command, "d", "go perft 1")
	if err != nil {
		return v, err
	}
	v.moves, v.otherClock = map[string]string{}, f.passes
	for _, line := range lines {
		if fen, ok := strings.CutPrefix(line, "Fen: "); ok {
			v.fen = fen
		}
		if uci, ok := strings.CutSuffix(line, ": 1"); ok && !strings.Contains(uci, " ") {
			v.moves[uci] = ""
		}
	}
	if len(v.moves) > 0 {
		return v, nil // draws that may be claimed, and dead positions, go on
	}
	lines, err = f.ask("bestmove", "go depth 1")
	for _, line := range lines {
		switch {
		case strings.Contains(line, " score mate "):
			v.end = decided
		case strings.Contains(line, " score cp 0"):
			v.end = drawn
		}
	}
	return v, err
}
