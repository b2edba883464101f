package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// A fitter is what differs between tune fit and tune net.
type fitter interface {
	addTo(flags *pflag.FlagSet)
	// check compiles the variant, or returns an error that names an invalid argument.
	check() (game.Rules, error)
	// run reads the files, fits and writes.
	run(ctx context.Context, rules game.Rules, std command.Stdio) error
	common() *fitFlags
}

// fitterCommand completes the command tune fit or tune net, whose description is given.
func fitterCommand(cmd *cobra.Command, f fitter) *cobra.Command {
	f.addTo(cmd.Flags())
	command.CompleteVariant(cmd)
	cmd.RunE = command.Run(func(ctx context.Context, args []string, std command.Stdio) int {
		f.common().files = args
		return runFitter(ctx, "tune "+cmd.Name(), f, std)
	})
	return cmd
}

// runFitter runs the command with that name, "tune fit" or "tune net".
func runFitter(ctx context.Context, name string, f fitter, std command.Stdio) int {
	rules, err := f.check()
	if err == nil {
		err = f.run(ctx, rules, std)
	}
	switch {
	case errors.Is(err, context.Canceled):
		std.Note("%s interrupted; nothing was written", name)
		return command.ExitInterrupted
	case err != nil:
		return std.Fail("%s: %v", name, err)
	}
	return command.ExitOK
}

// fitFlags are the arguments that tune fit and tune net share.
type fitFlags struct {
	variant string
	holdOut float64 // per cent
	out     string
	force   bool
	files   []string
}

func (f *fitFlags) common() *fitFlags { return f }

// addCommon adds the shared flags to a command that fits what.
func (f *fitFlags) addCommon(flags *pflag.FlagSet, what string, holdOut float64) {
	flags.StringVar(&f.variant, "variant", "", "the variant `NAME` whose "+what+" fitted")
	flags.StringVar(&f.out, "out", "", "write to `FILE`")
	flags.BoolVar(&f.force, "force", false, "overwrite the file even if heterodox-lab tune did not write it")
	flags.Float64Var(&f.holdOut, "holdout", 100*holdOut, "hold out `PERCENT` of the games to test the result")
}

// checkFiles returns an error if there is nothing to read, or if the output, which starts with
// a mark, would overwrite something else: one of the inputs, including more, or a file that the
// command has not written; or if an output cannot be written.
func (f *fitFlags) checkFiles(mark string, more ...safefile.Use) error {
	if f.out == "" {
		return errors.New("--out is needed")
	}
	if len(f.files) == 0 {
		return errors.New("a FILE written by heterodox-lab tune play is needed")
	}
	uses := append(more, safefile.Use{Role: "--out", Name: f.out, Output: true})
	for _, name := range f.files {
		uses = append(uses, safefile.Use{Role: "the file of games", Name: name})
	}
	if err := safefile.Ready(uses...); err != nil {
		return err
	}
	return mayWrite(f.out, mark, f.force)
}

// A flagRange is the range of a flag.
type flagRange struct {
	name           string
	value, low, up float64
}

// checkRanges returns an error that names the first flag outside its range.
func checkRanges(flags ...flagRange) error {
	for _, v := range flags {
		if !(v.value >= v.low && v.value <= v.up) { // NaN is neither
			return fmt.Errorf("--%s %v is not in %.10g..%.10g", v.name, v.value, v.low, v.up)
		}
	}
	return nil
}

// fitData is the data that a fit reads from files.
type fitData interface {
	Read(ctx context.Context, name string, in io.Reader, rules func(variant string) (game.Rules, error)) error
	Positions() int
	Games() int
}

// read reads all files into data, and prints how much that is; rules compiles the variant of a
// file, or says why its games cannot be used.
func (f *fitFlags) read(ctx context.Context, data fitData, rules func(variant string) (game.Rules, error), std command.Stdio) error {
	for _, name := range f.files {
		in, err := os.Open(name)
		if err != nil {
			return err
		}
		err = data.Read(ctx, filepath.Base(name), in, rules)
		in.Close()
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(std.Out, "%s of %s\n", english.Count(data.Positions(), "position"), english.Count(data.Games(), "game"))
	return nil
}

// mayWrite returns an error if an output file would overwrite something other than an earlier
// output, which starts with a mark, and force is not set.
func mayWrite(name, mark string, force bool) error {
	if force {
		return nil
	}
	old, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	defer old.Close()
	begin := make([]byte, len(mark))
	if _, err := io.ReadFull(old, begin); err != nil || string(begin) != mark {
		return fmt.Errorf("--out: %s was not written by heterodox-lab tune; --force overwrites it", name)
	}
	return nil
}
