package uci

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

func TestParseGo(t *testing.T) {
	pos := variants.MustOpen("chess").Start()
	e2e4 := must.Get(t, pos.ParseMove, "e2e4")
	d2d4 := must.Get(t, pos.ParseMove, "d2d4")
	const year = 365 * 24 * time.Hour
	for args, want := range map[string]goRequest{
		"":                {limits: game.Limits{Infinite: true}},
		"infinite":        {limits: game.Limits{Infinite: true}},
		"ponder":          {limits: game.Limits{Ponder: true}},
		"depth 7":         {limits: game.Limits{Depth: 7}},
		"depth 0":         {limits: game.Limits{Depth: 1}},
		"depth -3":        {limits: game.Limits{Depth: 1}},
		"depth 3 depth 4": {limits: game.Limits{Depth: 4}},
		"depth 99999999999999999999": {
			limits: game.Limits{Depth: 1_000_000}},
		"nodes 1000":    {limits: game.Limits{Nodes: 1000}},
		"nodes -1":      {limits: game.Limits{Nodes: 1}},
		"mate 3":        {limits: game.Limits{Mate: 3}},
		"movetime 250":  {limits: game.Limits{MoveTime: 250 * time.Millisecond}},
		"movetime -250": {limits: game.Limits{MoveTime: time.Millisecond}},
		"wtime 1000 btime 2000 winc 10 binc 20 movestogo 30": {limits: game.Limits{Clock: true,
			Time:      [2]time.Duration{time.Second, 2 * time.Second},
			Increment: [2]time.Duration{10 * time.Millisecond, 20 * time.Millisecond}, MovesToGo: 30}},
		"wtime -1000 btime 0 winc -5 movestogo -1": {limits: game.Limits{Clock: true}},
		"ponder wtime 5": {limits: game.Limits{Ponder: true, Clock: true,
			Time: [2]time.Duration{5 * time.Millisecond}}},
		"infinite depth 5": {limits: game.Limits{Infinite: true, Depth: 5}},
		"movestogo 5":      {limits: game.Limits{Infinite: true, MovesToGo: 5}},
		"searchmoves e2e4 d2d4 depth 2": {limits: game.Limits{Depth: 2,
			SearchMoves: []game.Move{e2e4, d2d4}}},
		"searchmoves e2e4":  {limits: game.Limits{Infinite: true, SearchMoves: []game.Move{e2e4}}},
		"depth 2 foo 3 bar": {limits: game.Limits{Depth: 2}, unknown: []string{"foo", "3", "bar"}},
	} {
		got, err := parseGo(strings.Fields(args), pos)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("go %s:\ngot  %+v, %v\nwant %+v", args, got, err, want)
		}
	}
	long, err := parseGo([]string{"wtime", "9223372036854775807"}, pos)
	if err != nil || long.limits.Time[0] < 30*year {
		t.Errorf("a long time: %v, %v", long.limits.Time, err)
	}
	for args, want := range map[string]goRequest{"perft 5": {perft: 5}, "perft -1": {perft: 0}} {
		got, err := parseGo(strings.Fields(args), pos)
		if err != nil || !got.isPerft || got.perft != want.perft {
			t.Errorf("go %s: %+v, %v", args, got, err)
		}
	}
}

func TestParseGoErrors(t *testing.T) {
	pos := variants.MustOpen("chess").Start()
	for args, want := range map[string]string{
		"depth":                      "depth needs a number",
		"depth x":                    `depth "x" is not a whole number`,
		"wtime 12.5":                 `wtime "12.5" is not a whole number`,
		"wtime NaN btime 1":          `wtime "NaN" is not a whole number`,
		"mate -2":                    "mate -2: only wins for the side to move can be searched for",
		"perft 101":                  "perft 101: the depth may be at most 100",
		"perft 99999999999999999999": "perft 99999999999999999999: the depth may be at most 100",
		"depth infinite":             `depth "infinite" is not a whole number`,
		"depth 3 perft":              "perft needs a number",
		"searchmoves":                "searchmoves needs a move",
		"searchmoves depth 3":        "searchmoves needs a move",
		"searchmoves e2e4 e2e5":      `searchmoves, move 2: illegal move "e2e5": `,
		"searchmoves e2":             `searchmoves, move 1: malformed move "e2", offset 2: `,
	} {
		_, err := parseGo(strings.Fields(args), pos)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("go %s: %v, want %s", args, err, want)
		}
	}
}

func TestParsePosition(t *testing.T) {
	rules := variants.MustOpen("chess")
	current := game.NewRecord(rules.Start())
	if err := play(current, "d2d4"); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"startpos":                        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"startpos moves":                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"startpos moves e2e4":             "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"moves":                           "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
		"moves e7e5":                      "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
		"fen 4k3/8/8/8/8/8/4P3/4K3 w - -": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
		"fen 4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 moves e2e4":      "4k3/8/8/8/4P3/8/8/4K3 b - - 0 9",
		"fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1": "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
	} {
		record, err := parsePosition(strings.Fields(args), rules, current)
		if err != nil {
			t.Errorf("position %s: %v", args, err)
			continue
		}
		if pos := record.Position(); pos.FEN() != want {
			t.Errorf("position %s:\ngot  %s\nwant %s", args, pos.FEN(), want)
		}
	}
	if current.Len() != 1 {
		t.Error("the current game has changed")
	}
}

func TestParsePositionErrors(t *testing.T) {
	rules := variants.MustOpen("chess")
	current := game.NewRecord(rules.Start())
	for args, want := range map[string]string{
		"":                          "expected startpos, fen or moves",
		"foo":                       `expected startpos, fen or moves, not "foo"`,
		"startpos e2e4":             `expected moves after startpos, not "e2e4"`,
		"fen":                       "FEN board, offset 0: ",
		"fen 8/8/8/8/8/8/8/8 w - -": "FEN board, offset ",
		"fen 4k3/8/8/8/8/8/8/4K3 x": "FEN side to move, offset 20: ",
		"startpos moves e2e4 e2e4":  `move 2: illegal move "e2e4": `,
		"startpos moves e2e4/":      `move 1: malformed move "e2e4/", offset 5: expected a move after '/'`,
		"startpos moves e2e4 e7":    `move 2: malformed move "e7", offset 2: `,
		"moves e2e4/e7e5":           "move 1: single move 2 of the turn: ",
		"startpos moves e2e4 moves": `move 2: malformed move "moves", offset `,
	} {
		_, err := parsePosition(strings.Fields(args), rules, current)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("position %s: %v, want %s", args, err, want)
		}
	}
}

func TestGameLengthIsBounded(t *testing.T) {
	rules := variants.MustOpen("chess")
	record := game.NewRecord(rules.Start())
	for i := range maxGame {
		if err := play(record, []string{"g1f3", "g8f6", "f3g1", "f6g8"}[i%4]); err != nil {
			t.Fatal(err)
		}
	}
	if err := play(record, "e2e4"); err == nil {
		t.Error("no end")
	}
}

func TestParseRequest(t *testing.T) {
	for line, want := range map[string]string{
		"":                     "",
		" \t ":                 "",
		"go depth 3":           "go",
		"\tgo\tdepth 3 ":       "go",
		"joho debug on":        "debug",
		"position startpos":    "position",
		"GO":                   "",
		"foo bar":              "",
		"foo \x00\xff isready": "isready",
	} {
		got := ""
		r := parseUCI(line)
		if r.command != nil {
			got = r.command.name
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", line, got, want)
		}
		if unknown := got != strings.Join(strings.Fields(line)[:min(1, len(strings.Fields(line)))], ""); unknown != (r.problem != "") {
			t.Errorf("%q: problem %q", line, r.problem)
		}
	}
}

func TestLineReader(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	r := newLineReader(strings.NewReader("a\r\n\n" + long + "\n" + long + "y\nb\n" + long + long))
	for i, want := range []struct {
		line string
		err  error
	}{{"a", nil}, {"", nil}, {long, nil}, {"", errLineTooLong}, {"b", nil}, {"", errLineTooLong}, {"", io.EOF}} {
		line, err := r.next()
		if line != want.line || !errors.Is(err, want.err) {
			t.Errorf("line %d: %.20q (%d bytes), %v; want %v", i, line, len(line), err, want.err)
		}
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain":            "plain",
		"two\nlines\r\x00": "two lines  ",
		"bad \xff":         "bad ?",
	} {
		if got := oneLine(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if n := len(oneLine(strings.Repeat("é", maxInfo))); n > maxInfo+8 {
		t.Errorf("%d bytes", n)
	}
}
