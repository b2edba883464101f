package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
)

// settings are the options that the engine does not keep.
type settings struct {
	variant     string // as it was chosen, without what chess960 adds
	chess960    bool   // the option UCI_Chess960; fischerandom is Chess960 without it
	ponder      bool   // whether the GUI ponders; nothing depends on it
	showWDL     bool
	singleMoves bool // TurnNotation is single
	limited     bool // UCI_LimitStrength: elo is in force
	elo         int
}

// An option is a row of the table of options.
type option struct {
	name     string
	kind     string // as UCI names it
	initial  string // the default; none for a button
	min, max int    // of a spin
	vars     []string
	folder   bool // a str that names a directory
	open     bool // a combo that takes values besides vars; set checks them
	uci      bool // not for CECP, which has a command for it or no use
	// set takes a value of the option's kind: n for a spin, otherwise text, which is true or
	// false for a check and in lower case for a combo.
	set func(s *Session, text string, n int) error
}

// The kinds of options.
const (
	spin   = "spin"
	check  = "check"
	combo  = "combo"
	button = "button"
	str    = "string"
)

// options returns the table. Options outside the protocol have names without UCI_, because some
// GUIs hide those that begin with it.
func (s *Session) options() []option {
	list := append(s.standardOptions(), bookOptions()...)
	if s.config.OpenTables != nil {
		list = append(list, option{name: "TablePath", kind: str, folder: true, initial: "<empty>", set: (*Session).setTables})
	}
	if s.config.AddGames != nil {
		list = append(list, option{name: "VariantPath", kind: str, initial: "<empty>",
			set: func(s *Session, path string, _ int) error {
				if path == "" || path == "<empty>" {
					return nil
				}
				note, err := s.config.AddGames(path)
				if note != "" {
					s.info("VariantPath: %s", note)
				}
				return err
			}})
	}
	for _, p := range engine.Parameters() {
		list = append(list, option{name: p.Name, kind: spin, initial: strconv.Itoa(p.Initial), min: p.Min, max: p.Max,
			set: func(_ *Session, _ string, n int) error { p.Set(n); return nil }})
	}
	return list
}

func (s *Session) standardOptions() []option {
	initial := engine.DefaultOptions()
	return []option{
		{name: "Hash", uci: true, kind: spin, initial: strconv.Itoa(initial.HashMB), min: 1, max: s.config.MaxHashMB,
			set: engineOption(func(o *engine.Options, n int) { o.HashMB = n })},
		{name: "Clear Hash", kind: button,
			set: func(s *Session, _ string, _ int) error { s.player.Clear(); return nil }},
		{name: "Threads", uci: true, kind: spin, initial: strconv.Itoa(initial.Threads), min: 1, max: s.config.MaxThreads,
			set: engineOption(func(o *engine.Options, n int) { o.Threads = n })},
		{name: "Ponder", uci: true, kind: check, initial: "false",
			set: func(s *Session, text string, _ int) error { s.settings.ponder = text == "true"; return nil }},
		{name: "MultiPV", kind: spin, initial: strconv.Itoa(initial.MultiPV), min: 1, max: engine.MaxMultiPV,
			set: engineOption(func(o *engine.Options, n int) { o.MultiPV = n })},
		{name: "Move Overhead", kind: spin, initial: strconv.Itoa(int(initial.MoveOverhead.Milliseconds())),
			min: 0, max: int(engine.MaxMoveOverhead.Milliseconds()),
			set: engineOption(func(o *engine.Options, n int) { o.MoveOverhead = time.Duration(n) * time.Millisecond })},
		{name: "Skill Level", kind: spin, initial: strconv.Itoa(initial.Skill), min: 0, max: engine.MaxSkill,
			set: engineOption(func(o *engine.Options, n int) { o.Skill = n })},
		{name: "TurnNotation", uci: true, kind: combo, initial: "turn", vars: []string{"turn", "single"},
			set: func(s *Session, text string, _ int) error { s.settings.singleMoves = text == "single"; return nil }},
		{name: "UCI_Variant", uci: true, kind: combo, initial: s.config.Variants[0], vars: s.config.Variants, open: true, // aliases and compositions
			set: func(s *Session, text string, _ int) error {
				if text == "" { // this is how Cute Chess asks for orthodox chess
					text = s.config.Variants[0]
				}
				return s.setVariant(text, s.settings.chess960)
			}},
		{name: "UCI_Chess960", uci: true, kind: check, initial: "false",
			set: func(s *Session, text string, _ int) error { return s.setVariant(s.settings.variant, text == "true") }},
		{name: "UCI_AnalyseMode", uci: true, kind: check, initial: "false",
			set: func(s *Session, text string, _ int) error { return s.setAnalyseMode(text == "true") }},
		{name: "UCI_LimitStrength", kind: check, initial: "false",
			set: func(s *Session, text string, _ int) error { return s.limitStrength(text == "true", s.settings.elo) }},
		{name: "UCI_Elo", kind: spin, initial: strconv.Itoa(engine.MaxElo), min: engine.MinElo, max: engine.MaxElo,
			set: func(s *Session, _ string, n int) error { return s.limitStrength(s.settings.limited, n) }},
		{name: "UCI_ShowWDL", uci: true, kind: check, initial: "false",
			set: func(s *Session, text string, _ int) error { s.settings.showWDL = text == "true"; return nil }},
	}
}

// engineOption returns the setter of a number kept by the engine.
func engineOption(change func(*engine.Options, int)) func(*Session, string, int) error {
	return func(s *Session, _ string, n int) error {
		o := s.player.Options()
		change(&o, n)
		return s.player.SetOptions(o)
	}
}

// setAnalyseMode makes the engine keep searching when it could move without it.
func (s *Session) setAnalyseMode(on bool) error {
	o := s.player.Options()
	o.AnalyseMode = on
	return s.player.SetOptions(o)
}

// setTables makes the engine use the endgame tables of a directory, or none.
func (s *Session) setTables(path string, _ int) (err error) {
	o := s.player.Options()
	before := o.Tables
	if o.Tables = nil; path != "" && path != "<empty>" {
		if o.Tables, err = s.config.OpenTables(path); err != nil {
			return err
		}
	}
	if err := s.player.SetOptions(o); err != nil {
		return err
	}
	if c, ok := before.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// limitStrength makes the engine play at a rating or, if not limited, at its skill level.
func (s *Session) limitStrength(limited bool, elo int) error {
	o := s.player.Options()
	o.Elo = 0
	if limited {
		o.Elo = elo
	}
	if err := s.player.SetOptions(o); err != nil {
		return err
	}
	s.settings.limited, s.settings.elo = limited, elo
	return nil
}

// String returns the line that describes the option to a GUI.
func (o option) String() string {
	line := "option name " + o.name + " type " + o.kind
	if o.kind != button {
		line += " default " + o.initial
	}
	if o.kind == spin {
		line += fmt.Sprintf(" min %d max %d", o.min, o.max)
	}
	for _, v := range o.vars {
		line += " var " + v
	}
	return line
}

// feature returns the description of the option for XBoard. Its combos mark the default with a
// star.
func (o option) feature() string {
	switch o.kind {
	case spin:
		return fmt.Sprintf("%s -spin %s %d %d", o.name, o.initial, o.min, o.max)
	case check:
		return o.name + " -check " + map[string]string{"true": "1", "false": "0"}[o.initial]
	case combo:
		choices := slices.Clone(o.vars)
		for i, v := range choices {
			if v == o.initial {
				choices[i] = "*" + v
			}
		}
		return o.name + " -combo " + strings.Join(choices, " /// ")
	case str:
		chooser := " -file "
		if o.folder {
			chooser = " -path "
		}
		return o.name + chooser + strings.TrimPrefix(o.initial, "<empty>")
	}
	return o.name + " -button"
}

// parse checks a value and returns it in the form that set takes.
func (o option) parse(value string) (text string, n int, err error) {
	text = strings.ToLower(value)
	switch o.kind {
	case spin:
		n, err = strconv.Atoi(value)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return "", 0, fmt.Errorf("%.40q is not a whole number", value)
		}
		if n < o.min || n > o.max {
			return "", 0, fmt.Errorf("%.40s is not in %d..%d", value, o.min, o.max)
		}
	case check:
		if text != "true" && text != "false" {
			return "", 0, fmt.Errorf("%.40q is neither true nor false", value)
		}
	case str:
		text = value
	case combo:
		if !o.open && !slices.Contains(o.vars, text) {
			return "", 0, fmt.Errorf("%.40q is none of %s", value, strings.Join(o.vars, ", "))
		}
	}
	return text, n, nil
}

// setOption changes an option: setoption name NAME [value VALUE], where both may contain spaces
// and the name may be in any case. It explains what is impossible, and the old value stays.
func (s *Session) setOption(_ context.Context, args []string) {
	if len(args) < 2 || args[0] != "name" {
		s.info("setoption: expected name NAME [value VALUE]")
		return
	}
	name, value := args[1:], ""
	if i := slices.Index(args, "value"); i > 1 {
		name, value = args[1:i], strings.Join(args[i+1:], " ")
	}
	wanted := strings.Join(name, " ")
	o := s.option(wanted)
	if o == nil {
		s.info("setoption: unknown option %.40q", wanted)
		return
	}
	if err := s.setTo(*o, value); err != nil {
		s.info("setoption %s: %s", o.name, err)
		return
	}
	s.explain("setoption %s: %s", o.name, value)
}

// option returns the option with a name in any case, nil if there is none.
func (s *Session) option(name string) *option {
	for _, o := range s.options() {
		if strings.EqualFold(o.name, name) {
			return &o
		}
	}
	return nil
}

// setTo gives an option a value; the old one stays if there is an error.
func (s *Session) setTo(o option, value string) error {
	text, n, err := o.parse(value)
	if err != nil {
		return err
	}
	return o.set(s, text, n)
}

// setVariant changes the rules to a variant, with castling written as in Chess960 in any variant
// if chess960 is set. If that changes anything, the position becomes the start position of the
// variant.
func (s *Session) setVariant(name string, chess960 bool) error {
	rules, err := s.config.Open(name)
	if err != nil {
		return err
	}
	if chess960 && !fast.IsChess960(rules) {
		if other, err := s.config.Open(name + "+fischerandom"); err == nil { // else it has no meaning in this game
			rules = other
		}
	}
	s.settings.variant, s.settings.chess960 = name, chess960
	if s.rules != rules {
		s.rules, s.record = rules, game.NewRecord(rules.Start())
		s.player.Clear() // else the next search would do it, on its clock
	}
	return nil
}
