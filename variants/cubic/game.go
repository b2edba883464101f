package cubic

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file implements the interfaces of package game.

// Rules returns the game on a cube of edge n, from MinSize to MaxStart; other edges
// are an error. Its name is "cube" and the size.
func Rules(n int) (game.Rules, error) {
	if n < MinSize || n > MaxStart {
		return nil, fmt.Errorf("a cube of edge %d: the edge of a game is %d to %d", n, MinSize, MaxStart)
	}
	return gameRules(n), nil
}

// gameRules is the game on a cube of edge n.
type gameRules int

func (r gameRules) Name() string { return "cube" + strconv.Itoa(int(r)) }

func (r gameRules) Board() game.Board {
	return game.Board{Files: int(r), Ranks: int(r), Levels: int(r)}
}

func (r gameRules) Pieces() []game.Kind {
	return []game.Kind{
		{Letter: "K", Name: "king"}, {Letter: "Q", Name: "queen"}, {Letter: "R", Name: "rook"},
		{Letter: "B", Name: "bishop"}, {Letter: "N", Name: "knight"},
	}
}

func (r gameRules) Card() []string {
	return []string{
		fmt.Sprintf("The board is a cube of %d levels of %d × %d cells.", r, r, r),
		"A rook moves along one axis, a bishop along all three at once, a queen along one, two or three.",
		"A king moves to any of the 26 adjacent cells; a knight jumps two cells along one axis and one along another.",
		"There are no pawns and there is no castling.",
	}
}

func (r gameRules) Start() game.Position {
	p, ok := Start(int(r))
	if !ok {
		panic("cubic: no start position for " + r.Name()) // a test checks all sizes
	}
	return newGamePosition(p, 1)
}

// ParsePosition reads a board in any form, optionally followed by the side to move
// and the number of the move.
func (r gameRules) ParsePosition(text string) (game.Position, error) {
	board, side, full, err := r.cutCounters(text)
	if err != nil {
		return nil, err
	}
	setup, err := ParseSetup(board, int(r))
	if err != nil {
		return nil, err
	}
	if side != "" {
		if setup.Side, err = ParseSide(side); err != nil {
			return nil, err
		}
	}
	p, err := setup.Position()
	if err != nil {
		return nil, err
	}
	return newGamePosition(p, full), nil
}

// cutCounters cuts the side and the number of the move off the end of a text. A b that
// completes the board is a bishop.
func (r gameRules) cutCounters(text string) (board, side string, full int, err error) {
	board, full = strings.TrimSpace(text), 1
	last := func() (word string, rest string) {
		i := strings.LastIndexAny(board, " \t\n")
		return board[i+1:], strings.TrimSpace(board[:max(i, 0)])
	}
	if word, rest := last(); rest != "" && strings.Trim(word, "0123456789") == "" {
		if full, err = strconv.Atoi(word); err != nil || full < 1 || full > 1_000_000 {
			return "", "", 0, fmt.Errorf("%.20q is not the number of a move", word)
		}
		board = rest
	}
	if word, rest := last(); rest != "" && slices.Contains([]string{"w", "b", "white", "black"}, strings.ToLower(word)) {
		if _, err := ParseSetup(board, int(r)); err != nil {
			side, board = word, rest
		}
	}
	return board, side, full, nil
}

// gamePosition is a position of the cube; it is immutable.
type gamePosition struct {
	pos  Position
	full int // number of the move
	key  uint64
}

func newGamePosition(p Position, full int) *gamePosition {
	return &gamePosition{p, full, p.board.walk().Key()}
}

// Game returns the position as a position of package game, for a cube of any size.
func (p Position) Game() game.Position { return newGamePosition(p, 1) }

// Walk returns a walker for the engine's search.
func (p *gamePosition) Walk() game.Walker { return p.pos.board.walk() }

func (p *gamePosition) Rules() game.Rules              { return gameRules(p.pos.Size()) }
func (p *gamePosition) Side() rules.Color              { return p.pos.Side() }
func (p *gamePosition) Hand(rules.Color) []game.InHand { return nil }
func (p *gamePosition) Turn() (number, left uint64)    { return 0, 0 }
func (p *gamePosition) Checks(rules.Color) (int, int)  { return 0, 0 }
func (p *gamePosition) Halfmove() int                  { return 0 }
func (p *gamePosition) Fullmove() int                  { return p.full }
func (p *gamePosition) Key() uint64                    { return p.key }
func (p *gamePosition) Outcome() rules.Outcome         { return p.pos.Outcome() }
func (p *gamePosition) UCI(m game.Move) string         { return Move(m).String() }
func (p *gamePosition) FEN() string {
	return fmt.Sprintf("%s %c %d", p.pos, "wb"[p.pos.Side()], p.full)
}

func (p *gamePosition) At(s game.Square) (game.Piece, bool) {
	piece := p.pos.At(Cell(s))
	if piece == rules.NoPiece {
		return game.Piece{}, false
	}
	return game.Piece{Color: piece.Color(), Letter: string(rune(piece.Role().Letter()))}, true
}

func (p *gamePosition) Moves() []game.Move {
	moves := p.pos.Moves(nil)
	slices.Sort(moves)
	list := make([]game.Move, len(moves))
	for i, m := range moves {
		list[i] = game.Move(m)
	}
	return list
}

func (p *gamePosition) Exposed() (list []game.Move) {
	if p.pos.CountMoves() == 0 {
		return nil
	}
	legal := p.Moves()
	setup := p.pos.Setup()
	for i, piece := range setup.Cells {
		if piece == rules.NoPiece || piece.Color() != p.pos.Side() {
			continue
		}
		for _, m := range p.pos.Reach(setup.cell(i), nil) {
			if _, legal := slices.BinarySearch(legal, game.Move(m)); !legal && m.Captured() != rules.King {
				list = append(list, game.Move(m))
			}
		}
	}
	return list
}

func (p *gamePosition) Play(m game.Move) game.Position {
	full := p.full + int(p.pos.Side())
	return newGamePosition(p.pos.Play(Move(m)), full)
}

func (p *gamePosition) Royals(c rules.Color) []game.Square {
	if king, ok := p.pos.King(c); ok {
		return []game.Square{game.Square(king)}
	}
	return nil
}

func (p *gamePosition) Attackers(s game.Square, by rules.Color) []game.Square {
	n := p.pos.Size()
	if !Cell(s).in(n) {
		return nil
	}
	return gameSquares(p.pos.board.attackersOf(Cell(s).index(n), by))
}

func gameSquares(cells []Cell) (list []game.Square) {
	for _, c := range cells {
		list = append(list, game.Square(c))
	}
	return list
}

func (p *gamePosition) Captured(m game.Move) (game.Square, bool) {
	return game.Square(Move(m).To()), Move(m).Captured() != rules.NoRole
}

func (p *gamePosition) Steps(m game.Move) []screen.Step {
	return []screen.Step{
		{Kind: screen.StepFrom, Square: game.Square(Move(m).From())},
		{Kind: screen.StepTo, Square: game.Square(Move(m).To())},
	}
}

func (p *gamePosition) Refusal(from, to game.Square, drop string) *screen.Refusal {
	if drop != "" {
		return &screen.Refusal{Reason: "there are no drops in the cube"}
	}
	n := p.pos.Size()
	if !Cell(from).in(n) || !Cell(to).in(n) {
		return &screen.Refusal{Reason: "the board has no such cell"}
	}
	leads := func(m game.Move) bool { return Move(m).From() == Cell(from) && Move(m).To() == Cell(to) }
	if slices.ContainsFunc(p.Moves(), leads) {
		return nil
	}
	exposed := p.Exposed()
	if i := slices.IndexFunc(exposed, leads); i >= 0 {
		return p.Exposure(exposed[i])
	}
	return &screen.Refusal{Reason: p.pos.whyIllegal(Cell(from), Cell(to))}
}

func (p *gamePosition) Exposure(m game.Move) *screen.Refusal {
	next := p.pos.Play(Move(m))
	return &screen.Refusal{
		Reason:    p.pos.whyIllegal(Move(m).From(), Move(m).To()),
		Exposes:   true,
		Attackers: gameSquares(next.checkers(p.pos.Side())),
	}
}

func (p *gamePosition) Perft(ctx context.Context, depth int) (uint64, error) {
	return p.pos.Perft(ctx, depth)
}
