package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/cluster"
	"github.com/heterodox-chess/heterodox/internal/command"
)

// A process is the program running with arguments. Its output can be read while it runs.
type process struct {
	*exec.Cmd
	out, errs text
	ended     chan struct{}
}

// A text can be written and read concurrently.
type text struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *text) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(b)
}

func (t *text) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

// program returns a command that runs the test program as heterodox-lab. Processes that it
// starts with the same environment do so, too.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), runProgram+"=lab")
	return cmd
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{Cmd: program(t, args...), ended: make(chan struct{})}
	p.Stdout, p.Stderr, p.WaitDelay = &p.out, &p.errs, time.Minute
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { defer close(p.ended); p.Cmd.Wait() }()
	t.Cleanup(p.kill)
	return p
}

func (p *process) kill() {
	p.Process.Kill()
	<-p.ended
}

// end waits for the process to end, and returns its status.
func (p *process) end(t *testing.T) int {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.kill()
		t.Fatalf("it does not exit; stdout %q, stderr %q", p.out.String(), p.errs.String())
	}
	return p.ProcessState.ExitCode()
}

// joinAt returns the URL at which workers can join a coordinator, "" if it has already ended.
func (p *process) joinAt(t *testing.T) (url string) {
	t.Helper()
	waitFor(t, "the coordinator to listen", func() bool {
		over := p.over()
		_, line, _ := strings.Cut(p.errs.String(), "workers may join at ")
		at, _, whole := strings.Cut(line, "\n")
		if whole {
			url = at
		}
		return whole || over
	})
	return url
}

// over reports whether the process has ended.
func (p *process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// wantNodes waits for a coordinator to end and checks its count.
func (p *process) wantNodes(t *testing.T, want string) {
	t.Helper()
	if status := p.end(t); status != command.ExitOK || !strings.HasPrefix(p.out.String(), "nodes   "+want+"\n") {
		t.Fatalf("status %d, stdout %q, stderr %q", status, p.out.String(), p.errs.String())
	}
}

// Killing a worker only costs the time of its tasks; two others continue.
func TestClusterWorkerKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	ledger := filepath.Join(t.TempDir(), "ledger")
	c := start(t, "perft", "--split", "4", "--ledger", ledger, "--cluster", "embed:127.0.0.1:0", "--threads", "0", "--task-size", "200", "--ack-wait", "2s", "6")
	url := c.joinAt(t)
	victim := start(t, "work", "--slots", "1", "--hash", "1", "--name", "victim", url)
	waitFor(t, "a result", func() bool { return results(ledger) > 2 })
	victim.kill()
	start(t, "work", "--slots", "1", "--hash", "1", "--name", "anna", url)
	start(t, "work", "--slots", "1", "--hash", "1", "--name", "bert", url)
	c.wantNodes(t, "119060324")
	ledgers, _ := os.ReadFile(ledger)
	by := map[string]int{}
	for _, name := range []string{"victim", "anna", "bert"} {
		by[name] = bytes.Count(ledgers, []byte(`"Worker":"`+name+`"`))
	}
	if by["victim"] < 3 || by["victim"]+by["anna"]+by["bert"] != results(ledger) {
		t.Errorf("%d results, by worker in the ledger: %v", results(ledger), by)
	}
}

// results returns the number of results in a ledger.
func results(ledger string) int {
	text, _ := os.ReadFile(ledger)
	return bytes.Count(text, []byte("\n")) - 1
}

// patience is how long tests wait for something that comes soon on any machine that is not stuck.
const patience = 4 * time.Minute

func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for begun := time.Now(); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}

// A coordinator that is killed repeatedly, sometimes losing its keys, ends with the same sum,
// and with every task in its ledger once.
func TestClusterCoordinatorKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	kills := 3
	if os.Getenv("HETERODOX_DEEP") != "" {
		kills = 200
	}
	ledger := filepath.Join(t.TempDir(), "ledger")
	args := []string{"perft", "--split", "3", "--ledger", ledger, "--resume", "--cluster", "embed:127.0.0.1:0", "--task-size", "20", "--passes", "2", "--ack-wait", "2s", "5"}
	random := rand.New(rand.NewPCG(5, 6))
	for range kills {
		c := start(t, args...)
		time.Sleep(time.Duration(random.IntN(600)) * time.Millisecond)
		c.kill()
		if random.IntN(3) == 0 {
			os.RemoveAll(clusterDir(ledger))
		}
	}
	start(t, args...).wantNodes(t, "4865609")
	if n := results(ledger); n != 2*269 {
		t.Errorf("%d results, want %d", n, 2*269)
	}
}

func TestClusterStop(t *testing.T) {
	t.Parallel()
	ledger := filepath.Join(t.TempDir(), "ledger")
	c := start(t, "perft", "--split", "3", "--ledger", ledger, "--cluster", "embed:127.0.0.1:0", "9")
	url := c.joinAt(t)
	worker := start(t, "work", "--slots", "1", "--hash", "1", "--name", "anna", url)
	waitFor(t, "the worker", func() bool {
		status, out, _ := call(t, t.Context(), "cluster", "status", url)
		return status == command.ExitOK && strings.Contains(out, "\nanna: ")
	})
	wantUsageError(t, "cluster stop: --ledger is needed", "cluster", "stop", url)
	other := filepath.Join(t.TempDir(), "other")
	if _, err := cluster.OpenKey(clusterDir(other), true); err != nil {
		t.Fatal(err)
	}
	wantUsageError(t, "the request is not signed with the coordinator's key", "cluster", "stop", "--ledger", other, url)
	status, out, errs := call(t, t.Context(), "cluster", "stop", "--ledger", ledger, url)
	if status != command.ExitOK || !strings.HasPrefix(out, "perft ") || errs != "" {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	if status := c.end(t); status != command.ExitFailure || !strings.Contains(c.errs.String(), "it was stopped on request") {
		t.Errorf("status %d, stderr %q", status, c.errs.String())
	}
	worker.Process.Signal(syscall.SIGTERM)
	if status := worker.end(t); status != command.ExitTerminated {
		t.Errorf("the worker's status is %d, stderr %q", status, worker.errs.String())
	}
}

// A coordinator whose server requires keys is managed with its own key; a worker gets
// the name in its invitation.
func TestClusterKeys(t *testing.T) {
	dir := t.TempDir()
	ledger, invitation := filepath.Join(dir, "ledger"), filepath.Join(dir, "anna.invite")
	c := start(t, "perft", "--split", "3", "--ledger", ledger, "--passes", "2", "--threads", "0", "--task-size", "20", "--ack-wait", "1s", "--cluster", "embed:0.0.0.0:0", "5")
	url := c.joinAt(t)
	url = "tls://127.0.0.1" + url[strings.LastIndex(url, ":"):]
	waitFor(t, "the coordinator", func() bool {
		status, _, _ := call(t, t.Context(), "cluster", "status", "--ledger", ledger, url)
		return status == command.ExitOK
	})
	if status, out, _ := call(t, t.Context(), "cluster", "status", url); status == command.ExitOK {
		t.Errorf("the status is shown without a key: %s", out)
	}
	for _, out := range []string{dir, filepath.Join(dir, "none", "x")} { // nobody is invited if the invitation cannot be written
		wantUsageError(t, "open "+out, "cluster", "invite", "--ledger", ledger, "--url", url, "--out", out, "anna")
	}
	if status, _, errs := call(t, t.Context(), "cluster", "invite", "--ledger", ledger, "--url", url, "--out", invitation, "anna"); status != command.ExitOK {
		t.Fatal(errs)
	}
	worker := (*process)(nil)
	waitFor(t, "the key to be known", func() bool {
		if worker == nil || worker.over() {
			worker = start(t, "work", "--slots", "1", "--hash", "1", "--name", "eve", invitation)
		}
		return strings.Contains(worker.errs.String(), "joined perft")
	})
	waitFor(t, "the first pass", func() bool {
		return strings.Contains(c.errs.String(), "but only anna is here: the rest must wait") && results(ledger) == 269
	})
	status, out, errs := call(t, t.Context(), "cluster", "purge", "--ledger", ledger, url, "anna")
	if status != command.ExitOK || out != "269 entries of anna no longer count\n" {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	if status := worker.end(t); status == command.ExitOK || !strings.Contains(worker.errs.String(), "was removed by hand") {
		t.Errorf("status %d, stderr %q", status, worker.errs.String())
	}
	status, out, _ = call(t, t.Context(), "cluster", "stop", "--ledger", ledger, url)
	if status != command.ExitOK || !strings.Contains(out, "\nanna: gone, 269 results") {
		t.Errorf("status %d, stdout %q", status, out)
	}
	c.wantEnd(t, command.ExitFailure)
}

func TestClusterUsage(t *testing.T) {
	for _, c := range []struct{ want, args string }{
		{"work: expected one URL", "work"},
		{"work: --slots 0 is not in", "work --slots 0 x"},
		{"work: --allow-engines \"/nowhere/at/all\" is not a directory", "work --allow-engines /nowhere/at/all x"},
		{"work: --name \"a.b\" may contain only letters", "work --name a.b x"},
		{"work: no server answers at nats://127.0.0.1:1", "work nats://127.0.0.1:1"},
		{"cluster: no server answers at nats://127.0.0.1:1", "cluster status nats://127.0.0.1:1"},
		{`cluster: "stpo" is none of status, stop, purge and invite`, "cluster stpo"},
		{"cluster purge: --ledger and the worker's NAME are needed", "cluster purge x"},
		{"cluster purge: no coordinator's key next to this ledger", "cluster purge --ledger /nowhere/l nats://127.0.0.1:1 anna"},
		{"cluster purge: /nowhere/l: ", "cluster purge --ledger /nowhere/l anna"},
		{"cluster invite: --ledger, --url and one NAME are needed", "cluster invite x"},
		{"no coordinator with this ledger and its own server has been started here", "cluster invite --ledger /nowhere/l --url tls://h:1 anna"},
		{"perft: --cluster needs --ledger", "perft --split 2 --cluster embed 4"},
		{"perft: --cluster needs --split", "perft --cluster embed 4"},
		{"perft: --ack-wait 1ms is less than a second", "perft --split 2 --ledger x --cluster embed --ack-wait 1ms 4"},
	} {
		wantUsageError(t, c.want, strings.Fields(c.args)...)
	}
	ledger := filepath.Join(t.TempDir(), "ledger")
	status, out, errs := call(t, t.Context(), "perft", "--split", "1", "--ledger", ledger, "--cluster", "nats://127.0.0.1:1", "2")
	if status != command.ExitFailure || out != "" || !strings.Contains(errs, "no server answers at nats://127.0.0.1:1") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}
