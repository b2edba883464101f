package match

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game/fast"
)

// variantCommands returns the commands that make the engine play a variant, or a *badOption if
// it cannot.
func (p *player) variantCommands(v Variant) ([]string, error) {
	variants, hasVariants := p.offers["uci_variant"]
	_, hasChess960 := p.offers["uci_chess960"]
	chess960 := fast.IsChess960(v.Rules)
	names := v.Names
	if chess960 && !hasChess960 {
		names = withChess960(names)
	}
	_, fast := fast.Position(v.Rules.Start())
	known := slices.IndexFunc(names, func(name string) bool { return knowsVariant(variants.vars, name, !fast) })
	var commands []string
	switch {
	case hasVariants && known >= 0:
		commands = append(commands, "setoption name UCI_Variant value "+names[known])
	case hasVariants:
		return nil, &badOption{p.spec.Name, fmt.Sprintf("it does not know the variant %s (its UCI_Variant offers %.300s)",
			v.Name(), strings.Join(variants.vars, ", "))}
	case !slices.Contains(names, orthodox):
		return nil, &badOption{p.spec.Name, fmt.Sprintf("it has no option UCI_Variant, so it does not know the variant %s", v.Name())}
	}
	if hasChess960 {
		commands = append(commands, fmt.Sprintf("setoption name UCI_Chess960 value %v", chess960))
	}
	return commands, nil
}

// orthodox is the variant name of ordinary chess.
const orthodox = "chess"

// withChess960 returns the names of the Chess960 form of a game in engines without the option
// UCI_Chess960.
func withChess960(names []string) (list []string) {
	for _, name := range names {
		for _, chess960 := range []string{"fischerandom", "chess960"} {
			if name == orthodox {
				list = append(list, chess960)
			} else {
				list = append(list, name+"+"+chess960)
			}
		}
	}
	return list
}

// knowsVariant reports whether a list of variants contains a name. Compositions are not listed:
// an engine that knows the parts, and also the games that only Heterodox has, is assumed to
// know them. One that has those games is also assumed to play on other boards, such as cubes
// and gun+capablanca, which are too many to list.
func knowsVariant(list []string, name string, otherBoard bool) bool {
	parts := strings.Split(name, "+")
	switch {
	case otherBoard && !containsFold(list, name):
		parts = []string{"gun", "blackhole"}
	case len(parts) > 1:
		parts = append(parts, "gun", "blackhole")
	}
	for _, part := range parts {
		if !containsFold(list, part) {
			return false
		}
	}
	return true
}

func containsFold(list []string, text string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, text) })
}
