package general

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Compose returns a game of the catalogues with the rules of the catalogues'
// variants, named in any order and joined with '+' ("gun+capablanca"); the game is
// chess if all names are variants. It compiles the game each time.
func Compose(name string, catalogues ...*Catalogue) (game.Rules, error) {
	d, err := known(catalogues).compose(name)
	if err != nil {
		return nil, err
	}
	return d.open()
}

// known finds games by name, in the first catalogues first.
type known []*Catalogue

// game returns the game of a name, nil if there is none: a section of a file, else a
// variant of chess.
func (k known) game(name string) *Description {
	if d := k.section(name); d != nil {
		return d
	}
	if v, ok := k.variant(name); ok {
		if d, err := orthodoxChess().with([]rules.Variant{v}); err == nil {
			d.Name = v.Name
			return d
		}
	}
	return nil
}

// section returns the game of a section, nil if there is none.
func (k known) section(name string) *Description {
	for _, c := range k {
		if d := c.descriptions[name]; d != nil {
			return d
		}
	}
	return nil
}

// variant returns the variant of a name or an alias.
func (k known) variant(name string) (rules.Variant, bool) {
	for _, c := range k {
		for _, v := range c.variants {
			if v.Name == name || slices.Contains(v.Aliases, name) {
				return v, true
			}
		}
	}
	return rules.Variant{}, false
}

// compose finds the one game among the names and adds the rules of the others,
// which are variants.
func (k known) compose(name string) (*Description, error) {
	var variants []rules.Variant
	var base *Description
	for word := range strings.SplitSeq(name, "+") {
		word = strings.TrimSpace(word)
		lower := strings.ToLower(word)
		if v, ok := k.variant(lower); ok {
			if slices.ContainsFunc(variants, func(other rules.Variant) bool { return other.Name == v.Name }) {
				return nil, fmt.Errorf("%.80q names %s twice", name, lower)
			}
			if len(v.Rules) > 0 {
				variants = append(variants, v)
			}
			continue
		}
		d := k.game(word)
		if d == nil {
			d = k.game(lower)
		}
		switch {
		case d == nil:
			return nil, &UnknownPartError{name, word}
		case base != nil:
			return nil, fmt.Errorf("%.80q: %s and %s are separate games and cannot be combined", name, base.Name, d.Name)
		}
		base = d
	}
	if base == nil {
		base = orthodoxChess()
	}
	if len(variants) == 0 {
		return base, nil
	}
	return base.with(variants)
}

// An UnknownPartError says that a part of a composition is neither a variant nor a
// game.
type UnknownPartError struct{ Name, Part string }

func (e *UnknownPartError) Error() string {
	return fmt.Sprintf("%.80q: %.40q is neither a game nor a rule change", e.Name, e.Part)
}
