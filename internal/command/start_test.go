package command

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// uciOnce runs the program with the input uci and quit, and returns the processor time that it
// took and its standard error.
func uciOnce(t testing.TB) (took time.Duration, errs string) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	child := exec.Command(name)
	child.Env = append(os.Environ(), runProgram+"=1", "GODEBUG=inittrace=1")
	child.Stdin, child.Stdout, child.Stderr = strings.NewReader("uci\nquit\n"), &stdout, &stderr
	if err := child.Run(); err != nil || !strings.Contains(stdout.String(), "\nuciok\n") {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	return child.ProcessState.UserTime() + child.ProcessState.SystemTime(), stderr.String()
}

// Tables of games are built when a game is opened: no package of ours
// allocates much at program start.
func TestStartAllocatesLittle(t *testing.T) {
	_, trace := uciOnce(t)
	inits := regexp.MustCompile(`init (github\.com/heterodox-chess/\S+) .* (\d+) bytes, (\d+) allocs`)
	found := inits.FindAllStringSubmatch(trace, -1)
	if len(found) == 0 {
		t.Error("no package is initialised")
	}
	for _, f := range found {
		size, _ := strconv.Atoi(f[2])
		allocations, _ := strconv.Atoi(f[3])
		if size > 150_000 || allocations > 1000 {
			t.Errorf("%s allocates %d bytes in %d pieces at the start", f[1], size, allocations)
		}
	}
}

// BenchmarkStart reports the processor time from the start of the program to its end after uciok.
func BenchmarkStart(b *testing.B) {
	least := time.Hour
	for b.Loop() {
		took, _ := uciOnce(b)
		least = min(least, took)
	}
	b.ReportMetric(float64(least.Microseconds())/1000, "least-cpu-ms")
}
