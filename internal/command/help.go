package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/internal/english"
)

func init() {
	cobra.EnableCommandSorting = false // help lists commands in the order given
	cobra.MousetrapHelpText = ""       // graphical interfaces may start the program in any way
}

// Root returns the root command of the program, with all others below it. Help, shell
// completions and manual pages are made from them.
func (p Program) Root() *cobra.Command {
	var tellVersion bool
	var files string
	root := &cobra.Command{
		Use:   p.Name + " [COMMAND [ARGUMENTS]]",
		Short: "play, count and analyse chess variants",
		Long: `Plays, counts and analyses chess variants. Without a command it speaks UCI, the
Universal Chess Interface, on standard input and output.

` + p.About,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args:              noCommand,
		RunE: func(cmd *cobra.Command, args []string) error {
			if tellVersion {
				return writeVersion(cmd.OutOrStdout())
			}
			return Run(func(ctx context.Context, args []string, std Stdio) int { return runUCI(ctx, "", args, std) })(cmd, args)
		},
	}
	root.PersistentFlags().StringVar(&files, "variants", "", "also read the games in `FILE` (docs/variants-files.md)")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if files == "" {
			return nil
		}
		note, err := addVariants(files)
		if err != nil {
			return fmt.Errorf("--variants: %w", err)
		}
		if note != "" {
			cmd.PrintErrf("%s: --variants: %s\n", p.Name, note)
		}
		return nil
	}
	root.Flags().BoolVar(&tellVersion, "version", false, "print the version")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return p.flagError(cmd, err) })
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { writeHelp(cmd.OutOrStdout(), cmd) })
	for _, c := range p.commands() {
		root.AddCommand(c)
		if c.Name() == "help" {
			root.SetHelpCommand(c)
		}
	}
	tidy(root, p.Name)
	return root
}

// tidy sets what applies to a command of a program and all those below it.
func tidy(cmd *cobra.Command, program string) {
	cmd.Example = strings.ReplaceAll(cmd.Example, "heterodox ", program+" ")
	cmd.DisableFlagsInUseLine = true
	cmd.Flags().SortFlags = false
	for _, c := range cmd.Commands() {
		tidy(c, program)
	}
}

// noCommand reports that the first argument names no command of cmd, and suggests similar ones.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	if meant := cmd.SuggestionsFor(args[0]); len(meant) > 0 {
		return fmt.Errorf("unknown command %.40q; did you mean %s? (see %s help)", args[0], strings.Join(meant, " or "), cmd.Root().Name())
	}
	return fmt.Errorf("unknown command %.40q (see %s help)", args[0], cmd.Root().Name())
}

// flagError puts an error in a flag into plain words.
func (p Program) flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && p.Cluster == nil && slices.Contains([]string{"match", "perft", "study"}, cmd.Name()) &&
		slices.Contains([]string{"cluster", "ack-wait", "http", "http-share"}, unknown.GetSpecifiedName()) {
		return fmt.Errorf("--%s is a flag of heterodox-lab", unknown.GetSpecifiedName())
	}
	if unknown != nil {
		return fmt.Errorf("%w%s (%s --help lists them)", err, english.Meant(nearFlags(cmd, unknown.GetSpecifiedName())), cmd.CommandPath())
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	flag := invalid.GetFlag()
	why := flag.Value.Type()
	switch {
	case errors.Is(invalid, strconv.ErrRange):
		why = "out of range"
	case why == "bool":
		why = "expected true or false"
	case why == "duration":
		why = "expected a time such as 90s or 1h30m"
	case strings.HasPrefix(why, "float"):
		why = "expected a number"
	case strings.HasPrefix(why, "int"):
		why = "expected a whole number"
	case strings.HasPrefix(why, "uint"):
		why = "expected a whole number from 0"
	default:
		return err
	}
	return fmt.Errorf("invalid argument %.40q for --%s: %s", invalid.GetValue(), flag.Name, why)
}

// nearFlags returns the flags of a command that are similar to a name.
func nearFlags(cmd *cobra.Command, name string) []string {
	var spellings []english.Spelling
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		spellings = append(spellings, english.Spelling{Text: f.Name, Name: "--" + f.Name})
	})
	return english.Near(name, spellings)
}

// writeHelp describes a command: what it does, its forms and its flags.
func writeHelp(w io.Writer, cmd *cobra.Command) {
	forms := cmp.Or(cmd.Example, "  "+cmd.UseLine())
	fmt.Fprintf(w, "%s\n\n%s\n\n", strings.TrimSpace(cmd.Long), strings.TrimRight(forms, "\n"))
	if cmd.HasAvailableSubCommands() {
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == "help" {
				fmt.Fprintf(w, "  %-11s %s\n", c.Name(), c.Short)
			}
		}
		fmt.Fprintf(w, "\nUse %s COMMAND --help for more about a command.\n\n", cmd.CommandPath())
	}
	fmt.Fprint(w, cmd.LocalFlags().FlagUsages()+cmd.InheritedFlags().FlagUsages())
}

func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "list the commands, or describe one",
		Long:  "Lists the commands, or describes one.",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) > 0 {
				err = noCommand(about, rest)
			}
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			about.HelpFunc()(about, nil)
			return nil
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			about, _, err := cmd.Root().Find(args)
			if err == nil {
				for _, c := range about.Commands() {
					names = append(names, c.Name())
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}
