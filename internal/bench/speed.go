package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
)

// A Speed is how fast the engine searches a game on this machine.
type Speed struct {
	NPS    float64 // nodes per second in each of the concurrent searches: the median of the samples
	Spread float64 // the largest sample less the smallest, divided by the median
}

const (
	samples = 3
	// SampleTime is how long a sample of MeasureSpeed should take.
	SampleTime = 500 * time.Millisecond
	// sampleNodes is the number of nodes of one search.
	sampleNodes = 20_000
)

// MeasureSpeed measures how fast the engine searches a variant while slots searches run at
// the same time throughout, so that it is the speed of a busy machine: it takes one sample
// to warm up and three that count, each of the given time. The positions are those of Run.
// The error is that of ctx, or says that open does not know the variant or that slots is
// less than 1.
func MeasureSpeed(ctx context.Context, open func(name string) (game.Rules, error), variant string, slots int, sample time.Duration) (Speed, error) {
	rules, err := open(variant)
	if err != nil {
		return Speed{}, err
	}
	if slots < 1 {
		return Speed{}, fmt.Errorf("%d searches at a time", slots)
	}
	positions, err := chosen(variant)[0].positions(rules)
	if err != nil {
		return Speed{}, err
	}
	var mu sync.Mutex
	var nodes, seconds [1 + samples]float64
	var all sync.WaitGroup
	for range slots {
		all.Go(func() {
			e := engine.New(engine.DefaultOptions())
			next := 0
			for i := range nodes {
				for begun := time.Now(); ctx.Err() == nil; {
					e.Clear()
					start := time.Now()
					found := e.Search(ctx, game.NewRecord(positions[next%len(positions)]), game.Limits{Nodes: sampleNodes}, nil)
					took := time.Since(start)
					next++
					mu.Lock()
					nodes[i] += float64(found.Info.Nodes)
					seconds[i] += took.Seconds()
					mu.Unlock()
					if time.Since(begun) >= sample {
						break
					}
				}
			}
		})
	}
	all.Wait()
	if err := ctx.Err(); err != nil {
		return Speed{}, err
	}
	var rates [samples]float64
	for i := range rates {
		rates[i] = nodes[1+i] / max(seconds[1+i], 1e-6)
	}
	return speedOf(rates), nil
}

// speedOf returns the Speed that samples of nodes per second amount to.
func speedOf(rates [samples]float64) Speed {
	slices.Sort(rates[:])
	middle := rates[samples/2]
	return Speed{NPS: middle, Spread: (rates[samples-1] - rates[0]) / middle}
}

// Cores returns how many cores of this machine the program can use: threads that share a
// core count as one where the system reports that, as Linux does.
func Cores() int { return min(runtime.NumCPU(), coresIn("/sys/devices/system/cpu")) }

// coresIn counts the cores listed in a directory of Linux, or if none are, the threads.
func coresIn(dir string) int {
	names, _ := filepath.Glob(filepath.Join(dir, "cpu[0-9]*", "topology", "thread_siblings_list"))
	cores := map[string]bool{}
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			cores[strings.TrimSpace(string(text))] = true
		}
	}
	if len(cores) == 0 {
		return runtime.NumCPU()
	}
	return len(cores)
}
