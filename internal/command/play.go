package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/book"
	"github.com/heterodox-chess/heterodox/internal/opening"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/internal/serve"
	"github.com/heterodox-chess/heterodox/internal/tables"
	"github.com/heterodox-chess/heterodox/internal/tui"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// playFlags say which game `heterodox play` starts or opens.
type playFlags struct {
	variant, fen, side, load, save string
	book, tables                   string
	level                          int
	minutes                        float64
	increment, pace                time.Duration
	files                          string // of variants, needed to know the game
	resume, plain, unsaved         bool
	analyse                        bool
	screen                         tui.ScreenOptions
}

func playCommand() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play [FLAGS]",
		Short: "play any game in the terminal, against the engine or each other",
		Long: `Plays any game in the terminal: against the engine, two people at one keyboard,
or engine against engine. Games are saved after every move.

Without a terminal, or with --plain, it plays line by line.`,
		Example: `  heterodox play --variant gun+blackhole
  heterodox play --variant cube5 --side black --level 3
  heterodox play --resume
  heterodox play --analyse --load game.pgn
  echo 'e4' | heterodox play --plain --side both`,
		Args: cobra.NoArgs,
	}
	flags := cmd.Flags()
	cmd.RunE = Run(func(ctx context.Context, _ []string, std Stdio) int {
		for _, name := range []string{"variant", "side", "level", "minutes", "increment"} {
			if flags.Changed(name) && (f.load != "" || f.resume) {
				return std.Fail("play: --%s is for a new game; --load and --resume continue one", name)
			}
		}
		f.files, _ = flags.GetString("variants") // a flag of all commands
		return runPlay(ctx, f, std)
	})
	flags.StringVar(&f.variant, "variant", "chess", "play the game `NAME`, or a composition such as gun+blackhole")
	flags.StringVar(&f.fen, "fen", "", "start from the position `FEN`")
	flags.StringVar(&f.side, "side", "white", "play `SIDE`: white, black, both (two people) or none (to watch)")
	flags.StringVar(&f.tables, "tables", "", "let the engine use the endgame tables in `DIR`")
	flags.StringVar(&f.book, "book", "", "let the engine play from the opening book in `FILE`")
	flags.IntVar(&f.level, "level", 5, fmt.Sprintf("let the engine play at level `N`, 1 to %d", game.MaxLevel))
	flags.Float64Var(&f.minutes, "minutes", 0, "`MINUTES` on each clock; 0 for no clock")
	flags.DurationVar(&f.increment, "increment", 0, "`TIME` added after each move, such as 2s; needs --minutes")
	flags.DurationVar(&f.pace, "pace", time.Second, "when watching, wait at least this `TIME` between moves")
	flags.BoolVar(&f.analyse, "analyse", false, "analyse: step through moves and add variations")
	flags.StringVar(&f.load, "load", "", "continue the game in `FILE`")
	flags.BoolVar(&f.resume, "resume", false, "continue the last saved game")
	flags.StringVar(&f.save, "save", "", "save in `FILE`, which must not exist yet")
	flags.BoolVar(&f.unsaved, "no-save", false, "do not save the game")
	flags.BoolVar(&f.plain, "plain", false, "play line by line instead of on a full screen")
	flags.BoolVar(&f.screen.ASCII, "ascii", false, "draw with ASCII only")
	flags.StringVar(&f.screen.Pieces, "pieces", "auto", "draw pieces at this `SIZE`: auto, letters, small, medium or large")
	CompleteVariant(cmd)
	return cmd
}

func runPlay(ctx context.Context, f playFlags, std Stdio) int {
	if err := f.check(); err != nil {
		return std.Fail("play: %v", err)
	}
	options := engine.DefaultOptions()
	options.Threads = min(max(1, runtime.NumCPU()/2), engine.MaxThreads)
	thinkers := table.NewThinkers(1, func(r game.Rules) game.Searcher { return engine.New(options) })
	if f.tables != "" {
		s, err := tables.Open(f.tables)
		if err != nil {
			return std.Fail("play: --tables: %v", err)
		}
		options.Tables, thinkers.Tables = s, s // open until the end, since a search may be running
	}
	if f.book != "" {
		b, err := book.Open(f.book)
		if err != nil {
			return std.Fail("play: --book: %v", err)
		}
		defer b.Close()
		thinkers.Book = b
	}
	t, err := f.open(thinkers)
	if err != nil {
		return std.Fail("play: %v", err)
	}
	session := &tui.Session{Table: t}
	defer session.Close()
	session.File = f.newFile
	state := t.State()
	session.Flip = state.Players[rules.Black].Human() && !state.Players[rules.White].Human()
	session.Again = func(like table.State) (*table.Table, error) {
		t, err := f.again(like, thinkers)
		if err == nil {
			t.SetPace(f.pace)
		}
		return t, err
	}
	out := unwatched(std.Out)
	if f.plain || !IsTerminal(std.In) || !IsTerminal(out) {
		f.pace = 0
		err = tui.Plain(ctx, session, std.In, std.Out)
	} else {
		t.SetPace(f.pace)
		err = tui.Screen(ctx, session, f.screen, std.In, out)
	}
	last := session.Table.State()
	switch file := last.File; {
	case last.Fault != nil:
		return std.Fail("play: %v", last.Fault)
	case ctx.Err() != nil:
		return ExitInterrupted
	case err != nil:
		return std.Fail("play: %v", err)
	case file != "" && len(session.Table.State().Tree) > 0:
		goOn := "--resume"
		if dir, err := table.Dir(); err != nil || filepath.Dir(file) != dir {
			goOn = "--load '" + file + "'"
		}
		if f.files != "" {
			goOn += " --variants '" + f.files + "'"
		}
		fmt.Fprintf(std.Out, "The game is saved in %s\nContinue with: heterodox play %s\n", file, goOn)
	}
	return ExitOK
}

// unwatched returns the writer behind dispatch's own, which may be a terminal.
func unwatched(w io.Writer) io.Writer {
	if watched, ok := w.(*watchedWriter); ok {
		return watched.w
	}
	return w
}

// check rejects invalid flags, before anything is created.
func (f playFlags) check() error {
	switch f.side {
	case "white", "black", "both", "none":
	default:
		return fmt.Errorf("--side %.20q: expected white, black, both or none", f.side)
	}
	switch {
	case f.level < 1 || f.level > game.MaxLevel:
		return fmt.Errorf("--level %d: expected 1 to %d", f.level, game.MaxLevel)
	case f.load != "" && f.resume:
		return errors.New("--load and --resume cannot be combined")
	case (f.load != "" || f.resume) && f.fen != "":
		return errors.New("--fen starts a new game; --load and --resume continue one")
	case f.analyse && (f.minutes != 0 || f.increment != 0):
		return errors.New("--analyse has no clock")
	case f.save != "" && (f.load != "" || f.resume):
		return errors.New("--save is for a new game; --load and --resume save in the file they read")
	case f.save != "" && f.unsaved:
		return errors.New("--save and --no-save cannot be combined")
	case !(f.minutes >= 0 && f.minutes <= 24*60):
		return fmt.Errorf("--minutes %v: expected 0 to 1440", f.minutes)
	case f.increment < 0 || f.increment > time.Hour:
		return fmt.Errorf("--increment %v: expected 0 to 1h", f.increment)
	case f.increment > 0 && f.minutes == 0:
		return errors.New("--increment adds to a clock: --minutes sets it")
	case f.pace < 0 || f.pace > time.Hour:
		return fmt.Errorf("--pace %v: expected 0 to 1h", f.pace)
	}
	return f.screen.Check()
}

// open starts a game, or opens a saved one.
func (f playFlags) open(thinkers *table.Thinkers) (*table.Table, error) {
	file := f.load
	if f.resume {
		dir, err := table.Dir()
		if err != nil {
			return nil, err
		}
		if file, err = table.Newest(dir); err != nil {
			return nil, err
		}
		if file == "" {
			return nil, errors.New("there is no saved game")
		}
		safefile.Sweep(dir)
	}
	if file != "" {
		return f.openFile(file, thinkers)
	}
	ruleset, err := variants.Open(f.variant)
	if err != nil {
		return nil, err
	}
	start := opening.Start(ruleset, dice())
	if f.fen != "" {
		if start, err = ruleset.ParsePosition(f.fen); err != nil {
			return nil, err
		}
	}
	options := table.Options{
		Start: start, Thinkers: thinkers,
		Control: table.Control{Base: time.Duration(f.minutes * float64(time.Minute)), Increment: f.increment},
	}
	if options.Study = f.analyse; f.side != "both" && !f.analyse {
		for c := range options.Players {
			if f.side != rules.Color(c).String() {
				options.Players[c].Level = f.level
			}
		}
	}
	if options.File, err = f.file(ruleset); err != nil {
		return nil, err
	}
	return table.New(options)
}

// again starts another game like one that has been played: with the same players and clock,
// from the same position unless that was drawn at random.
func (f playFlags) again(like table.State, thinkers *table.Thinkers) (*table.Table, error) {
	start := like.Record.Start()
	if fast.IsChess960(like.Rules) && f.fen == "" {
		start = opening.Start(like.Rules, dice())
	}
	file, err := f.newFile(like.Rules)
	if err != nil {
		return nil, err
	}
	players := like.Players
	if like.Study {
		players = [2]table.Player{} // their names are those of the analysed game
	}
	return table.New(table.Options{Start: start, Study: like.Study, Players: players, Control: like.Control, File: file, Thinkers: thinkers})
}

// dice returns the random numbers for drawing start positions.
func dice() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// openFile continues a saved game, or starts an analysis of it. It may be of a game that was
// added on the page.
func (f playFlags) openFile(file string, thinkers *table.Thinkers) (*table.Table, error) {
	serve.LearnKept(filepath.Dir(file), learnVariants)
	if f.analyse {
		t, err := table.Read(file, variants.Open, thinkers)
		if err != nil {
			return nil, err
		}
		defer t.Close()
		if !t.State().Study {
			return t.Analysis()
		}
	}
	if f.unsaved {
		return table.Read(file, variants.Open, thinkers)
	}
	return table.Load(file, variants.Open, thinkers)
}

// newFile returns the file for a game or an analysis started at the table.
func (f playFlags) newFile(ruleset game.Rules) (string, error) {
	if f.unsaved {
		return "", nil
	}
	dir, err := table.Dir()
	if err != nil {
		return "", err
	}
	return table.NewFile(dir, ruleset, time.Now())
}

// file returns the file for a new game.
func (f playFlags) file(ruleset game.Rules) (string, error) {
	if f.save == "" {
		return f.newFile(ruleset)
	}
	if _, err := os.Stat(f.save); err == nil {
		return "", fmt.Errorf("%s exists already; --load continues it", f.save)
	}
	return f.save, nil
}
