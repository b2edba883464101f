package variants

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// files holds the games that Add has read, those of the last file first.
var files struct {
	sync.RWMutex
	list []*general.Catalogue
	read map[string][]string // texts that have been added, and their games
}

// catalogues returns the games of files and those of the general machine.
func catalogues() []*general.Catalogue {
	files.RLock()
	defer files.RUnlock()
	return append(files.list[:len(files.list):len(files.list)], general.Builtin())
}

// Open returns the game of a name, ready to be played: any that Compile
// understands, "cube" with the length of an edge, 2 to 10 ("cube3"), or a game of
// the general machine ("capablanca"), those of files that Add has read among
// them, alone or with parts of ours ("gun+capablanca"); with "+fischerandom" behind it,
// it castles as in Chess960. Where two machines know a name, the fast one plays
// it.
func Open(name string) (game.Rules, error) {
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
	for _, c := range catalogues() {
		for _, n := range []string{base, strings.ToLower(base), plainName(base)} {
			switch {
			case !c.Has(n):
			case chess960:
				return c.Chess960(n)
			default:
				return c.Open(n)
			}
		}
	}
	if strings.Contains(name, "+") && errors.As(err, new(*unknownError)) {
		return compose(name)
	}
	return nil, err
}

// maxComposed is how many compositions of the general machine are kept ready.
const maxComposed = 64

// composed holds the compositions that were opened last, the latest at the end, so that
// opening one again costs nothing and whoever names many does not fill the memory.
var composed struct {
	sync.Mutex
	list []composition
}

type composition struct {
	key   string
	rules game.Rules
}

// compose returns a game of the general machine with parts of ours.
func compose(name string) (game.Rules, error) {
	words := strings.Split(name, "+")
	for i, word := range words {
		if at, err := lookup(word); err == nil {
			words[i] = catalogue[at].Name
		}
	}
	name = strings.Join(words, "+")
	key := compositionKey(words)
	if rules := recall(key, nil); rules != nil {
		return rules, nil
	}
	rules, err := general.Compose(name, catalogues()...)
	if part := (*general.UnknownPartError)(nil); errors.As(err, &part) {
		return nil, fmt.Errorf("%w%s", err, hint(part.Part))
	}
	if err != nil {
		return nil, err
	}
	return recall(key, rules), nil
}

// compositionKey is the same for all orders of the words, and with or without chess.
func compositionKey(words []string) string {
	key := []string{}
	for _, word := range words {
		if word = plainName(word); word != "chess" {
			key = append(key, word)
		}
	}
	slices.Sort(key)
	return strings.Join(key, "+")
}

// recall returns the composition of a key, and makes it the latest; fresh is kept if there
// is none.
func recall(key string, fresh game.Rules) game.Rules {
	composed.Lock()
	defer composed.Unlock()
	c := composition{key, fresh}
	if i := slices.IndexFunc(composed.list, func(c composition) bool { return c.key == key }); i >= 0 {
		c = composed.list[i]
		composed.list = slices.Delete(composed.list, i, i+1)
	}
	if c.rules != nil {
		composed.list = append(composed.list, c)
	}
	if len(composed.list) > maxComposed {
		composed.list = slices.Delete(composed.list, 0, 1)
	}
	return c.rules
}

// Add reads a file of variants (docs/variants-files.md) and has Open know its
// games from now on; their parents may be games that are known already. If
// anything is wrong nothing is added, and the errors say all of it, each a
// *general.FileError; games that are only not played here (general.OnlyUnplayed)
// are told there, too, and left out. A game is compiled when it is opened: a start
// position that cannot be played is an error of Open, or of Check. fitted, if not
// nil, returns what has been fitted to a game of the file. A file that has been
// added before changes nothing.
func Add(text string, fitted func(name string) (general.Fitted, error)) (names []string, errs []error) {
	files.Lock()
	defer files.Unlock()
	if names, again := files.read[text]; again {
		return names, nil
	}
	c, errs := judged(general.Read, text, fitted, files.list)
	if general.OnlyUnplayed(errs) {
		files.list = append([]*general.Catalogue{c}, files.list...)
		if files.read == nil {
			files.read = map[string][]string{}
		}
		files.read[text] = c.Names()
	}
	return namesOf(c), errs
}

// Check judges a file of variants as Add does, and whether each game can be opened.
// It adds and keeps nothing.
func Check(text string, fitted func(name string) (general.Fitted, error)) (names []string, errs []error) {
	files.RLock()
	defer files.RUnlock()
	c, errs := judged(general.Check, text, fitted, files.list)
	return namesOf(c), errs
}

func namesOf(c *general.Catalogue) []string {
	if c == nil {
		return nil
	}
	return c.Names()
}

// judged reads a file beside those that are known, with what has been fitted to its games.
func judged(read func(string, ...*general.Catalogue) (*general.Catalogue, []error), text string, fitted func(name string) (general.Fitted, error), known []*general.Catalogue) (*general.Catalogue, []error) {
	c, errs := read(text, append(known[:len(known):len(known)], general.Builtin())...)
	if c == nil {
		return nil, errs
	}
	for _, name := range c.Names() {
		if _, err := lookup(name); err == nil {
			errs = append(errs, &general.FileError{Section: name, Reason: "there is a game of this name already"})
		}
	}
	if fitted != nil {
		errs = append(errs, fit(c, fitted)...)
	}
	return c, errs
}

// fit has the games of a catalogue evaluate with what has been fitted to them.
func fit(c *general.Catalogue, fitted func(name string) (general.Fitted, error)) (errs []error) {
	for _, name := range c.Names() {
		f, err := fitted(name)
		if err == nil && f != (general.Fitted{}) {
			err = c.Fit(name, f)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("what has been fitted to %s: %w", name, err))
		}
	}
	return errs
}

// More returns the names of the games that Open knows besides those of Names and
// the cubes.
func More() (names []string) {
	for _, c := range catalogues() {
		for _, name := range c.Names() {
			if _, err := lookup(name); err != nil {
				names = append(names, name)
			}
		}
	}
	return names
}

// MustOpen is Open for names known to be right; it panics on others.
func MustOpen(name string) game.Rules {
	rules, err := Open(name)
	if err != nil {
		panic(err)
	}
	return rules
}
