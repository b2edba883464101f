package chess

import "strings"

// A Variant is a game as data: a name and the rules in which it differs from
// orthodox chess. The zero value, without a name, is of no use; the variant
// without rules is orthodox chess.
type Variant struct {
	// Name is in lower case and holds no blank and no '+'.
	Name string
	// Aliases are other names of the same game.
	Aliases []string
	// Summary says in one line what the variant changes.
	Summary string
	// Rules are in any order; no two of them change the same thing.
	Rules []Rule

	parts []string // in a composition the names of the variants that the Rules are of
}

// Combine returns the composition of variants: all their rules together, named
// by their names joined with '+', without those that change nothing. It does
// not judge them: Compile does.
func Combine(variants ...Variant) Variant {
	if len(variants) == 1 {
		return variants[0]
	}
	var names, summaries []string
	var combined Variant
	for _, v := range variants {
		if len(v.Rules) == 0 {
			continue
		}
		names = append(names, v.Name)
		summaries = append(summaries, v.Summary)
		for i, rule := range v.Rules {
			combined.Rules = append(combined.Rules, rule)
			combined.parts = append(combined.parts, v.partOf(i))
		}
	}
	if len(names) == 0 && len(variants) > 0 {
		return variants[0]
	}
	combined.Name = strings.Join(names, "+")
	combined.Summary = strings.Join(summaries, "; ")
	return combined
}

// partOf returns the name of the variant that the i-th rule came from.
func (v *Variant) partOf(i int) string {
	if len(v.parts) == len(v.Rules) {
		return v.parts[i]
	}
	return v.Name
}
