package engine

import (
	"context"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
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

// SearchGame is Search for a game of package chess.
func (e *Engine) SearchGame(ctx context.Context, g *chess.Game, l game.Limits, report func(FoundInfo)) Found {
	r := game.NewRecord(fast.Wrap(g.Start()))
	for _, m := range g.Moves() {
		r.Play(game.Move(m))
	}
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
