package uci_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/uci"
)

// sessionVariable makes the test program run a session on its standard input and output, for
// another process to talk to.
const sessionVariable = "HETERODOX_TEST_SESSION"

func TestMain(m *testing.M) {
	if os.Getenv(sessionVariable) == "" {
		os.Exit(m.Run())
	}
	if err := uci.New(os.Stdin, os.Stdout, testConfig()).Run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// BenchmarkAnswers measures how soon a session answers isready and stop while it searches with
// that many threads: the median, the 99th percentile and the maximum, in milliseconds. The
// search runs in a process of its own, as under a GUI. To measure 300 answers of each kind, and
// those of another engine on the same machine:
//
//	go test -run '^$' -bench Answers -benchtime 300x ./uci
//	HETERODOX_TEST_RIVAL=/usr/games/stockfish go test -run '^$' -bench Answers -benchtime 300x ./uci
func BenchmarkAnswers(b *testing.B) {
	for _, threads := range []int{1, 2, 64} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			program := os.Args[0]
			if rival := os.Getenv("HETERODOX_TEST_RIVAL"); rival != "" {
				program = rival
			}
			command := exec.Command(program)
			command.Env = append(os.Environ(), sessionVariable+"=1")
			in, err := command.StdinPipe()
			if err != nil {
				b.Fatal(err)
			}
			out, err := command.StdoutPipe()
			if err != nil {
				b.Fatal(err)
			}
			if err := command.Start(); err != nil {
				b.Fatal(err)
			}
			lines := bufio.NewScanner(out)
			ask := func(answer, format string, args ...any) time.Duration {
				start := time.Now()
				if _, err := fmt.Fprintf(in, format+"\n", args...); err != nil {
					b.Fatal(err)
				}
				for lines.Scan() {
					if strings.HasPrefix(lines.Text(), answer) {
						return time.Since(start)
					}
				}
				b.Fatalf("the session ended without %s", answer)
				return 0
			}
			ask("readyok", "setoption name Threads value %d\nisready", threads)
			var ready, stop []time.Duration
			for range b.N {
				ask("info depth 1 ", "go infinite")
				time.Sleep(time.Duration(10+rand.IntN(30)) * time.Millisecond)
				ready = append(ready, ask("readyok", "isready"))
				time.Sleep(time.Duration(rand.IntN(10)) * time.Millisecond)
				stop = append(stop, ask("bestmove ", "stop"))
			}
			in.Close()
			if err := command.Wait(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(0, "ns/op")
			reportLatency(b, "ready", ready)
			reportLatency(b, "stop", stop)
		})
	}
}

// reportLatency reports the median, the 99th percentile and the maximum.
func reportLatency(b *testing.B, name string, took []time.Duration) {
	slices.Sort(took)
	for _, at := range []struct {
		name string
		of   time.Duration
	}{
		{"p50", took[len(took)/2]}, {"p99", took[(len(took)*99+99)/100-1]}, {"max", took[len(took)-1]},
	} {
		b.ReportMetric(at.of.Seconds()*1000, name+"-"+at.name+"-ms")
	}
}
