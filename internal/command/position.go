package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/variants"
)

// positionFlags are the flags that specify a position.
type positionFlags struct{ variant, fen, moves string }

func (p *positionFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&p.variant, "variant", "chess", "the variant `NAME`, or names joined with +")
	flags.StringVar(&p.fen, "fen", "", "start from the position `FEN` (default the start position)")
	flags.StringVar(&p.moves, "moves", "", "play `MOVES`, in UCI notation, first")
}

// CompleteVariant enables shell completion of variant names for --variant.
func CompleteVariant(cmd *cobra.Command) {
	cmd.RegisterFlagCompletionFunc("variant", cobra.FixedCompletions(variants.Names(), cobra.ShellCompDirectiveNoFileComp))
}

// position returns the position given by the flags. An empty --fen is an error: most likely a
// script passed an empty variable.
func (p *positionFlags) position(flags *pflag.FlagSet) (game.Position, error) {
	rules, err := variants.Open(p.variant)
	if err != nil {
		return nil, fmt.Errorf("--variant: %w", err)
	}
	pos := rules.Start()
	if flags.Changed("fen") {
		if pos, err = rules.ParsePosition(p.fen); err != nil {
			return nil, fmt.Errorf("--fen: %w", err)
		}
	}
	for i, token := range strings.Fields(p.moves) {
		if _, pos, err = game.ParseTurn(pos, token); err != nil {
			return nil, fmt.Errorf("--moves: number %d: %w", i+1, err)
		}
	}
	return pos, nil
}
