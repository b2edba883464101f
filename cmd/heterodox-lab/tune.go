package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/variants"
)

func tuneCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tune COMMAND [ARGUMENTS]",
		Short: "fit the evaluation, and tune options of engines",
		Long: `Fits the evaluation to games that the engine plays against itself, and tunes options of
any engine by SPSA (docs/tuning.md).`,
		Example: `  heterodox-lab tune learn --variant NAME [FLAGS]
  heterodox-lab tune play --variant NAME --out FILE [FLAGS]
  heterodox-lab tune judge --out FILE [FLAGS] FILE
  heterodox-lab tune fit --variant NAME --out FILE [FLAGS] FILE…
  heterodox-lab tune net --variant NAME --out FILE.net [FLAGS] FILE…
  heterodox-lab tune scale FILE…
  heterodox-lab tune spsa --engine ENGINE --param PARAM --each LIMITS --ledger FILE --out FILE [FLAGS]
`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("expected learn, play, judge, fit, net, scale or spsa (see heterodox-lab tune --help)")
			}
			return fmt.Errorf("%.40q is none of learn, play, judge, fit, net, scale and spsa", args[0])
		},
	}
	cmd.AddCommand(tuneLearnCommand(), tunePlayCommand(), tuneJudgeCommand(), tuneFitCommand(), tuneNetCommand(), tuneScaleCommand(), tuneSPSACommand())
	return cmd
}

// presets names the variants that use the numbers of another one: package engine distinguishes
// which rules of a game change, not how.
var presets = map[string]string{
	"fischerandom": "chess",
	"rifle":        "gun",
	"amazon":       "fairy",
	"placement":    "baseline",
	"fivecheck":    "threecheck",
	"progressive":  "fibonacci",
	"marseillais":  "fibonacci",
	"giveaway":     "antichess",
	"suicide":      "antichess",
	"threekings":   "chess",
	"nocastle":     "chess",
}

// presetOf returns the game whose numbers a game uses if it has none of its own, otherwise "".
func presetOf(rules game.Rules) string {
	if _, fast := tune.FastRules(rules); fast {
		return presets[rules.Name()]
	}
	return ""
}

// tunable opens a variant for tuning: a named one, or a composition on the fast machine.
func tunable(name string) (game.Rules, error) {
	if name == "" {
		return nil, errors.New("--variant is needed")
	}
	rules, err := variants.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--variant: %w", err)
	}
	if _, fast := tune.FastRules(rules); !fast {
		if _, ok := rules.(game.Fittable); !ok {
			return nil, fmt.Errorf("--variant: %s has no weights to fit", rules.Name())
		}
		if strings.Contains(rules.Name(), "+") {
			return nil, fmt.Errorf("--variant: %s is a composition, whose weights are derived", rules.Name())
		}
		return rules, nil
	}
	return rules, nil
}
