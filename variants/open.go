package variants

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// Open returns the game of a name, ready to be played: any that Compile
// understands, "cube" with the length of an edge, 2 to 10 ("cube3"), or a game of
// the general machine ("capablanca"), with "+fischerandom" behind it castling as
// in Chess960. Where two machines know a name, the fast one plays it.
func Open(name string) (game.Rules, error) { return new(Library).Open(name) }

// A Library is all games by name, those of files of variants among them. The
// zero value has no files. It is not safe to add files while others use it.
type Library struct {
	files []*general.Catalogue
}

// Add reads a file of variants and adds its games; their parents may be games
// that are known already. If anything is wrong nothing is added, and the errors
// say what, each a *general.FileError.
func (l *Library) Add(text string) []error {
	c, errs := general.Read(text, append(l.files, general.Builtin())...)
	if len(errs) == 0 {
		for _, name := range c.Names() {
			if _, err := lookup(name); err == nil {
				return []error{&general.FileError{Section: name, Reason: "there is a game of this name already"}}
			}
		}
		l.files = append(l.files, c)
	}
	return errs
}

// Names returns the names of the games of files and of the general machine, in
// the order in which they were added, those known without a file last. Names of
// the package has the others.
func (l *Library) Names() (names []string) {
	for _, c := range append(l.files, general.Builtin()) {
		for _, name := range c.Names() {
			if _, err := lookup(name); err != nil {
				names = append(names, name)
			}
		}
	}
	return names
}

// Open returns the game of a name, as the package's Open does, or one of the
// library's files.
func (l *Library) Open(name string) (game.Rules, error) {
	if edge, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(name)), "cube"); ok {
		n, err := strconv.Atoi(edge)
		if err != nil {
			return nil, fmt.Errorf("%.40q: a cube is named with its edge, cube%d to cube%d", name, cubic.MinSize, cubic.MaxStart)
		}
		return cubic.Rules(n)
	}
	rules, err := Compile(name)
	if err == nil {
		return game.Fast(rules), nil
	}
	base, chess960 := strings.CutSuffix(strings.TrimSpace(name), "+fischerandom")
	for _, c := range append(l.files, general.Builtin()) {
		for _, n := range []string{base, strings.ToLower(base)} {
			switch {
			case !c.Has(n):
			case chess960:
				return c.Chess960(n)
			default:
				return c.Open(n)
			}
		}
	}
	return nil, err
}

// MustOpen is Open for names known to be right; it panics on others.
func MustOpen(name string) game.Rules {
	rules, err := Open(name)
	if err != nil {
		panic(err)
	}
	return rules
}
