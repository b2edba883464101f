package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/variants"
)

const tuneUsage = `Fits the numbers of the evaluation to games that the engine plays against itself
(docs/tuning.md).

  heterodox tune play --variant NAME --out FILE [FLAGS]
  heterodox tune judge --out FILE [FLAGS] FILE
  heterodox tune fit --variant NAME --out FILE.go [FLAGS] FILE…
  heterodox tune net --variant NAME --out FILE.net [FLAGS] FILE…

With --help after its name each of them says more.
`

func runTune(ctx context.Context, args []string, std stdio) int {
	if len(args) == 0 {
		return std.fail("tune: play, judge, fit or net is needed (heterodox tune --help says more)")
	}
	switch args[0] {
	case "play":
		return runTunePlay(ctx, args[1:], std)
	case "judge":
		return runTuneJudge(ctx, args[1:], std)
	case "fit":
		return runTuneFit(ctx, args[1:], std)
	case "net":
		return runTuneNet(ctx, args[1:], std)
	case "-h", "--help":
		fmt.Fprint(std.out, tuneUsage)
		return exitOK
	}
	return std.fail("tune: %.40q is none of play, judge, fit and net", args[0])
}

// presets names the variants that play with the numbers of another, as
// package engine tells apart what changes in a game and not how.
var presets = map[string]string{
	"fischerandom": "chess",
	"rifle":        "gun",
	"amazon":       "fairy",
	"placement":    "baseline",
}

// tunable compiles a variant that games are played of to tune it: a named one,
// since a composition takes its numbers from its parts.
func tunable(name string) (*chess.Ruleset, error) {
	if name == "" {
		return nil, errors.New("--variant is needed")
	}
	rules, err := variants.Compile(name)
	if err != nil {
		return nil, fmt.Errorf("--variant: %w", err)
	}
	if !slices.Contains(variants.Names(), rules.Name()) {
		return nil, fmt.Errorf("--variant: %s is a composition, which takes its numbers from its parts; name one of %s",
			rules.Name(), strings.Join(variants.Names(), ", "))
	}
	return rules, nil
}
