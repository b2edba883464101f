package pgn

import (
	"fmt"
	"io"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// lineWidth is the length that lines of movetext keep to, as PGN wants it.
const lineWidth = 79

// A Written is a single move as it is to be written.
type Written struct {
	Side    chess.Color
	Number  int    // of the move, as in the FEN
	Text    string // in SAN
	Comment string // "" for none
}

// Write writes a game: its tags, then the moves of record with the comments of
// the single moves, "" for none, and the result. comments may be shorter.
func Write(w io.Writer, tags []Tag, record *game.Record, comments []string, last string, result chess.Result) error {
	pos := record.Start()
	var moves []Written
	for i, m := range record.Moves() {
		written := Written{Side: pos.Side(), Number: pos.Fullmove(), Text: pos.SAN(m)}
		if i < len(comments) {
			written.Comment = comments[i]
		}
		moves = append(moves, written)
		pos = pos.Play(m)
	}
	return WriteMoves(w, tags, moves, last, result)
}

// WriteMoves writes a game whose moves have been put in words: its tags, the
// moves, a last comment, "" for none, and the result.
func WriteMoves(w io.Writer, tags []Tag, moves []Written, last string, result chess.Result) error {
	var b strings.Builder
	for _, t := range tags {
		value := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(t.Value)
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, value)
	}
	b.WriteByte('\n')
	text := movetext{out: &b}
	for i, m := range moves {
		goesOn := i > 0 && moves[i-1].Side == m.Side // the same turn
		if !goesOn && (m.Side == chess.White || i == 0 || moves[i-1].Comment != "") {
			text.add(numberOf(m.Side, m.Number))
		}
		text.add(m.Text)
		text.comment(m.Comment)
	}
	text.comment(last)
	text.add(result.String())
	b.WriteString("\n\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// movetext writes words in lines that are not too long.
type movetext struct {
	out    *strings.Builder
	column int
}

func (t *movetext) add(word string) {
	switch {
	case t.column == 0:
	case t.column+1+len(word) > lineWidth:
		t.out.WriteByte('\n')
		t.column = 0
	default:
		t.out.WriteByte(' ')
		t.column++
	}
	t.out.WriteString(word)
	t.column += len(word)
}

func (t *movetext) comment(text string) {
	if text = strings.NewReplacer("}", ")", "{", "(").Replace(text); text != "" {
		for _, word := range strings.Fields("{" + text + "}") {
			t.add(word)
		}
	}
}
