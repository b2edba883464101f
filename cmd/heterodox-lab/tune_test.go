package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/variants"
)

// playFile makes tune play write some quick games, and returns the file.
func playFile(t *testing.T, variant, seed string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), variant+".txt")
	status, out, errs := call(t, t.Context(), "tune", "play", "--variant", variant, "--games", "20", "--nodes", "100", "--seed", seed, "--out", file)
	if status != command.ExitOK || errs != "" || !strings.HasPrefix(out, variant+": 20 games (") {
		t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	return file
}

// content returns the contents of a file.
func content(t *testing.T, file string) string {
	t.Helper()
	text := must.Get(t, os.ReadFile, file)
	return string(text)
}

// Games become a Go file, also with games of a preset; a second fit may replace the first.
func TestTune(t *testing.T) {
	fairy, amazon := playFile(t, "fairy", "1"), playFile(t, "amazon", "2")
	out := filepath.Join(t.TempDir(), "weights_fairy.go")
	for _, files := range [][]string{{fairy}, {fairy, amazon}} {
		args := append([]string{"tune", "fit", "--variant", "fairy", "--holdout", "10", "--out", out}, files...)
		status, text, errs := call(t, t.Context(), args...)
		if status != command.ExitOK || errs != "" {
			t.Fatalf("status %d, stderr %q", status, errs)
		}
		for _, want := range []string{"held out: ", "fitted to: ", "\nvalue ", "largest change"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in %s", want, text)
			}
		}
		source := content(t, out)
		if !strings.HasPrefix(source, tune.GeneratedMark) || !strings.Contains(source, "\nvar weightsFairy = weights{\n") ||
			strings.Count(source, "random ones, seed ") != len(files) || !strings.Contains(source, "- fairy.txt: fairy, ") {
			t.Errorf("%v: source:\n%.900s", files, source)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(out)); err != nil || len(left) != 1 {
		t.Errorf("files left: %v, %v", left, err)
	}
}

// Files are overwritten only on request.
func TestTuneOverwrites(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mine")
	if err := os.WriteFile(file, []byte("my own\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	play := []string{"tune", "play", "--variant", "fibonacci", "--games", "20", "--nodes", "50", "--out", file}
	wantUsageError(t, "mine exists; --force overwrites it", play...)
	wantUsageError(t, "mine exists; --force overwrites it", append(play, "--ledger", filepath.Join(dir, "new"), "--resume")...) // there is nothing to continue
	games := playFile(t, "fibonacci", "1")
	fit := []string{"tune", "fit", "--variant", "fibonacci", "--out", file, games}
	net := []string{"tune", "net", "--variant", "fibonacci", "--epochs", "1", "--scale", "0.004", "--out", file, games}
	for _, args := range [][]string{fit, net} {
		wantUsageError(t, "mine was not written by heterodox-lab tune; --force overwrites it", args...)
	}
	if text := content(t, file); text != "my own\n" {
		t.Fatalf("it now holds %.40q", text)
	}
	for want, args := range map[string][]string{"# heterodox tune 1 ": play, tune.GeneratedMark: fit, nnue.Mark: net} {
		if status, _, errs := call(t, t.Context(), append(args, "--force")...); status != command.ExitOK || errs != "" {
			t.Errorf("%q: status %d, stderr %q", args, status, errs)
		}
		if text := content(t, file); !strings.HasPrefix(text, want) {
			t.Errorf("it now holds %.40q", text)
		}
	}
}

// Some positions get the scores of longer searches; a wrong input file does
// not damage existing output.
func TestTuneJudge(t *testing.T) {
	games := playFile(t, "chess", "1")
	out := filepath.Join(t.TempDir(), "judged.txt")
	judge := []string{"tune", "judge", "--nodes", "200", "--share", "0.5", "--out", out, games}
	status, text, errs := call(t, t.Context(), judge...)
	if status != command.ExitOK || errs != "" || !strings.Contains(text, " positions, ") {
		t.Fatalf("status %d, stdout %q, stderr %q", status, text, errs)
	}
	first := content(t, out)
	if !strings.HasPrefix(first, "# heterodox tune 1 variant=chess games=20 nodes=100 plies=8 seed=1 judged=200\n") || strings.Count(first, "\n") < 50 {
		t.Errorf("wrote %.300s", first)
	}
	wantUsageError(t, "judged.txt exists; --force overwrites it", judge...)
	none := filepath.Join(t.TempDir(), "none")
	if err := os.WriteFile(none, []byte("hello\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	wantUsageError(t, "none:1: not a file of heterodox-lab tune play", "tune", "judge", "--force", "--out", out, none)
	if content(t, out) != first {
		t.Error("the file has changed")
	}
	if status, _, _ := call(t, t.Context(), append(judge, "--force", "--seed", "2")...); status != command.ExitOK || content(t, out) == first {
		t.Errorf("status %d; another seed judges the same positions", status)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if status, _, errs := call(t, ctx, append(judge, "--force")...); status != command.ExitInterrupted || !strings.Contains(errs, "tune judge interrupted") {
		t.Errorf("interrupted: status %d, stderr %q", status, errs)
	}
}

// Input files are not overwritten, not even through a link or with --force.
func TestTuneOutputIsNoInput(t *testing.T) {
	games := playFile(t, "chess", "1")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(games, link); err != nil {
		t.Skip(err)
	}
	before := content(t, games)
	for _, out := range []string{games, link} {
		for _, args := range [][]string{
			{"tune", "judge", "--force", "--out", out, games},
			{"tune", "fit", "--force", "--variant", "chess", "--out", out, games},
			{"tune", "net", "--force", "--variant", "chess", "--out", out, games},
			{"tune", "fit", "--force", "--variant", "chess", "--out", games, "other", out},
		} {
			wantUsageError(t, "the file of games", args...)
			wantUsageError(t, "are the same file", args...)
		}
	}
	net := []string{"tune", "net", "--force", "--variant", "chess", "--alone", "--start", "../../engine/nets/chess.net", "--out", "../../engine/nets/chess.net", games}
	wantUsageError(t, "--start and --out are the same file", net...)
	if content(t, games) != before {
		t.Error("the games have changed")
	}
}

// With a ledger an interrupted run can be continued, with the same result as without a ledger.
func TestTuneResumes(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	play := []string{"tune", "play", "--variant", "chess", "--games", "20", "--nodes", "100"}
	judge := []string{"tune", "judge", "--nodes", "200", file("games")}
	for i, args := range [][]string{play, judge} {
		whole := file([]string{"games", "judged"}[i])
		if status, _, errs := call(t, t.Context(), append(args, "--out", whole)...); status != command.ExitOK {
			t.Fatal(errs)
		}
		kept := append(args, "--out", whole+".resumed", "--ledger", whole+".ledger", "--resume")
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(30*time.Millisecond, stop)
		if status, _, errs := call(t, ctx, kept...); status != command.ExitInterrupted && status != command.ExitOK {
			t.Fatalf("status %d, %s", status, errs)
		}
		for range 2 {
			part := must.Get(t, safefile.Create, whole+".resumed") // as a killed run leaves it
			part.Close()
			if status, _, errs := call(t, t.Context(), kept...); status != command.ExitOK {
				t.Fatalf("status %d, %s", status, errs)
			}
			if content(t, whole+".resumed") != content(t, whole) {
				t.Errorf("%s: the resulting file differs", args[1])
			}
			if _, err := os.Stat(part.Name()); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s: the part of a killed run is left", args[1])
			}
		}
		lock := must.Get(t, safefile.TryLock, whole+".resumed")
		wantUsageError(t, "another program is using it", kept...)
		if err := lock.Unlock(); err != nil {
			t.Error(err)
		}
		wantUsageError(t, "it belongs to another job", append(kept, "--nodes", "300")...)
		wantUsageError(t, "exists", append(args, "--out", file("new"), "--ledger", whole+".ledger")...)
		wantUsageError(t, "--resume needs a --ledger", append(args, "--out", file("new"), "--resume")...)
		wantUsageError(t, "--out and --ledger are the same file", append(args, "--out", file("new"), "--ledger", file("new"))...)
	}
	wantUsageError(t, "--ledger and the file of games are the same file", append(judge, "--out", file("new"), "--ledger", file("games"), "--resume")...)
}

func TestTuneArguments(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x")
	play := []string{"tune", "play", "--variant", "chess", "--out", file}
	fit := []string{"tune", "fit", "--variant", "chess", "--out", file}
	for _, c := range []struct {
		want string
		args []string
	}{
		{"tune: expected learn, play, judge, fit, net, scale or spsa", []string{"tune"}},
		{`tune: "grow" is none of learn, play, judge, fit, net, scale and spsa`, []string{"tune", "grow"}},
		{"tune learn: --variant is needed", []string{"tune", "learn"}},
		{"tune learn: --variant: the weights of gun are built into the program; use tune play, fit and net", []string{"tune", "learn", "--variant", "gun"}},
		{"--out: create " + filepath.Join(file, "grand.weights"), []string{"tune", "learn", "--variant", "grand", "--out", file}},
		{"--pairs 0 is not in 1..1000000", []string{"tune", "learn", "--variant", "grand", "--pairs", "0"}},
		{"--blend NaN is not in 0..1", []string{"tune", "learn", "--variant", "grand", "--blend", "nan"}},
		{"tune play: --variant is needed", []string{"tune", "play", "--out", file}},
		{"tune play: --out is needed", []string{"tune", "play", "--variant", "chess"}},
		{`--variant: unknown variant "ches"`, []string{"tune", "play", "--variant", "ches", "--out", file}},
		{"--variant: gun+fairy is a composition, which uses the weights of its parts; fit those", []string{"tune", "fit", "--variant", "fairy+gun", "--out", file, "a"}},
		{"--variant: amazon uses the weights of fairy", []string{"tune", "fit", "--variant", "amazon", "--out", file, "a"}},
		{`unexpected argument "y"`, append(play, "y")},
		{"--nodes must be at least 1", append(play, "--nodes", "0")},
		{"--games 0 is not in 1..10000000", append(play, "--games", "0")},
		{"--plies -1 is not in 0..1000", append(play, "--plies", "-1")},
		{"--evaluated 1.5 is not in 0..1", append(play, "--evaluated", "1.5")},
		{"--evaluated NaN is not in 0..1", append(play, "--evaluated", "NaN")},
		{"--concurrency 0 is not in 1..512", append(play, "--concurrency", "0")},
		{"--out: open ", []string{"tune", "play", "--variant", "chess", "--out", filepath.Join(file, "y")}},
		{"no balanced opening of 1000 random moves", []string{"tune", "play", "--variant", "extinction", "--plies", "1000", "--nodes", "10", "--out", file}},
		{"tune judge: one FILE written by heterodox-lab tune play is needed", []string{"tune", "judge", "--out", file}},
		{"no such file", []string{"tune", "judge", "--out", file, file + "y"}},
		{"--nodes must be at least 1", []string{"tune", "judge", "--nodes", "0", "--out", file, "a"}},
		{"--share 2 is not in 0..1", []string{"tune", "judge", "--share", "2", "--out", file, "a"}},
		{"--within 3001 is not in 0..3000", []string{"tune", "judge", "--within", "3001", "--out", file, "a"}},
		{"--concurrency 0 is not in 1..512", []string{"tune", "judge", "--concurrency", "0", "--out", file, "a"}},
		{"tune scale: a FILE is needed", []string{"tune", "scale"}},
		{"no such file", []string{"tune", "scale", file + "y"}},
		{"tune fit: --out is needed", []string{"tune", "fit", "--variant", "chess", "a"}},
		{"is not a regular file", []string{"tune", "fit", "--variant", "chess", "--force", "--out", filepath.Dir(file), "a"}},
		{"--out: create ", []string{"tune", "fit", "--variant", "chess", "--out", filepath.Join(filepath.Dir(file), "none", "x"), "a"}},
		{"tune fit: a FILE written by heterodox-lab tune play is needed", fit},
		{"no such file", append(fit, file+"y")},
		{"--blend 1.5 is not in 0..1", append(fit, "--blend", "1.5", "a")},
		{"--holdout 95 is not in 0..90", append(fit, "--holdout", "95", "a")},
		{"--prior -1 is not in 0..", append(fit, "--prior", "-1", "a")},
		{"--blend NaN is not in 0..1", append(fit, "--blend", "nan", "a")},
		{"--epochs 0 is not in 1..1000000", append(fit, "--epochs", "0", "a")},
		{"--threads 0 is not in 1..512", append(fit, "--threads", "0", "a")},
	} {
		os.Remove(file)
		status, out, errs := call(t, t.Context(), c.args...)
		if status != command.ExitUsage || !strings.Contains(errs, c.want) || !strings.HasPrefix(errs, "heterodox-lab: tune") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: status %d, stdout %q, stderr %q; want %q", c.args, status, out, errs, c.want)
		}
	}
}

// The numbers of a game from a variants file are learnt into the file's folder, from where they
// are read; unrelated files there are kept.
func TestTuneLearn(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "small.ini")
	if err := os.WriteFile(file, []byte("[learnt:breakthrough]\nmaxFile = 5\nmaxRank = 6\nflagRegionWhite = *6\nstartFen = ppppp/ppppp/5/5/PPPPP/PPPPP w - - 0 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	learn := []string{"tune", "learn", "--variants", file, "--variant", "learnt", "--out", folder, "--rounds", "1", "--games", "500", "--nodes", "40", "--plies", "4", "--seed", "5", "--pairs", "10"}
	status, out, errs := call(t, t.Context(), learn...)
	if status != command.ExitOK || errs != "" || !regexp.MustCompile(`^round 1: \d+ positions of 500 games; cross entropy of held-out games 0\.\d{4}, 0\.\d{4} with the network; match \+\d+ =\d+ -\d+, kept \(\d+s\)\n$`).MatchString(out) {
		t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	for extension, mark := range map[string]string{".weights": "# Generated by heterodox tune; do not edit.\n#\n# The weights of learnt, fitted to", ".net": nnue.Mark} {
		if text := content(t, filepath.Join(folder, "learnt"+extension)); !strings.HasPrefix(text, mark) {
			t.Errorf("%s: %.100q", extension, text)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "learnt.net"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	wantUsageError(t, "learnt.net was not written by heterodox-lab tune; --force overwrites it", learn...)
}

// A file that does not fit is named, with the line, and nothing is written.
func TestTuneRefusesFiles(t *testing.T) {
	for command, other := range map[string]string{
		"fit": "games of fibonacci, not of chess",
		"net": "games of fibonacci, which does not play with the network of chess",
	} {
		games := playFile(t, "fibonacci", "1")
		out := filepath.Join(t.TempDir(), "out")
		refused := func(want, variant string, files ...string) {
			t.Helper()
			wantUsageError(t, want, append([]string{"tune", command, "--variant", variant, "--out", out}, files...)...)
		}
		refused("fibonacci.txt:1: "+other, "chess", games)
		refused("fibonacci.txt:1: the same games as in fibonacci.txt", "fibonacci", games, games)
		text := content(t, games)
		if err := os.WriteFile(games, []byte(text[:len(text)-9]), 0o666); err != nil {
			t.Fatal(err)
		}
		refused("fibonacci.txt:", "fibonacci", games)
		if _, err := os.Stat(out); err == nil {
			t.Errorf("tune %s: there is an output", command)
		}
	}
}

// A preset uses the weights of its game; the other games have a file each.
func TestTunePresets(t *testing.T) {
	for _, name := range variants.Names() {
		if base := presets[name]; base != "" {
			if !slices.Equal(engine.Weights(variants.MustCompile(name)), engine.Weights(variants.MustCompile(base))) {
				t.Errorf("%s has other weights than %s", name, base)
			}
			continue
		}
		if source := content(t, "../../engine/weights_"+name+".go"); !strings.HasPrefix(source, tune.GeneratedMark) {
			t.Errorf("the weights of %s are not generated", name)
		}
	}
}

// Ctrl-C ends both commands, and keeps the finished games.
func TestTuneInterrupted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.txt")
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if text, err := os.ReadFile(file); err == nil && strings.Count(string(text), "\n") > 1 {
				stop()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	status, out, errs := call(t, ctx, "tune", "play", "--variant", "chess", "--games", "100000", "--nodes", "100", "--out", file)
	if status != command.ExitInterrupted || !strings.Contains(errs, "tune play interrupted after ") || !strings.HasPrefix(out, "chess: ") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	source := filepath.Join(t.TempDir(), "out.go")
	status, _, errs = call(t, ctx, "tune", "fit", "--variant", "chess", "--out", source, file)
	if _, err := os.Stat(source); status != command.ExitInterrupted || err == nil || errs != "heterodox-lab: tune fit interrupted; nothing was written\n" {
		t.Errorf("status %d, stderr %q", status, errs)
	}
	if status, _, errs := call(t, t.Context(), "tune", "fit", "--variant", "chess", "--holdout", "0", "--out", source, file); status != command.ExitOK {
		// There may be too few games to learn from, but the file is not broken.
		if !strings.Contains(errs, "do not predict") {
			t.Errorf("status %d, stderr %q", status, errs)
		}
	}
}

// A game from a file is played and fitted, and the result beside the file
// takes effect from then on.
func TestTuneGameOfFile(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(file("mine.ini"), []byte("[small:shako]\nstartFen = c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w - - 0 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	with := func(args ...string) []string {
		return append(args, "--variants", file("mine.ini"), "--variant", "small")
	}
	status, out, errs := call(t, t.Context(), with("tune", "play", "--games", "12", "--nodes", "60", "--out", file("games"))...)
	if status != command.ExitOK || errs != "" || !strings.HasPrefix(out, "small: 12 games (") {
		t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	weights := file("small.weights")
	for range 2 {
		status, out, errs = call(t, t.Context(), with("tune", "fit", "--scale", "0.004", "--holdout", "0", "--out", weights, file("games"))...)
		if status != command.ExitOK || errs != "" || !strings.Contains(out, "\nvalue of P N B R Q E C K ") {
			t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
		}
	}
	text := content(t, weights)
	for _, want := range []string{"# Generated by heterodox tune; do not edit.\n#\n# The weights of small, ", "\n#   - games: small, ", "\n\nvalue of P N B R Q E C K\n", "\nto move\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %.900s", want, text)
		}
	}
	wantUsageError(t, "games of small, not of shako", "tune", "fit", "--variants", file("mine.ini"), "--variant", "shako", "--out", file("x"), file("games"))
	wantUsageError(t, "--variant: gun+capablanca is a composition, whose weights are derived", "tune", "play", "--variant", "gun+capablanca", "--out", file("x"))
	wantUsageError(t, "--variant: cube3 has no weights to fit", "tune", "play", "--variant", "cube3", "--out", file("x"))
	net := with("tune", "net", "--scale", "0.004", "--epochs", "1", "--holdout", "0", "--start", "../../general/nets/chess.net", "--out", file("small.net"), file("games"))
	status, out, errs = call(t, t.Context(), net...)
	if status != command.ExitOK || errs != "" || !strings.Contains(out, "\nfitted to: ") {
		t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	if text := content(t, file("small.net")); !strings.HasPrefix(text, nnue.Mark) || !strings.Contains(text, "\n# It began as chess.net.\n") {
		t.Errorf("begins with %.300q", text)
	}
	wantUsageError(t, "games of small, not of shako", "tune", "net", "--variants", file("mine.ini"), "--variant", "shako", "--out", file("x"), file("games"))
	wantUsageError(t, "--start: ", with("tune", "net", "--start", file("games"), "--out", file("x"), file("games"))...)
	// A network belongs to the weights on top of which it was fitted: here those of the parent,
	// because the file was read before it had any.
	for name, c := range map[string]struct{ weights, want string }{
		"without": {"", ""},
		"with":    {text, "with.ini: weights or network of with: network, fitted to other weights than the game has now"},
	} {
		for suffix, text := range map[string]string{".ini": "[" + name + ":shako]\n", ".weights": c.weights, ".net": content(t, file("small.net"))} {
			if err := os.WriteFile(file(name+suffix), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		args := []string{"variants", "--variants", file(name + ".ini"), name}
		if c.want != "" {
			wantUsageError(t, c.want, args...)
		} else if status, _, errs := call(t, t.Context(), args...); status != command.ExitOK || errs != "" {
			t.Errorf("status %d, stderr %q", status, errs)
		}
	}
	// Files beside a variants file are read with it, and reported if they do not fit.
	for name, c := range map[string]struct{ weights, want string }{
		"fits":  {text, ""},
		"wrong": {"# weights\n\nvalue of P N\n1/2 3/4\n", `wrong.ini: weights or network of wrong: weights, line 3: the game has no weights for "value of P N"`},
		"long":  {strings.Repeat("# nothing\n", 500_000), "long.ini: weights or network of long: long.weights is longer than 4 MB"},
	} {
		if os.WriteFile(file(name+".ini"), []byte("["+name+":shako]\n"), 0o666) != nil || os.WriteFile(file(name+".weights"), []byte(c.weights), 0o666) != nil {
			t.Fatal("not written")
		}
		args := []string{"variants", "--variants", file(name + ".ini"), name}
		if c.want != "" {
			wantUsageError(t, c.want, args...)
		} else if status, _, errs := call(t, t.Context(), args...); status != command.ExitOK || errs != "" {
			t.Errorf("status %d, stderr %q", status, errs)
		}
	}
}

// A file whose name ends in .zst holds the same games, with or without a ledger, and
// every command can read it.
func TestTunePacked(t *testing.T) {
	plain := playFile(t, "fibonacci", "1")
	dir := t.TempDir()
	packed, resumed := filepath.Join(dir, "games.zst"), filepath.Join(dir, "ledger.zst")
	args := []string{"tune", "play", "--variant", "fibonacci", "--games", "20", "--nodes", "100", "--seed", "1", "--out"}
	for _, more := range [][]string{{packed}, {resumed, "--ledger", filepath.Join(dir, "ledger")}} {
		if status, _, errs := call(t, t.Context(), append(args, more...)...); status != command.ExitOK {
			t.Fatalf("status %d, %s", status, errs)
		}
	}
	for _, file := range []string{packed, resumed} {
		if size, want := len(content(t, file)), len(content(t, plain)); 2*size > want {
			t.Errorf("%s: %d bytes for %d", file, size, want)
		}
		judged := make(map[string]string)
		for _, from := range []string{plain, file} {
			out := filepath.Join(dir, "judged.txt")
			status, _, errs := call(t, t.Context(), "tune", "judge", "--nodes", "50", "--share", "0.5", "--force", "--out", out, from)
			if status != command.ExitOK {
				t.Fatalf("status %d, %s", status, errs)
			}
			judged[from] = content(t, out)
		}
		if judged[plain] != judged[file] || strings.Count(judged[file], "\n") < 2 {
			t.Errorf("%s: judged %q, not %q", file, judged[file], judged[plain])
		}
	}
}
