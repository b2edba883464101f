package match

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kballard/go-shellquote"
)

// An Engine is a competitor.
type Engine struct {
	Name    string
	Command []string // program and arguments; "self" stands for this program's engine
	Dir     string   // working directory, the current one if empty
	Options []Option // set in this order after the handshake
	Limits  TimeControl
}

// An Option is a UCI option and its value, empty for a button.
type Option struct{ Name, Value string }

// self is the command that stands for the engine of this program.
const self = "self"

// isSelf reports whether the engine runs inside this program.
func (e *Engine) isSelf() bool { return len(e.Command) == 1 && e.Command[0] == self }

// ParseEngine reads an engine from words NAME=VALUE, quoted as in a shell:
//
//	cmd="./engine --quiet" name=new tc=8+0.08 "option.Move Overhead=10"
//
// The words in text override those that ParseEach read for all engines.
func ParseEngine(each Engine, text string) (Engine, error) {
	e := each
	e.Options = slices.Clone(each.Options)
	if err := e.read(text); err != nil {
		return Engine{}, fmt.Errorf("engine %.60q: %w", text, err)
	}
	if len(e.Command) == 0 {
		return Engine{}, fmt.Errorf("engine %.60q: cmd= is missing", text)
	}
	if e.Limits == (TimeControl{}) {
		return Engine{}, fmt.Errorf("engine %.60q: expected a limit: tc=, movetime=, nodes= or depth=", text)
	}
	if e.Name == "" {
		e.Name = strings.ToValidUTF8(strings.TrimSuffix(filepath.Base(e.Command[0]), ".exe"), "\ufffd") // as JSON keeps it
	}
	return e, nil
}

// ParseEach reads words that apply to all engines, for ParseEngine.
func ParseEach(text string) (each Engine, err error) {
	err = each.read(text)
	return each, err
}

// read applies the words of a description.
func (e *Engine) read(text string) error {
	words, err := shellquote.Split(text)
	if err != nil {
		return err
	}
	for _, word := range words {
		if err := e.set(word); err != nil {
			return err
		}
	}
	return nil
}

// set applies one word of the description.
func (e *Engine) set(word string) (err error) {
	key, value, found := strings.Cut(word, "=")
	if !found {
		return fmt.Errorf("%.40q is not of the form name=value", word)
	}
	if name, ok := strings.CutPrefix(key, "option."); ok {
		return e.setOption(name, value)
	}
	switch key {
	case "cmd":
		e.Command, err = shellquote.Split(value)
	case "name":
		if value == "" || !utf8.ValidString(value) || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }) {
			return fmt.Errorf("name %.40q: empty, not UTF-8, or with characters that PGN cannot quote", value)
		}
		e.Name = value
	case "dir":
		e.Dir = value
	case "tc":
		err = e.Limits.setClock(value)
	case "movetime":
		var n uint64
		n, err = positive(value, 1<<31)
		e.Limits.MoveTime = time.Duration(n) * time.Millisecond
		e.Limits.Moves, e.Limits.Time, e.Limits.Increment = 0, 0, 0
	case "nodes":
		e.Limits.Nodes, err = positive(value, 1<<62)
	case "depth":
		var n uint64
		n, err = positive(value, 1<<20)
		e.Limits.Depth = int(n)
	default:
		return fmt.Errorf("unknown key %.40q (known: cmd, name, dir, tc, movetime, nodes, depth, option.NAME)", key)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// setOption records an option, replacing any earlier value.
func (e *Engine) setOption(name, value string) error {
	if name == "" || strings.ContainsAny(name+value, "\r\n") {
		return errors.New("option. needs a name without line breaks")
	}
	if strings.EqualFold(name, "UCI_Variant") || strings.EqualFold(name, "UCI_Chess960") {
		return fmt.Errorf("option %s is set by the referee", name)
	}
	i := slices.IndexFunc(e.Options, func(o Option) bool { return strings.EqualFold(o.Name, name) })
	if i < 0 {
		e.Options = append(e.Options, Option{name, value})
	} else {
		e.Options[i].Value = value
	}
	return nil
}

// positive reads a whole number from 1 to a limit.
func positive(text string, limit uint64) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n < 1 || n > limit {
		return 0, fmt.Errorf("%.40q is not a whole number in 1..%d", text, limit)
	}
	return n, nil
}

// NameApart makes the names of engines unique: "self", "self 2".
func NameApart(engines []Engine) {
	taken := map[string]bool{}
	for i := range engines {
		name := engines[i].Name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s %d", engines[i].Name, n)
		}
		engines[i].Name = name
		taken[name] = true
	}
}
