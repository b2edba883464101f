// Puzzles packs puzzles into the set that comes with the program, and checks that set with
// another engine.
//
//	go run ./scripts/puzzles pack -named 200 -others 50 raw/*.csv
//	go run ./scripts/puzzles check -engine /usr/games/fairy-stockfish -variants atomic,horde -n 100
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/puzzle"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// set is the file of the set, from the root of the repository.
var set = filepath.Join("internal", "puzzle", "set.csv.gz")

func main() {
	var err error
	switch {
	case len(os.Args) > 1 && os.Args[1] == "pack":
		err = pack(os.Args[2:])
	case len(os.Args) > 1 && os.Args[1] == "check":
		err = check(os.Args[2:])
	default:
		err = fmt.Errorf("expected pack or check (see the comment in scripts/puzzles/main.go)")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "puzzles:", err)
		os.Exit(1)
	}
}

// pack writes the set from files of puzzles.
func pack(args []string) error {
	flags := flag.NewFlagSet("pack", flag.ExitOnError)
	named := flags.Int("named", 200, "keep `N` puzzles of each game that has a name of its own")
	others := flags.Int("others", 50, "keep `N` puzzles of each composition")
	out := flags.String("o", set, "write to `FILE`")
	flags.Parse(args)
	var all []puzzle.Puzzle
	for _, name := range flags.Args() {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		list, err := puzzle.Read(bytes.NewReader(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, list...)
	}
	var b bytes.Buffer
	n, err := puzzle.Pack(&b, all, func(variant string) int {
		if slices.Contains(variants.Names(), variant) {
			return *named
		}
		return *others
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(*out, b.Bytes(), 0o644); err != nil {
		return err
	}
	s := puzzle.NewSet(all)
	for _, game := range s.Games() {
		fmt.Printf("%s %d\n", game, len(s.Of(game)))
	}
	fmt.Printf("%d of %d puzzles in %d games, %d bytes\n", n, s.Len(), len(s.Games()), b.Len())
	return nil
}

// check lets another engine solve puzzles, and prints how many of each game it solves as
// intended: with all of the solver's moves, though the last may be another that ends the game.
func check(args []string) error {
	flags := flag.NewFlagSet("check", flag.ExitOnError)
	command := flags.String("engine", "/usr/games/fairy-stockfish", "the engine's `PROGRAM`")
	names := flags.String("variants", "chess", "check puzzles of these `GAMES`, separated by commas")
	most := flags.Int("n", 100, "check at most `N` puzzles of each")
	nodes := flags.Int("nodes", 300_000, "let it search `N` nodes a move")
	verbose := flags.Bool("v", false, "print the puzzles that it solves differently")
	flags.Parse(args)
	e, err := start(*command)
	if err != nil {
		return err
	}
	defer e.Close()
	for name := range strings.SplitSeq(*names, ",") {
		list := puzzle.Embedded().Of(name)
		list = sample(list, *most)
		if err := e.variant(name); err != nil {
			fmt.Printf("%s: %v\n", name, err)
			continue
		}
		agreed, moves, right := 0, 0, 0
		for _, p := range list {
			a, err := puzzle.Begin(p, variants.Open)
			if err != nil {
				return err
			}
			all := true
			for !a.Solved() {
				pos := a.Position()
				text, err := e.move(fenOf(pos), *nodes)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", name, p.ID, err)
				}
				moves++
				if m, err := pos.ParseMove(text); err == nil && a.Play(m) {
					right++
					continue
				}
				if all = false; *verbose {
					fmt.Printf("  %s %s: %s, not %s\n", p.ID, pos.FEN(), text, pos.UCI(a.Next()))
				}
				a.Play(a.Next())
			}
			if all {
				agreed++
			}
		}
		fmt.Printf("%s: %d of %d puzzles, %d of %d moves\n", name, agreed, len(list), right, moves)
	}
	return nil
}

// fenOf writes a position as other programs read it: the checks that are left instead of those
// given, before the clocks.
func fenOf(pos game.Position) string {
	fields := strings.Fields(pos.FEN())
	white, most := pos.Checks(rules.White)
	if black, _ := pos.Checks(rules.Black); most > 0 {
		fields = slices.Insert(fields[:len(fields)-1], 4, fmt.Sprintf("%d+%d", most-white, most-black))
	}
	return strings.Join(fields, " ")
}

// sample takes n puzzles, evenly spaced.
func sample(list []puzzle.Puzzle, n int) []puzzle.Puzzle {
	if len(list) <= n {
		return list
	}
	var some []puzzle.Puzzle
	for i := range n {
		some = append(some, list[i*len(list)/n])
	}
	return some
}
