package match

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/uci"
	"github.com/heterodox-chess/heterodox/variants"
)

// The test binary also serves as the engines of the tests, good and bad, and as
// a referee to be killed, depending on its first argument.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case "fake-engine":
			f := &fake{mode: os.Args[2], rules: variants.MustOpen("chess"), out: os.Stdout}
			os.Exit(f.run(os.Stdin))
		case "say-folder":
			dir, err := os.Getwd()
			fmt.Println(dir, err)
			os.Exit(0)
		case "fake-referee":
			c := longMatch(os.Args[2])
			_, err := Run(context.Background(), c, nil)
			fmt.Println(err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// fakeEngine returns an engine that misbehaves according to its mode.
func fakeEngine(mode string) Engine {
	return Engine{Name: mode, Command: []string{os.Args[0], "fake-engine", mode}, Limits: TimeControl{Nodes: 1}}
}

// A fake is an engine that plays the first legal move, or does worse:
//
//	good        plays
//	single      answers single moves of Fibonacci turns
//	chess-only  has no UCI_Variant
//	known       knows only the variants of its list
//	reads       knows chess and, once its VariantPath is set, all variants
//	tabs        separates the words of its answer by tabs
//	exit-start, silent-start, garbage-start
//	            never says uciok
//	exit-N, hang-N, illegal-N, none-N, garbage-N, flood-N, deaf-N
//	            does so instead of its Nth move
//	slow-N      takes half a second for its Nth move
//	panic-N     panics, as a program in Go does, instead of its Nth move
//	escape-N    talks to the terminal before it ends instead of its Nth move
//	parent-N    leaves a child behind when it ends instead of its Nth move
//	stubborn-N  does not even stop, nor quit
type fake struct {
	mode  string
	rules game.Rules
	pos   game.Position
	out   io.Writer
	moves int
	read  bool // its VariantPath has been set
}

func (f *fake) say(format string, args ...any) { fmt.Fprintf(f.out, format+"\n", args...) }

func (f *fake) run(in io.Reader) int {
	f.pos = f.rules.Start()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "uci":
			if status := f.introduce(); status >= 0 {
				return status
			}
		case "isready":
			f.say("readyok")
		case "setoption":
			if name, ok := strings.CutPrefix(rest, "name UCI_Variant value "); ok {
				f.rules = variants.MustOpen(name)
			}
			f.read = f.read || strings.HasPrefix(rest, "name VariantPath value ")
		case "position":
			f.position(rest)
		case "go":
			if status := f.think(); status >= 0 {
				return status
			}
		case "quit":
			return 0
		}
	}
	return 0
}

// introduce returns an exit status, or -1 to continue.
func (f *fake) introduce() int {
	switch f.mode {
	case "exit-start":
		fmt.Fprintln(os.Stderr, "no licence")
		return 3
	case "silent-start":
		time.Sleep(time.Minute)
	case "garbage-start":
		for {
			f.say("\x00\xff garbage")
			time.Sleep(time.Millisecond)
		}
	}
	f.say("id name Fake\noption name Level type spin default 1 min 0 max 9\noption name Style type combo default a b var a b var c")
	known := "chess"
	switch f.mode {
	case "known":
		known = "chess var fairy var amazon"
	case "reads":
		f.say("option name VariantPath type string default <empty>")
		if f.read {
			known = strings.Join(variants.Names(), " var ")
		}
	default:
		known = strings.Join(variants.Names(), " var ")
	}
	if f.mode != "chess-only" {
		f.say("option name UCI_Variant type combo default chess var %s", known)
	}
	f.say("uciok")
	return -1
}

func (f *fake) position(text string) {
	start, moves, _ := strings.Cut(text, "moves")
	f.pos = f.rules.Start()
	if fen, ok := strings.CutPrefix(start, "fen "); ok {
		var err error
		if f.pos, err = f.rules.ParsePosition(strings.TrimSpace(fen)); err != nil {
			f.say("info string %v", err)
		}
	}
	for _, token := range strings.Fields(moves) {
		_, next, err := game.ParseTurn(f.pos, token)
		if err != nil {
			f.say("info string %v", err)
			return
		}
		if f.mode == "single" && strings.Contains(token, "/") && f.moves > 3 {
			f.say("info string I do not speak in turns")
			return
		}
		f.pos = next
	}
}

// think returns an exit status, or -1 to continue.
func (f *fake) think() int {
	f.moves++
	kind, count, _ := strings.Cut(f.mode, "-")
	if n, err := strconv.Atoi(count); err == nil && n == f.moves {
		switch kind {
		case "exit":
			fmt.Fprintln(os.Stderr, "panic: out of ideas")
			return 7
		case "hang":
			return -1
		case "stubborn":
			for {
				time.Sleep(time.Second)
			}
		case "illegal":
			f.say("bestmove e2e5")
			return -1
		case "none":
			f.say("bestmove (none)")
			return -1
		case "garbage":
			f.say("bestmove\x00\x01 zz\nbestmovee2e4")
			return -1
		case "flood":
			line := strings.Repeat("info string nothing ", 1000)
			for {
				f.say("%s", line)
			}
		case "slow":
			time.Sleep(500 * time.Millisecond)
		case "panic":
			for i := range 20 {
				f.say("info string %d", i)
			}
			var none []int
			fmt.Println(none[f.moves])
		case "escape":
			f.say("info string \x1b[2J\x1b]0;title\a")
			fmt.Fprintln(os.Stderr, "\x1b[31mred\x00\xff")
			return 1
		case "parent":
			child := exec.Command("sleep", "60")
			child.Stdout = os.Stdout // and holds it open
			if err := child.Start(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 9
			}
			fmt.Fprintln(os.Stderr, "child", child.Process.Pid)
			return 5
		}
	}
	f.answer()
	return -1
}

// answer plays the first legal move, or a turn of first legal moves.
func (f *fake) answer() {
	var turn []game.Move
	pos := f.pos
	for pos.Side() == f.pos.Side() && len(turn) < 500 {
		moves := pos.Moves()
		if len(moves) == 0 {
			break
		}
		slices.Sort(moves)
		turn = append(turn, moves[0])
		pos = pos.Play(moves[0])
		if f.mode == "single" {
			break
		}
	}
	best := "bestmove " + game.FormatTurn(f.pos, turn)
	if f.mode == "tabs" {
		best = strings.ReplaceAll(best, " ", "\t") + "\tponder\te7e5"
	}
	f.say("info depth 1 seldepth 1 multipv 1 score cp %d nodes 7 time 1 pv x\n%s", -f.moves*100, best)
}

// testConfig returns a match of two rounds of chess between engines, in a
// temporary directory.
func testConfig(t *testing.T, engines ...Engine) Config {
	t.Helper()
	dir := t.TempDir()
	c := DefaultConfig()
	c.Engines = engines
	c.Variants = []Variant{variant("chess")}
	c.Rounds = 2
	c.Openings.Plies = 2
	c.Store = filepath.Join(dir, "games.jsonl")
	c.PGN = filepath.Join(dir, "games.pgn")
	c.Patience = Patience{Start: time.Minute, Ready: time.Minute, Silent: time.Minute, Stop: 300 * time.Millisecond}
	c.Adjudication.MaxPlies = 40
	c.Self = talk
	return c
}

// talk is the engine of this program.
func talk(ctx context.Context, in io.Reader, out io.Writer) error {
	config := uci.Config{Name: "Heterodox", Author: "test", Variants: variants.Names(), Open: variants.Open}
	return uci.New(in, out, config).Run(ctx)
}

// variant returns a variant that engines may call by names; if there are none,
// by its own name without fischerandom.
func variant(name string, names ...string) Variant {
	rules := variants.MustOpen(name)
	if len(names) == 0 {
		own := strings.Trim(strings.ReplaceAll("+"+rules.Name()+"+", "+fischerandom+", "+"), "+")
		if own == "" {
			own = "chess"
		}
		names = []string{own}
	}
	return Variant{rules, names}
}

// selfEngine returns the engine of this program.
func selfEngine(name string, nodes uint64) Engine {
	return Engine{Name: name, Command: []string{"self"}, Options: []Option{{"Hash", "1"}}, Limits: TimeControl{Nodes: nodes}}
}

// play runs a match and returns its games in order of number.
func play(t *testing.T, c Config) (Report, []Record) {
	t.Helper()
	var games []Record
	report, err := Run(t.Context(), c, func(p Progress) { games = append(games, *p.Record) })
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(games, func(a, b Record) int { return a.Game - b.Game })
	return report, games
}
