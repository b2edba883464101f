package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/cluster"
	"github.com/heterodox-chess/heterodox/internal/command"
)

// natsServer starts a separate NATS server with its store in a directory.
func natsServer(t *testing.T, address string) *exec.Cmd {
	t.Helper()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	server := program(t, "-a", host, "-p", port)
	server.Env = append(os.Environ(), runProgram+"=nats-server") // instead of lab
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill(); server.Wait() })
	waitFor(t, "the NATS server", func() bool {
		conn, err := net.DialTimeout("tcp", address, time.Second)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	return server
}

// freeAddress returns an unused address that nobody will use by chance: its port is below those
// that systems assign automatically.
func freeAddress(t *testing.T) string {
	t.Helper()
	for {
		address := fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))
		if listener, err := net.Listen("tcp", address); err == nil {
			listener.Close()
			return address
		} else if t.Context().Err() != nil {
			t.Fatal(err)
		}
	}
}

// A count continues on an external NATS server that is killed and restarted; a
// second coordinator is refused.
func TestClusterExternalServer(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	dir := t.TempDir()
	address := freeAddress(t)
	server := natsServer(t, address)
	ledger := filepath.Join(dir, "ledger")
	count := func(ledger string, more ...string) []string {
		return append([]string{"perft", "--split", "4", "--ledger", ledger, "--task-size", "200", "--cluster", "nats://" + address, "--ack-wait", "2s", "6"}, more...)
	}
	c := start(t, count(ledger, "--threads", "0")...) // without workers it makes no progress
	waitFor(t, "the coordinator", func() bool {
		status, _, _ := call(t, t.Context(), "cluster", "status", "nats://"+address)
		return status == command.ExitOK
	})
	other := start(t, count(filepath.Join(dir, "other"))...)
	other.wantEnd(t, command.ExitFailure)
	if !strings.Contains(other.errs.String(), "this server already has a coordinator, of perft ") {
		t.Errorf("stderr %q", other.errs.String())
	}
	start(t, "work", "--slots", "1", "--hash", "1", "nats://"+address)
	waitFor(t, "results", func() bool { return results(ledger) > 5 })
	server.Process.Kill()
	server.Wait()
	natsServer(t, address)
	c.wantNodes(t, "119060324")
	if n := results(ledger); n != 361 {
		t.Errorf("%d results, want 361", n)
	}
}

// A coordinator whose disk is full stops and says why; with more space it continues.
func TestClusterDiskFull(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("starts processes, and limits the size of their files")
	}
	t.Parallel()
	ledger := filepath.Join(t.TempDir(), "ledger")
	args := []string{"perft", "--split", "2", "--ledger", ledger, "--task-size", "1", "--passes", "2", "--resume", "--cluster", "embed", "4"}
	limited := program(t)
	limited.Args = append([]string{"sh", "-c", `trap '' XFSZ; ulimit -f 60; exec "$0" "$@"`, limited.Path}, args...)
	limited.Path = "/bin/sh"
	out, err := limited.CombinedOutput()
	if limited.ProcessState.ExitCode() != command.ExitFailure || !strings.Contains(string(out), "stopped after ") || !strings.Contains(string(out), "file too large") {
		t.Fatalf("%v: %s", err, out)
	}
	before := results(ledger)
	if before < 10 || before > 799 {
		t.Errorf("%d results before", before)
	}
	start(t, args...).wantNodes(t, "197281")
	if n := results(ledger); n != 800 {
		t.Errorf("%d results, want 800", n)
	}
}

// Impossible requests are refused with one line, and nothing is overwritten.
func TestClusterRefusals(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	dir := t.TempDir()
	ledger := filepath.Join(dir, "ledger")
	count := func(ledger, depth string) []string {
		return []string{"perft", "--split", "3", "--ledger", ledger, "--resume", "--cluster", "embed:127.0.0.1:0", "--threads", "0", depth}
	}
	c := start(t, count(ledger, "5")...)
	url := c.joinAt(t)
	for want, args := range map[string][]string{
		"ledger: another program is using it":     count(ledger, "5"),
		"--split 3 is deeper than DEPTH 2":        count(ledger, "2"),
		"bind: address already in use":            {"perft", "--split", "1", "--ledger", ledger + "2", "--cluster", "embed", "--http", strings.TrimPrefix(url, "nats://"), "2"},
		"cannot listen at":                        {"perft", "--split", "1", "--ledger", ledger + "3", "--cluster", "embed:" + strings.TrimPrefix(url, "nats://"), "2"},
		"it is not an invitation":                 {"work", ledger},
		"its key is wrong":                        {"work", invitation(t, dir, url)},
		"there is no coordinator":                 {"cluster", "status", deaf(t)},
		"no server answers at nats://127.0.0.1:1": {"cluster", "status", "nats://127.0.0.1:1"},
		"is not an address such as":               {"perft", "--split", "1", "--ledger", ledger + "4", "--cluster", "embed:here", "2"},
	} {
		p := start(t, args...)
		status, text := p.end(t), p.errs.String()
		if status != command.ExitUsage && status != command.ExitFailure || !strings.Contains(text, want) {
			t.Errorf("%v: status %d, stderr %q; want %q", args, status, text, want)
		}
	}
	c.kill()
	other := start(t, count(ledger, "6")...)
	other.wantEnd(t, command.ExitUsage)
	if !strings.Contains(other.errs.String(), "it is the ledger of another count: the depth was 5, not 6") {
		t.Errorf("stderr %q", other.errs.String())
	}
}

// invitation writes an invitation with an invalid key.
func invitation(t *testing.T, dir, url string) string {
	name := filepath.Join(dir, "bad.invite")
	if err := os.WriteFile(name, fmt.Appendf(nil, `{"Name":"x","URL":%q,"Key":"SUAX"}`, url), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// deaf returns the URL of a NATS server with no coordinator.
func deaf(t *testing.T) string {
	server, err := cluster.Embed("127.0.0.1:0", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server.URL()
}
