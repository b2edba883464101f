package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/export"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/variants"
)

// exportCommand exports a game for other programs or people.
func exportCommand() *cobra.Command {
	var to, out string
	cmd := &cobra.Command{
		Use:   "export [FLAGS] GAME",
		Short: "write a game for other programs, for print, or in Go",
		Long: `Writes the game GAME: for Fairy-Stockfish and pychess (--to fsf), as a page of
rules to print (--to html), or as a file in Go (--to go). Rules that a file
for Fairy-Stockfish cannot express are listed in its comments and on standard error.`,
		Example: `  heterodox export capablanca > variants.ini          a file for Fairy-Stockfish
  heterodox export gun+grand --to html -o gun.html    a page of rules
  heterodox export --variants FILE mygame --to go     a file in Go
`,
	}
	cmd.Flags().StringVar(&to, "to", "fsf", "write the `FORM` fsf, html or go")
	cmd.Flags().StringVarP(&out, "out", "o", "", "write to `FILE`")
	cmd.RunE = Run(func(_ context.Context, args []string, std Stdio) int {
		if len(args) != 1 {
			return std.Fail("export: expected one GAME, got %d arguments (heterodox export --help)", len(args))
		}
		text, cannot, err := exported(args[0], to)
		if err != nil {
			return std.Fail("export: %v", err)
		}
		for _, c := range cannot {
			fmt.Fprintf(std.Err, "not expressed: %s\n", c)
		}
		if out == "" {
			std.Out.Write(text)
			return ExitOK
		}
		if err := safefile.WriteFile(out, text); err != nil {
			return std.Fail("export: %v", err)
		}
		return ExitOK
	})
	return cmd
}

// exported returns the exported game, and what the format cannot express.
func exported(name, to string) (text []byte, cannot []string, err error) {
	rules, err := variants.Open(name)
	if err != nil {
		return nil, nil, err
	}
	switch to {
	case "fsf":
		file, cannot, err := variants.Export(name)
		return []byte(file), cannot, err
	case "go":
		text, err = export.GoFile(name, rules, variants.Source(name))
		return text, nil, err
	case "html":
		text, err = export.Page(rules)
		return text, nil, err
	}
	return nil, nil, fmt.Errorf("--to: %.40q is not one of %s", to, strings.Join([]string{"fsf", "go", "html"}, ", "))
}
