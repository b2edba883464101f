package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// maxGame is the length of the longest game that is accepted, in single moves. It takes several
// lines of bare moves to get there.
const maxGame = 250_000

// position sets up a position. If it is impossible, it says why, and the old one stays. A
// running search continues with the game it was started on.
func (s *Session) position(_ context.Context, args []string) {
	record, err := parsePosition(args, s.rules, s.record)
	if err != nil {
		s.info("position: %s", err)
		return
	}
	s.record = record
	s.explain("position: %s", record.Position().FEN())
}

// parsePosition returns the game that the arguments of position describe:
//
//	startpos [moves MOVE…]
//	fen FEN [moves MOVE…]
//	moves MOVE…             the current game, played on
//
// It does not change current.
func parsePosition(args []string, rules game.Rules, current *game.Record) (*game.Record, error) {
	setup, moves := args, []string(nil)
	if i := slices.Index(args, "moves"); i >= 0 {
		setup, moves = args[:i], args[i+1:]
	}
	record, err := startGame(setup, rules, current, len(setup) < len(args))
	if err != nil {
		return nil, err
	}
	for i, token := range moves {
		if err := play(record, token); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return record, nil
}

// startGame returns a new game from the words before the moves.
func startGame(setup []string, rules game.Rules, current *game.Record, hasMoves bool) (*game.Record, error) {
	switch {
	case len(setup) == 0 && hasMoves:
		return current.Clone(), nil
	case len(setup) == 0:
		return nil, errors.New("expected startpos, fen or moves")
	case setup[0] == "startpos" && len(setup) == 1:
		return game.NewRecord(rules.Start()), nil
	case setup[0] == "startpos":
		return nil, fmt.Errorf("expected moves after startpos, not %.40q", setup[1])
	case setup[0] == "fen":
		pos, err := rules.ParsePosition(strings.Join(setup[1:], " "))
		if err != nil {
			return nil, err
		}
		return game.NewRecord(pos), nil
	}
	return nil, fmt.Errorf("expected startpos, fen or moves, not %.40q", setup[0])
}

// play plays one token: a move, or several of one turn.
func play(record *game.Record, token string) error {
	if moves := strings.Count(token, "/") + 1; record.Len()+moves > maxGame {
		return fmt.Errorf("the game is longer than %d moves", maxGame)
	}
	return record.PlayTurn(token)
}
