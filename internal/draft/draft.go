// Package draft edits games in the making. Such a game is represented only by the text
// of a variants file (docs/variants-files.md); every step changes that text and leaves
// the rest of it as it is.
package draft

import (
	"slices"
	"strings"
)

// A Draft is the text of a file whose last section is the game in the making.
type Draft struct {
	lines []string
	head  int // the line of the section, -1 if there is none
}

// Parse splits a text. It accepts any text.
func Parse(text string) *Draft {
	d := &Draft{lines: strings.Split(text, "\n"), head: -1}
	for i, line := range d.lines {
		d.lines[i] = strings.TrimRight(line, "\r")
		if strings.HasPrefix(strings.TrimSpace(line), "[") {
			d.head = i
		}
	}
	return d
}

// String returns the text.
func (d *Draft) String() string { return strings.Join(d.lines, "\n") }

// Head returns the game's name and its parent, "" for none.
func (d *Draft) Head() (name, parent string) {
	if d.head < 0 {
		return "", ""
	}
	text, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(d.lines[d.head]), "["), "]")
	name, parent, _ = strings.Cut(text, ":")
	return name, parent
}

// SetHead sets the game's name and parent.
func (d *Draft) SetHead(name, parent string) {
	text := "[" + name
	if parent != "" {
		text += ":" + parent
	}
	text += "]"
	if d.head < 0 {
		d.lines, d.head = slices.Insert(d.lines, 0, text), 0
		return
	}
	if _, comment, ok := strings.Cut(d.lines[d.head], "]"); ok {
		text += comment
	}
	d.lines[d.head] = text
}

// find returns the line of a key that takes effect, which is the last one, or -1.
func (d *Draft) find(key string) int {
	for i := len(d.lines) - 1; i > d.head && d.head >= 0; i-- {
		if k, _, ok := entry(d.lines[i]); ok && k == key {
			return i
		}
	}
	return -1
}

// entry reads "key = value # comment".
func entry(line string) (key, value string, ok bool) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' || line[0] == ';' {
		return "", "", false
	}
	key, value, ok = strings.Cut(line, "=")
	value, _ = comment(value)
	return strings.TrimSpace(key), strings.TrimSpace(value), ok
}

// comment splits a comment off a value: a # after a blank.
func comment(value string) (before, after string) {
	for i := 1; i < len(value); i++ {
		if value[i] == '#' && (value[i-1] == ' ' || value[i-1] == '\t') {
			return value[:i], value[i:]
		}
	}
	return value, ""
}

// Get returns the value of a key of the game; ok is false if the section does not have it.
func (d *Draft) Get(key string) (value string, ok bool) {
	if i := d.find(key); i >= 0 {
		_, value, ok = entry(d.lines[i])
	}
	return value, ok
}

// Keys returns the keys of the section, in order.
func (d *Draft) Keys() (list []string) {
	for i := d.head + 1; i < len(d.lines) && d.head >= 0; i++ {
		if k, _, ok := entry(d.lines[i]); ok && !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	return list
}

// Set sets the value of a key, in its line or in a new one at the end.
func (d *Draft) Set(key, value string) {
	value = strings.Join(strings.Fields(value), " ")
	if i := d.find(key); i >= 0 {
		_, now, _ := strings.Cut(d.lines[i], "=")
		text := key + " = " + value
		if _, after := comment(now); after != "" {
			text += " " + after
		}
		d.lines[i] = text
		return
	}
	at := len(d.lines)
	for at > d.head+1 && strings.TrimSpace(d.lines[at-1]) == "" {
		at--
	}
	d.lines = slices.Insert(d.lines, at, key+" = "+value)
	if at == len(d.lines)-1 {
		d.lines = append(d.lines, "")
	}
}

// Unset removes all lines of a key from the section.
func (d *Draft) Unset(key string) {
	for i := d.find(key); i >= 0; i = d.find(key) {
		d.lines = slices.Delete(d.lines, i, i+1)
	}
}

// Names returns the names of the games in a text.
func Names(text string) (list []string) {
	for line := range strings.Lines(text) {
		if inside, ok := strings.CutPrefix(strings.TrimSpace(line), "["); ok {
			inside, _, _ = strings.Cut(inside, "]")
			name, _, _ := strings.Cut(inside, ":")
			list = append(list, name)
		}
	}
	return list
}

// Rename renames games in a text, also where they are parents.
func Rename(text string, names map[string]string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if trimmed := strings.TrimSpace(line); !strings.HasPrefix(trimmed, "[") {
			continue
		}
		inside, rest, ok := strings.Cut(strings.TrimSpace(line)[1:], "]")
		if !ok {
			continue
		}
		name, parent, has := strings.Cut(inside, ":")
		if n := names[name]; n != "" {
			name = n
		}
		lines[i] = "[" + name
		if has {
			words := strings.Split(parent, "+")
			for j, word := range words {
				if n := names[strings.TrimSpace(word)]; n != "" {
					words[j] = n
				}
			}
			lines[i] += ":" + strings.Join(words, "+")
		}
		lines[i] += "]" + rest
	}
	return strings.Join(lines, "\n")
}
