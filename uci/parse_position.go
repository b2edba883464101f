package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
)

// maxGame is the length of the longest game that is followed, in single moves.
// It takes many lines of bare moves to get there.
const maxGame = 250_000

// position sets up a position. One that cannot be is explained, and the old
// one stays. A running search goes on with the game it was started on.
func (s *Session) position(_ context.Context, args []string) {
	game, err := parsePosition(args, s.rules, s.game)
	if err != nil {
		s.info("position: %s", err)
		return
	}
	s.game = game
	pos := game.Position()
	s.explain("position: %s", pos.FEN())
}

// parsePosition returns the game that the arguments of position describe:
//
//	startpos [moves MOVE…]
//	fen FEN [moves MOVE…]
//	moves MOVE…             the current game, played on
//
// It does not change current.
func parsePosition(args []string, rules *chess.Ruleset, current *chess.Game) (*chess.Game, error) {
	setup, moves := args, []string(nil)
	if i := slices.Index(args, "moves"); i >= 0 {
		setup, moves = args[:i], args[i+1:]
	}
	game, err := startGame(setup, rules, current, len(setup) < len(args))
	if err != nil {
		return nil, err
	}
	for i, token := range moves {
		if err := play(game, token); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return game, nil
}

// startGame returns a new game from what stands before the moves.
func startGame(setup []string, rules *chess.Ruleset, current *chess.Game, hasMoves bool) (*chess.Game, error) {
	switch {
	case len(setup) == 0 && hasMoves:
		return replay(current)
	case len(setup) == 0:
		return nil, errors.New("startpos, fen or moves expected")
	case setup[0] == "startpos" && len(setup) == 1:
		return chess.NewGame(rules.Start()), nil
	case setup[0] == "startpos":
		return nil, fmt.Errorf("moves expected after startpos, not %.40q", setup[1])
	case setup[0] == "fen":
		pos, err := rules.ParseFEN(strings.Join(setup[1:], " "))
		if err != nil {
			return nil, err
		}
		return chess.NewGame(pos), nil
	}
	return nil, fmt.Errorf("startpos, fen or moves expected, not %.40q", setup[0])
}

// replay returns a copy of a game.
func replay(game *chess.Game) (*chess.Game, error) {
	again := chess.NewGame(game.Start())
	for _, m := range game.Moves() {
		if err := again.Play(m); err != nil {
			return nil, err
		}
	}
	return again, nil
}

// play plays one token: a move, or several of a Fibonacci turn.
func play(game *chess.Game, token string) error {
	pos := game.Position()
	moves, _, err := pos.ParseTurn(token)
	if err != nil {
		return err
	}
	if game.Len()+len(moves) > maxGame {
		return fmt.Errorf("the game is longer than %d moves", maxGame)
	}
	for _, m := range moves {
		if err := game.Play(m); err != nil {
			return err
		}
	}
	return nil
}
