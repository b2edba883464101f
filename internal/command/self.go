package command

import (
	"context"
	"io"
	"sync"

	"github.com/heterodox-chess/heterodox/internal/bench"
	"github.com/heterodox-chess/heterodox/internal/match"
	"github.com/heterodox-chess/heterodox/uci"
	"github.com/heterodox-chess/heterodox/variants"
)

// MeasureSpeed measures the engine; tests replace it.
var MeasureSpeed = bench.MeasureSpeed

// Gauge measures how fast this machine is when it plays that many games at a time.
func Gauge(slots int) match.Gauge {
	return func(ctx context.Context, variant string) (bench.Speed, error) {
		return MeasureSpeed(ctx, variants.Open, variant, slots, bench.SampleTime)
	}
}

// SelfBench returns the node count of a short search of all games, which identifies a build.
var SelfBench = sync.OnceValues(func() (uint64, error) {
	sum, err := bench.Run(context.Background(), variants.Open, "", 3, func(bench.Result) {})
	return sum.Nodes, err
})

// SelfEngine runs the UCI engine that cmd=self stands for.
func SelfEngine(ctx context.Context, in io.Reader, out io.Writer) error {
	config := uciConfig()
	config.EndOnPanic = true
	return uci.New(in, out, config).Run(ctx)
}
