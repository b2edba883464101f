package variants

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// files holds the games read by Add, those of the last file first.
var files struct {
	adding sync.Mutex // held by Add and Replace; others need not wait while they read a text
	sync.RWMutex
	list []*general.Catalogue
	read map[string]*general.Catalogue // the games of each text added
}

// builtin returns the games of the general machine that are known without a file.
var builtin = sync.OnceValue(func() *general.Catalogue { return general.Games(catalogue) })

// catalogues returns the games of files and those of the general machine.
func catalogues() []*general.Catalogue {
	files.RLock()
	defer files.RUnlock()
	return append(files.list[:len(files.list):len(files.list)], builtin())
}

// isCube reports whether a name is that of a cube: "cube" followed by a number or nothing.
func isCube(name string) bool {
	edge, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(name)), "cube")
	return ok && strings.Trim(edge, "0123456789") == ""
}

// Open returns the game with a name, ready to play: any that Compile understands, "cube"
// with the length of an edge, 2 to 10 ("cube3"), or a game of the general machine
// ("capablanca"), including those of files read by Add, alone or combined with variants of
// the catalogue ("gun+capablanca"). With "+fischerandom" appended it castles as in
// Chess960. Where two machines know a name, the fast one plays it.
func Open(name string) (game.Rules, error) {
	if isCube(name) {
		n, err := strconv.Atoi(strings.ToLower(strings.TrimSpace(name))[len("cube"):])
		if err != nil {
			return nil, fmt.Errorf("%.40q: cubes are named by their edge, cube%d to cube%d", name, cubic.MinSize, cubic.MaxStart)
		}
		return cubic.Rules(n)
	}
	v, err := parse(name)
	if err == nil {
		return openFast(v)
	}
	base, chess960 := strings.CutSuffix(strings.TrimSpace(name), "+fischerandom")
	for _, c := range catalogues() {
		for _, n := range []string{base, strings.ToLower(base), plainName(base)} {
			switch {
			case !c.Has(n):
			case chess960:
				key := n + "+fischerandom"
				if g := recall(key, nil); g != nil {
					return g, nil
				}
				g, err := c.Chess960(n)
				if err != nil {
					return nil, err
				}
				return recall(key, g), nil
			default:
				return c.Open(n)
			}
		}
	}
	if strings.Contains(name, "+") && errors.As(err, new(*UnknownError)) {
		return compose(name)
	}
	return nil, suggest(err)
}

// NewGame opens a game by name as Open does and returns a record of it at the start position.
func NewGame(name string) (*game.Record, error) {
	g, err := Open(name)
	if err != nil {
		return nil, err
	}
	return game.NewRecord(g.Start()), nil
}

// openFast returns a game of the fast machine.
func openFast(v rules.Variant) (game.Rules, error) {
	key := "fast " + v.Name
	if g := recall(key, nil); g != nil {
		return g, nil
	}
	compiled, err := chess.Compile(v)
	if err != nil {
		return nil, err
	}
	return recall(key, fast.Game(compiled)), nil
}

// maxOpened is how many games of the fast machine and compositions are cached.
const maxOpened = 64

// opened caches the games opened last, the latest at the end: opening one again costs
// nothing and returns the same game, and opening many does not fill the memory.
var opened struct {
	sync.Mutex
	list []openedGame
}

type openedGame struct {
	key   string
	rules game.Rules
}

// compose returns a game of the general machine combined with variants of the catalogue.
func compose(name string) (game.Rules, error) {
	words := strings.Split(name, "+")
	for i, word := range words {
		if at, ok := lookup(word); ok {
			words[i] = catalogue[at].Name
		}
	}
	name = strings.Join(words, "+")
	key := compositionKey(words)
	if g := recall(key, nil); g != nil {
		return g, nil
	}
	g, err := general.Compose(name, catalogues()...)
	if part := (*general.UnknownPartError)(nil); errors.As(err, &part) {
		return nil, fmt.Errorf("%.80q: %w", name, suggest(&UnknownError{Name: part.Part}))
	}
	if err != nil {
		return nil, err
	}
	return recall(key, g), nil
}

// compositionKey returns the same key for all orders of the words, with or without chess.
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

// recall returns the opened game with a key and makes it the latest. If there is none, it
// stores fresh.
func recall(key string, fresh game.Rules) game.Rules {
	opened.Lock()
	defer opened.Unlock()
	c := openedGame{key, fresh}
	if i := slices.IndexFunc(opened.list, func(c openedGame) bool { return c.key == key }); i >= 0 {
		c = opened.list[i]
		opened.list = slices.Delete(opened.list, i, i+1)
	}
	if c.rules != nil {
		opened.list = append(opened.list, c)
	}
	if len(opened.list) > maxOpened {
		opened.list = slices.Delete(opened.list, 0, 1)
	}
	return c.rules
}

// forget clears the caches, as a file may have given their names to other games.
func forget() {
	opened.Lock()
	opened.list = nil
	opened.Unlock()
	sketches.Lock()
	sketches.list = nil
	sketches.Unlock()
}

// Add reads a file of variants (docs/variants-files.md), after which Open knows its games;
// their parents may be games that are known already. If anything is wrong, nothing is
// added, and the errors, each a *general.FileError, list everything; a line that is neither
// a section, a comment nor a key with a value is the only error. Games that are merely not
// playable here (general.OnlyUnplayed) are left out and reported among the errors, too. A
// game is compiled when it is opened: a start position that cannot be played is an error of
// Open, or of Check. fitted, if not nil, returns the fitted values of a game of the file.
// Adding the same file again changes nothing.
func Add(text string, fitted func(name string) (general.Fitted, error)) (names []string, errs []error) {
	files.adding.Lock()
	defer files.adding.Unlock()
	if c, again := files.read[text]; again {
		return c.Names(), nil
	}
	c, errs := judged(general.Read, text, fitted, files.list)
	if general.OnlyUnplayed(errs) {
		files.Lock()
		defer files.Unlock()
		files.list = append([]*general.Catalogue{c}, files.list...)
		if files.read == nil {
			files.read = map[string]*general.Catalogue{}
		}
		files.read[text] = c
		forget()
	}
	return namesOf(c), errs
}

// Replace is Check for a text that replaces one added before: if nothing is wrong, Open knows
// its games from then on instead of the old ones. Games that are already open stay as they are.
// If the old text is not there, there is nothing to replace, and the text is added.
func Replace(old, text string, fitted func(name string) (general.Fitted, error)) (names []string, errs []error) {
	files.adding.Lock()
	defer files.adding.Unlock()
	was := files.read[old]
	rest := slices.DeleteFunc(slices.Clone(files.list), func(c *general.Catalogue) bool { return c == was })
	c, errs := judged(general.Check, text, fitted, rest)
	if !general.OnlyUnplayed(errs) {
		return namesOf(c), errs
	}
	files.Lock()
	defer files.Unlock()
	delete(files.read, old)
	files.list = append([]*general.Catalogue{c}, rest...)
	files.read[text] = c
	forget()
	return c.Names(), errs
}

// Source returns the text of the file from which a game, or a part of it, was added, or ""
// if there is none.
func Source(name string) string {
	files.RLock()
	defer files.RUnlock()
	for text, c := range files.read {
		for part := range strings.SplitSeq(name, "+") {
			if c.Has(part) {
				return text
			}
		}
	}
	return ""
}

// Check checks a file of variants as Add does, and also whether each game can be opened.
// It adds nothing.
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

// judged reads a file given the known games, and applies the fitted values of its games.
func judged(read func(string, ...*general.Catalogue) (*general.Catalogue, []error), text string, fitted func(name string) (general.Fitted, error), known []*general.Catalogue) (*general.Catalogue, []error) {
	c, errs := read(text, append(known[:len(known):len(known)], builtin())...)
	if c == nil {
		return nil, errs
	}
	for _, name := range c.Names() {
		if _, ok := lookup(name); ok || isCube(name) {
			errs = append(errs, &general.FileError{Section: name, Reason: "a game with this name exists already"})
		}
	}
	if fitted != nil {
		errs = append(errs, fit(c, fitted)...)
	}
	return c, errs
}

// fit sets the fitted values by which the games of a catalogue evaluate.
func fit(c *general.Catalogue, fitted func(name string) (general.Fitted, error)) (errs []error) {
	for _, name := range c.Names() {
		f, err := fitted(name)
		if err == nil && f != (general.Fitted{}) {
			err = c.Fit(name, f)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("weights or network of %s: %w", name, err))
		}
	}
	return errs
}

// More returns the names of the games that Open knows besides those of Names and the cubes.
func More() (names []string) {
	for _, c := range catalogues() {
		for _, name := range c.Names() {
			if _, ok := lookup(name); !ok {
				names = append(names, name)
			}
		}
	}
	return names
}

// MustOpen is Open for names known to be valid; it panics on others.
func MustOpen(name string) game.Rules {
	rules, err := Open(name)
	if err != nil {
		panic(err)
	}
	return rules
}

// Derive returns the last game of a text, read as Add does, with its fitted values, if
// any. It adds nothing.
func Derive(text string, fitted general.Fitted) (game.Rules, error) {
	return derive(text, fitted, catalogues())
}

func derive(text string, fitted general.Fitted, parents []*general.Catalogue) (game.Rules, error) {
	c, errs := general.Read(text, parents...)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	names := c.Names()
	if len(names) == 0 {
		return nil, errors.New("no game: a game starts with a line [NAME] or [NAME:PARENT]")
	}
	name := names[len(names)-1]
	if fitted != (general.Fitted{}) {
		if err := c.Fit(name, fitted); err != nil {
			return nil, err
		}
	}
	return c.Open(name)
}

// Parts returns a game on the general machine, and those of its rules that can be removed one at
// a time. It knows the names that Open knows, except cubes and games that castle as in Chess960.
func Parts(name string) (whole game.Rules, parts []general.Part, err error) {
	return partsOf(name, catalogues())
}

func partsOf(name string, games []*general.Catalogue) (whole game.Rules, parts []general.Part, err error) {
	words := strings.Split(name, "+")
	for i, word := range words {
		if at, ok := lookup(word); ok {
			words[i] = catalogue[at].Name
		}
	}
	return general.Parts(strings.Join(words, "+"), games...)
}

// Export writes a game as a file for Fairy-Stockfish and the sites that use it, and lists
// what such a file cannot express: see general.Export. It knows the names that Open knows,
// except cubes.
func Export(name string) (file string, cannot []string, err error) {
	if isCube(name) {
		return "", nil, fmt.Errorf("%s is a game in a cube, which variants files cannot express", name)
	}
	return general.Export(name, catalogues()...)
}
