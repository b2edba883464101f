package uci

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/bench"
	"github.com/heterodox-chess/heterodox/perft"
)

// perft counts move sequences and lists them by first move, as Stockfish does.
func (s *Session) perft(ctx context.Context, pos game.Position, depth int) {
	options := perft.Options{Threads: s.player.Options().Threads}
	s.start(ctx, &job{count: true}, func(ctx context.Context) string {
		result, err := perft.Divide(ctx, pos, depth, options)
		if ctx.Err() != nil {
			return fmt.Sprintf("info string perft %d stopped after %d nodes", depth, result.Nodes)
		}
		if err != nil {
			return "info string perft: " + oneLine(err.Error())
		}
		var b strings.Builder
		for _, m := range result.Moves {
			fmt.Fprintf(&b, "%s: %d\n", pos.UCI(m.Move), m.Nodes)
		}
		fmt.Fprintf(&b, "\nNodes searched: %d\n\n", result.Nodes)
		return b.String()
	}, nil)
}

// bench runs the fixed search; its argument is the depth.
func (s *Session) bench(ctx context.Context, args []string) {
	depth := bench.DefaultDepth
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 || n > bench.MaxDepth {
			s.info("bench: expected a depth of 1..%d, not %.40q", bench.MaxDepth, args[0])
			return
		}
		depth = n
	}
	s.start(ctx, &job{count: true}, func(ctx context.Context) string {
		sum, err := bench.Run(ctx, s.config.Open, "", depth, func(r bench.Result) { s.info("%s", r) })
		if ctx.Err() != nil {
			return "info string bench stopped"
		}
		if err != nil {
			return "info string bench: " + oneLine(err.Error())
		}
		return sum.String()
	}, nil)
}
