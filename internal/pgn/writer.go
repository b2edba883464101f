package pgn

import (
	"fmt"
	"io"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
)

// lineWidth is the length that lines of movetext keep to, as PGN wants it.
const lineWidth = 79

// Write writes a game: its tags, then the moves of game with the comments of
// the single moves, "" for none, and the result. comments may be shorter.
func Write(w io.Writer, tags []Tag, game *chess.Game, comments []string, last string, result chess.Result) error {
	var b strings.Builder
	for _, t := range tags {
		value := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(t.Value)
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, value)
	}
	b.WriteByte('\n')
	column := 0
	add := func(word string) {
		switch {
		case column == 0:
		case column+1+len(word) > lineWidth:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	comment := func(text string) {
		if text = strings.NewReplacer("}", ")", "{", "(").Replace(text); text != "" {
			for _, word := range strings.Fields("{" + text + "}") {
				add(word)
			}
		}
	}
	pos := game.Start()
	numbered := false // the move number and side have been written
	for i, m := range game.Moves() {
		if !numbered {
			if pos.Side() == chess.White || i == 0 || len(comments) >= i && comments[i-1] != "" {
				add(number(&pos))
			}
		}
		add(pos.SAN(m))
		side := pos.Side()
		pos = pos.Play(m)
		numbered = pos.Side() == side
		if i < len(comments) {
			comment(comments[i])
		}
	}
	comment(last)
	add(result.String())
	b.WriteString("\n\n")
	_, err := io.WriteString(w, b.String())
	return err
}
