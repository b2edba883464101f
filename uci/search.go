package uci

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// goSearch starts a search or a count. Every search is answered by exactly one bestmove, a go
// that cannot be understood by bestmove (none).
func (s *Session) goSearch(ctx context.Context, args []string) {
	pos := s.record.Position()
	r, err := parseGo(args, pos)
	if len(r.unknown) > 0 {
		s.info("go: unknown words ignored: %s", strings.Join(r.unknown, " "))
	}
	switch {
	case err != nil:
		s.info("go: %s", err)
		if !r.isPerft {
			s.out.write("bestmove (none)")
		}
	case r.isPerft:
		s.perft(ctx, pos, r.perft)
	default:
		s.search(ctx, r.limits)
	}
}

// search starts a search of the current game.
func (s *Session) search(ctx context.Context, limits game.Limits) {
	record, pos, settings := s.record, s.record.Position(), s.settings
	limits.WholeTurn = !settings.singleMoves
	s.explain("go: %+v", limits)
	if outcome := record.Outcome(); outcome.Over() {
		s.info("the game is over: %s", outcome)
	}
	if turn := s.bookTurn(limits); len(turn) > 0 {
		s.info("from the book %s", filepath.Base(s.book.file.Name()))
		s.out.write(bestMove(pos, game.Result{Turn: turn}))
		return
	}
	j := &job{infinite: limits.Infinite, pondering: limits.Ponder}
	s.startSearch(ctx, j, record, limits, func(i game.Info) { s.out.write(string(appendInfo(nil, pos, i, settings))) },
		func(r game.Result) string { return undecided(limits.Mate, r) + bestMove(pos, r) })
}

// startSearch starts a search of a game as a job; closing returns the closing lines for its
// result. If the search panics, the result is the best move of the last report or any legal
// move.
func (s *Session) startSearch(ctx context.Context, j *job, record *game.Record, limits game.Limits,
	report func(game.Info), closing func(game.Result) string) {
	var last game.Result
	s.start(ctx, j, func(ctx context.Context) string {
		return closing(s.player.Search(ctx, record, limits, func(i game.Info) {
			report(i)
			if i.Line == 1 && len(i.PV) > 0 {
				last.Turn = i.PV[:1:1]
			}
		}))
	}, func() string { return closing(legalResult(record.Position(), last)) })
}

// legalResult returns the result of a search that failed: with its move, if that is legal,
// otherwise with any legal one.
func legalResult(pos game.Position, r game.Result) game.Result {
	if moves := pos.Moves(); len(r.Turn) == 0 || !slices.Contains(moves, r.Turn[0]) {
		r.Turn = moves[:min(1, len(moves))]
	}
	return r
}

// undecided returns a line saying that a mate search was stopped before it had an answer;
// nothing if it has one.
func undecided(mate int, r game.Result) string {
	if moves := r.Info.MateIn; r.NoMate >= mate || len(r.Turn) == 0 || r.Info.Mate && 0 < moves && moves <= mate {
		return ""
	}
	return fmt.Sprintf("info string mate in %d neither proved nor refuted\n", mate)
}

// bestMove returns the line that ends a search.
func bestMove(pos game.Position, r game.Result) string {
	if len(r.Turn) == 0 {
		return "bestmove (none)"
	}
	line := "bestmove " + game.FormatTurn(pos, r.Turn)
	if len(r.Ponder) > 0 {
		for _, m := range r.Turn {
			pos = pos.Play(m)
		}
		line += " ponder " + game.FormatTurn(pos, r.Ponder)
	}
	return line
}
