// Package fast presents the games of the machine for 64 squares, package chess, as those of
// package game.
package fast

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/leaves"
	"github.com/heterodox-chess/heterodox/rules"
)

// Game returns the game of a ruleset, played by the machine of package chess.
func Game(r *chess.Ruleset) game.Rules { return fastGame{r} }

// Position returns the chess.Position behind a position of a game that Game made;
// ok is false for any other.
func Position(p game.Position) (pos chess.Position, ok bool) {
	f, ok := p.(*position)
	if !ok {
		return chess.Position{}, false
	}
	return f.pos, true
}

// Wrap returns a position of the fast machine as a Position.
func Wrap(p chess.Position) game.Position { return &position{p} }

// fastGame is a game of the fast machine. Two of one Ruleset are the same game.
type fastGame struct{ rules *chess.Ruleset }

func (r fastGame) Name() string   { return r.rules.Name() }
func (r fastGame) Card() []string { return card(r.rules) }

func (r fastGame) Board() game.Board {
	b := game.Board{Files: 8, Ranks: 8, Levels: 1}
	for holes := r.rules.Holes(); holes != 0; holes = holes.Next() {
		b.Holes = append(b.Holes, squareOf(holes.First()))
	}
	return b
}

// betza says how the roles move, except for the pawn, which is not so easily
// described.
var betza = [rules.NumRoles]string{
	rules.Knight: "N", rules.Bishop: "B", rules.Rook: "R", rules.Queen: "Q", rules.King: "K", rules.Amazon: "QN",
}

func (r fastGame) Pieces() (kinds []game.Kind) {
	for _, role := range r.rules.Roles() {
		kinds = append(kinds, game.Kind{Letter: letterOf(role), Name: role.String(), Plural: role.String() + "s", Betza: betza[role]})
	}
	return kinds
}

func (r fastGame) Start() game.Position { return &position{r.rules.Start()} }

func (r fastGame) ParsePosition(text string) (game.Position, error) {
	p, err := r.rules.ParseFEN(text)
	if err != nil {
		return nil, err
	}
	return &position{p}, nil
}

// position is a position of the fast machine; it never changes.
type position struct{ pos chess.Position }

func (p *position) Rules() game.Rules              { return fastGame{p.pos.Rules()} }
func (p *position) Side() rules.Color              { return p.pos.Side() }
func (p *position) Turn() (number, left uint64)    { return p.pos.Turn() }
func (p *position) Halfmove() int                  { return p.pos.Halfmove() }
func (p *position) Fullmove() int                  { return p.pos.Fullmove() }
func (p *position) FEN() string                    { return p.pos.FEN() }
func (p *position) Key() uint64                    { return p.pos.Key() }
func (p *position) Outcome() rules.Outcome         { return p.pos.Outcome() }
func (p *position) UCI(m game.Move) string         { return p.pos.UCI(chess.Move(m)) }
func (p *position) SAN(m game.Move) string         { return p.pos.SAN(chess.Move(m)) }
func (p *position) Moves() []game.Move             { return moves(p.pos.Moves(nil)) }
func (p *position) Exposed() []game.Move           { return moves(p.pos.Exposed(nil)) }
func (p *position) Play(m game.Move) game.Position { return &position{p.pos.Play(chess.Move(m))} }

// Checks returns how many checks a side has given, and how many win.
func (p *position) Checks(c rules.Color) (given, limit int) {
	return p.pos.Checks(c), p.pos.Rules().CheckLimit()
}

func (p *position) At(s game.Square) (game.Piece, bool) {
	sq, ok := p.square(s)
	if !ok {
		return game.Piece{}, false
	}
	piece := p.pos.PieceAt(sq)
	if piece == rules.NoPiece {
		return game.Piece{}, false
	}
	return game.Piece{Color: piece.Color(), Letter: letterOf(piece.Role())}, true
}

// handOrder is the order in which FENs write the pieces in hand.
var handOrder = []rules.Role{rules.King, rules.Queen, rules.Amazon, rules.Rook, rules.Bishop, rules.Knight, rules.Pawn}

func (p *position) Hand(c rules.Color) (hand []game.InHand) {
	for _, role := range handOrder {
		if n := p.pos.Hand(c, role); n > 0 && (role != rules.Queen && role != rules.Amazon || role == p.pos.Rules().QueenRole()) {
			hand = append(hand, game.InHand{Letter: letterOf(role), Count: n})
		}
	}
	return hand
}

func (p *position) Royals(c rules.Color) []game.Square {
	if !p.pos.Rules().Royal() {
		return nil
	}
	return squares(p.pos.Pieces(c, rules.King))
}

func (p *position) Attackers(s game.Square, by rules.Color) []game.Square {
	sq, ok := p.square(s)
	if !ok {
		return nil
	}
	if r := p.pos.Rules(); r.Explodes() && r.Royal() && p.pos.Pieces(by.Opponent(), rules.King).Has(sq) && bitboard.King(sq)&p.pos.Pieces(by, rules.King) != 0 {
		return nil // a piece that captures the king would explode its own
	}
	return squares(p.pos.Attackers(sq, by))
}

func (p *position) Captured(m game.Move) (game.Square, bool) {
	if !chess.Move(m).IsCapture() {
		return 0, false
	}
	return squareOf(chess.Move(m).CapturedSquare()), true
}

func (p *position) ParseMove(text string) (game.Move, error) {
	m, err := p.pos.ParseMove(text)
	return game.Move(m), err
}

func (p *position) ParseSAN(text string) (game.Move, error) {
	m, err := p.pos.ParseSAN(text)
	return game.Move(m), err
}

func (p *position) Steps(move game.Move) []screen.Step {
	m := chess.Move(move)
	if m.IsDrop() {
		return []screen.Step{{Kind: screen.StepDrop, Letter: letterOf(m.Role())}, {Kind: screen.StepTo, Square: squareOf(m.To())}}
	}
	steps := append(make([]screen.Step, 0, 4),
		screen.Step{Kind: screen.StepFrom, Square: squareOf(m.From())},
		screen.Step{Kind: screen.StepTo, Square: squareOf(p.destination(m))})
	if role := m.Promotion(); role != rules.NoRole {
		steps = append(steps, screen.Step{Kind: screen.StepPromote, Letter: letterOf(role)})
	}
	if put, ok := m.Relocation(); ok {
		steps = append(steps, screen.Step{Kind: screen.StepPut, Square: squareOf(put)})
	}
	return steps
}

func (p *position) CastlingRook(move game.Move) (rook game.Square, ok bool) {
	m := chess.Move(move)
	return squareOf(m.To()), m.IsCastling()
}

// destination returns the square that a player aims at to make the move. A castling
// king aims at the square it arrives on, but at the rook if it would go one step or
// none, and always in Chess960.
func (p *position) destination(m chess.Move) bitboard.Square {
	from, to := m.From(), m.To()
	if !m.IsCastling() || p.pos.Rules().IsChess960() {
		return to
	}
	file := 6 // the king's, once it has castled
	if to < from {
		file = 2
	}
	if distance := file - from.File(); distance >= -1 && distance <= 1 {
		return to
	}
	return from&^7 | bitboard.Square(file)
}

func (p *position) Perft(ctx context.Context, depth int) (uint64, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	n := leaves.Count(&p.pos, depth, nil, &stop)
	return n, ctx.Err()
}

// square converts a square to the machine's; ok is false if the board does not have
// it.
func (p *position) square(s game.Square) (sq bitboard.Square, ok bool) {
	if s.Level() > 0 || s.Rank() > 7 || s.File() > 7 {
		return 0, false
	}
	return bitboard.Square(8*s.Rank() + s.File()), true
}

// squareOf converts a square of the machine to one of package game.
func squareOf(sq bitboard.Square) game.Square { return game.At(sq.File(), sq.Rank(), 0) }

func squares(set bitboard.Bitboard) (list []game.Square) {
	for ; set != 0; set = set.Next() {
		list = append(list, squareOf(set.First()))
	}
	return list
}

func moves(list []chess.Move) []game.Move {
	codes := make([]game.Move, len(list))
	for i, m := range list {
		codes[i] = game.Move(m)
	}
	return codes
}

func letterOf(role rules.Role) string { return string(rune(role.Letter())) }

// roleOf returns the role with a letter, NoRole if there is none.
func roleOf(letter string) rules.Role {
	if len(letter) != 1 {
		return rules.NoRole
	}
	return rules.RoleOf(strings.ToUpper(letter)[0])
}
