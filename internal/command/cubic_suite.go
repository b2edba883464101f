package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/replay"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// A cubicCase is a case of a suite with its place.
type cubicCase struct {
	file string
	line int
	cubic.Case
}

// runSuite checks suite files. All files are read first, so that a bad line is found at once.
func (c *cubicFlags) runSuite(ctx context.Context, std Stdio) int {
	if len(c.args) == 0 {
		return std.Fail("cubic: --suite needs at least one FILE")
	}
	var cases []cubicCase
	for _, name := range c.args {
		read, err := readCubicSuite(ctx, name, std)
		if ctx.Err() != nil {
			std.Note("cubic: interrupted before checking started")
			return ExitInterrupted
		}
		if err != nil {
			return std.Fail("cubic: %v", err)
		}
		cases = append(cases, read...)
	}
	facts, mismatches := 0, 0
	for i, one := range cases {
		differences, err := one.Check(ctx)
		if err != nil {
			std.Note("cubic: interrupted: %d of %d lines checked, %d mismatches", i, len(cases), mismatches)
			return ExitInterrupted
		}
		for _, d := range differences {
			fmt.Fprintf(std.Out, "%s:%d: %v, %v to move: %s: expected %s, got %s\n",
				one.file, one.line, one.Position, one.Position.Side(), d.Name, d.Want, d.Got)
		}
		facts += len(one.Facts)
		mismatches += len(differences)
	}
	fmt.Fprintf(std.Out, "%d lines, %d facts, %d mismatches\n", len(cases), facts, mismatches)
	if mismatches > 0 {
		return ExitFailure
	}
	return ExitOK
}

func readCubicSuite(ctx context.Context, name string, std Stdio) ([]cubicCase, error) {
	file, err := replay.Open(ctx, name, std.In)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var cases []cubicCase
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxBoardBytes)
	number := 0
	for lines.Scan() {
		number++
		one, ok, err := cubic.ParseCase(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if ok {
			cases = append(cases, cubicCase{name, number, one})
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%s:%d: longer than %d bytes", name, number+1, maxBoardBytes)
	case err != nil:
		return nil, fmt.Errorf("%s:%d: %w", name, number+1, err)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s has no line with facts", name)
	}
	return cases, nil
}
