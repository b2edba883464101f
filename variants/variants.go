// Package variants opens games by name: NewGame returns one ready to play, Open
// returns its rules. It contains the catalogue of games defined by rules, one small
// file each: a name and the rules that differ from orthodox chess. It also knows
// compositions ("gun+fairy", parts joined with '+' in any order), games on other
// boards ("capablanca"), games of files read by Add, and the cube ("cube5").
package variants

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// catalogue lists every named variant, orthodox chess first.
var catalogue = []rules.Variant{
	orthodox, fischerandom,
	fibonacci, gun, madhouse, blackhole, extinction, baseline, fairy,
	rifle, amazon, placement,
	crazyhouse, atomic, antichess, threecheck, fivecheck, kingofthehill, horde, racingkings,
	progressive, marseillais,
	giveaway, suicide, losers, nocheckatomic, kinglet, threekings, nocastle,
}

// All returns the named variants, orthodox chess first. Compositions are not
// listed; Parse makes them.
func All() []rules.Variant {
	all := slices.Clone(catalogue)
	for i, v := range all {
		all[i].Aliases, all[i].Rules = slices.Clone(v.Aliases), slices.Clone(v.Rules)
	}
	return all
}

// Names returns the names of All, in the same order, without aliases.
func Names() []string {
	names := make([]string, len(catalogue))
	for i, v := range catalogue {
		names[i] = v.Name
	}
	return names
}

// Parse returns the variant with a name, an alias, or several of them joined with '+', in any
// order and in either case; the composition's own name lists its parts in catalogue order. Unknown
// and repeated names are errors, as are games that package chess does not play; Compile detects
// parts that contradict each other (gun+rifle).
func Parse(name string) (rules.Variant, error) {
	v, err := parse(name)
	if errors.As(err, new(*UnknownError)) {
		if other, known := Open(name); known == nil {
			return v, fmt.Errorf("%s is not a game of the fast machine", other.Name())
		}
	}
	return v, suggest(err)
}

// parse is Parse, but suggests no names instead of an unknown one.
func parse(name string) (rules.Variant, error) {
	chosen := make([]bool, len(catalogue))
	for part := range strings.SplitSeq(name, "+") {
		if strings.TrimSpace(part) == "" && strings.Contains(name, "+") {
			return rules.Variant{}, fmt.Errorf("variant %.80q: a name is missing before or after a +", name)
		}
		i, ok := lookup(part)
		if !ok {
			return rules.Variant{}, &UnknownError{Name: part}
		}
		if chosen[i] && len(catalogue[i].Rules) > 0 {
			return rules.Variant{}, fmt.Errorf("variant %.80q names %s twice", name, catalogue[i].Name)
		}
		chosen[i] = true
	}
	var parts []rules.Variant
	for i, v := range All() {
		if chosen[i] {
			parts = append(parts, v)
		}
	}
	return rules.Combine(parts...), nil
}

// Compile returns the ruleset for a name that Parse understands.
func Compile(name string) (*chess.Ruleset, error) {
	v, err := Parse(name)
	if err != nil {
		return nil, err
	}
	return chess.Compile(v)
}

// MustCompile is Compile for names known to be valid; it panics on others.
func MustCompile(name string) *chess.Ruleset {
	r, err := Compile(name)
	if err != nil {
		panic(err)
	}
	return r
}

// plainName returns a name as the catalogue writes it: in lower case, without the
// blanks and hyphens that others put between its words ("King of the Hill",
// "Three-check").
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(strings.TrimSpace(name)))
}

// lookup returns the catalogue index of a name or alias; ok is false if it is neither.
func lookup(name string) (i int, ok bool) {
	wanted := plainName(name)
	i = slices.IndexFunc(catalogue, func(v rules.Variant) bool {
		return v.Name == wanted || slices.Contains(v.Aliases, wanted)
	})
	return i, i >= 0
}
