package pgn_test

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// mumbling writes all its moves the same.
type mumbling struct{ game.Position }

func (mumbling) SAN(game.Move) string { return "Nf3" }

// A game is written completely, or not at all if a move would be read back as another.
func TestWriteRefusesWhatIsReadOtherwise(t *testing.T) {
	for move, want := range map[string]string{
		"g1f3": "",
		"b1c3": "move 1, b1c3, would be written Nf3, which does not read back as the same move, in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	} {
		record := game.NewRecord(mumbling{variants.MustOpen("chess").Start()})
		if err := record.PlayTurn(move); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err := pgn.Write(&out, nil, record, nil, "", rules.Draw)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want || (out.Len() == 0) != (want != "") {
			t.Errorf("%s: %q, want %q; %d bytes were written", move, got, want, out.Len())
		}
	}
}

// Nor is a game written whose tags would not be read back.
func TestWriteRefusesNamesOfTags(t *testing.T) {
	for name, good := range map[string]bool{"White": true, "White-Elo": true, "É": true, "": false, "White Elo": false, "a\nb": false, "a]": false, "[a": true, `a"`: false} {
		var out strings.Builder
		err := pgn.WriteMoves(&out, []pgn.Tag{{Name: name, Value: "x"}}, "", nil, "", rules.Ongoing)
		if (err == nil) != good || (out.Len() > 0) != good {
			t.Errorf("%q: %v; %d bytes were written", name, err, out.Len())
		}
		if games, _ := read(t, out.String()); good && games[0].Tag(name) != "x" {
			t.Errorf("%q is read back as %v", name, games[0].Tags)
		}
	}
}

// A command in a comment is kept on one line, and long comments are broken.
func TestCommandsAreNotBroken(t *testing.T) {
	for n := range 90 {
		comment := strings.Repeat("x ", n) + "[%eval -1.25] [%clk 0:01:00] then words [%odd and open " + strings.Repeat("y ", 40)
		var out strings.Builder
		if err := pgn.WriteMoves(&out, nil, "", []pgn.Written{{Text: "e4", Number: 1, Comment: comment}}, "", rules.Ongoing); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "[%eval -1.25]") || !strings.Contains(out.String(), "[%clk 0:01:00]") {
			t.Errorf("after %d words a command is broken:\n%s", n, out.String())
		}
		for line := range strings.Lines(out.String()) {
			if len(line) > 80 {
				t.Errorf("after %d words a line has %d characters:\n%s", n, len(line), line)
			}
		}
	}
}
