package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/variants"
)

// variantsCommand lists games, describes one, and checks files.
func variantsCommand() *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "variants [FLAGS] [NAME]",
		Short: "list or describe games, or check a file of games",
		Long:  "Lists all games, or describes the game NAME.",
		Example: `  heterodox variants                              list the games
  heterodox variants capablanca                   describe one
  heterodox variants --check FILE                 list the errors in a file
  heterodox variants --variants FILE [NAME]       also list or describe the games of a file
`,
	}
	cmd.Flags().BoolVar(&check, "check", false, "check the file given as the argument")
	cmd.RunE = Run(func(_ context.Context, args []string, std Stdio) int {
		switch {
		case len(args) > 1:
			return std.Fail("variants: expected at most one NAME, got %d arguments", len(args))
		case check && len(args) == 0:
			return std.Fail("variants: --check needs a FILE")
		case check:
			return checkVariants(std, args[0])
		}
		if len(args) == 0 {
			for _, name := range append(variants.Names(), variants.More()...) {
				fmt.Fprintln(std.Out, name)
			}
			return ExitOK
		}
		rules, err := variants.Open(args[0])
		if err != nil {
			return std.Fail("variants: %v", err)
		}
		describeGame(std, rules)
		return ExitOK
	})
	return cmd
}

// checkVariants reports all errors in a file, one per line.
func checkVariants(std Stdio, path string) int {
	text, err := safefile.Read(path, maxVariantsFile)
	if err != nil {
		return std.Fail("variants: %v", err)
	}
	names, errs := variants.Check(string(text), fittedBeside(path))
	for _, err := range errs {
		fmt.Fprintf(std.Out, "%s: %v\n", path, err)
	}
	switch {
	case !general.OnlyUnplayed(errs):
		fmt.Fprintln(std.Out, english.Count(len(errs), "error"))
		return ExitFailure
	case len(errs) > 0:
		fmt.Fprintf(std.Out, "%s playable; left out: %d\n", english.Count(len(names), "game"), len(errs))
		return ExitOK
	}
	if len(names) == 0 {
		fmt.Fprintln(std.Out, "0 games: a game starts with a line [NAME] or [NAME:PARENT]")
		return ExitOK
	}
	fmt.Fprintf(std.Out, "%s, all playable\n", english.Count(len(names), "game"))
	return ExitOK
}

// added holds the texts of the files that addVariants has read, by absolute path.
var added struct {
	sync.Mutex
	texts map[string]string
}

// addVariants makes the games of a variants file known to all commands, instead of those of an
// earlier version of the file. The note, if any, says which of them are left out.
func addVariants(path string) (note string, err error) {
	text, err := safefile.Read(path, maxVariantsFile)
	if err != nil {
		return "", err
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	added.Lock()
	defer added.Unlock()
	var names []string
	var errs []error
	if old, again := added.texts[whole]; again && old != string(text) {
		names, errs = variants.Replace(old, string(text), fittedBeside(path))
	} else {
		names, errs = variants.Add(string(text), fittedBeside(path))
	}
	if general.OnlyUnplayed(errs) {
		if added.texts == nil {
			added.texts = map[string]string{}
		}
		added.texts[whole] = string(text)
	}
	switch {
	case len(errs) > 0 && general.OnlyUnplayed(errs):
		return fmt.Sprintf("%s: %s; left out: %d: %v%s", path, english.Count(len(names), "game"), len(errs), errs[0], andMore(len(errs)-1)), nil
	case len(errs) == 1:
		return "", fmt.Errorf("%s: %w", path, errs[0])
	case len(errs) > 1:
		return "", fmt.Errorf("%s: %w%s", path, errs[0], andMore(len(errs)-1))
	}
	return "", nil
}

// learnVariants is addVariants for a text.
func learnVariants(text string) (names []string, err error) {
	names, errs := variants.Add(text, nil)
	if !general.OnlyUnplayed(errs) {
		return nil, fmt.Errorf("%w%s", errs[0], andMore(len(errs)-1))
	}
	return names, nil
}

// fittedBeside returns a function that reads the files that heterodox-lab tune has written for
// a game of a variants file: NAME.weights and NAME.net in the same folder.
func fittedBeside(path string) func(name string) (general.Fitted, error) {
	return func(name string) (f general.Fitted, err error) {
		name = filepath.Join(filepath.Dir(path), name)
		if f.Weights, err = readFitted(name+".weights", maxWeightsFile); err == nil {
			f.Network, err = readFitted(name+".net", maxNetworkFile)
		}
		return f, err
	}
}

// Longer files are not read: weights for the largest board take less than a tenth of the limit,
// networks have at most nnue.MaxInputs rows.
const (
	maxVariantsFile = 4 << 20
	maxWeightsFile  = 4 << 20
	maxNetworkFile  = 17 << 20
)

// readFitted reads a file, "" if there is none.
func readFitted(path string, most int64) (string, error) {
	text, err := safefile.Read(path, most)
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}

func andMore(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (and %d more: heterodox variants --check FILE)", n)
}

// describeGame describes the components of a game in words.
func describeGame(std Stdio, rules game.Rules) {
	board := rules.Board()
	fmt.Fprintf(std.Out, "%s: %s, %s\n", rules.Name(), english.Count(board.Files, "file"), english.Count(board.Ranks, "rank"))
	if board.Levels > 1 {
		fmt.Fprintf(std.Out, "%d levels\n", board.Levels)
	}
	fmt.Fprintf(std.Out, "start: %s\n\n", rules.Start().FEN())
	for _, k := range rules.Pieces() {
		if k.Rare {
			k.Betza += "  (in set-up positions only)"
		}
		fmt.Fprintln(std.Out, strings.TrimRight(fmt.Sprintf("%-3s %-18s %s", k.Letter, k.Name, k.Betza), " "))
	}
	fmt.Fprintln(std.Out)
	for _, line := range screen.Card(rules) {
		fmt.Fprintln(std.Out, line)
	}
}
