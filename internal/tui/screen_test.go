package tui

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

var update = flag.Bool("update", false, "rewrite the screens in testdata")

// twoPeople returns a session without an engine.
func twoPeople(t *testing.T, variant, fen string) *Session {
	t.Helper()
	ruleset := variants.MustOpen(variant)
	start := must.Position(t, ruleset, fen)
	open := func() (*table.Table, error) { return table.New(table.Options{Start: start}) }
	tab, err := open()
	if err != nil {
		t.Fatal(err)
	}
	s := &Session{Table: tab, Again: func(table.State) (*table.Table, error) { return open() }}
	t.Cleanup(func() { s.Table.Close() })
	return s
}

// keys presses keys: words in angle brackets are names of keys, everything else is typed.
func keys(m *model, text string) {
	names := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
		"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "pgup": {Code: tea.KeyPgUp}, "tab": {Code: tea.KeyTab},
		"flip": {Code: 'f', Mod: tea.ModCtrl}, "back": {Code: 'z', Mod: tea.ModCtrl}, "rules": {Code: 'r', Mod: tea.ModCtrl},
		"space": {Code: tea.KeySpace, Text: " "}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
		"sleft": {Code: tea.KeyLeft, Mod: tea.ModShift},
	}
	for text != "" {
		if name, rest, ok := strings.Cut(strings.TrimPrefix(text, "<"), ">"); ok && text[0] == '<' {
			m.Update(names[name])
			text = rest
			continue
		}
		m.Update(tea.KeyPressMsg{Code: rune(text[0]), Text: text[:1]})
		text = text[1:]
	}
}

// clickOn clicks on the middle of a square with the mouse.
func clickOn(t *testing.T, m *model, name string) {
	t.Helper()
	sq, ok := m.state.Rules.Board().ParseSquare(name)
	if !ok {
		t.Fatalf("no square %s", name)
	}
	m.sheet()
	x, y, ok := m.view.place(sq)
	if !ok {
		t.Fatalf("%s is not shown", name)
	}
	m.Update(tea.MouseClickMsg{X: x + m.view.cell.width/2, Y: y + m.view.cell.height/2, Button: tea.MouseLeft})
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := must.Get(t, os.ReadFile, file)
	if got != string(want) {
		t.Errorf("%s: the screen is\n%s\nwant\n%s", name, got, want)
	}
}

// The screens at 80 by 24, with many colours, with 16, and without.
func TestScreens(t *testing.T) {
	for name, c := range map[string]struct {
		variant, fen, keys string
		click              []string
		profile            colorprofile.Profile
		width, height      int
		options            ScreenOptions
	}{
		"start":     {variant: "chess", profile: colorprofile.TrueColor},
		"nocolor":   {variant: "gun+blackhole", profile: colorprofile.ASCII, keys: "e4<enter>", click: []string{"g8"}},
		"ascii":     {variant: "blackhole", profile: colorprofile.ANSI, options: ScreenOptions{ASCII: true}, click: []string{"b1"}},
		"pinned":    {variant: "chess", fen: "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", profile: colorprofile.ANSI, click: []string{"e2", "d3"}},
		"flipped":   {variant: "fairy", profile: colorprofile.ANSI256, keys: "<flip>Ac3<enter>"},
		"hand":      {variant: "baseline", profile: colorprofile.ASCII, keys: "K@<enter>"},
		"promotion": {variant: "chess", fen: "7k/P7/8/8/8/8/8/K7 w - - 0 1", profile: colorprofile.ASCII, click: []string{"a7", "a8"}},
		"put":       {variant: "madhouse", fen: "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1", profile: colorprofile.ASCII, click: []string{"e4", "d5"}},
		"tree": {variant: "chess", profile: colorprofile.ASCII, keys: "e4<enter>c5<enter>Nf3<enter>analyse<enter><left><left>e5<enter>Nf3<enter>" +
			"Nc6<enter><left><left>f4<enter>comment the King's Gambit<enter>mark !?<enter>"},
		"turns":  {variant: "fibonacci", profile: colorprofile.ASCII, keys: "e4<enter>e5<enter>Nf3<enter>"},
		"cube":   {variant: "cube5", profile: colorprofile.ASCII, click: []string{"c1I"}},
		"rules":  {variant: "gun+blackhole", profile: colorprofile.ASCII, keys: "<rules>"},
		"help":   {variant: "chess", profile: colorprofile.ASCII, keys: "?"},
		"large":  {variant: "chess", profile: colorprofile.TrueColor, width: 120, height: 50},
		"narrow": {variant: "crazyhouse", fen: "4k3/1P6/8/8/8/8/8/4K3[Qqr] w - - 0 1", profile: colorprofile.ASCII, width: 40, height: 20, click: []string{"b7", "b8"}},
		"shogi":  {variant: "shogi", fen: "lnsgkgsnl/1r5b1/ppppppppp/9/4+P+B+R2/2+p+n+s+l3/PPPPPPPPP/9/LNSGKGSNL[br] w 0 1", profile: colorprofile.TrueColor, width: 100, height: 40},
		"walls":  {variant: "duck", profile: colorprofile.ASCII, keys: "e4,d4<enter>", click: []string{"d7", "d5"}},
		"short":  {variant: "chess", profile: colorprofile.ASCII, width: 36, height: 13},
		"tiny":   {variant: "chess", profile: colorprofile.ASCII, width: 20, height: 8},
	} {
		t.Run(name, func(t *testing.T) {
			if c.options.Pieces == "" {
				c.options.Pieces = "auto"
			}
			m := newModel(twoPeople(t, c.variant, c.fen), c.options)
			defer m.stop()
			m.Update(tea.ColorProfileMsg{Profile: c.profile})
			if c.width > 0 {
				m.Update(tea.WindowSizeMsg{Width: c.width, Height: c.height})
			}
			keys(m, c.keys)
			for _, sq := range c.click {
				clickOn(t, m, sq)
			}
			text := m.sheet().Plain()
			if c.profile != colorprofile.ASCII {
				text += "\n" + strings.ReplaceAll(m.View().Content, "\x1b", "^[") + "\n"
			}
			golden(t, name+".txt", text)
		})
	}
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "the rook": "The rook.", "e2e4: nothing stands on e2": "e2e4: nothing stands on e2.", "what now?": "What now?", "e4": "e4.",
	} {
		if got := sentence(text); got != want {
			t.Errorf("sentence(%q) = %q, want %q", text, got, want)
		}
	}
}

// Whatever is clicked and typed, nothing crashes, and the answer is in words.
func TestScreenAnswers(t *testing.T) {
	m := newModel(twoPeople(t, "chess", "4r2k/8/8/8/8/p7/P3B3/4K3 w - - 0 1"), ScreenOptions{Pieces: "auto"})
	defer m.stop()
	m.do("e2d3")
	if signs := m.signals(); signs[game.At(4, 7, 0)] != attacker {
		t.Error("a typed move is refused, but the attacking rook is not marked")
	}
	for _, c := range []struct{ click, keys, want string }{
		{"d4", "", "There is no piece on d4."},
		{"h8", "", "The king on h8 is Black's, but it is White's move."},
		{"a2", "", "The pawn on a2 has no legal move."},
		{"e2", "", "The bishop on e2 cannot move: it would leave the king attacked by the rook on e8."},
		{"d3", "", "It would leave the king attacked by the rook on e8."},
		{"e1", "", "The king on e1: choose a square. Esc cancels."},
		{"h5", "", "The king on e1 cannot reach h5."},
		{"e1", "", "Put back."},
		{"", "e2d3<enter>", `It would leave the king attacked by the rook on e8.`},
		{"", "<esc>xyz<enter>", ""},
		{"", "<esc>resign<enter>", "White resigns."},
		{"e1", "", "The game is over (resignation); Ctrl-Z takes back, analyse reviews it, new starts another."},
		{"", "new<enter>", "A new game."},
		{"", "switch<enter>", "White: a person. Black: a person."},
	} {
		if c.click != "" {
			clickOn(t, m, c.click)
		}
		keys(m, c.keys)
		if c.want != "" && m.message != c.want {
			t.Errorf("%s%s: %q, want %q", c.click, c.keys, m.message, c.want)
		}
		if m.message == "" {
			t.Errorf("%s%s: no message", c.click, c.keys)
		}
	}
	if n := len(m.state.Played); n != 0 {
		t.Errorf("%d moves were played, want none", n)
	}
}

// A failure to save is shown below other messages, and a long input line
// shows the part at the caret.
func TestFaultsAndLongLines(t *testing.T) {
	s := twoPeople(t, "chess", "")
	m := newModel(s, ScreenOptions{Pieces: "auto"})
	defer m.stop()
	bad := filepath.Join(t.TempDir(), strings.Repeat("long", 20), "game.pgn")
	keys(m, "save "+bad+"<enter>")
	if !m.wrong || m.state.File != "" || m.state.Fault != nil {
		t.Errorf("saving in a missing directory: message %q, file %q, fault %v", m.message, m.state.File, m.state.Fault)
	}
	keys(m, "<esc>")
	s.Table.KeepIn(func() (string, error) { return bad, nil })
	m.Update(changedMsg{of: m.changes})
	keys(m, "e9<enter>")
	lines := strings.Split(m.sheet().Plain(), "\n")
	if got := lines[21]; !strings.HasPrefix(got, `! The board has no square e9`) {
		t.Errorf("unexpected message: %q", got)
	}
	if got := lines[22]; !strings.HasPrefix(got, "! The game could not be saved: ") {
		t.Errorf("the fault is shown as %q", got)
	}
	keys(m, "<esc>comment "+strings.Repeat("many words ", 15)+"and the last")
	if got := strings.Split(m.sheet().Plain(), "\n")[23]; !strings.HasSuffix(got, "and the last") || !strings.HasPrefix(got, "> ") {
		t.Errorf("the line is shown as %q", got)
	}
}

// In windows of any size, however small, the screen is drawn, and so are its pages.
func TestTinyWindows(t *testing.T) {
	for _, c := range []struct{ name, variant, fen, keys, click string }{
		{name: "empty line", variant: "chess"},
		{name: "one letter", variant: "chess", keys: "e"},
		{name: "text", variant: "chess", keys: "comment a word"},
		{name: "caret in front", variant: "chess", keys: "comment a word<home>"},
		{name: "wrong move", variant: "chess", keys: "e2e5<enter>"},
		{name: "choice", variant: "chess", fen: "7k/P7/8/8/8/8/8/K7 w - - 0 1", keys: "a7a8"},
		{name: "hand", variant: "crazyhouse", fen: "4k3/8/8/8/8/8/8/4K3[Qqr] w - - 0 1", keys: "Q@<enter>"},
		{name: "cube", variant: "cube5", keys: "<enter>"},
		{name: "analysis", variant: "chess", keys: "e4<enter>e5<enter>analyse<enter><left>"},
		{name: "page", variant: "chess", keys: "?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newModel(twoPeople(t, c.variant, c.fen), ScreenOptions{Pieces: "auto"})
			defer m.stop()
			keys(m, c.keys)
			for width := range 11 {
				for height := range 6 {
					for _, size := range [][2]int{{width, height}, {width, 24}, {80, height}} {
						m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
						if got := m.sheet(); got.width != max(size[0], 1) || got.height != max(size[1], 1) {
							t.Errorf("%v: drawn %d by %d", size, got.width, got.height)
						}
						m.View()
					}
				}
			}
		})
	}
}

// A line that was refused can be corrected, or replaced by typing another.
func TestRefusedLines(t *testing.T) {
	m := newModel(twoPeople(t, "chess", ""), ScreenOptions{Pieces: "auto"})
	defer m.stop()
	keys(m, "e5<enter>e4<enter>")
	if last, _ := m.state.Last(); last.SAN != "e4" {
		t.Errorf("a second attempt fails: message %q, input %q", m.message, m.input.Value())
	}
	keys(m, "e2e5<enter><left>")
	if m.input.Value() != "e2e5" {
		t.Errorf("the refused input is %q, want e2e5", m.input.Value())
	}
	keys(m, "<tab>7") // before the last character; there is no hint
	if m.input.Value() != "e2e75" {
		t.Errorf("the corrected input is %q, want e2e75", m.input.Value())
	}
}

// A visible clock ticks, also after a return from an analysis, with no more than one tick pending.
func TestTicks(t *testing.T) {
	tab, err := table.New(table.Options{Start: variants.MustOpen("chess").Start(), Control: table.Control{Base: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(&Session{Table: tab}, ScreenOptions{Pieces: "auto"})
	defer func() { m.stop(); m.session.Close() }()
	if m.tick() == nil || m.tick() != nil {
		t.Fatal("want exactly one pending tick")
	}
	m.do("analyse")
	if _, next := m.Update(tickMsg{}); next != nil {
		t.Error("a tick follows although no clock is shown")
	}
	m.do("game")
	if !m.ticking {
		t.Error("the clock does not tick")
	}
}

// A whole game with the mouse, and the same with the keyboard alone.
func TestMouseAndKeyboard(t *testing.T) {
	mouse := newModel(twoPeople(t, "chess", ""), ScreenOptions{Pieces: "auto"})
	defer mouse.stop()
	for _, sq := range []string{"f2", "f3", "e7", "e5", "g2", "g4", "d8", "h4"} {
		clickOn(t, mouse, sq)
	}
	keyboard := newModel(twoPeople(t, "chess", ""), ScreenOptions{Pieces: "auto"})
	defer keyboard.stop()
	keys(keyboard, "f3<enter>")
	keys(keyboard, "<up><right><right><right><right><up><up><up><up><up><up><enter><up><down><down><down><enter>")
	keys(keyboard, "g2g4<enter>Qh4<enter>")
	for _, m := range []*model{mouse, keyboard} {
		if e := m.state.Ending; e.Result != rules.BlackWins || e.Reason != "checkmate" {
			t.Errorf("got %v after %v, want checkmate by Black", e, moveList(m.state))
		}
	}
}

// Moves in several steps: a promotion by its letter, a relocation by clicks, drops by clicks on
// the hand; Esc goes back one step at a time.
func TestSteps(t *testing.T) {
	m := newModel(twoPeople(t, "madhouse", "7k/P7/8/3p4/4P3/8/8/K7 w - - 0 1"), ScreenOptions{Pieces: "auto"})
	defer m.stop()
	clickOn(t, m, "e4")
	clickOn(t, m, "d5")
	keys(m, "<esc>")
	if n := len(m.pick.Steps()); n != 1 {
		t.Fatalf("%d steps after Esc, want 1", n)
	}
	clickOn(t, m, "d5")
	clickOn(t, m, "c3")
	if last, ok := m.state.Last(); !ok || last.UCI != "e4d5,d5c3" {
		t.Fatalf("played %q, want e4d5,d5c3", last.UCI)
	}
	keys(m, "Kg8<enter>")
	clickOn(t, m, "a7")
	clickOn(t, m, "a8")
	keys(m, "n")
	if last, _ := m.state.Last(); last.SAN != "a8=N" {
		t.Fatalf("played %q, want a8=N: %s", last.SAN, m.message)
	}

	for typed, want := range map[string]string{"Eh1": "O-O/Eh1", "ee1": "O-O/Ee1", "none": "O-O"} {
		m = newModel(twoPeople(t, "seirawan", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w KQkq - 0 1"), ScreenOptions{Pieces: "auto"})
		defer m.stop()
		clickOn(t, m, "e1")
		clickOn(t, m, "g1")
		if shown := m.sheet().Plain(); !strings.Contains(shown, "[none] [He1] [Ee1] [Hh1] [Eh1]") {
			t.Errorf("castling with a gate offers\n%s", shown)
		}
		keys(m, typed+"<enter>")
		if last, ok := m.state.Last(); !ok || last.SAN != want {
			t.Errorf("%s: played %q, want %s: %s", typed, last.SAN, want, m.message)
		}
	}

	m = newModel(twoPeople(t, "baseline", ""), ScreenOptions{Pieces: "auto"})
	defer m.stop()
	m.sheet()
	for _, b := range m.buttons {
		if b.step.Letter == "N" {
			m.Update(tea.MouseClickMsg{X: b.x + 1, Y: b.y, Button: tea.MouseLeft})
		}
	}
	clickOn(t, m, "b1")
	if last, ok := m.state.Last(); !ok || last.UCI != "N@b1" {
		t.Errorf("played %q, want N@b1: %s", last.UCI, m.message)
	}
}

// In an analysis arrow keys browse the tree, with Shift also while the cursor is on the board;
// a move with the mouse becomes a variation, and Ctrl-Z undoes it.
func TestTreeByKeys(t *testing.T) {
	m := newModel(twoPeople(t, "madhouse", "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1"), ScreenOptions{Pieces: "auto"})
	defer func() { m.stop() }()
	keys(m, "exd5,a3<enter>Kg8<enter>analyse<enter>")
	at := func(want string) {
		t.Helper()
		last, _ := m.state.Last()
		if last.SAN != want || m.pick.Position().FEN() != m.state.Position().FEN() {
			t.Errorf("the position shown is after %q (message %q), want %q", last.SAN, m.message, want)
		}
	}
	at("Kg8")
	keys(m, "<left><left>")
	at("")
	for _, sq := range []string{"e4", "d5", "c6"} {
		clickOn(t, m, sq)
	}
	at("exd5,c6")
	keys(m, "<up>")
	at("exd5,a3")
	keys(m, "<down>")
	at("exd5,c6")
	keys(m, "<enter><up><sleft>") // the arrow moved the cursor
	at("")
	keys(m, "<esc><right>") // along the line visited last
	at("exd5,c6")
	keys(m, "<back>")
	at("")
	keys(m, "<end>")
	at("Kg8")
	keys(m, "<home>")
	at("")
	if m.message != "The start." {
		t.Errorf("at the start: message %q", m.message)
	}
	keys(m, "game<enter>")
	at("Kg8")
	keys(m, "<left>")
	if len(m.state.Tree) != 2 || m.state.Study {
		t.Error("the game became an analysis")
	}
}

// Every square is where it is drawn, on all boards and from both sides.
func TestPlaces(t *testing.T) {
	for _, variant := range []string{"chess", "cube2", "cube5", "cube10"} {
		for _, flip := range []bool{false, true} {
			s := twoPeople(t, variant, "")
			s.Flip = flip
			m := newModel(s, ScreenOptions{Pieces: "auto"})
			for _, sq := range m.state.Rules.Board().Squares() {
				m.cursor = sq
				m.sheet()
				x, y, ok := m.view.place(sq)
				if !ok {
					t.Fatalf("%s: the cursor is on %v, which is not shown", variant, sq)
				}
				if got, ok := m.view.at(x, y); !ok || got != sq {
					t.Errorf("%s: a click on %v hits %v", variant, sq, got)
				}
			}
			m.stop()
		}
	}
}

func TestSpeaksUTF8(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{"LANG": "de_DE.UTF-8"}, true},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, false},
		{map[string]string{"LC_CTYPE": "en_US.utf8"}, true},
		{map[string]string{"LANG": "de_DE.ISO-8859-1"}, false},
		{map[string]string{"TERM": "linux"}, false},
		{map[string]string{"TERM": "xterm"}, true},
	} {
		if got := speaksUTF8(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %v", c.env, got)
		}
	}
}

// Pieces whose art shows their directions point down for the side that moves down.
func TestDirectedArt(t *testing.T) {
	large := sizes[3].size
	up := art("gold", rules.White, false, large)
	if slices.Equal(up, art("gold", rules.Black, false, large)) {
		t.Error("Black's gold points up")
	}
	if slices.Equal(up, art("gold", rules.White, true, large)) {
		t.Error("on a flipped board White's gold points up")
	}
	if !slices.Equal(up, art("gold", rules.Black, true, large)) {
		t.Error("on a flipped board Black's gold does not point up")
	}
	if !slices.Equal(art("knight", rules.White, false, large), art("knight", rules.Black, true, large)) {
		t.Error("a knight is drawn with a direction")
	}
}
