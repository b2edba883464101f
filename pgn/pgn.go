// Package pgn reads and writes games of any variant in PGN, the portable game
// notation. A Reader returns one game after another and holds only one at a time;
// Game.Replay plays it by the rules and names the first wrong move.
//
// Moves are in SAN as the positions of a game write it; the differing notation of
// Cute Chess is read, too. A Fibonacci turn is written as its single moves in
// sequence; move numbers are those of the FEN.
package pgn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Tag is a pair such as [Event "Match"].
type Tag struct{ Name, Value string }

// A Move is a move of a game's main line or of a variation, as it was written.
type Move struct {
	Text    string
	Line    int    // of the text
	Before  string // a comment before it, only for the first move of a variation
	Comment string // the comment after it, without the braces
	// Glyphs are the annotations that follow it as separate words: "$1", "!?".
	Glyphs []string
	// Variations are lines that replace this move, starting from the same position;
	// none is empty. Replay and Check ignore them.
	Variations [][]Move
}

// MaxDepth is the greatest nesting depth of variations.
const MaxDepth = 100

// marks are the annotations that are written as punctuation; the first is "$1".
var marks = []string{"!", "?", "!!", "??", "!?", "?!"}

// Marks returns the annotations that are written as punctuation: "!", "?!".
func Marks() []string { return slices.Clone(marks) }

// Glyph returns the numeric annotation that a mark stands for, "" if it is not a mark.
func Glyph(mark string) string {
	if i := slices.Index(marks, mark); i >= 0 {
		return fmt.Sprintf("$%d", i+1)
	}
	return ""
}

// Mark returns the mark of a numeric annotation, "" if it has none.
func Mark(annotation string) string {
	for i, mark := range marks {
		if annotation == fmt.Sprintf("$%d", i+1) {
			return mark
		}
	}
	return ""
}

// Annotations returns the numeric annotations of the move: "$1" for "Nf3!".
func (m Move) Annotations() (list []string) {
	behind := m.Text[len(strings.TrimRight(m.Text, "!?")):]
	for _, g := range append([]string{behind}, m.Glyphs...) {
		g = cmp.Or(Glyph(g), g)
		if n := strings.TrimPrefix(g, "$"); n != g && n != "" && strings.Trim(n, "0123456789") == "" {
			list = append(list, g)
		}
	}
	return list
}

// Words writes moves as they were read, on one line: "1... c5 {Sicilian} (1... e6)".
func Words(line []Move) string {
	var b strings.Builder
	for i, m := range line {
		if i > 0 {
			b.WriteByte(' ')
		}
		if m.Before != "" {
			b.WriteString("{" + bare(m.Before) + "} ")
		}
		b.WriteString(m.Text)
		for _, g := range m.Glyphs {
			b.WriteString(" " + g)
		}
		if m.Comment != "" {
			b.WriteString(" {" + bare(m.Comment) + "}")
		}
		for _, v := range m.Variations {
			b.WriteString(" (" + Words(v) + ")")
		}
	}
	return b.String()
}

// A Game is a game in PGN: its main line, whose moves hold the variations.
type Game struct {
	Number int // in the file, from 1
	Line   int // where it begins
	Tags   []Tag
	// Comment is the comment before the first move.
	Comment string
	Moves   []Move
	// Result is the result marker: "1-0", "0-1", "1/2-1/2", or "*", also if there is none.
	Result string
}

// Tag returns the value of a tag, "" if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// A MoveError says which move of a game is wrong and why.
type MoveError struct {
	Line int
	// Ply is the number of the single move, from 1, or 0 for an error before the first move.
	Ply  int
	Move string // as in the movetext, with its number: "12... Nf3"
	Err  error
}

func (e *MoveError) Error() string {
	if e.Ply == 0 {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d: move %s: %v", e.Line, e.Move, e.Err)
}

func (e *MoveError) Unwrap() error { return e.Err }

// Replay plays the game by the rules, at most most single moves unless most is 0. The
// error is a *MoveError.
func (g *Game) Replay(ruleset game.Rules, most int) (*game.Record, error) {
	start := ruleset.Start()
	if fen := g.Tag("FEN"); fen != "" {
		var err error
		if start, err = ruleset.ParsePosition(fen); err != nil {
			return nil, &MoveError{Line: g.Line, Err: err}
		}
	}
	record, parse := game.NewRecord(start), g.Parser(start)
	for i, text := range g.Moves {
		if most > 0 && i >= most {
			break
		}
		pos := record.Position()
		m, err := parse(pos, text.Text)
		if err != nil {
			return record, &MoveError{text.Line, i + 1, NumberOf(pos.Side(), pos.Fullmove()) + " " + cut(text.Text), err}
		}
		record.Play(m)
	}
	return record, nil
}

// Check replays the whole game and compares its result with the tag and, where no
// legal move is left, with the outcome on the board. The error is a *MoveError.
func (g *Game) Check(ruleset game.Rules) (*game.Record, error) {
	record, err := g.Replay(ruleset, 0)
	if err != nil {
		return record, err
	}
	line := g.Line
	if len(g.Moves) > 0 {
		line = g.Moves[len(g.Moves)-1].Line
	}
	if tag := g.Tag("Result"); tag != "" && tag != g.Result {
		return record, &MoveError{Line: line, Err: fmt.Errorf("the Result tag is %.20q, but the moves end with %s", tag, g.Result)}
	}
	pos := record.Position()
	if outcome := pos.Outcome(); len(pos.Moves()) == 0 && g.Result != outcome.Result.String() {
		return record, &MoveError{Line: line, Err: fmt.Errorf("the game ends %s, but the result is %s", outcome, g.Result)}
	}
	return record, nil
}

// NumberOf returns the move number to write before a move of a side: "12." or "12...".
func NumberOf(side rules.Color, n int) string {
	if side == rules.Black {
		return fmt.Sprintf("%d...", n)
	}
	return fmt.Sprintf("%d.", n)
}

// cut shortens a text for an error.
func cut(text string) string {
	if len(text) > 40 {
		return strings.ToValidUTF8(text[:40], "") + "…"
	}
	return text
}
