package pgn

import (
	"fmt"
	"io"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// lineWidth is the maximum length of movetext lines, as PGN prescribes.
const lineWidth = 79

// A Written is a single move to be written.
type Written struct {
	Side    rules.Color
	Number  int    // of the move, as in the FEN
	Text    string // in SAN
	Before  string // a comment before it, "" for none
	Comment string // … and after it
	// Glyphs and Variations are as in a Move.
	Glyphs     []string
	Variations [][]Written
}

// Write writes a game: its tags, the moves of record, each with its comment ("" for none), a
// last comment, and the result. comments may be shorter than the game. If a move would not
// be read back from its notation, that is an error, and nothing is written.
func Write(w io.Writer, tags []Tag, record *game.Record, comments []string, last string, result rules.Result) error {
	pos := record.Start()
	var moves []Written
	for i, m := range record.Moves() {
		written := Written{Side: pos.Side(), Number: pos.Fullmove(), Text: pos.SAN(m)}
		if back, err := pos.ParseSAN(written.Text); err != nil || back != m {
			return fmt.Errorf("move %d, %s, would be written %s, which does not read back as the same move, in %s", i+1, pos.UCI(m), written.Text, pos.FEN())
		}
		if i < len(comments) {
			written.Comment = comments[i]
		}
		moves = append(moves, written)
		pos = pos.Play(m)
	}
	return WriteMoves(w, tags, "", moves, last, result)
}

// WriteMoves writes a game whose moves are given as text: its tags, a comment before the
// moves ("" for none), the moves, a last comment, and the result. If a tag has a name with
// which it would not be read back, that is an error, and nothing is written.
func WriteMoves(w io.Writer, tags []Tag, first string, moves []Written, last string, result rules.Result) error {
	var b strings.Builder
	for _, t := range tags {
		if t.Name == "" || strings.ContainsAny(t.Name, " ]\"") || Printable(t.Name) != t.Name {
			return fmt.Errorf("%.40q cannot be the name of a tag", t.Name)
		}
		value := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(t.Value)
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, value)
	}
	b.WriteByte('\n')
	text := movetext{out: &b}
	text.comment(first)
	text.line(moves)
	text.comment(last)
	text.add(result.String())
	text.flush()
	b.WriteString("\n\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// line writes the moves of a line, each followed by its variations.
func (t *movetext) line(moves []Written) {
	broken := true // something precedes the next move, so that its number is repeated
	for i, m := range moves {
		goesOn := i > 0 && moves[i-1].Side == m.Side // the same turn
		t.comment(m.Before)
		if !goesOn && (m.Side == rules.White || broken) {
			t.add(NumberOf(m.Side, m.Number))
		}
		t.add(m.Text)
		for _, g := range m.Glyphs {
			t.add(g)
		}
		t.comment(m.Comment)
		for _, v := range m.Variations {
			t.open = true
			t.line(v)
			t.shut()
		}
		broken = m.Comment != "" || len(m.Variations) > 0
	}
}

// movetext writes words in lines of limited length. The last word is held back for the
// brackets that follow it.
type movetext struct {
	out    *strings.Builder
	column int
	last   string
	open   bool // a bracket precedes the next word
}

func (t *movetext) add(word string) {
	t.flush()
	if t.open {
		word, t.open = "("+word, false
	}
	t.last = word
}

// shut closes a variation.
func (t *movetext) shut() { t.last += ")" }

// flush writes the last word.
func (t *movetext) flush() {
	word := t.last
	t.last = ""
	switch {
	case word == "":
		return
	case t.column == 0:
	case t.column+1+len(word) > lineWidth && word[0] != '%': // a '%' would make the line an escape
		t.out.WriteByte('\n')
		t.column = 0
	default:
		t.out.WriteByte(' ')
		t.column++
	}
	t.out.WriteString(word)
	t.column += len(word)
}

// comment writes a comment. A command such as [%eval 0.3] is kept on one line, as many
// programs require.
func (t *movetext) comment(text string) {
	if text = bare(text); text == "" {
		return
	}
	words := strings.Fields("{" + text + "}")
	for i := 0; i < len(words); i++ {
		word := words[i]
		if strings.HasPrefix(strings.TrimLeft(word, "{"), "[%") {
			for end := i; end < len(words); end++ {
				if strings.Contains(words[end], "]") {
					word, i = strings.Join(words[i:end+1], " "), end
					break
				}
			}
		}
		t.add(word)
	}
}

// bare replaces the braces in a comment.
func bare(text string) string { return strings.NewReplacer("}", ")", "{", "(").Replace(text) }
