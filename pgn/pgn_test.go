package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// read reads all games of a text, with the error of each.
func read(t *testing.T, text string) (games []*pgn.Game, faults []string) {
	t.Helper()
	in := pgn.NewReader(strings.NewReader(text))
	for {
		g, err := in.Next()
		if g == nil {
			if err != nil {
				t.Fatal(err)
			}
			return games, faults
		}
		games = append(games, g)
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		faults = append(faults, fault)
	}
}

func words(g *pgn.Game) string {
	var list []string
	for _, m := range g.Moves {
		list = append(list, m.Text)
	}
	return strings.Join(list, " ")
}

// The reader accepts what the standard allows and what is common in practice.
func TestRead(t *testing.T) {
	games, faults := read(t, "\ufeff"+`% an escape
[Event "A \"quoted\" \\ name"]
[Result "1-0"] [White "[x]"]

1.e4 {best {by test} e5 (1... c5 2.Nf3 (2. c3) d6 $2) 2. Nf3! $1 ; to the end 1-0
2... Nc6 3 Bb5
% escaped 0-1
a6 4.O-O 0-0-0 1-0

{between} 1. Rd8* K@e1 exd5,a3 ... e8=A+ *

[Event "without moves"]

[Event "without a result"]

1. d4
[Event "last"]
1. c4`)
	want := []struct{ moves, result, event string }{
		{"e4 e5 Nf3! Nc6 Bb5 a6 O-O 0-0-0", "1-0", `A "quoted" \ name`},
		{"Rd8* K@e1 exd5,a3 e8=A+", "*", ""},
		{"", "*", "without moves"},
		{"d4", "*", "without a result"},
		{"c4", "*", "last"},
	}
	if len(games) != len(want) {
		t.Fatalf("%d games", len(games))
	}
	for i, w := range want {
		g := games[i]
		if words(g) != w.moves || g.Result != w.result || g.Tag("Event") != w.event || g.Number != i+1 || faults[i] != "" {
			t.Errorf("game %d: %q, %s, %q, %s", i+1, words(g), g.Result, g.Tag("Event"), faults[i])
		}
	}
	if g := games[0]; g.Tag("White") != "[x]" || g.Line != 2 || g.Moves[0].Comment != "best {by test" || g.Moves[2].Comment != "to the end 1-0" ||
		g.Moves[3].Line != 6 || g.Moves[5].Line != 8 {
		t.Errorf("%+v", g)
	}
}

// Where one game ends and the next begins, without a result between them and in joined files, and
// what may follow a move without a blank.
func TestSeams(t *testing.T) {
	for text, want := range map[string][]string{
		"[Event \"a\"]\n[FEN \"x\"]\n\n[Event \"b\"]\n\n1. e4 *\n":       {"a: ", "b: e4"},
		"[Event \"a\"]\r\n\r\n[White \"x\"]\r\n\r\n1. e4 *\r\n":          {"a: e4"}, // a blank line between tags
		"[Event \"a\"]\n[Event \"b\"]\n\n1. e4 *\n":                      {"a: e4"},
		"[Event \"a\"]\n\n[EventDate \"?\"]\n1. e4 *\n":                  {"a: e4"},
		"[Event \"a\"]\n\n1. e4 1-0\n\ufeff[Event \"b\"]\n\n1. d4 *\n":   {"a: e4", "b: d4"},
		"[Event \"a\"]\n\n1. e4 1-0\ufeff[Event \"b\"]\n\n1. d4 *\ufeff": {"a: e4", "b: d4"},
		"1. e4 1-0\r\n\x1a":                             {": e4"},
		"1. e4 1-0\r\n\x1a[Event \"b\"]\n\n1. d4 *\r\n": {": e4", "b: d4"},
		"1. e4$1 e5!$13$14 2. Nf3 *":                    {": e4 e5! Nf3"},
		"1. exd6e.p. e5 2. fxe6 e.p. Nf6 *":             {": exd6 e5 fxe6 Nf6"},
		"1. exd6ep e5 2. fxe6e.p.+ Ke7 3. cxb6 ep! *":   {": exd6 e5 fxe6+ Ke7 cxb6"},
	} {
		games, faults := read(t, text)
		var got []string
		for _, g := range games {
			got = append(got, g.Tag("Event")+": "+words(g))
		}
		if !slices.Equal(got, want) || strings.Join(faults, "") != "" {
			t.Errorf("%q: %q, %q, want %q", text, got, faults, want)
		}
	}
	games, _ := read(t, "1. e4$1 e5!$13$14 *")
	if got := fmt.Sprint(games[0].Moves[0].Annotations(), games[0].Moves[1].Annotations()); got != "[$1] [$1 $13 $14]" {
		t.Error(got)
	}
}

// An invalid game does not affect the next.
func TestReadFaults(t *testing.T) {
	for text, want := range map[string]string{
		"[Event x]\n\n1. e4 *":         `game 1, line 1: a tag is of the form [Name "value"]`,
		"[Event \"x\"\n\n1. e4 *":      "game 1, line 1: unclosed tag",
		"1. e4 ) e5 *":                 "game 1, line 1: ')' without '('",
		"1. e4\n{ never closed":        "game 1, line 2: unclosed comment",
		"1. e4 (1. d4\n":               "game 1, line 1: unclosed variation",
		"[Event \"x\\":                 "game 1, line 1: unclosed tag",
		"[\x00\"\" \"\"]":              `game 1, line 1: a tag is of the form [Name "value"]`,
		"[Event \"x\" \"y\"]\n1. e4 *": `game 1, line 1: a tag is of the form [Name "value"]`,
	} {
		games, faults := read(t, text+"\n\n[Event \"next\"]\n\n1. d4 *\n")
		last := len(games) - 1
		if faults[0] != want {
			t.Errorf("%q: %q, want %q", text, faults[0], want)
		}
		if last != 1 || words(games[last]) != "d4" || games[last].Tag("Event") != "next" || faults[last] != "" {
			t.Errorf("%q spoils the next game: %d games, %q", text, len(games), faults)
		}
		if !strings.Contains(want, "tag") { // at the end of the text it is the same
			if _, faults := read(t, text); faults[0] != want {
				t.Errorf("%q at the end: %q, want %q", text, faults[0], want)
			}
		}
	}
}

// A tag pair after a blank line begins a game even where a comment or variation is still
// open; anything else that looks like a tag is part of the comment.
func TestUnclosed(t *testing.T) {
	const next = "[Event \"next\"]\n\n1. d4 *\n"
	for text, want := range map[string]string{
		"1. e4 {unclosed e5 *\n\n" + next:                 "game 1, line 1: unclosed comment",
		"1. e4 {unclosed e5 *\n\n\ufeff" + next:           "game 1, line 1: unclosed comment",
		"1. e4 {unclosed e5 *\n\ufeff" + next:             "game 1, line 1: unclosed comment",
		"1. e4\n(1. d4 e5 *\n\ufeff" + next:               "game 1, line 2: unclosed variation",
		"1. e4\r\n{\r\n[x]\r\n \t\r\n" + next:             "game 1, line 2: unclosed comment",
		"1. e4 {\n\n\n[Event\t\"a ] b\" ]\n\n2. d4 *\n":   "game 1, line 1: unclosed comment",
		"1. e4\n(1. d4 e5 *\n\n" + next:                   "game 1, line 2: unclosed variation",
		"1. e4\n(1. d4\n(1. c4) (1. b4 *\n\n" + next:      "game 1, line 2: unclosed variation",
		"1. e4\n(1. d4\n{*\n\n" + next:                    "game 1, line 3: unclosed comment",
		"1. e4 {[%clk 0:01:00]\n\n[%clk 0:02:00]} *\n":    "",
		"1. e4 {a\n\n [Event \"b\"] [Event \"c\"]} *\n":   "",
		"1. e4 {a\n[Event \"b\"]\n[Event \"c\"]} *\n":     "",
		"1. e4 {a\n\n[Event b]\n\n[]\n\n[Event \"b]} *\n": "",
		"1. e4 (1. d4 {a\n\n[Event} \n\n1... d5) *\n":     "",
	} {
		games, faults := read(t, text+"\n"+next)
		n := 1
		if want != "" {
			n = 2
		}
		if len(games) != n+1 || faults[0] != want || words(games[0]) != "e4" || words(games[1]) != "d4" || faults[n] != "" || games[n].Tag("Event") != "next" {
			t.Errorf("%q: %d games, %q, want %q", text, len(games), faults, want)
		}
	}
}

// endless is a reader of a text without end.
type endless struct{ text string }

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e.text) <= len(p) {
		n += copy(p[n:], e.text)
	}
	return n, nil
}

// Every part of a game has a size limit.
func TestGamesAreBounded(t *testing.T) {
	for _, text := range []string{"e", "e4 ", "{", "[a \"b\"]", "(", ";", "[\""} {
		g, err := pgn.NewReader(io.LimitReader(endless{text}, pgn.MaxGameBytes+100)).Next()
		fault := (*pgn.SyntaxError)(nil)
		if g == nil || !errors.As(err, &fault) || !strings.Contains(fault.Reason, "MiB") && !strings.Contains(fault.Reason, "closed") && !strings.Contains(fault.Reason, "deep") && !strings.Contains(fault.Reason, "up to") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("disk on fire") }

func TestReaderErrors(t *testing.T) {
	in := io.MultiReader(strings.NewReader("1. e4 e5"), broken{})
	if g, err := pgn.NewReader(in).Next(); g != nil || err == nil || err.Error() != "disk on fire" {
		t.Errorf("%v, %v", g, err)
	}
}

func TestVariant(t *testing.T) {
	for tag, want := range map[string]string{
		"": "chess", "From Position": "chess", "normal": "chess", "Gun+Fairy": "gun+fairy", " Chess960 ": "chess960",
	} {
		g := pgn.Game{Tags: []pgn.Tag{{Name: "Variant", Value: tag}}}
		if got := g.Variant(); got != want {
			t.Errorf("%q: %q, want %q", tag, got, want)
		}
	}
}

// The names that lichess and pychess use for their games are recognised.
func TestVariantsOfServers(t *testing.T) {
	for tag, want := range map[string]string{
		"Standard": "chess", "Chess960": "fischerandom", "From Position": "chess", "Crazyhouse": "crazyhouse", "Antichess": "antichess", "Atomic": "atomic",
		"Horde": "horde", "King of the Hill": "kingofthehill", "Racing Kings": "racingkings", "Three-check": "threecheck",
		"Chess": "chess", "3check": "threecheck", "Kingofthehill": "kingofthehill", "Racingkings": "racingkings", "Placement": "placement", "Duck": "duck",
		"Crazyhouse960": "fischerandom+crazyhouse", "Seirawan": "seirawan", "Shouse": "shouse", "Capablanca": "capablanca", "Caparandom": "caparandom", "Capahouse": "capahouse",
		"Grand": "grand", "Shako": "shako", "Hoppelpoppel": "hoppelpoppel", "Spartan": "spartan", "Makruk": "makruk", "Makpong": "makpong", "Cambodian": "cambodian",
		"Sittuyin": "sittuyin", "Asean": "asean", "Shogi": "shogi", "Minishogi": "minishogi", "Kyotoshogi": "kyotoshogi", "Torishogi": "torishogi", "Dobutsu": "dobutsu",
		"Shoshogi": "shoshogi", "Xiangqi": "xiangqi", "Minixiangqi": "minixiangqi", "Manchu": "manchu", "Janggi": "janggi", "Shatranj": "shatranj",
	} {
		g := pgn.Game{Tags: []pgn.Tag{{Name: "Variant", Value: tag}}}
		rules, err := variants.Open(g.Variant())
		if err != nil {
			t.Errorf("%s: %v", tag, err)
			continue
		}
		if got := rules.Name(); got != variants.MustOpen(want).Name() {
			t.Errorf("%s is %s, want %s", tag, got, want)
		}
	}
}

// Old files write "e.p." after a move, and a draw in a shorter form.
func TestOldFiles(t *testing.T) {
	games, faults := read(t, "1. e4 a6 2. e5 d5 3. exd6 e.p. 1/2\n\n[Event \"next\"]\n1. d4 (1. e4 1/2 e5) ½-½\n")
	if len(games) != 2 || faults[0]+faults[1] != "" || words(games[0]) != "e4 a6 e5 d5 exd6" || games[0].Result != "1/2-1/2" || games[1].Result != "1/2-1/2" {
		t.Errorf("%+v, %q", games, faults)
	}
}

func TestCheckNamesTheFirstWrongMove(t *testing.T) {
	for text, want := range map[string]string{
		"1. e4 e5 2. Ke2 Ke7 3. Kd4 Kd6 *":                                      `line 1: move 3. Kd4: illegal move "Kd4"`,
		"1. e4\ne5\n2.Nf3 Nz6 *":                                                `line 3: move 2... Nz6: malformed move "Nz6"`,
		"1. f3 e5 2. g4 Qh4# 0-1":                                               "",
		"1. f3 e5 2. g4 Qh4# 1-0":                                               "line 1: the game ends 0-1 (checkmate), but the result is 1-0",
		"1. f3 e5 2. g4 Qh4# 3. a3 0-1":                                         "line 1: move 3. a3: illegal move",
		"[Result \"1-0\"]\n\n1. e4 0-1":                                         "line 3: the Result tag is \"1-0\", but the moves end with 0-1",
		"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]*":                                  "line 1: ",
		"[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 9\"]\n9... Kd7 10. O-O-O+ Kx1 1-0": `line 2: move 10... Kx1: malformed`,
	} {
		games, _ := read(t, text)
		_, err := games[0].Check(variants.MustOpen("chess"))
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%q: %v, want %q", text, err, want)
		case err != nil && strings.Contains(err.Error(), "\n"):
			t.Errorf("%q: more than a line", text)
		}
	}
}

func ExampleGame_Check() {
	in := pgn.NewReader(strings.NewReader("[Variant \"gun\"]\n\n1. e4 d5 2. exd5 Qd6 3. e5 Qxe5 4. d4 *"))
	g, err := in.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	ruleset, err := variants.Open(g.Variant())
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = g.Check(ruleset)
	fmt.Println(err)
	// Output: <nil>
}

// The reader reads what Write writes.
func TestRoundTrip(t *testing.T) {
	for name, moves := range map[string]string{
		"chess":     "e4 e5 Nf3 Nc6 Bb5 a6 O-O",
		"fibonacci": "e4 e5 Nf3 Nc3 a6 b6 c6 d6 e6",
		"blackhole": "Nf3 Nf6 e3 e6 Bb5 d6",
		"madhouse":  "e4 d5 exd5,e4",
		"baseline":  "K@e1 K@e8 Q@d1",
	} {
		played := game.NewRecord(variants.MustOpen(name).Start())
		var comments []string
		for i, san := range strings.Fields(moves) {
			pos := played.Position()
			m, err := pos.ParseSAN(san)
			if err != nil {
				break // fibonacci's turns may be shorter
			}
			played.Play(m)
			comments = append(comments, []string{"", "a {nested} comment that is rather long, so that lines will break"}[i%2])
		}
		if played.Len() < 3 {
			t.Fatalf("%s: only %d moves", name, played.Len())
		}
		var text strings.Builder
		tags := []pgn.Tag{{Name: "Variant", Value: name}, {Name: "White", Value: `a "b" \ c`}}
		if err := pgn.Write(&text, tags, played, comments, "given up", rules.WhiteWins); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(text.String(), "\n") {
			if len(line) > 79 {
				t.Errorf("%s: a line of %d bytes", name, len(line))
			}
		}
		games, faults := read(t, text.String()+text.String())
		if len(games) != 2 || faults[0] != "" {
			t.Fatalf("%s: %d games, %q in\n%s", name, len(games), faults, &text)
		}
		again, err := games[1].Check(variants.MustOpen(name))
		if err != nil || again.Position().Key() != played.Position().Key() || games[1].Result != "1-0" || games[1].Tag("White") != tags[1].Value {
			t.Errorf("%s: %v\n%s", name, err, &text)
		}
	}
}

// aside returns everything read from a game except its tags.
func aside(g *pgn.Game) string {
	moves := slices.Clone(g.Moves)
	plain(moves)
	return strings.NewReplacer("{", "(", "}", ")").Replace(g.Comment) + " | " + pgn.Words(moves)
}

// plain changes moves to the form in which they are written back.
func plain(line []pgn.Move) {
	for i, m := range line {
		line[i].Text, line[i].Glyphs = strings.TrimRight(m.Text, "!?"), m.Annotations()
		line[i].Variations = slices.Clone(m.Variations)
		for j, v := range m.Variations {
			line[i].Variations[j] = slices.Clone(v)
			plain(line[i].Variations[j])
		}
	}
}

// asWritten returns the moves in the form for writing; for variations, which are not
// replayed, the side is a guess.
func asWritten(line []pgn.Move, side rules.Color, number int) (moves []pgn.Written) {
	for _, m := range line {
		w := pgn.Written{Side: side, Number: number, Text: strings.TrimRight(m.Text, "!?"), Before: m.Before, Comment: m.Comment, Glyphs: m.Annotations()}
		for _, v := range m.Variations {
			w.Variations = append(w.Variations, asWritten(v, side, number))
		}
		moves = append(moves, w)
		if side = side.Opponent(); side == rules.White {
			number++
		}
	}
	return moves
}

// writeAside writes a game with all comments, annotations and variations, and checks
// that they are read back.
func writeAside(t *testing.T, g *pgn.Game) string {
	t.Helper()
	var b strings.Builder
	moves := asWritten(g.Moves, rules.White, 1)
	if err := pgn.WriteMoves(&b, append([]pgn.Tag{{Name: "Event", Value: "x"}}, g.Tags...), g.Comment, moves, "", rules.Ongoing); err != nil {
		t.Fatal(err)
	}
	again, faults := read(t, b.String())
	if len(again) != 1 || faults[0] != "" || aside(again[0]) != aside(g) {
		t.Fatalf("%q is written as\n%s", aside(g), b.String())
	}
	return b.String()
}

// Comments, annotations and variations are kept, including variations within variations.
func TestAside(t *testing.T) {
	games, faults := read(t, `[Site "y"] {first} 1. e4! {best} $14 (1. d4 d5 (1... Nf6 {Indian; or so}) 2. c4) ( 1.c4 ) {after} e5 (1... c5!? ; Sicilian
2. Nf3 1-0) 2. Nf3 !? () *`)
	if len(games) != 1 || faults[0] != "" {
		t.Fatal(faults)
	}
	want := "first | e4 $1 $14 {best after} (d4 d5 (Nf6 {Indian; or so}) c4) (c4) e5 (c5 $5 {Sicilian} Nf3 {1-0}) Nf3 $5"
	if got := aside(games[0]); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if m := games[0].Moves[0].Variations[0][1].Variations[0][0]; m.Text != "Nf6" || m.Line != 1 {
		t.Errorf("a variation of a variation is read as %+v", m)
	}
	written := strings.Join(strings.Fields(writeAside(t, games[0])), " ")
	if want := "[Event \"x\"] [Site \"y\"] {first} 1. e4 $1 $14 {best after} (1. d4 d5 (1... Nf6 {Indian; or so}) 2. c4) (1. c4) 1... e5 (1... c5 $5 {Sicilian} 2. Nf3 {1-0}) 2. Nf3 $5 *"; written != want {
		t.Errorf("got  %s\nwant %s", written, want)
	}
}

// A variation may begin with a comment, or consist of one only; a variation before
// the first move is dropped; a result in a variation is not that of the game.
// Brackets do not make lines too long.
func TestVariations(t *testing.T) {
	games, faults := read(t, "(1. a3) 1. e4 ({instead} 1. d4 * 1... d5 ( {both} {play} ) 2. c4) ({just this}) e5 1/2-1/2")
	if len(games) != 1 || faults[0] != "" {
		t.Fatal(faults)
	}
	if got, want := aside(games[0]), " | e4 {just this} ({instead} d4 d5 {both play} c4) e5"; got != want || games[0].Result != "1/2-1/2" {
		t.Errorf("got  %q %s\nwant %q", got, games[0].Result, want)
	}
	writeAside(t, games[0])
	games, faults = read(t, "1. e4 (1. d4 0-1! c4) e5 1-0?!")
	if len(games) != 1 || faults[0] != "" {
		t.Fatal(faults)
	}
	if got, want := aside(games[0]), " | e4 (d4 {0-1} c4) e5"; got != want || games[0].Result != "1-0" {
		t.Errorf("got  %q %s\nwant %q", got, games[0].Result, want)
	}
	nested := "1. e4" + strings.Repeat(" (1. d4", pgn.MaxDepth) + strings.Repeat(")", pgn.MaxDepth) + " *"
	games, faults = read(t, nested)
	if len(games) != 1 || faults[0] != "" {
		t.Fatal(faults)
	}
	for line := range strings.SplitSeq(writeAside(t, games[0]), "\n") {
		if len(line) > 79 && strings.Contains(line, " ") {
			t.Errorf("a line of %d bytes: %s", len(line), line)
		}
	}
	if _, faults = read(t, strings.Replace(nested, "1. e4", "1. e4 (1. c4", 1)); !strings.Contains(faults[0], "nested more than 100 levels deep") {
		t.Errorf("deeper still: %q", faults[0])
	}
}

// Any text is read to its end, and a game that can be replayed can be written and read back.
func FuzzReader(f *testing.F) {
	f.Add("[Variant \"gun\"]\n1. e4 d5 2. exd5 *")
	f.Add("1. e4 {a} e5 (1... c5 $1) ; x\n2. Nf3 1-0 [a \"b\"] *")
	f.Add("{x} 1. e4 $1 (1. d4 (1. c4 {b}) %) e5?! (\u00a01... c5 ; } {\n) 2. Nf3 *")
	f.Add("1. e4 ({a} d4 (c4 $2 {b} ({c})) 1-0) ! e5 (( f5 *)")
	f.Add("[Result \"\r\rx\"]")
	f.Add("[a\vb \"gun\"]")
	f.Add("0;a 1..\r c")
	f.Add("e4 (d4 1?) e5 2!? 12... 3")
	f.Add("a4(.*)")
	f.Add("e4 (d4 1-0! c4) e5 *")
	f.Add("e4 d5 exd5 e.p. (1/2! e.p.? ½-½ c4) 1/2?")
	f.Add("1. e4 {a\n\n[Event \"b\"]\n1. d4 (1. c4\n\n[Event \"c\"]\n1. c4 *")
	f.Add("[FEN \"x\"] [Result \"1-0\"\n\n1-0 % \n%\n) }")
	f.Fuzz(func(t *testing.T, text string) {
		games, faults := read(t, text)
		for i, g := range games {
			ruleset, err := variants.Open(g.Variant())
			if err != nil || faults[i] != "" {
				continue
			}
			played, err := g.Check(ruleset)
			if err != nil {
				if strings.ContainsAny(err.Error(), "\n\r") {
					t.Errorf("more than a line: %q", err)
				}
				continue
			}
			var b strings.Builder
			results := map[string]rules.Result{"1-0": rules.WhiteWins, "0-1": rules.BlackWins, "1/2-1/2": rules.Draw}
			if err := pgn.Write(&b, g.Tags, played, nil, "", results[g.Result]); err != nil {
				t.Fatal(err)
			}
			writeAside(t, g)
			again, bad := read(t, b.String())
			if len(again) != 1 || bad[0] != "" || len(again[0].Moves) != len(g.Moves) || again[0].Result != g.Result {
				t.Errorf("%q is read again as %d games, %q", b.String(), len(again), bad)
			}
		}
	})
}

// The number of moves in a game, and of comments in one place, is limited: a megabyte
// of brackets is rejected at once.
func TestBounds(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("]", pgn.MaxMoves+2):                 "up to 100000 moves",
		strings.Repeat("e4 ", pgn.MaxMoves+2):               "up to 100000 moves",
		"1. e4 " + strings.Repeat("{a}", pgn.MaxComments+2): "up to 1000 tags, and as many comments",
		"1. e4 " + strings.Repeat("$1 ", pgn.MaxComments+2): "up to 1000 tags, and as many comments",
		strings.Repeat("[a \"b\"]\n", pgn.MaxComments+2):    "up to 1000 tags, and as many comments",
	} {
		if _, err := pgn.NewReader(strings.NewReader(text)).Next(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, want %q", text, err, want)
		}
	}
}

// A Reader lets no control character of a file through, neither in an error nor in a
// game, as a terminal would act on it.
func TestNoControlCharacters(t *testing.T) {
	const evil = "\x1b]0;x\x07\x9b31m\u009b2J\x7f\x00\u0085"
	for _, text := range []string{
		"[Event \"" + evil + "\"]\n\n1. e4 *",
		"[Ev" + evil[4:] + "ent \"x\"]\n\n1. e4 *",
		"{" + evil + "} 1. e4 {" + evil + "} ;" + evil + "\n e5 (1... " + evil[4:] + "c5) *",
		"1. e4 " + evil[4:] + " *", "1. " + evil + "\n", "1. e" + evil[4:] + "4 *", "[Result \"" + evil + "\"]\n1. e4 *",
		"[FEN \"" + evil + "\"] *", "[Variant \"" + evil + "\"] *", "[x" + evil,
	} {
		games, faults := read(t, text)
		for i, g := range games {
			said := faults[i] + aside(g) + fmt.Sprint(g.Tags)
			if _, err := g.Check(variants.MustOpen("chess")); err != nil {
				said += err.Error()
			}
			if _, err := variants.Open(g.Variant()); err != nil {
				said += err.Error()
			}
			for j, r := range said {
				if unicode.IsControl(r) || r == utf8.RuneError && said[j] == 0x9b {
					t.Errorf("%q: says %q", text, said)
					break
				}
			}
		}
	}
	// A name in Latin-1 is left unchanged.
	if games, _ := read(t, "[White \"Andr\xe9\"] *"); games[0].Tag("White") != "Andr\xe9" {
		t.Errorf("%q", games[0].Tag("White"))
	}
	if got := pgn.Printable("a\tb\x1bc"); got != "a b\ufffdc" {
		t.Errorf("%q", got)
	}
}
