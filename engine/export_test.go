package engine

import (
	"context"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Found is a Result in the moves of package chess.
type Found struct {
	Moves, Ponder []chess.Move
	Info          FoundInfo
	NoMate        int
}

// A FoundInfo is an Info in the moves of package chess.
type FoundInfo struct {
	game.Info
	Score Score
	PV    []chess.Move
}

// RecordOf returns the record of a game that starts from a position of package chess.
func RecordOf(pos chess.Position) *game.Record { return game.NewRecord(fast.Wrap(pos)) }

// SearchGame is Search for a game of package chess.
func (e *Engine) SearchGame(ctx context.Context, r *game.Record, l game.Limits, report func(FoundInfo)) Found {
	var tell func(game.Info)
	if report != nil {
		tell = func(i game.Info) { report(found(i)) }
	}
	result := e.Search(ctx, r, l, tell)
	return Found{chessMoves(result.Turn), chessMoves(result.Ponder), found(result.Info), result.NoMate}
}

// EvaluateChess is Evaluate for a position of package chess.
func EvaluateChess(p *chess.Position) (Score, []Term) {
	score, terms, _ := Evaluate(fast.Wrap(*p))
	return score, terms
}

// DrawnPawn says what the evaluation knows about a position of king and pawn against king.
func DrawnPawn(p *chess.Position, c rules.Color) bool {
	e := evaluation{model: newModel(p.Rules()), pos: p}
	e.sort()
	return e.drawnPawn(c)
}

func found(i game.Info) FoundInfo {
	f := FoundInfo{i, Score(i.Score), chessMoves(i.PV)}
	f.Info.PV = nil
	return f
}

func chessMoves(list []game.Move) (moves []chess.Move) {
	for _, m := range list {
		moves = append(moves, chess.Move(m))
	}
	return moves
}

// AppendToAndFro is appendToAndFro.
func AppendToAndFro(turn []game.Move, pos game.Position) []game.Move {
	return appendToAndFro(turn, pos)
}

// WinsWithin reports, by trying everything, whether side us can force a win within n of its
// turns, including the current one if it is to move.
func WinsWithin(pos chess.Position, us rules.Color, n int) bool {
	if o := pos.Outcome(); o.Result == rules.WinFor(us) {
		return true
	} else if o.Over() && o.Reason != rules.InsufficientMaterial {
		return false
	}
	mine := pos.Side() == us
	if mine && n == 0 {
		return false
	}
	for _, m := range pos.Moves(nil) {
		next := pos.Play(m)
		left := n
		if mine && next.Side() != us {
			left--
		}
		if WinsWithin(next, us, left) == mine {
			return mine
		}
	}
	return !mine
}
