package match

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// A misbehaving engine loses its games, with the reason and its last output
// recorded, and the other engine is unaffected.
func TestBadEnginesLoseTheirGamesOnly(t *testing.T) {
	for mode, want := range map[string]struct {
		termination Termination
		reason      string // part of it
		last        string // part of the last lines
	}{
		"exit-3":     {Abandoned, "crashed: the engine has ended (exit status 7)", "stderr: panic: out of ideas"},
		"hang-3":     {Abandoned, "was silent for 5s", "readyok"},
		"stubborn-3": {Abandoned, "was silent for 5s and did not stop: no answer (killed by the referee)", ""},
		"illegal-3":  {Infraction, `played "e2e5": `, "bestmove e2e5"},
		"none-3":     {Infraction, `played "(none)": `, "bestmove (none)"},
		"garbage-3":  {Infraction, "played ", "bestmove"},
		"flood-3":    {Abandoned, "failed: more than 16 MiB of output at once (killed by the referee)", "info string nothing"},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			c := testConfig(t, fakeEngine(mode), fakeEngine("good"))
			c.Rounds = 1
			if strings.Contains(want.reason, "silent") {
				c.Patience.Silent = 5 * time.Second // for both engines
			}
			report, games := play(t, c)
			if len(games) != 2 || report.Pairings[0].Lines[0].Losses != 2 {
				t.Fatalf("%d games, %+v", len(games), report.Pairings[0].Lines[0])
			}
			for _, g := range games {
				bad := g.Trouble
				if g.Termination != want.termination || !strings.Contains(g.Reason, want.reason) || bad == nil ||
					bad.Engine != mode || !strings.Contains(bad.Command, "fake-engine "+mode) ||
					!strings.Contains(strings.Join(bad.Last, "\n"), want.last) {
					t.Errorf("game %d: %s, %s, %+v", g.Game, g.Termination, g.Reason, bad)
				}
			}
			if report.Engines[0].Forfeits[want.termination] != 2 || len(report.Engines[1].Forfeits) > 0 {
				t.Errorf("forfeits %+v", report.Engines)
			}
		})
	}
}

func TestEnginesThatDoNotStart(t *testing.T) {
	missing := Engine{Name: "missing", Command: []string{filepath.Join(t.TempDir(), "none")}, Limits: TimeControl{Nodes: 1}}
	c := testConfig(t, fakeEngine("good"), fakeEngine("exit-start"), missing, selfEngine("self", 20))
	c.Rounds = 1
	report, games := play(t, c)
	if len(games) != 12 || report.Finished != 12 {
		t.Fatalf("%d games", len(games))
	}
	for _, g := range games {
		sane := g.White != 1 && g.White != 2 && g.Black != 1 && g.Black != 2
		if sane != (g.Trouble == nil) || sane != (len(g.Moves) > 0) {
			t.Errorf("game %d, %s v %s: %s", g.Game, g.Names[0], g.Names[1], g.Reason)
		}
		if b := g.Trouble; b != nil && b.Engine == "exit-start" && !strings.Contains(b.What, "hopeless") &&
			strings.Contains(b.What, "introduce") && !strings.Contains(strings.Join(b.Last, "\n"), "stderr: no licence") {
			t.Errorf("game %d: %+v", g.Game, b)
		}
	}
}

// A match of two engines cannot be played if one does not start.
func TestTooFewEnginesStart(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"exit-start":    "does not answer uci: the engine has ended (exit status 3)",
		"silent-start":  "does not answer uci: no answer (killed by the referee)",
		"garbage-start": "does not answer uci: no answer (killed by the referee)",
	} {
		c := testConfig(t, fakeEngine("good"), fakeEngine(mode))
		if mode != "exit-start" { // a good engine may be late, too
			c.Patience.Start = time.Second
		}
		_, err := Run(t.Context(), c, nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", mode, err)
		}
		if _, err := os.Stat(c.Store); err == nil {
			t.Errorf("%s: there is a store", mode)
		}
	}
}

func TestTimeForfeit(t *testing.T) {
	t.Parallel()
	for _, limits := range []TimeControl{{Time: 300 * time.Millisecond}, {MoveTime: 300 * time.Millisecond}} {
		slow, good := fakeEngine("slow-2"), fakeEngine("good")
		slow.Limits, good.Limits = limits, TimeControl{Time: time.Minute}
		c := testConfig(t, slow, good)
		c.Rounds = 1
		_, games := play(t, c)
		for _, g := range games {
			if g.Termination != TimeForfeit || g.Trouble.Engine != "slow-2" || !strings.Contains(g.Reason, "took more than 0.3") {
				t.Errorf("%v: game %d: %s, %s", limits, g.Game, g.Termination, g.Reason)
			}
		}
		// The margin makes up for it.
		c = testConfig(t, slow, good)
		c.Rounds, c.Margin = 1, 10*time.Second
		if report, _ := play(t, c); len(report.Troubles) > 0 {
			t.Errorf("%v: %+v", limits, report.Troubles)
		}
	}
}

// Errors that can be detected before the first game are reported before it.
func TestRefusals(t *testing.T) {
	option := func(name, value string) Engine {
		e := fakeEngine("good")
		e.Options = []Option{{name, value}}
		return e
	}
	notDir := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(notDir, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		engine Engine
		change func(*Config)
		want   string
	}{
		"variant": {fakeEngine("known"), func(c *Config) { c.Variants = []Variant{variant("gun")} },
			"engine known: it does not know the variant gun (its UCI_Variant offers chess, fairy, amazon)"},
		"composition": {fakeEngine("known"), func(c *Config) { c.Variants = []Variant{variant("gun+fairy")} },
			"it does not know the variant gun+fairy"},
		"no variants": {fakeEngine("chess-only"), func(c *Config) { c.Variants = []Variant{variant("gun")} },
			"engine chess-only: it has no option UCI_Variant, so it does not know the variant gun"},
		"unknown option": {option("Depth", "3"), nil, `engine good: option "Depth" is not one of its options`},
		"not a number":   {option("Level", "x"), nil, `option "Level" is a number, not "x"`},
		"range":          {option("level", "10"), nil, `option "level" 10 is not in 0..9`},
		"combo":          {option("Style", "d"), nil, `option "Style" is one of a b, c, not "d"`},
		"same names":     {selfEngine("other", 1), nil, "two engines have the name other"},
		"sprt": {fakeEngine("good"), func(c *Config) {
			c.SPRT, c.Engines = newSPRT(t, "elo0=0 elo1=5"), append(c.Engines, selfEngine("third", 1))
		}, "an SPRT needs two engines"},
		"store": {fakeEngine("good"), func(c *Config) { c.Store = filepath.Join(notDir, "x") }, "the store " + notDir + "/x: not a directory"},
		"pgn":   {fakeEngine("good"), func(c *Config) { c.PGN = filepath.Join(notDir, "x") }, "the PGN " + notDir + "/x: not a directory"},
		"store is the PGN": {fakeEngine("good"), func(c *Config) { c.PGN, c.Force = c.Store, true },
			"the store and the PGN are the same file"},
		"PGN is a link to the store": {fakeEngine("good"), func(c *Config) {
			c.PGN, c.Force = filepath.Join(t.TempDir(), "link"), true
			if err := os.Symlink(c.Store, c.PGN); err != nil {
				t.Fatal(err)
			}
		}, "the store and the PGN are the same file"},
		"openings are the PGN": {fakeEngine("good"), func(c *Config) { c.PGN, c.Openings.File, c.Force = notDir, notDir, true },
			"the openings file and the PGN are the same file"},
		"engine is the store": {fakeEngine("good"), func(c *Config) { c.Store, c.Force = os.Args[0], true },
			"engine good and the store are the same file"},
		"store is a device": {fakeEngine("good"), func(c *Config) { c.Store, c.Force = os.DevNull, true },
			"store " + os.DevNull},
		"pgn is a device": {fakeEngine("good"), func(c *Config) { c.PGN, c.Force = os.DevNull, true },
			"PGN " + os.DevNull + " is not a regular file"},
		"pgn exists": {fakeEngine("good"), func(c *Config) { c.PGN = notDir },
			"file exists: use --force to overwrite it, or another name"},
		"openings": {fakeEngine("good"), func(c *Config) { c.Openings.File = notDir + "x" }, "openings: open "},
		"no openings": {fakeEngine("good"), func(c *Config) { c.Openings.File = notDir },
			"file: no opening for chess"},
	} {
		config := testConfig(t, c.engine, selfEngine("other", 1))
		if c.change != nil {
			c.change(&config)
		}
		_, err := Run(t.Context(), config, func(Progress) { t.Errorf("%s: a game was played", name) })
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// An engine runs in its directory.
func TestEngineRunsInItsFolder(t *testing.T) {
	program := must.Get(t, filepath.Abs, os.Args[0])
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c, err := startProcess([]string{program, "say-folder", ""}, dir)
	if err != nil {
		t.Fatal(err)
	}
	said := <-c.lines
	if c.close(time.Second); said.text != dir+" <nil>" {
		t.Errorf("it runs in %q, not in %s", said.text, dir)
	}
}
