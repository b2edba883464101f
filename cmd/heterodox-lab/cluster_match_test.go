package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/bench"
	"github.com/heterodox-chess/heterodox/internal/cluster"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/match"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// wantEnd waits for the end of a process and checks its status.
func (p *process) wantEnd(t *testing.T, status int) {
	t.Helper()
	if got := p.end(t); got != status {
		t.Fatalf("status %d, want %d; stdout %q, stderr %q", got, status, p.out.String(), p.errs.String())
	}
}

// storedGames returns the moves of the games in a store, by number.
func storedGames(t *testing.T, store string) map[int]string {
	t.Helper()
	text := must.Get(t, os.ReadFile, store)
	games := map[int]string{}
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n"))[1:] {
		r := match.Record{Game: -1}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		if _, twice := games[r.Game]; twice || r.Game < 0 {
			t.Errorf("game %d is listed twice or invalid", r.Game)
		}
		for _, m := range r.Moves {
			games[r.Game] += m.Move + " "
		}
		games[r.Game] += r.Result
	}
	return games
}

// The games of a match are the same, and each is stored once, whether one process plays them or
// two workers, one of which is killed, as is the coordinator.
func TestClusterMatch(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	dir := t.TempDir()
	args := []string{"match", "--engine", "cmd=self name=a nodes=300", "--engine", "cmd=self name=b nodes=150",
		"--variant", "gun,fibonacci", "--rounds", "4", "--max-plies", "120", "--quiet"}
	alone, store := filepath.Join(dir, "alone"), filepath.Join(dir, "store")
	start(t, append(args, "--store", alone, "--concurrency", "2")...).wantEnd(t, command.ExitOK)
	args = append(args, "--store", store, "--concurrency", "0", "--cluster", "embed:127.0.0.1:0", "--ack-wait", "1s", "--resume")
	c := start(t, args...)
	url := c.joinAt(t)
	victim := start(t, "work", "--slots", "1", "--name", "victim", url)
	waitFor(t, "a game", func() bool { return results(store) >= 2 })
	victim.kill()
	c.kill()
	c = start(t, args...)
	if url = c.joinAt(t); url != "" { // otherwise all games had been played
		start(t, "work", "--slots", "1", "--name", "anna", url)
		start(t, "work", "--slots", "1", "--name", "bert", url)
	}
	c.wantEnd(t, command.ExitOK)
	want, got := storedGames(t, alone), storedGames(t, store)
	if len(want) != 16 || len(got) != len(want) {
		t.Errorf("%d games, want %d", len(got), len(want))
	}
	for n := range want {
		if want[n] != got[n] {
			t.Errorf("game %d differs: %s; alone: %s", n+1, got[n], want[n])
		}
	}
	if !strings.HasSuffix(c.out.String(), "16 of 16 games\n") {
		t.Errorf("%s", c.out.String())
	}
}

// An SPRT ends the match everywhere, long before all games are played.
func TestClusterMatchSPRT(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	c := start(t, "match", "--engine", "cmd=self name=a nodes=1000", "--engine", "cmd=self name=b nodes=1", "--rounds", "5000",
		"--store", filepath.Join(t.TempDir(), "store"), "--resign", "moves=2 score=500", "--sprt", "elo0=0 elo1=400", "--quiet",
		"--cluster", "embed:127.0.0.1:0")
	worker := start(t, "work", "--slots", "1", c.joinAt(t))
	c.wantEnd(t, command.ExitOK)
	if !strings.Contains(c.out.String(), "H1 accepted after") || strings.Contains(c.out.String(), "10000 of 10000") {
		t.Errorf("stdout %q, stderr %q", c.out.String(), c.errs.String())
	}
	worker.Process.Signal(os.Interrupt)
	worker.wantEnd(t, command.ExitInterrupted)
}

// With a clock, the time control refers to the speed measured at the start; a worker that is
// half as fast gives twice the time, and the outputs say so.
func TestClusterMatchClocks(t *testing.T) {
	real := command.MeasureSpeed
	t.Cleanup(func() { command.MeasureSpeed = real })
	speeds := []float64{1_000_000, 500_000}
	command.MeasureSpeed = func(_ context.Context, _ func(string) (game.Rules, error), variant string, slots int, _ time.Duration) (bench.Speed, error) {
		if variant != "gun" || slots != 1 || len(speeds) == 0 {
			t.Errorf("measured again: %s with %d slots", variant, slots)
			return bench.Speed{NPS: 1}, nil
		}
		speed := speeds[0]
		speeds = speeds[1:]
		return bench.Speed{NPS: speed}, nil
	}
	store := filepath.Join(t.TempDir(), "store")
	status, out, errs := call(t, t.Context(), "match", "--engine", "cmd=self name=a", "--engine", "cmd=self name=b", "--each", "tc=0.2+0.01 option.Hash=1",
		"--variant", "gun", "--rounds", "1", "--margin", "60000", "--max-plies", "40", "--store", store, "--quiet", "--cluster", "embed")
	if status != command.ExitOK || !strings.Contains(out, "\nclocks × 2.00 to 2.00, meant for 1000000 nodes/s in gun\n2 of 2 games\n") {
		t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	text := must.Get(t, os.ReadFile, store)
	for _, want := range []string{`"References":{"gun":1000000}`, `"Pace":{"Reference":1000000,"Speed":500000}`, `"Controls":["0.4+0.02","0.4+0.02"]`, `"Worker":"here"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the store does not contain %s: %.400s", want, text)
		}
	}
}

// A machine whose speed differs too much is told why it may not play by the clock.
func TestClusterMatchTooUnlike(t *testing.T) {
	real := command.MeasureSpeed
	t.Cleanup(func() { command.MeasureSpeed = real })
	speed := 900_000.0
	command.MeasureSpeed = func(context.Context, func(string) (game.Rules, error), string, int, time.Duration) (bench.Speed, error) {
		speed /= 9
		return bench.Speed{NPS: speed}, nil
	}
	args := []string{"match", "--engine", "cmd=self", "--engine", "cmd=self", "--each", "movetime=5", "--rounds", "1", "--cluster", "embed", "--store"}
	status, out, errs := call(t, t.Context(), append(args, filepath.Join(t.TempDir(), "store"))...)
	if status != command.ExitFailure || !strings.Contains(errs, "match stopped after 0 of 2 games: chess: 11111 nodes/s here, 100000 where the match started: more than 3 times as slow or fast") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	command.MeasureSpeed = func(context.Context, func(string) (game.Rules, error), string, int, time.Duration) (bench.Speed, error) {
		return bench.Speed{NPS: 1e6, Spread: 0.2}, nil
	}
	wantUsageError(t, "match: chess: the speed of this machine varies by 20 %", append(args, filepath.Join(t.TempDir(), "store"))...)
}

// Engines other than self play only on machines that allow it.
func TestClusterForeignEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	name := program(t).Path
	store := filepath.Join(t.TempDir(), "store")
	c := start(t, "match", "--engine", "cmd=self nodes=50", "--engine", "name=other nodes=50 cmd="+name, "--rounds", "1",
		"--store", store, "--max-plies", "30", "--concurrency", "0", "--quiet", "--cluster", "embed:127.0.0.1:0")
	url := c.joinAt(t)
	refused := start(t, "work", "--slots", "1", url)
	refused.wantEnd(t, command.ExitUsage)
	if !strings.Contains(refused.errs.String(), "engine other is the program") || !strings.Contains(refused.errs.String(), "this worker may not run programs") {
		t.Errorf("stderr %q", refused.errs.String())
	}
	other := t.TempDir() // engines here are found by their content, whatever their name
	if err := os.WriteFile(filepath.Join(other, filepath.Base(name)), []byte("another"), 0o700); err != nil {
		t.Fatal(err)
	}
	refused = start(t, "work", "--slots", "1", "--allow-engines", other, url)
	refused.wantEnd(t, command.ExitUsage)
	if want := "engine other: no file in " + other + " is " + filepath.Base(name) + " (SHA-256 "; !strings.Contains(refused.errs.String(), want) {
		t.Errorf("stderr %q, want %q", refused.errs.String(), want)
	}
	if err := os.Link(name, filepath.Join(other, "engine.exe")); err != nil {
		t.Fatal(err)
	}
	start(t, "work", "--slots", "1", "--allow-engines", other, url)
	c.wantEnd(t, command.ExitOK)
	if games := storedGames(t, store); len(games) != 2 {
		t.Errorf("%d games, stdout %q", len(games), c.out.String())
	}
}

// The files of tune play and tune judge are the same, byte for byte, no matter who does the work.
func TestClusterTune(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	same := func(what string, args ...string) {
		t.Helper()
		start(t, append(slices.Clone(args), "--out", file("alone"), "--force")...).wantEnd(t, command.ExitOK)
		c := start(t, append(slices.Clone(args), "--out", file("many"), "--force", "--ledger", file(what), "--concurrency", "0",
			"--cluster", "embed:127.0.0.1:0", "--ack-wait", "1s")...)
		url := c.joinAt(t)
		victim := start(t, "work", "--slots", "1", "--name", "victim", url)
		waitFor(t, "a result", func() bool { return results(file(what)) > 0 })
		victim.kill()
		start(t, "work", "--slots", "1", url)
		start(t, "work", "--slots", "1", url)
		c.wantEnd(t, command.ExitOK)
		alone, err := os.ReadFile(file("alone"))
		many, err2 := os.ReadFile(file("many"))
		if err != nil || err2 != nil || len(alone) < 1000 || !bytes.Equal(alone, many) {
			t.Errorf("%s: %v, %v: %d bytes, alone %d", what, err, err2, len(many), len(alone))
		}
	}
	same("play", "tune", "play", "--variant", "gun", "--nodes", "60", "--games", "40")
	os.Rename(file("alone"), file("games"))
	same("judge", "tune", "judge", "--nodes", "300", "--share", "1", file("games"))
}

func TestClusterMatchUsage(t *testing.T) {
	match := "match --engine cmd=self --engine cmd=self "
	for _, c := range []struct{ want, args string }{
		{"match: --ack-wait needs --cluster", match + "--each nodes=1 --ack-wait 3s"},
		{"match: --http needs --cluster", match + "--each nodes=1 --http 127.0.0.1:0"},
		{"match: --http 0.0.0.0:0 can be reached by others; add --http-share if you want that", match + "--each nodes=1 --cluster embed --http 0.0.0.0:0"},
		{"match: --http \"x\" is not an address with a port", match + "--each nodes=1 --cluster embed --http x"},
		{"match: --concurrency 0 is not in 1..512", match + "--each nodes=1 --concurrency 0"},
		{"tune play: --cluster needs a --ledger", "tune play --variant gun --out x --cluster embed"},
		{"tune judge: --cluster needs a --ledger", "tune judge --out x --cluster embed y"},
		{"tune play: --concurrency 0 is not in 1..512", "tune play --variant gun --out x --concurrency 0"},
	} {
		wantUsageError(t, c.want, strings.Fields(c.args)...)
	}
	store := filepath.Join(t.TempDir(), "store")
	status, out, errs := call(t, t.Context(), append(strings.Fields(match), "--each", "nodes=1", "--store", store, "--cluster", "nats://127.0.0.1:1", "--rounds", "1")...)
	if status != command.ExitFailure || !regexp.MustCompile(`match stopped after 0 of 2 games: no server answers at nats://127.0.0.1:1`).MatchString(errs) {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}

// The page shows the progress of the job, and its final message.
func TestClusterPage(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	c := start(t, "perft", "--split", "3", "--ledger", filepath.Join(t.TempDir(), "ledger"), "--cluster", "embed:127.0.0.1:0",
		"--threads", "0", "--http", "127.0.0.1:0", "5")
	url := c.joinAt(t)
	page := regexp.MustCompile(`http://[^/]+/\n`).FindString(c.errs.String()) // printed first
	page = strings.TrimSuffix(page, "\n")
	if page == "" {
		t.Fatalf("no page: %s", c.errs.String())
	}
	look := func() (s cluster.Status) {
		reply, err := http.Get(page + "status")
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		if err := json.NewDecoder(reply.Body).Decode(&s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	waitFor(t, "the coordinator", func() bool { return look().Kind == "perft" })
	if s := look(); s.Progress.All == 0 || s.Progress.Done != 0 || s.Progress.Unit != "tasks" || s.End != "" {
		t.Errorf("%+v", s)
	}
	start(t, "work", "--slots", "1", "--hash", "1", "--name", "anna", url)
	var last cluster.Status
	waitFor(t, "the end", func() bool { last = look(); return last.End != "" })
	if last.End != "all is done" || last.Progress.Done != last.Progress.All || last.Workers[0].Worker != "anna" || last.Workers[0].Taken != last.Taken {
		t.Errorf("%+v", last)
	}
	c.wantNodes(t, "4865609")
}

// A study finds the same whether one process plays its games or two
// workers, one of which is killed.
func TestClusterStudy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	alone, spread, ledger := filepath.Join(dir, "alone"), filepath.Join(dir, "spread"), filepath.Join(dir, "ledger")
	args := []string{"study", "losalamos", "--rounds", "4", "--nodes", "20", "--proof-nodes", "0", "--odds", "--quiet"}
	start(t, append(args, "--json", alone)...).wantEnd(t, command.ExitOK)
	c := start(t, append(args, "--json", spread, "--ledger", ledger, "--concurrency", "0", "--cluster", "embed:127.0.0.1:0", "--ack-wait", "1s")...)
	url := c.joinAt(t)
	victim := start(t, "work", "--slots", "1", "--name", "victim", url)
	waitFor(t, "a game", func() bool { return results(ledger) >= 2 })
	victim.kill()
	start(t, "work", "--slots", "1", "--name", "anna", url)
	c.wantEnd(t, command.ExitOK)
	if want := content(t, alone); content(t, spread) != want {
		t.Errorf("%s, alone %s", content(t, spread), want)
	}
	wantUsageError(t, "--cluster needs a --ledger", "study", "losalamos", "--cluster", "embed")
	wantUsageError(t, "--tables and --cluster", "study", "losalamos", "--cluster", "embed", "--ledger", filepath.Join(dir, "other"), "--tables", dir)
}
