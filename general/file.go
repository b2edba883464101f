package general

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/english"
)

// Bounds on files, so that no file takes too much memory or time.
const (
	maxFileSize = 4 << 20
	maxSections = 5000
	maxLine     = 1 << 16
)

// A FileError says what is wrong in a file of variants, and where.
type FileError struct {
	Line    int    // from 1, 0 for the whole file
	Section string // "" before the first one
	Key     string // "" if the error is about the section
	Reason  string
	// Unplayed says that the only problem is that the game, or its parent, has a
	// rule that is not supported here.
	Unplayed bool
}

func (e *FileError) Error() string {
	where := ""
	if e.Line > 0 {
		where = fmt.Sprintf("line %d", e.Line)
	}
	if e.Section != "" {
		where += fmt.Sprintf(", [%.60s]", e.Section)
	}
	if e.Key != "" {
		where += fmt.Sprintf(", %.60s", e.Key)
	}
	return strings.TrimPrefix(where+": "+e.Reason, ": ")
}

// OnlyUnplayed reports whether the errors of a file only say that some games are
// not supported here.
func OnlyUnplayed(errs []error) bool {
	for _, err := range errs {
		var e *FileError
		if !errors.As(err, &e) || !e.Unplayed {
			return false
		}
	}
	return true
}

// A section is a game as it is written in a file.
type section struct {
	name, parent string
	line         int
	entries      []entry
}

type entry struct {
	key, value string
	line       int
}

// split reads the sections of a file, up to the first line that cannot be read.
func split(text string) (sections []section, err error) {
	if len(text) > maxFileSize {
		return nil, &FileError{Reason: fmt.Sprintf("a variants file may have at most %d MB", maxFileSize>>20)}
	}
	number, within := 0, ""
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		number++
		fail := func(reason string) error { return &FileError{Line: number, Section: within, Reason: reason} }
		if len(line) > maxLine {
			return nil, fail("a line is too long")
		}
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '[':
			within = ""
			name, rest, closed := strings.Cut(line[1:], "]")
			if rest = strings.TrimSpace(rest); !closed || rest != "" && rest[0] != '#' && rest[0] != ';' {
				return nil, fail("a section is [name] or [name:parent]")
			}
			name, parent, _ := strings.Cut(name, ":")
			if !validName(name) {
				return nil, fail(fmt.Sprintf("%.40q is not a valid name: use letters, digits, - and _", name))
			}
			if len(sections) == maxSections {
				return nil, fail(fmt.Sprintf("more than %d games", maxSections))
			}
			sections = append(sections, section{name: name, parent: parent, line: number})
			within = name
		default:
			key, value, ok := strings.Cut(line, "=")
			key = strings.TrimSpace(key)
			if !ok || key == "" {
				return nil, fail(fmt.Sprintf("%.40q is neither a section, a comment nor key = value", line))
			}
			if len(sections) == 0 {
				return nil, fail("a key before the first section")
			}
			s := &sections[len(sections)-1]
			s.entries = append(s.entries, entry{key, strings.TrimSpace(uncommented(value)), number})
		}
	}
	return sections, nil
}

// uncommented removes a comment after a value: a # after a space or tab.
func uncommented(value string) string {
	for i := 1; i < len(value); i++ {
		if value[i] == '#' && (value[i-1] == ' ' || value[i-1] == '\t') {
			return value[:i]
		}
	}
	return value
}

func validName(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && !(c >= '0' && c <= '9') && c != '-' && c != '_' {
			return false
		}
	}
	return name != "" && len(name) <= 60
}

// describe makes a section's description from its parent's, and judges it.
func (s *section) describe(parent *Description) (*Description, []error) {
	d := newDescription(s.name)
	if parent != nil {
		copied := *parent
		d = &copied
		d.Name = s.name
		d.descend(parent)
	}
	var errs []error
	fail := func(e entry, reason string) {
		errs = append(errs, &FileError{Line: e.line, Section: s.name, Key: e.key, Reason: reason})
	}
	entries := map[string]entry{}
	letters := map[byte]string{}
	for _, e := range s.entries {
		entries[e.key] = e // of two the last one counts
	}
	use := func(name string, apply func(d *Description, value string) error) {
		e, ok := entries[name]
		if !ok {
			return
		}
		delete(entries, name)
		if err := apply(d, e.value); err != nil {
			fail(e, err.Error())
		}
	}
	use("maxRank", func(d *Description, v string) (err error) {
		d.Ranks, err = number(v, 1, 16)
		return err
	})
	use("maxFile", func(d *Description, v string) error {
		file, err := parseFile(v)
		d.Files = file + 1
		return err
	})
	for r := Role(1); r < roles; r++ {
		name := keyName(r)
		use(name, func(d *Description, v string) error {
			if err := d.setPiece(r, v); err != nil {
				return err
			}
			if l := d.letters[r]; l != 0 {
				if other, used := letters[l]; used {
					return fmt.Errorf("%c is also the letter of %s", l|0x20, other)
				}
				letters[l] = name
			}
			return nil
		})
		for c, color := range []string{"White", "Black"} {
			use("mobilityRegion"+color+strings.ToUpper(name[:1])+name[1:], squaresOf(func(d *Description) []*region {
				return []*region{&d.mobilityRegion[c][r]}
			}).apply)
		}
	}
	for _, k := range keys {
		use(k.name, k.apply)
	}
	for _, e := range s.entries {
		if left, ok := entries[e.key]; ok && left == e {
			reason := "unknown key"
			if len(errs) < maxMeant {
				reason += english.Meant(nearKeys(e.key))
			}
			fail(e, reason)
		}
	}
	if len(errs) == 0 {
		if err := d.judge(); err != nil {
			errs = append(errs, s.locate(err))
		}
	}
	return d, errs
}

// maxMeant is for how many faults of a game keys are suggested: a file that is no variants file
// may have thousands.
const maxMeant = 10

// nearKeys returns the keys that resemble an unknown one.
func nearKeys(key string) []string {
	var spellings []english.Spelling
	add := func(name string) {
		spellings = append(spellings, english.Spelling{Text: strings.ToLower(name), Name: name})
	}
	for _, k := range keys {
		add(k.name)
	}
	for r := Role(1); r < roles; r++ {
		name := keyName(r)
		add(name)
		for _, color := range []string{"White", "Black"} {
			add("mobilityRegion" + color + strings.ToUpper(name[:1]) + name[1:])
		}
	}
	add("maxFile")
	add("maxRank")
	return english.Near(strings.ToLower(key), spellings)
}

// keyName returns the key that gives a role its letter.
func keyName(r Role) string {
	switch {
	case r == king:
		return "king"
	case r >= firstCustom:
		return fmt.Sprintf("customPiece%d", r-firstCustom+1)
	}
	return predefined[r].name
}

// readDescriptions reads the games of a file. Parents are games earlier in the
// file, or those of parents. All errors are returned in errs; games that have an
// error are not in the list.
func readDescriptions(text string, parents known, names naming) (games []*Description, errs []error) {
	sections, err := split(text)
	if err != nil {
		return nil, []error{err}
	}
	here := catalogue(nil)
	parents = append(known{here}, parents...)
	refused := map[string]bool{}
	unplayed := map[string]bool{}
	for i := range sections {
		s := &sections[i]
		fail := func(format string, args ...any) {
			errs = append(errs, &FileError{Line: s.line, Section: s.name, Reason: fmt.Sprintf(format, args...)})
			refused[s.name] = true
		}
		if here.Has(s.name) || names.taken(s.name, parents) {
			fail("%s", nameTaken)
			continue
		}
		parent, err := parents.parentOf(s)
		switch {
		case err == nil:
		case refused[s.parent]:
			fail("its parent %s has errors", s.parent)
			unplayed[s.name] = unplayed[s.parent]
			errs[len(errs)-1].(*FileError).Unplayed = unplayed[s.name]
			continue
		case s.parent == s.name || later(sections[i:], s.parent):
			fail("its parent %s comes after it; parents must come first", s.parent)
			continue
		default:
			fail("%v", err)
			continue
		}
		d, wrong := s.describe(parent)
		if len(wrong) > 0 {
			errs = append(errs, wrong...)
			refused[s.name] = true
			unplayed[s.name] = OnlyUnplayed(wrong)
			continue
		}
		if names == ownNames {
			d.fitted = fittedTo(s.name)
		}
		here.descriptions[s.name] = d
		games = append(games, d)
	}
	sortByLine(errs)
	return games, errs
}

// sortByLine puts the errors of a file in the order of its lines.
func sortByLine(errs []error) {
	slices.SortStableFunc(errs, func(a, b error) int { return lineOf(a) - lineOf(b) })
}

func lineOf(err error) int {
	if at := (*FileError)(nil); errors.As(err, &at) {
		return at.Line
	}
	return 0
}

// A naming says which names of known games a file may give to its own.
type naming uint8

const (
	freshNames naming = iota // none
	ownNames                 // those of variants: some are other games where this format comes from
	newEdition               // those of other files
)

const nameTaken = "a game with this name exists already"

// taken reports whether a file may not use a name because a known game has it.
func (n naming) taken(name string, games known) bool {
	_, variant := games.variant(name)
	switch n {
	case ownNames:
		return games.section(name) != nil
	case newEdition:
		for _, c := range games {
			if c.variants != nil && c.Has(name) {
				return true
			}
		}
		return variant
	}
	return variant || games.section(name) != nil
}

// parentOf returns the parent of a section, nil if it names none: a game, or a
// composition of a game and variants.
func (k known) parentOf(s *section) (*Description, error) {
	if s.parent == "" {
		return nil, nil
	}
	if d := k.game(s.parent); d != nil {
		return d, nil
	}
	if !strings.Contains(s.parent, "+") {
		return nil, fmt.Errorf("unknown parent %.60q", s.parent)
	}
	d, err := k.compose(s.parent)
	if err != nil {
		return nil, fmt.Errorf("its parent %w", err)
	}
	return d, nil
}

func later(sections []section, name string) bool {
	return slices.ContainsFunc(sections, func(s section) bool { return s.name == name })
}

// A keyError is an error about a key whose line is not known.
type keyError struct {
	key, reason string
	unplayed    bool
}

func (e *keyError) Error() string { return e.key + ": " + e.reason }

// locate finds the line of the key that an error is about.
func (s *section) locate(err error) error {
	located := &FileError{Line: s.line, Section: s.name, Reason: err.Error()}
	var about *keyError
	if errors.As(err, &about) {
		located.Key, located.Reason, located.Unplayed = about.key, about.reason, about.unplayed
		for _, e := range s.entries {
			if e.key == about.key {
				located.Line = e.line
			}
		}
	}
	return located
}

//go:embed games.ini
var builtinText string
