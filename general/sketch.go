package general

import (
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// A Sketch is a game in the making: what a file of variants says about its last game,
// even if that cannot be played yet.
type Sketch struct {
	Name, Parent string
	Files, Ranks int
	Start        string // the FEN
	Pieces       []SketchPiece
	Settings     []Setting
	Parts        []SketchPart
	Rules        game.Rules // nil if it cannot be played

	description *Description
}

// Export is the package's Export for a game that can be played.
func (s *Sketch) Export() (file string, cannot []string) { return s.description.exportFile(s.Name) }

// A SketchPiece is a kind of piece with the key that gives it its letter.
type SketchPiece struct {
	Key, Letter, Name, Plural, Drawing, Betza string

	Custom bool // the key takes a definition
}

// A Setting is a key of files with the value that holds in a game.
type Setting struct {
	Key, Kind string
	Values    []string // of a choice
	Low, High int      // of a number
	Value     string   // "" where it cannot be determined
	Own       bool     // the section has the key
	// Refused says which other values of a choice contradict the rest of the game, and why.
	Refused map[string]string
}

// A SketchPart is a variant that the game may have among its parents.
type SketchPart struct {
	Name    string
	On      bool
	Refused string // why it cannot be combined with the game
}

// Value returns the value of a key, "" if it cannot be determined.
func (s *Sketch) Value(key string) string {
	for _, set := range s.Settings {
		if set.Key == key {
			return set.Value
		}
	}
	return ""
}

// KnownPieces returns the pieces that files know by name, without letters.
func KnownPieces() (list []SketchPiece) {
	d := newDescription("")
	for r := Role(1); int(r) < len(predefined); r++ {
		list = append(list, SketchPiece{Key: predefined[r].name, Name: d.usualName(r), Betza: predefined[r].betza})
	}
	return append(list, SketchPiece{Key: keyName(king), Name: d.usualName(king), Betza: "K", Custom: true})
}

// NewSketch reads the last game of a text as Check does. Games of other files, such as an
// earlier edition, may have its name. For a game with errors the sketch says what can be
// said; it is nil if the text has no game.
func NewSketch(text string, parents ...*Catalogue) (*Sketch, []error) {
	sections, err := split(text)
	if err != nil {
		return nil, []error{err}
	}
	if len(sections) == 0 {
		return nil, []error{&FileError{Reason: "there is no game: a game starts with a line [NAME] or [NAME:PARENT]"}}
	}
	s := sections[len(sections)-1]
	before := strings.Join(strings.SplitAfter(text, "\n")[:s.line-1], "")
	games, errs := readDescriptions(before, parents, newEdition)
	k := append(known{catalogue(games)}, parents...)
	if k[0].Has(s.name) || newEdition.taken(s.name, parents) {
		errs = append(errs, &FileError{Line: s.line, Section: s.name, Reason: nameTaken})
	}
	parent, err := k.parentOf(&s)
	if err != nil {
		errs = append(errs, &FileError{Line: s.line, Section: s.name, Reason: err.Error()})
	}
	d, wrong := s.describe(parent)
	sketch := &Sketch{Name: s.name, Parent: s.parent, Files: d.Files, Ranks: d.Ranks, Start: d.Start, Pieces: d.sketchPieces(), description: d}
	sketch.settings(d, s)
	sketch.parts(s, k)
	if errs = append(errs, wrong...); len(errs) > 0 {
		return sketch, errs
	}
	rules, err := d.open()
	if err != nil {
		return sketch, []error{s.locate(&keyError{key: "startFen", reason: err.Error()})}
	}
	sketch.Rules = rules
	return sketch, nil
}

// sketchPieces returns the pieces of a game in the order of their roles.
func (d *Description) sketchPieces() (list []SketchPiece) {
	for r := Role(1); r < roles; r++ {
		if d.letters[r] == 0 {
			continue
		}
		list = append(list, SketchPiece{
			Key: keyName(r), Letter: string(d.letters[r]), Name: d.roleName(r), Plural: d.plural(r), Drawing: d.drawing(named{role: r}),
			Betza: d.moves(r), Custom: r >= firstCustom,
		})
	}
	return list
}

// settings fills in the values of all keys, and which other values contradict the
// game.
func (s *Sketch) settings(d *Description, section section) {
	sound := d.judge() == nil
	for _, k := range keys {
		own := slices.ContainsFunc(section.entries, func(e entry) bool { return e.key == k.name })
		set := Setting{Key: k.name, Kind: k.kind, Values: k.values, Low: k.low, High: k.high, Own: own}
		if k.text != nil {
			set.Value = k.text(d)
		}
		for _, v := range k.values {
			if !sound || v == set.Value {
				continue
			}
			other := *d
			err := k.apply(&other, v)
			if err == nil {
				err = other.judge()
			}
			if err != nil {
				if set.Refused == nil {
					set.Refused = map[string]string{}
				}
				set.Refused[v] = err.Error()
			}
		}
		s.Settings = append(s.Settings, set)
	}
}

// parts fills in which variants are among the game's parents, and which cannot be
// combined with it.
func (s *Sketch) parts(of section, k known) {
	words := []string{}
	for word := range strings.SplitSeq(of.parent, "+") {
		words = append(words, strings.ToLower(strings.TrimSpace(word)))
	}
	for _, c := range k {
		for _, v := range c.variants {
			if len(v.Rules) == 0 {
				continue
			}
			part := SketchPart{Name: v.Name, On: slices.ContainsFunc(words, func(w string) bool { return w == v.Name || slices.Contains(v.Aliases, w) })}
			if !part.On {
				with := of
				with.parent = strings.TrimSuffix(v.Name+"+"+of.parent, "+")
				part.Refused = with.contradiction(k)
			}
			s.Parts = append(s.Parts, part)
		}
	}
}

// contradiction says why a game cannot be played, its start position aside; "" if it can.
func (s *section) contradiction(k known) string {
	parent, err := k.parentOf(s)
	if err != nil {
		return strings.TrimPrefix(err.Error(), "its parent ")
	}
	d, errs := s.describe(parent)
	if len(errs) > 0 {
		e := errs[0].(*FileError) // as all of describe's
		return e.Key + ": " + e.Reason
	}
	if err := d.judge(); err != nil {
		return err.Error()
	}
	return ""
}
