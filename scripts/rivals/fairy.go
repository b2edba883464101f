package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/scripts/internal/talk"
)

// fairyStockfish talks UCI to Fairy-Stockfish: perft lists the legal moves, d shows the FEN.
type fairyStockfish struct {
	*talk.Engine
	known    []string
	position string // the command that sets it up
	moves    string
	passes   bool // the game is listed in passes
}

// apart are its games that are not compared, and why.
var apart = map[string]string{
	"fairy":    "a game of that name with other rules",
	"atlantis": "it writes a wall after moves that place none",
	"elgam":    "it has no moves for one of the pieces, a lame camel",
}

// passes are games in which a pass may set Fairy-Stockfish's halfmove clock to 0 (docs/games.md).
var passes = []string{"andersgiveaway", "andersanti"}

func startFairy(path string) (*fairyStockfish, error) {
	e, err := talk.Start(path)
	if err != nil {
		return nil, err
	}
	f := &fairyStockfish{Engine: e}
	if f.known, err = f.Variants(); err != nil {
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

func (f *fairyStockfish) close() { f.Close() }

// load makes it read a file of variants, and returns the new names.
func (f *fairyStockfish) load(path string) (names []string, err error) {
	if _, err := f.Ask("readyok", "setoption name VariantPath value "+path, "isready"); err != nil {
		return nil, err
	}
	all, err := f.Variants()
	return together(slices.DeleteFunc(all, func(n string) bool { return slices.Contains(f.known, n) })), err
}

func (f *fairyStockfish) begin(name string, start game.Position) error {
	f.passes = slices.Contains(passes, name)
	f.position, f.moves = "position startpos", "" // so that its own start is compared
	if fen := start.FEN(); fen != start.Rules().Start().FEN() {
		f.position = "position fen " + fen
	}
	_, err := f.Ask("readyok", fmt.Sprintf("setoption name UCI_Chess960 value %v", *frc || fast.IsChess960(start.Rules())),
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
	lines, err := f.Ask("Nodes searched", command, "d", "go perft 1")
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
	lines, err = f.Ask("bestmove", "go depth 1")
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
