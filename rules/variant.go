package rules

import (
	"fmt"
	"strings"
)

// A Variant is a game as data: a name and the rules in which it differs from
// orthodox chess. The zero value, without a name, is of no use; the variant
// without rules is orthodox chess.
type Variant struct {
	// Name is in lower case, without spaces or '+'.
	Name string
	// Aliases are other names of the same game.
	Aliases []string
	// Summary says in one line what the variant changes.
	Summary string
	// Rules are in any order; no two of them change the same thing.
	Rules []Rule

	parts []string // in a composition, the names of the variants that the Rules come from
}

// Combine returns the composition of variants: all their rules together, named by
// their names joined with '+', leaving out those that change nothing. It does not
// check them: Check does.
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

// Check returns an error if two of the rules change the same thing, or if the value
// of one is out of its range. The error names both rules, or the variants that they
// come from.
func (v Variant) Check() error {
	changed := map[string]int{} // the index of the rule that changes a thing
	for i, rule := range v.Rules {
		if rule == nil {
			return fmt.Errorf("variant %s: rule %d is nil", v.Name, i+1)
		}
		for _, what := range rule.changes() {
			if other, twice := changed[what]; twice {
				return fmt.Errorf("variant %s: %s", v.Name, v.clash(other, i, what))
			}
			changed[what] = i
		}
		if wrong := fault(rule); wrong != "" {
			return fmt.Errorf("variant %s: %s: %s", v.Name, ruleName(rule), wrong)
		}
	}
	return nil
}

// fault says what is wrong with the value of a rule, "" if nothing is.
func fault(rule Rule) string {
	switch rule := rule.(type) {
	case StartingFrom:
		if rule == "" {
			return "no board given"
		}
	case BlackHoles:
		if rule == 0 {
			return "no hole given"
		}
	case Hill:
		if rule == 0 {
			return "no square given"
		}
	case Extinction:
		if rule.Left < 0 {
			return fmt.Sprintf("%d pieces left of a type", rule.Left)
		}
	case CheckLimit:
		if rule < 1 || rule > MaxCheckLimit {
			return fmt.Sprintf("%d is not between 1 and %d", rule, MaxCheckLimit)
		}
	case Turns:
		if _, err := ParseTurns(string(rule)); err != nil {
			return err.Error()
		}
	}
	return ""
}

// ruleName returns the name of a rule's type.
func ruleName(rule Rule) string { return strings.TrimPrefix(fmt.Sprintf("%T", rule), "rules.") }

// clash says that two of the rules change the same thing, and whose they are.
func (v *Variant) clash(i, j int, what string) string {
	a, b := v.partOf(i), v.partOf(j)
	if a == b { // both rules of one variant
		a, b = ruleName(v.Rules[i]), ruleName(v.Rules[j])
	}
	if a == b {
		return fmt.Sprintf("two rules change %s: %s twice", what, a)
	}
	return fmt.Sprintf("%s and %s both change %s", a, b, what)
}
