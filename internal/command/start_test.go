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

// The program is ready at once: tables of games are built when a game is opened, so that
// no package of ours allocates much at the start.
func TestStartIsQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	inits := regexp.MustCompile(`init (github\.com/heterodox-chess/\S+) .* (\d+) bytes, (\d+) allocs`)
	least, seen := time.Hour, 0
	for range 5 {
		var out, errs bytes.Buffer
		child := exec.Command(name)
		child.Env = append(os.Environ(), runProgram+"=1", "GODEBUG=inittrace=1")
		child.Stdin, child.Stdout, child.Stderr = strings.NewReader("uci\nquit\n"), &out, &errs
		if err := child.Run(); err != nil || !strings.Contains(out.String(), "\nuciok\n") {
			t.Fatalf("%v: %s", err, errs.String())
		}
		least = min(least, child.ProcessState.UserTime()+child.ProcessState.SystemTime())
		for _, found := range inits.FindAllStringSubmatch(errs.String(), -1) {
			seen++
			size, _ := strconv.Atoi(found[2])
			allocations, _ := strconv.Atoi(found[3])
			if size > 150_000 || allocations > 1000 {
				t.Errorf("%s allocates %d bytes in %d pieces at the start", found[1], size, allocations)
			}
		}
	}
	if seen == 0 {
		t.Error("no package is initialised")
	}
	if limit := 60 * time.Millisecond; least > limit { // a quarter of that where nothing else runs
		t.Errorf("uciok after %v of processor time, not %v", least, limit)
	}
}
