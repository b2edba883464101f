package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/internal/command"
)

// docsCommand is hidden: it is for packagers of the programs.
func docsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:    "docs DIR",
		Short:  "write manual pages and completions into a folder",
		Hidden: true,
		Long: `Writes the manual pages of heterodox and heterodox-lab into DIR/man/man1, and the
completions of all shells into DIR/completions. The pages are dated by
SOURCE_DATE_EPOCH, seconds since 1970, if that is set, and today otherwise.`,
	}
	cmd.RunE = command.Run(func(_ context.Context, args []string, std command.Stdio) int {
		if len(args) != 1 {
			return std.Fail("docs: expected one folder")
		}
		for _, root := range []*cobra.Command{command.Heterodox.Root(), cmd.Root()} {
			if err := writeDocs(root, args[0]); err != nil {
				return std.Fail("docs: %v", err)
			}
		}
		return command.ExitOK
	})
	return cmd
}

func writeDocs(root *cobra.Command, dir string) error {
	pages, completions := filepath.Join(dir, "man", "man1"), filepath.Join(dir, "completions")
	for _, d := range []string{pages, completions} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			return err
		}
	}
	root.DisableAutoGenTag = true // a note on who made the pages, and when
	forgetMachine(root)
	header := &doc.GenManHeader{Section: "1", Source: "Heterodox " + command.Version(), Manual: "Heterodox"}
	if err := doc.GenManTree(root, header, pages); err != nil {
		return err
	}
	return command.WriteCompletions(root, completions)
}

// pageDefault annotates a flag whose default depends on the machine or the process; its value
// replaces the default in manual pages.
const pageDefault = "default in manual pages"

func forgetMachine(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if text := f.Annotations[pageDefault]; len(text) > 0 {
			f.DefValue = text[0]
		}
	})
	for _, c := range cmd.Commands() {
		forgetMachine(c)
	}
}
