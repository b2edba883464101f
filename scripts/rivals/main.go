// Command rivals compares our rules with another program's over whole random games: at every ply
// the set of legal moves, the FEN and the end of the game, and with python-chess the SAN of
// every move.
//
//	go run ./scripts/rivals [FLAGS] fairy-stockfish    largeboards=yes all=yes, or games are missing
//	go run ./scripts/rivals [FLAGS] python-chess       a Python with the module chess
//
// A difference gives status 1; a program that does not start, like any other error, status 2.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/variants"
)

var (
	fairy  = flag.String("fairy-stockfish", env("FAIRY_STOCKFISH", "fairy-stockfish"), "Fairy-Stockfish's `binary`")
	python = flag.String("python", env("PYTHON_CHESS", "python3"), "a Python that has the module chess")
	file   = flag.String("file", "", "play the games of a variants `file` instead, with Fairy-Stockfish")
	export = flag.Bool("exports", false, "play our games as heterodox export writes them, with Fairy-Stockfish")
	only   = flag.String("only", "", "the `games` to play, separated by commas (default all that both know)")
	frc    = flag.Bool("chess960", false, "castle as in Chess960 wherever that is possible, with Fairy-Stockfish")
	games  = flag.Int("games", 2, "games of each variant")
	plies  = flag.Int("plies", 200, "the maximum number of plies of a game")
	seed   = flag.Uint64("seed", 1, "the seed of the random games")
	quiet  = flag.Bool("quiet", false, "print only differences and the total")
)

func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func main() {
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "rivals: expected fairy-stockfish or python-chess")
		os.Exit(2)
	}
	found, err := run(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "rivals:", err)
		os.Exit(2)
	}
	if found > 0 {
		os.Exit(1)
	}
}

// run walks games with a rival, and returns how many differences it found.
func run(name string) (differences int, err error) {
	r, err := start(name)
	if err != nil {
		return 0, err
	}
	defer r.close()
	names := r.games()
	if *file != "" {
		if names, err = addFile(r, *file); err != nil {
			return 0, err
		}
	}
	ours := map[string]string{} // by the names of exports
	if *export {
		if names, err = addExports(r, ours); err != nil {
			return 0, err
		}
	}
	var sum walked
	played := 0
	for _, name := range names {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), name) {
			continue
		}
		game := cmp.Or(ours[name], name)
		if *frc {
			game += "+fischerandom"
		}
		rules, err := variants.Open(game)
		if err != nil {
			continue // we do not play it
		}
		played++
		w, err := walk(r, name, rules)
		sum.add(w)
		if err != nil {
			return sum.differences, fmt.Errorf("%s: %w", name, err)
		}
	}
	fmt.Printf("%s: %s, %d plies, %d moves: %s\n", r.name(), english.Count(played, "variant"), sum.plies, sum.moves, english.Count(sum.differences, "difference"))
	return sum.differences, nil
}

// walk plays the games of a variant.
func walk(r rival, name string, rules game.Rules) (sum walked, err error) {
	for i := range *games {
		random := rand.New(rand.NewPCG(*seed, uint64(i)))
		w, err := walkGame(r, name, rules, random, *plies, func(text string) { fmt.Println(text) })
		sum.add(w)
		if err != nil {
			return sum, err
		}
	}
	if !*quiet {
		fmt.Printf("%-24s %5d plies, %6d moves, %s\n", name, sum.plies, sum.moves, english.Count(sum.differences, "difference"))
	}
	return sum, nil
}

// start starts a rival. The error says what is missing.
func start(name string) (rival, error) {
	switch name {
	case "fairy-stockfish":
		path, err := exec.LookPath(*fairy)
		if err != nil {
			return nil, fmt.Errorf("%s not found: set -fairy-stockfish or FAIRY_STOCKFISH to its path", *fairy)
		}
		return startFairy(path)
	case "python-chess":
		path, err := exec.LookPath(*python)
		if err != nil {
			return nil, fmt.Errorf("%s not found: set -python or PYTHON_CHESS to its path", *python)
		}
		return startPython(path)
	}
	return nil, fmt.Errorf("unknown program %q: expected fairy-stockfish or python-chess", name)
}

// addExports makes the rival read our games under other names, from files that describe them in
// full, and returns these names; ours maps them to our games.
func addExports(r rival, ours map[string]string) (names []string, err error) {
	f, ok := r.(*fairyStockfish)
	if !ok {
		return nil, fmt.Errorf("%s does not read variants files", r.name())
	}
	list := append(variants.Names(), variants.More()...)
	if *only != "" {
		list = strings.Split(*only, ",")
		*only = ""
	}
	var text strings.Builder
	for i, name := range list {
		file, cannot, err := variants.Export(name)
		switch {
		case err != nil || apart[name] != "":
			continue
		case len(cannot) > 0:
			fmt.Printf("not compared: %s: the file cannot express: %s\n", name, strings.Join(cannot, "; "))
			continue
		}
		_, section, _ := strings.Cut(file, "]\n")
		exported := fmt.Sprintf("exported%d", i)
		fmt.Fprintf(&text, "[%s]\n%s\n", exported, section)
		ours[exported] = name
	}
	path := filepath.Join(os.TempDir(), fmt.Sprintf("exports-%d.ini", os.Getpid()))
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		return nil, err
	}
	defer os.Remove(path)
	return f.load(path)
}

// addFile makes both sides read the games of a file, and returns their names.
func addFile(r rival, path string) (names []string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	names, errs := variants.Add(string(text), nil)
	for _, e := range errs {
		fmt.Printf("not played here: %v\n", e)
	}
	f, ok := r.(*fairyStockfish)
	if !ok {
		return nil, fmt.Errorf("%s does not read variants files", r.name())
	}
	theirs, err := f.load(path)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(theirs, n) }), nil
}
