package command

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// A completionWriter writes the completion script of our commands for a shell.
type completionWriter func(root *cobra.Command, w io.Writer) error

// shells are the supported shells, with what precedes and follows the program's name in the
// file name that each expects, and the function that writes the script.
var shells = []struct {
	name, before, after string
	write               completionWriter
}{
	{"bash", "", ".bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
	{"zsh", "_", "", func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) }},
	{"fish", "", ".fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", "", ".ps1", func(root *cobra.Command, w io.Writer) error { return root.GenPowerShellCompletionWithDesc(w) }},
}

func completionCommand() *cobra.Command {
	var names []string
	for _, shell := range shells {
		names = append(names, shell.name)
	}
	list := strings.Join(names, ", ")
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "print a script for command completion in a shell",
		Long:  "Prints a script that completes commands, flags and variants in a SHELL: " + list + ".",
		Example: `  source <(heterodox completion bash)
  heterodox completion zsh > "${fpath[1]}/_heterodox"
  heterodox completion fish > ~/.config/fish/completions/heterodox.fish
  heterodox completion powershell | Out-String | Invoke-Expression
`,
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("one of %s is needed", list)
			}
			for _, shell := range shells {
				if shell.name == args[0] {
					return shell.write(cmd.Root(), cmd.OutOrStdout())
				}
			}
			return fmt.Errorf("%.40q is none of %s", args[0], list)
		},
	}
}

// WriteCompletions writes the completion scripts of a program for all shells into a folder.
func WriteCompletions(root *cobra.Command, dir string) error {
	for _, shell := range shells {
		var script bytes.Buffer
		if err := shell.write(root, &script); err != nil {
			return err
		}
		if err := safefile.WriteFile(filepath.Join(dir, shell.before+root.Name()+shell.after), script.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
